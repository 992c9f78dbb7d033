"""What the page of a recorded run shows: its answer, what blocks, fails or is open, what changed since."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from benchdocs.history.log import Commit
from benchdocs.reports.scores.summary import ANSWERS, VERDICT_KINDS, blocking, doubtful_judges
from benchdocs.reports.text import listed
from benchdocs.site.views.history import Past
from benchdocs.site.views.home import Overview
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.numbers import counted, shown, shown_score
from benchdocs.specs.records import BenchmarkRun, FailedCase
from benchdocs.suite.files import grouped
from benchdocs.suite.judges import JudgeStanding, standing_of
from benchdocs.suite.runs import Comparability, Run, comparability, is_comparable, passed_in

SIGNS = {Comparability.ALL: "●", Comparability.SOME: "◐", Comparability.NONE: "○"}
"""Signs of how far a run still compares with today's suite."""
MOST_PAGES = 12
"""Newest runs that have a page and a place in charts; the list says of older ones what they came to."""
KIND_WORDS = {
    "block": "blocks the release",
    "fail": "fails",
    "open": "is open",
    "none": "has no result",
    "pass": "passes",
}
"""What each kind of result is called."""


@dataclass(frozen=True)
class BenchmarkOutcome:
    """What a benchmark came to in a run.

    Attributes:
        view: What pages show of the benchmark today; None where none in use is left of it.
        kind: A key of `KIND_WORDS`.
        compares: Whether the result compares with one of today.
        failed: The failed cases that the record lists.
    """

    code: str
    view: BenchmarkView | None
    then: BenchmarkRun
    kind: str
    compares: bool
    failed: tuple[FailedCase, ...] = ()

    @property
    def failures(self) -> int:
        """How many cases failed, listed or not."""
        return int(self.then.evaluated - self.then.passed)

    @property
    def sign(self) -> str:
        """Sign of how a miss blocks a release today; empty where it does not."""
        return self.view.blocks or "" if self.view else ""

    @property
    def cases(self) -> str:
        """How many cases passed of those with a verdict, as the map has it; empty without any."""
        return f"{self.then.passed}/{self.then.evaluated}" if self.then.evaluated else ""

    @property
    def words(self) -> str:
        """What it came to, and what it needs today where that is what it needed then."""
        threshold = self.view.threshold if self.view and self.compares else None
        passed = passed_in(self.then)
        if self.kind in ("block", "fail") and passed:
            words = f"{self.then.passed} of {self.then.evaluated} pass"
            words += f", {shown_score(passed.share, threshold)}"
            return words if threshold is None else f"{words}; needs {shown(threshold)}"
        if self.then.missing:
            return f"{counted(int(self.then.missing), 'result')} missing"
        least = int(self.view.spec.fields.min_cases or 0) if self.view and self.compares else 0
        if self.then.planned < least:
            return f"a new plan with at least {counted(least, 'case')} decides"
        return "too few cases to decide"


