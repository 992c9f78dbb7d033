"""The schemas refuse what the checks refuse, where a schema can know it, and never what they accept."""

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
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, ValidationError

from benchdocs.cli.main import main
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.check import check
from benchdocs.rules.criteria import APPLY_WHEN, GOES_ON
from benchdocs.rules.fields import TWO_LISTS
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.schemas.build import json_text, schemas, with_record
from benchdocs.site.site import Site
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.choices import CATEGORIES, Choice
from benchdocs.specs.fields import Fields
from benchdocs.specs.loading import read_dictionary
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings import NO_SETTINGS
from benchdocs.specs.settings_file import read_settings
from benchdocs.specs.validation import read_spec
from support.case_folders import RULE_CASES
from support.documentation import EDITOR, only, part
from support.documentation import blocks as code
from support.paths import BASE, REPOSITORY
from support.schema_cases import READ_BY_A_SCHEMA, specs
from support.suites import overlay_folder, suite_with

VALIDATORS = {
    kind: Draft7Validator(json.loads(json_text(schema)), format_checker=Draft7Validator.FORMAT_CHECKER)
    for kind, schema in zip(
        (Benchmark, Rubric, CaseFile, Call, Dictionary), schemas(CATEGORIES).values(), strict=True
    )
}

KIND_OF: dict[str, type[Fields]] = {
    "/rubrics/": Rubric,
    "/evaluators/cases/": CaseFile,
    "/evaluators/calls/": Call,
    "/evaluators/labels.yaml": Dictionary,
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


def refusals(path: Path) -> list[str]:
    """What the schema of a spec says against it, in its own words."""
    kind = next((kind for part, kind in KIND_OF.items() if part in path.as_posix()), Benchmark)
    data = parse_yaml(TextFile(path.name, path.read_text())).data
    return [_said(error) for error in VALIDATORS[kind].iter_errors(plain(data))]


def _said(error: ValidationError) -> str:
    schema: Any = error.schema
    if schema is False:
        return f"FLD102: {TWO_LISTS}"
    return str(schema["patternErrorMessage" if error.validator == "pattern" else "errorMessage"])


# Against the checks -----------------------------------------------------------------------------------


def test_every_case_that_the_checks_let_pass_is_accepted() -> None:
    cases = [path for case in sorted(RULE_CASES.glob("*/ok*")) for path in specs(case)]
    assert len(cases) > 100
    refused = {str(path.relative_to(RULE_CASES)): found for path in cases if (found := refusals(path))}
    waived = {path for path in refused if path.startswith("WVR")}
    assert refused.keys() - waived == set()


@pytest.mark.nightly
def test_nothing_is_refused_that_a_strict_check_lets_pass(tmp_path: Path) -> None:
    met: set[str] = set()
    for case in READ_BY_A_SCHEMA:
        name = f"{case.parent.name}/{case.name}"
        findings = check(overlay_folder(tmp_path / name, case)).findings
        strict = [(f.path, f.rule) for f in findings if f.severity is not Severity.NOTE]
        unreadable = {path for path, rule in strict if rule.startswith("YML")}
        for path in specs(case):
            own = path.relative_to(case).as_posix()
            if own not in unreadable:
                said = {words.partition(":")[0] for words in refusals(path)}
                assert said <= {rule for of, rule in strict if of == own}, (name, own)
                met |= said
    assert met == set(re.findall(r"\b[A-Z]{3}\d{3,4}(?=: )", "".join(map(json_text, schemas().values())))) - {
        "YML003"
    }


def test_a_new_draft_is_told_the_same_by_schema_and_check(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    for kind, name in (("benchmark", "A-DEM7"), ("rubric", "A-NEW")):
        assert CliRunner().invoke(main, ["new", kind, name, "--root", str(root)]).exit_code == 0
    findings = check(root).findings
    for path in ("a-component/A-DEM7.yaml", "rubrics/A-NEW.yaml"):
        said = {words.partition(":")[0] for words in refusals(root / path)}
        assert said == {"TXT507"} == {f.rule for f in findings if f.path == path}


@given(
    opening=st.sampled_from(
        ["Apply when", "Apply  when", "Apply\nwhen", "apply when", "Apply whenever", " "]
    ),
    rest=st.text(alphabet=" .,!?abé医“\n", max_size=8),
)
def test_criteria_that_the_checks_accept_match_the_patterns(opening: str, rest: str) -> None:
    text = (BASE / "a-component/A-DEM1.yaml").read_text()
    head, _, tail = text.partition("inclusion_criteria:")
    criteria = json.dumps(opening + rest + " Flag if it is missing.")
    path = "a-component/A-DEM1.yaml"
    changed = f"{head}inclusion_criteria: {criteria}\n{tail[tail.index('exclusion_criteria') :]}"
    spec = read_spec(TextFile(path, changed), Benchmark)
    accepted = re.match(APPLY_WHEN + GOES_ON, spec.fields.inclusion_criteria or "")
    is_valid = VALIDATORS[Benchmark].is_valid(plain(spec.document.data))
    assert is_valid or not accepted


# The schemas themselves -------------------------------------------------------------------------------


def blocks(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from blocks(inner)


def closes(block: dict[str, Any], closed: dict[str, Any]) -> bool:
    """Whether a block of described fields takes those fields alone that a closed one lists."""
    return any(one is closed for one in block.get("allOf", ()))


BLOCKS = {
    "benchmark.schema.json": 5,
    "rubric.schema.json": 5,
    "cases.schema.json": 2,
    "calls.schema.json": 2,
    "labels.schema.json": 3,  # a label and a key of the record
}
"""How many blocks of fields a file of each kind can hold, itself among them."""


@pytest.mark.parametrize("name", schemas())
def test_a_schema_keeps_to_draft_07_and_explains_every_field_and_word(name: str) -> None:
    schema = json.loads(json_text(schemas()[name]))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema)
    closed = [block for block in blocks(schema) if block.get("additionalProperties") is False]
    assert len(closed) == BLOCKS[name]
    for block in closed:
        assert set(block["properties"].values()) == {True}
        described = [one["properties"] for one in blocks(schema) if closes(one, block)]
        assert [list(fields) for fields in described] == [list(block["properties"])]
        for field in described[0].values():
            assert field["description"]
            assert "Rules: FLD" in field["markdownDescription"]
    words = [block for block in blocks(schema) if "markdownEnumDescriptions" in block]
    assert words
    assert all(
        len(block["enum"]) == len(list(filter(None, block["markdownEnumDescriptions"]))) for block in words
    )


@pytest.mark.parametrize("name", schemas())
def test_every_rule_that_a_schema_names_exists(name: str) -> None:
    text = json_text(schemas()[name])
    assert set(re.findall(r"\b[A-Z]{3}\d{3,4}\b", text)) <= set(RULE_BY_ID)


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
    assert (code, output.count("is updated")) == (0, 8)
    path = tmp_path / "schemas/rubric.schema.json"
    assert path.read_text() == json_text(schemas()["rubric.schema.json"])
    path.write_text("{}")
    code, output = run("--write", "--root", str(tmp_path))
    assert (code, output.count("was up to date"), output.count("is updated")) == (0, 7, 1)


def test_a_folder_that_cannot_be_made_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "schemas").write_text("mine")
    code, output = run("--write", "--root", str(tmp_path))
    assert code == 2
    assert "the schemas cannot be written: schemas/benchmark.schema.json: there is a file where" in output
    assert (tmp_path / "schemas").read_text() == "mine"
