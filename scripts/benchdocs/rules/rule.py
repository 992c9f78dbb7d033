"""What a rule is: constants, a docstring that is its documentation page, and a generator.

The docstring has a fixed form, which `Explanation` reads and the tests prove against the checker:

    What is wrong, in a paragraph or two.

    Why: why it matters.

    Fix: how to fix it.

    Bad a-component/A-DEM1.yaml:

        weight: 1.2

    Good a-component/A-DEM1.yaml:

        weight: 0.5

A sample is a fragment: its fields (or a prompt's sections) replace those of the same file in the
demonstration suite that the tests keep. `Bad (whole file) PATH:` replaces the file itself.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, eq=False)
class Rule:
    """One requirement of the field specification (or of the project) and how violations are found.

    Attributes:
        source: Section of the field specification, or of the project's conventions.
        is_fixable: Whether `--fix` fixes a finding that has exactly one right form.
        fields: Routes of the fields whose values it looks at (`scoring_scale.min_value`), besides what a
            field's type requires. `benchmark.code` and `rubric.code` stand for one kind of spec, `code` for
            both.
        setting: Setting of a suite that switches it on; empty for a rule of every suite.
    """

    find: Find
    id: str
    title: str
    severity: Severity
    source: str
    is_fixable: bool
    fields: tuple[str, ...]
    setting: str = ""

    @cached_property
    def explanation(self) -> Explanation:
        """The rule's page; raises ValueError where the docstring lacks a part."""
        doc = inspect.getdoc(self.find) or ""
        parts = {"what": ""}
        samples: dict[str, list[Sample]] = {"Bad": [], "Good": []}
        name = "what"
        for block in re.split(r"\n\n(?=\S)", doc):
            head, _, rest = block.partition("\n")
            if match := re.match(_SAMPLE, head):
                text = inspect.cleandoc("\n" + rest).strip("\n") + "\n"
                samples[match[1]].append(Sample(match[3], text, bool(match[2])))
                continue
            if block.startswith(("Why: ", "Fix: ")):
                name, block = block[:3].lower(), block[5:]
            parts[name] = (parts.get(name, "") + "\n\n" + block).strip()
        if missing := [part for part in ("why", "fix") if part not in parts]:
            raise ValueError(f"the docstring has no part {missing[0]!r}: {doc[:60]!r}")
        return Explanation(**parts, bad=tuple(samples["Bad"]), good=tuple(samples["Good"]))


DEFINED: dict[str, Rule] = {}
"""Rules by ID, as far as their modules are imported; the registry imports all."""


def rule(
    id: str,
    title: str,
    severity: Severity = Severity.ERROR,
    *,
    source: str = "",
    fixable: bool = False,
    fields: tuple[str, ...] = (),
    setting: str = "",
) -> Callable[[Find], Rule]:
    """Make a rule of a generator that yields violations; `Rule` explains the arguments.

    The source of a module's rules is its constant `SOURCE`; a rule with another one names it.
    """

    def made(find: Find) -> Rule:
        section = source or find.__globals__["SOURCE"]
        DEFINED[id] = Rule(find, id, title, severity, section, fixable, fields, setting)
        return DEFINED[id]

    return made
