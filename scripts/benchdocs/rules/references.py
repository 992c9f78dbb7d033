"""REF201-208: codes used twice, and references between benchmarks, rubrics and criteria that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import Fix, ListEntry, Place, at
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support import corrections
from benchdocs.rules.support.code_suggestions import CodeVocabulary, Vocabulary, file_called
from benchdocs.specs.models import BENCHMARK_CODE, Status
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import implied_rubric
from benchdocs.suite.suite import CRITERIA, BenchmarkSpec, RubricSpec, Suite

CODE_FORMAT = "`code`"
CRITERIA_FORMAT = "Inclusion and Exclusion Criteria Format"
MEMBERSHIP = "Project conventions: rubrics list their benchmarks"

LISTED_TWICE = "is listed twice"
_NUMBER = re.compile(r"\d+(-[a-z][a-z0-9]*)?$")
"""What a benchmark's code adds to its rubric's code."""


def listed(spec: AnySpec, field: str) -> Iterator[tuple[int, str]]:
    """A list field's entries that were accepted, each with its index in the document."""
    written = spec.document.data.get(field)
    refused = {fault.route[1] for fault in spec.faults if fault.route[0] == field and len(fault.route) > 1}
    kept = (
        [index for index in range(len(written)) if index not in refused] if isinstance(written, list) else []
    )
    return zip(kept, getattr(spec.fields, field) or (), strict=False)


def has_fault(spec: AnySpec, field: str) -> bool:
    """Whether a field was refused, wholly or in part; the FLD rules say why."""
    return any(fault.route[0] == field for fault in spec.faults)


@rule("REF201", "duplicate code", source=CODE_FORMAT, fields=("code",), unfixable="two files use the code")
def duplicate_code(suite: Suite) -> Iterator[Violation]:
    """Two files hold the same code, or a file takes a code that `reserved` in `pyproject.toml` keeps back.

    Why: a code is the name under which criteria, rubrics and results refer to a benchmark. With two of them
    nobody can say which one was meant, and only one gets a page.

    Fix: give the second one the next free number, or delete the file that is out of date.

    Bad (whole file) a-component/A-DEM1-copy.yaml:

        code: A-DEM1
        label: Arrival time recorded, second version
        concept: Share of arrival times charted as dictated.
        weight: 0.5
        inclusion_criteria: Apply when an arrival time is dictated. Flag if it is missing.
        exclusion_criteria: Do not apply when no arrival time is dictated.
        evaluator_type: code

    Good a-component/A-DEM1.yaml:

        code: A-DEM1
    """
    readable = [spec for spec in suite.specs if spec.readable and spec.fields.code]
    holders: dict[str, AnySpec] = {}  # by right the one whose file is called so
    for spec in sorted(readable, key=lambda spec: spec.stem != spec.code):
        holders.setdefault(spec.code, spec)
    for spec in readable:
        holder = holders[spec.code]
        if holder is not spec:
            message = f"the code `{spec.code}` is taken: `{holder.document.path}` holds it too"
            right = (
                f"write `code: {spec.stem}`"
                if _is_free(suite, spec.stem)
                else "give this one a code that is free"
            )
            hint = f"{right}, or delete one of the two files"
            related = (Link(holder.document, at("code"), "the other one stands here"),)
            yield Violation(
                spec.document, at("code"), message, hint, related, why_not="two files use the code"
            )
        elif spec.code in suite.settings.reserved:
            message = f"the code `{spec.code}` is reserved in `pyproject.toml` and may not be used"
            yield Violation(spec.document, at("code"), message, "give this one the next free number")


def _is_free(suite: Suite, stem: str) -> bool:
    """Whether a file's name is a benchmark's code that no spec holds."""
    return bool(re.fullmatch(BENCHMARK_CODE, stem)) and not suite.known_code(stem)


