"""Run a suite's code evaluators on records of a product, each evaluator in a program that can be ended."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from time import monotonic
from typing import Any, NamedTuple

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.scoring import isolated_runner
from benchdocs.scoring.json_lines import ReadLines, object_of, read_lines, refuse_unknown
from benchdocs.scoring.plan import LONGEST, one_line
from benchdocs.scoring.results import CaseOutcome, Result, case_of, fails_unread, result_of, run_of
from benchdocs.specs.cases import VALUE_TYPES
from benchdocs.specs.choices import EvaluatorType, KeyType
from benchdocs.specs.code_evaluator import ENTRY, MODULES, CodeEvaluator
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.specs.numbers import counted
from benchdocs.suite.cases import NamedCase, applying, named_cases
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

SECONDS, ALL_SECONDS = 20, 120
"""Time that one evaluator has, and that they all have together, to start, and for every thousand records."""
_KEYS = ("case", "run", "output", "labels", "narrative")


class ProductRecord(NamedTuple):
    """What a product wrote in one case, with the ground truth of the case and the benchmarks it is for."""

    case: str
    run: int
    output: Any
    codes: tuple[str, ...]
    labels: Any
    narrative: str

    @property
    def given(self) -> dict[str, Any]:
        """What a script gets of it."""
        return {"labels": self.labels, "output": self.output, "narrative": self.narrative}


def read_records(file: str, content: bytes, suite: Suite) -> ReadLines[ProductRecord]:
    """Return the records of a file, with the suite's labels where a line has none."""

    def line_of(entry: dict[str, Any]) -> tuple[tuple[str, int], ProductRecord]:
        record = _record(entry, suite)
        return record[:2], record

    return read_lines({file: content}, line_of, "case and run")


def _record(entry: Mapping[str, Any], suite: Suite) -> ProductRecord:
    """Return a line's record. Raises ValueError with what is wrong."""
    refuse_unknown(entry, _KEYS)
    case, run = case_of(entry, suite), run_of(entry)
    if not isinstance(entry.get("output"), dict | str):
        raise ValueError("`output` has to be the record, or the text that the product wrote instead of one")
    truth = named_cases(suite).get(case)
    if "labels" in entry or "narrative" in entry:
        labels, narrative = entry.get("labels"), entry.get("narrative")
        if not isinstance(labels, dict) or not isinstance(narrative, str):
            raise ValueError("`labels` has to be an object and `narrative` a text; leave out both or none")
        _refuse_unfit(labels, suite)
        truth = NamedCase(applying(suite, labels), labels, narrative)
    if not truth:
        raise ValueError("the suite has no case of this ID: add `labels` and `narrative`")
    return ProductRecord(case, run, entry["output"], truth.codes, truth.labels, truth.narrative)


def _refuse_unfit(labels: Mapping[str, Any], suite: Suite) -> None:
    """Raise ValueError if the data dictionary does not list a label, or lists it with another type."""
    listed = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    if not listed:
        return
    for label, value in labels.items():
        if label not in listed:
            hint = did_you_mean(label, listed) or f"correct it, or add it to `{LABELS_FILE}`"
            raise ValueError(f"`{LABELS_FILE}` does not list the label `{shorten(label)}`: {hint}")
        kind = listed[label].type or KeyType.TEXT
        exact = Decimal(value) if type(value) in (int, float) else value
        if not isinstance(exact, VALUE_TYPES[kind]):
            raise ValueError(
                f"the label `{label}` has to be of the type `{kind}` that `{LABELS_FILE}` states"
            )


class CodeRun(NamedTuple):
    """What the code evaluators said; `failures` say, in a sentence each, why some gave no verdict."""

    results: tuple[Result, ...]
    failures: tuple[str, ...]


def limit(records: Sequence[ProductRecord], seconds: int) -> float:
    """Return the seconds that so many records have."""
    return seconds * (1 + len(records) / 1000)


