"""An editor with the YAML language server marks what no field takes, explains fields and offers words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchdocs.rules.check import check
from benchdocs.specs.reviews import Reviewers, ReviewRecord
from support.case_folders import RULE_CASES
from support.documentation import EDITOR, blocks, only, part
from support.language_server import LanguageServer, opened
from support.paths import BASE, REPOSITORY
from support.schema_cases import specs
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

BENCHMARK = (BASE / "a-component/A-DEM1.yaml").read_text()
LINES = BENCHMARK.split("\n")


def marked(server: LanguageServer, uri: str) -> list[str]:
    """The places that an editor marks; lines and columns count from 1."""
    starts = [found["range"]["start"] for found in server.diagnostics(uri)]
    return [f"{start['line'] + 1}:{start['character'] + 1}" for start in starts]


def folder_of(path: Path) -> str:
    """Where the settings expect such a file."""
    return path.parts[0] if path.parts[0] in ("rubrics", "runs") else "a-component"


# Diagnostics ------------------------------------------------------------------------------------------


def test_no_spec_of_the_suite_has_a_diagnostic(server: LanguageServer) -> None:
    specs = [
        path
        for name in ("a-component", "rubrics", "evaluators")
        for path in REPOSITORY.glob(f"{name}/**/*.yaml")
    ]
    files = {path: server.open(path.relative_to(REPOSITORY).as_posix(), path.read_text()) for path in specs}
    suite = shipped_report().suite
    assert len(files) == sum(file.model not in (ReviewRecord, Reviewers) for file in suite.files)
    assert {path: found for path, uri in files.items() if (found := server.diagnostics(uri))} == {}


def test_no_case_that_the_checks_let_pass_has_a_diagnostic(server: LanguageServer) -> None:
    cases = [case for case in RULE_CASES.glob("*/ok*") if case.parent.name[:3] != "WVR"]
    files = {
        str(path): opened(server, path.read_text(), folder_of(path.relative_to(case)))
        for case in sorted(cases)
        for path in specs(case)
        if "evaluators" not in path.parts
    }
    assert len(files) > 100
    assert {path: found for path, uri in files.items() if (found := server.diagnostics(uri))} == {}


@table
def test_a_mistake_is_marked_once_at_its_place(
    server: LanguageServer, old: str, new: str, place: str
) -> None:
    assert BENCHMARK.count(old) == 1
    assert marked(server, opened(server, BENCHMARK.replace(old, new))) == [place]


def test_a_misspelled_field_and_word_come_with_the_right_ones_to_choose(server: LanguageServer) -> None:
    uri = opened(server, BENCHMARK.replace("label:", "lable:") + "status: drafted\n")
    field, word = sorted(server.diagnostics(uri), key=lambda found: found["range"]["start"]["line"])
    assert "label" in field["data"]["properties"]
    assert word["data"]["values"] == ["draft", "active", "deprecated"]


def test_a_modeline_names_the_schema_where_no_setting_does(server: LanguageServer, tmp_path: Path) -> None:
    line = only(blocks(part(EDITOR, "## Write in an editor"), "yaml"))
    text = line + BENCHMARK.replace("weight: 0.5", "weight: 5")
    assert marked(server, server.open("elsewhere/A-DEM1.yaml", text)) == ["8:9"]
    assert check(suite_with(tmp_path, {"a-component/A-DEM1.yaml": line + BENCHMARK})).findings == ()


# Completion -------------------------------------------------------------------------------------------


def offered(server: LanguageServer, text: str, folder: str = "a-component") -> dict[str, Any]:
    """What is offered at the end of a text, by its label."""
    lines = text.split("\n")
    uri = opened(server, text, folder)
    found = server.at("completion", uri, len(lines) - 1, len(lines[-1]))["items"]
    return {item["label"]: item for item in found}


def test_the_fields_that_are_not_there_yet_are_offered_with_what_they_mean(server: LanguageServer) -> None:
    fields = offered(server, "code: A-DEM1\nweight: 0.5\n")
    assert not {"code", "weight", "sub_rubrics"} & set(fields)
    assert {"concept", "evaluator_type", "llm_prompt_file", "scoring_scale"} <= set(fields)
    assert "WGT304" in fields["concept"]["documentation"]["value"]


@table
def test_the_words_that_a_field_takes_are_offered(
    server: LanguageServer, text: str, folder: str, words: list[str]
) -> None:
    assert sorted(offered(server, text, folder)) == words


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


def test_a_word_is_explained_where_it_stands(server: LanguageServer) -> None:
    shown = hover(server, "evaluator_type", len("evaluator_type: h"))
    assert "* `manual_sme`: A subject-matter expert." in shown
