"""Records of runs held against the suite: what decides a score, which verdicts their counts give, and which
results still compare with today's."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.models import Benchmark
from benchdocs.specs.records import MOST_FAILED, BenchmarkRun, JudgeRecord, RunRecord
from benchdocs.specs.validation import Spec
from benchdocs.suite.digest import suite_digest
from benchdocs.suite.meaning import PATHS, Route, covered, digest_of, effect_at
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, benchmark_node, score_trees
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use
from benchdocs.suite.verdicts import BenchmarkResult, RubricResult, Verdict, judge

Run = Spec[RunRecord]
_OUTCOMES = {
    Verdict.PASS: RunVerdict.PASS,
    Verdict.FAIL: RunVerdict.FAIL,
    Verdict.OPEN: RunVerdict.UNDECIDED,
}
_WORST_FIRST = (RunVerdict.BLOCKED, RunVerdict.FAIL, RunVerdict.UNDECIDED, RunVerdict.MISSING)


class Comparability(StrEnum):
    """How many of a run's results compare with results of today; the value is what pages call it."""

    ALL = "comparable"
    SOME = "partly"
    NONE = "no longer"


def outcome_of(result: BenchmarkResult | RubricResult) -> RunVerdict:
    """Return what a run says of a benchmark or rubric."""
    if isinstance(result, BenchmarkResult):
        if result.given is None:
            return RunVerdict.MISSING
        return _OUTCOMES[result.verdict or Verdict.OPEN]
    if result.is_missing:
        return RunVerdict.MISSING
    if result.verdict is Verdict.FAIL and result.blocked_by:
        return RunVerdict.BLOCKED
    return _OUTCOMES[result.verdict]


def worst(outcomes: Iterable[RunVerdict]) -> RunVerdict:
    """Return the worst of the verdicts at the top: blocked, fail, undecided, missing, pass."""
    present = {*outcomes}
    return next((outcome for outcome in _WORST_FIRST if outcome in present), RunVerdict.PASS)


@lru_cache(maxsize=2)
def digests(suite: Suite) -> dict[str, dict[str, str]]:
    """Return the SHA-256 of the files of each benchmark in use, its `prompt` and its `script`, by code."""
    digests: dict[str, dict[str, str]] = {}
    for spec in filter(is_in_use, suite.benchmark.values()):
        digests[spec.code] = {}
        named = {"prompt": spec.fields.llm_prompt_file, "script": spec.fields.implementation}
        for name, path in named.items():
            if file := suite.evaluator.get(path or ""):
                digests[spec.code][name] = sha256(file.unix_text.encode()).hexdigest()
    return digests


@lru_cache(maxsize=1)
def contents(suite: Suite) -> dict[str, str]:
    """Return the SHA-256 of all that decides the score of each benchmark in use, by code."""
    return {spec.code: content(suite, spec) for spec in filter(is_in_use, suite.benchmark.values())}


def content(suite: Suite, spec: BenchmarkSpec) -> str:
    """Return the SHA-256 of all that decides the score of a benchmark."""
    values = covered(suite, spec).items()
    return digest_of({route: value for route, value in values if _decides(spec.fields, route, value)})


def _decides(fields: Benchmark, route: Route, value: object) -> bool:
    """Return whether a change of a value can change the score; where something is, changes none."""
    if route in (*PATHS, ("parent_rubric",)):
        return False
    return effect_at(type(fields), route, value, value, {fields.evaluator_type}) is Effect.SCORE


# Records ------------------------------------------------------------------------------------------------


def spec_of(suite: Suite, code: str) -> BenchmarkSpec | None:
    """Return the benchmark that a code of a record means today; None where none in use is left."""
    spec = suite.benchmark.get(suite.known_code(code) or "")
    return spec if spec and is_in_use(spec) else None


