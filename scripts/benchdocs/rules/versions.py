"""VER1001-1004, VER1006: what a new state of a suite owes to an earlier one.

They need both states, and are applied by `benchdocs check --against REV` alone.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.blocks import Decision
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.models import Rubric
from benchdocs.specs.numbers import counted
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.decisions import decision_on
from benchdocs.suite.meaning import Values, field_meaning, is_certain
from benchdocs.suite.suite import Suite, is_in_use
from benchdocs.suite.wording import wording

if TYPE_CHECKING:
    from benchdocs.history.change import Change

SOURCE = "Project conventions: versions and former codes"
_MOST_NAMED = 4


class Former(NamedTuple):
    """The earlier state of a spec that counted in it, compared with the present one.

    Attributes:
        changes: The score-affecting changes since then.
    """

    version: Decimal
    changes: "tuple[Change, ...]"


@rule(
    "VER1001",
    "score-affecting change without a new version",
    fields=("version",),
)
def unversioned_change(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """Something that counts, as a draft or active, is now scored differently, but its `version` is not
    higher; or its `version` is lower than before. This applies to a benchmark whose weight, threshold, scale,
    formula, gate, evaluator, prompt, metric, decision rule or criteria changed, or its concept, unless a
    prompt alone judges; or the meaning of a label that it counts. It also applies to a rubric with a
    benchmark anywhere below it whose weight, aggregation, passing threshold, members or sub-rubrics changed,
    the weights or gates of those, or whether they are deprecated. A change further down needs no new version
    of the rubrics above it.

    Why: a plan names the version of each benchmark. Results of the same version must mean the same.

    Fix: raise `version` by 1. An absent version counts as 1.

    Bad a-component/A-DEM2.yaml:

        weight: 0.4

    Good a-component/A-DEM2.yaml:

        version: 2
        exclusion_criteria: >
          Do not apply when the narrative gives no departure time at all.
    """
    for spec in suite.specs:
        former = _former(suite, earlier, spec)
        if former is None:
            continue
        version = spec.fields.version or Decimal(1)
        place = at("version") if spec.fields.version else at("code")
        if former.changes and version <= former.version:
            made = "; ".join(change.text for change in former.changes)
            after = f"version {version} after {former.version}"
            still = f"still version {version}" if version == former.version else after
            message = f"`{spec.code}`, in use before, is now scored differently, but {still}"
            hint = f"write `version: {former.version + 1}`; what changed: {made}"
            yield Violation(spec.document, place, message, hint)
        elif version < former.version:
            message = f"`{spec.code}` is version {version}, after version {former.version}"
            hint = f"write `version: {former.version}`; each version number is used once"
            yield Violation(spec.document, place, message, hint)


def _former(suite: Suite, earlier: Suite, spec: AnySpec) -> Former | None:
    """Return what has changed of a spec that was in use; None if it was not, or is retired."""
    from benchdocs.history.changes import (  # a check without an earlier state starts faster
        former,
        score_changes,
    )

    if getattr(spec.fields, "status", None) is Status.DEPRECATED or not is_certain(suite, spec):
        return None
    before = former(earlier, spec)
    if before is None or not _counts(earlier, before):
        return None
    return Former(before.fields.version or Decimal(1), tuple(score_changes(earlier, suite, before, spec)))


def _counts(suite: Suite, spec: AnySpec) -> bool:
    """Return whether a benchmark is in use, as a draft or active, or any benchmark below a rubric."""
    benchmarks = (suite.benchmark.get(code) for code in _codes_below(suite, spec))
    return any(each and is_in_use(each) for each in benchmarks)


def _codes_below(suite: Suite, spec: AnySpec) -> Iterator[str]:
    """Yield the codes of the benchmarks below a rubric, or a benchmark's own, with the former ones."""
    if isinstance(spec.fields, Rubric):
        for rubric in suite.rubrics_below(Spec(spec.document, spec.fields)).values():
            for member in suite.members(rubric):
                yield from _codes_below(suite, member)
    else:
        yield from (spec.code, *spec.fields.aliases)


