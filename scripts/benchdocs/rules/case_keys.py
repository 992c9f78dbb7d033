"""CAS1607-1609: keys of cases and metrics that the data dictionary lacks, and values of another type."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from benchdocs.documents.locations import Fix, Place, Route, at, at_key
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.yaml_scalars import kind_of
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import corrections
from benchdocs.specs.cases import KEY
from benchdocs.specs.choices import KeyType
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.cases import CaseSpec, record_routes
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: calibration cases"
_TYPES: dict[KeyType, type | tuple[type, ...]] = {
    KeyType.TEXT: str,
    KeyType.NUMBER: Decimal,
    KeyType.BOOLEAN: bool,
    KeyType.LIST: list,
    KeyType.MAPPING: dict,
    KeyType.SECTION: dict,
    KeyType.TIME: str,
}


@rule(
    "CAS1607",
    "key missing from the data dictionary",
    fixable=True,
    unfixable="only you know whether the key is wrong or missing from the dictionary",
    reveals=("CAS",),
)
def unknown_key(suite: Suite) -> Iterator[Violation]:
    """A case uses a label or a key of the record that `evaluators/labels.yaml` does not list. In a record,
    top-level keys and keys within a `section` are checked; keys within a list or a mapping are not. Or a key
    of the dictionary contains something other than lowercase letters, digits and underscores.

    Why: a harness, a judge and an expert must all understand a key the same way.

    Fix: correct the spelling (`--fix` does so where only one key is possible), or add the key to the
    dictionary.

    Bad (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were dictated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            narrative: We were on scene at 1405.
            labels: {stated_hours: ["1405"]}
            output: {arrival: {}}

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were dictated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}
    """
    dictionary = suite.dictionary
    if dictionary is None:
        for file in suite.cases:
            message = f"`{LABELS_FILE}`, which explains the keys of the cases, is missing"
            yield Violation(file.document, at("cases"), message, "write it")
        return
    fields = dictionary.fields
    for part in ("labels", "record"):
        for key in getattr(fields, part) or ():
            if not re.fullmatch(KEY, key):
                message = f"`{key}` is not a key: use lowercase letters, digits and underscores"
                yield Violation(dictionary.document, at_key(part, key), message, "write it as `stated_times`")
    if dictionary.faults or not dictionary.readable:
        return  # a key that was refused would count as missing
    for file in suite.cases:
        for index, case in enumerate(file.fields.cases or ()):
            used = case.labels or {}
            for key in used:
                if key not in (fields.labels or {}):
                    yield _unknown(file, ("cases", index, "labels", key), "label", fields.labels or {}, used)
            for inner in record_routes(dictionary, case.output):
                if inner[-1] not in (fields.record or {}):
                    route = ("cases", index, "output", *inner)
                    yield _unknown(file, route, "key of the record", fields.record or {}, case.output)


def _unknown(file: CaseSpec, route: Route, what: str, known: Any, used: Any) -> Violation:
    key, place = str(route[-1]), at_key(*route)
    right = corrections.field(key, known)
    fix: Fix = file.document.edit(place, right) if right and right not in used else ()
    hint = f"did you mean `{right}`?" if right else did_you_mean(key, known)
    message = f"`{LABELS_FILE}` does not list the {what} `{key}`"
    return Violation(
        file.document, place, message, hint or f"correct it, or add it to `{LABELS_FILE}`", fix=fix
    )


@rule(
    "CAS1608",
    "value of a case with the wrong type",
    fixable=True,
    unfixable="it can be read in several ways",
)
def unfit_value(suite: Suite) -> Iterator[Violation]:
    """A label has a value of another type than `evaluators/labels.yaml` states. Or YAML reads text in a case
    as a number or a date: `14:05` without quotes becomes 845.

    Why: a judge and a harness get the value as JSON. It must be the value that its author sees.

    Fix: put quotes around times and dates, as `--fix` does. Where the dictionary says list, write a list.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            narrative: We were on scene at 1405.
            labels: {stated_times: [14:05]}
            output: {arrival: {}}

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were dictated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}
    """
    known = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    for file in suite.cases:
        for index, case in enumerate(file.fields.cases or ()):
            for part in ("labels", "output"):
                for route, value in _odd(getattr(case, part), ("cases", index, part)):
                    source = file.document.source_of(route) or str(value)
                    message = f"YAML reads `{source}` as {kind_of(value)}"
                    fix = file.document.edit(at(*route), f'"{source}"')
                    yield Violation(file.document, at(*route), message, "put quotes around it", fix=fix)
            for key, value in (case.labels or {}).items():
                kind = known[key].type if key in known else None
                if kind and not isinstance(value, _TYPES[kind]) and not _is_odd(value):
                    message = f"the label `{key}` has {kind_of(value)} as its value, but its type is {kind}"
                    hint = "write a value of that type, or correct the dictionary"
                    yield Violation(file.document, at("cases", index, "labels", key), message, hint)


def _odd(value: Any, route: Route) -> Iterator[tuple[Route, Any]]:
    """Yield what JSON cannot hold: numbers in an odd notation or without a value, and dates."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _odd(entry, (*route, str(key)))
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _odd(entry, (*route, number))
    elif _is_odd(value):
        yield route, value


def _is_odd(value: Any) -> bool:
    if isinstance(value, Decimal):
        return not value.is_finite()
    return value is not None and not isinstance(value, str | bool | list | dict)


@rule(
    "CAS1609",
    "label of a metric missing from the data dictionary",
    Severity.WARNING,
    fields=("metric.labels",),
    fixable=True,
    unfixable="only you know what the label means",
)
def undefined_label(suite: Suite) -> Iterator[Violation]:
    """A benchmark's `metric.labels` names a label that `evaluators/labels.yaml` does not list.

    Why: people who label a case need to know what each label means.

    Fix: correct the spelling (`--fix` does so where only one label is possible), or add the label and its
    meaning.

    Bad (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were dictated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Bad a-component/A-DEM1.yaml:

        metric:
          labels: [stated_hours]

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were dictated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Good a-component/A-DEM1.yaml:

        metric:
          labels: [stated_times]
    """
    dictionary = suite.dictionary
    if dictionary is None or dictionary.faults or not dictionary.readable:
        return
    known = dictionary.fields.labels or {}
    for spec in suite.benchmarks:
        labels = spec.fields.metric.labels if spec.fields.metric else []
        for index, label in enumerate(labels):
            if label not in known:
                place: Place = at("metric", "labels", index)
                right = corrections.field(label, known)
                fix: Fix = spec.document.edit(place, right) if right and right not in labels else ()
                hint = f"did you mean `{right}`?" if right else f"add it to `{LABELS_FILE}`"
                message = f"`{LABELS_FILE}` does not say what the label `{label}` means"
                yield Violation(spec.document, place, message, hint, fix=fix)
