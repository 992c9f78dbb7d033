"""Why a line of the report has its verdict, in words, and how many cases would decide it."""

from decimal import Decimal

from benchdocs.scoring.tally import Tally
from benchdocs.specs.choices import Criticality
from benchdocs.specs.numbers import counted, shown
from benchdocs.suite.sampling import Passed
from benchdocs.suite.verdicts import BenchmarkResult, RubricResult, Verdict


def without_score(counts: Tally) -> str:
    """Return why a benchmark has no score."""
    if not counts.planned:
        return "no case of it was run"
    return f"no case was evaluated: {_missing(counts)}"


def _missing(counts: Tally) -> str:
    """Return why planned cases have no verdict, each reason with its number of cases."""
    halves = []
    for half, cases in sorted(counts.lacking.items()):
        verb, judging = "lacks" if cases == 1 else "lack", "script" if half == "code" else half
        halves.append(f"{cases} of these {verb} only the half of the {judging}")
    without_line = f"without a line ({', '.join(halves)})" if halves else "without a line"
    kinds = {
        without_line: counts.without_line,
        "gave no verdict": counts.no_verdict,
        "not applicable": counts.not_applicable,
        "not readable": counts.left_out,
    }
    return ", ".join(f"{len(cases)} {words}" for words, cases in kinds.items() if cases)


def of_benchmark(result: BenchmarkResult, given: Passed, counts: Tally) -> str:
    """Return what decides a benchmark that has a score."""
    node = result.node
    if node.threshold is None:
        return "no threshold to compare it with"
    needed = _needed(node.threshold)
    if result.verdict is not Verdict.OPEN:
        return needed
    lacking, readable = f"of {counts.planned} planned {_missing(counts)}", given.readings[0].cases
    if readable < node.min_cases:
        few = f"{readable} of the {counted(node.min_cases, 'case')} that a verdict needs"
        return f"{few}: {lacking}" if counts.left_out else few
    if counts.missing or counts.left_out:
        return f"{lacking}; {needed}"
    bound = f"the bound at {shown(node.level)}" if node.level else "it"
    return f"{bound} is not decided by so few cases; {needed}"


def deciding_cases(result: BenchmarkResult, counts: Tally) -> int | None:
    """Return the fewest cases of a new plan that would decide a benchmark; None where more would not."""
    node, given = result.node, counts.given
    if result.verdict is not Verdict.OPEN or node.threshold is None:
        return None
    planned = given.planned if given else counts.planned
    if planned < node.min_cases:
        return node.min_cases
    if node.level is None or given is None or counts.missing or counts.left_out:
        return None
    more = node.rule.more_to_pass(given)
    return None if more is None else given.evaluated + more


def of_rubric(result: RubricResult) -> str:
    """Return what decides a rubric that has a score."""
    if result.blocked_by:
        return f"hard gate missed: {', '.join(result.blocked_by)}"
    if result.verdict is Verdict.OPEN and result.node.threshold is not None:
        missing = [benchmark.node.code for benchmark in result.benchmarks if benchmark.given is None]
        gates = result.gates(Criticality.HARD_GATE)
        undecided = [gate.node.code for gate in gates if gate.verdict is Verdict.OPEN]
        if missing:
            return f"no result of {first_of(missing)}"
        if undecided:
            return f"hard gate undecided: {first_of(undecided)}"
    if result.node.threshold is None:
        return "no passing threshold"
    needed = _needed(result.node.threshold)
    undecided_ones = sum(benchmark.verdict is Verdict.OPEN for benchmark in result.benchmarks)
    if not undecided_ones:
        return needed
    return f"{needed}; undecided: {undecided_ones} of {counted(len(result.benchmarks), 'benchmark')}"


def _needed(threshold: Decimal) -> str:
    """Return which score passes."""
    if not threshold:
        return "every score passes: the threshold is 0"
    return f"at least {shown(threshold)} is needed"


def first_of(codes: list[str]) -> str:
    """Return codes as a list within a sentence, the first of many."""
    if len(codes) <= 6:
        return ", ".join(codes)
    return f"{', '.join(codes[:5])} and {len(codes) - 5} others"
