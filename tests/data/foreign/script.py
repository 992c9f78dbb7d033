"""$code: whether the output keeps what the labels list of $of."""

from typing import Any

COMPARE: dict[str, Any] = {}
"""Values are compared as they are."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    wanted = labels.get("$key") if isinstance(labels, dict) else None
    found = output.get("$key") if isinstance(output, dict) else None
    is_met = found == wanted
    item = {"label": str(wanted), "quote": "", "entry": str(found), "met": is_met}
    reason = "The output and the labels agree on $of." if is_met else "The output and the labels differ on $of."
    return {"applicable": True, "items": [item], "uncertain": False, "reason": reason, "pass": is_met}
