"""Changes of calibration cases and of the data dictionary, case by case and key by key."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from benchdocs.documents.text_file import TextFile
from benchdocs.history.change import Change
from benchdocs.specs.cases import CaseFile, Dictionary, plain_value
from benchdocs.specs.discovery import CASE_FOLDER, LABELS_FILE
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.validation import Spec, read_spec

_ASKED = "Judges are tested on other cases."
_READ = "The meaning of a key of the cases may differ."


def has_entries(path: str) -> bool:
    """Return whether a file consists of cases or of keys, which are compared one by one."""
    return path == LABELS_FILE or path.startswith(f"{CASE_FOLDER}/")


def entry_changes(path: str, old: str, new: str) -> Iterator[Change]:
    """Yield the cases or keys that differ; where only a comment or the form does, nothing."""
    before, after = _entries(path, old), _entries(path, new)
    can = _READ if path == LABELS_FILE else _ASKED
    if before is None or after is None:
        yield Change(path, "text", "", "", Effect.MEANING, f"{path} changed", can)
        return
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name, ""), after.get(name, "")
        if one != other:
            what = "added" if not one else "removed" if not other else "changed"
            yield Change(path, name, one, other, Effect.MEANING, f"{path} {name} {what}", can)


@lru_cache(maxsize=512)
def _entries(path: str, text: str) -> dict[str, str] | None:
    """Return the text of each case or key by its name; None where the file cannot be read in full."""
    file = TextFile(path, text)
    found: dict[str, Any] = {}
    spec: Spec[Dictionary] | Spec[CaseFile]
    spec = read_spec(file, Dictionary) if path == LABELS_FILE else read_spec(file, CaseFile)
    if not spec.readable or spec.faults:
        return None
    if isinstance(spec.fields, CaseFile):
        found["benchmark"] = spec.fields.benchmark
        found |= {f"case {case.id}": case for case in spec.fields.cases or ()}
    else:
        for part in ("labels", "record"):
            found |= {f"{part}.{key}": entry for key, entry in (getattr(spec.fields, part) or {}).items()}
    return {name: _text(entry) for name, entry in found.items() if entry is not None}


def _text(entry: Any) -> str:
    value = entry.model_dump(exclude_defaults=True) if hasattr(entry, "model_dump") else entry
    return json.dumps(plain_value(value), ensure_ascii=False)
