"""Write the first state of a benchmark, a rubric or a prompt: whole but for marked blanks.

What can be worked out from the suite is worked out (rubric, folder, weight that is left, threshold, prompt's
name); what only the author knows stands in the text as `TODO: ...`, which rule TXT507 finds. Nothing that
exists is changed but for the lists that have to name the new spec.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from benchdocs.codes import CodeError, next_free, refuse_benchmark_code, refuse_rubric_code
from benchdocs.finding import did_you_mean
from benchdocs.load import PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.models import Category, EvaluatorType
from benchdocs.steps import Step, read_exactly
from benchdocs.suite import BenchmarkSpec, RubricSpec, Suite, component_of, implied_rubric
from benchdocs.textfile import is_blank, read_text
from benchdocs.yamledit import EditError, with_entry, with_field

USUAL_THRESHOLD = Decimal("0.90")
"""Passing threshold of a new rubric that stands below no composite to take it from."""
PROMPT_REFERENCE = f"{PROMPT_FOLDER}/PROMPT_SPECS.md"
_ENDING = "_prompt.md"
_CONCEPT = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_TEXT_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_OPENINGS = {"system": "SYSTEM:", "uncertainty": "Uncertainty policy:", "inputs": "INPUTS", "reply": "Reply "}


class Scaffold(NamedTuple):
    """What is to be written, in this order, and what the author is told about it."""

    steps: tuple[Step, ...]
    told: tuple[str, ...]


class _Place(NamedTuple):
    """Where a new benchmark goes: its rubric, folder, share and threshold."""

    rubric: str
    folder: str
    weight: Decimal
    threshold: Decimal
    evaluator: EvaluatorType


def new_benchmark(
    suite: Suite, code: str, evaluator: EvaluatorType | None = None, label: str | None = None
) -> Scaffold:
    """A draft benchmark with its prompt, entered in its rubric.

    The evaluator is that of most of its siblings where none is given. Raises CodeError.
    """
    refuse_benchmark_code(suite, code)
    rubric = _rubric_for(suite, code)
    members = suite.members(rubric)
    left, sums = _left(members, f"{rubric.code}'s benchmarks")
    kinds = Counter(spec.fields.evaluator_type for spec in members if spec.fields.evaluator_type)
    place = _Place(
        rubric.code,
        _folder(suite, code),
        left,
        rubric.fields.passing_threshold or USUAL_THRESHOLD,
        evaluator or (kinds.most_common(1)[0][0] if kinds else EvaluatorType.CODE),
    )
    told = [sums, _weight_told(code, left)]
    if evaluator is None:
        told.append(f"{code} is judged by `{place.evaluator}`, {_why_evaluator(rubric, bool(kinds))}.")
    listing = [] if code in (rubric.fields.benchmarks or ()) else [_listed(suite, rubric, "benchmarks", code)]
    return Scaffold((*_benchmark_steps(suite, code, place, label), *listing), tuple(told))


def new_rubric(
    suite: Suite,
    code: str,
    evaluator: EvaluatorType | None = None,
    label: str | None = None,
    category: Category | None = None,
) -> Scaffold:
    """A rubric, entered in its component's composite, with a first draft benchmark: it cannot stand empty.

    Raises CodeError.
    """
    refuse_rubric_code(suite, code)
    if "-" not in code:
        first = (
            f"start with `benchdocs new rubric {code}-...`, then write `{RUBRIC_FOLDER}/{code}.yaml` by hand"
        )
        raise CodeError(f"`{code}` would be a composite, which needs rubrics to list; {first}")
    composite = _composite_for(suite, code)
    siblings = suite.sub_rubrics(composite) if composite else _loose(suite, code)
    group = f"{composite.code}'s rubrics" if composite else f"the rubrics of component {component_of(code)}"
    left, sums = _left(siblings, group)
    threshold = (composite.fields.passing_threshold if composite else None) or USUAL_THRESHOLD
    member = next_free(suite, code)
    kind = evaluator or EvaluatorType.CODE
    place = _Place(code, _folder(suite, member), Decimal(1), threshold, kind)
    text = _filled(
        "new_rubric.yaml.j2",
        code=code,
        label=_label(label),
        category=category,
        weight=left,
        threshold=threshold,
        member=member,
    )
    path = f"{RUBRIC_FOLDER}/{code}.yaml"
    _refuse_path(suite, path)
    steps = [*_benchmark_steps(suite, member, place, None), Step(path, text)]
    if composite:
        steps.append(_listed(suite, composite, "sub_rubrics", code))
    source = f"{composite.code}'s own" if composite else "a usual one, since no composite lists it"
    told = (
        sums,
        _weight_told(code, left),
        f"A rubric needs a member, so {member} comes with it; it is judged by `{kind}` and weighs 1.",
        f"The passing threshold {threshold} is {source}.",
    )
    return Scaffold(tuple(steps), told)


def new_prompt(suite: Suite, name: str) -> Scaffold:
    """A prompt for the benchmark of this code that has none, or one of this name that no benchmark uses yet.

    Raises CodeError.
    """
    spec = suite.benchmark.get(name)
    if spec:
        return _prompt_of(suite, spec)
    concept = name.removesuffix(".md").removesuffix("_prompt")
    if not _CONCEPT.fullmatch(concept):
        hint = did_you_mean(name, suite.benchmark) or "a prompt's name is like `negation_simple`"
        raise CodeError(f"`{name}` is neither a benchmark nor a name for a prompt; {hint}")
    path = f"{PROMPT_FOLDER}/{concept}{_ENDING}"
    _refuse_path(suite, path)
    told = f"No benchmark uses it yet (PRM605): write `llm_prompt_file: {path}` in the one that it judges."
    return Scaffold((Step(path, _prompt_text(suite, concept)),), (told,))


def _prompt_of(suite: Suite, spec: BenchmarkSpec) -> Scaffold:
    """The prompt of a benchmark, at the path it names, else at one that is entered in it."""
    kind, stated = spec.fields.evaluator_type, spec.fields.llm_prompt_file
    if kind is None or not kind.needs_prompt:
        wanted = "write `evaluator_type: llm_judge` or `hybrid` in it first"
        raise CodeError(f"`{spec.code}` is judged by `{kind or 'nobody'}`, which reads no prompt; {wanted}")
    if stated and re.fullmatch(rf"{PROMPT_FOLDER}/[\w-]+{re.escape(_ENDING)}", stated):
        if stated in suite.prompt:
            raise CodeError(f"`{spec.code}` has a prompt already: `{stated}`")
        return Scaffold((Step(stated, _prompt_text(suite, None)),), ())
    if stated:
        raise CodeError(f"`{spec.code}` names `{stated}` as its prompt; mend `llm_prompt_file` first")
    path = _prompt_path(suite, spec.code, spec.fields.label)
    try:
        text = with_field(
            _text_of(suite, spec), "llm_prompt_file", json.dumps(path), after=("evaluator_type",)
        )
    except EditError as error:
        raise CodeError(f"`{spec.document.path}` cannot be edited: {error}; mend it first") from None
    behavior = _slug(spec.fields.label or "")
    return Scaffold((Step(path, _prompt_text(suite, behavior)), Step(spec.document.path, text)), ())


# What follows from the suite ------------------------------------------------------------------------


def _refuse_path(suite: Suite, path: str) -> None:
    if (suite.root / path).exists() or (suite.root / path).is_symlink():
        raise CodeError(f"`{path}` exists already; rename or delete it first")


def _rubric_for(suite: Suite, code: str) -> RubricSpec:
    rubric = suite.rubric.get(implied_rubric(code))
    if rubric is None:
        wanted = implied_rubric(code)
        raise CodeError(
            f"there is no rubric `{wanted}` for `{code}`; write it first: `benchdocs new rubric {wanted}`"
        )
    if rubric.fields.sub_rubrics is not None:
        raise CodeError(f"`{rubric.code}` is a composite, which lists rubrics and no benchmarks")
    return rubric


def _composite_for(suite: Suite, code: str) -> RubricSpec | None:
    """The composite that a new rubric belongs to: its component's, or the one that lists its siblings."""
    component = suite.rubric.get(component_of(code))
    if component and component.fields.sub_rubrics is not None:
        return component
    siblings = (suite.composite_of.get(rubric.code) for rubric in _of_component(suite, code))
    return next(filter(None, siblings), None)


