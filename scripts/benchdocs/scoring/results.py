"""Read the results of a run: JSON lines, each with the verdict on one case by one benchmark."""

import json
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import ValidationError

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.scoring.json_lines import BadLine, read_lines, refuse_unknown
from benchdocs.scoring.plan import LONGEST, MOST_RUNS, one_line
from benchdocs.specs.choices import EvaluatorType, UnparseableOutput
from benchdocs.specs.judge_reply import ExpertReply, JudgeReply, ShareReply
from benchdocs.suite.cases import names_meant
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

_ANSWERS = ("reply", "unreadable", "failed")
_KEYS = ("case", "benchmark", "run", *_ANSWERS)
_ABOUT = ("suite", "product", "judge", "settings", "comment")
_FORM = '{"case": …, "benchmark": …, "reply": {…}}'


class CaseOutcome(StrEnum):
    """Verdict on a case, or why there is none.

    Attributes:
        UNREADABLE: The product's output could not be read.
        FAILED: The instrument failed: the judge, the harness or a script.
    """

    PASS = "pass"
    FAIL = "fail"
    UNCERTAIN = "uncertain"
    NOT_APPLICABLE = "not_applicable"
    UNREADABLE = "unreadable"
    FAILED = "failed"


class Result(NamedTuple):
    """The verdict on one case by one benchmark in one run.

    Attributes:
        share: What the case counts, from 0 to 1; 0 where there is no verdict.
        answer: What its line says: a `reply`, `unreadable`, or `failed` with the reason.
    """

    case: str
    benchmark: str
    run: int
    outcome: CaseOutcome
    share: Fraction
    answer: Mapping[str, Any]

    @property
    def why(self) -> str:
        """What whoever judged says of it in one line; of an output that could not be read, nothing."""
        reply = self.answer.get("reply", {})
        said = self.answer.get("failed"), reply.get("uncertain_reason"), reply.get("reason")
        return " ".join(" ".join(text for text in said if isinstance(text, str)).split())

    @property
    def key(self) -> tuple[str, str, int]:
        """What there may be one result of: a case, a benchmark and a run."""
        return self.case, self.benchmark, self.run


class Results(NamedTuple):
    """All results of some files.

    Attributes:
        stated: What the files say of their run, such as the model that judged, line by line.
    """

    results: tuple[Result, ...]
    stated: tuple[Mapping[str, str], ...]
    bad: tuple[BadLine, ...]

    @property
    def about(self) -> dict[str, str]:
        """All that the files say of their run."""
        pairs: dict[tuple[str, str], None] = {}
        for statement in self.stated:
            pairs.update(dict.fromkeys(statement.items()))
        return {key: ", ".join(values) for key, values in grouped(pairs).items()}

    @property
    def text(self) -> str:
        """The same as a file of results."""
        lines: list[dict[str, Any]] = [{"about": statement} for statement in self.stated]
        for result in self.results:
            key = {"case": result.case, "benchmark": result.benchmark, "run": result.run}
            lines.append({**key, **result.answer})
        return "".join(f"{json.dumps(line)}\n" for line in lines)


def read_results(files: Mapping[str, bytes], suite: Suite) -> Results:
    """Read files of results; whatever is wrong in them is a bad line, and nothing is guessed."""

    def line_of(entry: dict[str, Any]) -> tuple[tuple[str, str, int] | None, Result | dict[str, str]]:
        if "about" in entry:
            return None, _about(entry)
        result = _result(entry, suite)
        return result.key, result

    lines, bad = read_lines(files, line_of, "case, benchmark and run")
    results: list[Result] = []
    statements: list[dict[str, str]] = []
    for line in lines:
        if isinstance(line, Result):
            results.append(line)
        else:
            statements.append(line)
    return Results(tuple(results), tuple(statements), bad)


def _result(entry: Mapping[str, Any], suite: Suite) -> Result:
    """Return a line's result. Raises ValueError with what is wrong."""
    if "pass" in entry:
        raise ValueError(f"the verdict, `pass`, is part of the whole reply: write `{_FORM}`")
    refuse_unknown(entry, _KEYS)
    case, spec, run = case_of(entry, suite), _benchmark(entry, suite), run_of(entry)
    given = [key for key in _ANSWERS if key in entry]
    if len(given) != 1:
        listed = " and ".join(f"`{key}`" for key in given) or "none"
        raise ValueError(f"one of `reply`, `unreadable` and `failed` is needed, and there is {listed}")
    is_judged = bool(spec.fields.llm_prompt_file) and not spec.fields.has_shares
    has_own_form = is_judged and bool(suite.settings.prompts.reply)
    return result_of(case, spec, run, {given[0]: entry[given[0]]}, has_own_form=has_own_form)


def result_of(
    case: str, spec: BenchmarkSpec, run: int, answer: Mapping[str, Any], *, has_own_form: bool = False
) -> Result:
    """Return the result of an answer. Raises ValueError with what is wrong in it."""
    outcome, share = CaseOutcome.UNREADABLE, Fraction(0)
    if "failed" in answer:
        outcome = CaseOutcome.FAILED
        one_line("failed", answer["failed"])
    elif "reply" in answer and has_own_form:
        outcome, share = _judged_in_own_form(answer["reply"])
    elif "reply" in answer:
        outcome, share = _judged(answer["reply"], spec)
    elif answer["unreadable"] is not True:
        raise ValueError("`unreadable` has to be true; leave it out where there is a reply")
    return Result(case, spec.code, run, outcome, share, answer)


def fails_unread(spec: BenchmarkSpec) -> bool:
    """Return whether a benchmark fails output that cannot be read; all others leave its case out."""
    metric = spec.fields.metric
    return metric is not None and metric.unparseable_output is UnparseableOutput.FAILS


