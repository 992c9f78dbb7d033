"""Read the labels that people gave the traces of a run, and find what the run says of each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

from benchdocs.documents.rows import parse_rows
from benchdocs.documents.text_file import read_text
from benchdocs.scoring.agenda import Agenda
from benchdocs.scoring.tally import Tally
from benchdocs.specs.records import (
    MOST_LABELS,
    MOST_NAMED,
    NONE_OF_THE_ABOVE,
    Label,
    LabelFile,
    RecordedLabel,
    TraceOutcome,
)
from benchdocs.specs.validation import Broken, Spec, count_faults, validated
from benchdocs.suite.cases import compared_name
from benchdocs.suite.suite import Suite


def read_labels(path: Path, codes: Mapping[str, str]) -> Spec[LabelFile] | Broken:
    """Read a file of labels, CSV or YAML; `codes` are those of our benchmarks by the codes of others."""
    file = read_text(path.parent, path.name)
    file.path = str(path)
    columns, count = [*Label.model_fields], partial(count_faults, LabelFile)
    document = parse_rows(file, "labels", columns, Label.needed_fields(), MOST_LABELS, count)
    rows = cast(Any, document.data.get("labels"))
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(code := row.get("benchmark_code"), str):
            row["benchmark_code"] = codes.get(code, code)
    return validated(document, LabelFile)


def with_outcomes(
    labels: Iterable[Label], suite: Suite, agenda: Agenda, tallies: Mapping[str, Tally]
) -> Iterator[RecordedLabel]:
    """Yield labels with the codes that benchmarks have now, each with what a run says of its trace."""
    cases = {compared_name(name): name for name in agenda.codes}
    failing = defaultdict[str, list[str]](list)
    for code, counts in tallies.items():
        for case in counts.fails:
            failing[case].append(code)
    for label in labels:
        code = suite.known_code(label.benchmark_code) or NONE_OF_THE_ABOVE
        case = cases.get(compared_name(label.trace_id), "")
        failed = sorted(failing.get(case, ()), key=lambda each: (each != code, each))
        asked = agenda.codes.get(case, ()) if code == NONE_OF_THE_ABOVE else (code,)
        outcome = TraceOutcome.OPEN
        if not case:
            outcome = TraceOutcome.ABSENT
        elif not {*asked}.isdisjoint(failed):
            outcome = TraceOutcome.FAILED
        elif all(each in tallies and case in tallies[each].shares for each in asked):
            outcome = TraceOutcome.PASSED
        found = {"benchmark_code": code, "outcome": outcome, "failed": failed[:MOST_NAMED]}
        yield RecordedLabel(**dict(label) | found)
