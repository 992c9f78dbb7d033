"""Read the results of a run: JSON lines, each with the verdict of one half on one case by one benchmark."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import ValidationError

from benchdocs.scoring.case_names import CaseNames
from benchdocs.scoring.json_lines import BadLine, object_of, objects, refuse_unknown
from benchdocs.scoring.plan import LONGEST, MOST_RUNS, Half, Plan, fault_of, halves_of, one_line
from benchdocs.scoring.planned_cases import benchmark_named
from benchdocs.specs.choices import EvaluatorType, UnparseableOutput
from benchdocs.specs.judge_reply import ExpertReply, JudgeReply, ShareReply
from benchdocs.specs.prompt_file import USUAL_FORM, PromptForm
from benchdocs.suite.suite import BenchmarkSpec, Suite

_ANSWERS = ("reply", "unreadable", "no_output", "failed")
_KEYS = ("case", "benchmark", "run", "half", *_ANSWERS, "trimmed")
_TEXTS = ("suite", "plan", "product", "judge", "settings", "comment")
_OTHERS = ("versions", "calibration")
_FORM = '{"case": …, "benchmark": …, "reply": {…}}'
_ZERO, _ONE = Fraction(0), Fraction(1)


class CaseOutcome(StrEnum):
    """Verdict on a case, or why there is none.

    Attributes:
        UNREADABLE: The product's output could not be read, or the product failed and gave none.
        FAILED: The instrument failed: the judge, the harness or a script.
        MISSING: The results lack it.
    """

    PASS = "pass"
    FAIL = "fail"
    UNCERTAIN = "uncertain"
    NOT_APPLICABLE = "not_applicable"
    UNREADABLE = "unreadable"
    FAILED = "failed"
    MISSING = "missing"


_EXPLAINED = (CaseOutcome.FAIL, CaseOutcome.UNCERTAIN, CaseOutcome.UNREADABLE, CaseOutcome.FAILED)
"""Outcomes of which a report says why."""


class Question(NamedTuple):
    """What a benchmark has one answer to: a case in a run, by a half."""

    case: str
    run: int
    half: Half


class Answer(NamedTuple):
    """What a line says.

    Attributes:
        share: What the case counts, from 0 to 1; 0 where there is no verdict.
        why: What whoever judged says of a fail, a doubt or a failure, in one line; of `UNREADABLE`, why the
            product gave no output, empty where it gave one.
        place: The file and number of the line.
        is_trimmed: Whether text around a judge's reply was dropped.
    """

    outcome: CaseOutcome
    share: Fraction
    why: str
    place: tuple[str, int]
    is_trimmed: bool = False


class RunStatement(NamedTuple):
    """What a file says of its run."""

    file: str
    values: Mapping[str, str]
    versions: Mapping[str, int]
    is_calibration: bool = False


class Results(NamedTuple):
    """All results of some files.

    Attributes:
        files: Names of the files.
        answers: Answers to what each benchmark asked, by its code.
        stated: What the files say of their run, such as the model that judged, line by line.
        bad: Lines that cannot be used.
        repeated: Lines that answer what an earlier one has answered.
    """

    files: tuple[str, ...]
    answers: Mapping[str, Mapping[Question, Answer]]
    stated: tuple[RunStatement, ...] = ()
    bad: tuple[BadLine, ...] = ()
    repeated: tuple[BadLine, ...] = ()

    @property
    def about(self) -> dict[str, str]:
        """All that the files say of their run."""
        about = {}
        for key in _TEXTS:
            stated = {each.values[key] for each in self.stated if key in each.values}
            if stated:
                about[key] = ", ".join(sorted(stated))
        return about


def read_results(files: Mapping[str, Iterable[bytes]], suite: Suite, plan: Plan | None = None) -> Results:
    """Read the lines of files; what is wrong in them is a bad line, and nothing is guessed.

    A bad line that names what it answers is its answer, one that failed: so no second line takes its place.
    """
    names = CaseNames(suite, plan)
    answers: dict[str, dict[Question, Answer]] = defaultdict(dict)
    stated: list[RunStatement] = []
    bad: list[BadLine] = []
    repeated: list[BadLine] = []
    for file, lines in files.items():
        for number, entry in objects(file, lines, bad):
            try:
                if "about" in entry:
                    stated.append(_about(entry, file))
                    continue
                spec, question = _question(entry, suite, names)
            except ValueError as error:
                bad.append(BadLine(file, number, str(error)))
                continue
            form = USUAL_FORM
            if question.half == "judge" and not spec.fields.has_shares:
                form = suite.settings.prompts
            try:
                answer = _answer(entry, spec, (file, number), form)
            except ValueError as error:
                bad.append(BadLine(file, number, str(error)))
                answer = Answer(CaseOutcome.FAILED, _ZERO, str(error), (file, number))
            earlier = answers[spec.code].setdefault(question, answer)
            if earlier is not answer:
                place = "{}:{}".format(*earlier.place)
                repeated.append(BadLine(file, number, f"the same case, benchmark, run and half as {place}"))
    return Results(tuple(files), answers, tuple(stated), tuple(bad), tuple(repeated))


def names_run(line: bytes, about: Mapping[str, str]) -> bool:
    """Return whether the first line of a file names the same plan and product as results do."""
    stated = _first_about(line)
    return "plan" in about and all(stated.get(key) == about.get(key) for key in ("plan", "product"))


def is_calibration(line: bytes) -> bool:
    """Return whether the first line of a file says that a judge was measured."""
    return _first_about(line).get("calibration") is True


def _first_about(line: bytes) -> dict[str, Any]:
    """Return what the first line of a file says of its run; nothing where it says nothing of it."""
    try:
        stated = object_of(line.removeprefix(b"\xef\xbb\xbf")).get("about")
    except ValueError:
        stated = None
    return stated if isinstance(stated, dict) else {}


def _question(entry: Mapping[str, Any], suite: Suite, names: CaseNames) -> tuple[BenchmarkSpec, Question]:
    """Return what a line answers. Raises ValueError where that is not known."""
    if not {"case", "benchmark"} <= entry.keys():
        refuse_unknown(entry, _KEYS)
    for key, kind in (("case", "ID of the case"), ("benchmark", "code of the benchmark")):
        if key not in entry:
            raise ValueError(f"`{key}` is missing: the {kind}")
    spec = benchmark_named(entry["benchmark"], suite)
    return spec, Question(names.meant(entry["case"]), run_of(entry), _half(entry, spec))


def _answer(
    entry: Mapping[str, Any], spec: BenchmarkSpec, place: tuple[str, int], form: PromptForm
) -> Answer:
    """Return what a line says. Raises ValueError with what is wrong."""
    if "pass" in entry:
        raise ValueError(f"the verdict, `pass`, is part of the whole reply: write `{_FORM}`")
    refuse_unknown(entry, _KEYS)
    given = [key for key in _ANSWERS if key in entry]
    if len(given) != 1:
        listed = " and ".join(f"`{key}`" for key in given) or "none"
        raise ValueError(
            f"one of `reply`, `unreadable`, `no_output` and `failed` is needed, and there is {listed}"
        )
    if entry.get("trimmed", True) is not True or ("trimmed" in entry and given != ["reply"]):
        raise ValueError("`trimmed` has to be true, next to the reply of a judge")
    outcome, share = _outcome(entry, spec, form)
    why = ""
    if outcome in _EXPLAINED:
        why = _reason(entry, form)
    return Answer(outcome, share, why, place, "trimmed" in entry)


def _reason(entry: Mapping[str, Any], form: PromptForm) -> str:
    """Return what whoever judged says of a case, in one line."""
    reply = entry.get("reply", {})
    said = (
        entry.get("failed"),
        entry.get("no_output"),
        *(_value(reply, key, form) for key in ("uncertain_reason", "reason")),
    )
    return " ".join(" ".join(text for text in said if isinstance(text, str)).split())


def _value(reply: Mapping[str, Any], key: str, form: PromptForm) -> Any:
    """Return what a reply has under a usual key, or under the suite's own in its place."""
    return reply.get(form.reply_key(key), reply.get(key))