class RunView:
    """The computed contents of a run's page."""

    def __init__(self, run: Run, overview: Overview, past: Past) -> None:
        self.run = run
        self.name = run.stem
        self.overview = overview
        self._past = past

    kind_words = KIND_WORDS

    @cached_property
    def comparability(self) -> Comparability:
        """How far it still compares with today's suite."""
        return comparability(outcome.compares for outcome in self.outcomes.values())

    @property
    def kind(self) -> str:
        """What the run as a whole is: a key of `KIND_WORDS`, but never `none`."""
        kind = VERDICT_KINDS[self.run.fields.verdict]
        return "open" if kind == "none" else kind

    @property
    def answer(self) -> str:
        """The answer to whether one would release."""
        return ANSWERS[self.kind]

    @cached_property
    def outcomes(self) -> dict[str, BenchmarkOutcome]:
        """What each benchmark came to, by its code today."""
        views, suite = self.overview.views, self.overview.views.suite
        failed = grouped((entry.benchmark, entry) for entry in self.run.fields.failed)
        outcomes = {}
        for code, then in self.run.fields.benchmarks.items():
            view = views.benchmark.get(suite.known_code(code) or "")
            kind = VERDICT_KINDS[then.verdict]
            if kind == "fail" and self.kind == "block" and view and view.blocks:
                kind = "block"
            compares = is_comparable(suite, self.run, code)
            outcome = BenchmarkOutcome(code, view, then, kind, compares, failed.get(code, ()))
            outcomes[view.code if view else code] = outcome
        return outcomes

    def of_kind(self, *kinds: str) -> list[BenchmarkOutcome]:
        """Return the outcomes of some kinds, in reading order."""
        return [outcome for outcome in self.outcomes.values() if outcome.kind in kinds]

    @cached_property
    def standings(self) -> dict[str, JudgeStanding]:
        """What is known of the judge with its prompt of then, by benchmark of which it gave verdicts."""
        suite, judge, standings = self.overview.views.suite, self.run.fields.judge, {}
        for code, outcome in self.outcomes.items():
            if judge and outcome.view and outcome.then.prompt and outcome.kind != "none":
                standings[code] = standing_of(suite, judge, code, outcome.then.prompt)
        return standings

    @property
    def judge_doubt(self) -> str:
        """Which verdicts rest on a judge that is not qualified with its prompt of then; empty for none."""
        return doubtful_judges(self.standings)

    @property
    def doubt_of_pass(self) -> str:
        """The same of a run that passes, without the benchmarks; empty for none, and of another run."""
        return self.judge_doubt.partition(":")[0] + "." if self.kind == "pass" and self.judge_doubt else ""

    @property
    def because(self) -> str:
        """Why the answer is what it is."""
        if self.kind == "block":
            return self._blocking
        if self.kind == "fail":
            rubrics = self.run.fields.rubrics.items()
            failing = listed([code for code, rubric in rubrics if rubric.verdict is RunVerdict.FAIL])
            return f"No hard gate is missed; below the passing score: {failing}."
        benchmarks = counted(len(self.outcomes), "benchmark")
        if self.kind == "pass":
            return f"{len(self.of_kind('pass'))} of {benchmarks} pass. The decision stays yours."
        return f"Open: {len(self.of_kind('open', 'none'))} of {benchmarks}."

    @property
    def _blocking(self) -> str:
        """What blocks."""
        missed = self.of_kind("block")
        if not missed:
            return "A hard gate that the suite had then is missed."
        strict = [each.code for each in missed if each.compares and each.view and each.view.threshold == 1]
        return blocking({each.code: each.sign for each in missed}, strict)

    @property
    def failing(self) -> Iterator[list[BenchmarkOutcome]]:
        """Yield the outcomes with failed cases, the gravest first: each alone, those that pass together."""
        for kind in self.kinds:
            outcomes = [outcome for outcome in self.of_kind(kind) if outcome.failures]
            if kind == "pass" and outcomes:
                yield outcomes
                continue
            for outcome in outcomes:
                yield [outcome]

    @cached_property
    def counts(self) -> dict[str, int]:
        """Verdicts on cases, one for each benchmark, by what they are."""
        counts = Counter[str]()
        for outcome in self.outcomes.values():
            counts["planned"] += int(outcome.then.planned)
            counts["run"] += int(outcome.then.evaluated)
            counts["failed"] += outcome.failures
            counts["left out"] += int(outcome.then.unreadable)
            counts["without a result"] += int(outcome.then.missing)
        return counts

    @property
    def kinds(self) -> dict[str, int]:
        """How many benchmarks are of each kind, the gravest first; kinds without any are left out."""
        counts = Counter(outcome.kind for outcome in self.outcomes.values())
        return {kind: counts[kind] for kind in KIND_WORDS if counts[kind]}

    def kind_of(self, code: str) -> str:
        """Return the kind of a benchmark, or of a rubric of a large suite; `none` where it was not run."""
        if outcome := self.outcomes.get(code):
            return outcome.kind
        rubric = self.run.fields.rubrics.get(code)
        return VERDICT_KINDS[rubric.verdict if rubric else RunVerdict.MISSING]

    @property
    def scores(self) -> Iterator[tuple[RubricView, str]]:
        """Yield the top rubrics with their scores."""
        for view in self.overview.views.rubrics:
            then = self.run.fields.rubrics.get(view.code)
            if view.is_top and then:
                ends = [shown_score(Fraction(end), view.threshold) for end in (then.low, then.high)]
                yield view, " to ".join(dict.fromkeys(ends))

    @cached_property
    def changed(self) -> list[BenchmarkOutcome]:
        """The benchmarks whose results no longer compare."""
        return [outcome for outcome in self.outcomes.values() if not outcome.compares]

    @cached_property
    def unexplained(self) -> list[BenchmarkOutcome]:
        """The changed ones that have the same version as then and that no known commit since touched."""
        found = []
        for outcome in self.changed:
            is_same = outcome.view and f"{outcome.then.version}" == f"{outcome.view.version}"
            if is_same and not self.commits(outcome):
                found.append(outcome)
        return found

    def commits(self, outcome: BenchmarkOutcome) -> list[Commit]:
        """Return the commits since the run that touched a benchmark so that its score can differ.

        Where no line tells that, it is all that touched it.
        """
        if outcome.view is None or not self._since:
            return []
        log, files = self._past.log, self._past.files_of(outcome.view.spec)
        later = [commit for commit in log.touching(files) if commit.id in self._since]
        return [commit for commit in later if log.is_deciding(commit, files)] or later

    @cached_property
    def _since(self) -> frozenset[str]:
        """Hashes of the commits since that whose state was run; empty where the history lacks it."""
        since = set[str]()
        for commit in self._past.log.commits:
            if commit.id == self.run.fields.suite.commit:
                return frozenset(since)
            since.add(commit.id)
        return frozenset()
