"""Work out the record of a measured judge."""

import datetime
from typing import Any

from benchdocs.authoring.changeset import Step
from benchdocs.authoring.records import cleaned, new_record, refused, state_of
from benchdocs.scoring.calibration import Calibration, MeasuredJudge
from benchdocs.specs.discovery import JUDGE_FOLDER
from benchdocs.specs.judge_record import MOST_WRONG
from benchdocs.suite.judges import digest_of_cases
from benchdocs.suite.runs import digests


def new_judge_record(calibration: Calibration, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of a judge. Raises RefusedError where it may not be recorded."""
    suite = calibration.suite
    if calibration.results.bad:
        raise refused("a line cannot be used")
    benchmarks = {}
    for code, measured in calibration.measured.items():
        benchmarks[code] = {
            "prompt": digests(suite)[code]["prompt"],
            "cases": digest_of_cases(measured.cases),
            **_sides(measured),
            "wrong": [cleaned(case) for case in measured.wrong[:MOST_WRONG]],
        }
    fields = {
        "judge": cleaned(calibration.judge),
        "date": day,
        "suite": state_of(suite, calibration.digest),
        "benchmarks": benchmarks,
    }
    return new_record(suite, JUDGE_FOLDER, name, fields)


def _sides(measured: MeasuredJudge) -> dict[str, Any]:
    """Return how many good and faulty records a judge got right, and over sources, where these count."""
    quality, sides = measured.quality, dict[str, dict[str, Any]]()
    for name, right, passed in (("good", "pass", quality.good), ("faulty", "fail", quality.faulty)):
        given = [each.is_right for each in measured.given.values() if each.right == right]
        sides[name] = {"right": sum(given), "cases": len(given)}
        if quality.by_share and given:
            sides[name] |= {"total": str(passed.passed), "sources": passed.evaluated}
    return sides
