"""REF202-205, REF209-210: parents and members that do not name each other, and trees that do not hold."""

import re
from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.documents.yaml_edit import entry_added
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import Vocabulary, file_called
from benchdocs.specs.choices import Status
from benchdocs.specs.field_index import MEMBERS
from benchdocs.specs.fields import BENCHMARK_CODE
from benchdocs.suite.codes import implied_rubric, is_component
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite, is_in_use

MEMBERSHIP = "Project conventions: rubrics list their benchmarks"
CODE_FORMAT = "`code`"
COMPOSITES = "Project conventions: rubrics and composites"


@rule(
    "REF202",
    "unknown parent rubric",
    source=CODE_FORMAT,
    fields=("parent_rubric",),
    fixable=True,
)
def unknown_parent(suite: Suite) -> Iterator[Violation]:
    """A benchmark belongs to a rubric that does not exist. Where `parent_rubric` is absent, the parent is the
    code without its number.

    Why: without its rubric a benchmark does not count, and nothing leads to its page.

    Fix: correct `parent_rubric` (or the code), or write the missing rubric.

    Bad a-component/A-DEM1.yaml:

        parent_rubric: A-DMO

    Good a-component/A-DEM1.yaml:

        parent_rubric: A-DEM
    """
    rubrics = Vocabulary(suite.rubric)
    for spec in suite.benchmarks:
        stated = spec.fields.parent_rubric
        parent = suite.parent_code(spec)
        if parent not in suite.rubric:
            place = at("parent_rubric") if stated else at("code")
            message = f"`{spec.code}` belongs to the rubric `{parent}`, which does not exist"
            hint = file_called(suite, parent) or rubrics.did_you_mean(parent)
            hint = hint or f"correct it, or write the rubric `rubrics/{parent}.yaml`"
            implied, fix = implied_rubric(spec.code), None
            if stated and implied in suite.rubric:
                hint = f"write `parent_rubric: {implied}`, to match the benchmark's code"
                fix = implied
            yield Violation(spec.document, place, message, hint, fix=fix)


@rule(
    "REF203",
    "code does not extend its parent's code",
    source=CODE_FORMAT,
    fields=("benchmark.code", "parent_rubric"),
)
def code_outside_parent(suite: Suite) -> Iterator[Violation]:
    """A benchmark's code is not its parent rubric's code followed by a number (and perhaps a variant).

    Why: readers find the rubric from the code. They would look for an `A-AUX7` of the rubric `A-DEM` in the
    wrong place.

    Fix: correct `parent_rubric`, or give the benchmark a number within its rubric and keep the old code in
    `aliases`.

    Bad a-component/A-DEM1.yaml:

        parent_rubric: A-AUX

    Good a-component/A-DEM1.yaml:

        parent_rubric: A-DEM
    """
    for spec in suite.benchmarks:
        parent = spec.fields.parent_rubric
        own = implied_rubric(spec.code)
        if parent in suite.rubric and parent != own:
            message = f"the code `{spec.code}` does not extend the code of its parent rubric `{parent}`"
            correct = f"write `parent_rubric: {own}`" if own in suite.rubric else "correct `parent_rubric`"
            hint = f"{correct}, or use `{parent}` and a number as the code"
            related = (Link(spec.document, at("parent_rubric"), "its parent is stated here"),)
            yield Violation(spec.document, at("code"), message, hint, related)


