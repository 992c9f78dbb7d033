"""Whether the departure time is charted as dictated."""


def evaluate(labels, output, narrative):
    return {"applicable": False, "items": [], "uncertain": False, "reason": "", "pass": False}
