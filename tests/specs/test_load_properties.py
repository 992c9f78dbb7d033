"""Whatever stands in a file, the check ends with findings that lie inside their files, and never raises."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.paths import BASE
from support.property_tests import examples, findings_of
from support.suites import suite_with
from support.tables import data

PROMPT = "evaluators/llm-judge/arrival_prompt.md"
PROPERTY = examples(80)
MUTATED = "a-component/A-DEM1.yaml"
LINES = (BASE / MUTATED).read_text().splitlines()
ODD_LINES = data(__file__)["odd_lines"]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite, in which each example of a property replaces one file for a while."""
    return suite_with(tmp_path_factory.mktemp("scratch"))


def assert_findings_lie_inside_their_files(root: Path, path: str, content: bytes) -> None:
    (root / path).write_bytes(content)
    findings_of(root)
    (root / path).write_bytes((BASE / path).read_bytes() if (BASE / path).exists() else b"")


@PROPERTY
@given(content=st.binary(max_size=300))
def test_any_bytes_are_checked_as_a_spec(scratch: Path, content: bytes) -> None:
    assert_findings_lie_inside_their_files(scratch, MUTATED, content)


@PROPERTY
@given(content=st.text(max_size=200) | st.text(alphabet="{}[]:-,#&*!|>'\"%@`?~= \n\r\tab01.<é", max_size=60))
def test_any_text_is_checked_as_a_spec(scratch: Path, content: str) -> None:
    assert_findings_lie_inside_their_files(scratch, MUTATED, content.encode("utf-8", "surrogatepass"))


@PROPERTY
@given(
    value=st.text(alphabet="{}[]:-,#&*!|>'\"%@`?~= ab019._xe+é²", max_size=12),
    line=st.integers(0, len(LINES) - 1),
)
def test_any_value_is_checked_in_any_field(scratch: Path, value: str, line: int) -> None:
    key = LINES[line].split(":")[0]
    lines = [*LINES[:line], f"{key}: {value}", *LINES[line + 1 :]]
    assert_findings_lie_inside_their_files(scratch, MUTATED, "\n".join(lines).encode())


@examples(150)
@given(
    edits=st.lists(
        st.tuples(
            st.sampled_from(["delete", "insert", "replace"]),
            st.integers(0, 40),
            st.sampled_from(LINES + ODD_LINES),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_edit_of_a_specs_lines_is_checked(scratch: Path, edits: list[tuple[str, int, str]]) -> None:
    lines = list(LINES)
    for kind, place, line in edits:
        at = place % (len(lines) + 1)
        lines[at : at + (kind != "insert")] = [] if kind == "delete" else [line]
    assert_findings_lie_inside_their_files(scratch, MUTATED, "\n".join(lines).encode())


@PROPERTY
@given(
    content=st.text(max_size=100)
    | st.lists(st.sampled_from((BASE / PROMPT).read_text().splitlines())).map("\n".join)
)
def test_any_text_is_checked_as_a_prompt(scratch: Path, content: str) -> None:
    assert_findings_lie_inside_their_files(scratch, PROMPT, content.encode("utf-8", "surrogatepass"))


@PROPERTY
@given(
    lines=st.lists(
        st.sampled_from(
            [
                "[tool.benchdocs]",
                "[[tool.benchdocs.waivers]]",
                "[tool.benchdocs.categories]",
                "tool = 1",
                'exclude = ["*"]',
                "exclude = [3]",
                'waivers = [{rule = "TXT506", code = "A-DEM1"}, 3]',
                'rule = "TXT506"',
                "code = 7",
                'reason = ""',
                'A-DEM = "none"',
                '"" = []',
                "x = '''",
            ]
        )
        | st.text(max_size=20)
    )
)
def test_any_lines_are_checked_as_settings(scratch: Path, lines: list[str]) -> None:
    assert_findings_lie_inside_their_files(
        scratch, "pyproject.toml", "\n".join(lines).encode("utf-8", "surrogatepass")
    )