@rule(
    "REF204",
    "rubric lists an unknown or foreign benchmark",
    source=MEMBERSHIP,
    fields=("benchmarks",),
    fixable=True,
)
def wrong_member(suite: Suite) -> Iterator[Violation]:
    """A rubric's `benchmarks` name a benchmark that does not exist, that belongs to another rubric, or that
    the list already contains.

    Why: the list says which benchmarks make up a rubric's score. The sum would silently leave out an entry
    that is not a member.

    Fix: correct the code, delete the entry, or correct the benchmark's `parent_rubric`.

    Bad rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1, A-DEM2, A-DEM7]

    Good rubrics/A-DEM.yaml:

        benchmarks: [A-DEM2, A-DEM1]
    """
    benchmarks = Vocabulary(suite.benchmark)
    for rubric in suite.rubrics:
        first: dict[str, int] = {}
        for index, code in enumerate(rubric.fields.benchmarks or ()):
            place = at("benchmarks", index)
            spec = suite.benchmark.get(code)
            if first.setdefault(code, index) != index:
                related = (Link(rubric.document, at("benchmarks", first[code]), "first listed here"),)
                message = f"`{code}` is listed twice"
                yield Violation(rubric.document, place, message, "delete one of the two entries", related)
            elif spec is None:
                if new_code := suite.alias.get(code):
                    hint = f"`{code}` is a former code; write `{new_code}`"
                else:
                    near = file_called(suite, code) or benchmarks.did_you_mean(code)
                    hint = near or "correct the code, or write the benchmark"
                message = f"there is no benchmark `{code}`"
                yield Violation(rubric.document, place, message, hint, fix=new_code)
            else:
                parent = suite.parent_code(spec)
                if parent != rubric.code and parent in suite.rubric:
                    stated = at("parent_rubric") if spec.fields.parent_rubric else at("code")
                    related = (Link(spec.document, stated, "its parent is stated here"),)
                    message = f"`{code}` belongs to the rubric `{parent}`, not to `{rubric.code}`"
                    hint = f"delete the entry here; it belongs to `{parent}`"
                    yield Violation(rubric.document, place, message, hint, related)


@rule(
    "REF205",
    "benchmark not listed by its parent",
    source=MEMBERSHIP,
    fields=("benchmark.code", "parent_rubric"),
    fixable=True,
)
def unlisted_benchmark(suite: Suite) -> Iterator[Violation]:
    """A benchmark names a parent rubric that does not list it. Deprecated benchmarks need no entry.

    Why: a benchmark that its rubric does not list does not count, although its file states a weight.

    Fix: add the code to the rubric's `benchmarks`, or set `status: deprecated`.

    Bad rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        benchmarks: [A-DEM1, A-DEM2]
    """
    members = {rubric.code: set(rubric.fields.benchmarks or ()) for rubric in suite.rubric.values()}
    for spec in suite.benchmarks:
        rubric = suite.rubric.get(suite.parent_code(spec))
        if not rubric or not is_in_use(spec) or spec.code in members[rubric.code]:
            continue
        listing = [name for name in MEMBERS if getattr(rubric.fields, name) is not None]
        if not listing:
            continue
        lists = listing[0]
        message = f"`{spec.code}` is not listed by its parent rubric `{rubric.code}`"
        hint = f"add `{spec.code}` to `benchmarks` in `{rubric.document.path}`"
        implied = implied_rubric(spec.code)
        if lists == "benchmarks" and implied != rubric.code and implied in suite.rubric:
            hint = f"write `parent_rubric: {implied}`, or {hint}"
        elif lists == "benchmarks" and spec.stem in members[rubric.code]:
            hint = f"write `code: {spec.stem}`, to match the file and the rubric's entry, or {hint}"
        fix = None
        if _is_surely_member(suite, spec, rubric):
            fix = entry_added(rubric.document, ("benchmarks",), spec.code)
        if lists == "sub_rubrics":
            message += ", which is a composite and contains only rubrics"
            hint, fix = "choose a rubric that lists benchmarks as its parent", None
        related = (Link(rubric.document, at(lists), "the parent's members are listed here"),)
        yield Violation(spec.document, at("code"), message, hint, related, fix=fix)


def _is_surely_member(suite: Suite, spec: BenchmarkSpec, rubric: RubricSpec) -> bool:
    """Return whether neither the code nor the parent of a benchmark can be wrong instead of the list."""
    if spec.stem != spec.code and re.fullmatch(BENCHMARK_CODE, spec.stem):
        return False
    if implied_rubric(spec.code) != rubric.code:
        return False
    return not any(spec.code in (other.fields.benchmarks or ()) for other in suite.rubric.values())


