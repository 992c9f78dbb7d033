"""Measure a judge: plan the confirmed calibration cases, and count what it replied to them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from benchdocs.scoring.plan import Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.scoring.results import CaseOutcome, Question, Results
from benchdocs.suite.judge_quality import GivenVerdict, JudgeQuality, judge_quality
from benchdocs.suite.judges import CalibrationCase, confirmed_cases
from benchdocs.suite.suite import Suite


def calibration_plan(suite: Suite, digest: str) -> Plan:
    """Return the plan of a measurement, which asks judges alone; `digest` is that of the suite.

    Raises ValueError where no case is confirmed.
    """
    cases = confirmed_cases(suite)
    if not cases:
        why = "no calibration case on which a judge has to pass or fail a record is confirmed"
        raise ValueError(f"{why}: reviewers who agree with a case add themselves to its `confirmed_by`")
    plan = make_plan(suite, digest, {name: each.case for name, each in cases.items()})
    return plan.model_copy(update={"halves": {each.code: ["judge"] for each in cases.values()}})


class MeasuredJudge(NamedTuple):
    """What a judge made of the cases of one benchmark."""

    cases: dict[str, CalibrationCase]
    given: dict[str, GivenVerdict]

    @property
    def quality(self) -> JudgeQuality:
        """How well it tells good records from faulty ones."""
        return judge_quality(self.given.values())

    @property
    def wrong(self) -> list[str]:
        """Names of the cases that it judged wrongly."""
        return [name for name, given in self.given.items() if not given.is_right]


@dataclass(frozen=True)
class Calibration:
    """The replies of a judge to the confirmed calibration cases."""

    suite: Suite
    digest: str
    results: Results

    @property
    def judge(self) -> str:
        """Model and version of the judge."""
        return self.results.about["judge"]

    @cached_property
    def measured(self) -> dict[str, MeasuredJudge]:
        """What it made of the cases, by the code of the benchmark."""
        measured: dict[str, MeasuredJudge] = {}
        for name, case in confirmed_cases(self.suite).items():
            judge = measured.setdefault(case.code, MeasuredJudge({}, {}))
            judge.cases[name] = case
            judge.given[name] = self._given(name, case)
        return measured

    def _given(self, name: str, case: CalibrationCase) -> GivenVerdict:
        """Return the verdict on a case; no line is none, as a failed one is."""
        answer = self.results.answers.get(case.code, {}).get(Question(name, 1, "judge"))
        outcome = answer.outcome if answer else CaseOutcome.MISSING
        return GivenVerdict(str(case.case.expected), outcome, case.case.narrative_digest)
