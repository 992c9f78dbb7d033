"""Lines of result files for tests; every verdict in them is synthetic."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from benchdocs.scoring.plan import Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.scoring.results import Results, read_results
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.suite import Suite

REASON = "A synthetic reply of a test, which says nothing of any product."
ABOUT = {"about": {"product": "synthetic", "judge": "a synthetic judge"}}
"""A first line of results with what a pass needs."""
DIGEST = "5" * 64
"""A digest for a suite in tests that do not compute its own."""


def reply(
    met: Sequence[bool], *, applicable: bool = True, uncertain: bool = False, share: bool = False
) -> dict[str, Any]:
    """A reply whose items are met or not; with a share as its score if the benchmark counts items."""
    items = [{"label": f"item {n}", "quote": "", "entry": "", "met": each} for n, each in enumerate(met)]
    passes = applicable and not uncertain and all(met)
    why = {"uncertain_reason": "the label may be wrong"} if uncertain else {}
    score = {"score": sum(met) / len(met)} if share else {}
    verdict = {"applicable": applicable, "items": items, "uncertain": uncertain}
    return {**verdict, **why, "reason": REASON, "pass": passes, **score}


def line(case: str, benchmark: str, **values: Any) -> dict[str, Any]:
    """A line of results."""
    return {"case": case, "benchmark": benchmark, **values}


def text_of(lines: Iterable[Mapping[str, Any]]) -> str:
    """The text of a file of results."""
    return "".join(f"{json.dumps(each)}\n" for each in lines)


def read(lines: Iterable[Mapping[str, Any]], suite: Suite, plan: Plan | None = None) -> Results:
    """The results of these lines, as a file of them is read."""
    return read_results({"run.jsonl": text_of(lines).encode().splitlines(keepends=True)}, suite, plan)


def planned(
    suite: Suite, cases: Mapping[str, int], runs: int = 1, tags: Sequence[str] = (), sources: int = 0
) -> Plan:
    """A plan with so many cases of each benchmark, `case-0` and on, made of so many sources in a row."""
    most = max(cases.values())
    named = {}
    for n in range(most):
        codes = tuple(code for code, count in cases.items() if n < count)
        source = f"source {n * sources // most}" if sources else ""
        named[f"case-{n}"] = NamedCase(codes, {}, f"narrative {n}", source=source)
    return make_plan(suite, DIGEST, named, runs, tags)


_ANSWERS: dict[str, dict[str, Any]] = {
    "p": {"reply": reply([True])},
    "f": {"reply": reply([False])},
    "h": {"reply": reply([True, False], share=True)},
    "u": {"reply": reply([True], uncertain=True)},
    "n": {"reply": reply([], applicable=False)},
    "x": {"unreadable": True},
    "c": {"no_output": "RuntimeError: the product crashed"},
    "e": {"failed": "timed out"},
}
"""What a line says: pass, fail, half of the items, uncertain, not applicable, unreadable, crash, error."""


def run_lines(results: Mapping[str, Any], items: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """The lines of a run from letters by benchmark: `p28 f1 -1` is 28 passes, a fail, and no line.

    A list has a text for each run, and a mapping one for each half; `items` are benchmarks that count items.
    """
    for code, by_half in results.items():
        halves = by_half if isinstance(by_half, dict) else {"": by_half}
        for half, by_run in halves.items():
            for run, letters in enumerate(by_run if isinstance(by_run, list) else [by_run], 1):
                for case, letter in enumerate(spelled(letters)):
                    if letter != "-":
                        yield line(
                            f"case-{case}", code, run=run, **_answer(letter, code in items), **_of(half)
                        )


def spelled(letters: str) -> str:
    """The letters, each as often as the number behind it says."""
    return "".join(letter * int(times) for letter, times in re.findall(r"([a-z-])(\d+)", letters))


def _of(half: str) -> dict[str, str]:
    return {"half": half} if half else {}


def _answer(letter: str, counts_items: bool) -> dict[str, Any]:
    if counts_items and letter in "pf":
        return {"reply": reply([letter == "p"], share=True)}
    return _ANSWERS[letter]