def with_code(
    suite: Suite,
    records: Sequence[ProductRecord],
    judgments: Iterable[Result],
    watched: Callable[[list[BenchmarkSpec]], Iterable[BenchmarkSpec]] = iter,
) -> CodeRun:
    """Run all code evaluators on records, and combine them with the judges' results of the same cases.

    `watched` hands on the benchmarks one by one, and sees so how far the run is.
    Raises ValueError where the results have the verdict of a code evaluator already.
    """
    by_key = {result.key: result for result in judgments}
    failures: list[str] = []
    unreadable: dict[tuple[str, int], ProductRecord] = {}
    specs = [spec for spec in suite.ordered_benchmarks if is_in_use(spec) and spec.fields.implementation]
    end = monotonic() + limit(records, ALL_SECONDS)
    for spec in watched(sorted(specs, key=lambda spec: not fails_unread(spec))):
        judged = [record for record in records if fails_unread(spec) or record[:2] not in unreadable]
        for record, code in zip(judged, _results(suite, spec, judged, end, failures), strict=True):
            if fails_unread(spec) and code.outcome is CaseOutcome.FAIL:
                unreadable[record[:2]] = record
            is_hybrid = spec.fields.evaluator_type is EvaluatorType.HYBRID
            if not is_hybrid and code.key in by_key:
                raise ValueError(f"the results have a verdict of {spec.code} on `{code.case}` already")
            verdict = _combined(code, by_key.get(code.key)) if is_hybrid else code
            if verdict:
                by_key[code.key] = verdict
    for record in unreadable.values():
        for spec in map(suite.benchmark.__getitem__, record.codes):
            if is_in_use(spec) and not fails_unread(spec):
                result = result_of(record.case, spec, record.run, {"unreadable": True})
                by_key[result.key] = result
    return CodeRun(tuple(by_key.values()), tuple(failures))


def _combined(code: Result, judgment: Result | None) -> Result | None:
    """Return the verdict of a hybrid: the script's, if it fails the case, or else the judge's.

    A judge to whom a label is unclear decides against a fail of the script too. None where the judge's half
    is missing and could still fail the case.
    """
    is_unclear = judgment is not None and judgment.outcome is CaseOutcome.UNCERTAIN
    if code.outcome is CaseOutcome.FAILED or (code.outcome is CaseOutcome.FAIL and not is_unclear):
        return code
    return judgment


def _results(
    suite: Suite, spec: BenchmarkSpec, records: Sequence[ProductRecord], end: float, failures: list[str]
) -> Iterator[Result]:
    """Yield what an evaluator says of each record; the reason of the first failure goes to `failures`."""
    has_failed = False
    for record, answer in zip(records, _answers(suite, spec, records, end), strict=True):
        try:
            if "failed" in answer:
                raise ValueError(answer["failed"])
            yield result_of(record.case, spec, record.run, {"reply": answer.get("reply")})
        except ValueError as error:
            failed = result_of(record.case, spec, record.run, {"failed": _shown(str(error))})
            if not has_failed:
                failures.append(f"{spec.code}: {spec.fields.implementation} gave no verdict: {failed.why}")
            has_failed = True
            yield failed


def _shown(why: str) -> str:
    """Return a reason as a line of results may have it."""
    try:
        return one_line("failed", shorten(" ".join(why.split()), LONGEST)[:LONGEST])
    except ValueError:
        return "it gave no reason that can be shown"


def _answers(
    suite: Suite, spec: BenchmarkSpec, records: Sequence[ProductRecord], end: float
) -> list[dict[str, Any]]:
    """Return an evaluator's answer for each record, from a program with limits; by `end`, all have to be."""
    seconds, left = limit(records, SECONDS), end - monotonic()
    why = f"it ran longer than {seconds:.0f} seconds and was stopped"
    if left < seconds:
        seconds, why = left, "the time of all scripts together was used up"
    script = suite.evaluator.get(spec.fields.implementation or "")
    imported = suite.imported_by(script) if isinstance(script, CodeEvaluator) else ()
    job = {
        "source": script.text if script else "",
        "shared": {module.name: module.text for module in imported},
        "modules": sorted(MODULES),
        "entry": ENTRY,
        "cases": [record.given for record in records],
    }
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", "-S", isolated_runner.__file__]
        try:
            output = subprocess.run(
                command,
                input=json.dumps(job).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=max(0, seconds),
                cwd=folder,
                env={},
            ).stdout
            why = f"it ended without an answer to each of {counted(len(records), 'record')}"
        except subprocess.TimeoutExpired as error:
            output = error.stdout or b""
    answers = []
    for line in output.split(b"\n")[:-1]:
        try:
            answers.append(object_of(line))
        except ValueError as error:
            answers.append({"failed": str(error)})
    answers += [{"failed": why}] * (len(records) - len(answers))
    return answers[: len(records)]