@rule(
    "REF202",
    "unknown parent rubric",
    source=CODE_FORMAT,
    fields=("parent_rubric",),
    unfixable="which rubric is meant only you know",
)
def unknown_parent(suite: Suite) -> Iterator[Violation]:
    """A benchmark belongs to a rubric that does not exist. Where `parent_rubric` is absent, the parent is the
    code without its number.

    Why: without its rubric a benchmark counts for nothing, and its page hangs in the air.

    Fix: correct `parent_rubric` (or the code), or write the missing rubric.

    Bad a-component/A-DEM1.yaml:

        parent_rubric: A-DMO

    Good a-component/A-DEM1.yaml:

        parent_rubric: A-DEM
    """
    rubrics = Vocabulary(suite.rubric)
    for spec in suite.benchmarks:
        stated = spec.fields.parent_rubric
        if not spec.readable or has_fault(spec, "parent_rubric") or not (stated or spec.fields.code):
            continue
        parent = suite.parent_code(spec)
        if parent not in suite.rubric:
            place = at("parent_rubric") if stated else at("code")
            message = f"`{spec.code}` belongs to the rubric `{parent}`, which does not exist"
            hint = file_called(suite, parent) or rubrics.did_you_mean(parent)
            hint = hint or f"correct it, or write the rubric `rubrics/{parent}.yaml`"
            implied, fix = implied_rubric(spec.code), Fix()
            if stated and implied in suite.rubric:
                hint = f"write `parent_rubric: {implied}`, after the benchmark's code"
                fix = spec.document.edit(place, implied)
            yield Violation(spec.document, place, message, hint, fix=fix)


@rule(
    "REF203",
    "code does not extend its parent's code",
    source=CODE_FORMAT,
    fields=("benchmark.code", "parent_rubric"),
    unfixable="the code may be wrong as well as the parent",
)
def code_outside_parent(suite: Suite) -> Iterator[Violation]:
    """A benchmark's code is not its parent rubric's code followed by a number (and perhaps a variant).

    Why: readers take the rubric from the code. They would look for an `A-AUX7` of the rubric `A-DEM` in the
    wrong place.

    Fix: correct `parent_rubric`, or give the benchmark a number within its rubric and keep the old code in
    `aliases`.

    Bad a-component/A-DEM1.yaml:

        parent_rubric: A-AUX

    Good a-component/A-DEM1.yaml:

        parent_rubric: A-DEM
    """
    for spec in suite.benchmarks:
        code, parent = spec.fields.code, spec.fields.parent_rubric
        if not code or not parent or parent not in suite.rubric:
            continue
        own = _NUMBER.sub("", code)
        if own != parent:
            message = f"the code `{code}` does not extend the code of its parent rubric `{parent}`"
            correct = f"write `parent_rubric: {own}`" if own in suite.rubric else "correct `parent_rubric`"
            hint = f"{correct}, or use a code made of `{parent}` and a number"
            related = (Link(spec.document, at("parent_rubric"), "its parent is stated here"),)
            yield Violation(spec.document, at("code"), message, hint, related)


@rule(
    "REF204",
    "rubric lists an unknown or foreign benchmark",
    source=MEMBERSHIP,
    fields=("benchmarks",),
    unfixable="which benchmark is meant only you know",
    reveals=("WGT301",),
)
def wrong_member(suite: Suite) -> Iterator[Violation]:
    """A rubric's `benchmarks` name a benchmark that does not exist, that belongs to another rubric, or that
    the list holds already.

    Why: the list says what a rubric's score is made of. An entry that is no member would be left out of the
    sum without a word.

    Fix: correct the code, delete the entry, or correct the benchmark's `parent_rubric`.

    Bad rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1, A-DEM2, A-DEM7]

    Good rubrics/A-DEM.yaml:

        benchmarks: [A-DEM2, A-DEM1]
    """
    benchmarks = Vocabulary(suite.benchmark)
    for rubric in suite.rubrics:
        first: dict[str, int] = {}
        for index, code in listed(rubric, "benchmarks"):
            place = at("benchmarks", index)
            spec = suite.benchmark.get(code)
            if first.setdefault(code, index) != index:
                related = (Link(rubric.document, at("benchmarks", first[code]), "first listed here"),)
                message = f"`{code}` {LISTED_TWICE}"
                yield Violation(rubric.document, place, message, "delete one of the two entries", related)
            elif spec is None:
                hint = _new_code(suite, code) or file_called(suite, code) or benchmarks.did_you_mean(code)
                hint = hint or "correct the code, or write the benchmark"
                fix = rubric.document.edit(place, suite.alias[code]) if code in suite.alias else ()
                yield Violation(rubric.document, place, f"there is no benchmark `{code}`", hint, fix=fix)
            elif _is_foreign(suite, rubric, spec):
                yield _foreign(suite, rubric, spec, place)


def _new_code(suite: Suite, code: str) -> str | None:
    """A hint for a former code: the code that carries it now."""
    return f"`{code}` is a former code; write `{suite.alias[code]}`" if code in suite.alias else None


