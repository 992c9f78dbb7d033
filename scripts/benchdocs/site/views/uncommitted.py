"""What edits do that are not committed yet, page by page, for the box of a preview."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from benchdocs.history.change import Change, State
from benchdocs.history.changes import changes
from benchdocs.history.concerns import Names, covered, is_among
from benchdocs.history.provenance import Checkout
from benchdocs.history.revisions import suite_at
from benchdocs.rules.versions import formerly_active
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.models import Benchmark
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import cases_of
from benchdocs.suite.fingerprints import is_certain
from benchdocs.suite.gates import gate_threshold
from benchdocs.suite.reviews import Standing, standing
from benchdocs.suite.suite import Suite

_OF_OWN_VERDICT = ("threshold", "passing_threshold", "min_cases", "decision")
"""Fields that decide what a score means: above the spec, only a hard gate makes that felt."""
_FELT_ABOVE = ("weight", "criticality", "parent_rubric", "status")
"""Fields that decide what a spec does to what is above it, and not its own verdict."""
_committed = lru_cache(maxsize=1)(suite_at)  # the same from save to save


def edit_on_page(suite: Suite, commit: Checkout, path: str) -> dict[str, Any]:
    """Return what the edits of a page's file do; of a benchmark, also of its prompt, labels and cases.

    `changes` are those since the last commit; `versions` has the version that each spec needs, by code, where
    it does not have it; `suspect` are the codes of the specs that were reviewed as they were committed, and
    are not as they are now; `verdicts` are those of the specs whose verdict can turn. Empty without a change.
    Where a norm decides verdicts, that of any benchmark can.

    Nothing is compared before a page asks that shows an edited file. Raises RevisionError.
    """
    spec = next((each for each in suite.specs if each.document.path == path), None)
    own, cases = (_own(suite, spec), cases_of(suite, spec.code)) if spec else ({path: None}, None)
    if {path, *own, cases.document.path if cases else ""}.isdisjoint(commit.files):
        return {}
    former = _committed(commit.id, suite.root)
    compared = _compared(suite, former)
    found = [each for each in compared if is_among(each, own) or (spec and spec.code in each.concerns)]
    edited = {each.code: each for each in (spec, *suite.benchmarks) if each and _covers(suite, each, found)}
    above = (rubric for state in (former, suite) for each in edited.values() for rubric in state.above(each))
    codes = dict.fromkeys((*edited, *(rubric.code for rubric in above)))
    specs = [each for code in codes if (each := suite.spec(code))]
    versions = {
        each.code: before.version + 1
        for each, before in formerly_active(suite, former, specs, compared)
        if {*before.changes} & {*found} and (each.fields.version or 1) <= before.version
    }
    doubted = (each for each in specs if _covers(suite, each, found) and is_certain(suite, each))
    suspect = [each.code for each in doubted if _becomes_suspect(former, suite, each)]
    turned = dict.fromkeys(code for each in edited.values() for code in _turned(former, suite, each, found))
    return (
        {"changes": found, "versions": versions, "suspect": suspect, "verdicts": [*turned]} if found else {}
    )


@lru_cache(maxsize=1)
def _compared(suite: Suite, former: Suite) -> tuple[Change, ...]:
    return changes(State.of(former), State.of(suite))


def _own(suite: Suite, spec: AnySpec) -> Names:
    """Return what a spec itself consists of."""
    return covered(suite, spec) if isinstance(spec.fields, Benchmark) else {spec.code: None}


def _covers(suite: Suite, spec: AnySpec, found: Iterable[Change]) -> bool:
    """Return whether a review of a spec covers one of these changes."""
    names = covered(suite, spec)
    return any(is_among(change, names) for change in found)


def _becomes_suspect(former: Suite, suite: Suite, spec: AnySpec) -> bool:
    before = former.spec(spec.code)
    was_reviewed = before is not None and standing(former, before) is Standing.CURRENT
    return was_reviewed and standing(suite, spec) is Standing.OUTDATED


def _turned(former: Suite, suite: Suite, spec: AnySpec, found: Iterable[Change]) -> Iterator[str]:
    """Yield the codes of the specs whose verdict these changes of one can turn, its own first."""
    own = _own(suite, spec)
    scoring = (each.field for each in found if each.effect is Effect.SCORE and is_among(each, own))
    fields = {field.partition(".")[0] for field in scoring}
    if fields.difference(_FELT_ABOVE):
        yield spec.code
    is_gate = any(gate_threshold(state, spec.code) is not None for state in (former, suite))
    if fields if is_gate else fields.difference(_OF_OWN_VERDICT):
        yield from (rubric.code for state in (former, suite) for rubric in state.above(spec))
