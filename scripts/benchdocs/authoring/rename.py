"""Give a benchmark another code: in its file, in whatever refers to it, and the old code as an alias.

The steps are in such an order that the same command, run again, finishes what was stopped between two of
them, and that checks name what is unfinished: first the rubric and the benchmark itself, under whose alias
old mentions in texts stay valid, then everything else, and last the name of the benchmark's file.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchdocs.authoring.available_codes import (
    CodeError,
    known_benchmark,
    refuse_benchmark_code,
    refuse_two_holders,
)
from benchdocs.authoring.changeset import Plan, RefusedError, Step, refreshed_inventory, rehearsed
from benchdocs.authoring.code_replacement import CodeReplacement, lines_with
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.files.atomic import read_exactly
from benchdocs.files.tree import entries
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding
from benchdocs.specs.cases import CaseFile, Validation
from benchdocs.specs.discovery import COMPONENT_FOLDER, MAX_FOLDERS, PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import concept
from benchdocs.suite.codes import implied_rubric, ranges_around, with_codes
from benchdocs.suite.inventory import without_inventory
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

TUTORIAL = "docs/authoring/"
"""Folder of pages in which codes are examples."""
_SUSPECT = "REV1101"
"""The rule about reviews that no longer cover a spec."""


def rename(before: Report, old: str, new: str) -> Plan:
    """Plan how a benchmark gets another code, also where an earlier run was stopped half-way.

    Raises CodeError where the code is not allowed or a file cannot be edited, RefusedError where the renamed
    suite would have new findings, and OSError where no scratch copy can be made.
    """
    root = before.suite.root
    plan = _RenamePlan(before.suite, _benchmark(before.suite, old, new), old, new)
    after = rehearsed(root, plan.steps())
    # What is half done hides findings that were there before, so that a second run cannot be held to them.
    added = () if plan.is_half_done else tuple(_new_findings(before, after, plan.replacement))
    if refused := [finding for finding in added if finding.rule != _SUSPECT]:
        why = f"{old} was not renamed: with the code {new} the suite would have these findings"
        raise RefusedError(*refused, why)
    inventory, left_out = refreshed_inventory(root, after)
    steps, pages = plan.steps(inventory), tuple(_pages(root))
    notes = [] if steps else [f"nothing to do: {new} already has the former code {old}"]
    notes += (f"{finding.path} has to be reviewed again: the reviewed text names {old}" for finding in added)
    notes += left_out
    for path, text in pages:
        lines = lines_with(text, {old: new})
        notes += (f"{path}:{line} is a hand-written page that still names {old}" for line in lines)
    ranges = _lines_with_ranges(after.suite, pages, plan.replacement)
    notes += (f"{place}, which included {old}: check that it is still right" for place in ranges)
    return Plan(steps, tuple(notes))


class _RenamePlan:
    """Texts and paths of a suite under the new code."""

    def __init__(self, suite: Suite, spec: BenchmarkSpec, old: str, new: str) -> None:
        self.suite, self.root, self.spec = suite, suite.root, spec
        self.replacement = CodeReplacement(old, new, _moving(suite, spec, old, new))
        self.target = _target(spec, new)
        self.texts = {path: text for path, exact, text in self._replaced() if text != exact}

    @property
    def is_half_done(self) -> bool:
        """Return whether an earlier run was stopped after one of its first steps."""
        new, rubric = self.replacement.new, self._rubric
        listed = rubric is not None and new in (rubric.fields.benchmarks or ())
        prompts = any(path in self.suite.prompt for path in self.replacement.prompts.values())
        return listed or prompts or self.spec.code == new

    @property
    def _rubric(self) -> RubricSpec | None:
        return self.suite.rubric.get(self.suite.parent_code(self.spec))

    def steps(self, inventory: Iterable[Step] = ()) -> tuple[Step, ...]:
        """Return all steps, that of the inventory among them where it is given.

        Until the last one the file's name is not its code, or the rubric lists a code that no file holds.
        """
        own, moving = self.spec.document.path, self.replacement.prompts
        last = [own] if self.target == own else []
        rubric = [self._rubric.document.path] if self._rubric else []
        first = [path for path in (*rubric, own) if path not in last]
        others = sorted(self.texts.keys() - {*first, *last, *moving})
        return (
            *(
                Step(to, self.texts.get(path) or read_exactly(self.root / path))
                for path, to in moving.items()
            ),
            *(Step(path, self.texts[path]) for path in (*first, *others) if path in self.texts),
            *inventory,
            *(Step(path, self.texts[path]) for path in last if path in self.texts),
            *(Step(path) for path in moving),
            *([] if last else [Step(own, to=self.target)]),
        )

    def _replaced(self) -> Iterator[tuple[str, str, str]]:
        """Yield the path of each file that names the old code, its text, and that under the new code."""
        settings, replacement = self.suite.settings, self.replacement
        for spec in self.suite.specs:
            document = spec.document
            if spec is self.spec or replacement.concerns(document):
                exact = self._exactly(document)
                text = replacement.spec(document, exact)
                if spec is self.spec and replacement.old not in spec.fields.aliases:
                    text = replacement.with_alias(document, text, spec.fields.aliases)
                yield document.path, exact, text
        cases = (file.document for file in self.suite.case_files)
        for file in (*self.suite.prompts, *self.suite.code_evaluators, *cases):
            if replacement.text(file.text) != file.text:
                exact = self._exactly(file)
                yield file.path, exact, replacement.text(exact)
        if settings.waivers and not settings.faults:
            exact = self._exactly(settings.file)
            yield settings.file.path, exact, replacement.settings(settings, exact)

    def _exactly(self, file: TextFile) -> str:
        if file.problems:
            message = f"`{file.path}` names `{self.replacement.old}`, but has findings of the YML rules"
            raise CodeError(f"{message}; fix them first")
        return read_exactly(self.root / file.path)


def _benchmark(suite: Suite, old: str, new: str) -> BenchmarkSpec:
    """Return the benchmark to be renamed, or renamed half-way. Raises CodeError where it must not be."""
    if old in suite.rubric:
        raise CodeError(f"`{old}` is a rubric; it keeps its code, because its members' codes contain it")
    is_done = old not in suite.benchmark and suite.alias.get(old) == new
    spec = known_benchmark(suite, new if is_done else old)
    if not is_done:
        if suite.alias.get(new) != old or new in suite.settings.reserved:  # else it gets back what it had
            refuse_benchmark_code(suite, new)
        if implied_rubric(new) != (parent := suite.parent_code(spec)):
            message = f"`{new}` would not be a code of the rubric `{parent}`, to which `{old}` belongs"
            raise CodeError(f"{message}; to move it, write a new benchmark there and deprecate this one")
    refuse_two_holders(suite, spec)
    target = _target(spec, new)
    if target != spec.document.path and (suite.root / target).exists():
        raise CodeError(f"`{target}` already exists; rename or delete it first")
    return spec


def _target(spec: BenchmarkSpec, new: str) -> str:
    """Return the path of the benchmark's file under the new code."""
    path = spec.document.path
    return f"{_folder(path)}/{new}{path[path.rfind('.') :]}"


