"""REF211, REF212: how a benchmark that was replaced, divided or renumbered leads on to those in use."""

from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.code_suggestions import Vocabulary
from benchdocs.specs.choices import Status
from benchdocs.specs.field_index import CRITERIA
from benchdocs.suite.codes import codes_in
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

SOURCE = "Project conventions: deprecation and former codes"


@rule(
    "REF211",
    "bad replaced_by, split_into or alias",
    fields=("status", "replaced_by", "split_into", "aliases"),
)
def bad_succession(suite: Suite) -> Iterator[Violation]:
    """`replaced_by` or `split_into` names a benchmark that does not exist, is also deprecated, or is the
    benchmark itself. Or a benchmark that is not deprecated has one of these fields. Or an entry of `aliases`
    is a code in use, or a former code of two benchmarks.

    Why: old codes stay in old results. Anyone who looks one up must find one benchmark that is in use.

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
    for spec in suite.benchmarks:
        in_use = is_in_use(spec)
        replaced_by = [(at("replaced_by"), code)] if (code := spec.fields.replaced_by) else []
        split_into = [(at("split_into", index), code) for index, code in enumerate(spec.fields.split_into)]
        # A field that has no place there is reported once.
        for place, code in (*replaced_by, *(split_into[:1] if in_use else split_into)):
            field, successor = place.route[0], suite.benchmark.get(code)
            related: tuple[Link, ...] = ()
            if in_use:
                place = at(field)
                message = f"only a deprecated benchmark can have `{field}`; it names `{code}`"
                hint = f"write `status: deprecated`, or delete `{field}`"
            elif code == spec.code:
                message = f"`{code}` is replaced by itself"
                hint = "name the benchmark that replaced it, or delete the field"
            elif successor is None:
                likely = None if code in suite.alias else benchmarks.did_you_mean(code, (spec.code,))
                message = f"there is no benchmark `{code}`"
                hint = likely or "correct the code, or delete the field"
                if code in suite.alias:
                    hint = f"write its present code `{suite.alias[code]}`"
            elif successor.fields.status is Status.DEPRECATED:
                message = f"`{spec.code}` is replaced by `{code}`, which is deprecated too"
                last = suite.benchmark.get(successor.fields.replaced_by or "")
                hint = "name a benchmark that is in use"
                if last and last.fields.status is not Status.DEPRECATED:
                    hint = f"write `{'' if field == 'split_into' else 'replaced_by: '}{last.code}`"
                related = (Link(successor.document, at("status"), "deprecated here"),)
            else:
                continue
            yield Violation(spec.document, place, message, hint, related)


def _aliases(suite: Suite) -> Iterator[Violation]:
    first: dict[str, Link] = {}
    for spec in suite.benchmark.values():
        for index, alias in enumerate(spec.fields.aliases):
            place = at("aliases", index)
            if alias == spec.fields.code:
                message = f"`{alias}` is the benchmark's present code, not a former one"
                yield Violation(spec.document, place, message, "delete the entry")
            elif suite.benchmark.get(alias, spec) is not spec:
                related = (Link(suite.benchmark[alias].document, at("code"), "in use here"),)
                message = f"`{alias}` cannot be a former code of `{spec.code}`: another benchmark has it now"
                hint = "delete the entry, or renumber the other one"
                yield Violation(spec.document, place, message, hint, related)
            elif alias in first:
                hint = "keep it only in the benchmark that the old results belong to"
                message = f"`{alias}` is claimed as a former code twice"
                yield Violation(spec.document, place, message, hint, (first[alias],))
            else:
                first[alias] = Link(spec.document, place, "first claimed here")


@rule(
    "REF212",
    "cases left to a deprecated benchmark",
    Severity.WARNING,
    fields=("status", "replaced_by", *CRITERIA),
)
def handed_to_deprecated(suite: Suite) -> Iterator[Violation]:
    """The criteria of a benchmark in use, or a prompt that judges one, name a deprecated benchmark.

    Why: criteria and prompts leave cases to another benchmark by naming its code. A deprecated benchmark
    scores none of them.

    Fix: name the benchmark that takes these cases now, which is often that of `replaced_by`.

    Bad a-component/A-DEM2.yaml:

        status: deprecated

    Good a-component/A-DEM2.yaml:

        status: draft
    """
    retired: dict[str, BenchmarkSpec] = {}
    for code in (*suite.benchmark, *suite.alias):
        present = suite.benchmark.get(suite.known_code(code) or "")
        if present and present.fields.status is Status.DEPRECATED:
            retired[code] = present
    if not retired:
        return
    for spec, route, mentions in suite.mentions_in_criteria:
        for code in dict.fromkeys(mention.text for mention in mentions):
            if code in retired and is_in_use(spec):
                yield _left_to(spec.document, at(*route, text=code), code, retired[code])
    for prompt in suite.prompts:
        if suite.users_in_use(prompt):
            named = ((start, code) for start, _, code in codes_in(prompt.text) if code in retired)
            for start, code in islice(named, MAX_LISTED):
                yield _left_to(prompt, prompt.place_of(start), code, retired[code])


def _left_to(file: TextFile, place: Place, code: str, spec: BenchmarkSpec) -> Violation:
    parts = " or ".join(f"`{code}`" for code in spec.fields.split_into)
    onward = f"{parts}, into which it was split" if parts else "the benchmark that takes these cases now"
    if spec.fields.replaced_by:
        onward = f"`{spec.fields.replaced_by}`, which replaced it"
    message = f"cases are left to `{code}`, which is deprecated"
    hint = f"name {onward}, or leave out the code"
    return Violation(file, place, message, hint, (Link(spec.document, at("status"), "deprecated here"),))
