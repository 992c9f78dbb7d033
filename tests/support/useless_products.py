"""What products that do no work score, by the code evaluators; run as a program, it writes their page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any

from benchdocs.scoring.planned_cases import suite_cases
from benchdocs.specs.cases import Case
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.suite.cases import confirmed
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.verdicts import RubricResult, judge
from support.evaluators import FOLDER, IMPLEMENTED, evaluator, form_of
from support.paths import REPOSITORY
from support.shipped import shipped_report

PAGE = REPOSITORY / "docs/methodology/useless-products.md"
_SUITE = shipped_report().suite
_SECTIONS = ("dispatch", "response", "arrival", "assessment", "treatment", "transport", "refusal")


def _empty(labels: Any, narrative: str) -> dict[str, Any]:
    return _null(labels, narrative) | {name: {} for name in _SECTIONS}


def _null(labels: Any, narrative: str) -> dict[str, Any]:
    template = labels.get("template") or {}
    return dict.fromkeys([*_SECTIONS, *template.get("core_keys", ())])


def _filled(text_of: Callable[[str], str], **by_type: Any) -> dict[str, Any]:
    """A record with a value in every key of the data dictionary, in every section: by its type, or a text."""
    dictionary = _SUITE.dictionary
    known = (dictionary.fields.record if dictionary else None) or {}
    types = {name: str(key.type) for name, key in known.items() if name not in _SECTIONS}
    values = {name: by_type.get(kind, text_of(name)) for name, kind in types.items()}
    return dict.fromkeys(_SECTIONS, values) | values


def _everywhere(text: str) -> dict[str, Any]:
    return _filled(lambda name: text, list=[text], mapping={text: text})


def _flagged(labels: Any, narrative: str) -> dict[str, Any]:
    flags = [
        {"treatment": word, "medication": word, "category": category}
        for word in sorted(set(re.findall(r"[a-z]{4,}", narrative.casefold())))
        for category in ("contraindication", "dose", "route")
    ]
    return {**_empty(labels, narrative), "safety_flags": flags}


def _always(record: Any) -> Callable[[Any, str], Any]:
    return lambda labels, narrative: record


PRODUCTS: dict[str, Callable[[Any, str], Any]] = {
    "Empty record": _empty,
    "Null sections": _null,
    "Array": _always([{}]),
    "“documented”": _always(_everywhere("documented")),
    "“yes”": _always(_everywhere("yes")),
    "“yes” and an id": _always({**_everywhere("yes"), "record_id": "A17", "schema_version": "2"}),
    "“uncertain”": _always(_everywhere("uncertain")),
    "“not documented”": _always(_filled(lambda name: "not documented")),
    "Two words": _always(
        _filled(lambda name: ("yes", "done")[len(name) % 2], list=["yes"], mapping={"done": "done"})
    ),
    "Names of keys": _always(_filled(lambda name: name.replace("_", " "), list=[], mapping={})),
    "Typed constants": _always(
        _filled(lambda name: "as expected", number=1, time="12:00", list=[], mapping={})
    ),
    "Maximum": _always(
        _filled(lambda name: "severe", number=999, time="23:59", list=["severe"], mapping={"severe": True})
    ),
    "Dictation as `narrative`": lambda labels, narrative: (
        _empty(labels, narrative) | {"narrative": narrative}
    ),
    "Dictation in every key": lambda labels, narrative: _everywhere(narrative),
    "Everything flagged": _flagged,
}
"""Products that do no work: what each makes of a dictation."""
REASONS = {
    "A-CMP1": "It fails only a section that is null; A-CMP2 to A-CMP6 and A-PRT1 ask what it says.",
    "A-FMT1": "It asks whether a program can read the record, not what the record says.",
    "A-FMT2": "It asks for types and declared keys, and null or a mark for unknown conforms everywhere.",
}
"""Why a useless product reaches the threshold of a benchmark that scripts alone judge."""


def _by(*clauses: str) -> Callable[[Case], bool]:
    """A side of a flag: the cases that one of these clauses decides."""
    return lambda case: not {*case.clauses}.isdisjoint(clauses)


_STROKE = _by("fail 5")
SIDES: dict[str, tuple[Callable[[Case], bool], Callable[[Case], bool]]] = {
    "A-SFT1": (_by("inclusion 2"), _by("inclusion 3")),
    "A-SFT2": (_by("fail 1", "fail 2"), _by("fail 4")),
    "A-SFT4": (_by("fail 5"), _by("fail 4")),
    "A-PRT4": (_by("fail 3"), _by("fail 4")),
    "A-STR2": (
        lambda case: _STROKE(case) and (case.labels or {})["stroke_alert"],
        lambda case: _STROKE(case) and not (case.labels or {})["stroke_alert"],
    ),
    "A-TRM3": (_by("fail 1"), _by("fail 2")),
    "A-UNC2": (_by("fail 1", "fail 2"), _by("fail 3")),
    "A-SEP1": (_by("fail 1"), _by("fail 2")),
}
"""What decides a failing case of a flag, alert or mark: it is missing, or it should not be there."""


def sides() -> dict[str, tuple[int, int, int]]:
    """How many cases fail for a missing flag, how many for one too many, and how many pass."""
    found = {}
    for file in _SUITE.cases:
        cases, code = file.fields.cases or (), file.fields.benchmark or ""
        fails = [case for case in cases if case.expected is Expected.FAIL]
        missing, false = (sum(map(side, fails)) for side in SIDES.get(code, (bool, bool)))
        found[code] = (missing, false, sum(case.expected is Expected.PASS for case in cases))
    return {code: found[code] for code in SIDES}


@cache
def passed(product: str) -> dict[str, Passed]:
    """What a product scores in each benchmark with a script, on the cases that a plan of the suite has.

    Of a hybrid only the cases that its script fails have a result: the judge has the other half.
    """
    replies: dict[str, list[Any]] = {code: [] for code in IMPLEMENTED}
    for case in suite_cases(_SUITE).values():
        record = PRODUCTS[product](case.labels, case.narrative)
        for code in replies.keys() & {*case.codes}:
            script = evaluator(IMPLEMENTED[code])
            replies[code].append(script.evaluate(case.labels, record, case.narrative))
    return {code: _tally(code, given) for code, given in replies.items()}


def _tally(code: str, replies: Sequence[Any]) -> Passed:
    judged = []
    for reply in replies:
        outcome = form_of(code).model_validate(reply).outcome
        if outcome == "fail" or (outcome == "pass" and code in scored()):
            judged.append(Fraction(reply.get("score", reply["pass"])).limit_denominator(1000))
    total = sum(judged, Fraction(0))
    whole = int(total) if total.denominator == 1 else total
    return Passed(whole, len(judged), len(replies) - len(judged))


def rubrics(product: str, *, by_rate: bool) -> dict[str, RubricResult]:
    """The product's result in each rubric with a benchmark that scripts alone judge; judged cases are open.

    By rate, a benchmark's score is what passed of the planned cases, however few they are.
    """
    found = {}
    for spec in _SUITE.ordered_rubrics:
        tree = score_tree(_SUITE, spec)
        codes = [node.code for node in tree.benchmarks if node.code in IMPLEMENTED]
        if {*codes} & {*scored()}:
            given: dict[str, Any] = {}
            for code in codes:
                score = passed(product)[code]
                if score.evaluated and not by_rate:
                    given[code] = score
                elif score.evaluated and not score.missing:
                    given[code] = _rate(score)
            found[spec.code] = judge(tree, given)
    return found


def _rate(score: Passed) -> Decimal:
    return Decimal(str(float(Fraction(score.passed) / score.evaluated)))


Columns = dict[str, dict[str, str]]
"""The cells of the page's tables: by product, by the code of a benchmark or a rubric."""


