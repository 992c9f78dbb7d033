"""The schemas refuse what no field takes, and never what the checks accept."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from benchdocs.cli.main import main
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.schemas.build import json_text, schemas, with_record
from benchdocs.site.site import Site
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.choices import CATEGORIES, Choice
from benchdocs.specs.fields import Fields, OpenFields
from benchdocs.specs.loading import read_dictionary
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.records import JudgeRecord, LabelRecord, RunRecord
from benchdocs.specs.settings import NO_SETTINGS
from benchdocs.specs.settings_file import read_settings
from support.case_folders import RULE_CASES
from support.documentation import EDITOR, only, part
from support.documentation import blocks as code
from support.paths import BASE, REPOSITORY
from support.schema_cases import READ_BY_A_SCHEMA, specs
from support.suites import overlay_folder, suite_with
from support.tables import table

RECORDS: tuple[type[Fields], ...] = (RunRecord, JudgeRecord, LabelRecord)
KINDS: tuple[type[Fields], ...] = (Benchmark, Rubric, CaseFile, Call, Dictionary, *RECORDS)
SCHEMAS = {
    kind: json.loads(json_text(schema))
    for kind, schema in zip(KINDS, schemas(CATEGORIES).values(), strict=True)
}
VALIDATORS = {
    kind: Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    for kind, schema in SCHEMAS.items()
}

KIND_OF: dict[str, type[Fields]] = {
    "/rubrics/": Rubric,
    "/evaluators/cases/": CaseFile,
    "/evaluators/calls/": Call,
    "/evaluators/labels.yaml": Dictionary,
    "/runs/judges/": JudgeRecord,
    "/runs/labels/": LabelRecord,
    "/runs/": RunRecord,
}
"""What a file holds, by a part of its path; a benchmark otherwise."""


def plain(value: Any) -> Any:
    """A value of a spec as a reader of JSON gets it."""
    match value:
        case dict():
            return {str(key): plain(entry) for key, entry in value.items()}
        case list():
            return [plain(entry) for entry in value]
        case OddNumber():
            return str(value)
        case Decimal():
            return int(value) if value == value.to_integral_value() and value.is_finite() else float(value)
        case datetime.date():
            return value.isoformat()
    return value


def read(path: Path) -> Any:
    """The fields of a file as a reader of JSON gets them."""
    return plain(parse_yaml(TextFile(path.name, path.read_text())).data)


def refusals(path: Path) -> list[str]:
    """What the schema of a file says against it."""
    kind = next((kind for part, kind in KIND_OF.items() if part in path.as_posix()), Benchmark)
    return [error.message for error in VALIDATORS[kind].iter_errors(read(path))]


# Against the checks -----------------------------------------------------------------------------------


def test_every_case_that_the_checks_let_pass_is_accepted() -> None:
    cases = [path for case in sorted(RULE_CASES.glob("*/ok*")) for path in specs(case)]
    assert len(cases) > 100
    refused = {str(path.relative_to(RULE_CASES)): found for path in cases if (found := refusals(path))}
    waived = {path for path in refused if path.startswith("WVR")}
    assert refused.keys() - waived == set()


@pytest.mark.nightly
def test_nothing_is_refused_that_a_strict_check_lets_pass(tmp_path: Path) -> None:
    for case in READ_BY_A_SCHEMA:
        name = f"{case.parent.name}/{case.name}"
        findings = check(overlay_folder(tmp_path / name, case)).findings
        found = {finding.path for finding in findings if finding.severity is not Severity.NOTE}
        for path in specs(case):
            own = path.relative_to(case).as_posix()
            assert own in found or not refusals(path), (name, own)


@table
def test_what_no_field_takes_is_refused(path: str, route: list[str | int], value: object) -> None:
    whole, validator = read(BASE / path), VALIDATORS[KIND_OF.get(f"/{path.split('/')[0]}/", Benchmark)]
    assert validator.is_valid(whole)
    *above, last = route
    block = whole
    for step in above:
        block = block[step]
    block[last] = value
    assert not validator.is_valid(whole)


# The schemas themselves -------------------------------------------------------------------------------


def shapes(kind: type[Fields], *route: str) -> Iterator[tuple[type[Fields], dict[str, Any]]]:
    """Every block of fields of a file, with its schema."""
    schema = SCHEMAS[kind]
    block = kind.block_at(route)
    shape = schema["$defs"][block.__name__] if route else schema
    yield block, shape["anyOf"][0] if block.short_form else shape
    for name in block.blocks():
        yield from shapes(kind, *route, name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_closed_and_explains_every_field_and_word(kind: type[Fields]) -> None:
    Draft202012Validator.check_schema(SCHEMAS[kind])
    for block, shape in shapes(kind):
        assert shape["additionalProperties"] is issubclass(block, OpenFields)
        assert list(shape["properties"]) == list(block.model_fields)
        assert shape["required"] == list(block.needed_fields())
        for field in shape["properties"].values():
            assert field["description"]
    words = [shape for shape in SCHEMAS[kind]["$defs"].values() if "enum" in shape]
    assert words or kind is JudgeRecord
    assert all(len(shape["enum"]) == len(shape["markdownEnumDescriptions"]) for shape in words)


@pytest.mark.parametrize("kind", KINDS)
def test_every_rule_that_a_schema_names_exists(kind: type[Fields]) -> None:
    assert set(re.findall(r"\b[A-Z]{3}\d{3,4}\b", json.dumps(SCHEMAS[kind]))) <= set(RULE_BY_ID)


@pytest.mark.parametrize("choice", Choice.__subclasses__())
def test_every_word_of_a_choice_has_a_meaning(choice: type[Choice]) -> None:
    assert all(word.meaning.endswith(".") for word in choice)


# Where they are ---------------------------------------------------------------------------------------


def test_the_repository_and_the_site_carry_the_schemas_of_the_models(tmp_path: Path) -> None:
    files = dict(Site(check(suite_with(tmp_path))).files())
    for name, schema in with_record(None, NO_SETTINGS).items():
        assert files[f"schemas/{name}"].decode() == json_text(schema)
    for name, schema in with_record(read_dictionary(REPOSITORY), read_settings(REPOSITORY)).items():
        text = (REPOSITORY / "schemas" / name).read_text()
        assert text == json_text(schema), "run `benchdocs schema --write`"


def test_a_reply_is_described_in_the_nouns_of_the_suite(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"benchdocs.toml": 'output = "memo"\ngiven = "written"\n'})
    schema = json.loads(dict(Site(check(root)).files())["schemas/judge_reply.schema.json"])
    described = {name: key["description"] for name, key in schema["$defs"]["ReplyItem"]["properties"].items()}
    assert described["quote"] == 'The written words; "" where nothing was written.'
    assert described["entry"] == 'The returned entry; "" where nothing is returned.'
    assert described["met"] == "Whether the memo has it right; false for an automatic fail."


def test_the_settings_of_the_editor_name_the_schemas_for_every_spec() -> None:
    settings = json.loads((REPOSITORY / ".vscode/settings.json").read_text())["yaml.schemas"]
    assert list(settings) == [f"schemas/{name}" for name in schemas()]
    assert all((REPOSITORY / path).is_file() for path in settings)
    assert json.loads(only(code(part(EDITOR, "## Write in an editor"), "json"))) == {"yaml.schemas": settings}
    recommended = json.loads((REPOSITORY / ".vscode/extensions.json").read_text())["recommendations"]
    assert recommended == ["redhat.vscode-yaml"]


SCHEMA_FILES = sorted((REPOSITORY / "schemas").glob("*.schema.json"))


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["schema", *arguments])
    return result.exit_code, result.output


def test_the_command_prints_one_schema_or_all() -> None:
    for kind in ("rubric", "calls", "judge_reply"):
        text = (REPOSITORY / f"schemas/{kind}.schema.json").read_text()
        assert run("--root", str(REPOSITORY), kind) == (0, text)
    code, output = run("--root", str(REPOSITORY))
    assert code == 0
    assert json.loads(output) == {path.name: json.loads(path.read_text()) for path in SCHEMA_FILES}


def test_the_command_prints_the_reply_of_the_suite(tmp_path: Path) -> None:
    (tmp_path / "benchdocs.toml").write_text('[prompts]\nreply = "reply.json"\n')
    code, output = run("--root", str(tmp_path), "judge_reply")
    assert (code, "`reply.json`, which `reply` names, is missing" in output) == (2, True)
    (tmp_path / "reply.json").write_text('{"required": ["pass"]}')
    code, output = run("--root", str(tmp_path), "judge_reply")
    assert (code, json.loads(output)) == (0, {"required": ["pass"]})


def test_the_command_writes_what_is_not_current(tmp_path: Path) -> None:
    code, output = run("--write", "--root", str(tmp_path))
    assert (code, output.count("is updated")) == (0, 12)
    path = tmp_path / "schemas/rubric.schema.json"
    assert path.read_text() == json_text(schemas()["rubric.schema.json"])
    path.write_text("{}")
    code, output = run("--write", "--root", str(tmp_path))
    assert (code, output.count("was up to date"), output.count("is updated")) == (0, 11, 1)


def test_a_folder_that_cannot_be_made_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "schemas").write_text("mine")
    code, output = run("--write", "--root", str(tmp_path))
    assert code == 2
    assert "the schemas cannot be written: schemas/benchmark.schema.json: there is a file where" in output
    assert (tmp_path / "schemas").read_text() == "mine"
