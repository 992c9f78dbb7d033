"""REF213, REF214: what enforces the critical requirements of a rubric."""

from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import Vocabulary
from benchdocs.suite.gates import gate_threshold, requirements
from benchdocs.suite.suite import RubricSpec, Suite

SOURCE = "Project conventions: critical requirements and their gates"
_FIELD = "evaluation_guidelines.critical_requirements"
_ROUTE = ("evaluation_guidelines", "critical_requirements")


def _named(suite: Suite) -> Iterator[tuple[RubricSpec, tuple[str | int, ...], str]]:
    """Yield the codes that requirements name, each with the rubric and the route of the entry."""
    for rubric in suite.rubrics:
        for index, requirement in enumerate(requirements(rubric)):
            for number, code in enumerate(requirement.enforced_by):
                yield rubric, (*_ROUTE, index, "enforced_by", number), code


@rule(
    "REF213",
    "requirement enforced by an unknown code",
    fields=(_FIELD, f"{_FIELD}.enforced_by"),
    fixable=True,
)
def unknown_enforcer(suite: Suite) -> Iterator[Violation]:
    """A critical requirement names, in `enforced_by`, a code that no benchmark or rubric has.

    Why: readers who see that a requirement is enforced look no further. A code that leads nowhere lets the
    worst fault pass.

    Fix: write the code of the benchmark or rubric whose hard gate enforces it, or leave out the code.

    Bad rubrics/A-DEM.yaml:

        evaluation_guidelines:
          critical_requirements:
            - text: No arrival time may be invented.
              enforced_by: [A-DEM7]

    Good rubrics/A-DEM.yaml:

        evaluation_guidelines:
          critical_requirements:
            - text: No arrival time may be invented.
              enforced_by: [A-AUX1]
    """
    known = Vocabulary((*suite.benchmark, *suite.rubric))
    for rubric, route, code in _named(suite):
        if suite.spec(code):
            continue
        now = suite.alias.get(code)
        hint = f"`{code}` is a former code; write `{now}`" if now else known.did_you_mean(code)
        hint = hint or "name the hard gate that enforces it, or leave out the code"
        message = f"there is no benchmark or rubric `{code}`"
        yield Violation(rubric.document, at(*route), message, hint, fix=now)


@rule(
    "REF214",
    "code in `enforced_by` that is not a hard gate",
    Severity.WARNING,
    fields=(_FIELD, f"{_FIELD}.enforced_by", "criticality"),
)
def enforcer_without_gate(suite: Suite) -> Iterator[Violation]:
    """A critical requirement names, in `enforced_by`, a benchmark or rubric that is not a hard gate, has no
    threshold, or is deprecated.

    Why: only a hard gate enforces anything. Otherwise the measured score may fall to zero and the average of
    the other scores makes up for it.

    Fix: name a hard gate, make this one a hard gate (`criticality: hard_gate`), or leave out the code. The
    requirement is then listed as one that nothing enforces.

    Bad rubrics/A-DEM.yaml:

        evaluation_guidelines:
          critical_requirements:
            - text: No arrival time may be invented.
              enforced_by: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        criticality: hard_gate
        evaluation_guidelines:
          critical_requirements:
            - text: No arrival time may be invented.
              enforced_by: [A-DEM]
    """
    for rubric, route, code in _named(suite):
        spec = suite.spec(code)
        if spec is None or gate_threshold(suite, code) is not None:
            continue
        message = f"`{code}` is not a hard gate in use and enforces nothing"
        hint = "name a hard gate, or leave out the code"
        gate = Link(spec.document, at("criticality"), "its gate is stated here")
        related = (gate,) if spec.fields.criticality else ()
        yield Violation(rubric.document, at(*route), message, hint, related)
