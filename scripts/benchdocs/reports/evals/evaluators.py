"""What every harness is given: the evaluators of a suite with their judges, their cases and their scoring."""

import re
from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic_core import to_json

from benchdocs.specs.blocks import DecisionRule, Metric
from benchdocs.specs.cases import Case, plain_value
from benchdocs.specs.choices import Expected, Status, Unit, UnparseableOutput
from benchdocs.specs.numbers import counted
from benchdocs.specs.prompt_file import BOUNDARY, INPUTS
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import cases_in, confirmers
from benchdocs.suite.digest import suite_digest
from benchdocs.suite.prompt_texts import fixed_texts
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

_PLACEHOLDER = re.compile("|".join((BOUNDARY, *(rf"\{{{name}\}}" for name in INPUTS))))


class Judge(NamedTuple):
    """A judge prompt as the two messages of a chat."""

    system: str
    case_part: str

    def user(self, case: "JudgedCase") -> str:
        """Return the message of one case; all is filled in at once, so no input is read as a template."""
        values = {f"{{{name}}}": text for name, text in case.inputs.items()} | {BOUNDARY: case.boundary}
        return _PLACEHOLDER.sub(lambda match: values[match[0]], self.case_part)


class JudgedCase(NamedTuple):
    """A calibration case: the output is a record, or a raw text."""

    id: str
    case: Case
    expected: Expected

    @property
    def inputs(self) -> dict[str, str]:
        """The three inputs of a judge; labels and a record as JSON."""
        labels, output = plain_value(self.case.labels or {}), plain_value(self.case.output)
        values = map(_as_text, (labels, (self.case.narrative or "").strip(), output))
        return dict(zip(INPUTS, values, strict=True))

    @property
    def boundary(self) -> str:
        """Code that marks where its inputs begin and end: their digest, which none of them can contain."""
        return sha256("\0".join(self.inputs.values()).encode()).hexdigest()[:16]

    @property
    def data(self) -> dict[str, Any]:
        """What is known of it besides its inputs."""
        return {
            "expected": self.expected.value,
            "kind": _value(self.case.kind),
            "because": (self.case.because or "").strip(),
            "origin": _value(self.case.origin),
            "confirmed_by": confirmers(self.case),
        }


class Evaluator(NamedTuple):
    """A benchmark with its judge, if it has one, and its cases."""

    spec: BenchmarkSpec
    rubric: str
    judge: Judge | None
    cases: tuple[JudgedCase, ...]

    @property
    def code(self) -> str:
        """The benchmark's code."""
        return self.spec.code

    @property
    def scoring(self) -> dict[str, Any]:
        """What a case states of its benchmark."""
        fields = self.spec.fields
        return {
            "benchmark": self.code,
            "rubric": self.rubric,
            "weight": plain_value(fields.weight),
            "threshold": plain_value(fields.threshold),
            "gate": _value(fields.criticality),
        }


class Evaluators:
    """The evaluators of a suite, without those of deprecated benchmarks."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self._all: list[Evaluator] = []
        for spec in suite.benchmark.values():
            if spec.fields.status is not Status.DEPRECATED:
                rubric, judge, cases = suite.parent_code(spec), self._judge(spec), self._judged_cases(spec)
                self._all.append(Evaluator(spec, rubric, judge, cases))

    def __iter__(self) -> Iterator[Evaluator]:
        return iter(self._all)

    @property
    def judged(self) -> tuple[tuple[Evaluator, Judge], ...]:
        """Those with a judge and cases for it, each with the judge."""
        return tuple((entry, entry.judge) for entry in self if entry.judge and entry.cases)

    @property
    def untested(self) -> str:
        """Which judges no case tests, in a sentence; empty where all have cases and a part for them."""
        judged = {evaluator.code for evaluator, _ in self.judged}
        with_prompt = (evaluator.code for evaluator in self if evaluator.spec.fields.llm_prompt_file)
        codes = [code for code in with_prompt if code not in judged]
        if not codes:
            return ""
        return f"{counted(len(codes), 'judge')} without cases to test them: {', '.join(codes)}."

    def _judge(self, spec: BenchmarkSpec) -> Judge | None:
        """Return the judge of a benchmark; a prompt without a case part gets the one that others share."""
        prompt = self.suite.prompt.get(spec.fields.llm_prompt_file or "")
        if not prompt:
            return None
        system, case_part = prompt.messages
        form = self.suite.settings.prompts
        case_part = case_part or fixed_texts(self.suite).get(form.heading["inputs"].text, "")
        for name, key in form.key_of.items():
            case_part = case_part.replace(f"{{{name}}}", f"{{{key}}}")
        if not case_part:
            return None
        return Judge(system.rstrip(), case_part.rstrip())

    def _judged_cases(self, spec: BenchmarkSpec) -> tuple[JudgedCase, ...]:
        cases = cases_in(self.suite, spec.code)
        return tuple(JudgedCase(case.id, case, case.expected) for case in cases if case.id and case.expected)

    @property
    def scoring(self) -> bytes:
        """What is applied after a run, as JSON: how each benchmark counts, and all weights and gates."""
        benchmarks = {evaluator.code: self._benchmark(evaluator) for evaluator in self}
        rubrics = {code: self._rubric(spec) for code, spec in self.suite.rubric.items()}
        digest = suite_digest(self.suite)
        return json_text({"suite": digest, "benchmarks": benchmarks, "rubrics": rubrics}).encode()

    def filled(self, template: str, **values: Any) -> bytes:
        """Return a file of an export in another language, with the nouns of the suite and its values."""
        loader = PackageLoader("benchdocs.reports.evals", "templates")
        environment = Environment(
            loader=loader, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
        )
        return environment.get_template(template).render(nouns=self.suite.settings.nouns, **values).encode()

    def _benchmark(self, evaluator: Evaluator) -> dict[str, Any]:
        fields, share = evaluator.spec.fields, self.suite.effective_weight(evaluator.spec)
        rule, metric = fields.decision or DecisionRule(), fields.metric or Metric()
        return {
            **evaluator.scoring,
            "label": fields.label,
            "effective_weight": None if share is None else float(share),
            "implementation": fields.implementation,
            "unit": (metric.unit or Unit.CASE).value,
            "unparseable_output": (metric.unparseable_output or UnparseableOutput.NOT_EVALUATED).value,
            "min_cases": plain_value(fields.min_cases),
            "decision": _value(rule.method),
            "level": plain_value(rule.confidence),
        }

    def _rubric(self, spec: RubricSpec) -> dict[str, Any]:
        above, fields = self.suite.composite_of.get(spec.code), spec.fields
        members: tuple[AnySpec, ...] = (*self.suite.members(spec), *self.suite.sub_rubrics(spec))
        return {
            "label": fields.label,
            "parent": above.code if above else None,
            "weight": plain_value(fields.weight),
            "gate": _value(fields.criticality),
            "aggregation_method": _value(fields.aggregation_method),
            "passing_threshold": plain_value(fields.passing_threshold),
            "members": [member.code for member in members],
        }


def _value(choice: StrEnum | None) -> str | None:
    """Return what a spec writes for a choice; None where it states none."""
    return choice.value if choice else None


def _as_text(value: Any) -> str:
    """Return a text as it is, and any other value as JSON."""
    if isinstance(value, str):
        return value
    return json_text(value).strip()


def json_text(value: Any) -> str:
    """Return a value as JSON that people can read, with a line end."""
    return f"{to_json(value, indent=2).decode()}\n"
