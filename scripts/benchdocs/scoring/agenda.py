"""What a run had to answer: what its plan says, or, without one, what its results let suppose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from benchdocs.scoring.plan import Plan
from benchdocs.scoring.planned_cases import suite_cases
from benchdocs.scoring.results import Results
from benchdocs.suite.cases import compared_name
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import Suite


@dataclass(frozen=True)
class Agenda:
    """The cases that each benchmark has to answer, and in how many runs.

    Attributes:
        codes: Codes of the benchmarks that have to answer each case, by its name.
        sources: What cases were made of, by the plan; those of cases with the same narrative are one.
    """

    runs: int
    codes: Mapping[str, Sequence[str]]
    sources: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _cases(self) -> dict[str, tuple[str, ...]]:
        return grouped((code, case) for case in sorted(self.codes) for code in self.codes[case])

    def cases_of(self, code: str) -> tuple[str, ...]:
        """Return the names of the cases that a benchmark has to answer, in alphabetical order."""
        return self._cases.get(code, ())


def of_plan(plan: Plan, suite: Suite) -> Agenda:
    """Return what a plan says, with the codes that its benchmarks have now."""
    codes = {}
    for name, case in plan.cases.items():
        codes[name] = tuple(dict.fromkeys(suite.known_code(code) or code for code in case.benchmarks))
    return Agenda(plan.runs, codes, _sources(plan))


def _sources(plan: Plan) -> dict[str, str]:
    """Return the source of each case; sources that have cases with the same narrative are one."""
    stated = {name: compared_name(case.source or name) for name, case in plan.cases.items()}
    joined: dict[str, str] = {}

    def first(source: str) -> str:
        while source in joined:
            source = joined[source]
        return source

    of_content: dict[str, str] = {}
    for name in sorted(stated, key=lambda name: (not plan.cases[name].source, name)):
        own = first(stated[name])
        earlier = first(of_content.setdefault(plan.cases[name].content, own))
        if own != earlier:
            joined[own] = earlier
    return {name: first(source) for name, source in stated.items()}


def of_results(results: Results, suite: Suite) -> Agenda:
    """Return what results let suppose: as many runs as the highest that they name, and all of their cases.

    Each case is to be answered by the benchmarks that have a line on it, and by those that the suite names.
    """
    runs, of_suite = 1, suite_cases(suite)
    codes: dict[str, dict[str, None]] = {}
    for code, answers in results.answers.items():
        for question in answers:
            runs = max(runs, question.run)
            codes.setdefault(question.case, {})[code] = None
    for case, answered in codes.items():
        if case in of_suite:
            answered.update(dict.fromkeys(of_suite[case].codes))
    return Agenda(runs, {case: tuple(answered) for case, answered in codes.items()})
