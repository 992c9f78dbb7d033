"""What the rules on review records and releases share: both are dated, and added, never changed."""

import datetime
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchdocs.documents.locations import Place
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Severity, Violation
from benchdocs.specs.discovery import RELEASE_FOLDER, REVIEWERS_FILE
from benchdocs.suite.reviews import reviewers
from benchdocs.suite.suite import Suite

if TYPE_CHECKING:
    from benchdocs.history.git import GitError
    from benchdocs.history.record_log import RecordLog

_VARIABLE = "SOURCE_DATE_EPOCH"
A_DAY = datetime.timedelta(days=1)
DIGEST = r"[0-9a-f]{64}"


def today(root: Path) -> datetime.date:
    """Return the day of a check: that of `SOURCE_DATE_EPOCH` where it is set, so that it can be repeated.

    Set to 0, as some systems do, it would put every date into the future and revive every waiver. So the day
    is not before the last commit, unless that is itself in the future.
    """
    day = _named_day()
    return max(day, min(_last_commit(root), datetime.date.today())) if day else datetime.date.today()


def _named_day() -> datetime.date | None:
    epoch = os.environ.get(_VARIABLE, "")
    with suppress(ValueError, OverflowError, OSError):
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()
    return None


@lru_cache(maxsize=1)
def _last_commit(root: Path) -> datetime.date:
    """Return the day of the commit that is checked out; the first of all days where git cannot tell it."""
    from benchdocs.history.git import GitError, log

    with suppress(GitError, ValueError):
        return datetime.date.fromisoformat(log(root, "%cs", "-1").decode().strip("\0"))
    return datetime.date.min


def in_future(root: Path, day: datetime.date | None) -> str:
    """Return `in the future`, with what sets another today, for a later day than today; else an empty text.

    Tomorrow counts as today: it has begun elsewhere.
    """
    if day is None or day - (now := today(root)) <= A_DAY:
        return ""
    return f"in the future{f' (`{_VARIABLE}` makes today {now})' if _named_day() else ''}"


def impossible_day(root: Path, log: "RecordLog | None", day: datetime.date | None, added: str = "") -> str:
    """Return why a record cannot be of a day, with one of tolerance for time zones; empty where it can.

    `added` is the day on which it was committed, if it was.
    """
    if day is None:
        return ""
    if future := in_future(root, day):
        return f"{day} is {future}"
    if added and str(max(day, datetime.date.min + A_DAY) - A_DAY) > added:
        return f"{day} is after {added}, when the record was committed"
    if log and str(day + A_DAY) < log.began:
        return f"{day} is before {log.began}, when the suite was first committed"
    return ""


def record_log(suite: Suite) -> "RecordLog | None":
    """Return what git knows of a suite's records; None where it has none, so that git need not be asked."""
    if not (suite.reviews or reviewers(suite) or (suite.root / RELEASE_FOLDER).is_dir()):
        return None
    from benchdocs.history import record_log as records

    return records.record_log(suite.root)


def unlisted_reviewer(suite: Suite, document: TextFile, place: Place, who: str) -> Iterator[Violation]:
    """Yield a violation where the list of reviewers lacks a reviewer who is named."""
    is_read = suite.reviewers is None or suite.reviewers.is_whole
    if is_read and who not in reviewers(suite):
        message = f"`{REVIEWERS_FILE}` does not list the reviewer `{who}`"
        hint = did_you_mean(who, reviewers(suite)) or f"add the reviewer to `{REVIEWERS_FILE}`"
        yield Violation(document, place, message, hint)


def unverified(suite: Suite, noun: str, error: "GitError") -> Violation:
    """Return the violation of records that git cannot tell enough of, which counts as a pass nowhere."""
    source = suite.reviewers.document if suite.reviewers else suite.settings.file
    message = f"git cannot tell whether the {noun}s are as they were added: {error}"
    return Violation(source, Place(), message, error.hint or None, severity=Severity.WARNING)


def altered(suite: Suite, log: "RecordLog | None", folder: str, noun: str) -> Iterator[Violation]:
    """Yield the files of a folder that are not as they were added, or are gone, each with what happened.

    Or that git cannot tell it, where the folder has such files.
    """
    documents: dict[str, TextFile] = {file.document.path: file.document for file in suite.files}
    elsewhere = suite.reviewers.document if suite.reviewers else suite.settings.file
    if log and log.unknown and any(path.startswith(f"{folder}/") for path in documents):
        yield unverified(suite, noun, log.unknown)
    for path, how in sorted(log.altered.items()) if log else ():
        if path.startswith(f"{folder}/"):
            named = noun if path in documents else f"{noun} `{path}`"
            message = f"the {named} was {how}; {noun}s are only added"
            yield Violation(documents.get(path, elsewhere), Place(), message, "restore it as it was added")
