"""Changes between two states of a suite, in the suite's own terms.

Files are compared by what they mean. One that is only written otherwise (comments, the order of keys, 0.9
for 0.90) is one editorial change.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from benchdocs.history.change import Change, shown
from benchdocs.history.differences import differences, holder
from benchdocs.history.file_values import (
    DECIDES,
    Read,
    effect_of,
    evaluator_values,
    file_values,
    gravest_effect,
    written_files,
)
from benchdocs.specs.blocks import ScoringScale
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.field_index import SPECS
from benchdocs.specs.formula import DEFAULT, FormulaError, Scale, parse_formula
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.codes import with_codes
from benchdocs.suite.meaning import (
    BELOW,
    PATHS,
    Route,
    Values,
    effect_at,
    own_values,
    signed_values,
    values_around,
)
from benchdocs.suite.suite import Suite

_OF_PARTS = ("weight", "criticality", "status")
"""Fields of a rubric's direct parts that decide what they do to it."""
_ALIKE, _MOST_PAIRS = 0.9, 2_000
"""Share of its words that a moved file has kept, and most pairs of files that are compared by their words."""


def changes(old: Suite, new: Suite) -> tuple[Change, ...]:
    """Return all differences: rubrics and benchmarks by code, then other files by path, then mere layout."""
    specs = (file for file in (*old.read, *new.read) if file.model in SPECS)
    unsound = {spec.code for spec in specs if spec.faults}
    old, new = old.forgiven, new.forgiven
    renamed = renamed_codes(old, new)
    listed = [*_specs(old, new, renamed), *_files(old, new, renamed)]
    subjects = {change.subject for change in listed}
    before, after = written_files(old), written_files(new)
    for subject in sorted(before.keys() & after.keys() - subjects):
        if before[subject] != after[subject]:
            effect = Effect.EDITORIAL
            if subject in unsound:
                effect = Effect.MEANING
            layout = Change(subject, "layout", "", "", effect, f"{subject} written differently")
            listed.append(layout)
    return tuple(listed)


def covered_changes(old: Suite, new: Suite, before: AnySpec, spec: AnySpec) -> tuple[Change, ...]:
    """Return what differs of all that a review of a spec covers, whichever file says it."""
    return tuple(_covered_changes(_Versions(old, new, before, spec), lambda route: True))


def score_changes(old: Suite, new: Suite, before: AnySpec, spec: AnySpec) -> Iterator[Change]:
    """Yield what is scored differently of a spec, whichever file says it.

    Of what is below a rubric, only its direct parts count: their weights and gates, and whether they count.
    """
    direct: set[str] = set()
    for suite, state in ((old, before), (new, spec)):
        if isinstance(state.fields, Rubric):
            rubric = Spec(state.document, state.fields)
            direct.update(part.code for part in (*suite.members(rubric), *suite.sub_rubrics(rubric)))

    def is_felt(route: Route) -> bool:
        return route[0] != BELOW or (route[1] in direct and route[2] in _OF_PARTS)

    for change in _covered_changes(_Versions(old, new, before, spec), is_felt):
        if change.effect is Effect.SCORE:
            yield change


class _Versions(NamedTuple):
    """One spec as it is in two states of a suite."""

    old: Suite
    new: Suite
    before: AnySpec
    after: AnySpec

    def effect(self, route: Route, was: Any, now: Any) -> Effect:
        """Return what a change of a value of a spec, or of one that it depends on, can do."""
        old, new, before, after = self
        model: type[Benchmark | Rubric] = type(after.fields)
        if route[0] == BELOW:
            if part := new.spec(route[1]) or old.spec(route[1]):
                model = type(part.fields)
            route = route[2:]
        if route in PATHS:
            text = _judge(old, was)
            is_same = text is not None and text == _judge(new, now)
            return Effect.EDITORIAL if is_same else Effect.SCORE
        if route == ("scoring_scale", "normalization_formula") and _same_scores(before, after):
            return Effect.MEANING
        types = {spec.fields.evaluator_type for spec in (before, after) if isinstance(spec.fields, Benchmark)}
        return effect_at(model, route, was, now, types)


