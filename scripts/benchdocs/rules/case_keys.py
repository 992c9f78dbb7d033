"""CAS1607-1609: keys of cases and metrics that the data dictionary lacks, and values of another type."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from benchdocs.documents.locations import Fix, Place, Route, at, at_key
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.yaml_document import YamlDocument, YamlNode
from benchdocs.documents.yaml_scalars import kind_of, value_of
from benchdocs.rules.fields import one_of
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import corrections
from benchdocs.specs.cases import KEY, DictionaryKey
from benchdocs.specs.choices import Expected, KeyType
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.cases import CaseSpec, cases_of, record_routes
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
_PART = ("cases", 0, "labels")
"""Route to a part of a case."""
_READ_AS_OTHERS = {
    *(form for word in ("yes", "no", "on", "off", "null") for form in (word, word.title(), word.upper())),
    *("~", True, False, None),
}
"""Keys without quotes that are no text to YAML, as the document has them."""
_WORD = re.compile(r":\s+(?:[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)\s*[,}#\r\n]")
"""Value that is a truth value, and neither `true` nor `false`; its key may be text."""
_NO_VALUE = re.compile(r"[\"']?\s*(?P<colon>:?)\s*[,}]")
"""What follows a key in braces that has no value."""
_UNSPACED = re.compile(r"(?P<key>[A-Za-z]\w*):(?P<value>(?!//)\S.*)")


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
                route: Route = ("cases", index, "labels", key)
                if key not in (fields.labels or {}) and not _hint_for_no_value(file.document, route):
                    yield _unknown(file, route, "label", fields.labels or {}, used)
            for inner in record_routes(dictionary, case.output):
                route = ("cases", index, "output", *inner)
                if inner[-1] not in (fields.record or {}) and not _hint_for_no_value(file.document, route):
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
    """A label, or a key within a section of the record, has a value of another type than
    `evaluators/labels.yaml` states. Or YAML reads text in a case, at any depth, as something else: `14:05`
    without quotes becomes 845, `no` becomes false, and `null` in a list becomes nothing. Or a key in braces
    has no value: in `{note: warm, dry}` the comma makes `dry` a key.

    In the record, a value may be null, and words may replace a number: a case may test that.

    Why: a judge and a harness get the value as JSON. It must be the value that its author sees.

    Fix: put quotes around times, dates, such words, and texts with a comma in braces; `--fix` does so where
    no other form is right. Write a space after the colon of a key. Where the dictionary says list, write a
    list.

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
    fields = suite.dictionary.fields if suite.dictionary else None
    known = {"labels": (fields and fields.labels) or {}, "output": (fields and fields.record) or {}}
    for file in suite.cases:
        for index, case in enumerate(file.fields.cases or ()):
            for part, keys in known.items():
                route = ("cases", index, part)
                yield from _unfit(file.document, getattr(case, part), route, keys, KeyType.SECTION)


def _unfit(
    document: YamlDocument,
    value: Any,
    route: Route,
    keys: dict[str, DictionaryKey],
    kind: KeyType | None = None,
) -> Iterator[Violation]:
    """Yield what is of another type than is meant, at every depth; the dictionary has keys of sections."""
    if isinstance(value, dict):
        listed = keys if kind is KeyType.SECTION else {}
        for key, entry in value.items():
            known, is_odd = listed.get(key), key in _READ_AS_OTHERS
            if entry.__class__ is str and not is_odd and (known is None or known.type is KeyType.TEXT):
                continue  # as most are
            inner = (*route, str(key))
            if is_odd:
                yield from _unfit_key(document, inner)
            if entry is None and (advice := _hint_for_no_value(document, inner)):
                fix = document.edit(at_key(*inner), advice[1]) if advice[1] else ()
                message = f"the key `{key}` has no value"
                yield Violation(document, at_key(*inner), message, advice[0], fix=fix)
            yield from _unfit(document, entry, inner, keys, known.type if known else None)
    elif isinstance(value, list):
        has_text = any(isinstance(entry, str) for entry in value)
        for number, entry in enumerate(value):
            if entry.__class__ is not str:
                is_text = (
                    entry is None or isinstance(entry, bool) or (has_text and isinstance(entry, Decimal))
                )
                yield from _unfit(document, entry, (*route, number), keys, KeyType.TEXT if is_text else None)
    if value.__class__ in (dict, list) and (kind is None or isinstance(value, _TYPES[kind])):
        return
    if _is_read_otherwise(document, value, route, kind):
        yield _read_otherwise(document, value, route, kind)
    elif kind and len(route) > len(_PART) and not _fits(value, kind, route):
        what = "label" if route[len(_PART) - 1] == "labels" else "key"
        message = f"the {what} `{route[-1]}` has {kind_of(value)} as its value, but its type is {kind}"
        hint = "write a value of that type, or correct the dictionary"
        hint = "leave the key out" if value == "None" else hint
        yield Violation(document, at(*route), message, hint)


