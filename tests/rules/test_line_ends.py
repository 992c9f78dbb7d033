"""A file that was saved on Windows is found to be what it was before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.rule_cases import case_name, cases, found
from support.suites import overlay_folder
from support.syntax_error_cases import SyntaxErrorCase, syntax_error_cases


def saved_on_windows(root: Path) -> None:
    for path in root.rglob("*"):
        if path.suffix in (".yaml", ".md", ".toml") and path.is_file():
            content = path.read_bytes()
            path.write_bytes(content if b"\r" in content else content.replace(b"\n", b"\r\n"))


def told(findings: Iterable[Finding]) -> list[tuple[object, ...]]:
    return [
        (each.place, each.rule, each.severity, each.message, each.hint, bool(each.fix)) for each in findings
    ]


def fixed(root: Path, findings: Iterable[Finding], path: str) -> str:
    """A file once all of its findings are fixed."""
    text = (root / path).read_bytes().decode()
    for edit in sorted((each.fix for each in findings if each.fix and each.fix.path == path), reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


@pytest.mark.sweep(4)
@pytest.mark.parametrize("case", cases("err"), ids=case_name)
def test_line_ends_change_no_finding_and_no_fix(case: Path, tmp_path: Path) -> None:
    root, rule = overlay_folder(tmp_path, case), case.parent.name
    before = found(root, rule)
    paths = {each.fix.path for each in before if each.rule == rule and each.fix}
    mended = {path: fixed(root, [each for each in before if each.rule == rule], path) for path in paths}
    saved_on_windows(root)
    after = found(root, rule)
    assert told(after) == told(before)
    for path, text in mended.items():
        again = fixed(root, [each for each in after if each.rule == rule], path)
        assert again.replace("\r\n", "\n") == text.replace("\r\n", "\n")


@pytest.mark.sweep(4)
@pytest.mark.parametrize("case", syntax_error_cases(), ids=lambda case: case.name)
def test_line_ends_change_no_syntax_error(case: SyntaxErrorCase, tmp_path: Path) -> None:
    root = case.lay(tmp_path / "suite")
    before = told(check(root).findings)
    saved_on_windows(root)
    assert told(check(root).findings) == before
