"""What an editor offers, asked of the real YAML language server, makes YAML that fits."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.specs.models import Benchmark, Rubric
from support.language_server import LanguageServer, opened
from support.tables import data

# Completion -------------------------------------------------------------------------------------------


def completion(server: LanguageServer, text: str, folder: str = "a-component") -> dict[str, Any]:
    """What is offered at the end of a text, by its label."""
    lines = text.split("\n")
    uri = opened(server, text, folder)
    offered = server.at("completion", uri, len(lines) - 1, len(lines[-1]))["items"]
    return {item["label"]: item for item in offered}


def test_the_fields_that_are_not_there_yet_are_offered_with_what_they_mean(server: LanguageServer) -> None:
    offered = completion(server, "code: A-DEM1\nweight: 0.5\n")
    assert not {"code", "weight", "sub_rubrics"} & set(offered)
    assert {"concept", "evaluator_type", "llm_prompt_file", "scoring_scale"} <= set(offered)
    assert "WGT304" in offered["concept"]["documentation"]["value"]


@pytest.mark.parametrize(
    ("text", "folder", "words"),
    [
        ("evaluator_type: ", "a-component", {"code", "llm_judge", "hybrid", "manual_sme"}),
        ("status: d", "a-component", {"draft", "active", "deprecated"}),
        ("aggregation_method: ", "rubrics", {"WEIGHTED_AVERAGE", "MINIMUM", "MAXIMUM", "MEAN"}),
        ("metric:\n  unit: ", "a-component", {"case", "item"}),
        ("metric:\n  numerator: kept\n  unparseable_output: n", "a-component", {"fails", "not_evaluated"}),
        ("decisions:\n  - fields: [", "a-component", set(Benchmark.decided())),
        ("decisions:\n  - fields: [weight, ", "rubrics", set(Rubric.decided())),
        ("decisions:\n  - fields:\n      - ", "rubrics", set(Rubric.decided())),
    ],
)
def test_the_words_that_a_field_takes_are_offered(
    server: LanguageServer, text: str, folder: str, words: set[str]
) -> None:
    assert set(completion(server, text, folder)) == words


def test_a_field_is_written_with_the_form_of_its_value(server: LanguageServer) -> None:
    offered = completion(server, "code: A-DEM1\n")
    written = {label: item["textEdit"]["newText"] for label, item in offered.items()}
    assert written["label"] == 'label: "$1"'
    assert written["examples"] == 'examples:\n  - "$1"'
    assert written["aliases"] == "aliases:\n  - "
    assert written["inclusion_criteria"] == "inclusion_criteria: >\n  Apply when $1. Flag if $2."
    assert written["scoring_scale"] == "scoring_scale:\n  min_value: ${1:0}\n  max_value: ${2:1}"
    assert written["llm_prompt_file"] == "llm_prompt_file: evaluators/llm-judge/${1:concept}_prompt.md"


def test_the_fields_of_a_block_are_offered_within_it(server: LanguageServer) -> None:
    offered = completion(server, "scoring_scale:\n  min_value: 0\n  ")
    assert {"max_value", "normalization_formula", "descriptions"} <= set(offered)
    assert not {"min_value", "code"} & set(offered)


WRITTEN: list[tuple[str, str, str, object]] = data(__file__)["written"]
"""Where something is offered, its label, and what the text holds once it is taken."""
SILENT = data(__file__)["silent"]
"""Where nothing can be offered but what the author knows."""


def applied(text: str, item: dict[str, Any]) -> str:
    """A text with an offer taken at its end: blanks stay empty, lines are set in as the last one is."""
    edit = item["textEdit"]
    lines = text.split("\n")
    place, last = edit["range"]["start"], lines[-1]
    assert (place["line"], edit["range"]["end"]) == (
        len(lines) - 1,
        {"line": len(lines) - 1, "character": len(last)},
    )
    lead = last[: len(last) - len(last.lstrip(" "))]
    written = re.sub(r"\$\{\d+:([^}]*)\}|\$\d+", lambda match: match[1] or "", edit["newText"])
    ahead = [*lines[:-1], last[: place["character"]]]
    return "\n".join(ahead) + written.replace("\n", f"\n{lead}")


@pytest.mark.parametrize(("folder", "text", "label", "holds"), WRITTEN)
def test_what_is_offered_within_a_value_fits_there(
    server: LanguageServer, folder: str, text: str, label: str, holds: object
) -> None:
    file = parse_yaml(TextFile("A-DEM1.yaml", applied(text, completion(server, text, folder)[label])))
    assert file.problems == ()
    assert file.data == holds


@pytest.mark.parametrize(("folder", "text"), SILENT)
def test_a_form_is_not_offered_a_second_time(server: LanguageServer, folder: str, text: str) -> None:
    assert completion(server, text, folder) == {}


@pytest.mark.parametrize("folder", ["a-component", "rubrics"])
def test_every_offer_makes_yaml_with_the_field_in_it(server: LanguageServer, folder: str) -> None:
    top = completion(server, "# A spec\n", folder)
    assert set(top) == set((Rubric if folder == "rubrics" else Benchmark).model_fields)
    within = [f"{name}:\n  " for name in ("scoring_scale", "evaluation_guidelines", "review") if name in top]
    behind = [f"{name}: " for name in top]
    for text in ("# A spec\n", *within, *behind):
        for label, item in completion(server, text, folder).items():
            file = parse_yaml(TextFile("A-DEM1.yaml", applied(text, item)))
            assert file.problems == (), (text, label)
            written = file.data if text.startswith("#") else file.data[text.split(":")[0]]
            if text in within or text.startswith("#"):
                assert isinstance(written, dict)
                assert list(written) == [label]
