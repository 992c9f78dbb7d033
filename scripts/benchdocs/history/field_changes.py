"""Changes of a spec's fields, and of the fields of its blocks, each with its class."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

from benchdocs.history.change import Change, field_consequence, phrase, shown
from benchdocs.specs.blocks import COUNTED_OTHERWISE, ScoringScale
from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.field_facts import NO_FACTS, Effect, FieldFacts
from benchdocs.specs.fields import AnyCode, BenchmarkCode, Fields, value_type
from benchdocs.specs.formula import DEFAULT, FormulaError, Scale, parse_formula
from benchdocs.specs.models import Benchmark
from benchdocs.specs.validation import AnySpec, FaultKind
from benchdocs.suite.codes import implied_rubric
from benchdocs.suite.fingerprints import meaning, stated


def field_changes(code: str, old: AnySpec, new: AnySpec) -> Iterator[Change]:
    """Yield fields that differ, in the order of the field specification."""
    refused = refused_fields(new) - {
        fault.route[0] for fault in new.faults if fault.kind is FaultKind.MISSING
    }
    written = old.fields.model_fields_set | new.fields.model_fields_set
    for name, facts in type(new.fields).facts().items():
        before, after = getattr(old.fields, name), getattr(new.fields, name)
        if name not in written or before == after:
            continue
        if after is None and before is not None and name in refused:
            text = f"{code} {facts.called or spaced(name)} is no longer a valid value"
            value = shown(new.document.data.get(name))
            yield Change(code, name, shown(before), value, facts.effect, text)
        elif name == "review" and after:
            text = f"{code} reviewed by {after.by or 'nobody named'} on {after.on or 'no day named'}"
            yield Change(code, name, shown(before), shown(after), facts.effect, text)
        elif not facts.changes_apart and not is_implied(name, before, after, new.fields):
            yield from _field(code, name, old.fields, new.fields)


def refused_fields(spec: AnySpec) -> set[str]:
    """Return the fields whose value the field specification refuses."""
    return {str(fault.route[0]) for fault in spec.faults if len(fault.route) == 1}


def is_implied(name: str, old: Any, new: Any, fields: Fields) -> bool:
    """Return whether a rubric is only stated, or no longer, that the benchmark's code implies."""
    code = str(getattr(fields, "code", None) or "")
    return name == "parent_rubric" and None in (old, new) and (old or new) == implied_rubric(code)


def _field(
    code: str, name: str, old: Fields, new: Fields, route: str = "", above: str = ""
) -> Iterator[Change]:
    """Yield what differs in a field; `route` and `above` name the block that it belongs to."""
    if stated(old, name) == stated(new, name):
        return
    before, after = getattr(old, name), getattr(new, name)
    facts, kind = type(new).facts()[name], value_type(type(new).model_fields[name])
    what = f"{above}{facts.called or spaced(name)}"
    if isinstance(before, ScoringScale) and isinstance(after, ScoringScale):
        yield from _block(code, "", "", before, after)
    elif isinstance(before, Fields) and isinstance(after, Fields):
        yield from _block(code, f"{route}{name}.", f"{what} ", before, after)
    elif name in type(new).blocks() and isinstance(before, list) and isinstance(after, list):
        yield from _entries(code, f"{route}{name}", spaced(name), before, after)
    elif isinstance(old, ScoringScale) and name == "descriptions":
        yield from _levels(code, before, after)
    else:
        change = value_change(code, f"{route}{name}", before, after, _effect(name, old, new), facts, what)
        is_codes = bool({kind, *get_args(kind)} & {AnyCode, BenchmarkCode})
        codes = sorted({*_listed(before)} ^ {*_listed(after)}) if is_codes else ()
        yield change._replace(concerns=tuple(codes))


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


