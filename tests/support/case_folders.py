"""The case folders of the rules, with whole files.

A case has a file as it is, or as `NAME.changes` only what differs from the file of the demonstration suite:
`@@ 6,2` says that two lines, from the sixth on, are replaced by the lines below it. `NAME.like` names the
case that has the same file.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from pathlib import Path

from support.paths import BASE, DATA

_ENDING = ".changes"
_HUNK = re.compile(r"^@@ (\d+),(\d+)\n", re.MULTILINE)


def changed(text: str, changes: str) -> str:
    """A text with the lines of `NAME.changes` in place of its own."""
    lines = text.splitlines(keepends=True)
    _, *parts = _HUNK.split(changes)
    hunks = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    for start, count, new in reversed([*hunks]):
        first = int(start) - 1
        lines[first : first + int(count)] = [new]
    return "".join(lines)


def _laid_out() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rule-cases-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(DATA / "rules", folder, dirs_exist_ok=True)
    for path in [*folder.rglob(f"*{_ENDING}")]:
        whole = path.with_name(path.name.removesuffix(_ENDING))
        own = BASE.joinpath(*whole.relative_to(folder).parts[2:])
        whole.write_bytes(changed(own.read_text("utf-8"), path.read_text("utf-8")).encode())
        path.unlink()
    for path in [*folder.rglob("*.like")]:
        within = path.relative_to(folder).with_suffix("").parts[2:]
        shutil.copy(folder.joinpath(path.read_text().strip(), *within), path.with_suffix(""))
        path.unlink()
    return folder


RULE_CASES = _laid_out()
"""A folder a rule, with its cases: `WGT301/err`, `WGT301/ok`."""
