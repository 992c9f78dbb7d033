"""Mistakes of an author's first hours: each hint tells the truth, and a fix comes where one form is right."""

import io
import zipfile
from pathlib import Path

import pytest

from benchdocs.documents.locations import Edit
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.paths import BASE
from support.suites import suite_with

SPEC, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
TEXT = (BASE / SPEC).read_text()
RICH_TEXT = b"{\\rtf1\\ansi\\ansicpg1252\n\\f0\\fs24 code: A-DEM1\\\nweight: 0.5\\\n}"
OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", "<w:document/>")
    return file.getvalue()


def first(tmp_path: Path, line: str, old: str = "weight: 0.5") -> Finding:
    """The first finding with this line in the spec."""
    return check(suite_with(tmp_path, {SPEC: TEXT.replace(old, line, 1)})).findings[0]


def fixed(finding: Finding) -> str | None:
    return next((edit.new for edit in finding.fix if isinstance(edit, Edit)), None)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("weight: 1/2", "0.5"),
        ("weight: '3 / 8'", "0.375"),
        ("weight: ½", "0.5"),
        ("weight: 1/3", None),
        ("weight: 1/0", None),
    ],
)
def test_a_fraction_is_written_in_decimals(tmp_path: Path, line: str, right: str | None) -> None:
    finding = first(tmp_path, line)
    assert (finding.rule, fixed(finding)) == ("FLD103", right)
    if right:
        assert finding.hint == f"write it in decimals: `{right}`"


def test_a_fraction_without_an_exact_decimal_is_rounded_by_the_author(tmp_path: Path) -> None:
    finding = first(tmp_path, "weight: 1/3")
    assert finding.hint == "write it in decimals, rounded as in `0.33`"
    assert finding.why_not == "only you know how to round `1/3`"


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("status: draft (waiting for QA)", "draft  # waiting for QA"),
        ("status: draft - waiting for QA", "draft  # waiting for QA"),
        ("status: draft, waiting for QA", "draft  # waiting for QA"),
        ("status: active (no draft any more)", None),
        ("status: draft, active", None),
        ("version: 2 (draft)", "2  # draft"),
        ("threshold: 0.90 (for now)", "0.90  # for now"),
        ("threshold: 0.90 - 0.95", None),
    ],
)
def test_a_note_behind_a_value_becomes_a_comment(tmp_path: Path, line: str, right: str | None) -> None:
    old = "threshold: 0.90" if line.startswith("threshold") else "label: Arrival time recorded"
    finding = first(tmp_path, line, old)
    assert fixed(finding) == right
    if right:
        assert finding.hint == f"write `{right}`: a comment starts with `#`"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (RICH_TEXT, "rich text"),
        (zipped(), "a word processor"),
        (OLD_WORD, "a word processor"),
        (b"%PDF-1.4", "a PDF"),
    ],
)
@pytest.mark.parametrize("path", [SPEC, PROMPT])
def test_rich_text_under_the_name_of_a_spec_is_called_so(
    tmp_path: Path, content: bytes, kind: str, path: str
) -> None:
    findings = check(suite_with(tmp_path, {path: content})).findings
    (found,) = [finding for finding in findings if finding.path == path]
    assert found.rule == "YML001"
    assert kind in found.message
    name = path.rpartition("/")[2]
    assert found.hint == f"copy the text into a plain text editor, and save it there as `{name}`"


@pytest.mark.parametrize("ending", ["docx", "odt", "pages", "rtf", "yaml.docx"])
def test_an_office_file_among_the_specs_is_found_and_nobody_is_told_to_rename_it(
    tmp_path: Path, ending: str
) -> None:
    stray = f"a-component/A-DEM1.{ending}"
    root = suite_with(tmp_path, {stray: zipped()})
    assert [(finding.place, finding.rule) for finding in check(root).findings] == [(f"{stray}:1:1", "YML001")]
    (root / SPEC).unlink()
    hints = [finding.hint or "" for finding in check(root).findings if "A-DEM1" in finding.message]
    assert hints
    assert all("plain text" in hint and "call it" not in hint for hint in hints)


def test_an_office_file_may_be_excluded_or_lie_elsewhere(tmp_path: Path) -> None:
    settings = '[tool.benchdocs]\nexclude = [{path = "rubrics/*.docx", reason = "Not ready for review."}]\n'
    files: dict[str, str | bytes] = {
        "rubrics/notes.docx": zipped(),
        "notes.docx": zipped(),
        "pyproject.toml": settings,
    }
    assert check(suite_with(tmp_path, files)).findings == ()
