"""What the reviews of a spec say of it as it is now, and since when and by what a signature is suspect."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from benchdocs.history.change import Change, State
from benchdocs.history.changes import changes
from benchdocs.history.concerns import covered, is_among
from benchdocs.history.git import GitError
from benchdocs.history.git_states import former_suites
from benchdocs.specs.field_facts import NO_FACTS
from benchdocs.specs.reviews import STATED, Reviewer
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.reviews import (
    Rejection,
    Standing,
    is_current,
    may_become_active,
    rejections,
    reviewers,
    reviews_of,
    signatures,
    standing,
)
from benchdocs.suite.suite import Record, Suite


class Suspicion(NamedTuple):
    """Why a spec is no longer what a review signed.

    `since` is the day of the commit since which it differs, or empty where it is not committed or git does
    not know.
    """

    since: str
    because: tuple[Change, ...]

    @property
    def in_words(self) -> str:
        """The suspicion in words: `since 2026-01-31: A-LNG1 weight 0.25 → 0.3`; empty if nothing is known."""
        if not self.because:
            return f"since {self.since}" if self.since else ""
        since = f"since {self.since}" if self.since else "by a change that is not committed yet"
        return f"{since}: {'; '.join(change.text for change in self.because)}"


class RecordedReview(NamedTuple):
    """A review record, and what it says of its spec as it is now.

    Attributes:
        role: Role of the reviewer at the time; empty where the reviewer is unknown.
        since: What `reviewers.yaml` states of the reviewer otherwise than the record, in words.
    """

    record: Record
    role: str
    is_current: bool
    since: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """The review in words: `2026-01-31 by expert-1 (Lawyer): weight agree`."""
        fields = self.record.fields
        said = ", ".join(f"{item} {outcome}" for item, outcome in (fields.outcome or {}).items())
        by = f"{fields.reviewer}{f' ({self.role})' if self.role else ''}"
        return "; ".join((f"{fields.date} by {by}: {said}", *self.since))


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
    may_become_active: bool

    @property
    def in_words(self) -> str:
        """The standing in words, with what makes it suspect and what is rejected."""
        words = str(self.standing)
        if self.standing is Standing.CURRENT:
            words = "; ".join(f"reviewed {each.in_words}" for each in self.reviews if each.is_current)
        elif self.suspicion:
            words += f" {self.suspicion.in_words}"
        rejected = (f"{each.item} by {each.record.fields.reviewer}" for each in self.rejections)
        return "; rejected: ".join(filter(None, (words.strip(), ", ".join(rejected))))


def suspicion(suite: Suite, spec: AnySpec, mark: str) -> Suspicion:
    """Return since when and because of what a spec is not what has this fingerprint."""
    codes = (spec.code, *getattr(spec.fields, "aliases", ()))
    since = ""
    with suppress(GitError):
        for commit, former in former_suites(suite.root, "HEAD"):
            found = map(former.spec, codes)
            if any(each is not None and fingerprint(former, each) == mark for each in found):
                changed = changes(State.of(former), State.of(suite))
                names = covered(suite, spec)
                signed = (
                    each
                    for each in changed
                    if (_is_signed(spec, each) and is_among(each, names))
                    or (each.field == "categories" and spec.code in each.concerns)
                )
                return Suspicion(since, tuple(signed))
            since = commit.day
    return Suspicion("", ())


def reviewed(suite: Suite, spec: AnySpec) -> Reviewed:
    """Return what the reviews of a spec say of it as it is now; git is asked only of a suspect one."""
    found = []
    for record in reversed(reviews_of(suite, spec)):
        reviewer = reviewers(suite).get(record.fields.reviewer or "")
        role = record.fields.role or (reviewer.role if reviewer else None) or ""
        since = tuple(_restated(record, reviewer)) if reviewer else ()
        found.append(RecordedReview(record, role, is_current(suite, spec, record), since))
    state = standing(suite, spec)
    doubt = suspicion(suite, spec, signatures(suite, spec)[-1]) if state is Standing.OUTDATED else None
    may_be = may_become_active(suite, spec)
    return Reviewed(state, tuple(found), rejections(suite, spec), doubt, may_be)


def _restated(record: Record, reviewer: Reviewer) -> Iterator[str]:
    """Yield what is stated of a reviewer otherwise than at the time of a record that says it."""
    for name in STATED:
        then, now = getattr(record.fields, name), getattr(reviewer, name)
        if then and then != now:
            yield f"{name} then “{then}”, now {f'“{now}”' if now else 'not stated'}"


def _is_signed(spec: AnySpec, change: Change) -> bool:
    """Return whether a change is none of layout, and none of a field that a fingerprint leaves out."""
    facts = type(spec.fields).facts().get(change.field.partition(".")[0], NO_FACTS)
    is_left_out = change.subject == spec.code and not (facts.signed or facts.changes_apart)
    return change.field not in ("layout", "moved") and not is_left_out