def _block(code: str, route: str, above: str, old: Fields, new: Fields) -> Iterator[Change]:
    """Yield what differs in a block of fields, those of its author's own included."""
    for inner, known in type(new).facts().items():
        yield from () if known.changes_apart else _field(code, inner, old, new, route, above)
    before, after = old.model_extra or {}, new.model_extra or {}
    facts = FieldFacts(can=COUNTED_OTHERWISE)
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if meaning(one) != meaning(other):
            yield value_change(
                code, f"{route}{key}", one, other, facts.effect, facts, f"{above}{spaced(key)}"
            )


def _entries(code: str, route: str, what: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Yield what differs in a list of blocks; the first field of each is its name."""
    first = next(iter(type((new or old)[0]).model_fields))
    before, after = ({shown(getattr(entry, first)): entry for entry in entries} for entries in (old, new))
    gone, come = before.keys() - after.keys(), after.keys() - before.keys()
    pairs = [(f'{what} "{title}" ', entry, after[title]) for title, entry in before.items() if title in after]
    if len(gone) == len(come):
        others = ([each[title] for title in each if title in gone | come] for each in (before, after))
        pairs += [(f"{what} ", *pair) for pair in zip(*others, strict=True)]
        gone, come = set(), set()
    found = [change for pair in pairs for change in _block(code, f"{route}.", *pair)]
    for title in (*before, *after):
        if title in gone | come:
            entry = shown(before.get(title) or after[title])
            values, done = ((entry, ""), "removed") if title in gone else (("", entry), "added")
            found.append(Change(code, route, *values, Effect.MEANING, f'{code} {what} "{title}" {done}'))
    if not found or len(before) < len(old) or len(after) < len(new):  # another order, or two of one name
        found = [value_change(code, route, old, new, Effect.MEANING, NO_FACTS, what)]
    yield from found


def _levels(code: str, old: dict[Any, str], new: dict[Any, str]) -> Iterator[Change]:
    levels = {**old, **new}
    for key in sorted(levels, key=lambda key: key if isinstance(key, Decimal) else Decimal(0)):
        before, after = old.get(key), new.get(key)
        if meaning(before) != meaning(after):
            yield value_change(code, f"level {shown(key)}", before, after, Effect.MEANING, NO_FACTS)


def value_change(
    code: str, name: str, old: Any, new: Any, effect: Effect, facts: FieldFacts, what: str = ""
) -> Change:
    """Return the change of a value, which is called `what` or by the name of its field."""
    before, after = shown(old), shown(new)
    can = field_consequence(facts, effect, old, new)
    holder = code if len(code) > 1 else f"{code}:"  # a component's code would read as an article
    text = phrase(what or facts.called or spaced(name), before, after)
    return Change(code, name, before, after, effect, f"{holder} {text}", can)


def spaced(name: str) -> str:
    """Return the name of a field as words."""
    return name.replace("_", " ")


def _effect(name: str, old: Fields, new: Fields) -> Effect:
    """Return what a change of a field can do, given the whole block before and after."""
    if name == "concept" and isinstance(old, Benchmark) and isinstance(new, Benchmark):
        by_prompt = old.evaluator_type is new.evaluator_type is EvaluatorType.LLM_JUDGE
        return Effect.MEANING if by_prompt else Effect.SCORE
    if isinstance(old, ScoringScale) and isinstance(new, ScoringScale) and name == "normalization_formula":
        return Effect.MEANING if _same_scores(old, new) else Effect.SCORE
    return type(new).facts()[name].effect_of(getattr(old, name), getattr(new, name))


def _same_scores(old: ScoringScale, new: ScoringScale) -> bool:
    """Return whether two formulas give every raw score of one scale the same score."""
    if not old.ends or old.ends != new.ends or old.ends[0] >= old.ends[1]:
        return False
    try:
        formulas = [parse_formula(scale.normalization_formula or DEFAULT) for scale in (old, new)]
    except FormulaError:
        return False
    return formulas[0].equals(formulas[1], Scale.of(*old.ends))
