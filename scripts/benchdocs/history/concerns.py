"""Which changes concern a spec: its own, those of what it is judged by, and those below it."""

from collections.abc import Collection, Iterator, Mapping

from benchdocs.history.change import Change
from benchdocs.specs.cases import DictionaryKey
from benchdocs.specs.discovery import LABELS_FILE, REVIEWERS_FILE
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.reviews import Reviewer
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.reviews import reviews_of
from benchdocs.suite.suite import Suite

Names = Mapping[str, frozenset[str] | None]
"""Subjects of changes, each with the fields that count; None for all."""
_WHOLE = frozenset(("added", "removed", "renamed", "excluded", "readable"))
"""What can happen to a file or a spec as a whole."""


def covered(suite: Suite, spec: AnySpec) -> Names:
    """Return what a review of a spec covers, and what needs a new version of it."""
    fields = spec.fields
    if isinstance(fields, Benchmark):
        own = dict.fromkeys((spec.code, *fields.aliases, *suite.judged_by(fields)))
        read = [f"labels {label}" for label in (fields.metric.labels if fields.metric else ())]
        return own | {LABELS_FILE: _entries(read, DictionaryKey)}
    below: dict[str, frozenset[str] | None] = {}
    for rubric in suite.rubrics_below(Spec(spec.document, fields)).values():
        below[rubric.code] = _ABOVE_RUBRIC
        for code in rubric.fields.benchmarks or ():
            member = suite.benchmark.get(code)
            below |= dict.fromkeys((code, *(member.fields.aliases if member else ())), _ABOVE_BENCHMARK)
    return below | {spec.code: None}


def told(suite: Suite, spec: AnySpec) -> Names:
    """Return what belongs in the history of a spec: also waivers of what is below it, and its reviewers."""
    by = {f"reviewer {record.fields.reviewer}" for record in reviews_of(suite, spec)}
    found = {name: fields and fields | {"waivers"} for name, fields in covered(suite, spec).items()}
    return found | ({REVIEWERS_FILE: _entries(by, Reviewer)} if by else {})


def is_among(change: Change, names: Names) -> bool:
    """Return whether a change is one of these."""
    fields = names.get(change.subject, frozenset())
    return fields is None or change.field in fields


def _entries(entries: Collection[str], model: type[Fields]) -> frozenset[str]:
    """Return the fields of changes of entries of a file, or of the file as a whole."""
    each = (f"{entry} {name}" for entry in entries for name in model.model_fields)
    return frozenset((*each, *entries, "text")) | _WHOLE


def _decisive(model: type[Fields], route: str = "") -> Iterator[str]:
    """Yield the fields of a spec, and of its blocks, on which the verdicts above it depend."""
    for name, facts in model.facts().items():
        block = model.blocks().get(name)
        inner = [*_decisive(block, f"{route}{name}.")] if block else []
        if block and facts.decides_verdict:
            inner = [f"{route}{name}.{field}" for field in block.model_fields]
        if inner or facts.decides_verdict:
            yield f"{route}{name}"
        yield from inner


_ABOVE_BENCHMARK = frozenset((*_decisive(Benchmark), "parent_rubric", *_WHOLE))
_ABOVE_RUBRIC = frozenset((*_decisive(Rubric), *_WHOLE))
