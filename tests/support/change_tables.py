"""Tables of small changes to the demonstration suite, each with what is found after it.

A group has a claim; a change, which consists of the files of a rule's case `over` the suite, `fields` in
place of a file's own, `copies` of files, pieces to `edit`, whole `files`, lines to `append` and another
`line_end`; and its cases. With `settings: shipped`, the suite forbids what the shipped one does. A case lists
values for `{0}`, `{1}` in the change and, at its end, what is found: one line, or a list of lines. `found` is
what all cases have in common.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml

from benchdocs.rules.rule import Sample
from support.case_folders import RULE_CASES
from support.forbidden import FORBIDDEN
from support.paths import DATA
from support.suites import overlay_folder, overlay_samples, write

Group = dict[str, Any]


def cases(folder: str) -> dict[str, tuple[Group, list[str], list[str]]]:
    """Return the `group`, `values` and `expected` of each case in the tables of a folder."""
    found = {}
    for path in sorted((DATA / folder).glob("*.yaml")):
        for group in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader):
            for number, row in enumerate(group["cases"]):
                values = row if isinstance(row, list) else [row]
                expected = group["found"] if "found" in group else values[-1]
                values = values if "found" in group else values[:-1]
                lines = expected if isinstance(expected, list) else [expected]
                found[f"{path.stem}: {group['claim']}, {number}"] = group, values, lines
    return found


def laid_out(target: Path, group: Group, values: list[str]) -> Path:
    """The demonstration suite with a change of a group."""
    change = {kind: _filled(inner, values) for kind, inner in group.items() if isinstance(inner, dict)}
    samples = (Sample(path, text, whole=False) for path, text in change.get("fields", {}).items())
    overlay_samples(target, tuple(samples))
    if group.get("settings") == "shipped":
        write(target, {"benchdocs.toml": FORBIDDEN})
    if "over" in group:
        overlay_folder(target, RULE_CASES / group["over"])
    apply(target, change, group.get("line_end", "\n"))
    return target


def apply(target: Path, change: Group, line_end: str = "\n") -> None:
    """Move and copy files of a suite, replace pieces of them, write whole ones, and append lines."""
    for path, other in change.get("move", {}).items():
        (target / other).parent.mkdir(parents=True, exist_ok=True)
        (target / path).rename(target / other)
    for path, source in change.get("copies", {}).items():
        shutil.copy(target / source, target / path)
    for path, pairs in change.get("edit", {}).items():
        text = (target / path).read_text("utf-8")
        for old, new in pairs.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (target / path).write_bytes(text.replace("\n", line_end).encode())
    write(target, change.get("files", {}))
    for path, end in change.get("append", {}).items():
        with (target / path).open("a", encoding="utf-8") as file:
            file.write(end)


def _filled(change: Any, values: list[str]) -> Any:
    """A change with its values in their places."""
    if isinstance(change, dict):
        return {_filled(key, values): _filled(inner, values) for key, inner in change.items()}
    for number, value in enumerate(values):
        change = change.replace(f"{{{number}}}", value)
    return change