def _of_component(suite: Suite, code: str) -> Iterator[RubricSpec]:
    return (rubric for rubric in suite.rubrics if component_of(rubric.code) == component_of(code))


def _loose(suite: Suite, code: str) -> tuple[RubricSpec, ...]:
    return tuple(rubric for rubric in _of_component(suite, code) if "-" in rubric.code)


def _folder(suite: Suite, code: str) -> str:
    """Where most of its siblings stand, else of its component, else the folder of the component's letter."""
    for kin in (implied_rubric, component_of):
        near = [spec.document.path for spec in suite.benchmarks if kin(spec.code) == kin(code)]
        if near:
            return Counter(path.rpartition("/")[0] for path in near).most_common(1)[0][0]
    return f"{component_of(code).lower()}-component"


def _left(specs: Iterable[BenchmarkSpec | RubricSpec], group: str) -> tuple[Decimal, str]:
    """What the weights of a group leave of 1, never below 0, and the sum in words."""
    weights = {spec.code: spec.fields.weight for spec in specs if spec.fields.weight is not None}
    if not weights:
        return Decimal(1), f"There are no other weights among {group}."
    total = sum(weights.values(), Decimal(0))
    terms = ", ".join(f"{code} {weight}" for code, weight in weights.items())
    told = (
        f"The weights of {group} sum to {total} ({terms}); {1 - total if total < 1 else 'nothing'} is left."
    )
    return max(1 - total, Decimal(0)) or Decimal(0), told