def _covered_changes(versions: _Versions, counts: Callable[[Route], bool]) -> Iterator[Change]:
    """Yield the changes of the covered values whose routes count, those of the spec's own first."""
    old, new, before, after = versions
    renamed = renamed_codes(old, new)

    for values_of in (signed_values, values_around):
        old_values = recoded(values_of(old, before), renamed)
        new_values = recoded(values_of(new, after), renamed)
        yield from differences(
            after.code,
            {route: value for route, value in old_values.items() if counts(route)},
            {route: value for route, value in new_values.items() if counts(route)},
            versions.effect,
            type(after.fields),
        )


def former(suite: Suite, spec: AnySpec) -> AnySpec | None:
    """Return what a spec was in an earlier state, where it may have had another code; None if it is new."""
    for code in (spec.code, *getattr(spec.fields, "aliases", ())):
        if former_spec := suite.spec(code):
            return former_spec
    return None


# Codes --------------------------------------------------------------------------------------------------


def renamed_codes(old: Suite, new: Suite) -> dict[str, str]:
    """Return present codes of renamed benchmarks by their former codes."""
    return {
        alias: code
        for alias, code in new.alias.items()
        if alias in old.benchmark and alias not in new.benchmark and code not in old.benchmark
    }


def recoded(values: Values, renamed: Mapping[str, str]) -> Values:
    """Return values that name benchmarks by their present codes: a former code means the same."""
    if not renamed:
        return values

    def present(value: Any) -> Any:
        if type(value) is str:
            return with_codes(value, renamed)
        if not isinstance(value, list):
            return value
        entries = list(map(present, value))
        is_sorted = all(type(entry) is str for entry in value) and value == sorted(value)
        if is_sorted:
            entries.sort()
        return entries

    present_values: Values = {}
    for route, value in values.items():
        if route == ("aliases",):  # but for those that say that a code is a former one
            if others := [code for code in value if code not in renamed]:
                present_values[route] = others
        else:
            present_values[tuple(map(present, route))] = present(value)
    return present_values


# Specs ----------------------------------------------------------------------------------------------------


def _specs(old: Suite, new: Suite, renamed: Mapping[str, str]) -> Iterator[Change]:
    former_codes = set()
    specs: tuple[AnySpec, ...] = (*new.rubric.values(), *new.benchmark.values())
    for spec in specs:
        before = former(old, spec)
        if before is None:
            yield _as_a_whole(spec.code, "added", "can be read again", old)
            continue
        former_codes.add(before.code)
        if before.document.path != spec.document.path:
            yield _moved(spec.code, before.document.path, spec.document.path)
        yield from _spec(_Versions(old, new, before, spec), renamed)
    for code in (*old.rubric, *old.benchmark):
        if code not in former_codes:
            yield _as_a_whole(code, "removed", "can no longer be read", new)


def _as_a_whole(code: str, done: str, done_to_broken: str, other: Suite) -> Change:
    """Return that a spec came or went, or that the other state has it, but broken."""
    if other.broken_file(code):
        return Change(code, "readable", "", "", Effect.SCORE, f"{code} {done_to_broken}")
    return _whole(code, done, Effect.SCORE)


def _spec(versions: _Versions, renamed: Mapping[str, str]) -> Iterator[Change]:
    old, new, before, after = versions
    old_values, new_values = (
        recoded(own_values(old, before), renamed),
        recoded(own_values(new, after), renamed),
    )
    if before.code != after.code:
        text = f"{before.code} renamed to {after.code}"
        yield Change(after.code, "code", before.code, after.code, Effect.EDITORIAL, text)
        old_values[("code",)] = new_values[("code",)] = after.code
    yield from differences(after.code, old_values, new_values, versions.effect, type(after.fields))


def _judge(suite: Suite, path: str | None) -> Values | None:
    """Return what counts of a prompt or script; None where there is none."""
    file = suite.evaluator.get(path or "")
    return evaluator_values(suite, file) if file else None


def _same_scores(old: AnySpec, new: AnySpec) -> bool:
    """Return whether two formulas give every raw score of one scale the same score."""
    before, after = getattr(old.fields, "scoring_scale", None), getattr(new.fields, "scoring_scale", None)
    if not (isinstance(before, ScoringScale) and isinstance(after, ScoringScale)):
        return False
    if not before.ends or before.ends != after.ends or before.ends[0] >= before.ends[1]:
        return False
    try:
        old_formula = parse_formula(before.normalization_formula or DEFAULT)
        new_formula = parse_formula(after.normalization_formula or DEFAULT)
    except FormulaError:
        return False
    return old_formula.equals(new_formula, Scale.of(*before.ends))


