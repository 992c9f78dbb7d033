"""Changes between two states of a suite, in the suite's own terms.

Files are compared by what they mean: comments, the order of keys and layout change nothing, and a number
that is only written otherwise (0.9 and 0.90) is the same number.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from benchdocs.history.word_diff import DiffPiece, word_diff
from benchdocs.specs.choices import Status
from benchdocs.specs.models import Benchmark, Fields, ScoringScale
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import AnySpec, FaultKind
from benchdocs.suite.codes import implied_rubric, with_codes
from benchdocs.suite.fingerprints import meaning, stated, words
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

_MEMBERSHIP = ("takes in", "gives up")
LONGEST_SHOWN = 60
"""Longest value that a change quotes, in characters; a longer text is reported as reworded."""


class Effect(StrEnum):
    """Whether a change can alter a score or a verdict."""

    SCORE = "score-affecting"
    EDITORIAL = "editorial"


class Change(NamedTuple):
    """A difference in meaning between two states."""

    subject: str
    """Code of the benchmark or rubric as it is now, or the path of the prompt."""
    field: str
    """The field that differs, or what happened to the whole: `added`, `removed`, `renamed`, `moved`."""
    old: str
    """The value before, as its author wrote it; empty where there was none."""
    new: str
    effect: Effect
    text: str
    """The change in words, starting with its subject: `A-REF2 threshold 0.85 → 0.95`."""

    @property
    def wording(self) -> tuple[DiffPiece, ...]:
        """The word-by-word difference of a reworded text; empty for any other change."""
        return word_diff(self.old, self.new) if self.old and self.text.endswith(" reworded") else ()


class State(NamedTuple):
    """Specs by code and prompts by path: of a whole suite, or of the files that one commit touched."""

    benchmarks: Mapping[str, BenchmarkSpec]
    rubrics: Mapping[str, RubricSpec]
    prompts: Mapping[str, PromptFile]

    @classmethod
    def of(cls, suite: Suite) -> "State":
        """Return the state of a whole suite."""
        return cls(suite.benchmark, suite.rubric, suite.prompt)


def changes(old: State, new: State) -> tuple[Change, ...]:
    """Return all differences, rubrics first, then benchmarks and prompts, each by code or path."""
    renamed = _renamed(old, new)
    recoded = _with_prompts_recoded(old, renamed) if renamed else old
    moved = _moved_prompts(recoded, new)
    found = (*_rubrics(old, new), *_benchmarks(recoded, new, renamed), *_prompts(old, new, moved))
    return tuple(_without_renames(change, renamed) for change in found) if renamed else found


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
    return change._replace(effect=Effect.EDITORIAL) if only_codes else change


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
                code, "aliases", *aliases, Effect.EDITORIAL, f"is {found}", f"is no longer {found}"
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
        counts = Status.DEPRECATED in (before, after)
        phrase = f"retired{successor}" if after is Status.DEPRECATED else f"status {before} → {after}"
        effect = Effect.SCORE if counts else Effect.EDITORIAL
        yield Change(code, "status", before, after, effect, f"{code} {phrase}")
    elif old.replaced_by != new.replaced_by:
        text = f"{code} is {f'replaced by {new.replaced_by}' if new.replaced_by else 'replaced by nothing'}"
        yield Change(
            code, "replaced_by", old.replaced_by or "", new.replaced_by or "", Effect.EDITORIAL, text
        )


def _prompt_file(code: str, old: Benchmark, new: Benchmark, before: State, after: State) -> Iterator[Change]:
    """Yield a change of prompt; a prompt that only moved is reported as the prompt's own move."""
    paths = (old.llm_prompt_file or "", new.llm_prompt_file or "")
    if paths[0] == paths[1]:
        return
    texts = [words(found.text) if (found := state.prompts.get(path)) else None
             for state, path in zip((before, after), paths, strict=True)]  # fmt: skip
    if texts[0] is None or texts[0] != texts[1]:
        called = Benchmark.facts()["llm_prompt_file"].called
        yield _change(code, "llm_prompt_file", paths[0] or None, paths[1] or None, Effect.SCORE, called)