def _is_foreign(suite: Suite, rubric: RubricSpec, spec: BenchmarkSpec) -> bool:
    sure = spec.readable and spec.fields.code and rubric.fields.code and not has_fault(spec, "parent_rubric")
    parent = suite.parent_code(spec)
    return bool(sure) and parent != rubric.code and parent in suite.rubric


def _foreign(suite: Suite, rubric: RubricSpec, spec: BenchmarkSpec, place: Place) -> Violation:
    parent = suite.parent_code(spec)
    stated = at("parent_rubric") if spec.fields.parent_rubric else at("code")
    related = (Link(spec.document, stated, "its parent is stated here"),)
    message = f"`{spec.code}` belongs to the rubric `{parent}`, not to `{rubric.code}`"
    hint = f"delete the entry here; `{parent}` is where it is listed"
    return Violation(rubric.document, place, message, hint, related)


@rule(
    "REF205",
    "benchmark not listed by its parent",
    source=MEMBERSHIP,
    fields=("benchmark.code", "parent_rubric"),
    unfixable="its parent lists no benchmarks",
    reveals=("WGT301",),
)
def unlisted_benchmark(suite: Suite) -> Iterator[Violation]:
    """A benchmark names a parent rubric that does not list it. Deprecated benchmarks need no entry.

    Why: a benchmark that its rubric does not list counts for nothing, although its file states a weight.

    Fix: add the code to the rubric's `benchmarks`, or set `status: deprecated`.

    Bad rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1, A-DEM2]
    """
    members = {rubric.code: set(rubric.fields.benchmarks or ()) for rubric in suite.rubric.values()}
    for spec in suite.benchmarks:
        rubric = suite.rubric.get(suite.parent_code(spec))
        lists = _member_field(rubric) if rubric else None
        if not rubric or not lists or spec.code in members[rubric.code] or not _needs_entry(spec):
            continue
        if spec.code in _meant_entries(rubric):
            continue
        message = f"`{spec.code}` is not listed by its parent rubric `{rubric.code}`"
        hint = f"add `{spec.code}` to `benchmarks` in `{rubric.document.path}`"
        why_not = _doubt(suite, spec, rubric)
        implied = implied_rubric(spec.code)
        if lists == "benchmarks" and implied != rubric.code and implied in suite.rubric:
            hint = f"write `parent_rubric: {implied}`, or {hint}"
        elif lists == "benchmarks" and spec.stem in members[rubric.code]:
            hint = f"write `code: {spec.stem}`, after the file and the rubric's entry, or {hint}"
        fix: Fix = () if why_not else (ListEntry(rubric.document.path, ("benchmarks",), spec.code),)
        if lists == "sub_rubrics":
            message += ", which is a composite and holds rubrics only"
            hint, fix, why_not = "make a rubric that lists benchmarks its parent", (), None
        related = (Link(rubric.document, at(lists), "the parent's members stand here"),)
        yield Violation(spec.document, at("code"), message, hint, related, fix=fix, why_not=why_not)


def _doubt(suite: Suite, spec: BenchmarkSpec, rubric: RubricSpec) -> str | None:
    """Why a benchmark may not belong into its parent's list after all."""
    if spec.stem != spec.code and re.fullmatch(BENCHMARK_CODE, spec.stem):
        return f"the file is called `{spec.stem}`, so the code may be wrong"
    if implied_rubric(spec.code) != rubric.code:
        return f"`{spec.code}` is no code of `{rubric.code}`, so the code or the parent may be wrong"
    for other in suite.rubric.values():
        if other is not rubric and spec.code in (other.fields.benchmarks or ()):
            return f"`{other.code}` lists it, so the parent may be wrong"
    if any(fault.route[0] == "benchmarks" for fault in rubric.faults):
        return "an entry of the list is refused, and may stand for it"
    return None


def _meant_entries(rubric: RubricSpec) -> set[str]:
    """The codes that a rubric's malformed entries stand for; the FLD rules say how to write them."""
    faults = [fault for fault in rubric.faults if fault.route[0] == "benchmarks"]
    values = [str(fault.value) for fault in faults]
    return {code for value in values for code in (*corrections.codes(value), corrections.code_ahead(value))}


def _member_field(rubric: RubricSpec) -> str | None:
    """The list that names a rubric's members; None where it is absent or was refused."""
    fields = rubric.fields
    return next((name for name in ("benchmarks", "sub_rubrics") if getattr(fields, name) is not None), None)


