"""Work out the record of a measured judge: what `benchdocs score --record` adds to a suite."""

import datetime
from collections.abc import Iterator

from benchdocs.authoring.changeset import Step
from benchdocs.authoring.run_records import commit_of, quoted, record_path, refused
from benchdocs.scoring.calibration import Calibration, MeasuredJudge
from benchdocs.specs.discovery import JUDGE_FOLDER
from benchdocs.specs.judge_record import MOST_WRONG
from benchdocs.suite.judges import digest_of_cases
from benchdocs.suite.runs import digests


def new_judge_record(calibration: Calibration, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of a measured judge.

    Raises RefusedError where it may not be recorded, or a record has this name.
    """
    path = record_path(calibration.suite, JUDGE_FOLDER, name)
    if calibration.results.bad:
        raise refused("a line cannot be used")
    return Step(path, "".join(f"{line}\n" for line in _lines(calibration, day)))


def _lines(calibration: Calibration, day: datetime.date) -> Iterator[str]:
    suite = calibration.suite
    yield f"judge: {quoted(calibration.judge)}"
    yield f"date: {day}"
    commit = commit_of(suite)
    yield f'suite: {{digest: "{calibration.digest}"' + (f', commit: "{commit}"}}' if commit else "}")
    yield "benchmarks:"
    for code, measured in calibration.measured.items():
        yield f"  {code}: {{{', '.join(_benchmark(calibration, code, measured))}}}"


def _benchmark(calibration: Calibration, code: str, measured: MeasuredJudge) -> Iterator[str]:
    """Yield what a record has of a benchmark, as keys with values."""
    yield f'prompt: "{digests(calibration.suite)[code]["prompt"]}"'
    yield f'cases: "{digest_of_cases(measured.cases)}"'
    quality = measured.quality
    for name, right, passed in (("good", "pass", quality.good), ("faulty", "fail", quality.faulty)):
        given = [each.is_right for each in measured.given.values() if each.right == right]
        side = f"right: {sum(given)}, cases: {len(given)}"
        if quality.by_share and given:
            side += f', total: "{passed.passed}", sources: {passed.evaluated}'
        yield f"{name}: {{{side}}}"
    if wrong := measured.wrong[:MOST_WRONG]:
        yield f"wrong: [{', '.join(map(quoted, wrong))}]"
