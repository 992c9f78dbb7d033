"""TXT506, TXT507, TXT509: examples, blanks and measurements still to be written."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from benchdocs.documents.locations import Place, Route, at
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.choices import EvaluatorType
from benchdocs.suite.cases import cases_of, concept
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use


@rule(
    "TXT506",
    "no examples",
    Severity.NOTE,
    source="Complete Example: `examples`",
    fields=("examples",),
)
def no_examples(suite: Suite) -> Iterator[Violation]:
    """A benchmark that is not deprecated has no examples.

    Why: one line of input next to the output it produced settles more questions than a page of criteria.

    Fix: add `examples:` with one case that is flagged and one near miss that is not flagged.

    Bad a-component/A-DEM1.yaml:

        examples: []

    Good a-component/A-DEM1.yaml:

        examples:
          - "Narrative: 'we arrived at 14:05' but the record has no arrival time."
    """
    for spec in suite.benchmarks:
        if is_in_use(spec) and not spec.fields.examples:
            hint = "add `examples:` and below it `- \"Narrative: '...' but the output ...\"`"
            yield Violation(spec.document, at("examples"), f"{spec.code} has no examples", hint)


MARK = "TODO:"
_BLANK = re.compile(
    rf"\b(?:{MARK}|FIXME:)\s*([^\r\n]*?)(?=[.;:!?]?[\"']?\s*$|[.;:!?]\s|,\sOR\b|\s*-->|[\"'`)\]}}](?!\w))",
    re.MULTILINE,
)
"""The mark, and what belongs there: up to the sentence's end, the line's, or a following OR."""
_NOTHING = r"[-–—.…?_*]+|<[\w .…-]+>|[\[(]?(?i:tb[acd]|todo|fixme|n/a|x{3,})[\])]?\.?"
_ONLY = re.compile(rf"{_NOTHING}|\{{\{{[^{{}}]*\}}\}}")
_ITEM = re.compile(rf"^[ \t]*(?:[-*]|\d+\.)[ \t]+({_NOTHING})(?:,?[ \t]+(?:AND|OR))?[ \t]*$", re.MULTILINE)
"""An item of a prompt's list that consists of a placeholder."""
_LONGEST_SHOWN = 70


@rule(
    "TXT507",
    "blank to fill in",
    source="Project conventions: new specs and prompts",
    fields=("scoring_scale.descriptions", "metric"),
)
def blank_to_fill(suite: Suite) -> Iterator[Violation]:
    """A text of a spec, of the data dictionary or of `reviewers.yaml`, the reason of a case, a prompt or the
    docstring of a script, or a text that one assigns, contains `TODO:`, which `benchdocs new` puts wherever
    only the author knows what to write, or `FIXME:`. Or a text, or an item of a prompt's list, consists of a
    placeholder alone: `TBD`, `???`, `...`, `n/a`, `-`, `<insert label>`. In the reason of a case, which no
    judge reads, a placeholder is a warning.

    Why: a blank looks as if someone had made a decision. A judge, or a person who writes an evaluator, would
    have to guess.

    Fix: replace each placeholder with what belongs there, or delete the field if it is optional. Write notes
    to yourself as comments (`# TODO: ...`); the check ignores them.

    Bad a-component/A-DEM1.yaml:

        rationale: >
          TODO: why this weight and this threshold.

    Good a-component/A-DEM1.yaml:

        # TODO: ask the team about the threshold.
        rationale: >
          Arrival and departure count alike. One time in ten may be misheard.
    """
    for document, values in _searched(suite):
        for route, text in _texts(values):
            if _ONLY.fullmatch(text.strip()):
                yield _blank(document, at(*route), text)
            elif _BLANK.search(text) and (node := document.node_at(route)):
                yield from _blanks(document, node.start, node.end, route)
    for script in suite.code_evaluators:
        if MARK in script.text and script.text.startswith('"""'):
            yield from _blanks(script, 0, script.text.find('"""', 3))
        if (drafted := script.text.find(f'= "{MARK}')) >= 0:
            yield from _blanks(script, drafted, script.text.find("\n", drafted))
    for prompt in suite.paragraphs.holding(lambda text: _BLANK.search(text) or _ITEM.search(text)):
        yield from _blanks(prompt, 0, len(prompt.text))
        for item in islice(_ITEM.finditer(prompt.text), MAX_LISTED):
            yield _blank(prompt, Place(position=prompt.position_of(item.start(1))), item[1])


