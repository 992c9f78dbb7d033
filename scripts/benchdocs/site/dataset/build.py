"""The whole suite as published records, and the records as JSON.

Nothing is computed here that the pages do not show. Records are made one by one, so that a large suite need
not be in memory as a whole.
"""

import datetime
import io
import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from benchdocs.documents.text_file import unix_ends
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.reports.data import finding_dict
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.site.dataset import records
from benchdocs.site.page import PageContext
from benchdocs.site.views.cases import KeyView
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import as_decimal
from benchdocs.specs.blocks import Metric, ScoringScale
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.formula import DEFAULT
from benchdocs.specs.numbers import shown
from benchdocs.suite.cases import cases_digest
from benchdocs.suite.codes import component_of
from benchdocs.suite.decisions import settled_weight, values_in


def meta(context: PageContext) -> records.MetaRecord:
    """Return what the state of the suite is, and what checked it."""
    stamp, report = context.stamp, context.report
    return records.MetaRecord(
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


class Dataset:
    """The suite as records.

    Making records raises ValueError for a suite with errors, which lacks values, and OSError where a file
    of it was deleted since it was read.
    """

    def __init__(self, context: PageContext) -> None:
        self._context, self._suite = context, context.report.suite
        self.meta = meta(context)

    @property
    def lists(self) -> Iterator[tuple[str, Iterator[records.Record]]]:
        """The lists of `SuiteRecord` in their order, each with its records."""
        views, report = self._context.views, self._context.report
        yield "rubrics", map(records.RubricRecord.model_validate, map(self._rubric, views.rubrics))
        benchmarks = map(self._benchmark, views.benchmarks)
        yield "benchmarks", map(records.BenchmarkRecord.model_validate, benchmarks)
        yield "prompts", map(records.PromptRecord.model_validate, map(self._prompt, views.prompts))
        yield "cases", map(records.CaseFileRecord.model_validate, self._cases())
        yield "dictionary", (records.KeyRecord(**_key(view)) for view in views.keys)
        yield "agreement", map(records.MeasurementRecord.model_validate, self._agreement())
        yield "reviews", map(records.PublishedReview.model_validate, self._reviews())
        yield "findings", map(records.FindingRecord.model_validate, _findings(report))
        yield "waivers", map(records.WaiverRecord.model_validate, _waivers(report))

    def _rubric(self, view: RubricView) -> dict[str, Any]:
        weights = [member.weight for member in view.members if member.weight is not None]
        return {
            **self._spec(view),
            "parent": view.composite.code if view.composite else None,
            "category": self._suite.category(view.spec),
            "members": [member.code for member in view.members],
            "members_weight": sum(weights, Decimal(0)),
        }

    def _benchmark(self, view: BenchmarkView) -> dict[str, Any]:
        fields, rubric = view.spec.fields, self._suite.rubric.get(view.parent)
        sample = view.sample
        chance = sample.at_threshold if sample else None
        return {
            **self._spec(view),
            "parent_rubric": view.parent,
            "category": self._suite.category(rubric) if rubric else None,
            "status": view.status,
            "scoring_scale": _scale(fields.scoring_scale),
            "metric": _metric(fields.metric),
            "cases_needed": sample.needed[0] if sample else None,
            "passes_with": sample.least if sample else None,
            "bare_pass_shows": Decimal(sample.least_shows) if sample and sample.least_shows else None,
            "chance_at_threshold": None if chance is None else Decimal(f"{float(chance):.4f}"),
        }

    def _spec(self, view: BenchmarkView | RubricView) -> dict[str, Any]:
        fields, facts = view.spec.fields, view.spec.fields.facts().items()
        return {
            **fields.model_dump(exclude={name for name, fact in facts if not fact.published}),
            **self._file(view.spec.document.path),
            **{str(state): values_in(view.spec, state) for state in DecisionState},
            "version": int(fields.version or 1),
            "settled_weight": as_decimal(settled_weight(self._suite, view.spec)),
            "component": component_of(view.code),
            "share": view.share,
            "effective_weight": view.effective,
            "url": self._context.urls[view.code],
        }

    def _prompt(self, view: PromptView) -> dict[str, Any]:
        return {
            **self._file(view.prompt.path),
            "behavior": view.prompt.behavior,
            "used_by": [user.code for user in view.users],
            "sections": [
                {"heading": section.heading.text.rstrip(":"), "line": section.line, "text": section.body}
                for section in view.prompt.sections
            ],
            "url": self._context.prompt_urls[view.prompt.path],
        }

    def _cases(self) -> Iterator[dict[str, Any]]:
        for file in self._suite.cases:
            code = file.fields.benchmark or ""
            prompt = self._suite.benchmark[code].fields.llm_prompt_file or ""
            yield {
                "benchmark": code,
                "cases": [_json(case.model_dump()) for case in file.fields.cases or ()],
                "cases_digest": cases_digest(file),
                **self._file(file.document.path),
                "url": f"{self._context.prompt_urls.get(prompt, self._context.urls[code])}#cases",
            }

    def _agreement(self) -> Iterator[dict[str, Any]]:
        for file in self._suite.validations:
            for run in file.fields.measurements or ():
                own = run.model_dump()
                yield {**own, "benchmark": file.fields.benchmark, **self._file(file.document.path)}

    def _reviews(self) -> Iterator[dict[str, Any]]:
        found = (each for state in self._context.reviewed.values() for each in state.reviews)
        for review in sorted(found, key=lambda each: each.record.document.path):
            own, path = review.record.fields.model_dump(), review.record.document.path
            yield {**own, **self._file(path), "role": review.role, "is_current": review.is_current}

    def _file(self, path: str) -> dict[str, str]:
        content = unix_ends((self._suite.root / path).read_bytes())
        return {"path": path, "sha256": sha256(content).hexdigest()}


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
        named = {
            name: str(getattr(waiver, name) or "") for name in ("rule", "code", "reason", "by", "on", "until")
        }
        yield {**named, "findings": excused}


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    for finding in report.findings:
        yield {**finding_dict(finding), "waived": None}
    for entry in report.waived:
        yield {**finding_dict(entry.finding), "waived": entry.waiver.reason}


# JSON -------------------------------------------------------------------------------------------------


def suite_json(data: Dataset, on_record: Callable[[records.Record], None]) -> bytes:
    """Return the suite as JSON, in the form of `SuiteRecord`; each listed record is handed to `on_record`."""
    text = io.BytesIO()
    text.write(f'{{\n  "$schema": "{records.SCHEMA_NAME}",\n  "meta": {_indented(data.meta, 2)}'.encode())
    for name, listed in data.lists:
        text.write(f',\n  "{name}": ['.encode())
        parted = ""
        for record in listed:
            text.write(f"{parted}\n    {_indented(record, 4)}".encode())
            parted = ","
            on_record(record)
        text.write(b"\n  ]" if parted else b"]")
    text.write(b"\n}\n")
    return text.getvalue()


def _indented(record: records.Record, depth: int) -> str:
    return json_text(record.model_dump(by_alias=True)).rstrip("\n").replace("\n", "\n" + " " * depth)


_NUMBER = "\0"
"""Opens a text that stands for a number; no text that YAML reads can hold it."""


def json_text(data: Any) -> str:
    """Return data as JSON; a Decimal keeps all its digits."""
    text = json.dumps(data, default=_encoded, ensure_ascii=False, indent=2)
    return re.sub(r'"\\u0000([^"]+)"', r"\1", text) + "\n"


def _encoded(value: object) -> str:
    if isinstance(value, Decimal):
        return _NUMBER + shown(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")
