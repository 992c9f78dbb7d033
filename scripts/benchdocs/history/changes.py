"""Changes between two states of a suite, in the suite's own terms.

Files are compared by what they mean. One that is only written otherwise (comments, the order of keys, 0.9
for 0.90) is one editorial change.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from benchdocs.documents.stems import same_stems
from benchdocs.history.change import Change, State
from benchdocs.history.consequences import OF_STATUS, consequence, field_consequence
from benchdocs.history.effects import effect_of
from benchdocs.history.norm_changes import because, norm_changes, settings_changes
from benchdocs.specs.blocks import ScoringScale
from benchdocs.specs.choices import Status
from benchdocs.specs.field_facts import NO_FACTS, Effect, FieldFacts
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import AnySpec, FaultKind
from benchdocs.suite.codes import implied_rubric, with_codes
from benchdocs.suite.fingerprints import meaning, prompt_words, stated, words

_MEMBERSHIP = ("takes in", "gives up")
_READABLE = "can be read again", "Scores are computed from it again."
_UNREADABLE = "can no longer be read", "Nothing can be computed from it."
LONGEST_SHOWN = 60
"""Longest value that a change quotes, in characters; a longer text is reported as reworded."""


def changes(old: State, new: State) -> tuple[Change, ...]:
    """Return all differences: rubrics, benchmarks and prompts by code or path, settings, then pages."""
    renamed = _renamed(old, new)
    recoded = _with_prompts_recoded(old, renamed) if renamed else old
    moved = _moved_prompts(recoded, new)
    found = [*_rubrics(old, new), *_benchmarks(recoded, new, renamed), *_prompts(old, new, moved)]
    if renamed:
        found = [_without_renames(change, renamed) for change in found]
    if old.excluded != new.excluded:
        found = [_as_exclusion(change, old, new) for change in found]
    found += [*settings_changes(old.settings, new.settings), *norm_changes(old, new)]
    found += _written_otherwise(old, new, {change.subject for change in found})
    return tuple(change if change.can else change._replace(can=consequence(change)) for change in found)


def _as_exclusion(change: Change, old: State, new: State) -> Change:
    """Return a file that the settings leave out, or no longer, as such: it is neither new nor gone."""
    removed, added = change.field == "removed", change.field == "added"
    entry = new.excluded.get(_path(change.subject, old)) if removed else None
    if entry:
        text = f"{change.subject} excluded from the suite{because(entry)}"
        can = "It no longer counts, is not checked and has no page."
        return change._replace(field="excluded", new=entry.path, text=text, can=can)
    if added and (left_out := old.excluded.get(_path(change.subject, new))):
        text = f"{change.subject} no longer excluded from the suite"
        return change._replace(field="excluded", old=left_out.path, text=text, can="It counts again.")
    return change


def _path(subject: str, state: State) -> str:
    spec = _spec_of(subject, state)
    return spec.document.path if spec else subject


def _spec_of(subject: str, state: State) -> AnySpec | None:
    return state.benchmarks.get(subject) or state.rubrics.get(subject)


def _written_otherwise(old: State, new: State, told: set[str]) -> Iterator[Change]:
    """Yield the files that hold other bytes and mean the same."""
    for subject in sorted(old.written.keys() & new.written.keys() - told):
        if old.written[subject] == new.written[subject]:
            continue
        specs = [spec for state in (old, new) if (spec := _spec_of(subject, state))]
        if specs and not _means_the_same(*(spec.fields for spec in specs)):
            continue  # told of what differs: a member that was renamed, a prompt that moved
        is_sound = all(spec.readable and not spec.faults for spec in specs)
        names = _fields_written_otherwise(*(spec.fields for spec in specs)) if specs else ""
        effect = Effect.EDITORIAL if is_sound else Effect.MEANING
        yield Change(subject, "layout", "", "", effect, f"{subject} written differently{names}")


def _means_the_same(old: Fields, new: Fields) -> bool:
    """Return whether all fields mean the same; the order of codes in a list means nothing."""
    for name, facts in type(new).facts().items():
        before, after = stated(old, name), stated(new, name)
        if facts.changes_apart and isinstance(before, list) and isinstance(after, list):
            before, after = set(before), set(after)
        if before != after and not _is_implied(name, before, after, new):
            return False
    return True


def _is_implied(name: str, old: Any, new: Any, fields: Fields) -> bool:
    """Return whether a rubric is only stated, or no longer, that the benchmark's code implies."""
    code = str(getattr(fields, "code", None) or "")
    return name == "parent_rubric" and None in (old, new) and (old or new) == implied_rubric(code)


