"""A-DEM2: whether the departure time is charted."""

COMPARE = {"stated_times": {"value": "exact", "mark": "words"}}


def evaluate(labels, output, narrative):
    kinds = COMPARE["stated_times"]
    return {"applicable": True, "items": [], "uncertain": False, "reason": str(kinds), "pass": labels.get("spare_times")}
