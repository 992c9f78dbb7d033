"""DEC1301-1304: decisions on values that are not there, that contradict or cannot be, or are missing."""

from collections.abc import Iterator

from benchdocs.documents.locations import Route, at
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.rules.fields import one_of
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import corrections
from benchdocs.rules.support.records import in_future
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.discovery import REVIEW_FOLDER
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.decisions import decision_on, is_stated, unsettled, values
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "Project conventions: decisions"


@rule(
    "DEC1301",
    "decision on a value that the spec does not have",
    fields=("decisions", "decisions.fields"),
    fixable=True,
)
def no_such_value(suite: Suite) -> Iterator[Violation]:
    """An entry of `decisions` names something that cannot be decided in this kind of spec, or a value that
    the spec does not state.

    Why: a decision on nothing settles nothing. After a misspelling, the intended value stays provisional.

    Fix: name a value that the spec states. Where only one is possible, `--fix` writes it.

    Bad rubrics/A-DEM.yaml:

        decisions:
          - fields: [label, pasing_threshold]
            state: established
            by: The suite's owners

    Good rubrics/A-DEM.yaml:

        decisions:
          - fields: [label, passing_threshold]
            state: established
            by: The suite's owners
    """
    for spec in suite.specs:
        decided, needed = spec.model.decided(), {*spec.model.needed_fields()}
        for route, name in _named(spec):
            if is_stated(spec, name) or not needed.isdisjoint(decided.get(name, ())):
                continue
            fix = None
            if name in decided:
                message = f"`{spec.code}` has no {name.replace('_', ' ')} that could be decided"
                hint = f"state {one_of(decided[name])}, or remove `{name}` from the entry"
            else:
                kind = type(spec.fields).__name__.lower()
                message = f"`{name}` is not a value that can be decided in a {kind}"
                stated, facts = values(spec), type(spec.fields).facts().get(name)
                right = (facts and facts.decided_as) or corrections.word(name, stated)
                other = did_you_mean(name, decided) or f"name {one_of(decided)}"
                hint = f"write `{right}`" if right else other
                fix = right if right in stated else None
            yield Violation(spec.document, at(*route), message, hint, fix=fix)


@rule(
    "DEC1302",
    "value decided twice",
    fields=("decisions", "decisions.fields"),
)
def decided_twice(suite: Suite) -> Iterator[Violation]:
    """The entries of `decisions` name a value more than once.

    Why: two entries can contradict each other, and nobody can tell which one is valid.

    Fix: delete the entry that is not valid, or take the value out of it.

    Bad rubrics/A-DEM.yaml:

        decisions:
          - fields: [weight, passing_threshold]
            state: established
            by: The suite's owners
          - fields: [weight]
            state: disputed
            by: Subject lead

    Good rubrics/A-DEM.yaml:

        decisions:
          - fields: [passing_threshold]
            state: established
            by: The suite's owners
          - fields: [weight]
            state: disputed
            by: Subject lead
    """
    for spec in suite.specs:
        first: dict[str, Route] = {}
        for route, name in _named(spec):
            if name in first:
                related = (Link(spec.document, at(*first[name]), "first decided here"),)
                message, hint = f"`{name}` is decided twice", "keep the valid entry"
                yield Violation(spec.document, at(*route), message, hint, related)
            first.setdefault(name, route)


@rule(
    "DEC1303",
    "active without a decision",
    fields=("status", "benchmark.code", "benchmark.decisions", "decisions.state"),
)
def active_but_unsettled(suite: Suite) -> Iterator[Violation]:
    """A benchmark says `status: active`, but no entry of `decisions` establishes its label, weight, threshold
    or evaluator type. Where `status` is absent, which also means active, this is a warning, and only in a
    suite whose benchmarks record decisions. It is also a warning when another value of an active benchmark is
    disputed.

    Why: an active benchmark counts as settled. Readers of its verdict must be able to find out who settled
    its numbers.

    Fix: list the values in an entry with `state: established` and say who decided, or write `status: draft`.

    Bad a-component/A-DEM1.yaml:

        status: active
        decisions:
          - fields: [label, weight, threshold]
            state: established
            by: The suite's owners

    Good a-component/A-DEM1.yaml:

        status: draft
    """
    records_decisions = any(spec.fields.decisions for spec in suite.benchmarks)
    for spec in suite.benchmarks:
        if not spec.fields.is_active:
            continue
        if spec.fields.status or records_decisions:
            yield from _unsettled(spec)
        is_disputed = any(entry.state is DecisionState.DISPUTED for entry in spec.fields.decisions)
        for route, name in _named(spec) if is_disputed else ():
            decision = decision_on(spec, name)
            if decision and decision.state is DecisionState.DISPUTED and name not in unsettled(spec):
                message = f"`{name}` of an active benchmark is disputed"
                hint = "settle it, or write `status: draft`"
                yield Violation(spec.document, at(*route), message, hint, severity=Severity.WARNING)


@rule(
    "DEC1304",
    "impossible decision",
    fields=("decisions", "decisions.on", "decisions.source"),
)
def impossible_decision(suite: Suite) -> Iterator[Violation]:
    """An entry of `decisions` has a date in the future, or its `source` is a file in `reviews/` that is not a
    review record of the suite.

    Why: a decision is evidence. Anyone who looks up its source must find it, and its date must be possible.

    Fix: write the date of the decision and the path of the record.

    Bad rubrics/A-DEM.yaml:

        decisions:
          - fields: [weight]
            state: established
            by: The suite's owners
            source: reviews/A-DEM/2026-01-31-expert-9.yaml

    Good rubrics/A-DEM.yaml:

        decisions:
          - fields: [weight]
            state: established
            by: The suite's owners
            on: 2026-01-31
    """
    records = [record.document.path for record in suite.reviews]
    for spec in suite.specs:
        for number, entry in enumerate(spec.fields.decisions):
            if future := in_future(entry.on):
                message = f"the decision is dated {entry.on}, which is {future}"
                place = at("decisions", number, "on")
                yield Violation(spec.document, place, message, "write the date of the decision")
            source = entry.source or ""
            if source.startswith(f"{REVIEW_FOLDER}/") and source not in records:
                message = f"there is no review record `{shorten(source)}`"
                hint = did_you_mean(source, records) or "name a record of the suite"
                yield Violation(spec.document, at("decisions", number, "source"), message, hint)


def _unsettled(spec: BenchmarkSpec) -> Iterator[Violation]:
    missing = unsettled(spec)
    if not missing:
        return
    stated = spec.fields.status
    place, severity = (at("status"), Severity.ERROR) if stated else (at("code"), Severity.WARNING)
    why = "" if stated else ", because `status` is absent"
    message = f"`{spec.code}` is active{why}, but nobody has established {one_of(missing)}"
    hint = "say in `decisions` who did, or write `status: draft`"
    yield Violation(spec.document, place, message, hint, severity=severity)


def _named(spec: AnySpec) -> Iterator[tuple[Route, str]]:
    """Yield the names in a spec's decisions as they are written, each with its place in the document."""
    entries = spec.document.data.get("decisions")
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        names = entry.get("fields") if isinstance(entry, dict) else None
        for index, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str) and name.strip():
                yield ("decisions", number, "fields", index), name.strip()
