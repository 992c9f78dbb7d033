"""What a measured judge comes to, as text and as JSON."""

import json
from typing import Any

from benchdocs.documents.locations import printable
from benchdocs.reports.scores.forms import aligned
from benchdocs.reports.scores.summary import shortened
from benchdocs.scoring.calibration import Calibration
from benchdocs.scoring.report import LEVEL, LEVEL_TEXT
from benchdocs.specs.numbers import counted, round_down
from benchdocs.suite.judges import standing_by

HEAD = ("", "judge", "good records it passes", "faulty records it fails", "wrong")
_PLACES = 6
"""Decimals of a bound in JSON."""


def _benchmarks(calibration: Calibration) -> list[dict[str, Any]]:
    """Return how well a judge did on each benchmark, as plain values."""
    benchmarks = []
    for code, measured in calibration.measured.items():
        quality = measured.quality
        entry: dict[str, Any] = {"code": code, "judge": standing_by(quality, calibration.suite)}
        for name, side, bounds in zip(("good", "faulty"), quality.sides, quality.bounds(), strict=True):
            low = float(round_down(bounds.low, _PLACES))
            entry[name] = {"right": float(side.passed), "cases": side.evaluated, "low": low}
        benchmarks.append({**entry, "wrong": measured.wrong})
    return benchmarks


def calibration_text(calibration: Calibration) -> str:
    """Return how well a judge did on each benchmark, as text with a line end."""
    rows = [HEAD]
    for each in _benchmarks(calibration):
        good, faulty = (
            f"{side['right']:g} of {side['cases']}, at least {round_down(side['low'])}"
            for side in (each["good"], each["faulty"])
        )
        rows.append((each["code"], each["judge"], good, faulty, shortened(each["wrong"])))
    cases = counted(sum(len(each.given) for each in calibration.measured.values()), "confirmed case")
    head = f"{calibration.judge} on {cases} of {counted(len(rows) - 1, 'benchmark')}"
    needed = calibration.suite.settings.judge_floor
    foot = f"Qualified: both rates are at least {needed} by their lower bounds at {LEVEL_TEXT}."
    return "\n".join((*map(printable, (head, "", *aligned(rows), "", foot)), ""))


def calibration_json(calibration: Calibration) -> str:
    """Return how well a judge did on each benchmark, as JSON with a line end."""
    answer = {"judge": calibration.judge, "suite": calibration.digest, "level": LEVEL}
    answer["floor"] = float(calibration.suite.settings.judge_floor)
    answer["benchmarks"] = _benchmarks(calibration)
    answer["unusable"] = [bad._asdict() for bad in calibration.results.bad]
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"