def _prompts(old: State, new: State, moved: Mapping[str, str]) -> Iterator[Change]:
    for path in sorted({*old.prompts, *new.prompts} - set(moved.values())):
        before, after = old.prompts.get(path), new.prompts.get(path)
        if path in moved:
            text = f"{path} moved from {moved[path]}"
            yield Change(path, "moved", moved[path], path, Effect.EDITORIAL, text)
        elif not before or not after:
            yield _added_or_removed(path, "prompt", added=after is not None)
        elif words(before.text) != words(after.text):
            yield Change(path, "text", before.text, after.text, Effect.SCORE, f"{path} reworded")


def _moved_prompts(old: State, new: State) -> dict[str, str]:
    """Return former paths of moved prompts by their new ones; of equal texts, the one of the same name."""
    gone: dict[str, list[str]] = {}
    for path in sorted(old.prompts.keys() - new.prompts.keys()):
        gone.setdefault(words(old.prompts[path].text), []).append(path)
    moved = {}
    for path in sorted(new.prompts.keys() - old.prompts.keys()):
        before = gone.get(words(new.prompts[path].text))
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
        phrase = "can be read again" if new.readable else "cannot be read any more"
        yield Change(code, "readable", "", "", Effect.SCORE, f"{code} {phrase}")


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
            effect = Effect.SCORE if facts.affects_score or name == "status" else Effect.EDITORIAL
            phrase = f"{code} {facts.called or _spaced(name)} is no longer a valid value"
            yield Change(code, name, _shown(before), "", effect, phrase)
            continue
        if name == "parent_rubric" and None in (before, after) and (before or after) == implied_rubric(code):
            continue
        if facts.changes_apart or stated(old.fields, name) == stated(new.fields, name):
            continue
        effect = Effect.SCORE if facts.changes_score(before, after) else Effect.EDITORIAL
        if name == "review" and after:
            phrase = f"{code} reviewed by {after.by or 'nobody named'} on {after.on or 'no day named'}"
            yield Change(code, name, _shown(before), _shown(after), effect, phrase)
        elif name == "scoring_scale" and before and after:
            yield from _scale(code, before, after)
        else:
            yield _change(code, name, before, after, effect, facts.called)


def _scale(code: str, old: ScoringScale, new: ScoringScale) -> Iterator[Change]:
    for name, facts in ScoringScale.facts().items():
        if name != "descriptions" and stated(old, name) != stated(new, name):
            yield _change(code, name, getattr(old, name), getattr(new, name), Effect.SCORE, facts.called)
    levels = {**old.descriptions, **new.descriptions}
    for key in sorted(levels, key=lambda key: key if isinstance(key, Decimal) else Decimal(0)):
        before, after = old.descriptions.get(key), new.descriptions.get(key)
        if meaning(before) != meaning(after):
            yield _change(code, f"level {_shown(key)}", before, after, Effect.SCORE)


def _change(code: str, name: str, old: Any, new: Any, effect: Effect, called: str = "") -> Change:
    before, after = _shown(old), _shown(new)
    what = called or _spaced(name)
    if old is None or old in ([], {}):
        phrase = f"{what} added" if len(after) > LONGEST_SHOWN else f"{what} set to {after}"
    elif new is None or new in ([], {}):
        phrase = f"{what} removed"
    elif max(len(before), len(after)) > LONGEST_SHOWN:
        phrase = f"{what} reworded"
    else:
        phrase = f"{what} {before} → {after}"
    return Change(code, name, before, after, effect, f"{code} {phrase}")


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
        return _shown({name: getattr(value, name) for name in type(value).model_fields})
    if isinstance(value, dict):
        return ", ".join(f"{_shown(key)}: {_shown(entry)}" for key, entry in value.items())
    return words(str(value))