def column(product: str) -> dict[str, str]:
    """The cells of a product, worked out anew."""
    cells = {}
    for code, score in passed(product).items():
        cells[code] = _cell(score) if code in scored() else f"{score.evaluated} of {score.planned}"
    by_rate = rubrics(product, by_rate=True)
    return cells | {
        code: _verdict(by_rate[code], result) for code, result in rubrics(product, by_rate=False).items()
    }


def columns(text: str) -> Columns:
    """The cells of all products, as they are on the page."""
    found: Columns = {product: {} for product in PRODUCTS}
    for line in on_page(text).splitlines():
        code, *cells = line.strip("| ").split(" | ")
        if len(cells) == len(PRODUCTS) and code != "Code":
            for product, cell in zip(PRODUCTS, cells, strict=True):
                found[product][code] = cell
    return found


def passing(found: Columns) -> dict[str, list[str]]:
    """The products that reach the threshold of a benchmark that scripts alone judge, on its planned cases."""
    reached: dict[str, list[str]] = {}
    for product, cells in found.items():
        for code in scored():
            passed, _, evaluated = cells[code].partition(" of ")
            threshold = _SUITE.benchmark[code].fields.threshold or 0
            if evaluated and Decimal(passed) >= threshold * int(evaluated):
                reached.setdefault(code, []).append(product)
    return reached


