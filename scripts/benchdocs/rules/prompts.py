"""PRM601-607: whether each benchmark and its judge's prompt file find each other."""

import posixpath
from collections.abc import Iterator

from benchdocs.documents.locations import Place, at
from benchdocs.documents.spelling import meant
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import ALIKE, Vocabulary
from benchdocs.rules.support.corrections import unquoted
from benchdocs.specs.choices import Criticality
from benchdocs.specs.discovery import PROMPT_FOLDER, rename_hint
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

SOURCE = "`llm_prompt_file`"
_ENDING = "_prompt.md"
_LONGEST_SHOWN = 100


@rule(
    "PRM601",
    "prompt file missing from the spec",
    fields=("evaluator_type", "llm_prompt_file"),
)
def prompt_not_stated(suite: Suite) -> Iterator[Violation]:
    """A language model takes part in the judgment (`llm_judge` or `hybrid`), but no prompt is named.

    Why: the prompt defines the judgment. Without it nobody can repeat the score.

    Fix: add `llm_prompt_file` with the path of the prompt, or correct `evaluator_type`.

    Bad a-component/A-DEM2.yaml:

        evaluator_type: hybrid

    Good a-component/A-DEM2.yaml:

        evaluator_type: code
    """
    for spec in suite.benchmarks:
        kind = spec.fields.evaluator_type
        if kind and kind.needs_prompt and not spec.fields.llm_prompt_file:
            message = f"a benchmark with the evaluator type `{kind}` has to name a prompt file"
            hint = f"add `llm_prompt_file: {PROMPT_FOLDER}/..._prompt.md`, or correct `evaluator_type`"
            yield Violation(spec.document, at("evaluator_type"), message, hint)


@rule(
    "PRM602",
    "prompt file not found",
    fields=("llm_prompt_file",),
    fixable=True,
)
def prompt_not_found(suite: Suite) -> Iterator[Violation]:
    """`llm_prompt_file` is not the path of a prompt: there is no such file, it is not below
    `evaluators/llm-judge/` or its name does not end in `_prompt.md`, or the path
    has another form: it is absolute, has `..`, backslashes, spaces around it or other capital letters.

    Why: a reader who wants to see the judge's instructions finds nothing, or only on some machines.

    Fix: write the path from the repository's root, with forward slashes and the capital letters of the file.

    Bad a-component/A-DEM1.yaml:

        llm_prompt_file: ./evaluators/llm-judge/Arrival_prompt.md

    Good a-component/A-DEM1.yaml:

        llm_prompt_file: evaluators/llm-judge/arrival_prompt.md
    """
    by_concept = {prompt.name: prompt.path for prompt in reversed(suite.prompts)}
    concepts = Vocabulary(by_concept)
    for spec in suite.benchmarks:
        if not spec.fields.llm_prompt_file:
            continue
        written = (spec.document.source_of(("llm_prompt_file",)) or "").rstrip("\n")
        if written in suite.prompt:
            continue
        name = _file_name(written)
        concept = concepts.closest(name, ALIKE)
        right = _only_prompt_named(suite, name)
        likely = right or (by_concept[concept] if concept else None)
        hint = meant(likely, f"correct the path, or write the prompt `{PROMPT_FOLDER}/..._prompt.md`")
        stray = suite.unread_file(posixpath.basename(written))
        if stray and not right:
            hint = rename_hint(stray, f"{PROMPT_FOLDER}/{_shown(name)}{_ENDING}")
        message, place = f"no prompt has the path `{_shown(written)}`", at("llm_prompt_file")
        yield Violation(spec.document, place, message, hint, fix=right)


def _file_name(path: str) -> str:
    """Return the name of a path's file in small letters, without its endings."""
    name = posixpath.basename(unquoted(path).replace("\\", "/")).casefold()
    return name.removesuffix(".md").removesuffix("_prompt")


def _only_prompt_named(suite: Suite, name: str) -> str | None:
    """Return the path of the only prompt with this name, whatever its folder and capitals."""
    named = [prompt.path for prompt in suite.prompts if prompt.name.casefold() == name]
    return named[0] if len(named) == 1 else None


