"""What a measured judge comes to, as text and as JSON."""

import json
from fractions import Fraction
from math import floor
from typing import Any

from benchdocs.documents.locations import printable
from benchdocs.reports.scores.forms import aligned
from benchdocs.reports.scores.summary import shortened
from benchdocs.scoring.calibration import Calibration, MeasuredJudge
from benchdocs.scoring.report import LEVEL
from benchdocs.specs.numbers import counted, round_down, shown_fraction
from benchdocs.suite.sampling import ConfidenceInterval, Passed

HEAD = ("", "judge", "good records it passes", "faulty records it fails", "wrong")
_FINE = 1_000_000
"""Fractions of a bound."""


def calibration_text(calibration: Calibration) -> str:
    """Return how well a judge did on each benchmark, as text with a line end."""
    measured = calibration.measured
    cases = counted(sum(len(each.given) for each in measured.values()), "confirmed case")
    lines = [f"{calibration.judge} on {cases} of {counted(len(measured), 'benchmark')}", ""]
    rows = [HEAD]
    for code, each in measured.items():
        (low_good, low_faulty), quality = each.quality.bounds(), each.quality
        sides = _side(quality.good, low_good), _side(quality.faulty, low_faulty)
        rows.append((code, calibration.standing(each), *sides, shortened(each.wrong)))
    lines += aligned(rows)
    needed = calibration.suite.settings.judge_floor
    lines += ["", f"Qualified: both rates are at least {needed} by their lower bounds at {LEVEL:.0%}."]
    return "".join(f"{printable(line)}\n" for line in lines)


def _side(passed: Passed, bounds: ConfidenceInterval) -> str:
    return (
        f"{shown_fraction(Fraction(passed.passed))} of {passed.evaluated}, at least {round_down(bounds.low)}"
    )


def calibration_json(calibration: Calibration) -> str:
    """Return how well a judge did on each benchmark, as JSON with a line end."""
    answer = {
        "judge": calibration.judge,
        "suite": calibration.digest,
        "floor": float(calibration.suite.settings.judge_floor),
        "level": LEVEL,
        "benchmarks": [_data(calibration, code, each) for code, each in calibration.measured.items()],
        "unusable": [bad._asdict() for bad in calibration.results.bad],
    }
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def _data(calibration: Calibration, code: str, measured: MeasuredJudge) -> dict[str, Any]:
    data: dict[str, Any] = {"code": code, "judge": calibration.standing(measured)}
    quality = measured.quality
    for name, side, bounds in zip(("good", "faulty"), quality.sides, quality.bounds(), strict=True):
        data[name] = {"right": float(side.passed), "cases": side.evaluated}
        data[name]["low"] = floor(bounds.low * _FINE) / _FINE
    return data | {"wrong": measured.wrong}
