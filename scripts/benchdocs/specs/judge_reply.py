"""What a judge replies with: the model that examples are held against and the published schema is made of."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, NoReturn, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from benchdocs.documents.text_file import shorten

Outcome = Literal["pass", "fail", "uncertain", "not_applicable"]
OUTCOMES: dict[Outcome, str] = {
    "pass": "Pass",
    "fail": "Fail",
    "uncertain": "Unclear",
    "not_applicable": "Not applicable",
}
"""What a reply can come to, each with the word that people read."""
SHORTEST_REASON, LONGEST_REASON = 50, 200
_Words = Annotated[str, StringConstraints(pattern=r"\S")]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class ReplyItem(_Part):
    """One thing that the judge looked at, with its evidence."""

    label: _Words = Field(description="What is judged, in the words of the labels.")
    quote: str = Field(description='The {given} words; "" where nothing was {given}.')
    entry: str = Field(description='The {returned} entry; "" where nothing is {returned}.')
    met: bool = Field(description="Whether the {output} has it right; false for an automatic fail.")


def _if(condition: dict[str, Any], demand: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a demand on keys that holds where other keys have these values."""
    values = {key: {"const": value} for key, value in condition.items()}
    return {"if": {"properties": values}, "then": {"properties": demand}}


def _optional(description: str) -> Any:
    """Declare a key that a judge may leave out; a null in its place is refused."""
    return Field(default=None, description=description)


# They stand in `allOf`, so that they can be left out for a provider that takes plain schemas only.
_MET, _FALSE = {"properties": {"met": {"const": True}}}, {"const": False}
_CONDITIONS: list[dict[str, Any]] = [
    _if({"applicable": True}, {"items": {"minItems": 1}}),
    _if({"applicable": False}, {"items": {"maxItems": 0}, "uncertain": _FALSE, "pass": _FALSE}),
    {
        "if": {"properties": {"uncertain": {"const": True}}},
        "then": {"properties": {"pass": _FALSE}, "required": ["uncertain_reason"]},
        "else": {"properties": {"uncertain_reason": False}},
    },
    _if({"pass": True}, {"items": {"items": _MET}, "score": {"const": 1}}),
    _if({"pass": False}, {"score": {"const": 0}}),
    _if(
        {"applicable": True, "uncertain": False, "pass": False},
        {"items": {"contains": {"properties": {"met": _FALSE}}}},
    ),
]


class JudgeReply(_Part):
    """Reply of a judge to one case, its keys in the order in which it writes them."""

    applicable: bool = Field(description="False only if the labels contain nothing to judge.")
    items: list[ReplyItem] = Field(description="What was judged, one by one; empty where not applicable.")
    uncertain: bool = Field(description="Whether the verdict depends on a doubt; the case then fails.")
    uncertain_reason: _Words = _optional("What is in doubt; present only where uncertain.")
    reason: str = Field(
        min_length=SHORTEST_REASON, max_length=LONGEST_REASON, description="What decided the case."
    )
    verdict: bool = Field(alias="pass", description="True if every item is met and nothing is uncertain.")
    score: float = _optional("1.0 on a pass, 0.0 on a fail, which is also what an absent one means.")
    confidence: Literal["high", "medium", "low"] = _optional("How sure the judge is; nothing depends on it.")

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        unmet = [item for item in self.items if not item.met]
        faults = (
            ("is not applicable, but has items", not self.applicable and self.items),
            ("is not applicable, but judges", not self.applicable and (self.uncertain or self.verdict)),
            ("is applicable, but has no item", self.applicable and not self.items),
            ("is uncertain, but passes", self.uncertain and self.verdict),
            ("is uncertain, but has no `uncertain_reason`", self.uncertain and not self.uncertain_reason),
            ("is certain, but has an `uncertain_reason`", not self.uncertain and self.uncertain_reason),
            ("passes, but has an item that is not met", self.verdict and unmet),
            ("fails, but every item is met", self.outcome == "fail" and not unmet),
            ("has a score that is not its verdict's", self.score not in (None, self.right_score)),
        )
        for fault, is_so in faults:
            if is_so:
                raise ValueError(fault)
        return self

    @property
    def outcome(self) -> Outcome:
        """The verdict, with the two kinds of fail that are not the record's fault."""
        if not self.applicable:
            return "not_applicable"
        if self.uncertain:
            return "uncertain"
        return "pass" if self.verdict else "fail"

    @property
    def right_score(self) -> float:
        """The score that follows from the verdict."""
        return float(self.verdict)


class ExpertReply(JudgeReply):
    """Reply of a person, whose reason may be a few words."""

    reason: _Words


class ShareReply(JudgeReply):
    """Reply of a script whose benchmark counts items: the case scores the share of its items that are met."""

    @property
    def right_score(self) -> float:
        """The share of the items that are met."""
        return sum(item.met for item in self.items) / max(len(self.items), 1)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    reply = dict(pairs)
    if len(reply) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key `{shorten(twice)}` appears twice")
    return reply


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"`{constant}` is not a number")


REPLY_DECODER = json.JSONDecoder(object_pairs_hook=_each_once, parse_constant=_refuse)
"""A reader of replies as data; raises ValueError or RecursionError where one is no JSON."""


_FAULTS = {
    "missing": "it is missing",
    "extra_forbidden": "no such key is known",
    "bool_type": "it has to be true or false",
    "int_type": "it has to be a whole number",
    "string_type": "it has to be a text",
    "list_type": "it has to be a list",
    "model_type": "it has to be an object",
    "greater_than_equal": "it has to be at least {ge}",
    "less_than_equal": "it has to be at most {le}",
    "string_too_short": "it needs at least {min_length} characters",
    "string_too_long": "it has more than {max_length} characters",
}
"""What is wrong with a value, by the kind of error; the others say it themselves."""


def faults_of(error: ValidationError) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Yield the place of each fault of data that is not valid, and what is wrong there, in words."""
    for fault in error.errors(include_url=False, include_input=False):
        words = fault["msg"].removeprefix("Value error, ")
        if known := _FAULTS.get(fault["type"]):
            words = known.format_map(fault.get("ctx", {}))
        yield fault["loc"], words


def objections(reply: Mapping[str, object], form: type[JudgeReply] = JudgeReply) -> Iterator[str]:
    """Yield what a reply holds and may not, or lacks, as ends of a sentence about it."""
    try:
        form.model_validate(reply)
    except ValidationError as error:
        for place, words in faults_of(error):
            key = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
            yield f"has a fault in `{key[1:]}`: {words}" if key else words
    stated, right = keys_in_order(reply)
    if stated != right:
        listed = ", ".join(f"`{key}`" for key in right)
        yield f"has its keys in another order than {listed}"


def keys_in_order(reply: Mapping[str, object]) -> tuple[list[str], list[str]]:
    """Return the keys of a reply that a judge may give, as they are written and in their right order."""
    return [key for key in reply if key in _ORDER], [key for key in _ORDER if key in reply]


_ORDER = [info.alias or name for name, info in JudgeReply.model_fields.items()]


def schema(fill: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON Schema of a reply, in whose descriptions `fill` puts the nouns of a suite."""
    body = JudgeReply.model_json_schema()
    for key in body["$defs"]["ReplyItem"]["properties"].values():
        key["description"] = fill(key["description"])
    for key in body["properties"].values():
        key.pop("default", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body, "allOf": _CONDITIONS}
