"""Make the published record of a whole suite, and write data as JSON."""

import datetime
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from benchdocs.documents.text_file import unix_ends
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.reports.data import finding_dict
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.site.dataset.records import Record
from benchdocs.site.dataset.suite_record import SCHEMA_NAME, MetaRecord, SuiteRecord
from benchdocs.site.page import PageContext
from benchdocs.site.views.cases import KeyView
from benchdocs.site.views.sampling import sample_size
from benchdocs.specs.blocks import Metric, ScoringScale
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.formula import DEFAULT
from benchdocs.specs.numbers import as_decimal, shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import cases_digest
from benchdocs.suite.codes import component_of
from benchdocs.suite.decisions import settled_weight, values_in
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec


def meta_record(context: PageContext) -> MetaRecord:
    """Return what the state of the suite is, and what checked it."""
    stamp, report = context.stamp, context.report
    return MetaRecord(
        suite=context.about.name,
        tool="benchdocs",
        tool_version=version("benchdocs"),
        tool_digest=context.conformance.tool.digest,
        version=stamp.version or None,
        commit=stamp.commit or None,
        commit_date=stamp.date or None,
        uncommitted=stamp.uncommitted,
        suite_digest=stamp.digest,
        site_digest=stamp.site,
        stamp=stamp.text,
        rules=len(context.conformance.rules),
        errors=report.count(Severity.ERROR),
        warnings=report.count(Severity.WARNING),
        notes=report.count(Severity.NOTE),
        waived=len(report.waived),
    )


def suite_record(context: PageContext) -> SuiteRecord:
    """Return the suite as one record.

    Raises ValueError for a suite with errors, which lacks values, and OSError where a file of it was deleted
    since it was read.
    """
    suite, made = context.report.suite, _Records(context)
    return SuiteRecord.model_validate(
        {
            "$schema": SCHEMA_NAME,
            "meta": meta_record(context),
            "rubrics": map(made.rubric, suite.ordered_rubrics),
            "benchmarks": map(made.benchmark, suite.ordered_benchmarks),
            "prompts": map(made.prompt, context.prompt_urls),
            "scripts": map(made.script, context.code_urls),
            "cases": made.cases(),
            "dictionary": map(_key, context.views.keys),
            "reviews": made.reviews(),
            "findings": _findings(context.report),
            "waivers": _waivers(context.report),
        }
    )


class _Records:
    """Maker of the values of records, from a suite and the addresses of its pages."""

    def __init__(self, context: PageContext) -> None:
        self._context, self._suite = context, context.report.suite
        self._digests = {  # now: pydantic would turn an OSError into an error of its own
            file.path: sha256(unix_ends((self._suite.root / file.path).read_bytes())).hexdigest()
            for file in context.suite_files
        }

    def rubric(self, spec: RubricSpec) -> dict[str, Any]:
        members: tuple[AnySpec, ...] = (*self._suite.members(spec), *self._suite.sub_rubrics(spec))
        composite = self._suite.composite_of.get(spec.code)
        return {
            **self._spec(spec),
            "parent": composite.code if composite else None,
            "category": self._suite.category(spec),
            "members": [member.code for member in members],
            "members_weight": sum((member.fields.weight or Decimal(0) for member in members), Decimal(0)),
        }

    @cached_property
    def _takers(self) -> dict[str, tuple[str, ...]]:
        """Codes that each benchmark leaves cases to, once for each sentence that does."""
        return grouped((each.giver, each.taker) for each in self._suite.delegations)

    def benchmark(self, spec: BenchmarkSpec) -> dict[str, Any]:
        fields, parent = spec.fields, self._suite.parent_code(spec)
        rubric = self._suite.rubric.get(parent)
        sample = sample_size(fields)
        chance = sample.at_threshold if sample else None
        return {
            **self._spec(spec),
            "parent_rubric": parent,
            "category": self._suite.category(rubric) if rubric else None,
            "status": fields.status or Status.ACTIVE,
            "scoring_scale": _scale(fields.scoring_scale),
            "metric": _metric(fields.metric),
            "delegates_to": list(dict.fromkeys(self._takers.get(spec.code, ()))),
            "cases_needed": sample.needed[0] if sample else None,
            "passes_with": sample.least if sample else None,
            "bare_pass_shows": Decimal(sample.least_shows) if sample and sample.least_shows else None,
            "chance_at_threshold": None if chance is None else Decimal(f"{float(chance):.4f}"),
        }

    def _spec(self, spec: AnySpec) -> dict[str, Any]:
        fields, facts = spec.fields, spec.fields.facts().items()
        return {
            **fields.model_dump(exclude={name for name, fact in facts if not fact.published}),
            **self._file(spec.document.path),
            **{str(state): values_in(spec, state) for state in DecisionState},
            "version": int(fields.version or 1),
            "settled_weight": as_decimal(settled_weight(self._suite, spec)),
            "component": component_of(spec.code),
            "share": as_decimal(self._suite.share(spec)),
            "effective_weight": as_decimal(self._suite.effective_weight(spec)),
            "url": self._context.urls[spec.code],
        }

    def prompt(self, path: str) -> dict[str, Any]:
        prompt = self._suite.prompt[path]
        return {
            **self._judging(path),
            "behavior": prompt.behavior,
            "sections": [
                {"heading": section.heading.text.rstrip(":"), "line": section.line, "text": section.body}
                for section in prompt.sections
            ],
        }

    def script(self, path: str) -> dict[str, Any]:
        return {**self._judging(path), "text": self._suite.evaluator[path].unix_text}

    def _judging(self, path: str) -> dict[str, Any]:
        """Return what the records of prompts and scripts have in common."""
        used_by = [user.code for user in self._suite.users.get(path, ())]
        return {**self._file(path), "used_by": used_by, "url": self._context.spec_urls[path]}

    def cases(self) -> Iterator[dict[str, Any]]:
        for file in self._suite.cases:
            code = file.fields.benchmark or ""
            yield {
                "benchmark": code,
                "cases": [_json(case.model_dump()) for case in file.fields.cases or ()],
                "cases_digest": cases_digest(file),
                **self._file(file.document.path),
                "url": f"{self._context.case_urls[code]}#cases",
            }

    def reviews(self) -> Iterator[dict[str, Any]]:
        found = (each for state in self._context.reviewed.values() for each in state.reviews)
        for review in sorted(found, key=lambda each: each.record.document.path):
            own, path = review.record.fields.model_dump(), review.record.document.path
            yield {**own, **self._file(path), "role": review.role, "is_current": review.is_current}

    def _file(self, path: str) -> dict[str, str]:
        return {"path": path, "sha256": self._digests[path]}