def _fields_written_otherwise(old: Fields, new: Fields) -> str:
    """Return the names of fields with the same meaning in another form: `0.9` for `0.90`, another order."""
    names = [
        _spaced(name)
        for name in type(new).model_fields
        if repr(getattr(old, name)) != repr(getattr(new, name))
    ]
    return f": {', '.join(names)}" if names else ""


def _renamed(old: State, new: State) -> dict[str, str]:
    """Return present codes of renamed benchmarks by their former codes."""
    return {
        alias: code
        for code, spec in new.benchmarks.items()
        for alias in spec.fields.aliases
        if alias in old.benchmarks and alias not in new.benchmarks and code not in old.benchmarks
    }


def _with_prompts_recoded(state: State, renamed: Mapping[str, str]) -> State:
    """Return a state whose prompts name benchmarks by their present codes."""
    texts = {path: with_codes(prompt.text, renamed) for path, prompt in state.prompts.items()}
    return state._replace(prompts={path: PromptFile(path, text) for path, text in texts.items()})


def _without_renames(change: Change, renamed: Mapping[str, str]) -> Change:
    """Mark a text in which only renamed codes differ as editorial."""
    only_codes = change.old and words(with_codes(change.old, renamed)) == words(change.new)
    if not only_codes:
        return change
    return change._replace(effect=Effect.EDITORIAL, can="Nothing: only codes that were renamed differ.")


def _rubrics(old: State, new: State) -> Iterator[Change]:
    for code in sorted({*old.rubrics, *new.rubrics}):
        before, after = old.rubrics.get(code), new.rubrics.get(code)
        if before and after and before.readable and after.readable:
            yield from _moved(code, before, after)
            yield from _fields(code, before, after)
            parts = before.fields.sub_rubrics or [], after.fields.sub_rubrics or []
            yield from _entries(code, "sub_rubrics", *parts, Effect.SCORE, *_MEMBERSHIP)
            was, now = (
                [member for member in spec.fields.benchmarks or () if _keeps_membership(member, old, new)]
                for spec in (before, after)
            )
            yield from _entries(code, "benchmarks", was, now, Effect.SCORE, *_MEMBERSHIP)
        else:
            yield from _as_a_whole(code, "rubric", before, after)


def _keeps_membership(member: str, old: State, new: State) -> bool:
    """Return whether a benchmark stays, with the same status; else that is a change of its own."""
    before, after = old.benchmarks.get(member), new.benchmarks.get(member)
    if before and after:
        return before.fields.status is after.fields.status
    return before is after


def _entries(
    code: str, field: str, old: list[str], new: list[str], effect: Effect, gains: str, loses: str
) -> Iterator[Change]:
    """Yield codes that joined or left a list; their order means nothing."""
    for entry in sorted(set(old) ^ set(new)):
        if entry in new:
            yield Change(code, field, "", entry, effect, f"{code} {gains} {entry}")
        else:
            yield Change(code, field, entry, "", effect, f"{code} {loses} {entry}")