@rule(
    "VER1002",
    "code vanished",
    fields=("aliases", "benchmarks"),
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
)
def undecided_change(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A value that a decision established has changed, but the decision has not. The decision now seems to
    cover a value that nobody decided on. A decision on a prompt is about the file; new words of it
    ask for a new version (VER1001).

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
    from benchdocs.history.changes import former, recoded, renamed_codes

    renamed = renamed_codes(earlier, suite)
    for spec in suite.specs:
        before = former(earlier, spec)
        if before is None:
            continue
        for index, decision in enumerate(spec.fields.decisions):
            for value in decision.fields if decision.state is DecisionState.ESTABLISHED else ():
                is_other = _stated(spec, value) != recoded(_stated(before, value), renamed)
                if is_other and value == "prompt":
                    is_other = not _has_its_prompt(suite, earlier, spec, before)
                if is_other and _same_decision(decision, before, value):
                    name = value.replace("_", " ")
                    message = f"the decision on the {name} of `{spec.code}` came before the latest change"
                    hint = f"remove `{value}` from this entry, or record who decided on the new value"
                    yield Violation(spec.document, at("decisions", index, "fields"), message, hint)


def _same_decision(decision: Decision, before: AnySpec, value: str) -> bool:
    """Return whether a value was established before by the same decision, whatever else that was about."""
    former = decision_on(before, value)
    return former is not None and former.model_copy(update={"fields": decision.fields}) == decision


def _stated(spec: AnySpec, value: str) -> Values:
    """Return the meaning of a value that is decided on, by the fields that state it."""
    names = type(spec.fields).decided().get(value, ())
    return {(name,): field_meaning(spec.fields, name) for name in names}


def _has_its_prompt(suite: Suite, earlier: Suite, spec: AnySpec, before: AnySpec) -> bool:
    """Return whether a benchmark has the prompt that it had: by its words, or the same file elsewhere."""
    from benchdocs.history.changes import moved_files

    path, former_path = (getattr(each.fields, "llm_prompt_file", None) or "" for each in (spec, before))
    now, was = suite.prompt.get(path), earlier.prompt.get(former_path)
    if not (now and was):
        return now is was
    return wording(now.text) == wording(was.text) or moved_files(earlier, suite).get(path) == former_path


@rule("VER1006", "former name of the product", Severity.WARNING)
def former_product(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """The settings give the product another name than before. Prompts, specs or pages still use the old one.

    Why: a judge that reads of another product may look for that one's output, and readers do not know which
    one was tested.

    Fix: write the new name in the files that are listed, in `evaluators/llm-judge/PROMPT_SPECS.md` first.
    A prompt with other words asks for a new version.

    Bad (whole file) benchdocs.toml:

        product = "Memo Maker"

    Bad (whole file) docs/methodology/index.md:

        Memo Tool turns speech into a memo.

    Good (whole file) benchdocs.toml:

        product = "Memo Maker"

    Good (whole file) docs/methodology/index.md:

        Memo Maker turns speech into a memo.
    """
    former = earlier.settings.nouns.product
    if former == suite.settings.nouns.product or "product" not in earlier.settings.nouns.stated:
        return
    whole_name = re.compile(rf"(?<!\w){re.escape(former)}(?!\w)")
    files = (*suite.evaluators, *suite.norms, *(spec.document for spec in suite.specs))
    found = ((file, whole_name.search(file.text)) for file in files)
    links = [Link(file, file.place_of(name.start()), "it is named here") for file, name in found if name]
    if links:
        paths = [f"`{link.source.path}`" for link in links[:_MOST_NAMED]]
        rest = f" and {len(links) - len(paths)} more" if len(links) > len(paths) else ""
        message = f"the product was called `{former}`, still its name in {counted(len(links), 'file')}: "
        settings = suite.settings.file
        stated = re.search(r"^product\b", settings.text, re.MULTILINE)
        place = settings.place_of(stated.start() if stated else 0)
        hint = "write the new name there, in `PROMPT_SPECS.md` first; prompts then need new versions"
        yield Violation(
            settings, place, f"{message}{', '.join(paths)}{rest}", hint, tuple(links[:MAX_LISTED])
        )
