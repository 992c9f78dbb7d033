"""REF211: how a benchmark that was replaced or renumbered leads on to the one in use."""

from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.membership import has_fault, listed
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import Vocabulary
from benchdocs.specs.models import Status
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: deprecation and former codes"
CLAIMED_TWICE = "is claimed as a former code twice"
NOT_DEPRECATED = "`replaced_by` has no place in a benchmark that is not deprecated"


@rule(
    "REF211",
    "bad replaced_by or alias",
    source=SOURCE,
    fields=("status", "replaced_by", "aliases"),
    unfixable="what took over only you know",
)
def bad_succession(suite: Suite) -> Iterator[Violation]:
    """`replaced_by` names a benchmark that does not exist, is deprecated too, or is the benchmark itself; or
    it stands in a benchmark that is not deprecated. Or an entry of `aliases` is a code in use, or a former
    code of two benchmarks.

    Why: old codes stay in old results. Who follows one has to arrive at one benchmark that is in use.

    Fix: name the benchmark in use as `replaced_by`, and keep each former code in one place.

    Bad a-component/A-DEM1.yaml:

        aliases: [A-DEM2]

    Good a-component/A-DEM1.yaml:

        aliases: [A-OLD1]
    """
    yield from _replacements(suite)
    yield from _aliases(suite)


def _replacements(suite: Suite) -> Iterator[Violation]:
    benchmarks = Vocabulary(suite.benchmark)
    place = at("replaced_by")
    for spec in suite.benchmarks:
        code = spec.fields.replaced_by
        if not code:
            continue
        successor = suite.benchmark.get(code)
        if spec.fields.status is not Status.DEPRECATED and not has_fault(spec, "status"):
            message = f"{NOT_DEPRECATED}; it names `{code}`"
            hint = "write `status: deprecated`, or delete `replaced_by`"
            yield Violation(spec.document, place, message, hint)
        elif code == spec.code:
            message = f"`{code}` is said to be replaced by itself"
            hint = "name the benchmark that took over, or delete the field"
            yield Violation(spec.document, place, message, hint)
        elif successor is None:
            likely = None if code in suite.alias else benchmarks.did_you_mean(code)
            hint = likely or "correct the code, or delete the field"
            if code in suite.alias:
                hint = f"write its present code `{suite.alias[code]}`"
            yield Violation(spec.document, place, f"there is no benchmark `{code}`", hint)
        elif successor.fields.status is Status.DEPRECATED:
            message = f"`{spec.code}` is replaced by `{code}`, which is deprecated too"
            last = suite.benchmark.get(successor.fields.replaced_by or "")
            in_use = last and last.fields.status is not Status.DEPRECATED
            hint = (
                f"write `replaced_by: {last.code}`" if last and in_use else "name a benchmark that is in use"
            )
            related = (Link(successor.document, at("status"), "deprecated here"),)
            yield Violation(spec.document, place, message, hint, related)


def _aliases(suite: Suite) -> Iterator[Violation]:
    first: dict[str, Link] = {}
    for spec in suite.benchmark.values():
        for index, alias in listed(spec, "aliases"):
            place = at("aliases", index)
            if alias == spec.code:
                message = f"`{alias}` is the benchmark's present code, not a former one"
                yield Violation(spec.document, place, message, "delete the entry")
            elif alias in suite.benchmark:
                related = (Link(suite.benchmark[alias].document, at("code"), "in use here"),)
                message = f"`{alias}` cannot be a former code of `{spec.code}`: another benchmark has it now"
                hint = "delete the entry, or renumber the other one"
                yield Violation(spec.document, place, message, hint, related)
            elif alias in first:
                message, hint = f"`{alias}` {CLAIMED_TWICE}", "keep it where the old results belong"
                yield Violation(spec.document, place, message, hint, (first[alias],))
            else:
                first[alias] = Link(spec.document, place, "first claimed here")