def _benchmarks(old: State, new: State, renamed: Mapping[str, str]) -> Iterator[Change]:
    former = {code: alias for alias, code in renamed.items()}
    for code in sorted({*old.benchmarks, *new.benchmarks} - renamed.keys()):
        before, after = old.benchmarks.get(former.get(code, code)), new.benchmarks.get(code)
        if not (before and after and before.readable and after.readable):
            yield from _as_a_whole(code, "benchmark", before, after)
            continue
        if code in former:
            text = f"{former[code]} renamed to {code}"
            yield Change(code, "renamed", former[code], code, Effect.EDITORIAL, text)
        else:
            yield from _moved(code, before, after)
            aliases, found = (before.fields.aliases, after.fields.aliases), "found under"
            yield from _entries(
                code, "aliases", *aliases, Effect.MEANING, f"is {found}", f"is no longer {found}"
            )
        if "status" not in (*_refused(before), *_refused(after)):
            yield from _status(code, before.fields, after.fields)
        yield from _fields(code, before, after)
        yield from _prompt_file(code, before.fields, after.fields, old, new)


def _status(code: str, old: Benchmark, new: Benchmark) -> Iterator[Change]:
    """Yield a change of status as what it means: a deprecated benchmark is no longer a member."""
    before, after = old.status or Status.ACTIVE, new.status or Status.ACTIVE
    successor = f", replaced by {new.replaced_by}" if new.replaced_by else ""
    if before is not after:
        facts = Benchmark.facts()["status"]
        phrase = f"retired{successor}" if after is Status.DEPRECATED else f"status {before} → {after}"
        effect = facts.effect_of(before, after)
        can = field_consequence(facts, effect, before, after) or OF_STATUS[after]
        yield Change(code, "status", before, after, effect, f"{code} {phrase}", can)
    elif old.replaced_by != new.replaced_by:
        text = f"{code} is {f'replaced by {new.replaced_by}' if new.replaced_by else 'replaced by nothing'}"
        yield Change(code, "replaced_by", old.replaced_by or "", new.replaced_by or "", Effect.MEANING, text)


def _prompt_file(code: str, old: Benchmark, new: Benchmark, before: State, after: State) -> Iterator[Change]:
    """Yield a change of prompt; a prompt that only moved is reported as the prompt's own move."""
    paths = (old.llm_prompt_file or "", new.llm_prompt_file or "")
    if paths[0] == paths[1]:
        return
    texts = [prompt_words(found.text) if (found := state.prompts.get(path)) else None
             for state, path in zip((before, after), paths, strict=True)]  # fmt: skip
    if texts[0] is None or texts[0] != texts[1]:
        facts = Benchmark.facts()["llm_prompt_file"]
        yield _change(code, "llm_prompt_file", paths[0] or None, paths[1] or None, facts.effect, facts)


def _prompts(old: State, new: State, moved: Mapping[str, str]) -> Iterator[Change]:
    for path in sorted({*old.prompts, *new.prompts} - set(moved.values())):
        before, after = old.prompts.get(path), new.prompts.get(path)
        if path in moved:
            text = f"{path} moved from {moved[path]}"
            yield Change(path, "moved", moved[path], path, Effect.EDITORIAL, text)
        elif not before or not after:
            yield _added_or_removed(path, "prompt", added=after is not None)
        elif prompt_words(before.text) != prompt_words(after.text):
            effect = Effect.EDITORIAL if same_stems(before.text, after.text) else Effect.SCORE
            yield Change(path, "text", before.text, after.text, effect, f"{path} reworded")


def _moved_prompts(old: State, new: State) -> dict[str, str]:
    """Return former paths of moved prompts by their new ones; of equal texts, the one of the same name."""
    gone: dict[str, list[str]] = {}
    for path in sorted(old.prompts.keys() - new.prompts.keys()):
        gone.setdefault(prompt_words(old.prompts[path].text), []).append(path)
    moved = {}
    for path in sorted(new.prompts.keys() - old.prompts.keys()):
        before = gone.get(prompt_words(new.prompts[path].text))
        if before:
            name = path.rpartition("/")[2]
            moved[path] = next((former for former in before if former.endswith(f"/{name}")), before[0])
            before.remove(moved[path])
    return moved


def _moved(code: str, old: AnySpec, new: AnySpec) -> Iterator[Change]:
    before, after = old.document.path, new.document.path
    if before != after:
        text = f"{code} moved from {before} to {after}"
        yield Change(code, "moved", before, after, Effect.EDITORIAL, text)


