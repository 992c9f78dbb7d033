"""PRM601-605, PRM607: whether each benchmark and its judge's prompt file find each other."""

import os
import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from benchdocs.documents.locations import Place, at
from benchdocs.documents.spelling import meant
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import ALIKE, Vocabulary
from benchdocs.rules.support.corrections import unquoted
from benchdocs.specs.choices import Criticality
from benchdocs.specs.discovery import PROMPT_FOLDER, rename_hint
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

SOURCE = "`llm_prompt_file`"
PLAIN_PATH = (
    r"(?!\s|(?:[/~]|[A-Za-z][A-Za-z0-9+.-]*:)[^/]*/|/)(?:(?!\.\.?/)[^/\\]+/)*(?!\.\.?$)[^/\\]*[^/\\\s]"
)
"""A path as it has to be written: from the root, with forward slashes, without detours."""
_Speller = Callable[[str], str | None]
_ENDING = "_prompt.md"
_LONGEST_SHOWN = 100
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z][A-Za-z0-9+.-]*:")
_PROMPT_NAME = rf"(?<![\w.-])[\w.-]{{1,200}}{re.escape(_ENDING)}"


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
    """`llm_prompt_file` names a file that does not exist.

    Why: a reader who wants to see the judge's instructions finds nothing.

    Fix: correct the path, which starts at the repository's root, or write the prompt.

    Bad a-component/A-DEM1.yaml:

        llm_prompt_file: evaluators/llm-judge/arival_prompt.md

    Good a-component/A-DEM1.yaml:

        llm_prompt_file: evaluators/llm-judge/arrival_prompt.md
    """
    spelling_of = _speller(suite.root)
    by_concept = {prompt.name: prompt.path for prompt in reversed(suite.prompts)}
    concepts = Vocabulary(by_concept)
    for spec in suite.benchmarks:
        path = spec.fields.llm_prompt_file
        if not path or not _is_plain(_written(spec)) or path in suite.prompt or spelling_of(path):
            continue
        name = posixpath.basename(path).removesuffix(".md").removesuffix("_prompt")
        concept = concepts.closest(name, ALIKE)
        right = _only_prompt_named(suite, path)
        likely = right or (by_concept[concept] if concept else None)
        hint = meant(likely, "correct the path, or write the prompt there")
        if not right and (stray := suite.unread_file(posixpath.basename(path))):
            hint = rename_hint(stray, _shown(path))
        message, place = f"there is no file `{_shown(path)}`", at("llm_prompt_file")
        yield Violation(spec.document, place, message, hint, fix=right)


def _only_prompt_named(suite: Suite, path: str) -> str | None:
    """Return the only prompt with a path's file name, whatever its folder, capitals and ending."""
    name = posixpath.basename(unquoted(path)).casefold().removesuffix(".md").removesuffix("_prompt")
    named = [prompt.path for prompt in suite.prompts if prompt.name.casefold() == name]
    return named[0] if len(named) == 1 else None


@rule(
    "PRM603",
    "prompt path that is absolute, outside its folder, or has wrong capital letters",
    fields=("llm_prompt_file",),
    fixable=True,
)
def prompt_path_form(suite: Suite) -> Iterator[Violation]:
    """`llm_prompt_file` is not the plain path of a prompt from the repository's root. It is absolute, goes
    through `..` or `.`, has backslashes or surrounding spaces, uses different capital letters than the file,
    or names a file that is not a prompt (another folder than `evaluators/llm-judge/`, or a name without
    `_prompt.md`).

    Why: such a path works on one machine and not on another, and a file elsewhere gets no page.

    Fix: write the path as the message shows it, or move the prompt to `evaluators/llm-judge/`.

    Bad a-component/A-DEM1.yaml:

        llm_prompt_file: ./evaluators/llm-judge/Arrival_prompt.md

    Good a-component/A-DEM1.yaml:

        llm_prompt_file: evaluators/llm-judge/arrival_prompt.md
    """
    spelling_of = _speller(suite.root)
    for spec in suite.benchmarks:
        path = spec.fields.llm_prompt_file
        if path and (found := _objection(suite, spelling_of, _written(spec), path)):
            message, hint, right = found
            place = at("llm_prompt_file")
            fix = right if right in suite.prompt else None
            yield Violation(spec.document, place, message, hint, fix=fix)


