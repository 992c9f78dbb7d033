"""Changes of what is no spec: settings, pages by section, cases and records value by value."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.history.change import LONGEST_SHOWN, Change, phrase, reworded, shown
from benchdocs.specs.discovery import (
    CALL_FOLDER,
    CASE_FOLDER,
    CHECKER_FOLDER,
    LABELS_FILE,
    LAYOUT_FOLDERS,
    REPLY_SCHEMA,
    REVIEW_FOLDER,
    REVIEWERS_FILE,
    is_record,
)
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.nouns import Nouns
from benchdocs.specs.prompt_file import HEADINGS, USUAL_FORM
from benchdocs.specs.settings import Exclusion, Ignored, Settings, Waiver
from benchdocs.suite.fingerprints import meaning, same_wording, wording, words

_EXCLUDED = "The named files are excluded from the suite, or included again."
_WAIVED = "Findings of the rule are waived, or no longer waived."
_FORM = "Judges are asked for another reply, or prompts are read in another form."
_IGNORED = "Findings of the rule are reported nowhere, or are reported again."
_RESERVED = "The code is reserved, or no longer reserved."
_SORTED = "The rubric counts as another kind of question."
_METHOD = "The method is described differently."
_DECIDED = "The same outputs or scores may lead to another verdict."
_KINDS = (
    (REVIEW_FOLDER, "review record", "Another review counts, or a review record was changed."),
    (REVIEWERS_FILE, "list of reviewers", "Who reviewed is described differently."),
    (LABELS_FILE, "data dictionary", "The meaning of a key of the cases may differ."),
    (CASE_FOLDER, "calibration cases", "Judges are tested on other cases."),
    (CALL_FOLDER, "complete calls", "Products and evaluators are tested on other calls."),
    (REPLY_SCHEMA, "form of replies", "The same reply of a judge may count differently."),
    (CHECKER_FOLDER, "checker", "The same suite may be checked or shown differently."),
    *((each, "layout", "Nothing: the site looks or is used differently and says the same.")
      for each in LAYOUT_FOLDERS),
)  # fmt: skip
"""Files and folders, what is in them, and what a change of it can do."""
MARK = ".decides-verdicts"
"""Attribute of a heading: any change of a word in its section, or below it, can change a verdict."""
_HEADING = re.compile(r"(?P<level>#{1,6}) +(?P<title>.*?)(?: *\{:? *(?P<marks>[#.][^}]*)\})?[ #]*$")
_KEY = re.compile(r"([\w.-]+) ?[:=](?= |$)")
"""Start of a line of settings that names what it sets."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_EMPTY: tuple[Any, ...] = (None, [], {})
_EXACT = ("labels", "output")
"""Fields of a case in which an absent key, `null`, `{}` and `[]` are four different things."""
_ABSENT: Any = object()
Route = tuple[str, ...]


def settings_changes(old: Settings | None, new: Settings | None) -> Iterator[Change]:
    """Yield the settings that differ; none where a state does not tell them."""
    if old is None or new is None:
        return
    before, after = set(_entries(old)), set(_entries(new))
    gone, come = ({entry[:2]: entry for entry in each} for each in (before - after, after - before))
    for field, name in sorted({*gone, *come}):
        was, entry = gone.get((field, name)), come.get((field, name))
        path = (new if entry else old).file.path
        rest, can, about = (entry or was or ("",) * 5)[2:]
        whole = f"{name}{rest if entry or rest.startswith(' ') else ''}"
        told = f"{path} {'' if entry else 'no longer '}{whole}"
        told += f", before{was[2] or ' without more'}" if entry and was else ""
        one, other = (f"{name}{each[2]}" if each else "" for each in (was, entry))
        effect = Effect.EDITORIAL if field in Nouns._fields else Effect.MEANING
        yield Change(path, field, one, other, effect, told, can, (about,) if about else ())