# Other files ------------------------------------------------------------------------------------------------


def _files(old: Suite, new: Suite, renamed: Mapping[str, str]) -> Iterator[Change]:
    """Yield what differs in evaluators, in files of fields that are no specs, in pages and in settings."""
    before, after = _recoded_files(old, renamed), _recoded_files(new, renamed)
    origins = _origins(before, after)
    texts = {file.path: file.text for file in old.norms}
    same = {file.path for file in new.norms if texts.get(file.path) == file.text}
    for path, read in sorted(after.items()):
        if path in same and not renamed:  # then reading it takes long, and finds nothing
            continue
        origin = origins.get(path, path)
        if origin != path:
            yield _moved(path, origin, path)
        if origin in before:
            yield from _file(path, before[origin](), read())
        else:
            yield _whole(path, "added", gravest_effect(path, read))
    for path in sorted(before.keys() - after.keys() - {*origins.values()}):
        yield _whole(path, "removed", gravest_effect(path, before[path]))


def moved_files(old: Suite, new: Suite) -> dict[str, str]:
    """Return the former paths of the files that moved and are no specs, by their present ones."""
    renamed = renamed_codes(old, new)
    return _origins(_recoded_files(old, renamed), _recoded_files(new, renamed))


def _recoded_files(suite: Suite, renamed: Mapping[str, str]) -> dict[str, Read]:
    """Return what reads each file that is no spec, at most once, with the present codes of benchmarks."""

    def once(read: Read) -> Read:
        return cache(lambda: recoded(read(), renamed))

    return {path: once(read) for path, read in file_values(suite).items()}


def _file(path: str, old: Values, new: Values) -> Iterator[Change]:
    """Yield what differs in a file; of a page, which sections decide verdicts apart from their words."""
    marked: dict[Route, Route] = {}
    for since, own, other in (("no longer", old, new), ("now", new, old)):
        turned = {route[:2]: route for route in own if route[2:] == (DECIDES,) and route[:2] in other}
        marked |= turned
        if turned:
            text = f"{path} {since} {DECIDES} in: {', '.join(title for _, title in turned)}"
            yield Change(path, DECIDES, "", "", Effect.SCORE, text)
    old = {marked.get(route, route): value for route, value in old.items()}
    new = {marked.get(route, route): value for route, value in new.items()}
    yield from differences(path, old, new, lambda route, was, now: effect_of(path, route))


def _origins(before: Mapping[str, Read], after: Mapping[str, Read]) -> dict[str, str]:
    """Return the former paths of files that moved: equal ones, then those of which few words changed."""
    gone, fresh = before.keys() - after.keys(), after.keys() - before.keys()
    pairs = []
    for path, origin in product(fresh, gone):
        likeness = 2.0 if before[origin]() == after[path]() else 0.0
        if not likeness and len(gone) * len(fresh) <= _MOST_PAIRS:
            likeness = _alike(before[origin](), after[path]())
        if likeness >= _ALIKE:
            has_other_name = path.rpartition("/")[2] != origin.rpartition("/")[2]
            pairs.append((-likeness, has_other_name, path, origin))
    origins: dict[str, str] = {}
    for *_, path, origin in sorted(pairs):
        if path not in origins and origin not in origins.values():
            origins[path] = origin
    return origins


def _alike(values: Values, others: Values) -> float:
    """Return the share of their words that two files have in common, from 0 to 1."""
    own, other = (Counter(" ".join(map(shown, each.values())).split()) for each in (values, others))
    return 2 * (own & other).total() / max(1, own.total() + other.total())


def _whole(subject: str, done: str, effect: Effect) -> Change:
    return Change(subject, done, "", "", effect, f"{holder(subject)} {done}")


def _moved(subject: str, old: str, new: str) -> Change:
    text = f"{subject} moved from {old}"
    if subject != new:
        text += f" to {new}"
    return Change(subject, "moved", old, new, Effect.EDITORIAL, text)