def is_comparable(suite: Suite, run: Run, code: str) -> bool:
    """Return whether the result of a benchmark compares with one of today: of the same version and content.

    Where no file of the suite is another, neither is; another version of this package may see another
    content in the same files.
    """
    spec, then = spec_of(suite, code), run.fields.benchmarks[code]
    if spec is None or is_of_today(suite, run):
        return spec is not None
    is_same_version = then.version == (spec.fields.version or 1)
    return is_same_version and then.content == contents(suite)[spec.code]


def is_of_today(suite: Suite, record: Run | Spec[JudgeRecord]) -> bool:
    """Return whether a record is of the suite as it is now."""
    return record.fields.suite.digest == suite_digest(suite)


def comparability(compare: Iterable[bool]) -> Comparability:
    """Return how many of a run's results compare with results of today, from whether each does."""
    outcomes = {*compare}
    if True not in outcomes:
        return Comparability.NONE
    return Comparability.SOME if False in outcomes else Comparability.ALL


def contradictions_in(fields: RunRecord, then: BenchmarkRun, failed: int) -> Iterator[str]:
    """Yield what is wrong with the counts of a benchmark of which a record lists so many failed cases."""
    cases, most = int(fields.plan.cases), int(fields.listed or MOST_FAILED)
    fails, passed, evaluated = then.evaluated - then.passed, then.passed, then.evaluated
    if evaluated + then.missing + then.unreadable != then.planned:
        parts = f"{evaluated} with a verdict, {then.missing} without a result and {then.unreadable} left out"
        yield f"{parts} are not {then.planned} planned cases"
    if then.planned > cases:
        yield f"{then.planned} cases are planned, and the plan has {cases}"
    if fails < 0:
        yield f"{passed} cases pass, and {evaluated} have a verdict"
        return
    if len(then.without_result) != min(then.missing, most):
        yield f"{then.missing} cases lack a result, and {len(then.without_result)} are named"
    if failed != min(fails, most):
        yield f"{fails} cases fail, and {failed} are listed as failed"
    if then.uncertain > fails:
        yield f"{then.uncertain} cases are uncertain, and {fails} fail"
    if then.total and not passed <= exact(then.total) <= evaluated:
        yield f"{passed} of {evaluated} cases pass, and all count {then.total}"
    if exact(then.lost) > then.missing:
        yield f"{then.missing} cases lack a result, and {then.lost} is lost of them"
    if passed and then.prompt and not fields.judge:
        yield f"{passed} cases pass by a prompt, and the record names no judge"


def passed_in(then: BenchmarkRun) -> Passed | None:
    """Return the score that a benchmark's counts give; None where no case has a verdict."""
    if not then.evaluated:
        return None
    passed = exact(then.total) if then.total else int(then.passed)
    return Passed(passed, int(then.evaluated), int(then.missing), int(then.unreadable), exact(then.lost))


def exact(number: str) -> int | Fraction:
    """Return an exact number of a record; a whole one as such, with which everything is faster."""
    return int(number) if number.isdigit() else Fraction(number)


@lru_cache(maxsize=2)
def _nodes(suite: Suite) -> dict[str, BenchmarkNode]:
    """Return the benchmarks in use as trees of scores have them, by code."""
    return {spec.code: benchmark_node(spec) for spec in filter(is_in_use, suite.benchmark.values())}


def verdict_of(suite: Suite, code: str, passed: Passed | None) -> RunVerdict:
    """Return the verdict that counts give a benchmark in use today."""
    return outcome_of(BenchmarkResult(_nodes(suite)[suite.known_code(code) or ""], passed))


def results_of(suite: Suite, run: Run) -> tuple[RubricResult, ...]:
    """Return what the counts of a run come to today, for each rubric that no other contains.

    Raises ValueError where one can have no score, or a count is no score.
    """
    scores = {}
    for code, then in run.fields.benchmarks.items():
        if passed := passed_in(then):
            scores[suite.known_code(code) or code] = passed
    return tuple(judge(tree, scores) for tree in score_trees(suite))
