"""Deprecate a benchmark: in its file, its rubric's list, and the sentences that leave cases to it.

The file itself is written last, so that until then checks name a benchmark in use that no rubric lists, and
the same command, run again, finishes what was stopped between two steps.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchdocs.authoring.available_codes import CodeError, known_benchmark, refuse_two_holders
from benchdocs.authoring.changeset import Plan, Step, refreshed_inventory, rehearsed
from benchdocs.authoring.code_replacement import edit_spec, lines_with
from benchdocs.authoring.rename import TUTORIAL
from benchdocs.documents.locations import Edit
from benchdocs.documents.text_file import TextFile, edited
from benchdocs.documents.yaml_edit import with_field, with_scalar, without_entry
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding
from benchdocs.specs.choices import Status
from benchdocs.specs.discovery import RUBRIC_FOLDER
from benchdocs.suite.suite import BenchmarkSpec, Suite

_HANDS_OVER, _WEIGHTS = "REF212", "WGT301"
_STATUS_BELOW = ("label", "parent_rubric", "code")
_SUCCESSOR_BELOW = ("rationale", "metric", "llm_prompt_file", "evaluator_type")


def deprecate(before: Report, code: str, replaced_by: str | None, parts: Sequence[str] = ()) -> Plan:
    """Plan how a benchmark is deprecated, also where an earlier run was stopped half-way.

    It is replaced by one benchmark, or was split into parts, or neither. Raises CodeError where that is not
    possible or a file cannot be edited, and OSError where no scratch copy can be made.
    """
    suite = before.suite
    root, spec = suite.root, known_benchmark(suite, code)
    _refuse(suite, spec, replaced_by, parts)
    texts = dict(_lists(suite, spec)) | dict(_predecessors(suite, spec, replaced_by))
    own, path = _own_text(suite, spec, replaced_by, parts), spec.document.path
    last = () if own == read_exactly(root / path) else (Step(path, own),)
    after = rehearsed(root, (*_written(texts), *last))
    names = (code, *spec.fields.aliases)
    if handed_on := dict(_handed_on(root, after, names)):
        texts |= handed_on
        after = rehearsed(root, (*_written(texts), *last))
    known = {finding.identity for finding in before.findings}
    rubric = suite.parent_code(spec)
    left = tuple(
        finding
        for finding in after.findings
        if finding.rule != "INV801" and (finding.identity not in known or _concerns(finding, names, rubric))
    )
    places = {(finding.path, finding.line) for finding in left}
    mentions = (place for place in _mentions(suite, after.suite, spec) if place not in places)
    inventory, left_out = refreshed_inventory(root, after)
    steps = (*_written(texts), *inventory, *last)
    notes: list[str | Finding] = [] if steps else [f"nothing to do: {code} is already deprecated"]
    notes += left_out
    notes += (f"{file}:{line} names {code}: check that it is still right" for file, line in mentions)
    notes += ("What you still have to do:", *left) if left else ()
    weight = spec.document.source_of(("weight",))
    if weight and any(found.rule == _WEIGHTS for found in left):
        owners = "the others by the suite's owners"
        notes.append(f"The weight {weight} of {code} has to be divided among {owners}.")
    return Plan(steps, tuple(notes))


def _refuse(suite: Suite, spec: BenchmarkSpec, replaced_by: str | None, parts: Sequence[str]) -> None:
    """Raise CodeError where a benchmark cannot be deprecated in this way."""
    refuse_two_holders(suite, spec)
    code, fields = spec.code, spec.fields
    if spec.document.problems:
        raise CodeError(f"`{spec.document.path}` has findings of the YML rules; fix them first")
    for successor in (*parts, *([] if replaced_by is None else [replaced_by])):
        if successor == code:
            raise CodeError(f"`{code}` cannot replace itself; name another benchmark")
        if known_benchmark(suite, successor).fields.status is Status.DEPRECATED:
            raise CodeError(f"`{successor}` is deprecated too; name a benchmark that is in use")
    stated = [fields.replaced_by] if fields.replaced_by else fields.split_into
    if stated and (replaced_by or parts) and stated != ([replaced_by] if replaced_by else list(parts)):
        taker = " and ".join(f"`{successor}`" for successor in stated)
        raise CodeError(f"`{spec.document.path}` already names {taker}; to change that, edit the file")
    rubric = suite.rubric.get(suite.parent_code(spec))
    if rubric and (members := suite.members(rubric)) and members == (spec,):
        message = f"`{code}` is the only benchmark of `{rubric.code}` in use, and a rubric needs one (REF209)"
        raise CodeError(f"{message}; start another first: `benchdocs new benchmark CODE`")


def _lists(suite: Suite, spec: BenchmarkSpec) -> Iterator[tuple[str, str]]:
    """Yield the rubrics that list a benchmark, by their paths, without it."""
    for rubric in suite.rubrics:
        listed = rubric.document.data.get("benchmarks")
        if isinstance(listed, list) and spec.code in listed:
            text = read_exactly(suite.root / rubric.document.path)
            for index in reversed([index for index, code in enumerate(listed) if code == spec.code]):
                text = edit_spec(rubric.document, without_entry, text, ("benchmarks", index))
            yield rubric.document.path, text


def _predecessors(suite: Suite, spec: BenchmarkSpec, successor: str | None) -> Iterator[tuple[str, str]]:
    """Yield the benchmarks that this one had replaced, by their paths, with its successor in its place."""
    for former in suite.benchmarks if successor else ():
        if former.fields.replaced_by == spec.code and former.code != successor:
            exact = read_exactly(suite.root / former.document.path)
            text = edit_spec(former.document, with_scalar, exact, ("replaced_by",), successor)
            yield former.document.path, text


def _own_text(suite: Suite, spec: BenchmarkSpec, replaced_by: str | None, parts: Sequence[str]) -> str:
    """Return the text of the benchmark itself as a deprecated one."""
    document, fields = spec.document, spec.fields
    text = read_exactly(suite.root / document.path)
    if document.data.get("status") is None:
        text = edit_spec(document, with_field, text, "status", "deprecated", _STATUS_BELOW)
    elif fields.status is not Status.DEPRECATED:
        text = edit_spec(document, with_scalar, text, ("status",), "deprecated")
    if replaced_by and not fields.replaced_by:
        text = edit_spec(document, with_field, text, "replaced_by", replaced_by, _SUCCESSOR_BELOW)
    if parts and not fields.split_into:
        text = edit_spec(document, with_field, text, "split_into", f"[{', '.join(parts)}]", _SUCCESSOR_BELOW)
    return text


def _written(texts: dict[str, str]) -> tuple[Step, ...]:
    """Return the steps that write these files, rubrics first: checks then miss the benchmark in its list."""
    rubrics_first = sorted(texts, key=lambda path: (not path.startswith(f"{RUBRIC_FOLDER}/"), path))
    return tuple(Step(path, texts[path]) for path in rubrics_first)


def _handed_on(root: Path, after: Report, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the files whose sentences can name the successor, by their paths, with their new texts."""
    fixes = [change for finding in after.findings if finding.rule == _HANDS_OVER for change in finding.fix]
    edits = [change for change in fixes if isinstance(change, Edit)]
    for path in dict.fromkeys(edit.path for edit in edits):
        exact = read_exactly(root / path)
        body = exact.lstrip("\ufeff")
        if own := [edit[1:] for edit in edits if edit.path == path and body[edit.start : edit.end] in names]:
            yield path, edited(exact, own)


def _concerns(finding: Finding, names: Sequence[str], rubric: str) -> bool:
    """Return whether a finding follows from the deprecation, also where an earlier run left it."""
    if finding.rule == _WEIGHTS:
        return f" {rubric}'s " in finding.message
    return finding.rule == _HANDS_OVER and any(f"`{name}`" in finding.message for name in names)


def _mentions(before: Suite, after: Suite, spec: BenchmarkSpec) -> Iterator[tuple[str, int]]:
    """Yield the lines that name the benchmark in specs and prompts in use, and in pages written by hand."""
    names = dict.fromkeys((spec.code, *spec.fields.aliases), "")
    retired = {found.code for found in after.benchmarks if found.fields.status is Status.DEPRECATED}
    files: list[TextFile] = [found.document for found in after.specs if found.code not in retired]
    for prompt in after.prompts:
        users = {user.code for user in after.users.get(prompt.path, ())}
        files += [prompt] if not users or users - retired else []
    for file in (*files, *(page for page in before.handwritten if not page.path.startswith(TUTORIAL))):
        yield from ((file.path, line) for line in lines_with(file.text, names))
