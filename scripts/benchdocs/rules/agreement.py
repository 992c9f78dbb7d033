"""CAS1610-1611: agreement figures of another state of the prompt or cases, or that cannot be."""

import re
from collections.abc import Iterator

from benchdocs.documents.locations import Place, at
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.records import DIGEST, in_future
from benchdocs.specs.cases import Figure, Measurement
from benchdocs.specs.validation import is_uncertain
from benchdocs.suite.cases import benchmark_of, cases_digest, cases_of, prompt_digest
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: calibration cases"
_LOWEST = {"sensitivity": 0, "specificity": 0, "kappa": -1}
"""Figures with the lowest value that each can have; the highest is 1."""


@rule(
    "CAS1610",
    "agreement measured on another state",
    Severity.WARNING,
    unfixable="the judge has to be run again",
)
def stale_measurement(suite: Suite) -> Iterator[Violation]:
    """The newest agreement figures of a judge were measured with a prompt or cases that differ from the
    current ones. For a case, only what the judge is given and the expected verdict count.

    Why: a changed prompt makes a different judge, and other cases ask other questions.

    Fix: run the judge on the cases again and add the new figures, or restore what was measured.

    Bad (whole file) evaluators/validation/arrival.yaml:

        benchmark: A-DEM1
        measurements:
          - model: A model
            prompt_digest: a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.validations:
        spec, measured = benchmark_of(suite, file), file.fields.measurements
        if spec is None or not measured or not file.is_whole:
            continue
        path, cases = spec.fields.llm_prompt_file or "", cases_of(suite, spec.code)
        prompt, now = suite.prompt.get(path), dict[str, str | None]()
        if not (prompt.problems if prompt else path or is_uncertain(spec, "llm_prompt_file")):
            now["prompt"] = prompt_digest(prompt) if prompt else None
        if all(each.is_whole for each in ([cases] if cases else suite.cases)):
            now["cases"] = cases and cases_digest(cases)
        for what, digest in now.items():
            name = f"{what}_digest"
            stated = getattr(measured[-1], name)
            if stated and stated != digest:
                is_there = "changed since" if digest else "no longer exist"
                message = f"the {what} that the judge of `{spec.code}` was measured with {is_there}"
                hint = f"measure again; the digest is now `{digest}`" if digest else "restore them"
                yield Violation(file.document, at("measurements", len(measured) - 1, name), message, hint)


@rule(
    "CAS1611",
    "impossible agreement figures",
    unfixable="only its author knows what was measured",
)
def impossible_figures(suite: Suite) -> Iterator[Violation]:
    """A figure is outside its range or its own interval, a digest is not a SHA-256, or the date of the run is
    in the future.

    Why: the page shows these figures to readers who decide how far to trust a judge.

    Fix: write what was measured.

    Bad (whole file) evaluators/validation/arrival.yaml:

        benchmark: A-DEM1
        measurements:
          - model: A model
            sensitivity: {value: 90, low: 80, high: 95}

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.validations:
        for index, measured in enumerate(file.fields.measurements or ()):
            for name, message, hint in _impossible(suite, measured):
                place: Place = at("measurements", index, name)
                yield Violation(file.document, place, message, hint)


def _impossible(suite: Suite, measured: Measurement) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of a measurement that cannot be, each with a message and a hint."""
    for name, lowest in _LOWEST.items():
        figure: Figure | None = getattr(measured, name)
        if figure is None or None in (figure.value, figure.low, figure.high):
            continue
        value, low, high = figure.value or 0, figure.low or 0, figure.high or 0
        if not lowest <= low <= value <= high <= 1:
            message = f"the {name} {value} with the interval {low} to {high} is impossible"
            yield name, message, f"it must be within its interval, and both between {lowest} and 1"
    for name in ("prompt_digest", "cases_digest"):
        digest = getattr(measured, name)
        if digest and not re.fullmatch(DIGEST, digest):
            yield name, "the digest is not a SHA-256", "the published data contains it"
    if future := in_future(suite.root, measured.on):
        yield "on", f"{measured.on} is {future}", "write the date of the run"