def _outcome(entry: Mapping[str, Any], spec: BenchmarkSpec, form: PromptForm) -> tuple[CaseOutcome, Fraction]:
    """Return what the answer of a line comes to. Raises ValueError with what is wrong in it."""
    if "failed" in entry:
        one_line("failed", entry["failed"])
        return CaseOutcome.FAILED, _ZERO
    if "no_output" in entry:
        one_line("no_output", entry["no_output"])
        return CaseOutcome.UNREADABLE, _ZERO
    if "unreadable" in entry:
        if entry["unreadable"] is not True:
            raise ValueError("`unreadable` has to be true; leave it out where there is a reply")
        return CaseOutcome.UNREADABLE, _ZERO
    if form.reply:
        return _judged_in_own_form(entry["reply"], form)
    return _judged(entry["reply"], spec)


def fails_unread(spec: BenchmarkSpec) -> bool:
    """Return whether a benchmark fails output that cannot be read; all others leave its case out."""
    metric = spec.fields.metric
    return metric is not None and metric.unparseable_output is UnparseableOutput.FAILS


def _judged_in_own_form(reply: object, form: PromptForm) -> tuple[CaseOutcome, Fraction]:
    """Return what a reply in a suite's own form comes to. Raises ValueError where it has no verdict."""
    verdict = _value(reply, "pass", form) if isinstance(reply, dict) else None
    if not (isinstance(reply, dict) and isinstance(verdict, bool)):
        key = form.reply_key("pass")
        raise ValueError(
            f"the suite has its own form of reply: to be scored, it needs `{key}`, true or false"
        )
    if _value(reply, "applicable", form) is False:
        return CaseOutcome.NOT_APPLICABLE, _ZERO
    if _value(reply, "uncertain", form) is True:
        return CaseOutcome.UNCERTAIN, _ZERO
    return (CaseOutcome.PASS, _ONE) if verdict else (CaseOutcome.FAIL, _ZERO)


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
        raise ValueError(fault_of("the reply", error)) from None
    outcome = CaseOutcome(read.outcome)
    if spec.fields.has_shares and outcome in (CaseOutcome.PASS, CaseOutcome.FAIL):
        if read.score is None:
            raise ValueError("the reply needs a `score`: the share of its items that are met, from 0 to 1")
        return outcome, Fraction(sum(item.met for item in read.items), len(read.items))
    return outcome, _ONE if outcome is CaseOutcome.PASS else _ZERO


