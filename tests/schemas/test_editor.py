"""An editor with the YAML language server says while a spec is written what the checks say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.case_folders import RULE_CASES
from support.documentation import EDITOR, blocks, only, part
from support.language_server import LanguageServer, opened
from support.paths import BASE, REPOSITORY
from support.schema_cases import READ_BY_A_SCHEMA, specs
from support.shipped import shipped_report
from support.suites import overlay_folder, suite_with
from support.tables import table

RULES = (
    *("FLD101", "FLD102", "FLD103", "FLD104", "FLD105", "FLD106", "FLD107"),
    *("PRM601", "PRM603", "PRM604", "REF204", "REF209", "REF210", "REF211", "SCL403"),
    *("TXT501", "TXT502", "TXT504", "TXT507"),
)
"""Rules of whose findings a schema can know some."""
CASES = [case for case in READ_BY_A_SCHEMA if case.parent.name in RULES]
BY_ANOTHER_YAML = {
    # The server reads YAML 1.2, to which `no`, `12:30` and `010` are text or plain numbers, and 1e3 is one.
    "FLD103/err-date": {3},
    "FLD103/err-level": {15},
    "FLD103/err-list-entry": {15},
    "FLD103/err-odd-number": {17, 19},
    "FLD103/err-read-otherwise": {3, 16, 17},
    # Quotes around a key, and what is no number in another way.
    "SCL403/err": {23, 27, 28, 29},
    "SCL403/err-end": {21},
    "SCL403/err-odd": {24},
    "FLD104/err-not-finite": {8},
}
"""Lines at which the server reads something else than the checks."""
BY_OTHER_FILES = ("PRM603", "REF204", "REF209", "REF210", "REF211")
"""Rules some of whose findings follow from other files than the one in the editor."""
BEYOND_A_PATTERN = {
    # Where a sentence opens.
    *("TXT502/err", "TXT502/err-word"),
    # The second blank of a text, and those of prompts.
    "TXT507/err",
}
"""Cases that take more than a pattern to be found."""
OF_A_LIST = ("REF204", "REF210", "REF211")
"""Rules on codes that a list holds twice: the schema marks the list."""
BENCHMARK = (BASE / "a-component/A-DEM1.yaml").read_text()
LINES = BENCHMARK.split("\n")


class Told(NamedTuple):
    """What an editor says of a file, and where; lines and columns count from 1."""

    path: str
    line: int
    column: int
    rule: str
    words: str

    def agrees(self, finding: Finding) -> bool:
        """Whether the finding says the same, apart from what it quotes, which a schema cannot."""
        if (self.path, self.rule) != (finding.path, finding.rule):
            return False
        is_there = (self.line, self.column) == (finding.line, finding.column)
        if finding.rule.startswith("TXT"):
            # A text below `>` starts a line later than the value does, and it is marked as a whole.
            is_there = self.line <= finding.line
        elif finding.rule in OF_A_LIST and self.words.startswith("a code "):
            is_there = self.line <= finding.line
        words = re.sub(r"^(this (rubric |benchmark )?|a code )", "", self.words)
        return is_there and (finding.message.startswith(words) or finding.message.endswith(words))


def told(server: LanguageServer, uri: str, path: str = "") -> Iterator[Told]:
    for diagnostic in server.diagnostics(uri):
        start = diagnostic["range"]["start"]
        rule, _, words = diagnostic["message"].partition(": ")
        yield Told(path, start["line"] + 1, start["character"] + 1, rule, words)


def lines_said(server: LanguageServer, old: str, new: str) -> list[str]:
    """What is said of the demonstration benchmark with a text in place of another."""
    assert BENCHMARK.count(old) == 1
    found = told(server, opened(server, BENCHMARK.replace(old, new)))
    return [f"{one.line}:{one.column} {one.rule} {one.words}" for one in found]


# Diagnostics ------------------------------------------------------------------------------------------


def test_no_spec_of_the_suite_has_a_diagnostic(server: LanguageServer) -> None:
    specs = [
        path
        for name in ("a-component", "rubrics", "evaluators")
        for path in REPOSITORY.glob(f"{name}/**/*.yaml")
    ]
    files = {path: server.open(path.relative_to(REPOSITORY).as_posix(), path.read_text()) for path in specs}
    suite = shipped_report().suite
    assert len(files) == len(suite.specs) + len(suite.case_files)
    assert {path: found for path, uri in files.items() if (found := server.diagnostics(uri))} == {}


def test_no_case_that_the_checks_let_pass_has_a_diagnostic(server: LanguageServer) -> None:
    cases = [case for case in RULE_CASES.glob("*/ok*") if case.parent.name[:3] != "WVR"]
    files = {
        str(path): opened(server, path.read_text(), "rubrics" if "rubrics" in path.parts else "a-component")
        for case in sorted(cases)
        for path in specs(case)
        if "evaluators" not in path.parts
    }
    assert len(files) > 100
    assert {path: found for path, uri in files.items() if (found := server.diagnostics(uri))} == {}


def test_an_editor_says_what_the_checks_say(server: LanguageServer, tmp_path: Path) -> None:
    shown = {
        case: {
            (path := file.relative_to(case).as_posix()): opened(
                server, file.read_text(), path.rpartition("/")[0]
            )
            for file in sorted(case.rglob("*.y*ml"))
        }
        for case in CASES
    }
    agreed = set()
    for case, files in shown.items():
        name = f"{case.parent.name}/{case.name}"
        findings = check(overlay_folder(tmp_path / name, case)).findings
        unreadable = {finding.path for finding in findings if finding.rule == "YML001"}
        said = [one for path in files.keys() - unreadable for one in told(server, files[path], path)]
        for finding in findings:
            has_schema = not finding.path.startswith("docs/")
            if finding.rule not in RULES or finding.line in BY_ANOTHER_YAML.get(name, ()) or not has_schema:
                continue
            match = next((one for one in said if one.agrees(finding)), None)
            if match:
                said.remove(match)
                agreed.add(finding.rule)
            else:
                assert finding.rule in BY_OTHER_FILES or name in BEYOND_A_PATTERN, (name, finding)
        assert said == [], name
    assert agreed == set(RULES)


@table
def test_a_mistake_has_one_diagnostic(server: LanguageServer, old: str, new: str, said: list[str]) -> None:
    assert lines_said(server, old, new) == said


@table
def test_a_mistake_in_a_list_of_members_is_found(
    server: LanguageServer, members: str, said: list[str]
) -> None:
    text = (BASE / "rubrics/A-DEM.yaml").read_text()
    text = f"{text[: text.index('benchmarks:')]}{members}\n"
    found = [
        f"{one.line}:{one.column} {one.rule} {one.words}"
        for one in told(server, opened(server, text, "rubrics"))
    ]
    assert len(found) == len(said)
    assert all(line.startswith(words) for line, words in zip(found, said, strict=True)), found


def test_criteria_in_letters_beyond_english_are_let_pass(server: LanguageServer, tmp_path: Path) -> None:
    text = BENCHMARK.replace("Apply when the", "Apply when été, the").replace(
        "apply when the", "apply when 医"
    )
    assert text.count("été") == text.count("医") == 1
    assert list(told(server, opened(server, text))) == []


def test_a_file_that_holds_no_fields_says_so(server: LanguageServer) -> None:
    said = told(server, opened(server, "- code: A-DEM1\n"))
    assert [f"{one.line}:{one.column} {one.rule} {one.words}" for one in said] == [
        "1:1 YML003 the file has to contain fields"
    ]


def test_a_misspelled_field_and_word_come_with_the_right_ones_to_choose(server: LanguageServer) -> None:
    uri = opened(server, "lable: Arrival\nstatus: drafted\n")
    by_rule = {one["message"][:6]: one for one in server.diagnostics(uri)}
    assert "label" in by_rule["FLD102"]["data"]["properties"]
    assert by_rule["FLD105"]["data"]["values"] == ["draft", "active", "deprecated"]


def test_a_modeline_names_the_schema_where_no_setting_does(server: LanguageServer, tmp_path: Path) -> None:
    line = only(blocks(part(EDITOR, "## Write in an editor"), "yaml"))
    text = line + BENCHMARK.replace("weight: 0.5", "weight: 5")
    uri = server.open("elsewhere/A-DEM1.yaml", text)
    assert [one.rule for one in told(server, uri)] == ["FLD104"]
    assert check(suite_with(tmp_path, {"a-component/A-DEM1.yaml": line + BENCHMARK})).findings == ()


# Hover ------------------------------------------------------------------------------------------------


def hover(server: LanguageServer, start: str, offset: int = 1) -> str:
    """What is shown over a place of the demonstration benchmark."""
    line = next(number for number, line in enumerate(LINES) if line.strip().startswith(start))
    place = LINES[line].index(start) + offset
    return str(server.at("hover", opened(server, BENCHMARK), line, place)["contents"]["value"])


@table
def test_a_field_is_explained_where_it_stands(server: LanguageServer, start: str, parts: list[str]) -> None:
    shown = hover(server, start)
    assert [words for words in parts if words not in shown] == []


def test_a_level_is_explained_over_its_text(server: LanguageServer) -> None:
    # Over the number itself the server looks for no explanation: it does so over names alone.
    shown = hover(server, "0.90:", len('0.90: "A'))
    assert (
        "What a score means, by the lower bound of its band. A key at the maximum is a single score." in shown
    )
    assert "SCL402" in shown


def test_a_word_is_explained_where_it_stands(server: LanguageServer) -> None:
    shown = hover(server, "evaluator_type", len("evaluator_type: h"))
    assert "* `manual_sme`: A subject-matter expert." in shown
