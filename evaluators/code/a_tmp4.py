"""A-TMP4, first half: whether each stated time is charted, with its event, and each stated interval.

Times that differ by two minutes or less, times in words, and durations that do not fit are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

ELEMENTS = {
    "stated_times": (Element("time", "time", slack=2), Element("interval", "number", (), "min, sec, hour"))
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the stated times")