def _entries(settings: Settings) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield every entry: its setting, what it does, what else it says, what it can do, and its code."""
    for excluded in settings.exclude:
        yield "exclude", f"excludes {excluded.path}", because(excluded), _EXCLUDED, ""
    for waiver in settings.waivers:
        yield "waivers", f"waives {waiver.rule} for {waiver.code}", _terms(waiver), _WAIVED, waiver.code
    for ignored in settings.ignore:
        yield "ignore", f"switches off {ignored.rule}", because(ignored), _IGNORED, ""
    form = settings.prompts
    for heading in HEADINGS:
        text = form.heading[heading.key].text if heading.key in form.heading else "no heading"
        if text != heading.text:
            yield "prompts", f"gives the section {heading.key} of prompts", f" {text}", _FORM, ""
    if form.inputs != USUAL_FORM.inputs:
        yield "prompts", "names the inputs of prompts", f" {', '.join(form.inputs)}", _FORM, ""
    if form.reply:
        yield "prompts", "takes the form of a judge's reply from", f" {form.reply}", _FORM, ""
    for name, noun in settings.nouns.stated.items():
        yield name, f"sets {name} to", f" {noun}", "", ""
    for each in settings.forbidden:
        unless = f", unless {each.unless}" if each.unless else ""
        yield "forbidden", f"forbids {each.pattern}", f": {each.reason}{unless}", _IGNORED, ""
    if settings.benchmarks:
        yield "benchmarks", "reads benchmarks from", f" {settings.benchmarks}", _EXCLUDED, ""
    for named in settings.named_categories:
        more = "; ".join(filter(None, (named.label, named.meaning)))
        yield "categories", f"names the category {named.name}", f": {more}", _SORTED, ""
    for code in settings.reserved:
        yield "reserved", f"reserves {code}", "", _RESERVED, ""
    for code, category in settings.category_of.items():
        yield "categories", f"takes {code} for", f" {category}", _SORTED, code


def because(entry: Exclusion | Ignored | Waiver) -> str:
    """Return an entry's reason, to be added to what it does."""
    return f": {words(entry.reason)}" if entry.reason else ""


def _terms(waiver: Waiver) -> str:
    who = ", ".join(filter(None, (waiver.by and f"by {waiver.by}", str(waiver.on or ""))))
    until = f" until {waiver.until}" if waiver.until else ""
    return f"{until}{because(waiver)}{f' ({who})' if who else ''}"


