"""Draft a benchmark with its prompt, script and cases, or a rubric, complete but for marked blanks.

What follows from the suite is filled in (rubric, folder, remaining weight, threshold, name of the prompt);
what only the author knows is marked `TODO: ...`, which rule TXT507 finds. Existing files are changed only
where a list has to name the new spec.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from benchdocs.authoring.available_codes import (
    CodeError,
    next_free,
    refuse_benchmark_code,
    refuse_broken,
    refuse_rubric_code,
)
from benchdocs.authoring.changeset import ChangeSet, Step
from benchdocs.authoring.remaining_weight import threshold_for, weight_left
from benchdocs.documents.spelling import plain_name
from benchdocs.documents.text_file import is_blank
from benchdocs.documents.yaml_edit import edited, entry_added
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.completeness import MARK
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import EvaluatorType, Status
from benchdocs.specs.code_evaluator import script_path
from benchdocs.specs.discovery import CASE_FOLDER, PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.prompt_settings import KEYS
from benchdocs.suite.codes import component_folder, component_of, implied_rubric, is_component
from benchdocs.suite.prompt_texts import fixed_texts
from benchdocs.suite.sampling import cases_needed
from benchdocs.suite.suite import RubricSpec, Suite

TEMPLATES = PackageLoader("benchdocs.authoring", "templates")
_ENDING = "_prompt.md"
_LONGEST_NAME = 80
"""Characters of a prompt's concept, which its file is called after."""


def with_next_steps(draft: ChangeSet) -> ChangeSet:
    """Return the plan of a draft with notes on what is left to the author."""
    notes = list(draft.notes)
    counts = {step.path: step.text.count(MARK) for step in draft.steps}
    if any(counts.values()):
        blanks = ", ".join(f"{count} in {path}" for path, count in sorted(counts.items()) if count)
        notes.append(f"Blanks to fill in: {blanks}.")
    notes.append("Run `benchdocs check --strict --notes` to list what is left to do.")
    return ChangeSet(draft.steps, tuple(notes))


def new_benchmark(
    suite: Suite, code: str, evaluator: EvaluatorType | None = None, label: str | None = None
) -> ChangeSet:
    """Draft a benchmark with its prompt, and list it in its rubric.

    Where no evaluator is given, it is that of most siblings. Raises CodeError.
    """
    refuse_benchmark_code(suite, code)
    rubric = _rubric_for(suite, code)
    members = suite.members(rubric)
    left, why_left = weight_left(members, rubric.fields.benchmarks or (), code)
    threshold, source = threshold_for(rubric)
    notes = [why_left, f"The threshold {threshold} is {source}."]
    if evaluator is None:
        evaluator, why = EvaluatorType.CODE, "which needs no prompt"
        if kinds := Counter(spec.fields.evaluator_type for spec in members if spec.fields.evaluator_type):
            evaluator, why = kinds.most_common(1)[0][0], f"like most of {rubric.code}"
        chosen = f"{code} has the evaluator type `{evaluator}`, {why}"
        notes.append(f"{chosen}; choose another one with --evaluator.")
    facts = {"rubric": rubric.code, "weight": left, "threshold": threshold}
    listed = _listed(suite, rubric, "benchmarks", code)
    steps = _benchmark_steps(suite, code, evaluator, _folder(suite, code), label, facts)
    return ChangeSet((*listed, *steps), tuple(notes))


