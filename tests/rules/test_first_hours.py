"""Mistakes of an author's first hours: each hint tells the truth, and a fix comes where one form is right."""

import io
import zipfile
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.specs.fields import RUBRIC_FORM
from support.paths import BASE
from support.suites import suite_with
from support.tables import table

SPEC, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
RICH_TEXT = b"{\\rtf1\\ansi\\ansicpg1252\n\\f0\\fs24 code: A-DEM1\\\nweight: 0.5\\\n}"
OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", "<w:document/>")
    return file.getvalue()


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
    expected = [(f"{stray}:1:1", "YML001")]
    assert [(finding.place, finding.rule) for finding in check(root).findings] == expected
    (root / SPEC).unlink()  # whatever names it waits until the file can be read
    told = [finding for finding in check(root).findings if "A-DEM1" in finding.place + finding.message]
    assert [(finding.place, finding.rule) for finding in told] == expected
    assert "plain text" in (told[0].hint or "")


@table
def test_a_root_may_be_a_word_and_a_longer_code_is_told_how_long_it_may_be(
    tmp_path: Path, code: str, is_refused: bool
) -> None:
    text = (BASE / "rubrics/A.yaml").read_text().replace("code: A\n", f"code: {code}\n")
    findings = check(suite_with(tmp_path, {f"rubrics/{code}.yaml": text})).findings
    hints = [finding.hint for finding in findings if finding.rule == "FLD106"]
    assert hints == [f"write it as {RUBRIC_FORM}"] * is_refused


def test_a_benchmark_may_belong_to_any_component_that_a_rubric_may(tmp_path: Path) -> None:
    text = (BASE / SPEC).read_text().replace("A-DEM1", "NOTE-DUE1")
    root = suite_with(tmp_path, {"note-component/NOTE-DUE1.yaml": text})
    assert not [finding for finding in check(root).findings if finding.rule == "FLD106"]
