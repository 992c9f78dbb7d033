"""The whole suite as published records, and the records as JSON.

Nothing is computed here that the pages do not show. Records are made one by one, so that a large suite need
not be in memory as a whole.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from hashlib import sha256
from importlib.metadata import version
from typing import Any, NamedTuple

import simplejson

from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.reports.data import finding_dict
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULES
from benchdocs.site.dataset.records import (
    SCHEMA_NAME,
    BenchmarkRecord,
    FindingRecord,
    MetaRecord,
    PromptRecord,
    Record,
    RubricRecord,
    WaiverRecord,
)
from benchdocs.site.site_info import About
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.formula import DEFAULT
from benchdocs.specs.models import Fields, ScoringScale
from benchdocs.specs.numbers import shown
from benchdocs.suite.codes import component_of


class Addresses(NamedTuple):
    """Addresses of the pages, relative to the site's root."""

    codes: Mapping[str, str]
    prompts: Mapping[str, str]
    """By the prompt's path."""


class Dataset:
    """The suite as records.

    Making records raises ValueError for a suite with errors, which lacks values, and OSError where a file
    of it was deleted since it was read.
    """

    def __init__(self, views: Views, addresses: Addresses, about: About) -> None:
        self._views, self._addresses = views, addresses
        self.meta = MetaRecord.model_validate(_meta(views.report, about))

    @property
    def lists(self) -> Iterator[tuple[str, Iterator[Record]]]:
        """The lists of `SuiteRecord` in their order, each with its records."""
        views, report, addresses = self._views, self._views.report, self._addresses
        rubrics = (_rubric(view, views, addresses) for view in views.rubrics)
        benchmarks = (_benchmark(view, views, addresses) for view in views.benchmarks)
        prompts = (_prompt(view, views, addresses) for view in views.prompts)
        yield "rubrics", map(RubricRecord.model_validate, rubrics)
        yield "benchmarks", map(BenchmarkRecord.model_validate, benchmarks)
        yield "prompts", map(PromptRecord.model_validate, prompts)
        yield "findings", map(FindingRecord.model_validate, _findings(report))
        yield "waivers", map(WaiverRecord.model_validate, _waivers(report))


def _waivers(report: Report) -> Iterator[dict[str, Any]]:
    for waiver in report.suite.settings.waivers:
        yield {
            "rule": waiver.rule,
            "code": waiver.code,
            "reason": waiver.reason,
            "findings": sum(entry.waiver is waiver for entry in report.waived),
        }


def _meta(report: Report, about: About) -> dict[str, Any]:
    return {
        "suite": about.name,
        "tool": "benchdocs",
        "tool_version": version("benchdocs"),
        "rules": len(RULES),
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
        "notes": report.count(Severity.NOTE),
        "waived": len(report.waived),
    }


def _rubric(view: RubricView, views: Views, addresses: Addresses) -> dict[str, Any]:
    fields = view.spec.fields
    weights = [member.weight for member in view.members if member.weight is not None]
    return {
        **_stated(fields),
        **_file(views, view.spec.document.path),
        "component": component_of(view.code),
        "parent": view.composite.code if view.composite else None,
        "category": views.suite.category(view.spec),
        "share": view.share,
        "effective_weight": view.effective,
        "members": [member.code for member in view.members],
        "members_weight": sum(weights, Decimal(0)),
        "url": addresses.codes[view.code],
    }


def _benchmark(view: BenchmarkView, views: Views, addresses: Addresses) -> dict[str, Any]:
    fields = view.spec.fields
    rubric = views.suite.rubric.get(view.parent)
    return {
        **_stated(fields),
        **_file(views, view.spec.document.path),
        "component": component_of(view.code),
        "parent_rubric": view.parent,
        "category": views.suite.category(rubric) if rubric else None,
        "status": view.status,
        "version": int(fields.version or 1),
        "share": view.share,
        "effective_weight": view.effective,
        "scoring_scale": _scale(fields.scoring_scale),
        "metric": _json(fields.metric),
        "url": addresses.codes[view.code],
    }


def _prompt(view: PromptView, views: Views, addresses: Addresses) -> dict[str, Any]:
    return {
        **_file(views, view.prompt.path),
        "behavior": view.prompt.behavior,
        "used_by": [user.code for user in view.users],
        "sections": [
            {"heading": section.heading.text.rstrip(":"), "line": section.line, "text": section.body}
            for section in view.prompt.sections
        ],
        "url": addresses.prompts[view.prompt.path],
    }


def _stated(fields: Fields) -> dict[str, Any]:
    return fields.model_dump(exclude={name for name, facts in fields.facts().items() if not facts.published})


def _file(views: Views, path: str) -> dict[str, str]:
    return {"path": path, "sha256": sha256((views.suite.root / path).read_bytes()).hexdigest()}


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
        case datetime.date():
            return value.isoformat()
    return value


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    for finding in report.findings:
        yield {**finding_dict(finding), "waived": None}
    for entry in report.waived:
        yield {**finding_dict(entry.finding), "waived": entry.waiver.reason}


# JSON -------------------------------------------------------------------------------------------------


def suite_json(data: Dataset, on_record: Callable[[Record], None]) -> bytes:
    """Return the suite as JSON, in the form of `SuiteRecord`; each listed record is handed to `on_record`."""
    text = io.BytesIO()
    text.write(f'{{\n  "$schema": "{SCHEMA_NAME}",\n  "meta": {_indented(data.meta, 2)}'.encode())
    for name, records in data.lists:
        text.write(f',\n  "{name}": ['.encode())
        parted = ""
        for record in records:
            text.write(f"{parted}\n    {_indented(record, 4)}".encode())
            parted = ","
            on_record(record)
        text.write(b"\n  ]" if parted else b"]")
    text.write(b"\n}\n")
    return text.getvalue()


def _indented(record: Record, depth: int) -> str:
    return json_text(record.model_dump(by_alias=True)).rstrip("\n").replace("\n", "\n" + " " * depth)


def json_text(data: Any) -> str:
    """Return data as JSON; a Decimal keeps all its digits."""
    return simplejson.dumps(data, use_decimal=False, default=_encoded, ensure_ascii=False, indent=2) + "\n"


def _encoded(value: object) -> object:
    if isinstance(value, Decimal):
        return simplejson.RawJSON(shown(value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON")