@rule(
    "REF209",
    "rubric without members",
    source=COMPOSITES,
    fields=("benchmarks", "sub_rubrics"),
)
def no_members(suite: Suite) -> Iterator[Violation]:
    """A rubric's list of benchmarks or rubrics is empty, or all benchmarks in it are deprecated.

    Why: a rubric without members has no score, and its weight in the composite means nothing.

    Fix: list a benchmark that is in use, or delete the rubric and its entry in the composite.

    Bad rubrics/A-AUX.yaml:

        benchmarks: []

    Good rubrics/A-AUX.yaml:

        benchmarks: [A-AUX1]
    """
    for rubric in suite.rubrics:
        hint = "list at least one that is in use, or delete the rubric and its entry in the composite"
        for field, things in (("benchmarks", "benchmarks"), ("sub_rubrics", "rubrics")):
            if rubric.document.data.get(field) == []:
                message = f"`{rubric.code}` lists no {things}"
                yield Violation(rubric.document, at(field), message, hint)
        specs = [suite.benchmark.get(code) for code in rubric.fields.benchmarks or ()]
        are_deprecated = all(spec and spec.fields.status is Status.DEPRECATED for spec in specs)
        if specs and are_deprecated:
            message = f"all benchmarks that `{rubric.code}` lists are deprecated, so none of them counts"
            yield Violation(rubric.document, at("benchmarks"), message, hint)


@rule(
    "REF210",
    "cycle or missing sub-rubric",
    source=COMPOSITES,
    fields=("sub_rubrics",),
)
def broken_tree(suite: Suite) -> Iterator[Violation]:
    """A composite's `sub_rubrics` name a rubric that does not exist, is already listed, or leads back to the
    composite itself.

    Why: weights multiply down the tree. A rubric that appears twice counts twice, and a cycle never ends.

    Fix: correct the code or delete the entry, so that each rubric belongs to one composite.

    Bad rubrics/A.yaml:

        sub_rubrics: [A-DEM, A-AUX, A-EXT]

    Good rubrics/A.yaml:

        sub_rubrics: [A-AUX, A-DEM]
    """
    rubrics = Vocabulary(suite.rubric)
    circles = _circles(suite)
    first: dict[str, Link] = {}
    for rubric in suite.rubric.values():
        for index, code in _parts(rubric):
            place = at("sub_rubrics", index)
            if circle := circles.get((rubric.code, index)):
                message = f"`{code}` leads back to itself: {' → '.join(circle)}"
                yield Violation(rubric.document, place, message, "delete the entry that closes the cycle")
            elif code not in suite.rubric:
                hint = file_called(suite, code) or rubrics.did_you_mean(code, (rubric.code,))
                hint = hint or f"correct the code, or write `rubrics/{code}.yaml`"
                yield Violation(rubric.document, place, f"there is no rubric `{code}`", hint)
            elif code in first:
                message, hint = f"`{code}` already belongs to a composite", "keep one of the two entries"
                yield Violation(rubric.document, place, message, hint, (first[code],))
            else:
                first[code] = Link(rubric.document, place, "first listed here")


def _parts(rubric: RubricSpec) -> Iterator[tuple[int, str]]:
    return enumerate(rubric.fields.sub_rubrics or ())


def _circles(suite: Suite) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the entries (by rubric and index) that lead back to a rubric above, with the codes between."""
    circles: dict[tuple[str, int], tuple[str, ...]] = {}
    done: set[str] = set()
    for start in sorted(suite.rubric, key=is_component, reverse=True):  # circles close below components
        trail: dict[str, Iterator[tuple[int, str]]]
        trail = {} if start in done else {start: _parts(suite.rubric[start])}
        while trail:
            above = next(reversed(trail))
            index, code = next(trail[above], (0, None))
            if code is None:
                done.add(above)
                trail.popitem()
            elif code in trail:
                way = list(trail)
                circles[above, index] = (*way[way.index(code) :], code)
            elif code in suite.rubric and code not in done:
                trail[code] = _parts(suite.rubric[code])
    return circles