def _fits(value: Any, kind: KeyType, route: Route) -> bool:
    """Return whether a value has the type; a judged record may lack it, or hold words for a number."""
    may_differ = route[len(_PART) - 1] == "output" and (
        value is None or (isinstance(value, str) and kind in (KeyType.NUMBER, KeyType.BOOLEAN))
    )
    return may_differ or isinstance(value, _TYPES[kind])


def _is_read_otherwise(document: YamlDocument, value: Any, route: Route, kind: KeyType | None) -> bool:
    """Return whether YAML makes a word, a time or a date something else than its author sees."""
    if isinstance(value, bool) and kind is None:
        may_be_word = bool(_WORD.search(document.text))
        return may_be_word and str(document.source_of(route)).lower() not in ("true", "false")
    if isinstance(value, bool | Decimal) and kind in (KeyType.TEXT, KeyType.TIME):
        return True
    return _is_odd(value) or (value is None and isinstance(route[-1], int))


def _read_otherwise(document: YamlDocument, value: Any, route: Route, kind: KeyType | None) -> Violation:
    source = document.source_of(route)
    if not source:
        return Violation(document, at(*route), "the entry has no value", "write it, or delete its line")
    message, hint = f"YAML reads `{source}` as {kind_of(value)}", "put quotes around it"
    fix = document.edit(at(*route), f'"{source}"')
    if isinstance(value, bool) and kind is None:
        hint, fix = f"{hint}; or write `{str(value).lower()}`, if that is meant", ()
    return Violation(document, at(*route), message, hint, fix=fix)


def _unfit_key(document: YamlDocument, route: Route) -> Iterator[Violation]:
    """Yield a key without quotes that YAML reads as no text."""
    key, _ = _entry(document, route)
    if key and key.source and document.text[key.start : key.end].strip() == key.source:
        message = f"YAML reads the key `{key.source}` as {kind_of(value_of(key.source))}"
        fix = document.edit(at_key(*route), f'"{key.source}"')
        yield Violation(document, at_key(*route), message, "put quotes around it", fix=fix)


def _entry(document: YamlDocument, route: Route) -> tuple[YamlNode | None, YamlNode | None]:
    block = document.node_at(route[:-1])
    return (block.child(route[-1]) if block else None) or (None, None)


def _hint_for_no_value(document: YamlDocument, route: Route) -> tuple[str, str] | None:
    """Return how to write a key in braces that has no value, and what to put in its place if that is sure."""
    text, name, start = document.text, str(route[-1]), -1
    while (start := text.find(name, start + 1)) >= 0:
        is_alone = _NO_VALUE.match(text, start + len(name))
        if is_alone and text.count("{", 0, start) > text.count("}", 0, start):  # in braces
            break
    key, value = _entry(document, route) if start >= 0 else (None, None)
    if key is None or value is None or value.source or not (after := _NO_VALUE.match(text, key.end)):
        return None
    block = document.node_at(route[:-1])
    before = (
        [entry for entry in block.entries if entry[1].source and entry[0].start < key.start] if block else []
    )
    if joined := _UNSPACED.fullmatch(text, key.start, key.end):
        right = f"{joined['key']}: {joined['value']}"
        return f"write `{right}`", "" if block and block.child(joined["key"]) else right
    if before and not after["colon"]:
        field, first = before[-1]
        whole = f'{field.source}: "{text[first.start : key.end]}"'
        return f"if it belongs to the text before it, put quotes around all of it: `{whole}`", ""
    return f"write `{name}: ` and its value", ""


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
    unfixable="only you know what the label means",
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
        metric, file = spec.fields.metric, cases_of(suite, spec.code)
        labels = metric.labels if metric else []
        if metric and not labels and "labels" in metric.model_fields_set:
            message, hint = (
                "`metric.labels` is empty",
                "name the labels that are counted, or delete the field",
            )
            yield Violation(spec.document, at("metric", "labels"), message, hint)
        cases = file.fields.cases or [] if file and file.is_whole else []
        used = {key for case in cases for key in case.labels or ()}
        for index, label in enumerate(labels):
            place: Place = at("metric", "labels", index)
            if label not in known:
                right = corrections.field(label, known)
                fix: Fix = spec.document.edit(place, right) if right and right not in labels else ()
                hint = f"did you mean `{right}`?" if right else f"add it to `{LABELS_FILE}`"
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