def _needs_entry(spec: BenchmarkSpec) -> bool:
    sure = spec.readable and spec.fields.code and not has_fault(spec, "parent_rubric")
    return bool(sure) and not has_fault(spec, "status") and spec.fields.status is not Status.DEPRECATED


@rule(
    "REF206",
    "criteria name an unknown code",
    source=CRITERIA_FORMAT,
    fields=CRITERIA,
    unfixable="which code is meant only you know",
)
def unknown_code_in_criteria(suite: Suite) -> Iterator[Violation]:
    """The inclusion or exclusion criteria name a code that no benchmark or rubric has or had, or spell one in
    other capitals, or with a dash, underscore or space in place of its hyphen (`A_DEM2`). A word that a
    hyphen ties to a code (`A-DEM2-night`) is read as its variant.

    Why: criteria hand cases over to other benchmarks. A case that is handed to nobody is scored by nobody.

    Fix: write the code of the benchmark or rubric that takes the case.

    Bad a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM7).

    Good a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM1).
    """
    codes = CodeVocabulary(suite)
    for spec, field, mentions in suite.mentions_in_criteria:
        unknown = dict.fromkeys(mention.text for mention in mentions if mention.code is None)
        for text in islice(unknown, MAX_LISTED):
            message, place = f"no benchmark or rubric has the code `{text}`", at(field, text=text)
            hint = codes.hint_in_text(text) or "name the benchmark or rubric that takes these cases"
            right = corrections.code(text)
            fix = spec.document.edit(place, right) if right and suite.known_code(right) == right else ()
            yield Violation(spec.document, place, message, hint, fix=fix)


@rule(
    "REF207",
    "criteria refer to the benchmark itself",
    Severity.WARNING,
    source=CRITERIA_FORMAT,
    fields=CRITERIA,
    unfixable="which benchmark is meant only you know",
)
def refers_to_itself(suite: Suite) -> Iterator[Violation]:
    """The inclusion or exclusion criteria name the benchmark's own code, or a former one.

    Why: a case that a benchmark hands over to itself is a copied sentence or a wrong number, and the case is
    lost between the two readings.

    Fix: name the benchmark that was meant, or leave the code out.

    Bad a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM2).

    Good a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM1).
    """
    for spec, field, mentions in suite.mentions_in_criteria:
        for text in dict.fromkeys(mention.text for mention in mentions if mention.code == spec.code):
            former = f", a former code of `{spec.code}` itself" if text != spec.code else " itself"
            message = f"the criteria of `{spec.code}` refer to `{text}`{former}"
            hint = "name the benchmark that is meant, or leave the code out"
            yield Violation(spec.document, at(field, text=text), message, hint)


@rule(
    "REF208",
    "codes that differ only by case",
    source=CODE_FORMAT,
    fields=("code",),
    unfixable="which of the two is to change only you know",
)
def same_but_for_case(suite: Suite) -> Iterator[Violation]:
    """Two codes, or the paths of two files, differ only in small and capital letters.

    Why: pages have their addresses in small letters, so two of them would share one; and a file system that
    does not tell capitals apart keeps only one of two files.

    Fix: give one of the two another code, or another file name.

    Bad (whole file) rubrics/demo.yaml:

        code: a-dem
        label: Demonstration in small letters
        weight: 1
        aggregation_method: MEAN
        passing_threshold: 0.8
        benchmarks: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        code: A-DEM
    """
    codes: dict[str, tuple[str, AnySpec]] = {}
    told: set[str] = set()
    for spec in suite.specs:
        code = spec.document.source_of(("code",)) or spec.stem
        first, holder = codes.setdefault(code.casefold(), (code, spec))
        if first != code:
            told.add(spec.document.path)
            related = (Link(holder.document, at("code"), "the other one stands here"),)
            message = f"the codes `{code}` and `{first}` differ only in small and capital letters"
            hint = "give one of the two another number, or delete it"
            yield Violation(spec.document, at("code"), message, hint, related)
    yield from _paths_but_for_case(suite, told)


def _paths_but_for_case(suite: Suite, told: set[str]) -> Iterator[Violation]:
    documents = [spec.document for spec in suite.specs]
    paths = {document.path.casefold(): document for document in reversed((*documents, *suite.prompts))}
    for document in (*documents, *suite.prompts):
        first = paths[document.path.casefold()]
        if first is not document and document.path not in told:
            related = (Link(first, Place(), "the other file"),)
            message = f"this file and `{first.path}` differ only in small and capital letters"
            yield Violation(document, Place(), message, "rename one of the two files", related)
