"""REF209-210: rubrics that hold nothing, and composites whose rubrics are missing or lead in a circle."""

from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.membership import listed
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import Vocabulary, file_called
from benchdocs.specs.choices import Status
from benchdocs.specs.validation import is_uncertain
from benchdocs.suite.codes import is_component
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: rubrics and composites"
LISTS_NO = "lists no {things}"
LISTED_TWICE = "already belongs to a composite"


@rule(
    "REF209",
    "rubric without members",
    fields=("benchmarks", "sub_rubrics"),
    unfixable="only you know what the rubric should contain",
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
                message = f"`{rubric.code}` {LISTS_NO.format(things=things)}"
                yield Violation(rubric.document, at(field), message, hint)
        specs = [suite.benchmark.get(code) for code in rubric.fields.benchmarks or ()]
        are_deprecated = all(spec and spec.fields.status is Status.DEPRECATED for spec in specs)
        if specs and are_deprecated and not is_uncertain(rubric, "benchmarks"):
            message = f"all benchmarks that `{rubric.code}` lists are deprecated, so none of them counts"
            yield Violation(rubric.document, at("benchmarks"), message, hint)


@rule(
    "REF210",
    "cycle or missing sub-rubric",
    fields=("sub_rubrics",),
    unfixable="only you know which entry is wrong",
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
        for index, code in listed(rubric, "sub_rubrics"):
            place = at("sub_rubrics", index)
            if circle := circles.get((rubric.code, index)):
                message = f"`{code}` leads back to itself: {' → '.join(circle)}"
                yield Violation(rubric.document, place, message, "delete the entry that closes the cycle")
            elif code not in suite.rubric and not suite.may_exist(code):
                hint = file_called(suite, code) or rubrics.did_you_mean(code, (rubric.code,))
                hint = hint or f"correct the code, or write `rubrics/{code}.yaml`"
                yield Violation(rubric.document, place, f"there is no rubric `{code}`", hint)
            elif code in first:
                message, hint = f"`{code}` {LISTED_TWICE}", "keep one of the two entries"
                yield Violation(rubric.document, place, message, hint, (first[code],))
            else:
                first[code] = Link(rubric.document, place, "first listed here")


def _circles(suite: Suite) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the entries (by rubric and index) that lead back to a rubric above, with the codes between."""
    circles: dict[tuple[str, int], tuple[str, ...]] = {}
    done: set[str] = set()
    for start in sorted(suite.rubric, key=is_component, reverse=True):  # circles close below components
        trail: dict[str, Iterator[tuple[int, str]]]
        trail = {} if start in done else {start: listed(suite.rubric[start], "sub_rubrics")}
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
                trail[code] = listed(suite.rubric[code], "sub_rubrics")
    return circles
