"""VER1001-1004: what a new state of a suite owes to an earlier one, so that old results stay comparable.

They need both states, and are applied by `benchdocs check --against REV` alone.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.blocks import Decision, ScoringScale
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.field_index import MEMBERS
from benchdocs.specs.models import Rubric
from benchdocs.specs.validation import AnySpec, Spec, is_uncertain
from benchdocs.suite.decisions import decision_on
from benchdocs.suite.fingerprints import meaning, wording
from benchdocs.suite.suite import RubricSpec, Suite, is_in_use

if TYPE_CHECKING:
    from benchdocs.history.change import Change
    from benchdocs.history.concerns import Names

SOURCE = "Project conventions: versions and former codes"
_WHOLE = ("added", "removed")
"""What can happen to a spec as a whole, after which another may have its code."""
_OF_PARTS = frozenset(("weight", "criticality"))
"""Fields of a member or sub-rubric that decide what it does to the rubric above it."""


class Former(NamedTuple):
    """The last state of a spec in which it was active, compared with the present one.

    Attributes:
        changes: The score-affecting changes since then.
        since: When that was, as a clause.
    """

    version: Decimal
    changes: "tuple[Change, ...]"
    since: str


@rule(
    "VER1001",
    "score-affecting change without a new version",
    fields=("version",),
    unfixable="you decide whether the change affects scores and needs a new version",
)
def unversioned_change(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """Something active is now scored differently, but its `version` is not higher; or its `version` is lower
    than before. This applies to a benchmark whose weight, threshold, scale, formula, gate, evaluator, prompt,
    metric, decision rule or criteria changed, or its concept, unless a prompt alone judges; or the meaning of
    a label that it counts. It also applies to a rubric with an active benchmark anywhere below it whose
    weight, aggregation, passing threshold, members or sub-rubrics changed, or the weights or gates of those.
    A change further down needs no new version of the rubrics above it. A former draft is compared with its
    last active state, and a benchmark that was removed and added again with what was removed, as far as git
    knows.

    Why: results carry a code and a version. Two results with the same version must mean the same.

    Fix: raise `version` by 1. An absent version counts as 1.

    Bad a-component/A-DEM2.yaml:

        weight: 0.4

    Good a-component/A-DEM2.yaml:

        version: 2
        exclusion_criteria: >
          Do not apply when the narrative gives no departure time at all.
    """
    from benchdocs.history.change import State  # a check without an earlier state starts faster
    from benchdocs.history.changes import changes

    compared = changes(State.of(earlier), State.of(suite))
    for spec, former in formerly_active(suite, earlier, suite.specs, compared):
        version = spec.fields.version or Decimal(1)
        place = at("version") if spec.fields.version else at("code")
        if former.changes and version <= former.version:
            made = "; ".join(change.text for change in former.changes)
            after = f"version {version} after {former.version}"
            still = f"still version {version}" if version == former.version else after
            message = f"`{spec.code}`, {former.since}, is now scored differently, but {still}"
            hint = f"write `version: {former.version + 1}`; what changed: {made}"
            yield Violation(spec.document, place, message, hint)
        elif version < former.version:
            message = f"`{spec.code}` is version {version}, after version {former.version}"
            hint = f"write `version: {former.version}`; each version number is used once"
            yield Violation(spec.document, place, message, hint)


def formerly_active(
    suite: Suite, earlier: Suite, specs: Iterable[AnySpec], compared: "Iterable[Change]"
) -> Iterator[tuple[AnySpec, Former]]:
    """Yield those specs that were active before, each with the changes that may ask for a new version."""
    found = [each for each in compared if each.effect is Effect.SCORE and _is_certain(suite, each)]
    for spec in specs:
        if is_uncertain(spec, "version") or is_uncertain(spec, "status"):
            continue
        if former := _former(suite, earlier, spec, found):
            yield spec, former


def _is_certain(suite: Suite, change: "Change") -> bool:
    """Return whether a value that differs could be read in the new state, and an evaluator found there."""
    if evaluator := suite.evaluator.get(change.subject):
        return not evaluator.problems
    spec = suite.spec(change.subject)
    entry = suite.spec(change.new or change.old) if change.field in MEMBERS else None
    is_path = change.field in ("llm_prompt_file", "metric.implementation")
    is_lost = is_path and change.new and change.new not in suite.evaluator
    field = "scoring_scale" if change.field in ScoringScale.model_fields else change.field.partition(".")[0]
    pairs = ((spec, field), (spec, "code"), (entry, "status"), (entry, "code"))
    is_unknown = any(each and is_uncertain(each, name) for each, name in pairs)
    return not (is_lost or is_unknown or suite.may_exist(change.new))


def _former(suite: Suite, earlier: Suite, spec: AnySpec, found: "list[Change]") -> Former | None:
    """Return when a spec was last active, and what has changed since; None if it never was, or is retired."""
    from benchdocs.history.concerns import covered

    if isinstance(spec.fields, Rubric):
        return _former_rubric(suite, earlier, Spec(spec.document, spec.fields), found)
    if spec.fields.status is Status.DEPRECATED:
        return None
    codes = (spec.code, *spec.fields.aliases)
    benchmark = next((earlier.benchmark[code] for code in codes if code in earlier.benchmark), None)
    if benchmark is None:
        return _before_removal(suite, spec)
    if not benchmark.readable:
        return None
    parts = covered(suite, spec)
    changed = [change for change in found if _counts(change, parts)]
    version = benchmark.fields.version or Decimal(1)
    if benchmark.fields.is_active:
        return Former(version, tuple(changed), "active before")
    return _before_draft(suite, codes, parts, changed, version)


def _before_removal(suite: Suite, spec: AnySpec) -> Former | None:
    """Return the same for a benchmark that was removed and added again, compared with what was removed."""
    from benchdocs.history.change import State
    from benchdocs.history.changes import changes
    from benchdocs.history.git_log import history
    from benchdocs.history.revisions import RevisionError, suite_at

    past = history(suite.root).of.get(spec.code, ())
    for removed in (commit.id for commit, it in past if (it.subject, it.field) == (spec.code, "removed")):
        with suppress(RevisionError):
            before = suite_at(f"{removed}^", suite.root)
            compared = changes(State.of(before), State.of(suite)) if spec.code in before.benchmark else ()
            return next((former for _, former in formerly_active(suite, before, [spec], compared)), None)
    return None


def _former_rubric(suite: Suite, earlier: Suite, rubric: RubricSpec, found: "list[Change]") -> Former | None:
    """Return when a rubric last had an active benchmark below it, and what has changed since."""
    before = earlier.rubric.get(rubric.code)
    if before is None:
        return None
    tops = ((earlier, before), (suite, rubric))
    rubrics = ((state, each) for state, top in tops for each in state.rubrics_below(top).values())
    below = [benchmark for state, each in rubrics for benchmark in state.members(each)]
    parts: dict[str, frozenset[str] | None] = {rubric.code: None}
    direct: tuple[AnySpec, ...] = (*suite.members(rubric), *suite.sub_rubrics(rubric))
    for part in direct:
        parts |= dict.fromkeys((part.code, *getattr(part.fields, "aliases", ())), _OF_PARTS)
    changed = [change for change in found if _counts(change, parts)]
    version = before.fields.version or Decimal(1)
    if any(each.fields.is_active for each in below if earlier.benchmark.get(each.code) is each):
        is_direct = any(each.fields.is_active for each in earlier.members(before))
        since = f"with an active {'member' if is_direct else 'benchmark below it'} before"
        return Former(version, tuple(changed), since)
    codes = {code for each in below for code in (each.code, *each.fields.aliases)}
    return _before_draft(suite, codes, parts, changed, version)


def _counts(change: "Change", parts: "Names") -> bool:
    """Return whether a change is of these subjects, and of a field of theirs that counts."""
    from benchdocs.history.concerns import is_among

    return change.field not in _WHOLE and is_among(change, parts)


def _before_draft(
    suite: Suite,
    codes: Collection[str],
    parts: "Names",
    changed: "list[Change]",
    former: Decimal,
) -> Former | None:
    """Return the state before the last of these benchmarks became a draft; `changed` are the newest changes.

    `parts` are the subjects whose changes since then count.
    """
    from benchdocs.history.commits import shortened
    from benchdocs.history.git_log import history

    past = history(suite.root)
    own = (step for code in codes for step in past.of.get(code, ()))
    left = {commit.id for commit, change in own if (change.field, change.old) == ("status", Status.ACTIVE)}
    if not left:
        return None
    order = {entry.commit.id: number for number, entry in enumerate(past.entries)}
    last = min(order[id_] for id_ in left)
    steps = (step for subject in parts for step in past.of.get(subject, ()) if _counts(step[1], parts))
    recent = [step for step in steps if order[step[0].id] <= last]
    recent.sort(key=lambda step: -order[step[0].id])
    versions = [Decimal(change.old or 1) for _, change in recent if change.field == "version"]
    scores = [change for _, change in recent if change.effect is Effect.SCORE]
    commit = past.entries[last].commit
    since = f"active until {commit.date} (commit {shortened(commit.id)})"
    return Former((versions or [former])[0], _net([*scores, *changed]), since)


def _net(found: "list[Change]") -> "tuple[Change, ...]":
    """Return the changes, the oldest first, without those that were taken back."""
    ends: dict[tuple[str, str, str], tuple[str, Change]] = {}
    for change in found:
        entry = change.old or change.new if change.field in MEMBERS else ""
        first, _ = ends.get((change.subject, change.field, entry), (change.old, change))
        ends[change.subject, change.field, entry] = first, change
    return tuple(change for first, change in ends.values() if first != change.new or not first)


@rule(
    "VER1002",
    "code vanished",
    fields=("aliases", "benchmarks"),
    unfixable="only you know whether the code is retired",
)
def vanished_code(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A benchmark's code, or a former one, is gone: no benchmark has it or lists it in its `aliases`, and the
    benchmark was not deprecated before.

    Why: old results name old codes. Anyone who looks one up must find out what it measured or what replaced
    it.

    Fix: restore the file with `status: deprecated` (and `replaced_by`, if another benchmark replaced it). If
    the benchmark only got a new code, list the old one in its `aliases`.

    Bad (whole file) a-component/A-AUX1.yaml:

        code: A-AUX2

    Good a-component/A-AUX1.yaml:

        status: draft
    """
    former = {code: earlier.benchmark[now] for code, now in earlier.alias.items()}
    for code, spec in {**former, **earlier.benchmark}.items():
        if code in suite.benchmark or code in suite.alias or spec.fields.status is Status.DEPRECATED:
            continue
        if suite.may_exist(code):
            continue
        rubric = suite.rubric.get(earlier.parent_code(spec))
        source: TextFile = rubric.document if rubric else suite.settings.file
        place = at("benchmarks") if rubric else Place()
        message = f"the code `{code}` is gone; it was in {spec.document.path}"
        hint = f"restore it with `status: deprecated`, or list `{code}` in the `aliases` of its successor"
        yield Violation(source, place, message, hint)


