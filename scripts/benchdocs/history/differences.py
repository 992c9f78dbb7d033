"""Differences between values by their routes: each value that differs, in words, with its class."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from benchdocs.history.change import Change, phrase, shown
from benchdocs.history.file_values import DECIDES, SECTION, TEXT, WORDING
from benchdocs.specs.field_facts import NO_FACTS, Effect, FieldFacts
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.suite.meaning import BELOW, ORDER, Route, Values, facts_along

_NULL = "null"
Class = Callable[[Route, Any, Any], Effect]
"""Return what a change of the value at a route can do, given the value before and after; None for neither."""


def differences(
    subject: str, old: Values, new: Values, classed: Class, model: type[Benchmark | Rubric] | None = None
) -> Iterator[Change]:
    """Yield the values that differ; a block that only one of the states has, as a whole."""
    blocks = _blocks(old), _blocks(new)
    whole: dict[str, list[Change]] = {}
    for route in dict.fromkeys((*old, *new)):
        was, now = old.get(route), new.get(route)
        if (route in old) == (route in new) and was == now:
            continue
        if [] in (was, now) and any(count.get(route, 0) > 1 for count in blocks):
            continue  # its entries are reported as added or removed
        if route[-1] == ORDER and sorted(was or ()) != sorted(now or ()):
            continue  # what came or went is reported as added or removed
        effect = classed(route, was, now)
        if model is None:  # a file that is no spec may state `null`, which is not the same as nothing
            was, now = _stated(old, route), _stated(new, route)
        change = _change(subject, route, was, now, effect, model)
        if _is_whole(route[:2], route, blocks):
            whole.setdefault(_words(route[:2], model), []).append(change)
        elif _is_whole(route[:1], route, blocks):
            whole.setdefault(_words(route[:1], model), []).append(change)
        else:
            yield change
    for what, parts in whole.items():
        yield _whole_block(subject, what, parts)


def _stated(values: Values, route: Route) -> Any:
    """Return the value at a route; a stated `null` as a text, None where nothing is stated."""
    value = values.get(route)
    if value is None and route in values:
        return _NULL
    return value


def _blocks(values: Values) -> dict[Route, int]:
    """Return how many values there are below each route of one or two steps."""
    count: dict[Route, int] = {}
    for route in values:
        for start in {route[:1], route[:2]}:
            count[start] = count.get(start, 0) + 1
    return count


def _is_whole(start: Route, route: Route, blocks: tuple[dict[Route, int], dict[Route, int]]) -> bool:
    """Return whether a value is one of several of a block that only one of the states has."""
    counts = [count.get(start, 0) for count in blocks]
    return len(route) > len(start) and 0 in counts and max(counts) > 1


def _whole_block(subject: str, what: str, parts: list[Change]) -> Change:
    """Return the change of a block that came or went, with the gravest class of its values."""
    gravest = min(parts, key=lambda change: list(Effect).index(change.effect))
    old = "; ".join(change.old for change in parts if change.old)
    new = "; ".join(change.new for change in parts if change.new)
    done = "removed" if old else "added"
    name = what.replace(" ", ".")
    return Change(subject, name, old, new, gravest.effect, f"{holder(subject)} {what} {done}", gravest.can)


def _change(
    subject: str, route: Route, was: Any, now: Any, effect: Effect, model: type[Benchmark | Rubric] | None
) -> Change:
    """Return the change of a value."""
    facts = _facts(model, route)
    if model:
        was, now = _or_usual(was, facts), _or_usual(now, facts)
    if route[0] == BELOW:
        what = f"{holder(route[1])} {_words(route[2:], Benchmark)}"
    else:
        what = f"{holder(subject)} {_words(route, model)}".rstrip()
    if facts.is_remark:  # only the source shows it
        return Change(subject, ".".join(route), "", "", effect, f"{what} changed")
    text = phrase(what, was, now)
    can = ""
    if effect is Effect.SCORE:
        can = _consequence(facts, was, now)
    return Change(subject, ".".join(route), shown(was), shown(now), effect, text, can)


def _or_usual(value: Any, facts: FieldFacts) -> Any:
    """Return a value; where nothing is stated, the one that counts then."""
    if value is not None:
        return value
    return facts.default if facts.idle is None else facts.idle


def _facts(model: type[Benchmark | Rubric] | None, route: Route) -> FieldFacts:
    """Return the facts of the field at a route, also of a field of what is below a rubric."""
    if model is None:
        return NO_FACTS
    if route[0] == BELOW:
        facts = facts_along(Benchmark, route[2:]) or facts_along(Rubric, route[2:])
    else:
        facts = facts_along(model, route)
    return facts[-1] if facts else NO_FACTS


def holder(subject: str) -> str:
    """Return a subject for the start of a sentence: a component's code would read as an article."""
    return subject if len(subject) > 1 else f"{subject}:"


def _words(route: Route, model: type[Benchmark | Rubric] | None) -> str:
    """Return the route to a value in words."""
    if route in (WORDING, TEXT):
        return ""
    if model is None:
        if route[0] != SECTION:
            return " ".join(route)
        if DECIDES in route[2:]:
            return f'{SECTION} "{route[1]}" ({DECIDES})'
        return f'{SECTION} "{route[1]}"'
    names = []
    block: Any = model
    for step in route:
        facts = block.facts().get(step, NO_FACTS)
        names.append(facts.called or step.replace("_", " "))
        block = block.blocks().get(step, block)
    return " ".join(names)


def _consequence(facts: FieldFacts, old: Any, new: Any) -> str:
    """Return what a change of a field can do as the field's facts say it; empty where they do not."""
    if facts.only_as is not None:
        is_raised = new == facts.only_as
    elif isinstance(old, Decimal) and isinstance(new, Decimal) and facts.raised:
        is_raised = new > old
    else:
        return facts.can
    return facts.raised if is_raised else facts.lowered
