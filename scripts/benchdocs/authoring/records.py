"""Write what `benchdocs score --record` adds to a suite: a record of one kind, which nobody changes later."""

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any

from benchdocs.authoring.changeset import RefusedError, Step
from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import MAX_BYTES, shorten
from benchdocs.history import provenance
from benchdocs.history.git import GitError
from benchdocs.scoring.plan import LONGEST, Plan
from benchdocs.scoring.report import ScoreReport
from benchdocs.specs.choices import Choice
from benchdocs.specs.discovery import is_in_suite, is_record_name
from benchdocs.suite.suite import Suite

_ABSENT: tuple[object, ...] = (None, "", [])


def new_record(suite: Suite, folder: str, name: str, fields: Mapping[str, Any]) -> Step:
    """Return the step that adds a record with these fields, without empty ones, to the folder of its kind.

    Raises RefusedError where there is a record of this name, or it is none.
    """
    if not is_record_name(name):
        form = "lowercase letters, digits, dots and hyphens, at most 64"
        raise refused(f"`{printable(name)}` names no record: {form}")
    path = f"{folder}/{name}.yaml"
    if (suite.root / path).exists():
        raise refused(f"`{path}` exists, and records are never changed: take another name")
    text = "".join(f"{line}\n" for line in _lines(fields))
    if len(text.encode()) > MAX_BYTES:
        raise refused(f"the record would have more than {MAX_BYTES:,} bytes")
    return Step(path, text)


def refused(why: str) -> RefusedError:
    """Return that a record was not added, and why."""
    return RefusedError(f"nothing was recorded: {why}")


def whole_plan(report: ScoreReport) -> Plan:
    """Return the plan of a run. Raises RefusedError where no verdict may rest on it."""
    if report.plan is None or report.doubt:
        raise refused(report.doubt)
    if report.plan.tags:
        raise refused("a subset of the cases decides nothing")
    return report.plan


def what_ran(report: ScoreReport, day: datetime.date) -> dict[str, Any]:
    """Return what records of a run say of it first."""
    about = report.results.about
    return {"product": cleaned(about["product"]), "judge": cleaned(about.get("judge", "")), "date": day}


def state_of(suite: Suite, digest: str) -> dict[str, Any]:
    """Return the state of a suite; without a commit where git does not know its files.

    Raises RefusedError where a file is not committed.
    """
    try:
        checkout = provenance.commit(suite)
    except GitError:
        return {"digest": digest}
    if uncommitted := list(filter(is_in_suite, checkout.files)):
        raise refused(f"`{uncommitted[0]}` is not committed, so nobody could look up what was run")
    return {"digest": digest, "commit": checkout.id}


def cleaned(text: str, limit: int = LONGEST) -> str:
    """Return a text on one line, short and without what nobody sees."""
    for _, hidden in [*hidden_runs(text)]:
        text = text.replace(hidden, " ")
    return shorten(" ".join(printable(text).split()), limit)


def _lines(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield fields as YAML; a named block or an entry of a list has one line."""
    for name, value in fields.items():
        if isinstance(value, list) and value:
            yield f"{name}:"
            yield from (f"  - {_in_line(entry)}" for entry in value)
        elif isinstance(value, dict) and all(isinstance(block, dict) for block in value.values()):
            yield f"{name}:"
            yield from (f"  {code}: {_in_line(block)}" for code, block in value.items())
        elif value not in _ABSENT:
            yield f"{name}: {_in_line(value)}"


def _in_line(value: Any) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, dict):
        stated = (f"{name}: {_in_line(inner)}" for name, inner in value.items() if inner not in _ABSENT)
        return f"{{{', '.join(stated)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_in_line, value))}]"
    if isinstance(value, str) and not isinstance(value, Choice):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