def _judged_in_own_form(reply: object) -> tuple[CaseOutcome, Fraction]:
    """Return what a reply in a suite's own form comes to. Raises ValueError where it has no verdict."""
    if not (isinstance(reply, dict) and isinstance(reply.get("pass"), bool)):
        raise ValueError("the suite has its own form of reply: to be scored, it needs `pass`, true or false")
    if reply.get("applicable") is False:
        return CaseOutcome.NOT_APPLICABLE, Fraction(0)
    if reply.get("uncertain") is True:
        return CaseOutcome.UNCERTAIN, Fraction(0)
    if reply["pass"]:
        return CaseOutcome.PASS, Fraction(1)
    return CaseOutcome.FAIL, Fraction(0)


def _judged(reply: object, spec: BenchmarkSpec) -> tuple[CaseOutcome, Fraction]:
    """Return what a reply comes to, and what the case counts. Raises ValueError with what is wrong in it."""
    if not isinstance(reply, dict):
        raise ValueError("`reply` has to be an object, as `schemas/judge_reply.schema.json` describes it")
    form: type[JudgeReply] = ShareReply if spec.fields.has_shares else JudgeReply
    if form is JudgeReply and spec.fields.evaluator_type is EvaluatorType.MANUAL_SME:
        form, reply = ExpertReply, _with_what_an_expert_leaves_out(reply, spec)
    try:
        read = form.model_validate(reply)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        key = ".".join(map(str, fault["loc"]))
        text = fault["msg"].removeprefix("Value error, ")
        place = f"has a fault in `{key}`: " if key else ""
        raise ValueError(f"the reply {place}{text}") from None
    outcome = CaseOutcome(read.outcome)
    if spec.fields.has_shares and outcome in (CaseOutcome.PASS, CaseOutcome.FAIL):
        if read.score is None:
            raise ValueError("the reply needs a `score`: the share of its items that are met, from 0 to 1")
        return outcome, Fraction(sum(item.met for item in read.items), len(read.items))
    return outcome, Fraction(outcome is CaseOutcome.PASS)


def _with_what_an_expert_leaves_out(reply: dict[str, Any], spec: BenchmarkSpec) -> dict[str, Any]:
    """Return the reply of a person with all its keys; the one item judged is the benchmark itself."""
    items = []
    if reply.get("applicable") is not False:
        items.append({"label": spec.code, "quote": "", "entry": "", "met": reply.get("pass") is True})
    return {"applicable": True, "items": items, "uncertain": False, **reply}


def case_of(entry: Mapping[str, Any], suite: Suite) -> str:
    """Return the name of a line's case. Raises ValueError where there is none, or several could be meant."""
    if "case" not in entry:
        raise ValueError("`case` is missing: the ID of the case")
    stated = one_line("case", entry["case"])
    code, _, case_id = stated.partition("/")
    meant = names_meant(suite)
    names = meant.get(stated) or meant.get(f"{suite.known_code(code)}/{case_id}") or (stated,)
    if len(names) > 1:
        listed = " or ".join(f"`{name}`" for name in names)
        raise ValueError(f"several cases have the ID `{stated}`: write {listed}")
    return names[0]


def run_of(entry: Mapping[str, Any]) -> int:
    """Return the number of a line's run, 1 where it has none. Raises ValueError for what is no number."""
    run = entry.get("run", 1)
    if isinstance(run, bool) or not isinstance(run, int) or not 1 <= run <= MOST_RUNS:
        raise ValueError(f"`run` has to be a whole number from 1 to {MOST_RUNS}")
    return run


def _benchmark(entry: Mapping[str, Any], suite: Suite) -> BenchmarkSpec:
    """Return the benchmark of a line. Raises ValueError where it names none that counts."""
    if "benchmark" not in entry:
        raise ValueError("`benchmark` is missing: the code of the benchmark")
    stated = one_line("benchmark", entry["benchmark"])
    code = suite.known_code(stated) or ""
    if code in suite.rubric:
        raise ValueError(f"`{code}` is a rubric; results belong to benchmarks")
    spec = suite.benchmark.get(code)
    if spec is None:
        hint = did_you_mean(stated, suite.benchmark) or "no benchmark has this code"
        raise ValueError(f"unknown benchmark `{shorten(stated)}`: {hint}")
    if not is_in_use(spec):
        raise ValueError(f"`{code}` is deprecated and does not count")
    return spec


def _about(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return what a file says of its run. Raises ValueError where that is no map of short texts."""
    about = entry["about"]
    if len(entry) > 1 or not isinstance(about, dict):
        raise ValueError("`about` has to be an object, alone on its line")
    refuse_unknown(about, _ABOUT)
    return {key: one_line(key, value) for key, value in about.items()}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of results."""
    text = {"type": "string", "pattern": r"\S", "maxLength": LONGEST}
    reply = "The reply, as `judge_reply.schema.json` describes it; of an expert, `pass` and `reason`."
    answers = {
        "reply": {"type": "object", "description": reply},
        "unreadable": {"const": True, "description": "The product's output could not be read."},
        "failed": text | {"description": "Why the judge, the harness or a script gave no verdict."},
    }
    result = {
        "case": text | {"description": "ID of the case."},
        "benchmark": text | {"description": "Code of the benchmark."},
        "run": {"type": "integer", "minimum": 1, "maximum": MOST_RUNS, "description": "Absent: 1."},
    }
    lines = [_closed({**result, key: answer}, "case", "benchmark", key) for key, answer in answers.items()]
    about = _closed(dict.fromkeys(_ABOUT, text))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": "A line of results: the verdict on one case, or what they all have in common.",
        "type": "object",
        "oneOf": [*lines, _closed({"about": about}, "about")],
    }


def _closed(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object with no other properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
