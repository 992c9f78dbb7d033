"""Whether the arrival time is charted as dictated."""

from comparison import same


def evaluate(labels, output, narrative):
    # one time at most
    met = same(labels.get("stated_times"), output.get("arrival"))
    return {"applicable": True, "items": [], "uncertain": False, "reason": "The label decides.", "pass": met}