def _weight_told(code: str, left: Decimal) -> str:
    if left:
        return f"{code} gets the weight {left}."
    unchanged = "no other weight is changed"
    return f"So {code} gets the weight 0 (WGT303), and {unchanged}: lower them by what {code} is to have."


def _why_evaluator(rubric: RubricSpec, by_siblings: bool) -> str:
    if by_siblings:
        return f"as most of {rubric.code} is; another one is chosen with --evaluator"
    return "which needs no prompt; another one is chosen with --evaluator"


# Files ----------------------------------------------------------------------------------------------


def _benchmark_steps(suite: Suite, code: str, place: _Place, label: str | None) -> list[Step]:
    """The prompt, where the evaluator needs one, and the benchmark that names it."""
    name = _label(label)
    path = f"{place.folder}/{code}.yaml"
    _refuse_path(suite, path)
    prompt = _prompt_path(suite, code, name) if place.evaluator.needs_prompt else None
    text = _filled("new_benchmark.yaml.j2", code=code, label=name, prompt=prompt, **place._asdict())
    steps = [Step(prompt, _prompt_text(suite, _slug(name or "")))] if prompt else []
    return [*steps, Step(path, text)]


def _listed(suite: Suite, rubric: RubricSpec, field: str, code: str) -> Step:
    """The rubric's file with one more entry in its list."""
    try:
        return Step(rubric.document.path, with_entry(_text_of(suite, rubric), (field,), code))
    except EditError as error:
        raise CodeError(f"`{rubric.document.path}` cannot be edited: {error}; mend it first") from None


def _text_of(suite: Suite, spec: BenchmarkSpec | RubricSpec) -> str:
    """A file's text as it has to be written back. A spec that cannot be decoded has a problem listed."""
    if spec.document.problems:
        raise CodeError(f"`{spec.document.path}` has findings of the YML rules; mend them first")
    return read_exactly(suite.root / spec.document.path)


def _label(label: str | None) -> str | None:
    if label is not None and (is_blank(label) or not label.isprintable()):
        raise CodeError("the label has to be a few words on one line")
    return label.strip() if label else None


def _slug(text: str) -> str:
    """A name in lower case with underscores; empty where the text has no Latin letters."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_0123456789")


def _prompt_path(suite: Suite, code: str, label: str | None) -> str:
    """A free path for a benchmark's prompt, named after its label, else after its code."""
    names = [_slug(label or ""), code.lower().replace("-", "_")]
    paths = [f"{PROMPT_FOLDER}/{name}{_ENDING}" for name in names if name]
    free = next((path for path in paths if not (suite.root / path).exists()), None)
    if free is None:
        raise CodeError(f"`{paths[-1]}` exists already; rename or delete it first")
    return free


def _prompt_text(suite: Suite, behavior: str | None) -> str:
    taken = {prompt.behavior for prompt in suite.prompts}
    free = behavior if behavior not in taken else None
    return _filled("new_prompt.md.j2", behavior=free, phrases=_phrases(suite))


def _phrases(suite: Suite) -> dict[str, str]:
    """The passages that all prompts share, as the suite's own reference has them; empty where it has none."""
    phrases = dict.fromkeys(_OPENINGS, "")
    if not (suite.root / PROMPT_REFERENCE).is_file():
        return phrases
    reference = read_text(suite.root, PROMPT_REFERENCE).text.replace("\r\n", "\n")
    _, _, fixed = reference.partition("\n## Fixed phrases\n")
    for block in _TEXT_BLOCK.findall(fixed.split("\n## ")[0]):
        for name, opening in _OPENINGS.items():
            if block.startswith(opening):
                phrases[name] = block
    return phrases


def _filled(template: str, **values: Any) -> str:
    environment = Environment(
        loader=PackageLoader("benchdocs", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    return environment.get_template(template).render(**values)