@rule(
    "VER1003",
    "reserved or retired code came back",
    fields=("benchmark.code", "status"),
    unfixable="only you know which code it should have",
)
def returned_code(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A benchmark takes a code that was reserved, that was another benchmark's former code, or that was
    deprecated.

    Why: in old results the code means something else, or something that was given up.

    Fix: give the benchmark a code that was never used.

    Bad (whole file) a-component/A-DEM9.yaml:

        code: A-DEM9
        status: draft

    Good (whole file) rubrics/A-DEM.yaml:

        code: A-DEM
        label: Demonstration
        category: extraction
        weight: 0.75
        aggregation_method: WEIGHTED_AVERAGE
        passing_threshold: 0.80
        benchmarks: [A-DEM1, A-DEM2]
    """
    for code, spec in suite.benchmark.items():
        if not is_in_use(spec):
            continue
        before = earlier.benchmark.get(code)
        reason = None
        if before and before.fields.status is Status.DEPRECATED:
            reason = "had been deprecated"
        elif not before and code in earlier.settings.reserved:
            reason = "was reserved"
        elif not before and earlier.alias.get(code, code) not in (code, *spec.fields.aliases):
            reason = f"was a former code of `{earlier.alias[code]}`"
        if reason:
            hint = "use a code that was never used"
            yield Violation(spec.document, at("code"), f"`{code}` came back: the code {reason}", hint)


@rule(
    "VER1004",
    "established value changed without a decision",
    Severity.WARNING,
    fields=("decisions",),
    unfixable="only you know who decided on the new value",
)
def undecided_change(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A value that a decision established has changed, but the decision has not. The decision now seems to
    cover a value that nobody decided on.

    Why: readers believe that the owners stated an established value.

    Fix: take the value out of the decision, or record who decided on the new one (`by`, `source`, `on`). If
    the label, weight, threshold or evaluator type of an active benchmark is no longer established, the
    benchmark becomes a draft.

    Bad rubrics/A-DEM.yaml:

        passing_threshold: 0.85
        decisions:
          - fields: [passing_threshold]
            state: established
            by: "The methodology group"

    Good rubrics/A-DEM.yaml:

        passing_threshold: 0.85
        version: 2
        decisions:
          - fields: [passing_threshold]
            state: established
            by: "The methodology group"
            on: 2026-01-31
    """
    for spec in suite.specs:
        codes = (spec.code, *getattr(spec.fields, "aliases", ()))
        before = next((found for code in codes if (found := earlier.spec(code))), None)
        if before is None or is_uncertain(spec, "decisions"):
            continue
        for index, decision in enumerate(spec.fields.decisions):
            for value in decision.fields if decision.state is DecisionState.ESTABLISHED else ():
                names = type(spec.fields).decided().get(value, ())
                is_same = _same_decision(decision, before, value)
                is_known = not any(is_uncertain(spec, name) for name in names)
                if is_same and is_known and _stated(suite, spec, value) != _stated(earlier, before, value):
                    name = value.replace("_", " ")
                    message = f"`{spec.code}` has a different {name} than the one decided on"
                    hint = "remove it from this entry, or record who decided on the new value"
                    yield Violation(spec.document, at("decisions", index, "fields"), message, hint)


def _same_decision(decision: Decision, before: AnySpec, value: str) -> bool:
    """Return whether a value was established before by the same decision, whatever else that was about."""
    former = decision_on(before, value)
    return former is not None and former.model_copy(update={"fields": decision.fields}) == decision


def _stated(suite: Suite, spec: AnySpec, value: str) -> list[object]:
    """Return the meaning of a value that is decided on, with the words of a prompt that it names."""
    fields = [getattr(spec.fields, name) for name in type(spec.fields).decided().get(value, ())]
    prompts = (suite.prompt.get(each) for each in fields if isinstance(each, str))
    return [*map(meaning, fields), *(wording(prompt.text) for prompt in prompts if prompt)]