def _objection(suite: Suite, spelling_of: _Speller, written: str, path: str) -> tuple[str, str, str] | None:
    """Return what is wrong with a path's form, what to do about it, and the path to write, if that is all."""
    if not _is_plain(written):
        plain = _plain(written)
        right = plain if plain.endswith(_ENDING) else f"{PROMPT_FOLDER}/...{_ENDING}"
        message = "`llm_prompt_file` has to be a plain path from the repository's root"
        return f"{message}, not `{_shown(written)}`", f"write `{_shown(right)}`", right
    spelling = path if path in suite.prompt else spelling_of(path)
    if spelling and spelling != path:
        message = f"`{path}` does not have the same capital letters as the file name"
        return message, f"write `{spelling}`", spelling
    if path in suite.prompt or not spelling:
        return None
    if path.startswith(f"{PROMPT_FOLDER}/") and path.endswith(_ENDING):
        message = f"`{path}` is excluded, so it would get no page"
        settings = suite.settings.file.path
        return message, f"remove it from `exclude` in {settings}, and do not start names with a dot", ""
    concept = path.rsplit("/", 1)[-1].split(".")[0].removesuffix("_prompt")
    message = f"`{path}` exists, but not in a folder that is read for prompts, so it would get no page"
    return message, f"move the file to `{PROMPT_FOLDER}/{concept}{_ENDING}`, and write that path", ""


def _shown(path: str) -> str:
    """Return a path on one line and of a length that fits a message."""
    return shorten(" ".join(path.split("\n")), _LONGEST_SHOWN)


def _written(spec: BenchmarkSpec) -> str:
    """Return the path as the author wrote it, with any spaces around it."""
    return (spec.document.source_of(("llm_prompt_file",)) or "").rstrip("\n")


def _is_plain(path: str) -> bool:
    return re.fullmatch(PLAIN_PATH, path) is not None


def _plain(path: str) -> str:
    """Return the path as it has to be written: from the root, with forward slashes, without detours."""
    plain = path.strip().replace("\\", "/")
    if _ABSOLUTE.match(plain):
        plain = plain[plain.find(PROMPT_FOLDER) :] if PROMPT_FOLDER in plain else posixpath.basename(plain)
    plain = "/".join(step for step in posixpath.normpath(plain).split("/") if step != "..")
    return f"{PROMPT_FOLDER}/{plain}" if "/" not in plain and plain != path else plain


def _speller(root: Path) -> _Speller:
    """Return a function that spells a path as it is on the disk; None where there is no such file."""

    @cache
    def names_in(folder: Path) -> dict[str, str]:
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            return {}
        return {name.casefold(): name for name in names} | {name: name for name in names}

    def spelling(path: str) -> str | None:
        folder = root
        for step in path.split("/"):
            name = names_in(folder).get(step) or names_in(folder).get(step.casefold())
            if name is None:
                return None
            folder /= name
        return None if folder.is_dir() else folder.relative_to(root).as_posix()

    return spelling


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
    by_path = grouped((prompt.path.casefold(), prompt.path) for prompt in suite.prompts)
    named = [_prompts_named(suite, spec, by_path) for spec in suite.benchmarks]
    known = {path for paths in named for path in paths or ()}
    for prompt in suite.prompts if None not in named else ():
        if prompt.path not in known:
            message = "no benchmark names this prompt"
            hint = f"write `llm_prompt_file: {prompt.path}` in the benchmark it judges, or delete the file"
            yield Violation(prompt, Place(), message, hint)


def _prompts_named(suite: Suite, spec: BenchmarkSpec, by_path: dict[str, tuple[str, ...]]) -> set[str] | None:
    """Return the prompts that a benchmark may mean; None where that may be any of them.

    `by_path` has the prompts of each path, whatever its capital letters.
    """
    stated = spec.fields.llm_prompt_file
    if not stated:
        return set()
    path = _plain(stated).casefold()
    if exact := by_path.get(path):
        return {*exact}
    names = [name.casefold() for name in re.findall(_PROMPT_NAME, stated)]
    named = {prompt.path for prompt in suite.prompts if posixpath.basename(prompt.path).casefold() in names}
    return named or None


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