def moved_files(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return former paths of moved files by their new ones; of equal texts, the one of the same name."""
    gone: dict[str, list[str]] = {}
    for path in sorted(old.keys() - new.keys()):
        gone.setdefault(wording(old[path]), []).append(path)
    moved = {}
    for path in sorted(new.keys() - old.keys()) if gone else ():
        before = gone.get(wording(new[path]))
        if before:
            name = path.rpartition("/")[2]
            moved[path] = next((former for former in before if former.endswith(f"/{name}")), before[0])
            before.remove(moved[path])
    return moved


def norm_changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    """Yield what differs, page by page, in the order of the page."""
    moved = moved_files(old, new)
    for path in sorted({*old, *new} - set(moved.values())):
        before, after = old.get(path), new.get(path)
        kind, can = _kind(path)
        if path in moved:
            text = f"{path} moved from {moved[path]}"
            yield Change(path, "moved", moved[path], path, Effect.EDITORIAL, text)
        elif before is None or after is None:
            field = "added" if before is None else "removed"
            about = concerned(path, before or after or "") if _has_entries(path) else ()
            is_counted = path in (LABELS_FILE, REPLY_SCHEMA) or deciding_sections(before or "")
            effect = Effect.SCORE if after is None and is_counted else _effect(path)
            yield Change(path, field, "", "", effect, f"{path} {field} ({kind})", can, about)
        elif _has_entries(path):
            yield from _entry_changes(path, before, after, can)
        elif path.endswith(".md"):
            yield from _sections_changed(path, sections(before), sections(after))
        elif not same_wording(before, after):
            yield _lines_changed(path, before, after, can)


def _has_entries(path: str) -> bool:
    """Return whether a file holds fields, which are compared one by one."""
    return is_record(path) and not path.endswith(".md")


def _effect(path: str) -> Effect:
    """Return the class of a change of a whole file."""
    return Effect.EDITORIAL if _kind(path)[0] == "layout" else Effect.MEANING


def _kind(path: str) -> tuple[str, str]:
    """Return what a file is, and what a change of it can do."""
    found = (kind[1:] for kind in _KINDS if path == kind[0] or path.startswith(f"{kind[0]}/"))
    return next(found, ("page", _METHOD))


def _lines_changed(path: str, old: str, new: str, can: str) -> Change:
    """Return the change of a file that is compared line by line: short lines are quoted."""
    before, after = (Counter(filter(None, map(words, text.splitlines()))) for text in (old, new))
    gone, come = (" ".join(lines.elements()) for lines in (before - after, after - before))
    effect = _effect(path)
    if effect is Effect.EDITORIAL:
        text = f"{path} changed"
    elif max(len(gone), len(come)) > LONGEST_SHOWN or not (gone or come):
        keys = dict.fromkeys(
            key[1] for line in (*(before - after), *(after - before)) if (key := _KEY.match(line))
        )
        text = reworded(" ".join((path, ", ".join(keys))).strip(), old, new)
    else:
        text = (
            f"{path} {gone} → {come}"
            if gone and come
            else f"{path} {'with' if come else 'without'} {gone or come}"
        )
    return Change(path, "text", gone or old, come or new, effect, text, can)


class NormSection(NamedTuple):
    """A section of a page, without those in it.

    Attributes:
        decides: Whether it, or one that it is in, is marked as deciding verdicts.
        is_marked: Whether it is marked itself.
        within: Heading of the section that it is in; empty at the top level.
    """

    text: str
    decides: bool
    is_marked: bool
    within: str

    @property
    def body(self) -> str:
        """The words below the heading."""
        return wording(self.text.partition("\n")[2])


def _sections_changed(
    path: str, old: dict[str, NormSection], new: dict[str, NormSection]
) -> Iterator[Change]:
    former = _former_titles(old, new)
    renamed = {name: title for title, name in former.items()}
    for title in dict.fromkeys((*(renamed.get(name, name) for name in old), *new)):
        before, after = old.get(former.get(title, title)), new.get(title)
        where = f'{path} section "{former.get(title, title)}"' if title else path
        decides = any(each and each.decides for each in (before, after))
        if title in former:
            text = f'{where} renamed to "{title}"'
        elif not (before and after):
            text = f"{where} {'added' if after else 'removed'}"
        elif not same_wording(before.text, after.text):
            text = reworded(where, before.text, after.text)
        elif before.is_marked != after.is_marked:
            decides = before.is_marked
            text = f"{where} {'now' if after.is_marked else 'no longer'} counts as deciding verdicts"
        elif renamed.get(before.within, before.within) != after.within:
            text = f"{where} moved from {_place(before.within)} to {_place(after.within)}"
        else:
            continue
        effect, can = (Effect.SCORE, _DECIDED) if decides else (Effect.MEANING, _METHOD)
        one, other = (each.text if each else "" for each in (before, after))
        yield Change(path, title or "text", one, other, effect, text, can)


def _place(title: str) -> str:
    return f'"{title}"' if title else "the top level"


def _former_titles(old: Mapping[str, NormSection], new: Mapping[str, NormSection]) -> dict[str, str]:
    """Return former headings of renamed sections, whose words below it stay, by their new ones."""
    gone = {old[title].body: title for title in old if title not in new}
    return {
        title: gone[body] for title in new if title not in old and (body := new[title].body) and body in gone
    }


def deciding_sections(text: str) -> tuple[str, ...]:
    """Return the headings of the sections of a page that decide verdicts."""
    return tuple(title for title, section in sections(text).items() if section.decides)


def sections(text: str) -> dict[str, NormSection]:
    """Return a page's sections by heading; of equal headings, the texts together."""
    found: dict[str, list[str]] = {"": []}
    facts: dict[str, tuple[bool, bool, str]] = {"": (False, False, "")}
    above: list[tuple[int, str, bool]] = []
    title, fence = "", ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        if not fence and (heading := _HEADING.fullmatch(line)):
            title, level = words(heading["title"]), len(heading["level"])
            line = f"{heading['level']} {title}"
            above = [each for each in above if each[0] < level]
            within, is_below = (above[-1][1], above[-1][2]) if above else ("", False)
            is_marked = MARK in (heading["marks"] or "").split()
            above.append((level, title, is_marked or is_below))
            decides, was_marked, first = facts.get(title, (False, False, within))
            facts[title] = (is_marked or is_below or decides, is_marked or was_marked, first)
        found.setdefault(title, []).append(line)
    return {title: NormSection("\n".join(lines), *facts[title]) for title, lines in found.items() if lines}


# Files of fields that are no specs: cases, labels, reviewers, reviews, value by value --------------------


def _entry_changes(path: str, old: str, new: str, can: str) -> Iterator[Change]:
    """Yield the values that differ; where only a comment or the form does, nothing."""
    if old == new:
        return  # also a file that cannot be read, whose values are not known
    before, after = _data(path, old), _data(path, new)
    codes = concerned(path, old, new)
    if before is None or after is None:
        yield Change(path, "text", old, new, _entry_effect(path, ()), reworded(path, old, new), can, codes)
        return
    for route, one, other in _differences(path, before, after):
        what, values = " ".join(route), (_shown(path, route, one), _shown(path, route, other))
        if _ABSENT in (one, other) and any(value and isinstance(value, dict) for value in (one, other)):
            text = f"{path} {what} {'added' if one is _ABSENT else 'removed'}"
        else:
            text = f"{path} {phrase(what, *values)}"
        yield Change(path, what, *values, _entry_effect(path, route), text, can, codes)


def concerned(path: str, *texts: str) -> tuple[str, ...]:
    """Return the codes that a file is about: those of the cases' benchmark, or of the reviewed spec."""
    data = (_data(path, text) or {} for text in texts)
    found = (each.get(name) for each in data for name in ("benchmark", "code"))
    return tuple(dict.fromkeys(code for code in found if isinstance(code, str)))


def _entry_effect(path: str, route: Route) -> Effect:
    """Return the class of a change: labels are what scores are counted from, the schema what a reply is."""
    is_counted = path == REPLY_SCHEMA or (path == LABELS_FILE and route[:1] != ("record",))
    return Effect.SCORE if is_counted else Effect.MEANING


def _is_exact(path: str, route: Route) -> bool:
    """Return whether a value is one that evaluators are given as it is written."""
    return path.startswith(f"{CASE_FOLDER}/") and route[1:2] != () and route[1] in _EXACT


def _differences(path: str, old: Any, new: Any, route: Route = ()) -> Iterator[tuple[Route, Any, Any]]:
    """Yield the values that differ, with their routes; a block that is there once only, as a whole."""
    is_exact = _is_exact(path, route)
    if not is_exact and _is_empty(old) and _is_empty(new):
        return
    if is_exact and type(old) is not type(new):
        yield route, old, new
        return
    one, other = _blocks(old, route), _blocks(new, route)
    if not (one and other) and isinstance(old, dict) and isinstance(new, dict):
        one, other = ({(*route, str(key)): entry for key, entry in each.items()} for each in (old, new))
    if one or other:
        for place in dict.fromkeys((*one, *other)):
            yield from _differences(path, one.get(place, _ABSENT), other.get(place, _ABSENT), place)
    elif meaning(old) != meaning(new):
        yield route, old, new


def _is_empty(value: Any) -> bool:
    return value is _ABSENT or value in _EMPTY


def _blocks(value: Any, route: Route) -> dict[Route, Any]:
    """Return the blocks in a list, named by their `id` or number, or those in a mapping, by route."""
    if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
        *above, last = route
        names = [str(entry.get("id", number)) for number, entry in enumerate(value, 1)]
        if len({*names}) < len(names):
            names = [f"{number} ({name})" for number, name in enumerate(names, 1)]
        each = zip(names, value, strict=True)
        return {(*above, f"{last.removesuffix('s')} {name}"): entry for name, entry in each}
    if isinstance(value, dict) and all(isinstance(entry, dict) for entry in value.values()):
        return {(*route, str(key)): entry for key, entry in value.items()}
    return {}


def _shown(path: str, route: Route, value: Any) -> str:
    if value is _ABSENT:
        return ""
    if _is_exact(path, route) and value in _EMPTY:
        return "null" if value is None else str(value)
    if _is_exact(path, route) and isinstance(value, dict):
        return ", ".join(f"{key}: {_shown(path, route, entry)}" for key, entry in value.items())
    return shown(value)


@lru_cache(maxsize=512)
def _data(path: str, text: str) -> dict[str, Any] | None:
    """Return the values of a file; None where it cannot be read in full."""
    document: Any = parse_yaml(TextFile(path, text))
    return document.data if document.is_readable and not document.problems else None
