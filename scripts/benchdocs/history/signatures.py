"""What the reviews of a spec say of it as it is now, and by what a signature became suspect."""

from contextlib import suppress
from typing import NamedTuple

from benchdocs.history.changes import covered_changes, former
from benchdocs.history.log import read_log, short
from benchdocs.history.revisions import RevisionError, suite_at
from benchdocs.specs.numbers import day_text
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.reviews import (
    Rejection,
    Standing,
    is_current,
    rejections,
    reviewers,
    reviews_of,
    standing,
)
from benchdocs.suite.suite import Record, Suite


class Suspicion(NamedTuple):
    """Why a spec is no longer what its last review signed.

    `since` is the commit that added the review, shortened; empty where git does not know it.
    """

    since: str
    because: tuple[str, ...]

    @property
    def in_words(self) -> str:
        """The suspicion in words: `since its review in commit 012345: A-LNG1 weight 0.25 → 0.3`."""
        since = f"since its review in commit {self.since}" if self.since else ""
        return ": ".join(filter(None, (since, "; ".join(self.because))))


class RecordedReview(NamedTuple):
    """A review record, and what it says of its spec as it is now.

    Attributes:
        role: Role of the reviewer at the time; empty where the reviewer is unknown.
    """

    record: Record
    role: str
    is_current: bool

    @property
    def in_words(self) -> str:
        """The review in words: `2026-01-31 by expert-1 (Lawyer): weight agree`."""
        fields = self.record.fields
        outcomes = ", ".join(f"{item} {outcome}" for item, outcome in (fields.outcome or {}).items())
        role = f" ({self.role})" if self.role else ""
        return f"{day_text(fields.date)} by {fields.reviewer}{role}: {outcomes}"


class Reviewed(NamedTuple):
    """What the reviews of a spec say of it as it is now.

    Attributes:
        reviews: The reviews, the newest first.
        suspicion: Why it is suspect, where it is.
    """

    standing: Standing
    reviews: tuple[RecordedReview, ...]
    rejections: tuple[Rejection, ...]
    suspicion: Suspicion | None

    @property
    def in_words(self) -> str:
        """The standing in words, with what makes it suspect and what is rejected."""
        words = str(self.standing)
        if self.standing is Standing.CURRENT:
            words = "; ".join(f"reviewed {review.in_words}" for review in self.reviews if review.is_current)
        elif self.suspicion:
            words += f" {self.suspicion.in_words}"
        rejected = (f"{entry.item} by {entry.record.fields.reviewer}" for entry in self.rejections)
        return "; rejected: ".join(filter(None, (words.strip(), ", ".join(rejected))))


def suspicion(suite: Suite, spec: AnySpec) -> Suspicion:
    """Return what of a spec differs from the state with which its last review was committed."""
    records = [record for record in reviews_of(suite, spec) if record.fields.fingerprint]
    if not records:
        return Suspicion("", ())
    added = read_log(suite.root, records_only=True).added.get(records[-1].document.path)
    if added is None:
        return Suspicion("", ())
    commit, _ = added
    with suppress(RevisionError):
        then = suite_at(commit.id, suite.root)
        if before := former(then, spec):
            changed = covered_changes(then, suite, before, spec)
            return Suspicion(short(commit.id), tuple(change.text for change in changed))
    return Suspicion(short(commit.id), ())


def reviewed(suite: Suite, spec: AnySpec) -> Reviewed:
    """Return what the reviews of a spec say of it as it is now; git is asked only of a suspect one."""
    reviews = []
    for record in reversed(reviews_of(suite, spec)):
        reviewer = reviewers(suite).get(record.fields.reviewer or "")
        role = record.fields.role or (reviewer and reviewer.role) or ""
        reviews.append(RecordedReview(record, role, is_current(suite, spec, record)))
    state = standing(suite, spec)
    doubt = suspicion(suite, spec) if state is Standing.OUTDATED else None
    return Reviewed(state, tuple(reviews), rejections(suite, spec), doubt)
