"""CAS1613: complete calls whose records cannot test what they name."""

import re
from collections.abc import Container, Iterator

from benchdocs.documents.locations import Place, at, at_key
from benchdocs.documents.spelling import did_you_mean, plain_name
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.cases import CASE_ID, Call, Mutant
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import NEEDED_MUTANTS, applying, mutated
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "Project conventions: complete calls"
_Problem = tuple[Place, str, str | None, str | None]


@rule(
    "CAS1613",
    "call that cannot be used as it is written",
    fixable=True,
)
def unusable_call(suite: Suite) -> Iterator[Violation]:
    """The name of a call in `evaluators/calls/` is no ID, or is the ID of a case. Or the call has fewer than
    four mutants. Or a mutant has no unique ID, is the right record, changes what that record lacks, or
    has to fail no benchmark, an unknown one, or one that counts none of the labels of the call.

    Why: a run finds the labels of a record by the name of its call. A mutant shows that an evaluator sees a
    fault, which it can only if the record has that fault and the benchmark applies.

    Fix: correct what the message names. Replace a former code with the present one, as `--fix` does.

    Bad (whole file) evaluators/calls/Arrival.yaml:

        title: A long day
        narrative: We were on site at 1405.
        labels: {}
        output: {}
        mutants: []
        origin: synthetic

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    ids = {case.id for file in suite.cases for case in file.fields.cases or ()}
    for call in suite.calls:
        if not re.fullmatch(CASE_ID, call.stem) or call.stem in ids:
            what = "the ID of a case" if call.stem in ids else "not an ID"
            message = f"the name of the call, `{call.stem}`, is {what}"
            hint = "rename the file: lowercase letters, digits and hyphens, and no case's ID"
            yield Violation(call.document, Place(), message, hint)
        mutants = call.fields.mutants
        if mutants is not None and len(mutants) < NEEDED_MUTANTS:
            message = f"the call has {len(mutants)} of at least {NEEDED_MUTANTS} mutants"
            yield Violation(call.document, at("mutants"), message, "write records that are wrong otherwise")
        seen: set[str | None] = {None}
        known = applying(suite, call.fields.labels or {})
        for index, mutant in enumerate(mutants or ()):
            if mutant.id and (mutant.id in seen or not re.fullmatch(CASE_ID, mutant.id)):
                message = f"`{mutant.id}` is not a unique ID"
                hint = "give each mutant another one: lowercase letters, digits and hyphens"
                if (right := plain_name(mutant.id, "-")) not in seen | {"", mutant.id}:
                    hint = f"write it as `{right}`"
                yield Violation(call.document, at("mutants", index, "id"), message, hint)
            seen.add(mutant.id)
            for place, message, advice, fix in _problems(suite, call, index, mutant, known):
                yield Violation(call.document, place, message, advice, fix=fix)


def _problems(
    suite: Suite, call: Spec[Call], index: int, mutant: Mutant, known: Container[str]
) -> Iterator[_Problem]:
    """Yield what is wrong with the record of a mutant, and with the benchmarks that it has to fail."""
    here, record = at_key("mutants", index), call.fields.output or {}
    try:
        if mutated(record, mutant) == record:
            yield here, "the mutant is the right record", "change something", None
    except LookupError as error:
        yield here, f"the right record has nothing at `{error.args[0]}`", "correct the keys", None
    if mutant.fails == []:
        yield at("mutants", index, "fails"), "the mutant fails no benchmark", "name one that it fails", None
    for number, code in enumerate(mutant.fails or ()):
        place, present = at("mutants", index, "fails", number), suite.known_code(code) or ""
        if present not in suite.benchmark:
            yield place, f"there is no benchmark `{code}`", did_you_mean(code, suite.benchmark), None
        elif present != code:
            yield place, f"`{code}` is the former code of `{present}`", f"write `{present}`", present
        elif code not in known and not _is_reported(suite, suite.benchmark[code]):
            message = f"`{code}` counts none of the labels of the call"
            yield place, message, "add its label, or delete the code", None


def _is_reported(suite: Suite, spec: BenchmarkSpec) -> bool:
    """Return whether another rule reports what a benchmark's metric counts: nothing, or unknown labels."""
    metric, known = spec.fields.metric, (suite.dictionary and suite.dictionary.fields.labels) or {}
    if metric is None or "labels" not in metric.model_fields_set:
        return False
    return known.keys().isdisjoint(metric.labels)
