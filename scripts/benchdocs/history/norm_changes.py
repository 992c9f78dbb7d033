"""Changes of the settings, and of the pages that say how the suite is to be read, section by section."""

import re
from collections.abc import Iterator

from benchdocs.documents.stems import same_stems
from benchdocs.history.case_changes import entry_changes, has_entries
from benchdocs.history.change import Change, State
from benchdocs.specs.discovery import LABELS_FILE, LAYOUT_FOLDERS, VALIDATION_FOLDER, is_record
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.releases import is_release
from benchdocs.specs.settings import Exclusion, Settings, Waiver
from benchdocs.suite.fingerprints import words

_EXCLUDED = "The named files are excluded from the suite, or included again."
_WAIVED = "Findings of the rule are waived, or no longer waived."
_RESERVED = "The code is reserved, or no longer reserved."
_SORTED = "The rubric counts as another kind of question."
_REVIEWED = "Another review counts, or a review record was changed."
_RELEASED = "The state of the suite has a name, or no longer has one."
_TRIED = "Evaluators are tested on other cases, or by other keys."
_MEASURED = "The stated agreement of a judge with the cases differs."
_METHOD = "The method is described differently."
_LAYOUT = "Nothing: the site looks or is used differently and says the same."
_SAME = "Nothing: only the form of words changed."
_HEADING = re.compile(r"#{1,6} +(.*?)(?: *\{#[^}]*\})?[ #]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def settings_changes(old: Settings | None, new: Settings | None) -> Iterator[Change]:
    """Yield the settings that differ; none where a state does not tell them."""
    if old is None or new is None:
        return
    before, after = set(_entries(old)), set(_entries(new))
    again = {entry[:2] for entry in before} & {entry[:2] for entry in after}
    for field, name, rest, can in sorted(before ^ after):
        is_new = (field, name, rest, can) in after
        if (field, name) in again and not is_new:
            continue
        verb = "" if is_new else "no longer "
        path = (new if is_new else old).file.path
        told = f"{path} {verb}{name}{rest if is_new else ''}"
        values = ("", f"{name}{rest}") if is_new else (f"{name}{rest}", "")
        yield Change(path, field, *values, Effect.MEANING, told, can)


def _entries(settings: Settings) -> Iterator[tuple[str, str, str, str]]:
    """Yield every entry: its setting, what it does, the rest of what it says, and what it can do."""
    for excluded in settings.exclude:
        yield "exclude", f"excludes {excluded.path}", because(excluded), _EXCLUDED
    for waiver in settings.waivers:
        yield "waivers", f"waives {waiver.rule} for {waiver.code}", _terms(waiver), _WAIVED
    for code in settings.reserved:
        yield "reserved", f"reserves {code}", "", _RESERVED
    for code, category in settings.categories.items():
        yield "categories", f"takes {code} for {category}", "", _SORTED


def because(entry: Exclusion | Waiver) -> str:
    """Return an entry's reason, to be added to what it does."""
    return f": {words(entry.reason)}" if entry.reason else ""


def _terms(waiver: Waiver) -> str:
    return f"{f' until {waiver.until}' if waiver.until else ''}{because(waiver)}"


def norm_changes(old: State, new: State) -> Iterator[Change]:
    """Yield the sections that differ, page by page, in the order of the page."""
    for path in sorted({*old.norms, *new.norms}):
        before, after = old.norms.get(path), new.norms.get(path)
        if before is None or after is None:
            field = "added" if before is None else "removed"
            kind, can = _kind(path)
            yield Change(path, field, "", "", _effect(path), f"{path} {field} ({kind})", can)
        elif has_entries(path):
            yield from entry_changes(path, before, after)
        elif not path.endswith(".md"):
            yield from _file_changed(path, before, after)
        else:
            yield from _sections_changed(path, _sections(before), _sections(after))


def _is_layout(path: str) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in LAYOUT_FOLDERS))


def _effect(path: str) -> Effect:
    """Return the class of a change of a whole file."""
    return Effect.EDITORIAL if _is_layout(path) else Effect.MEANING


def _kind(path: str) -> tuple[str, str]:
    """Return what a file is that came or went, and what that can do."""
    if is_release(path):
        return "release", _RELEASED
    if has_entries(path):
        return ("data dictionary" if path == LABELS_FILE else "calibration cases"), _TRIED
    if path.startswith(f"{VALIDATION_FOLDER}/"):
        return "agreement figures", _MEASURED
    if _is_layout(path):
        return "layout", _LAYOUT
    return ("review record", _REVIEWED) if is_record(path) else ("page", _METHOD)


def _file_changed(path: str, old: str, new: str) -> Iterator[Change]:
    if words(old) != words(new):
        _, can = _kind(path)
        yield Change(path, "text", "", "", _effect(path), f"{path} changed", can)


def _sections_changed(path: str, old: dict[str, str], new: dict[str, str]) -> Iterator[Change]:
    for title in dict.fromkeys((*old, *new)):
        before, after = old.get(title), new.get(title)
        if before is not None and after is not None and words(before) == words(after):
            continue
        what = "added" if before is None else "removed" if after is None else "reworded"
        same = before is not None and after is not None and same_stems(before, after)
        where = f'{path} section "{title}"' if title else path
        effect, can = (Effect.EDITORIAL, _SAME) if same else (Effect.MEANING, _METHOD)
        yield Change(path, title or "text", before or "", after or "", effect, f"{where} {what}", can)


def _sections(text: str) -> dict[str, str]:
    """Return a page's text by heading; of equal headings, the texts together."""
    found: dict[str, list[str]] = {"": []}
    title, fence = "", ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        if not fence and (heading := _HEADING.match(line)):
            title = heading[1]
            found.setdefault(title, [])
        found[title].append(line)
    return {heading: "\n".join(lines) for heading, lines in found.items() if lines}
