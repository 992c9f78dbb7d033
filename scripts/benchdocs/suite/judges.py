"""Measurements of judges held against the suite: which cases measure them, and who is qualified today."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from benchdocs.specs.cases import plain_value
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.specs.records import MOST_FAILED, JudgedSide, JudgeRecord, MeasuredBenchmark
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import NamedCase, cases_in, confirmers, json_digest, short_digest
from benchdocs.suite.files import grouped
from benchdocs.suite.judge_quality import GivenVerdict, JudgeQuality, judge_quality
from benchdocs.suite.runs import digests, spec_of
from benchdocs.suite.sampling import Passed
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

Measured = Spec[JudgeRecord]
_JUDGED = (EvaluatorType.LLM_JUDGE, EvaluatorType.HYBRID)
_SIDES = (Expected.PASS, Expected.FAIL)


class CalibrationCase(NamedTuple):
    """A calibration case that measures a judge.

    Attributes:
        record: The record that the judge is shown.
        digest: Digest of what a reviewer confirms of it.
        is_confirmed: Whether a reviewer has confirmed it as it is now.
    """

    case: NamedCase
    record: dict[str, Any]
    digest: str
    is_confirmed: bool

    @property
    def code(self) -> str:
        """Code of its benchmark."""
        return self.case.codes[0]


def has_judge(spec: BenchmarkSpec) -> bool:
    """Return whether a benchmark is in use and has a judge."""
    return is_in_use(spec) and spec.fields.evaluator_type in _JUDGED


@lru_cache(maxsize=1)
def calibration_cases(suite: Suite) -> dict[str, CalibrationCase]:
    """Return the cases of all judges whose right verdict is pass or fail, by name: `A-LNG1/left-out`.

    Those whose output is no record are left out: no judge is shown one.
    """
    cases = {}
    for spec in filter(has_judge, suite.ordered_benchmarks):
        for case in cases_in(suite, spec.code):
            record = plain_value(case.output)
            if not case.id or case.expected not in _SIDES or not isinstance(record, dict):
                continue
            labels, narrative = plain_value(case.labels or {}), case.narrative or ""
            named = NamedCase((spec.code,), labels, narrative, expected=case.expected)
            is_confirmed = bool(confirmers(case))
            cases[f"{spec.code}/{case.id}"] = CalibrationCase(named, record, short_digest(case), is_confirmed)
    return cases


def confirmed_cases(suite: Suite) -> dict[str, CalibrationCase]:
    """Return those that a reviewer has confirmed as they are now: only they measure a judge."""
    return {name: each for name, each in calibration_cases(suite).items() if each.is_confirmed}


def able_to_qualify(cases: Mapping[str, CalibrationCase], suite: Suite) -> list[str]:
    """Return the codes of the benchmarks whose judge these cases would qualify if it were right on all."""
    floor, able = Fraction(suite.settings.judge_floor), list[str]()
    for code, own in grouped((each.code, each.case) for each in cases.values()).items():
        right = [GivenVerdict(str(case.expected), str(case.expected), case.narrative_digest) for case in own]
        if judge_quality(right).is_qualified(floor):
            able.append(code)
    return able


def digest_of_cases(cases: dict[str, CalibrationCase]) -> str:
    """Return the SHA-256 over the names and digests of cases."""
    return json_digest({name: each.digest for name, each in cases.items()})


# Records ------------------------------------------------------------------------------------------------


class JudgeStanding(StrEnum):
    """What is known of a judge for a benchmark; the value is what reports call it."""

    QUALIFIED = "qualified"
    UNQUALIFIED = "unqualified"
    UNMEASURED = "unmeasured"


class Measurement(NamedTuple):
    """The newest measurement of a judge with one prompt of a benchmark.

    Attributes:
        number: How many measurements of this judge and prompt are recorded.
    """

    record: Measured
    then: MeasuredBenchmark
    quality: JudgeQuality
    number: int = 0


def measurement(suite: Suite, judge: str | None, code: str, prompt: str | None = None) -> Measurement | None:
    """Return the newest measurement of a judge with a prompt, by its digest, or with that of today."""
    found = _measurements(suite)  # asked first: a suite without any has no digests to work out
    return found.get((judge or "", code, prompt or digests(suite)[code].get("prompt", ""))) if found else None


def standing_of(suite: Suite, judge: str | None, code: str, prompt: str | None = None) -> JudgeStanding:
    """Return what is known of a judge with a prompt, by its digest, or with that of today."""
    found = measurement(suite, judge, code, prompt)
    return standing_by(found.quality, suite) if found else JudgeStanding.UNMEASURED


def measured_judges(suite: Suite) -> list[str]:
    """Return the names of the judges with a record, those measured last first."""
    return [*dict.fromkeys(record.fields.judge for record in suite.judge_records)]


def standing_by(quality: JudgeQuality, suite: Suite) -> JudgeStanding:
    """Return whether a judge that does so well is qualified in a suite."""
    is_qualified = quality.is_qualified(Fraction(suite.settings.judge_floor))
    return JudgeStanding.QUALIFIED if is_qualified else JudgeStanding.UNQUALIFIED


@lru_cache(maxsize=1)
def _measurements(suite: Suite) -> dict[tuple[str, str, str], Measurement]:
    """Return the newest measurements that can be by judge, code and digest of the prompt."""
    newest: dict[tuple[str, str, str], Measurement] = {}
    for record in suite.judge_records:
        for stated, then in record.fields.benchmarks.items():
            spec = spec_of(suite, stated)
            if spec is None or any(contradictions(then)):
                continue
            key = (record.fields.judge, spec.code, then.prompt)
            found = newest.get(key) or Measurement(record, then, quality_of(then))
            newest[key] = found._replace(number=found.number + 1)
    return newest


def quality_of(then: MeasuredBenchmark) -> JudgeQuality:
    """Return what the counts of a measurement say of the judge."""
    by_share = bool(then.good.sources or then.faulty.sources)
    return JudgeQuality(_passed(then.good), _passed(then.faulty), by_share)


def _passed(side: JudgedSide) -> Passed:
    if side.sources:
        return Passed(Fraction(side.total or 0), int(side.sources))
    return Passed(int(side.right), int(side.cases))


def contradictions(then: MeasuredBenchmark) -> Iterator[str]:
    """Yield what in a measurement cannot be, in sentences without an end."""
    wrong = 0
    for name, side in {"good": then.good, "faulty": then.faulty}.items():
        right, cases = int(side.right), int(side.cases)
        if right > cases:
            yield f"{right} {name} records are judged rightly, and there are {cases}"
            return
        wrong += cases - right
        if side.total or side.sources:
            total, sources = Fraction(side.total or 0), int(side.sources or 0)
            if not side.total or not 0 < sources <= cases:
                yield f"{cases} {name} records have no sum over {sources} sources"
            elif total > sources or (total == sources) != (right == cases) or (total == 0) != (right == 0):
                yield f"{right} of {cases} {name} records are right, and {total} of {sources} sources"
    if len(then.wrong) != min(wrong, MOST_FAILED):
        yield f"{wrong} cases are judged wrongly, and {len(then.wrong)} are listed"
