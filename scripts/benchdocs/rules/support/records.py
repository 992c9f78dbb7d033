"""What rules on records share: which day it is, who the reviewers are, and whether a record was altered."""

import datetime
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress

from benchdocs.documents.locations import Place
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Severity, Violation
from benchdocs.specs.discovery import REVIEWERS_FILE
from benchdocs.suite.reviews import reviewers
from benchdocs.suite.suite import Suite

_VARIABLE = "SOURCE_DATE_EPOCH"
_A_DAY = datetime.timedelta(days=1)
DIGEST = r"[0-9a-f]{64}"


def today() -> datetime.date:
    """Return the day of a check: that of `SOURCE_DATE_EPOCH` where it is set, so that it can be repeated."""
    return _named_day() or datetime.date.today()


def _named_day() -> datetime.date | None:
    epoch = os.environ.get(_VARIABLE, "")
    with suppress(ValueError, OverflowError, OSError):
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()
    return None


def in_future(day: datetime.date | None) -> str:
    """Return `in the future`, with what sets another today, for a later day than today; else an empty text.

    Tomorrow counts as today: it has begun elsewhere.
    """
    if day is None or day - today() <= _A_DAY:
        return ""
    return f"in the future{f' (`{_VARIABLE}` makes today {today()})' if _named_day() else ''}"


def unlisted_reviewer(suite: Suite, document: TextFile, place: Place, who: str) -> Iterator[Violation]:
    """Yield a violation where the list of reviewers lacks a reviewer who is named."""
    if who not in reviewers(suite):
        message = f"`{REVIEWERS_FILE}` does not list the reviewer `{who}`"
        hint = did_you_mean(who, reviewers(suite)) or f"add the reviewer to `{REVIEWERS_FILE}`"
        yield Violation(document, place, message, hint)


def altered(
    suite: Suite, folder: str, documents: Mapping[str, TextFile], elsewhere: TextFile
) -> Iterator[Violation]:
    """Yield the records of a folder that changed after their commit, or that git cannot tell it.

    `documents` are the records that can be read, by path; `elsewhere` is where others are reported.
    """
    from benchdocs.history.git import is_stored_as  # a check without records starts faster
    from benchdocs.history.log import read_log, short

    history = read_log(suite.root, records_only=True)
    if history.unknown and documents:
        message = f"git cannot tell whether the records are as they were added: {history.unknown}"
        yield Violation(elsewhere, Place(), message, history.unknown.hint or None, severity=Severity.WARNING)
    for path, (commit, blob) in sorted(history.added.items()):
        is_record = path.startswith(f"{folder}/") and path.endswith((".yaml", ".yml"))
        if not is_record or is_stored_as(suite.root / path, blob):
            continue
        done = "changed" if (suite.root / path).is_file() else "deleted"
        named = "record" if path in documents else f"record `{path}`"
        message = f"the {named} was {done} after commit {short(commit.id)}, which added it"
        message += "; records are only added"
        yield Violation(documents.get(path, elsewhere), Place(), message, "restore it as it was added")
