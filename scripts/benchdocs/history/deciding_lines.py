"""The lines of specs that can change a score, compared before and after a commit."""

import re
from collections.abc import Hashable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchdocs.history.git import blobs
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric

Key = TypeVar("Key", bound=Hashable)


class FileContents(NamedTuple):
    """The content of a file before and after a commit, as hashes of git's; empty where there is none.

    Attributes:
        before: One for each parent that a merge differs from.
    """

    before: tuple[str, ...]
    after: str


def deciding(root: Path, edits: Mapping[Key, FileContents]) -> set[Key]:
    """Return the edits that touched a line of a deciding field or a version, by their keys.

    A merge has to differ from all its parents. Raises GitError where a former content cannot be read.
    """
    wanted = {blob for edit in edits.values() for blob in (*edit.before, edit.after)}
    names = sorted(wanted - {""})
    pattern = _pattern()
    lines: dict[str, list[bytes]] = {"": []}
    for name, content in zip(names, blobs(root, names), strict=True):
        lines[name] = pattern.findall(b"\n%b" % content)
    found = set()
    for key, edit in edits.items():
        if lines[edit.after] not in [lines[blob] for blob in edit.before]:
            found.add(key)
    return found


@cache
def _pattern() -> re.Pattern[bytes]:
    """Return what finds the line of a field, of specs or of their blocks, that can change a score.

    It starts with the end of the line before, which is found fast.
    """
    names = {"version"}
    waiting: list[type[Fields]] = [Benchmark, Rubric]
    while waiting:
        model = waiting.pop()
        names |= {name for name, facts in model.facts().items() if facts.effect is Effect.SCORE}
        waiting += model.blocks().values()
    fields = "|".join(sorted(map(re.escape, names)))
    return re.compile(rf"\n[ \t-]*(?:{fields}):[^\r\n]*".encode())