def _with_what_an_expert_leaves_out(reply: dict[str, Any], spec: BenchmarkSpec) -> dict[str, Any]:
    """Return the reply of a person with all its keys; the one item judged is the benchmark itself."""
    items = []
    if reply.get("applicable") is not False:
        items.append({"label": spec.code, "quote": "", "entry": "", "met": reply.get("pass") is True})
    return {"applicable": True, "items": items, "uncertain": False, **reply}


def run_of(entry: Mapping[str, Any]) -> int:
    """Return the number of a line's run, 1 where it has none. Raises ValueError for what is no number."""
    run = entry.get("run", 1)
    if isinstance(run, bool) or not isinstance(run, int) or not 1 <= run <= MOST_RUNS:
        raise ValueError(f"`run` has to be a whole number from 1 to {MOST_RUNS}")
    return run


def _half(entry: Mapping[str, Any], spec: BenchmarkSpec) -> Half:
    """Return who judged a line. Raises ValueError where that is nobody who judges this benchmark."""
    halves = halves_of(spec)
    half = entry.get("half", halves[-1])
    for known in halves:
        if known == half:
            return known
    listed = " or ".join(f"`{known}`" for known in halves)
    raise ValueError(f"`half` of a result of `{spec.code}` has to be {listed}")


def _about(entry: Mapping[str, Any], file: str) -> RunStatement:
    """Return what a file says of its run. Raises ValueError where that is no map of short texts."""
    about = entry["about"]
    if len(entry) > 1 or not isinstance(about, dict):
        raise ValueError("`about` has to be an object, alone on its line")
    refuse_unknown(about, (*_TEXTS, *_OTHERS))
    versions = about.get("versions", {})
    if not isinstance(versions, dict) or any(type(version) is not int for version in versions.values()):
        raise ValueError("`versions` has to be an object with a whole number for each benchmark")
    if about.get("calibration", True) is not True:
        raise ValueError("`calibration` has to be true; leave it out where a product was run")
    values = {key: one_line(key, value) for key, value in about.items() if key not in _OTHERS}
    return RunStatement(file, values, versions, "calibration" in about)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of results."""
    text = {"type": "string", "pattern": r"\S", "maxLength": LONGEST}
    reply = (
        "The reply, as `judge_reply.schema.json` describes it; of an expert, `pass` and `reason`. Where the "
        "benchmark counts items, `score` is required, and is the exact share of those that are met."
    )
    answers = {
        "reply": {"type": "object", "description": reply},
        "unreadable": {"const": True, "description": "The product's output could not be read."},
        "no_output": text | {"description": "Why the product gave no output: it failed, or took too long."},
        "failed": text | {"description": "Why the judge, the harness or a script gave no verdict."},
    }
    result = {
        "case": text | {"description": "ID of the case."},
        "benchmark": text | {"description": "Code of the benchmark."},
        "run": {"type": "integer", "minimum": 1, "maximum": MOST_RUNS, "description": "Absent: 1."},
        "half": {"enum": ["code", "judge", "expert"], "description": "Of a hybrid; absent: the judge's."},
    }
    lines = [_closed({**result, key: answer}, "case", "benchmark", key) for key, answer in answers.items()]
    trimmed = "Text around the reply of a judge was dropped."
    lines[0]["properties"]["trimmed"] = {"const": True, "description": trimmed}
    versions = {"type": "object", "additionalProperties": {"type": "integer"}}
    calibration = {"const": True, "description": "The judge was measured, and no product run."}
    about = _closed(dict.fromkeys(_TEXTS, text) | {"versions": versions, "calibration": calibration})
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