def new_rubric(
    suite: Suite,
    code: str,
    evaluator: EvaluatorType | None = None,
    label: str | None = None,
) -> ChangeSet:
    """Draft a rubric, listed in its component's composite, with a first benchmark where it has none yet.

    Raises CodeError.
    """
    refuse_rubric_code(suite, code)
    if is_component(code):
        why = f"`{code}` would be a composite, which needs rubrics to list"
        raise CodeError(
            f"{why}; write `{RUBRIC_FOLDER}/{code}.yaml` by hand, with their codes in `sub_rubrics`"
        )
    if composite := _composite_for(suite, code):
        siblings, listed_there = suite.sub_rubrics(composite), composite.fields.sub_rubrics or []
    else:
        siblings = tuple(rubric for rubric in _of_component(suite, code) if not is_component(rubric.code))
        listed_there = []
    left, why_left = weight_left(siblings, listed_there, code)
    threshold, source = threshold_for(composite)
    waiting = list(_waiting(suite, code))
    member, kind = next_free(suite, code), evaluator or EvaluatorType.CODE
    facts = {"rubric": code, "weight": Decimal(1), "threshold": threshold}
    text = _draft(
        suite,
        "new_rubric.yaml.j2",
        code=code,
        label=_label(label),
        weight=left,
        threshold=threshold,
        members=waiting or [member],
    )
    path = f"{RUBRIC_FOLDER}/{code}.yaml"
    _refuse_path(suite, path)
    steps: list[Step] = []
    if composite:
        steps += _listed(suite, composite, "sub_rubrics", code)
    if waiting:
        listed = f"It lists the benchmarks that name it: {', '.join(waiting)}."
    else:
        listed = f"A rubric needs a member: {member} with the evaluator type `{kind}` and weight 1."
        steps += _benchmark_steps(suite, member, kind, _folder(suite, member), None, facts)
    steps.append(Step(path, text))
    return ChangeSet(tuple(steps), (why_left, listed, f"The passing threshold {threshold} is {source}."))


# What follows from the suite ------------------------------------------------------------------------


def _refuse_path(suite: Suite, path: str) -> None:
    if (suite.root / path).exists() or (suite.root / path).is_symlink():
        raise CodeError(f"`{path}` already exists; rename or delete it first")


def _rubric_for(suite: Suite, code: str) -> RubricSpec:
    wanted = implied_rubric(code)
    rubric = suite.rubric.get(wanted)
    if rubric is None:
        refuse_broken(suite, wanted)
        message = f"there is no rubric `{wanted}` for `{code}`"
        raise CodeError(f"{message}; write it first: `benchdocs new rubric {wanted}`")
    if rubric.fields.sub_rubrics is not None:
        raise CodeError(f"`{rubric.code}` is a composite, which lists rubrics, not benchmarks")
    return rubric


def _composite_for(suite: Suite, code: str) -> RubricSpec | None:
    """Return the composite of a new rubric: its component's, else the one that lists its siblings."""
    refuse_broken(suite, component_of(code))
    component = suite.rubric.get(component_of(code))
    if component and component.fields.sub_rubrics is not None:
        return component
    for sibling in _of_component(suite, code):
        if composite := suite.composite_of.get(sibling.code):
            return composite
    return None


def _of_component(suite: Suite, code: str) -> Iterator[RubricSpec]:
    return (rubric for rubric in suite.rubrics if component_of(rubric.code) == component_of(code))


def _waiting(suite: Suite, code: str) -> Iterator[str]:
    """Yield the codes of the benchmarks that name a rubric as their parent, without deprecated ones."""
    for spec in suite.benchmarks:
        if suite.parent_code(spec) == code and spec.fields.status is not Status.DEPRECATED:
            yield spec.code


def _folder(suite: Suite, code: str) -> str:
    """Return the folder of most siblings, else of most of the component, else that of its letter."""
    for kin in (implied_rubric, component_of):
        siblings = [spec.document.path for spec in suite.benchmarks if kin(spec.code) == kin(code)]
        if siblings:
            folders = Counter(path.rpartition("/")[0] for path in siblings)
            return folders.most_common(1)[0][0]
    if within := suite.settings.benchmarks:
        return f"{within}/{component_folder(code)}"
    return component_folder(code)


# Files ----------------------------------------------------------------------------------------------


def _benchmark_steps(
    suite: Suite, code: str, kind: EvaluatorType, folder: str, label: str | None, facts: dict[str, Any]
) -> list[Step]:
    """Return the steps for prompt and script, where the evaluator needs them, the cases and the benchmark."""
    name = _label(label)
    path = f"{folder}/{code}.yaml"
    _refuse_path(suite, path)
    steps: list[Step] = []
    prompt = script = None
    if kind.needs_prompt:
        steps.append(_prompt_step(suite, code, name))
        prompt = steps[-1].path
    if kind.needs_script:
        script = script_path(code)
        steps.append(_unless_other(suite, script, _draft(suite, "new_code_evaluator.py.j2", code=code)))
    if kind is not EvaluatorType.MANUAL_SME:
        steps.append(_cases_step(suite, code, kind, name, prompt))
    level = Fraction(USUAL_LEVEL)  # which is also shown where no number of cases shows the threshold
    facts["min_cases"] = cases_needed(Fraction(facts["threshold"]), level) or cases_needed(level, level)
    facts |= {"prompt": prompt, "script": script, "evaluator": kind}
    text = _draft(suite, "new_benchmark.yaml.j2", code=code, label=name, **facts)
    return [*steps, Step(path, text)]


