"""The plan of a run: which cases each benchmark has to answer, by which halves, and in how many runs.

An export writes it before anything is run. What the plan has and the results lack is without a result.
"""

import json
import re
from functools import cached_property, partial
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.text_file import is_blank, shorten
from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.judge_reply import REPLY_DECODER, faults_of
from benchdocs.suite.cases import compared_name, json_digest
from benchdocs.suite.suite import BenchmarkSpec

FILE = "plan.json"
"""Name of a plan beside the results of its runs."""
MOST_RUNS = 1_000
LONGEST = 200
"""Most characters of a text that is shown in one line."""
Half = Literal["code", "judge", "expert"]
HALVES: dict[EvaluatorType, tuple[Half, ...]] = {
    EvaluatorType.CODE: ("code",),
    EvaluatorType.LLM_JUDGE: ("judge",),
    EvaluatorType.HYBRID: ("code", "judge"),
    EvaluatorType.MANUAL_SME: ("expert",),
}
"""Who has to judge a case, by the type of its benchmark."""


def halves_of(spec: BenchmarkSpec) -> tuple[Half, ...]:
    """Return who has to judge a case of a benchmark."""
    return HALVES[spec.fields.evaluator_type or EvaluatorType.CODE]


_BREAK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(key: str, value: object) -> str:
    """Return a value that is a short readable text. Raises ValueError for any other."""
    if not isinstance(value, str) or is_blank(value):
        raise ValueError(f"`{key}` has to be a text")
    if len(value) > LONGEST:
        raise ValueError(f"`{key}` has {len(value)} characters, and at most {LONGEST} are read")
    if _BREAK.search(value) or next(hidden_runs(value), None):
        raise ValueError(f"`{key}` has characters that cannot be shown in one line")
    return value


def case_name(key: str, value: object) -> str:
    """Return a value that names a case. Raises ValueError for any other, also with blanks at its edges."""
    name = one_line(key, value)
    if name != name.strip():
        raise ValueError(f"`{key}` begins or ends with a blank: write `{name.strip()}`")
    return name


def fault_of(subject: str, error: ValidationError) -> str:
    """Return what is wrong first with a plan or reply, as a sentence."""
    place, words = next(faults_of(error))
    key = shorten(".".join(map(str, place)), 80)
    return f"{subject} has a fault in `{key}`: {words}" if key else f"{subject} {words}"


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


def _optional(description: str) -> Any:
    """Declare a key that a case may lack; a null in its place is refused."""
    return Field(default=None, description=description)


_Line = Annotated[str, Field(pattern=r"\S", max_length=LONGEST), AfterValidator(partial(one_line, "text"))]
_Name = Annotated[_Line, AfterValidator(partial(case_name, "name"))]
_Codes = Annotated[list[_Line], Field(min_length=1, json_schema_extra={"uniqueItems": True})]
_Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Tags = Annotated[list[_Line], Field(json_schema_extra={"uniqueItems": True})]
_Halves = Annotated[list[Half], Field(min_length=1, max_length=2, json_schema_extra={"uniqueItems": True})]


class PlannedCase(_Part):
    """A case that is to be run."""

    benchmarks: _Codes = Field(description="Codes of the benchmarks that have to give a verdict on it.")
    digest: _Digest = Field(description="SHA-256 of its labels and narrative.")
    narrative: _Digest = _optional("SHA-256 of its narrative in the form in which narratives are compared.")
    source: _Name = _optional("What it was made of, where several cases may share that.")

    @property
    def content(self) -> str:
        """What it shares with its copies."""
        return self.narrative or self.digest


class Plan(_Part):
    """What a run has to answer."""

    suite: _Digest = Field(description="SHA-256 of the suite that was exported.")
    versions: dict[_Line, Annotated[int, Field(ge=1)]] = Field(description="Versions of all benchmarks.")
    halves: dict[_Line, _Halves] = Field(description="Who has to judge a case of each benchmark.")
    runs: int = Field(ge=1, le=MOST_RUNS, description="How often each case is run.")
    tags: _Tags = Field(description="Tags of the suite's cases that were chosen; empty: all of them.")
    cases: dict[_Name, PlannedCase] = Field(min_length=1, description="The cases by name.")

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        names: dict[str, str] = {}
        for name, case in self.cases.items():
            other = names.setdefault(compared_name(name), name)
            if other != name:
                raise ValueError(f"has `{name}` and `{other}`, which name the same case")
            for code in case.benchmarks:
                if code not in self.halves or code not in self.versions:
                    raise ValueError(f"has `{code}` in the case `{name}`, but not its halves or version")
            if len({*case.benchmarks}) < len(case.benchmarks):
                raise ValueError(f"names a benchmark of the case `{name}` twice")
        for code, halves in self.halves.items():
            if len({*halves}) < len(halves):
                raise ValueError(f"names a half of `{code}` twice")
        return self

    @property
    def data(self) -> dict[str, Any]:
        """The plan as plain values."""
        return self.model_dump(exclude_none=True)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of its JSON with sorted keys and no spaces, which results name."""
        return json_digest(self.data)

    @property
    def short(self) -> str:
        """The first digits of the digest, by which people name a plan."""
        return self.digest[:8]

    @property
    def text(self) -> str:
        """The plan as its file."""
        return json.dumps(self.data, ensure_ascii=False, sort_keys=True, indent=2) + "\n"


def read_plan(content: bytes) -> Plan:
    """Return the plan of a file. Raises ValueError with what is wrong in it, as a sentence."""
    try:
        entry = REPLY_DECODER.decode(content.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("the plan is not UTF-8: export it again") from None
    except RecursionError:
        raise ValueError("the plan is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"the plan is no JSON: {error}") from None
    if not isinstance(entry, dict):
        raise ValueError("the plan is no JSON object")
    try:
        return Plan.model_validate(entry)
    except ValidationError as error:
        raise ValueError(fault_of("the plan", error)) from None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a plan."""
    body = Plan.model_json_schema()
    for key in ("narrative", "source"):
        body["$defs"]["PlannedCase"]["properties"][key].pop("default")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}
