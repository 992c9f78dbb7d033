"""Whether the departure time is charted."""

from __future__ import annotations

import collections.abc as parts
import re

from comparison import same

TIME = re.compile(r"\d\d:\d\d")


def evaluate(labels: dict[str, parts.Hashable], output: dict | str, narrative: str) -> dict:
    """Import nothing; open no file, compile no list, and eval no text."""
    found = TIME.search(output if isinstance(output, str) else output.get("departure", ""))
    eval_time = labels.get("departure")
    return {"applicable": bool(labels), "items": [], "reason": "", "pass": same(found, eval_time)}
