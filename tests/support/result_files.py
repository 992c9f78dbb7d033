"""Lines of result files for tests; every verdict in them is synthetic."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

REASON = "A synthetic reply of a test, which says nothing of any product."


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
