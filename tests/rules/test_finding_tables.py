"""Small changes to the demonstration suite, by subject: what is found, and what a fix would write.

A group of `data/findings` has a claim; a change, which consists of the files of a rule's case `over` the
suite, `fields` in place of a file's own, `copies` of files, pieces to `edit`, whole `files` and lines to
`append`; perhaps the rule to look at; and its cases. A case lists values for `{0}`, `{1}` in the change and,
at its end, what is found: for each finding a line of the `form`. `found` is what all cases have in common.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.rule import Sample
from support.paths import DATA, RULE_CASES
from support.suites import overlay_folder, overlay_samples

CHANGES = ("over", "fields", "copies", "edit", "files", "append")


def cases() -> Iterator[Any]:
    for path in sorted((DATA / "findings").glob("*.yaml")):
        for group in yaml.safe_load(path.read_text("utf-8")):
            for number, row in enumerate(group["cases"]):
                values = row if isinstance(row, list) else [row]
                expected = group["found"] if "found" in group else values[-1]
                values = values if "found" in group else values[:-1]
                yield pytest.param(group, values, expected, id=f"{path.stem}: {group['claim']}, {number}")


def filled(change: Any, values: list[str]) -> Any:
    """A change with its values in their places."""
    if isinstance(change, dict):
        return {filled(key, values): filled(inner, values) for key, inner in change.items()}
    for number, value in enumerate(values):
        change = change.replace(f"{{{number}}}", str(value))
    return change


def laid_out(target: Path, change: dict[str, Any]) -> Path:
    """The demonstration suite, with a case of a rule over it if one is named, and with a change."""
    samples = (Sample(path, text, whole=False) for path, text in change.get("fields", {}).items())
    overlay_samples(target, tuple(samples))
    if "over" in change:
        overlay_folder(target, RULE_CASES / change["over"])
    for path, source in change.get("copies", {}).items():
        shutil.copy(target / source, target / path)
    for path, pairs in change.get("edit", {}).items():
        text = (target / path).read_text("utf-8")
        for old, new in pairs.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (target / path).write_text(text, "utf-8")
    for path, text in change.get("files", {}).items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, "utf-8")
    for path, end in change.get("append", {}).items():
        with (target / path).open("a", encoding="utf-8") as file:
            file.write(end)
    return target


def shown(finding: Finding, form: str) -> str:
    new = " + ".join(change.new for change in finding.fix)
    return form.format(**finding._asdict(), new=new)


@pytest.mark.parametrize(("group", "values", "expected"), list(cases()))
def test_a_change_is_answered_as_the_table_says(
    tmp_path: Path, group: dict[str, Any], values: list[str], expected: str | list[str]
) -> None:
    change = {kind: filled(group[kind], values) for kind in CHANGES if kind in group}
    findings = check(laid_out(tmp_path, change)).findings
    form = group.get("form", "{message} | {hint}")
    told = [shown(each, form) for each in findings if each.rule.startswith(group.get("rule", ""))]
    assert told == ([expected] if isinstance(expected, str) else expected)
