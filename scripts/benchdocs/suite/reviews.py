"""Reviews of a spec: whether one covers it as it is now, what was rejected, and what is agreed to."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from benchdocs.specs.choices import DecisionState, Outcome
from benchdocs.specs.reviews import ALL, Reviewer
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.decisions import decision_on
from benchdocs.suite.files import grouped
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.suite import Record, Suite


class Standing(StrEnum):
    """What the reviews of a spec say about the spec as it is now."""

    NONE = "not reviewed"
    CURRENT = "reviewed"
    OUTDATED = "suspect"


class Rejection(NamedTuple):
    """A value that a reviewer rejected, and of which the reviewer has said nothing else since.

    `item` is the name of the value, or `all`.
    """

    record: Record
    item: str


@lru_cache(maxsize=1)
def reviewers(suite: Suite) -> dict[str, Reviewer]:
    """Return the reviewers by ID."""
    listed = suite.reviewers.fields.reviewers if suite.reviewers else []
    return {reviewer.id: reviewer for reviewer in reversed(listed) if reviewer.id}


def reviews_of(suite: Suite, spec: AnySpec) -> tuple[Record, ...]:
    """Return the review records of a spec under any of its codes, the oldest first."""
    return _reviews(suite).get(spec.code, ())


@lru_cache(maxsize=1)
def _reviews(suite: Suite) -> dict[str, tuple[Record, ...]]:
    records = sorted(suite.reviews, key=lambda record: (str(record.fields.date or ""), record.document.path))
    return grouped((suite.known_code(record.code) or record.code, record) for record in records)


def signatures(suite: Suite, spec: AnySpec) -> tuple[str, ...]:
    """Return the fingerprints that a spec's reviews signed, the newest last."""
    signed = [record.fields.fingerprint for record in reviews_of(suite, spec) if _judges(record)]
    return tuple(filter(None, signed))


def standing(suite: Suite, spec: AnySpec) -> Standing:
    """Return whether a spec was reviewed, and whether one of its reviews covers it as it is now."""
    signed = signatures(suite, spec)
    if not signed:
        return Standing.NONE
    if fingerprint(suite, spec) in signed:
        return Standing.CURRENT
    return Standing.OUTDATED


def is_current(suite: Suite, spec: AnySpec, record: Record) -> bool:
    """Return whether a record covers its spec as it is now."""
    return record.fields.fingerprint == fingerprint(suite, spec)


def rejections(suite: Suite, spec: AnySpec) -> tuple[Rejection, ...]:
    """Return what is rejected: until the same reviewer says otherwise, or it is settled by the record."""
    last: dict[tuple[str | None, str], tuple[Record, Outcome]] = {}
    for record in reviews_of(suite, spec):
        outcomes, reviewer = record.fields.outcome or {}, record.fields.reviewer
        if ALL in outcomes:
            last = {key: entry for key, entry in last.items() if key[0] != reviewer}
        last |= {(reviewer, item): (record, outcome) for item, outcome in outcomes.items()}
    rejected = []
    for (_, item), (record, outcome) in last.items():
        if outcome is Outcome.REJECT and not _is_answered(spec, record, item):
            rejected.append(Rejection(record, item))
    return tuple(rejected)


def _judges(record: Record) -> bool:
    return any(outcome is not Outcome.CANNOT_JUDGE for outcome in (record.fields.outcome or {}).values())


def _is_answered(spec: AnySpec, record: Record, item: str) -> bool:
    decision = decision_on(spec, item)
    if decision is None or decision.state is not DecisionState.ESTABLISHED:
        return False
    return decision.source == record.document.path