def _as_a_whole(code: str, kind: str, old: AnySpec | None, new: AnySpec | None) -> Iterator[Change]:
    """Yield that a spec came, went, became unreadable, or readable again; its fields cannot be compared."""
    if not old or not new:
        yield _added_or_removed(code, kind, added=new is not None)
    elif old.readable or new.readable:
        phrase, can = _READABLE if new.readable else _UNREADABLE
        yield Change(code, "readable", "", "", Effect.SCORE, f"{code} {phrase}", can)


def _added_or_removed(subject: str, kind: str, *, added: bool) -> Change:
    field = "added" if added else "removed"
    return Change(subject, field, "", "", Effect.SCORE, f"{subject} {field} ({kind})")


def _refused(spec: AnySpec) -> set[str]:
    """Return the fields whose value the field specification refuses."""
    return {str(fault.route[0]) for fault in spec.faults if len(fault.route) == 1}


def _fields(code: str, old: AnySpec, new: AnySpec) -> Iterator[Change]:
    """Yield fields that differ, in the order of the field specification."""
    refused = _refused(new) - {fault.route[0] for fault in new.faults if fault.kind is FaultKind.MISSING}
    written = old.fields.model_fields_set | new.fields.model_fields_set
    for name, facts in type(new.fields).facts().items():
        if name not in written:
            continue
        before, after = getattr(old.fields, name), getattr(new.fields, name)
        if before == after:
            continue
        if after is None and before is not None and name in refused:
            phrase = f"{code} {facts.called or _spaced(name)} is no longer a valid value"
            yield Change(code, name, _shown(before), "", facts.effect, phrase)
            continue
        if _is_implied(name, before, after, new.fields):
            continue
        if facts.changes_apart or stated(old.fields, name) == stated(new.fields, name):
            continue
        effect = effect_of(name, old.fields, new.fields)
        if name == "review" and after:
            phrase = f"{code} reviewed by {after.by or 'nobody named'} on {after.on or 'no day named'}"
            yield Change(code, name, _shown(before), _shown(after), effect, phrase)
        elif name == "scoring_scale" and before and after:
            yield from _scale(code, before, after)
        else:
            yield _change(code, name, before, after, effect, facts)


def _scale(code: str, old: ScoringScale, new: ScoringScale) -> Iterator[Change]:
    for name, facts in ScoringScale.facts().items():
        if name != "descriptions" and stated(old, name) != stated(new, name):
            yield _change(
                code, name, getattr(old, name), getattr(new, name), effect_of(name, old, new), facts
            )
    levels = {**old.descriptions, **new.descriptions}
    for key in sorted(levels, key=lambda key: key if isinstance(key, Decimal) else Decimal(0)):
        before, after = old.descriptions.get(key), new.descriptions.get(key)
        if meaning(before) != meaning(after):
            effect = Effect.EDITORIAL if same_stems(before or "", after or "") else Effect.MEANING
            yield _change(code, f"level {_shown(key)}", before, after, effect, NO_FACTS)


def _change(code: str, name: str, old: Any, new: Any, effect: Effect, facts: FieldFacts) -> Change:
    before, after = _shown(old), _shown(new)
    what = facts.called or _spaced(name)
    if old is None or old in ([], {}):
        phrase = f"{what} added" if len(after) > LONGEST_SHOWN else f"{what} set to {after}"
    elif new is None or new in ([], {}):
        phrase = f"{what} removed"
    elif max(len(before), len(after)) > LONGEST_SHOWN:
        phrase = f"{what} reworded"
    else:
        phrase = f"{what} {before} → {after}"
    can = field_consequence(facts, effect, old, new)
    holder = code if len(code) > 1 else f"{code}:"  # a component's code would read as an article
    return Change(code, name, before, after, effect, f"{holder} {phrase}", can)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    """Return a value in one line, as its author wrote it."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, Fields):
        return _shown(dict(value))
    if isinstance(value, dict):
        return ", ".join(f"{_shown(key)}: {_shown(entry)}" for key, entry in value.items())
    return words(str(value))
