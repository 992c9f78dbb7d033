"""What products that do no work score, by the code evaluators; run as a program, it writes their page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any

from benchdocs.specs.cases import Case, plain_value
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.verdicts import RubricResult, judge
from support.evaluators import FOLDER, IMPLEMENTED, evaluator, form_of
from support.paths import REPOSITORY
from support.shipped import shipped_report

PAGE = REPOSITORY / "docs/methodology/useless-products.md"
_SUITE = shipped_report().suite
_SECTIONS = ("dispatch", "response", "arrival", "assessment", "treatment", "transport", "refusal")
Truth = tuple[str, dict[str, Any], str]
"""Name of a case or call, its labels and its dictation."""


def _empty(labels: Any, narrative: str) -> dict[str, Any]:
    return _null(labels, narrative) | {name: {} for name in _SECTIONS}


def _null(labels: Any, narrative: str) -> dict[str, Any]:
    template = labels.get("template") or {}
    return dict.fromkeys([*_SECTIONS, *template.get("core_keys", ())])


def _constant(labels: Any, narrative: str) -> dict[str, Any]:
    dictionary = _SUITE.dictionary
    known = dictionary.fields.record if dictionary else None
    values: dict[str, Any] = {"list": ["documented"], "mapping": {"documented": "documented"}}
    filled = {
        name: values.get(str(key.type), "documented")
        for name, key in (known or {}).items()
        if name not in _SECTIONS
    }
    return dict.fromkeys(_SECTIONS, filled) | filled


def _pasted(labels: Any, narrative: str) -> dict[str, Any]:
    return {**_empty(labels, narrative), "narrative": narrative}


def _flagged(labels: Any, narrative: str) -> dict[str, Any]:
    categories = ("dose", "route", "contraindication", "reassessment")
    named = [narrative, *dict.fromkeys(re.findall(r"\w+", narrative))]
    flags = [
        {"medication": each, "treatment": each, "category": kind} for each in named for kind in categories
    ]
    return {**_empty(labels, narrative), "safety_flags": flags}


PRODUCTS: dict[str, Callable[[Any, str], dict[str, Any]]] = {
    "Empty record": _empty,
    "Null sections": _null,
    "“documented” in every key": _constant,
    "Dictation pasted into `narrative`": _pasted,
    "Everything flagged": _flagged,
}
"""Products that do no work: what each makes of a dictation."""


def _by(*clauses: str) -> Callable[[Case], bool]:
    """A side of a flag: the cases that one of these clauses decides."""
    return lambda case: not {*case.decides}.isdisjoint(clauses)


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
def truths() -> tuple[Truth, ...]:
    """All cases and calls of the suite."""
    cases = [
        (f"{file.stem}/{case.id}", plain_value(case.labels), case.narrative or "")
        for file in _SUITE.cases
        for case in file.fields.cases or ()
    ]
    calls = [
        (call.stem, plain_value(call.fields.labels), call.fields.narrative or "") for call in _SUITE.calls
    ]
    return (*cases, *calls)


@cache
def passed() -> dict[str, dict[str, tuple[Fraction, int]]]:
    """What each product scores in each benchmark: the sum of its scores, and how many cases count."""
    found: dict[str, dict[str, tuple[Fraction, int]]] = {}
    for product, make in PRODUCTS.items():
        found[product] = {}
        for code, name in IMPLEMENTED.items():
            total, count = Fraction(0), 0
            for _, labels, narrative in truths():
                reply = evaluator(name).evaluate(labels, make(labels, narrative), narrative)
                if str(form_of(code).model_validate(reply).outcome) in ("pass", "fail"):
                    count += 1
                    total += Fraction(reply.get("score", reply["pass"])).limit_denominator(1000)
            found[product][code] = (total, count)
    return found


def rubrics() -> dict[str, dict[str, RubricResult]]:
    """The result of each rubric that has a code benchmark, for each product; judged benchmarks are open."""
    found: dict[str, dict[str, RubricResult]] = {}
    for spec in _SUITE.ordered_rubrics:
        tree = score_tree(_SUITE, spec)
        codes = [node.code for node in tree.benchmarks if node.code in scored()]
        for product in PRODUCTS if codes else ():
            results = passed()[product]
            scores = {code: results[code] for code in codes if results[code][1]}
            given = {code: Decimal(str(float(total / count))) for code, (total, count) in scores.items()}
            found.setdefault(spec.code, {})[product] = judge(tree, given)
    return found


def scored() -> list[str]:
    """The benchmarks that scripts alone judge; of a hybrid the judge may fail what its script passes."""
    specs = {code: _SUITE.benchmark[code].fields for code in IMPLEMENTED}
    return [code for code, fields in specs.items() if fields.evaluator_type is EvaluatorType.CODE]


def digest() -> str:
    """SHA-256 of what the numbers are made of: the scripts, the labels and dictations, the products."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]
    made = [[make({}, "x") for make in PRODUCTS.values()], scripts, truths()]
    return sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


def tables() -> str:
    """The tables of the page, and what they were made for."""
    head = f"| | {' | '.join(PRODUCTS)} |\n|---|{'---|' * len(PRODUCTS)}\n"
    rows = [
        f"| {_named(code)} | {' | '.join(_cell(*passed()[product][code]) for product in PRODUCTS)} |"
        for code in [spec.code for spec in _SUITE.ordered_benchmarks if spec.code in IMPLEMENTED]
    ]
    verdicts = [
        f"| {code} | {' | '.join(f'{one.verdict}, {_range(one)}' for one in results.values())} |"
        for code, results in rubrics().items()
    ]
    calls = len(_SUITE.calls)
    return (
        f"## Benchmarks\n\n{head}"
        + "\n".join(rows)
        + f"\n\n## Rubrics\n\n{head}"
        + "\n".join(verdicts)
        + "\n\n## Both sides of a flag\n\n"
        "Cases by what makes them fail, of each benchmark that asks for a flag, an alert or a mark. A "
        "product\nthat always flags fails on one side, and one that never does on the other.\n\n"
        "| | Fail: it is missing | Fail: it should not be there | Pass |\n|---|---|---|---|\n"
        + "\n".join(f"| {code} | {' | '.join(map(str, counts))} |" for code, counts in sides().items())
        + "\n\n"
        f"Computed over {len(truths()) - calls} cases and {calls} calls. SHA-256 of dictations, labels, "
        f"scripts and products: `{digest()}`.\n"
    )


def _range(result: RubricResult) -> str:
    low, high = (f"{float(bound):.2f}" for bound in result.score)
    return low if low == high else f"{low} to {high}"


def _cell(total: Fraction, count: int) -> str:
    number = str(total) if total.denominator == 1 else f"{float(total):.2f}"
    return f"{number} of {count}" if count else "–"


def _named(code: str) -> str:
    return code if code in scored() else f"{code}, script only"


def on_page(text: str) -> str:
    """The tables as they are on the page."""
    return text[text.index("## Benchmarks\n") : text.index("\n## Where one scores\n")]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(on_page(page), tables()), encoding="utf-8")
