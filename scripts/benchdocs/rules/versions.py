"""VER1001-1003: what a new state of a suite owes to an earlier one, so that old results stay comparable.

They need both states, and are applied by `benchdocs check --against REV` alone.
"""

from collections.abc import Iterator

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile
from benchdocs.history.change import Change, State
from benchdocs.history.changes import changes
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.choices import Status
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: versions and former codes"


@rule(
    "VER1001",
    "score-affecting change without a new version",
    source=SOURCE,
    fields=("version",),
    unfixable="whether the change affects scores is yours to say, and to version",
)
def unversioned_change(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """An active benchmark's score is made otherwise than before (another weight, threshold, scale, formula,
    criteria, evaluator, gate, or another prompt or wording of it), and its `version` is no higher; or its
    `version` is lower than it was.

    Why: results carry a code and a version. Two results of one version have to mean the same.

    Fix: raise `version` by 1. An absent version counts as 1.

    Bad a-component/A-DEM2.yaml:

        weight: 0.4

    Good a-component/A-DEM2.yaml:

        version: 2
        exclusion_criteria: >
          Do not apply when the narrative gives no departure time at all.
    """
    by_subject: dict[str, list[Change]] = {}
    for change in changes(State.of(earlier), State.of(suite)):
        if change.effect is Effect.SCORE:
            by_subject.setdefault(change.subject, []).append(change)
    for spec in suite.benchmarks:
        codes = (spec.code, *spec.fields.aliases)
        before = next((earlier.benchmark[code] for code in codes if code in earlier.benchmark), None)
        if not before or not before.readable or before.fields.status not in (None, Status.ACTIVE):
            continue
        if spec.fields.status is Status.DEPRECATED:
            continue
        own = by_subject.get(spec.code, [])
        own += by_subject.get(spec.fields.llm_prompt_file or "", [])
        former, version = before.fields.version or 1, spec.fields.version or 1
        place = at("version") if spec.fields.version else at("code")
        if own and version <= former:
            told = "; ".join(change.text for change in own)
            still = f"still version {version}" if version == former else f"version {version} after {former}"
            message = f"`{spec.code}`, active before, is scored otherwise now, but {still}"
            hint = f"write `version: {former + 1}`; what changed: {told}"
            yield Violation(spec.document, place, message, hint)
        elif version < former:
            message = f"`{spec.code}` is version {version}, after version {former}"
            hint = f"write `version: {former}`; a version's number is given once"
            yield Violation(spec.document, place, message, hint)


@rule(
    "VER1002",
    "a code vanished",
    source=SOURCE,
    fields=("aliases", "benchmarks"),
    unfixable="whether the code is retired only you know",
)
def vanished_code(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A benchmark's code, or a former one, is gone: no benchmark has it or lists it among its `aliases`,
    and the benchmark had not been deprecated before.

    Why: old results name old codes. Who looks one up has to find what it measured, or what took its place.

    Fix: bring the file back with `status: deprecated` (and `replaced_by`, where another took over), or list
    the code under `aliases` of the benchmark that only got a new code.

    Bad (whole file) a-component/A-AUX1.yaml:

        code: A-AUX2

    Good a-component/A-AUX1.yaml:

        status: active
    """
    former = {code: earlier.benchmark[now] for code, now in earlier.alias.items()}
    for code, spec in {**former, **earlier.benchmark}.items():
        if code in suite.benchmark or code in suite.alias or spec.fields.status is Status.DEPRECATED:
            continue
        rubric = suite.rubric.get(earlier.parent_code(spec))
        source: TextFile = rubric.document if rubric else suite.settings.file
        place = at("benchmarks") if rubric else Place()
        message = f"the code `{code}` is gone; it stood in {spec.document.path}"
        hint = f"bring it back with `status: deprecated`, or list `{code}` under `aliases` of its successor"
        yield Violation(source, place, message, hint)


@rule(
    "VER1003",
    "a reserved or retired code came back",
    source=SOURCE,
    fields=("benchmark.code", "status"),
    unfixable="which code it is to have only you know",
)
def returned_code(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A benchmark takes a code that was reserved before, that was another benchmark's former code, or that
    had been deprecated.

    Why: the code stands in old results for something else, or for something that was given up.

    Fix: give the benchmark a code that was never used.

    Bad (whole file) a-component/A-DEM9.yaml:

        code: A-DEM9
        status: active

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
        if spec.fields.status is Status.DEPRECATED:
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
            hint = "take a code that was never used"
            yield Violation(spec.document, at("code"), f"`{code}` came back: the code {reason}", hint)
