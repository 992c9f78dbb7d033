"""CAS1607-1609: keys of cases, calls and metrics missing from the dictionary, and values of other types."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from benchdocs.documents.locations import Place, Route, at, at_key
from benchdocs.documents.spelling import did_you_mean, meant, plain_name
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.documents.yaml_scalars import kind_of
from benchdocs.rules.fields import one_of
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import corrections
from benchdocs.specs.cases import KEY, VALUE_TYPES, DictionaryKey
from benchdocs.specs.choices import Expected, KeyType
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.cases import cases_of, given, record_routes
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: calibration cases"
_Keys = dict[str, DictionaryKey]
_WORD = re.compile(r":\s+(?:[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)\s*[,}#\r\n]")
"""Value that is a truth value, and neither `true` nor `false`; its key may be text."""


@rule(
    "CAS1607",
    "key missing from the data dictionary",
    fixable=True,
)
def unknown_key(suite: Suite) -> Iterator[Violation]:
    """A case or call uses a label or a key of the record that `evaluators/labels.yaml` does not list. In a
    record, top-level keys and keys within a `section` are checked; keys within a list or a mapping are not.
    Or the key of a label contains something other than lowercase letters, digits and underscores.

    Why: a harness, a judge and an expert must all understand a key the same way.

    Fix: correct the spelling (`--fix` does so where only one key is possible), or add the key to the
    dictionary.

    Bad (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            narrative: We were on site at 1405.
            labels: {stated_hours: ["1405"]}
            output: {arrival: {}}

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}
    """
    dictionary = suite.dictionary
    if dictionary is None:
        for file in (*(file for file in suite.cases if file.fields.cases), *suite.calls):
            message = f"`{LABELS_FILE}`, which explains the keys of the cases, is missing"
            place = at("cases" if file in suite.cases else "labels")
            hint = "write it, with `meaning` and `type` of each key, below `labels:` and `record:`"
            yield Violation(file.document, place, message, hint)
        return
    fields = dictionary.fields
    for key in fields.labels or ():
        if not re.fullmatch(KEY, key):
            message = f"`{key}` is not a key: use lowercase letters, digits and underscores"
            hint = f"write it as `{plain_name(key, '_') or 'stated_times'}`"
            yield Violation(dictionary.document, at_key("labels", key), message, hint)
    for document, start, labels, output in given(suite):
        for key in labels or ():
            if key not in (fields.labels or {}):
                yield _unknown(document, (*start, "labels", key), "label", fields.labels or {}, labels)
        for inner in record_routes(dictionary, output):
            if inner[-1] not in (fields.record or {}):
                route = (*start, "output", *inner)
                yield _unknown(document, route, "key of the record", fields.record or {}, output)


def _unknown(document: YamlDocument, route: Route, what: str, known: Any, used: Any) -> Violation:
    key, place = str(route[-1]), at_key(*route)
    right = corrections.word(key, known)
    fix = None if right in used else right
    hint = meant(right, did_you_mean(key, known))
    message = f"`{LABELS_FILE}` does not list the {what} `{key}`"
    return Violation(document, place, message, hint or f"correct it, or add it to `{LABELS_FILE}`", fix=fix)


@rule(
    "CAS1608",
    "value of a case with the wrong type",
    fixable=True,
)
def unfit_value(suite: Suite) -> Iterator[Violation]:
    """A label, or a key within a section of the record, has a value of another type than
    `evaluators/labels.yaml` states. Or YAML reads text in a case, at any depth, as something else: `14:05`
    without quotes becomes 845, `no` becomes false, and `null` in a list becomes nothing.

    In the record, a value may be null, and words may replace a number: a case may test that.

    Why: a judge and a harness get the value as JSON. It must be the value that its author sees.

    Fix: put quotes around times, dates and such words, as `--fix` does where no other form is right. Where
    the dictionary says list, write a list.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            narrative: We were on site at 1405.
            labels: {stated_times: [14:05]}
            output: {arrival: {}}

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}
    """
    fields = suite.dictionary.fields if suite.dictionary else None
    known, record = (fields and fields.labels) or {}, (fields and fields.record) or {}
    for document, start, labels, output in given(suite):
        for part, value, keys in (("labels", labels, known), ("output", output, record)):
            if isinstance(value, dict):
                yield from _unfit(document, value, (*start, part), keys, KeyType.SECTION)


def _unfit(
    document: YamlDocument, value: Any, route: Route, keys: _Keys, kind: KeyType | None
) -> Iterator[Violation]:
    """Yield what is of another type than is meant, at every depth; the dictionary has keys of sections."""
    if isinstance(value, dict):
        listed = keys if kind is KeyType.SECTION else {}
        for key, entry in value.items():
            known = listed.get(key)
            if entry.__class__ is not str or not (known is None or known.type is KeyType.TEXT):  # as few are
                yield from _unfit(document, entry, (*route, str(key)), keys, known.type if known else None)
    elif isinstance(value, list):
        has_text = any(isinstance(entry, str) for entry in value)
        for number, entry in enumerate(value):
            is_word = entry is None or isinstance(entry, bool) or (has_text and isinstance(entry, Decimal))
            if entry.__class__ is not str:
                yield from _unfit(document, entry, (*route, number), keys, KeyType.TEXT if is_word else None)
    if value.__class__ in (dict, list) and (kind is None or isinstance(value, VALUE_TYPES[kind])):
        return
    if _is_read_otherwise(document, value, route, kind):
        source = document.source_of(route)
        message, hint = f"YAML reads `{source}` as {kind_of(value)}", "put quotes around it"
        fix: str | None = f'"{source}"'
        if not source:
            message, hint, fix = "the entry has no value", "write it, or delete its line", None
        elif isinstance(value, bool) and kind is None:
            hint, fix = f"{hint}; or write `{str(value).lower()}`, if that is meant", None
        yield Violation(document, at(*route), message, hint, fix=fix)
    elif kind and not _fits(value, kind, route):
        what = "label" if _is_label(route) else "key"
        message = f"the {what} `{route[-1]}` has {kind_of(value)} as its value, but its type is {kind}"
        hint = "write a value of that type, or correct the dictionary"
        hint = "leave the key out" if value == "None" else hint
        yield Violation(document, at(*route), message, hint)


def _fits(value: Any, kind: KeyType, route: Route) -> bool:
    """Return whether a value has the type; a judged record may lack it, or hold words for a number."""
    is_in_words = isinstance(value, str) and kind in (KeyType.NUMBER, KeyType.BOOLEAN)
    return isinstance(value, VALUE_TYPES[kind]) or (not _is_label(route) and (value is None or is_in_words))


def _is_label(route: Route) -> bool:
    """Return whether a route leads into the ground truth of a case or call, and not into a record."""
    return (route[2] if route[0] == "cases" else route[0]) == "labels"


def _is_read_otherwise(document: YamlDocument, value: Any, route: Route, kind: KeyType | None) -> bool:
    """Return whether YAML makes a word, a time or a date something else than its author sees."""
    if isinstance(value, bool) and kind is None:
        is_word = bool(_WORD.search(document.text))
        return is_word and str(document.source_of(route)).lower() not in ("true", "false")
    is_text = isinstance(value, bool | Decimal) and kind in (KeyType.TEXT, KeyType.TIME)
    return is_text or _is_odd(value) or (value is None and isinstance(route[-1], int))


def _is_odd(value: Any) -> bool:
    """Return whether JSON cannot hold a value: a number in an odd notation or without a value, or a date."""
    if isinstance(value, Decimal):
        return not value.is_finite()
    return value is not None and not isinstance(value, str | bool | list | dict)


@rule(
    "CAS1609",
    "label of a metric that the data dictionary or the cases lack",
    Severity.WARNING,
    fields=("metric.labels",),
    fixable=True,
)
def undefined_label(suite: Suite) -> Iterator[Violation]:
    """A benchmark's `metric.labels` is empty, or names a label that `evaluators/labels.yaml` does not list or
    that no case of the benchmark has. Or a case has none of these labels, although the benchmark applies.

    Why: the denominator is counted from these labels, and people who label a case need to know what each
    means. A label that no case has is never counted.

    Fix: correct the spelling (`--fix` does so where only one label is possible), or add the label and its
    meaning, or the label to the cases.

    Bad (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Bad a-component/A-DEM1.yaml:

        metric:
          labels: [stated_hours]

    Good (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list}
        record:
          arrival: {meaning: The arrival., type: section}

    Good a-component/A-DEM1.yaml:

        metric:
          labels: [stated_times]
    """
    dictionary = suite.dictionary
    if dictionary is None:
        return
    known = dictionary.fields.labels or {}
    for spec in suite.benchmarks:
        metric, file = spec.fields.metric, cases_of(suite, spec.code)
        labels = metric.labels if metric else []
        if metric and not labels and "labels" in metric.model_fields_set:
            hint = "name the labels that are counted, or delete the field"
            yield Violation(spec.document, at("metric", "labels"), "`metric.labels` is empty", hint)
        cases = file.fields.cases or [] if file else []
        used = {key for case in cases for key in case.labels or ()}
        for index, label in enumerate(labels):
            place: Place = at("metric", "labels", index)
            if label not in known:
                right = corrections.word(label, known)
                fix = None if right in labels else right
                hint = meant(right, f"add it to `{LABELS_FILE}`")
                message = f"`{LABELS_FILE}` does not say what the label `{label}` means"
                yield Violation(spec.document, place, message, hint, fix=fix)
            elif cases and label not in used:
                message = f"no case of `{spec.code}` has the label `{label}`"
                yield Violation(spec.document, place, message, "add it to a case, or name another label")
        for index, case in enumerate(() if used.isdisjoint(labels) else cases):
            is_counted = case.expected is not Expected.NOT_APPLICABLE
            if file and is_counted and (case.labels or {}).keys().isdisjoint(labels):
                message = f"the case has none of the labels that `{spec.code}` counts"
                place, hint = at_key("cases", index, "labels"), f"add {one_of(labels)}"
                yield Violation(file.document, place, message, hint)
