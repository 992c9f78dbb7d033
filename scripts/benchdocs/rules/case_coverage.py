"""CAS1604, 1614: cases that are too few, or not decided by the clauses that they name."""

from collections import Counter
from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.cases import name_and_digest
from benchdocs.specs.choices import CaseKind, EvaluatorType, Expected
from benchdocs.suite.cases import NEEDED_CASES, CaseSpec, benchmark_of
from benchdocs.suite.clauses import clause_digest, clauses, untested
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "Project conventions: calibration cases"
_OF_A_PROMPT = {
    CaseKind.CLEAR_PASS: 2,
    CaseKind.CLEAR_FAIL: 2,
    CaseKind.BORDERLINE: 1,
    CaseKind.INJECTION: 1,
}
"""Fewest cases of each kind for a judge's prompt."""
_VERDICTS = {"fail": "fail", "variation": "pass", "ignored": "pass", "doubt": "uncertain"}
"""Verdict to which a clause leads; others can lead to several."""


@rule(
    "CAS1604",
    "too few cases for an evaluator",
    Severity.WARNING,
)
def too_few_cases(suite: Suite) -> Iterator[Violation]:
    """A judge's prompt has fewer than two clear passes, two clear fails, one borderline case and one
    injection attempt. Or a benchmark that a script checks has fewer than three cases, or no case that passes,
    or none that fails. A file without any case is a note, like a benchmark without a file (TXT509). So is a
    fail condition of a prompt that no case names, where the cases name what decides them.

    Why: a judge that always says fail agrees with every failing case. Only a balanced set shows whether an
    evaluator does what its benchmark says.

    Fix: write the cases that the message names.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases: []

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.cases:
        spec = benchmark_of(suite, file)
        is_known = spec and spec.fields.evaluator_type
        if spec and is_known and (missing := _missing(spec, file)):
            message = f"`{spec.code}` lacks cases: {missing}"
            severity = None if file.fields.cases else Severity.NOTE
            yield Violation(file.document, at("cases"), message, "write them", severity=severity)
        open_ones = untested(clauses(suite, spec), file) if spec and is_known else []
        if fails := [f"`{name}`" for name in open_ones if name.startswith("fail ")]:
            message = f"{len(open_ones)} clauses decide no case, among them {', '.join(fails)}"
            yield Violation(file.document, at("cases"), message, "write such cases", severity=Severity.NOTE)


def _missing(spec: BenchmarkSpec, file: CaseSpec) -> str:
    """Return in words which cases a benchmark lacks."""
    cases = file.fields.cases or []
    kinds, verdicts = Counter(case.kind for case in cases), {case.expected for case in cases}
    if spec.fields.evaluator_type is EvaluatorType.CODE:
        lacking = []
        if len(cases) < NEEDED_CASES:
            lacking.append(f"{NEEDED_CASES - len(cases)} of {NEEDED_CASES}")
        if Expected.PASS not in verdicts:
            lacking.append("one that passes")
        if Expected.FAIL not in verdicts:
            lacking.append("one that fails")
    else:
        lacking = [f"{n - kinds[kind]} `{kind}`" for kind, n in _OF_A_PROMPT.items() if kinds[kind] < n]
    return ", ".join(lacking)


@rule(
    "CAS1614",
    "clause that cannot decide the case",
    fixable=True,
)
def wrong_clause(suite: Suite) -> Iterator[Violation]:
    """A case names a clause under `decides` that its prompt or criteria do not have, or that had other words
    or another number when the case named it: its digest says so, or is missing. Or the clause leads to
    another verdict: a fail condition to a fail, a variation or an ignored item to a pass, a doubt to
    `uncertain`.

    Why: the site says which clauses no case tests. Where conditions are added, swapped or reworded, a number
    alone would mean another clause.

    Fix: write the number that the page of the prompt gives the clause; for a benchmark without a prompt, the
    page of the benchmark. `--fix` adds a digest, and corrects the number of a clause that moved. If the words
    changed, see whether the clause still decides the case.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            kind: clear_fail
            narrative: We were on site at 1405.
            expected: fail
            decides: [fail 9]

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.cases:
        spec = benchmark_of(suite, file)
        known = clauses(suite, spec) if spec else {}
        last = {_kind(name): name for name in known}
        digests = {name: clause_digest(text) for name, text in known.items()}
        hint = f"the last clause of each kind: {', '.join(last.values())}"
        for index, case in enumerate((known and file.fields.cases) or ()):
            for number, stated in enumerate(case.decides):
                name, digest = name_and_digest(stated)
                verdict = _VERDICTS.get(_kind(name))
                right = digests.get(name, "")
                same = [other for other in known if digests[other] == digest and _kind(other) == _kind(name)]
                message, advice, fix = f"there is no clause `{name}`", hint, None
                if name in known and verdict is not None and case.expected not in (None, verdict):
                    message = f"`{name}` cannot lead to the verdict `{case.expected}`"
                elif digest and digest == right:
                    continue
                elif same:
                    message, advice = f"the clause `{name}` is now `{same[0]}`", "write its number"
                    fix = f"{same[0]} {digest}"
                elif name in known and digest:
                    message = f"`{name}` had other words when the case named it"
                    advice = f"see whether it decides the case, and write `{name} {right}`"
                elif name in known:
                    message, advice = f"`{name}` lacks the digest of its words", f"write `{name} {right}`"
                    fix = f"{name} {right}"
                yield Violation(
                    file.document, at("cases", index, "decides", number), message, advice, fix=fix
                )


def _kind(name: str) -> str:
    """Return what kind of clause a name names: `fail` of `fail 2`."""
    return name.rpartition(" ")[0]