def _key(view: KeyView) -> dict[str, Any]:
    own = view._asdict()
    return {"key": own.pop("name"), **own, "read_by": list(view.read_by), "used_by": list(view.used_by)}


def _scale(scale: ScoringScale | None) -> dict[str, Any] | None:
    if scale is None:
        return None
    numbers = (key for key in scale.descriptions if isinstance(key, Decimal) and key.is_finite())
    keys = sorted(numbers, reverse=True)
    return {
        "min_value": scale.min_value,
        "max_value": scale.max_value,
        "normalization_formula": scale.normalization_formula or DEFAULT,
        "levels": [{"key": key, "text": scale.descriptions[key]} for key in keys],
    }


def _metric(metric: Metric | None) -> dict[str, Any] | None:
    if metric is None:
        return None
    known = {
        name: facts.default if (value := getattr(metric, name)) is None else value
        for name, facts in metric.facts().items()
    }
    return {**known, "other": _json(metric.model_extra or {})}


def _json(value: Any) -> Any:
    """Return a value of a free-form block as JSON allows it; an infinite number becomes its name."""
    match value:
        case dict():
            return {str(key): _json(entry) for key, entry in value.items()}
        case list():
            return [_json(entry) for entry in value]
        case OddNumber():
            return _json(value.value)
        case Decimal() if not value.is_finite():
            return str(value)
    return value


def _waivers(report: Report) -> Iterator[dict[str, Any]]:
    for waiver in report.suite.settings.waivers:
        excused = sum(entry.waiver is waiver for entry in report.waived)
        said = {name: str(value or "") for name, value in waiver._asdict().items() if name != "position"}
        yield {**said, "findings": excused}


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    for finding in report.findings:
        yield {**finding_dict(finding), "waived": None}
    for entry in report.waived:
        yield {**finding_dict(entry.finding), "waived": entry.waiver.reason}


# JSON -------------------------------------------------------------------------------------------------


def suite_json(data: SuiteRecord) -> bytes:
    """Return the suite as JSON, in the form of `SuiteRecord`."""
    named = {"schema_": "$schema"}
    return json_bytes({named.get(name, name): value for name, value in data})


_NUMBER = "\0"
"""Opens a text that stands for a number; no text that YAML reads can hold it."""
_OPENING = '"\\u0000'
"""The same in JSON, which hands each value on as a part of its own."""


def json_bytes(data: Any) -> bytes:
    """Return data as JSON, made part by part; a Decimal keeps all its digits."""
    text = io.BytesIO()
    for part in json.JSONEncoder(default=_encoded, ensure_ascii=False, indent=2).iterencode(data):
        text.write((part[len(_OPENING) : -1] if part.startswith(_OPENING) else part).encode())
    text.write(b"\n")
    return text.getvalue()


def _encoded(value: object) -> Any:
    """Return what JSON has in place of a value."""
    match value:
        case Record():
            return dict(value)
        case Decimal():
            return _NUMBER + shown(value)
        case datetime.date():
            return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")
