"""What the home page shows: one example, what is confirmed so far, and a map whose areas are weights."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from benchdocs.history.signatures import Reviewed
from benchdocs.reports.text import listed
from benchdocs.site.views.examples import Example, examples
from benchdocs.site.views.spec import BenchmarkView, RubricView, SpecView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.numbers import counted
from benchdocs.suite.cases import confirmed
from benchdocs.suite.codes import component_of
from benchdocs.suite.files import grouped
from benchdocs.suite.gates import Block
from benchdocs.suite.judges import measured_judges
from benchdocs.suite.reviews import Standing

UNITS = 10_000
"""Width of a whole map and height of a whole column, in the units of their parts."""
_COLUMNS, _PARTS = range(7, 19), 9
"""How many columns fit abreast, and how many parts a column or row shows by their weight."""
_LONGEST, _NARROWEST = 7, Decimal("0.045")
"""Most letters of a code that a column holds, and the least share of the width that holds as many."""
_MOST_NAMED = 4
"""How many rubrics a sentence names."""
_WORDS = {
    Block.ITSELF: "A miss blocks the release",
    Block.RUBRIC: "A miss blocks it through its rubric",
    None: "A miss lowers the score",
}
_OF_RUBRICS = {
    Block.ITSELF: "Has hard gates, which block a release",
    Block.RUBRIC: "Has benchmarks that block it through their rubric",
    None: "Lowers the score",
}


@dataclass(frozen=True)
class Cell:
    """A benchmark on the map, or a rubric of a large suite.

    Attributes:
        opening: What its code has in common with its column's.
        rest: What tells it from the others of its column.
        units: Its part of the column.
    """

    view: SpecView
    opening: str
    rest: str
    units: int
    blocks: Block | None


@dataclass(frozen=True)
class Column:
    """A rubric with its benchmarks, or a composite with its rubrics.

    Attributes:
        name: Its code, without that of the component where there is only one.
        view: What is shown of it; None where it has no file.
        units: Its part of the width.
    """

    code: str
    name: str
    view: RubricView | None
    cells: tuple[Cell, ...]
    units: int

    @property
    def is_crowded(self) -> bool:
        """Whether it has too many parts to show their weights."""
        return len(self.cells) > _PARTS

    @property
    def share(self) -> Decimal | None:
        """Its share of the overall score; None where that is not known or not divided by weights."""
        return self.view.figures.effective_weight if self.view else None


@dataclass(frozen=True)
class Strip:
    """An example of a benchmark, and what such a miss means for a release.

    Attributes:
        charted: What came back, without the words that the heading says: `Output charts`.
    """

    view: BenchmarkView
    example: Example
    charted: str

    @property
    def question(self) -> tuple[str, str]:
        """What the benchmark asks, after `asks whether`; all of its concept where that is no question."""
        _, whether, asked = self.view.summary.partition(" whether ")
        return (f"asks{whether}", asked) if asked else ("asks", self.view.summary or self.view.label)

    @property
    def misses(self) -> str:
        """How many misses bring its score below its threshold."""
        cases, needed = self.view.spec.fields.min_cases, self.view.figures.passes_with
        if not cases or needed is None or needed != int(needed):
            return "A score below the threshold"
        misses = int(cases - needed) + 1
        return f"{'One miss' if misses == 1 else f'{misses} misses'} in {counted(int(cases), 'case')}"


class Overview:
    """The computed contents of the home page."""

    def __init__(self, views: Views, reviewed: Mapping[str, Reviewed]) -> None:
        self.views = views
        self._reviewed = reviewed

    @cached_property
    def strip(self) -> Strip | None:
        """The shortest flagged example that says why, of the weightiest benchmark that blocks a release."""
        best: tuple[object, ...] = ()
        strip = None
        nouns = self.views.suite.settings.nouns
        for view in self.views.benchmarks:
            weight = view.figures.effective_weight or Decimal(0)
            for example in examples(view.spec.fields.examples, nouns.input, nouns.output):
                if example.outcome != "flagged" or example.note:
                    continue
                has_reason = example.verdict.rstrip(".") != "flagged"
                blocks = (view.blocks is Block.ITSELF, view.blocks is not None)
                rank = (*blocks, has_reason, weight, -len(example.text))
                if not best or rank > best:
                    charted = example.charted.removeprefix(example.above(nouns))
                    best, strip = rank, Strip(view, example, charted)
        return strip

    @cached_property
    def cases(self) -> tuple[int, int]:
        """How many cases and calls someone has confirmed, and how many there are."""
        return confirmed(self.views.suite)

    @property
    def covered(self) -> tuple[int, int]:
        """How many benchmarks and rubrics a review covers as they are now, and how many there are."""
        current = [state.standing is Standing.CURRENT for state in self._reviewed.values()]
        return sum(current), len(current)

    @property
    def is_unproven(self) -> bool:
        """Whether nobody has confirmed a case, reviewed a spec or decided the values."""
        return not (self.cases[0] and self.covered[0]) or self.views.is_nothing_settled

    @property
    def is_settled(self) -> bool:
        """Whether all cases are confirmed, all specs reviewed and all values decided."""
        parts = (
            self.cases,
            self.covered,
            (self.views.states[DecisionState.ESTABLISHED], self.views.states.total()),
        )
        return all(done == of for done, of in parts) and not self.views.is_settled_unknown

    @property
    def claims(self) -> str:
        """What is confirmed, reviewed and measured, and what is not."""
        claims = ["there are no cases"]
        if self.cases[1]:
            done, of = self.cases
            calls = len(self.views.suite.calls)
            parts = [(count, noun) for count, noun in ((of - calls, "case"), (calls, "call")) if count]
            claims = [_part(done, parts, "confirmed by a reviewer")]
        done, of = self.covered
        claims.append(_part(done, [(of, "spec")], "reviewed"))
        if drafts := self.views.drafts:
            claims.append(_part(drafts, [(len(self.views.benchmarks), "benchmark")], "a draft", "drafts"))
        if self.views.prompts:
            judges = len(measured_judges(self.views.suite))
            measured = "1 judge is measured" if judges == 1 else f"{judges} judges are measured"
            claims.append(measured if judges else "no judge is measured here")
        return listed(claims)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the map in reading order."""
        found = tuple(self._composites() if self.views.is_large else self._rubrics())
        if any(column.share is None for column in found):
            return tuple(replace(column, units=UNITS // len(found)) for column in found)
        return found

    @cached_property
    def usual_share(self) -> Decimal | None:
        """The share of the score that all rubrics have but a few, which a sentence names; else None."""
        shares = Counter(column.share for column in self.columns)
        share, columns = shares.most_common(1)[0] if shares else (None, 0)
        return share if columns > 1 and len(self.columns) - columns <= _MOST_NAMED else None

    @property
    def is_upright(self) -> bool:
        """Whether all columns fit abreast on a wide screen; otherwise each is a row at every width."""
        if self.views.is_large or len(self.columns) not in _COLUMNS:
            return False
        total = sum(column.units for column in self.columns)
        for column in self.columns:
            names = [cell.opening + cell.rest for cell in column.cells]
            parts = [part for name in (column.name, *names) for part in name.split("-")]
            if max(map(len, parts)) > _LONGEST or column.is_crowded:
                return False
            if column.units < total * _NARROWEST:
                return False
        return True

    @property
    def key(self) -> list[tuple[Block | None, str, int]]:
        """How parts of the map block a release, each with its words and how many do."""
        counts = Counter(cell.blocks for column in self.columns for cell in column.cells)
        words = _OF_RUBRICS if self.views.is_large else _WORDS
        return [(block, words[block], counts[block]) for block in words if counts[block]]

    @property
    def alike(self) -> str:
        """Why columns, or parts of some, are drawn alike; empty where weights divide all."""
        if not self.views.is_large and any(column.share is None for column in self.columns):
            return "The rubrics are drawn alike, as their shares of the score are not used or not known."
        unweighted = [each.code for each in self.columns if each.view and not each.view.uses_weights]
        crowded = [each.code for each in self.columns if each.is_crowded and each.code not in unweighted]
        found = []
        for codes, why in ((unweighted, "weights do not count there"), (crowded, "there are many")):
            named = listed(codes) if len(codes) <= _MOST_NAMED else counted(len(codes), "rubric")
            if codes:
                found.append(f"The parts of {named} are drawn alike: {why}.")
        return " ".join(found)

    def _rubrics(self) -> Iterator[Column]:
        """Yield rubrics with their benchmarks; those without a rubric of the suite come last."""
        by_parent = grouped((view.figures.parent_rubric, view) for view in self.views.benchmarks)
        for rubric in self.views.leaves:
            yield self._column(rubric.code, rubric, by_parent.pop(rubric.code, ()))
        for parent, members in by_parent.items():
            yield self._column(parent, None, members)

    def _composites(self) -> Iterator[Column]:
        """Yield composites with the rubrics that they list; rubrics of none belong to their component."""
        below = grouped((view.figures.parent or component_of(view.code), view) for view in self.views.leaves)
        for code, rubrics in below.items():
            yield self._column(code, self.views.rubric.get(code), rubrics)

    def _column(self, code: str, rubric: RubricView | None, members: Sequence[SpecView]) -> Column:
        """Return a column; members share it alike where no weights divide it."""
        name = self._name(code)
        shares = [member.figures.share for member in members]
        is_divided = rubric is not None and rubric.uses_weights and None not in shares
        cells = []
        for member, share in zip(members, shares, strict=True):
            part = share if is_divided and share is not None else Decimal(1) / len(members)
            opening, rest = "", self._name(member.code)
            if own := re.fullmatch(rf"{re.escape(code)}(-?\d.*)", member.code):
                opening, rest = name, own[1]
            blocks = member.blocks if isinstance(member, BenchmarkView) else self._of_rubric(member)
            cells.append(Cell(member, opening, rest, round(part * UNITS), blocks))
        weight = (rubric and rubric.figures.effective_weight) or Decimal(0)
        return Column(code, name, rubric, tuple(cells), round(weight * UNITS))

    def _name(self, code: str) -> str:
        """Return a code without that of the component where there is only one."""
        components = {component_of(view.code) for view in self.views.leaves}
        return code.removeprefix(f"{component_of(code)}-") if len(components) <= 1 else code

    def _of_rubric(self, rubric: SpecView) -> Block | None:
        """Return how benchmarks of a rubric block a release: the strongest way."""
        ways = {view.blocks for view in self.views.blocking if view.figures.parent_rubric == rubric.code}
        return next((way for way in Block if way in ways), None)


def _part(done: int, of: Sequence[tuple[int, str]], one: str, many: str = "") -> str:
    """Return how many of what is counted are something: `2 of 14 cases are confirmed`, `no case is`."""
    if not done:
        return f"no {' or '.join(noun for _, noun in of)} is {one}"
    verb = f"is {one}" if done == 1 else f"are {many or one}"
    return f"{done:,} of {' and '.join(counted(count, noun) for count, noun in of)} {verb}"