def _shown(path: str) -> str:
    """Return a path on one line and of a length that fits a message."""
    return shorten(" ".join(path.split("\n")), _LONGEST_SHOWN)


@rule(
    "PRM604",
    "prompt file for an evaluator type that uses none",
    Severity.WARNING,
    fields=("evaluator_type", "llm_prompt_file"),
)
def prompt_without_judge(suite: Suite) -> Iterator[Violation]:
    """A benchmark that code computes, or that people judge, names a judge's prompt.

    Why: the page would show a prompt that has no effect on the score.

    Fix: delete `llm_prompt_file`, or correct `evaluator_type`.

    Bad a-component/A-DEM1.yaml:

        evaluator_type: code

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    for spec in suite.benchmarks:
        kind = spec.fields.evaluator_type
        if kind and not kind.needs_prompt and spec.fields.llm_prompt_file:
            message = f"`{spec.code}` has the evaluator type `{kind}`, which uses no prompt"
            hint = "delete `llm_prompt_file`, or correct `evaluator_type`"
            yield Violation(spec.document, at("llm_prompt_file"), message, hint)


@rule(
    "PRM605",
    "orphan prompt",
    Severity.WARNING,
)
def orphan_prompt(suite: Suite) -> Iterator[Violation]:
    """No benchmark uses this prompt. Deprecated benchmarks count as users. While it is not known which prompt
    a benchmark means, none is reported.

    Why: readers take an unused prompt for a rule of the suite.

    Fix: name it as `llm_prompt_file` of the benchmark that it judges, or delete it.

    Bad (whole file) evaluators/llm-judge/departure_prompt.md:

        SYSTEM:
        You are a judge.

    Good a-component/A-DEM1.yaml:

        llm_prompt_file: evaluators/llm-judge/arrival_prompt.md
    """
    named = {spec.fields.llm_prompt_file for spec in suite.benchmarks} - {None}
    if not named <= suite.prompt.keys():
        return
    for prompt in suite.prompts:
        if prompt.path not in named:
            message = "no benchmark names this prompt"
            hint = f"write `llm_prompt_file: {prompt.path}` in the benchmark it judges, or delete the file"
            yield Violation(prompt, Place(), message, hint)


@rule(
    "PRM607",
    "prompt shared across thresholds or criticality",
    Severity.WARNING,
    fields=("threshold", "benchmark.criticality", "llm_prompt_file"),
)
def shared_prompt(suite: Suite) -> Iterator[Violation]:
    """Two benchmarks in use share a prompt but have different thresholds, or only one of them is a
    `hard_gate`.

    Why: the same verdicts would pass in one place and fail in the other, and a change to the prompt for one
    benchmark would change both.

    Fix: give each its own prompt, or give both the same threshold and criticality.

    Bad a-component/A-AUX1.yaml:

        llm_prompt_file: evaluators/llm-judge/arrival_prompt.md

    Good a-component/A-AUX1.yaml:

        llm_prompt_file: evaluators/llm-judge/missing_time_prompt.md
    """
    for prompt in suite.prompts:
        first = None
        for spec in suite.users.get(prompt.path, ()):
            if not is_in_use(spec):
                continue
            first = first or spec
            gates = [each.fields.criticality is Criticality.HARD_GATE for each in (spec, first)]
            if gates[0] is not gates[1] or spec.fields.threshold != first.fields.threshold:
                message = f"{_demand(spec)} shares this prompt with {_demand(first)}"
                hint = "give each its own prompt, or give both the same threshold and criticality"
                related = (Link(first.document, at("threshold"), f"threshold of {first.code}"),)
                yield Violation(spec.document, at("llm_prompt_file"), message, hint, related)


def _demand(spec: BenchmarkSpec) -> str:
    threshold = "no threshold" if spec.fields.threshold is None else f"threshold {spec.fields.threshold}"
    return f"`{spec.code}` ({threshold}, {spec.fields.criticality or 'no gate'})"
