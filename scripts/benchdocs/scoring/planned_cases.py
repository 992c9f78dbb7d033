"""The cases of a run: those of the suite, or a team's own, each with the benchmarks that can judge it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import is_blank, shorten
from benchdocs.scoring.json_lines import BadLine, objects, refuse_unknown
from benchdocs.scoring.plan import Plan, PlannedCase, case_name, halves_of, one_line
from benchdocs.specs.cases import VALUE_TYPES, plain_value
from benchdocs.specs.choices import Expected, KeyType
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.cases import NamedCase, applying, cases_in, compared_name, named_cases, tagged
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
_KEYS = ("id", "labels", "narrative", "benchmarks", "source")


def suite_cases(suite: Suite, tags: Iterable[str] = ()) -> dict[str, NamedCase]:
    """Return the suite's cases and calls by name, each with the benchmarks that can judge it.

    With tags, only those that have one of them; raises ValueError for a tag that none has.
    """
    chosen = {name for tag in tags for name in tagged(suite, tag)}
    planned = {}
    for name, case in named_cases(suite).items():
        if chosen and name not in chosen:
            continue
        codes = case.codes
        if case.expected is Expected.NOT_APPLICABLE:
            codes = ()
        elif case.expected is None:
            codes = _judging(suite, codes, case.labels)
        if codes:
            planned[name] = case._replace(codes=codes)
    return planned


class OwnCases(NamedTuple):
    """The cases of a team's own file by name, and the lines of it that cannot be used."""

    cases: dict[str, NamedCase]
    bad: list[BadLine]


def own_cases(file: str, lines: Iterable[bytes], suite: Suite) -> OwnCases:
    """Return the cases of a team's own file, JSON lines; what is wrong in it is a bad line."""
    read = OwnCases({}, [])
    places = {compared_name(name): "the suite" for name in named_cases(suite)}
    for number, entry in objects(file, lines, read.bad):
        try:
            refuse_unknown(entry, _KEYS)
            name = case_name("id", entry.get("id"))
            case = _own_case(entry, suite)
            place = places.setdefault(compared_name(name), f"{file}:{number}")
            if place != f"{file}:{number}":
                raise ValueError(f"the case `{name}` is in {place} already: give this one another `id`")
        except ValueError as error:
            read.bad.append(BadLine(file, number, str(error)))
        else:
            read.cases[name] = case
    return read


def _own_case(entry: Mapping[str, Any], suite: Suite) -> NamedCase:
    """Return the case of a line. Raises ValueError with what is wrong."""
    labels, narrative, source = entry.get("labels"), entry.get("narrative"), ""
    if not isinstance(labels, dict) or not isinstance(narrative, str):
        raise ValueError("`labels` has to be an object and `narrative` a text")
    if _HALF_A_CHARACTER.search(json.dumps([labels, narrative], ensure_ascii=False)):
        raise ValueError("a text has half of a pair of surrogates, which no file can hold")
    if not labels:
        raise ValueError("`labels` is empty, so there is nothing to judge by")
    if is_blank(narrative):
        raise ValueError("`narrative` is empty, so a product gets nothing")
    _refuse_unfit(labels, suite)
    if "source" in entry:
        source = case_name("source", entry["source"])
    codes = _judging(suite, applying(suite, labels), labels)
    if "benchmarks" in entry:
        if not isinstance(entry["benchmarks"], list):
            raise ValueError("`benchmarks` has to be a list of codes")
        specs = [benchmark_named(stated, suite) for stated in entry["benchmarks"]]
        codes = tuple(dict.fromkeys(spec.code for spec in specs))
    if not codes:
        raise ValueError("no benchmark reads its labels, or they are all empty")
    return NamedCase(codes, labels, narrative, source=source)


def benchmark_named(stated: object, suite: Suite) -> BenchmarkSpec:
    """Return the benchmark of a code, also a former one. Raises ValueError where none that counts has it."""
    text = one_line("benchmark", stated)
    code = suite.known_code(text) or ""
    if code in suite.rubric:
        raise ValueError(f"`{code}` is a rubric; cases belong to benchmarks")
    spec = suite.benchmark.get(code)
    if spec is None:
        hint = did_you_mean(text, suite.benchmark) or "no benchmark has this code"
        raise ValueError(f"unknown benchmark `{shorten(text)}`: {hint}")
    if not is_in_use(spec):
        raise ValueError(f"`{code}` is deprecated and does not count")
    return spec


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


def _judging(suite: Suite, codes: Iterable[str], labels: Mapping[str, Any]) -> tuple[str, ...]:
    """Return those of the benchmarks to which labels alone leave something to judge."""
    judging = []
    for code in codes:
        spec = suite.benchmark[code]
        if is_in_use(spec) and (not _are_empty(spec, labels) or code in _judging_nothing(suite)):
            judging.append(code)
    return tuple(judging)


@lru_cache(maxsize=1)
def _judging_nothing(suite: Suite) -> frozenset[str]:
    """Return the benchmarks that judge where all their labels are empty, as a case of theirs shows."""
    codes = set()
    for spec in suite.benchmark.values():
        for case in cases_in(suite, spec.code):
            labels = plain_value(case.labels or {})
            is_judged = case.expected not in (None, Expected.NOT_APPLICABLE)
            if is_judged and _are_empty(spec, labels) and any(map(labels.__contains__, _read(spec))):
                codes.add(spec.code)
    return frozenset(codes)


def _are_empty(spec: BenchmarkSpec, labels: Mapping[str, Any]) -> bool:
    return all(labels.get(label) in (None, "", [], {}) for label in _read(spec))


def _read(spec: BenchmarkSpec) -> Sequence[str]:
    """Return the labels that a benchmark reads."""
    return spec.fields.metric.labels if spec.fields.metric else ()


def make_plan(
    suite: Suite, digest: str, cases: Mapping[str, NamedCase], runs: int = 1, tags: Iterable[str] = ()
) -> Plan:
    """Return the plan for cases that `suite_cases` or `own_cases` chose; `digest` is that of the suite."""
    versions, halves = {}, {}
    for spec in filter(is_in_use, suite.benchmark.values()):
        versions[spec.code] = int(spec.fields.version or 1)
        halves[spec.code] = list(halves_of(spec))
    planned = {}
    for name, case in cases.items():
        source = {"source": case.source} if case.source else {}
        digests = {"digest": case.digest, "narrative": case.narrative_digest}
        planned[name] = PlannedCase(benchmarks=list(case.codes), **digests, **source)
    return Plan(suite=digest, versions=versions, halves=halves, runs=runs, tags=list(tags), cases=planned)
