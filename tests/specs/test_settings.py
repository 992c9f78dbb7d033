"""The settings of a suite are read from a file of their own, and each mistake is named at its place."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from benchdocs.documents.locations import Position
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.check import check
from benchdocs.schemas.build import settings_schema
from benchdocs.specs.nouns import Nouns
from benchdocs.specs.prompt_settings import KEYS, lacks_verdict
from benchdocs.specs.settings import Waiver
from benchdocs.specs.settings_file import KNOWN, parse_settings, read_settings
from support.commands import run
from support.paths import REPOSITORY
from support.second_fault import found_with
from support.suites import suite_with
from support.tables import table

OWN = """\
reserved = ["A-DEM7"]

[categories]
A-DEM = "extraction"

[[waivers]]
rule = "TXT506"
code = "A-DEM1"
reason = "Agreed on for this test."
on = 2026-01-31
"""


def test_the_file_has_the_settings(tmp_path: Path) -> None:
    (tmp_path / "benchdocs.toml").write_text(OWN)
    settings = read_settings(tmp_path)
    assert (settings.file.path, settings.faults) == ("benchdocs.toml", ())
    assert (settings.reserved, settings.category_of) == (("A-DEM7",), {"A-DEM": "extraction"})
    reason, on = "Agreed on for this test.", datetime.date(2026, 1, 31)
    (waiver,) = settings.waivers
    assert dict(waiver) == dict(Waiver(rule="TXT506", code="A-DEM1", reason=reason, on=on))
    assert waiver.position == Position(6, 1)


@table
def test_what_is_wrong_in_their_own_file_is_found_at_its_place(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    assert found_with(tmp_path, {"benchdocs.toml": text}, "benchdocs.toml") == expected


@table
def test_a_file_that_is_almost_called_like_the_settings_is_named(
    tmp_path: Path, name: str, *, is_found: bool
) -> None:
    assert found_with(tmp_path, {name: "reserved = []\n"}, name) == (["1:1 WVR901"] if is_found else [])
    assert found_with(tmp_path, {"benchdocs.toml": "", name: "reserved = []\n"}, name) == []


@table
def test_a_mistake_is_named_with_its_correction(text: str, message: str, hint: str | None) -> None:
    (fault,) = parse_settings(TextFile("benchdocs.toml", text)).faults
    assert message in fault.message
    assert fault.hint == hint


def test_an_editor_names_no_rule_that_is_switched_off(tmp_path: Path) -> None:
    off = 'ignore = [{rule = "TXT501", reason = "The suite is German."}]'
    shown = [
        run("schema", "benchmark", "--root", suite_with(tmp_path / name, {"benchdocs.toml": text}))
        for name, text in (("on", ""), ("off", off))
    ]
    assert ["TXT501" in each.output for each in shown] == [True, False]
    assert all("TXT502" in each.output for each in shown)


@table
def test_the_settings_that_decide_of_others_are_reported_alone(
    tmp_path: Path, text: str, *, is_alone: bool
) -> None:
    spec = {"a-component/A-DEM1.yaml": "code: A-DEM1\n"}
    found = {each.path for each in check(suite_with(tmp_path, {"benchdocs.toml": text, **spec})).findings}
    assert "benchdocs.toml" in found
    assert (found == {"benchdocs.toml"}) is is_alone


@pytest.mark.parametrize("own", [None, 'reserved = ["A-DEM8"]\n'])
@pytest.mark.parametrize(
    ("shared", "expected"),
    [("[tool.benchdocs]\nreserved = []\n", ["1:1 WVR901"]), ("[tool.other]\n", []), ("[tool.other\n", [])],
    ids=["a table", "of others", "no TOML"],
)
def test_a_table_of_the_project_is_named_and_does_not_count(
    tmp_path: Path, own: str | None, shared: str, expected: list[str]
) -> None:
    files = {"pyproject.toml": shared} | ({"benchdocs.toml": own} if own else {})
    assert found_with(tmp_path, files, "pyproject.toml") == expected
    assert read_settings(tmp_path).reserved == (("A-DEM8",) if own else ())


@pytest.mark.parametrize(
    ("content", "is_found"),
    [
        *((text, True) for text in (None, "", "{bad", "[]", "5", "null", '"{}"', "[" * 99_999)),
        *(
            (text, True)
            for text in ('{"type": "objekt"}', '{"type": "array"}', '{"type": 5}', '{"type": []}')
        ),
        *(
            (text, False)
            for text in ('{"type": ["object", "null"]}', '{"properties": {"type": {}, "pass": {}}}')
        ),
        *((text, False) for text in ("{}", '{"type": "object"}', '\ufeff{"required": ["pass"]}\n')),
    ],
)
def test_the_schema_that_the_settings_name_has_to_be_an_object(
    tmp_path: Path, content: str | None, *, is_found: bool
) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "own/reply.json"\n'}
    files |= {} if content is None else {"own/reply.json": content}
    found = found_with(tmp_path, files, "benchdocs.toml")
    assert found == (["2:10 WVR901"] if is_found else [])


@table
def test_a_schema_may_lack_what_a_score_needs(
    tmp_path: Path, schema: dict[str, object], *, is_lacking: bool
) -> None:
    (tmp_path / "benchdocs.toml").write_text('[prompts]\nreply = "reply.json"\n')
    (tmp_path / "reply.json").write_text(json.dumps(schema))
    assert lacks_verdict(tmp_path, read_settings(tmp_path).prompts) is is_lacking


def test_page_and_schema_have_every_setting() -> None:
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/settings.md").read_text()
    table = [row.split("|")[1] for row in page.splitlines() if row.startswith("| `")]
    named = {*re.findall(r"`(\w+)`", "".join(table))}
    described = settings_schema()["properties"]
    assert named == set(KNOWN) == described.keys()
    assert {name: described[name]["default"] for name in Nouns._fields} == Nouns()._asdict()


def test_the_example_of_the_page_and_our_own_settings_fit_the_schema(tmp_path: Path) -> None:
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/settings.md").read_text()
    examples = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    validator = Draft7Validator(settings_schema())
    for text in (*examples, OWN, (REPOSITORY / "benchdocs.toml").read_text()):
        (tmp_path / "benchdocs.toml").write_text(text)
        assert read_settings(tmp_path).faults == ()
        written = json.loads(json.dumps(tomllib.loads(text), default=str))
        assert not list(validator.iter_errors(written))


@pytest.mark.parametrize(
    ("name", "several"),
    [("letter", "letters"), ("query", "queries"), ("day", "days"), ("brief", "briefs"), ("box", "boxes")],
)
def test_a_noun_has_a_plural(name: str, several: str) -> None:
    assert Nouns(input=name, output=name)[1:3] == (name, name)
    assert (Nouns(input=name).inputs, Nouns(output=name).outputs) == (several, several)


def test_the_page_on_settings_lists_the_keys_of_headings() -> None:
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/settings.md").read_text()
    listed = re.search(r"Its\s+keys\s+are\s+((?:`\w+`,?\s*)+)", page)
    assert listed
    assert re.findall(r"`(\w+)`", listed[1]) == [*KEYS]