def _cases_step(suite: Suite, code: str, kind: EvaluatorType, label: str | None, prompt: str | None) -> Step:
    """Return the step that writes a benchmark's case file, still without a case."""
    name = code.lower()
    if prompt:
        name = PromptFile(prompt, "").name
    path = f"{CASE_FOLDER}/{name}.yaml"
    text = _draft(suite, "new_cases.yaml.j2", code=code, label=label, judged=kind is not EvaluatorType.CODE)
    return _unless_other(suite, path, text)


def _unless_other(suite: Suite, path: str, text: str) -> Step:
    """Return the step of a draft. Raises CodeError where there is a file that says something else.

    An existing file with the same text was left by a stopped command.
    """
    if not ((suite.root / path).is_file() and read_exactly(suite.root / path) == text):
        _refuse_path(suite, path)
    return Step(path, text)


def _listed(suite: Suite, rubric: RubricSpec, field: str, code: str) -> list[Step]:
    """Return the step that adds a code to a rubric's list; none where it is listed.

    Raises CodeError where the file cannot be edited.
    """
    if code in (getattr(rubric.fields, field) or ()):
        return []
    path = rubric.document.path
    if rubric.document.problems:
        raise CodeError(f"`{path}` has findings of the YML rules; fix them first")
    edit = entry_added(rubric.document, (field,), code)
    text = edit and edited(read_exactly(suite.root / path), edit)
    if text is None:
        raise CodeError(f"`{field}` cannot be edited in `{path}`; fix it, or make the entry yourself")
    return [Step(path, text)]


def _label(label: str | None) -> str | None:
    if label is None:
        return None
    if is_blank(label) or not label.isprintable():
        raise CodeError("the label has to be a few words on one line")
    return label.strip()


def _draft(suite: Suite, template: str, **values: Any) -> str:
    """Return a template of a draft with its values and the suite's nouns."""
    return filled(template, nouns=suite.settings.nouns, criteria=suite.settings.criteria, **values)


def filled(template: str, **values: Any) -> str:
    """Return a template with its values; its filter `quoted` quotes a text for YAML and JSON."""
    environment = Environment(
        loader=TEMPLATES,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    return environment.get_template(template).render(**values)


def _prompt_step(suite: Suite, code: str, label: str | None) -> Step:
    """Return the step that writes a benchmark's prompt, named after its label, else after its code.

    Raises CodeError where both names are taken.
    """
    name, behavior = code.lower().replace("-", "_"), _slug(label or "")
    if behavior:
        with suppress(CodeError):
            path = f"{PROMPT_FOLDER}/{behavior}{_ENDING}"
            return _unless_other(suite, path, _prompt_text(suite, path, behavior))
    path = f"{PROMPT_FOLDER}/{name}{_ENDING}"
    return _unless_other(suite, path, _prompt_text(suite, path, behavior))


def _prompt_text(suite: Suite, path: str, behavior: str) -> str:
    """Return a prompt whose own sections are blanks; its behavior's id only where no other prompt has it."""
    if any(prompt.behavior == behavior and prompt.path != path for prompt in suite.prompts):
        behavior = ""
    form = suite.settings.prompts
    texts = dict.fromkeys(KEYS, "") | {key: named.text for key, named in (form.heading | form.labels).items()}
    about = {"behavior": behavior, "form": form, "h": texts}
    return _draft(suite, "new_prompt.md.j2", fixed=fixed_texts(suite), **about)


def _slug(text: str) -> str:
    """Return a text's words in lower case, joined by underscores; empty without Latin letters."""
    name = plain_name(text, "_").strip("_0123456789")
    if len(name) > _LONGEST_NAME:
        name = name[:_LONGEST_NAME].rpartition("_")[0] or name[:_LONGEST_NAME]
    return name.strip("_0123456789")
