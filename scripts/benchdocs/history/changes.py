"""Changes between two states of a suite, in the suite's own terms.

Files are compared by what they mean. One that is only written otherwise (comments, the order of keys, 0.9
for 0.90) is one editorial change.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from benchdocs.history.change import OF_STATUS, Change, State, consequence, field_consequence, reworded
from benchdocs.history.field_changes import field_changes, is_implied, refused_fields, spaced, value_change
from benchdocs.history.norm_changes import because, moved_files, norm_changes, settings_changes
from benchdocs.specs.blocks import Metric
from benchdocs.specs.choices import Status
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import Waiver
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import with_codes
from benchdocs.suite.fingerprints import evaluator_wording, stated

EXEMPT_FIELDS = ("aliases", "llm_prompt_file")
"""Fields in which a former code stays: former codes, and a path, which follows its file alone."""
_MEMBERSHIP = ("takes in", "gives up")
_READABLE = "can be read again", "Scores are computed from it again."
_UNREADABLE = "can no longer be read", "Nothing can be computed from it."


def changes(old: State, new: State) -> tuple[Change, ...]:
    """Return all differences: rubrics, benchmarks and prompts by code or path, settings, then pages."""
    if renamed := _renamed(old, new):  # what keeps a former code means the same as what has the present one
        old, new = _recoded(old, renamed), _recoded(new, renamed)
    texts = ({path: file.text for path, file in each.evaluators.items()} for each in (old, new))
    moved = moved_files(*texts)
    found = [*_rubrics(old, new), *_benchmarks(old, new, renamed), *_evaluators(old, new, moved)]
    if old.excluded != new.excluded:
        found = [_as_exclusion(change, old, new) for change in found]
    found += [*settings_changes(old.settings, new.settings), *norm_changes(old.norms, new.norms)]
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
    for name in type(new).model_fields:
        before, after = stated(old, name), stated(new, name)
        if before != after and not is_implied(name, before, after, new):
            return False
    return True


def _fields_written_otherwise(old: Fields, new: Fields) -> str:
    """Return the names of fields with the same meaning in another form: `0.9` for `0.90`, another order."""
    names = [
        spaced(name)
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


def _recoded(state: State, renamed: Mapping[str, str]) -> State:
    """Return a state whose specs, prompts, pages and settings name benchmarks by their present codes."""

    def specs(found: Mapping[str, AnySpec]) -> Any:
        present = ((code, _in_present_codes(spec.fields, renamed)) for code, spec in found.items())
        return {code: found[code]._replace(fields=fields) for code, fields in present}

    evaluators = {
        path: type(each)(path, with_codes(each.text, renamed)) for path, each in state.evaluators.items()
    }
    settings = state.settings and state.settings.model_copy(
        update={"waivers": tuple(_recoded_waiver(each, renamed) for each in state.settings.waivers)}
    )
    return state._replace(
        benchmarks=specs(state.benchmarks),
        rubrics=specs(state.rubrics),
        evaluators=evaluators,
        norms={path: with_codes(text, renamed) for path, text in state.norms.items()},
        settings=settings,
    )


def _recoded_waiver(waiver: Waiver, renamed: Mapping[str, str]) -> Waiver:
    code, reason = with_codes(waiver.code, renamed), with_codes(waiver.reason, renamed)
    return waiver.model_copy(update={"code": code, "reason": reason})


def _in_present_codes(value: Any, renamed: Mapping[str, str]) -> Any:
    """Return a value whose texts name benchmarks by their present codes."""
    if isinstance(value, Fields):
        held = {name: getattr(value, name) for name in value.model_fields_set if name not in EXEMPT_FIELDS}
        found = _in_present_codes(held, renamed)
        exempt = {name: getattr(value, name) for name in EXEMPT_FIELDS if name in value.model_fields_set}
        return type(value).model_construct(_fields_set=value.model_fields_set, **found, **exempt)
    if isinstance(value, list):
        return [_in_present_codes(entry, renamed) for entry in value]
    if isinstance(value, dict):
        pairs = ((_in_present_codes(key, renamed), entry) for key, entry in value.items())
        return {key: _in_present_codes(entry, renamed) for key, entry in pairs}
    return with_codes(value, renamed) if type(value) is str else value


def _rubrics(old: State, new: State) -> Iterator[Change]:
    for code in sorted({*old.rubrics, *new.rubrics}):
        before, after = old.rubrics.get(code), new.rubrics.get(code)
        if before and after and before.readable and after.readable:
            yield from _moved(code, before, after)
            yield from field_changes(code, before, after)
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
            yield Change(code, field, "", entry, effect, f"{code} {gains} {entry}", "", (entry,))
        else:
            yield Change(code, field, entry, "", effect, f"{code} {loses} {entry}", "", (entry,))


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
        if "status" not in (*refused_fields(before), *refused_fields(after)):
            yield from _status(code, before.fields, after.fields)
        yield from field_changes(code, before, after)
        yield from _evaluator_files(code, before.fields, after.fields, old, new)


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


def _evaluator_files(
    code: str, old: Benchmark, new: Benchmark, before: State, after: State
) -> Iterator[Change]:
    """Yield a change of prompt or code evaluator; one that only moved is reported as its own move."""
    named = (
        ("llm_prompt_file", Benchmark.facts(), old.llm_prompt_file, new.llm_prompt_file),
        ("metric.implementation", Metric.facts(), old.implementation, new.implementation),
    )
    for name, known, was, now in named:
        texts = [
            evaluator_wording(found) if (found := state.evaluators.get(path or "")) else None
            for state, path in ((before, was), (after, now))
        ]
        if was != now and (texts[0] is None or texts[0] != texts[1]):
            facts = known[name.rpartition(".")[2]]
            yield value_change(code, name, was, now, facts.effect, facts)


def _evaluators(old: State, new: State, moved: Mapping[str, str]) -> Iterator[Change]:
    for path in sorted({*old.evaluators, *new.evaluators} - set(moved.values())):
        before, after = old.evaluators.get(path), new.evaluators.get(path)
        if path in moved:
            text = f"{path} moved from {moved[path]}"
            yield Change(path, "moved", moved[path], path, Effect.EDITORIAL, text)
        elif not before or not after:
            kind = "prompt" if isinstance(before or after, PromptFile) else "code evaluator"
            yield _added_or_removed(path, kind, added=after is not None)
        elif evaluator_wording(before) != evaluator_wording(after):
            text = reworded(path, before.text, after.text)
            yield Change(path, "text", before.text, after.text, Effect.SCORE, text)


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
