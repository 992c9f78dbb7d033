"""The settings of a suite are read from their own file; without it, from a table of `pyproject.toml`."""

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
from benchdocs.rules.finding import Severity
from benchdocs.schemas.build import settings_schema
from benchdocs.specs.nouns import Nouns
from benchdocs.specs.prompt_settings import KEYS
from benchdocs.specs.settings import Waiver
from benchdocs.specs.settings_file import KNOWN, parse_settings, read_settings
from support.commands import run
from support.paths import REPOSITORY
from support.second_fault import found_with
from support.suites import suite_with
from support.tables import table

ENTRIES = """\
reserved = ["A-DEM7"]

[{0}categories]
A-DEM = "extraction"

[[{0}waivers]]
rule = "TXT506"
code = "A-DEM1"
reason = "Agreed on for this test."
on = 2026-01-31
"""
OWN = ENTRIES.format("")
SHARED = "[tool.other]\nreserved = 1\n\n[tool.benchdocs]\n" + ENTRIES.format("tool.benchdocs.")

READERS = {
    "schemas/rubric.schema.json": ": `benchdocs` does not read it, but editors do",
    "schemas/judge_reply.schema.json": ": `benchdocs` does not read it, but editors and other harnesses may",
}
"""What a warning says of who reads a schema: other harnesses may judge by that of a reply."""


@pytest.mark.parametrize(
    ("path", "text", "offset"), [("benchdocs.toml", OWN, 0), ("pyproject.toml", SHARED, 4)]
)
def test_both_files_hold_the_same_settings(tmp_path: Path, path: str, text: str, offset: int) -> None:
    (tmp_path / path).write_text(text)
    settings = read_settings(tmp_path)
    assert (settings.file.path, settings.faults, settings.unread) == (path, (), None)
    assert (settings.reserved, settings.category_of) == (("A-DEM7",), {"A-DEM": "extraction"})
    reason, on = "Agreed on for this test.", datetime.date(2026, 1, 31)
    (waiver,) = settings.waivers
    assert dict(waiver) == dict(Waiver(rule="TXT506", code="A-DEM1", reason=reason, on=on))
    assert waiver.position == Position(6 + offset, 1)


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


@table
def test_where_a_list_lacks_a_comma(text: str, place: str) -> None:
    (fault,) = parse_settings(TextFile("benchdocs.toml", text)).faults
    assert fault.place.position == Position(*map(int, place.split(":")))


@table
def test_schemas_that_other_settings_have_written_are_named(
    tmp_path: Path, before: str, after: str, names: list[str]
) -> None:
    root = suite_with(tmp_path, {"benchdocs.toml": before, "own.json": '{"type": "object"}'})
    assert run("schema", "--write", "--root", root).exit_code == 0
    (root / "benchdocs.toml").write_text(after)
    found = [each for each in check(root).findings if each.path.startswith("schemas/")]
    assert [each.path for each in found] == names
    assert {each.hint for each in found} <= {"run `benchdocs schema --write`"}
    assert all(each.message.endswith(READERS[each.path]) for each in found)
    for name in names:
        (root / name).write_text('{"properties": []}')
    assert [each.path for each in check(root).findings if each.path.startswith("schemas/")] == names


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


@table
def test_beside_their_own_file_a_table_is_refused_and_does_not_count(
    tmp_path: Path, shared: str, expected: list[str]
) -> None:
    files = {"benchdocs.toml": 'reserved = ["A-DEM8"]\n', "pyproject.toml": shared}
    assert found_with(tmp_path, files, "pyproject.toml") == expected
    settings = read_settings(tmp_path)
    assert (settings.file.path, settings.reserved) == ("benchdocs.toml", ("A-DEM8",))


def test_an_unreadable_own_file_is_not_replaced_by_the_table(tmp_path: Path) -> None:
    (tmp_path / "benchdocs.toml").mkdir()
    (tmp_path / "pyproject.toml").write_text(SHARED)
    settings = read_settings(tmp_path)
    assert (settings.file.path, settings.waivers, len(settings.faults)) == ("benchdocs.toml", (), 1)


@table
def test_the_schema_that_the_settings_name_has_to_be_an_object(
    tmp_path: Path, content: str | None, *, is_found: bool
) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "own/reply.json"\n'}
    files |= {} if content is None else {"own/reply.json": content}
    found = found_with(tmp_path, files, "benchdocs.toml")
    assert found == (["2:10 WVR901"] if is_found else [])


NO_PASS = "`benchdocs score` needs `pass`, true or false; `own/reply.json` does not describe it"


@table
def test_a_schema_without_what_a_score_needs_gets_a_note(
    tmp_path: Path, schema: dict[str, object], *, is_found: bool
) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "own/reply.json"\n', "own/reply.json": json.dumps(schema)}
    found = [each for each in check(suite_with(tmp_path, files)).findings if each.path == "benchdocs.toml"]
    told = [(str(each.place), each.severity, each.message) for each in found]
    assert told == ([("benchdocs.toml:2:10", Severity.NOTE, NO_PASS)] if is_found else [])


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