@cache
def scored() -> list[str]:
    """The benchmarks that scripts alone judge; of a hybrid the judge may fail what its script passes."""
    specs = {code: _SUITE.benchmark[code].fields for code in IMPLEMENTED}
    return [code for code, fields in specs.items() if fields.evaluator_type is EvaluatorType.CODE]


def digest() -> str:
    """SHA-256 of what the numbers are made of: the scripts, the labels and dictations, the products."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]
    truths = [[name, case.codes, case.labels, case.narrative] for name, case in suite_cases(_SUITE).items()]
    made = [[make({}, "x") for make in PRODUCTS.values()], scripts, truths]
    return sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


def tables(found: Columns) -> str:
    """The tables of the page with these cells, and what they were made for."""
    codes = [spec.code for spec in _SUITE.ordered_benchmarks if spec.code in IMPLEMENTED]
    alone = [code for code in codes if code in scored()]
    halves = [code for code in codes if code not in alone]
    judged = [spec.code for spec in _SUITE.ordered_rubrics if spec.code in found["Array"]]
    reached = [f"| {code} | {', '.join(names)} | {REASONS[code]} |" for code, names in passing(found).items()]
    planned, every, calls = len(suite_cases(_SUITE)), confirmed(_SUITE)[1], len(_SUITE.calls)
    bridge = f"{every - calls} cases and {calls} calls; to {every - planned} no benchmark applies."
    flags = [f"| {code} | {' | '.join(map(str, counts))} |" for code, counts in sides().items()]
    parts = (
        "## Benchmarks\n\nThose that scripts alone judge: cases passed, of those with a verdict.\n",
        _rows(found, alone),
        "\n## Where one reaches a threshold\n\n| Code | Products | Why |\n|---|---|---|",
        *reached,
        "\n## Hybrids\n\nCases that the script fails, of those planned. The others are left to the judge.\n",
        _rows(found, halves),
        "\n## Rubrics\n",
        _rows(found, judged),
        _SIDES_HEAD,
        *flags,
        f"\nComputed over the {planned} cases and calls of the suite's plan. The suite has {bridge}",
        f"SHA-256 of dictations, labels, scripts and products: `{digest()}`.\n",
    )
    return "\n".join(parts)


_SIDES_HEAD = """
## Both sides of a flag

Cases by what makes them fail, of each benchmark that asks for a flag, an alert or a mark. A product
that always flags fails on one side, and one that never does on the other.

| Code | Fail: it is missing | Fail: it should not be there | Pass |
|---|---|---|---|"""


def _rows(found: Columns, codes: Sequence[str]) -> str:
    rows = [f"| Code | {' | '.join(found)} |", f"|---|{'---|' * len(found)}"]
    for code in codes:
        rows += [f"| {code} | {' | '.join(cells[code] for cells in found.values())} |"]
    return "\n".join(rows)


def _cell(score: Passed) -> str:
    passed = score.passed
    number = str(passed) if isinstance(passed, int) else f"{float(passed):.2f}"
    return f"{number} of {score.evaluated}" if score.evaluated else "–"


def _verdict(by_rate: RubricResult, by_rule: RubricResult) -> str:
    low, high = (f"{float(bound):.2f}" for bound in by_rate.score)
    score = low if low == high else f"{low} to {high}"
    if by_rate.verdict == by_rule.verdict:
        return f"{by_rule.verdict}, {score}"
    return f"{by_rule.verdict}, by rate {by_rate.verdict}, {score}"


def on_page(text: str) -> str:
    """The tables as they are on the page."""
    return text[text.index("## Benchmarks\n") : text.index("\n## What this does not show\n")]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    new = tables({product: column(product) for product in PRODUCTS})
    PAGE.write_text(page.replace(on_page(page), new), encoding="utf-8")