def _moving(suite: Suite, spec: BenchmarkSpec, old: str, new: str) -> dict[str, str]:
    """Return the new paths of prompts and files of cases that are named after the old code, by the old ones.

    Files of cases are named after the benchmark's prompt, where it has one.
    """
    named = dict(zip(_file_names(old), _file_names(new), strict=True))
    prompts = (prompt for prompt in suite.prompts if prompt.name in named)
    moving = {each.path: f"{_folder(each.path)}/{named[each.name]}_prompt.md" for each in prompts}
    prompt = spec.fields.llm_prompt_file
    name = PromptFile(moving.get(prompt, prompt), "").name if prompt else new.lower()
    files: tuple[Spec[CaseFile] | Spec[Validation], ...] = (*suite.cases, *suite.validations)
    for file in files:
        is_own = suite.known_code(file.fields.benchmark or "") == spec.code
        if is_own and file.stem != name and file.stem in (concept(spec), *_file_names(old)):
            moving[file.document.path] = f"{_folder(file.document.path)}/{name}.yaml"
    texts = {file.path: file.text for file in (*suite.prompts, *(each.document for each in files))}
    for path, to in moving.items():
        if to in texts and texts[to] != with_codes(texts[path], {old: new}):
            raise CodeError(f"`{path}` would become `{to}`, which already exists")
    return moving


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _file_names(code: str) -> tuple[str, ...]:
    """Return the names that a prompt named after a code may have: `A-LNG1`, `a-neg1`, `a_neg1`."""
    return code, code.lower(), code.lower().replace("-", "_")


def _new_findings(before: Report, after: Report, replacement: CodeReplacement) -> list[Finding]:
    """Return the findings of the renamed suite that it did not have under the old code."""
    known = Counter(_identity(finding, replacement) for finding in before.findings)
    added = []
    for finding in after.findings:
        key = _identity(finding, replacement)
        known[key] -= 1
        if known[key] < 0 and finding.rule != "INV801":
            added.append(finding)
    return added


def _identity(finding: Finding, replacement: CodeReplacement) -> tuple[str, str, str]:
    """Return what identifies a finding under either code, wherever it is in its file."""
    path = replacement.prompts.get(finding.path, finding.path)
    return finding.rule, replacement.text(path), replacement.text(finding.message)


def _pages(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the paths and texts of the hand-written pages in and beside the suite, without the tutorial."""
    folders = [entry.name for entry in root.iterdir() if COMPONENT_FOLDER.fullmatch(entry.name)]
    pages = [*root.glob("*.md")]
    for folder in sorted((*folders, RUBRIC_FOLDER, PROMPT_FOLDER, "docs")):
        found = (Path(entry.path) for entry in entries(root / folder, MAX_FOLDERS))
        pages += sorted(path for path in found if path.suffix == ".md")
    for page in pages:
        path = page.relative_to(root).as_posix()
        is_prompt = path.startswith(f"{PROMPT_FOLDER}/") and path.endswith("_prompt.md")
        if is_prompt or path.startswith(TUTORIAL):
            continue
        yield path, without_inventory(read_text(root, path).text)


def _lines_with_ranges(
    suite: Suite, pages: Iterable[tuple[str, str]], replacement: CodeReplacement
) -> Iterator[str]:
    """Yield the ranges of codes around the old one in pages, and around either code in renamed specs."""
    for file in (*(spec.document for spec in suite.specs), *suite.prompts):
        text = with_codes(file.text, {replacement.new: replacement.old})
        for found in ranges_around(text, replacement.old):
            yield f"{file.path}:{found.line} has the range `{replacement.text(found.shown)}`"
    for path, text in pages:
        for found in ranges_around(text, replacement.old):
            yield f"{path}:{found.line} has the range `{found.shown}`"