def _searched(suite: Suite) -> Iterator[tuple[YamlDocument, dict[object, object]]]:
    """Yield files with values to search: of a case only the reason, since a judge may be given anything."""
    specs = suite.texts.holding(_may_have_blank)
    for file in filter(None, (*specs, suite.dictionary)):
        yield file.document, file.document.data
    if suite.reviewers:  # whose conflicts may be n/a
        listed = [each.model_dump(exclude={"conflicts"}) for each in suite.reviewers.fields.reviewers]
        yield suite.reviewers.document, {"reviewers": listed}
    for cases in suite.cases:
        reasons = [{"because": case.because or ""} for case in cases.fields.cases or ()]
        yield cases.document, {"cases": reasons}


def _may_have_blank(texts: str) -> bool:
    """Return whether one of some texts between blank lines may contain a placeholder or consist of one."""
    if "TODO" in texts or "FIXME" in texts:
        return True
    return any(_ONLY.fullmatch(text.strip()) for text in texts.split("\n\n"))


def _texts(value: Any, route: Route = ()) -> Iterator[tuple[Route, str]]:
    """Yield every text within a mapping or a list."""
    for step, inner in value.items() if value.__class__ is dict else enumerate(value):
        if inner.__class__ is str:
            yield (*route, step if step.__class__ is int else str(step)), inner
        elif inner.__class__ in (dict, list):
            yield from _texts(inner, (*route, step if step.__class__ is int else str(step)))


def _blanks(file: TextFile, start: int, end: int, route: Route = ()) -> Iterator[Violation]:
    """Yield the blanks within a text with what they ask for."""
    for match in islice(_BLANK.finditer(file.text, start, end), MAX_LISTED):
        place = Place(route, position=file.position_of(match.start()))
        yield _blank(file, place, match[0], match[1] or "text")


def _blank(file: TextFile, place: Place, written: str, asked: str = "") -> Violation:
    shown = f"`{shorten(written.strip(), _LONGEST_SHOWN)}`"
    message = f"a blank is left to fill in: {shorten(asked, _LONGEST_SHOWN) or shown}"
    severity = Severity.WARNING if place.route[:1] == ("cases",) else None
    return Violation(file, place, message, f"replace {shown}", severity=severity)


@rule(
    "TXT509",
    "measurement not described",
    Severity.NOTE,
    source="Measurement",
    fields=("metric", "min_cases"),
)
def unmeasured(suite: Suite) -> Iterator[Violation]:
    """A benchmark that is not deprecated has no `metric`, no `labels` in it, no `min_cases` or no case file,
    and most benchmarks of the suite, at least three, have it.

    Why: without them nobody can compute the score in the same way, or tell whether the evaluator is right.

    Fix: add the fields, and copy the case file of another benchmark.

    Bad (whole file) a-component/A-DEM3.yaml:

        code: A-DEM3

    Bad a-component/A-DEM1.yaml:

        min_cases: 29

    Bad a-component/A-DEM2.yaml:

        min_cases: 29

    Bad a-component/A-AUX1.yaml:

        min_cases: 29

    Good a-component/A-DEM1.yaml:

        min_cases: 29
    """
    names = {file.stem for file in suite.cases}
    found = [(spec, _measurement(suite, spec, names)) for spec in suite.benchmarks if is_in_use(spec)]
    having: Counter[str] = Counter()
    for _, parts in found:
        having.update(parts)
    usual = {part for part, count in having.items() if count >= 3 and 2 * count > len(found)}
    for spec, parts in found:
        if absent := [part for part, is_there in parts.items() if part in usual and not is_there]:
            message = f"{spec.code} has no {', no '.join(absent)}"
            yield Violation(spec.document, at("metric"), message, "add what is missing")


def _measurement(suite: Suite, spec: BenchmarkSpec, case_files: set[str]) -> dict[str, bool]:
    """Return what a benchmark is measured with, and whether it has that."""
    metric, kind = spec.fields.metric, spec.fields.evaluator_type
    has_cases = concept(spec) in case_files or cases_of(suite, spec.code) is not None
    return {
        "`metric`": metric is not None,
        "`min_cases`": spec.fields.min_cases is not None,
        "case file": has_cases or kind in (None, EvaluatorType.MANUAL_SME),
        **({"`metric.labels`": "labels" in metric.model_fields_set} if metric else {}),
    }
