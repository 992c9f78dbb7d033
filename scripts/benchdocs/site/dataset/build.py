"""Make the published record of a whole suite, and write data as JSON."""

import datetime
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from hashlib import sha256
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

from pydantic_core import from_json, to_json

from benchdocs.documents.text_file import unix_ends
from benchdocs.reports.data import finding_dict
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.site.dataset import records
from benchdocs.site.dataset.figures import Figures
from benchdocs.site.dataset.record import Record
from benchdocs.site.dataset.suite_record import SCHEMA_NAME, MetaRecord, SuiteRecord
from benchdocs.site.page import PageContext
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.numbers import shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import cases_digest
from benchdocs.suite.decisions import values_in
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
            "dictionary": context.views.keys,
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

    def rubric(self, spec: RubricSpec) -> records.RubricRecord:
        """Return the record of a rubric."""
        figures = self._context.views.rubric[spec.code].figures
        return records.RubricRecord.model_validate(self._values(spec, figures))

    def benchmark(self, spec: BenchmarkSpec) -> records.BenchmarkRecord:
        """Return the record of a benchmark."""
        figures = self._context.views.benchmark[spec.code].figures
        return records.BenchmarkRecord.model_validate(self._values(spec, figures))

    def _values(self, spec: AnySpec, figures: Figures) -> SimpleNamespace:
        """Return the values of a spec as its author wrote them, its figures, and its file."""
        stated = {**dict(spec.fields), **dict(figures), **self._file(spec.document.path)}
        states = {str(state): values_in(spec, state) for state in DecisionState}
        return SimpleNamespace(**stated, **states, url=self._context.urls[spec.code])

    def prompt(self, path: str) -> dict[str, Any]:
        prompt = self._suite.prompt[path]
        return {
            **self._judging(path),
            "behavior": prompt.behavior,
            "sections": prompt.sections,
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
                "cases": file.fields.cases or (),
                "cases_digest": cases_digest(file),
                **self._file(file.document.path),
                "url": f"{self._context.case_urls[code]}#cases",
            }

    def reviews(self) -> Iterator[dict[str, Any]]:
        recorded = (review for state in self._context.reviewed.values() for review in state.reviews)
        for review in sorted(recorded, key=lambda review: review.record.document.path):
            stated, file = dict(review.record.fields), self._file(review.record.document.path)
            yield {**stated, **file, "role": review.role, "is_current": review.is_current}

    def _file(self, path: str) -> dict[str, str]:
        return {"path": path, "sha256": self._digests[path]}


def _waivers(report: Report) -> Iterator[dict[str, Any]]:
    for waiver in report.suite.settings.waivers:
        excused = sum(entry.waiver is waiver for entry in report.waived)
        stated = {name: str(value or "") for name, value in waiver}
        yield {**stated, "findings": excused}


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
_MARKED_NUMBER = re.compile(rb'"\\u0000([^"]*)"')
"""The same in JSON."""


def json_bytes(data: Any) -> bytes:
    """Return data as JSON; a Decimal keeps all its digits."""
    text = json.dumps(data, default=_encoded, ensure_ascii=False)
    return _MARKED_NUMBER.sub(rb"\1", to_json(from_json(text), indent=2)) + b"\n"


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
