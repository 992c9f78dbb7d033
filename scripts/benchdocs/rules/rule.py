"""What a rule is: constants, a docstring that is its documentation page, and a generator.

The docstring has a fixed form, which `Explanation` reads and the tests prove against the checker:

    What is wrong, in a paragraph or two.

    Why: why it matters.

    Fix: how to mend it.

    Bad a-component/A-DEM1.yaml:

        weight: 1.2

    Good a-component/A-DEM1.yaml:

        weight: 0.5

A sample is a fragment: its fields (or a prompt's sections) replace those of the same file in the
demonstration suite that the tests keep. `Bad (whole file) PATH:` replaces the file itself.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from benchdocs.rules.finding import Severity, Violation

Find = Callable[..., Iterator[Violation]]

MAX_LISTED = 100
"""Findings of one rule in one file that are listed before the rest of them is given up."""
_SAMPLE = r"(Bad|Good)( \(whole file\))? (\S+):$"


class Sample(NamedTuple):
    """A piece of a file that breaks a rule, or keeps it."""

    path: str
    text: str
    whole: bool


class Explanation(NamedTuple):
    """A rule's documentation, taken from its docstring."""

    what: str
    why: str
    fix: str
    bad: tuple[Sample, ...]
    good: tuple[Sample, ...]


class Rule:
    """One requirement of the field specification (or of the project) and how violations are found."""

    def __init__(self, id: str, title: str, severity: Severity, source: str, find: Find) -> None:
        self.id = id
        self.title = title
        self.severity = severity
        self.source = source  # section of the field specification, or of the project's conventions
        self.find = find

    @cached_property
    def explanation(self) -> Explanation:
        """The rule's page; raises ValueError where the docstring lacks a part."""
        return _explanation(inspect.getdoc(self.find) or "")


def rule(id: str, title: str, severity: Severity = Severity.ERROR, *, source: str) -> Callable[[Find], Rule]:
    """Make a rule of a generator that yields violations."""
    return lambda find: Rule(id, title, severity, source, find)


def _explanation(doc: str) -> Explanation:
    parts: dict[str, str] = {"what": ""}
    samples: dict[str, list[Sample]] = {"Bad": [], "Good": []}
    name = "what"
    for block in re.split(r"\n\n(?=\S)", doc):
        head, _, rest = block.partition("\n")
        if match := re.match(_SAMPLE, head):
            text = inspect.cleandoc("\n" + rest).strip("\n") + "\n"
            samples[match[1]].append(Sample(match[3], text, bool(match[2])))
            continue
        if block.startswith(("Why: ", "Fix: ")):
            name = block[:3].lower()
            block = block[5:]
        parts[name] = (parts.get(name, "") + "\n\n" + block).strip()
    try:
        bad, good = tuple(samples["Bad"]), tuple(samples["Good"])
        return Explanation(parts["what"], parts["why"], parts["fix"], bad, good)
    except KeyError as missing:
        raise ValueError(f"the docstring has no part {missing}: {doc[:60]!r}") from missing
