"""Read the setting `prompts`: headings, placeholders and the form of the reply of a suite's prompts."""

import json
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from benchdocs.documents.text_file import read_text
from benchdocs.files.safe_path import refusal
from benchdocs.specs.prompt_file import HEADINGS, INPUTS, PromptForm

NAME = "^[a-z][a-z0-9_]{0,59}$"
Name = Annotated[str, Field(pattern=NAME)]
KEYS = tuple(heading.key for heading in HEADINGS)
REPLY_KEYS = ("pass", "reason", "applicable", "uncertain", "uncertain_reason")
"""Keys of a reply that are scored or shown."""
_REFERRING = {"$ref", "allOf", "anyOf", "oneOf"}
_LONGEST = 80
"""Most characters of a heading."""


def _headings(stated: dict[str, str]) -> dict[str, str]:
    """Return headings by their sections; refuse what is none, or the heading of two sections."""
    texts = {heading.key: heading.text for heading in HEADINGS}
    for key, text in stated.items():
        is_left_out = text == "" and key != "inputs"  # which are below it where they have no headings
        is_line = text[:1].isalnum() and text.isprintable() and len(text) <= _LONGEST
        if not (is_left_out or is_line):
            form = f"has to be one line of at most {_LONGEST} characters that starts with a letter"
            raise PydanticCustomError("heading", "{form}", {"form": form, "route": (key,)})
        is_taken = any(_plain(taken) == _plain(text) for name, taken in texts.items() if name != key)
        if text and is_taken:
            raise PydanticCustomError("heading", "is also the heading of another section", {"route": (key,)})
        texts[key] = text
    return stated


def _plain(heading: str) -> str:
    return heading.rstrip(":").casefold()


def _inputs(names: list[str]) -> list[str]:
    """Return the names of inputs; refuse a name that is there twice."""
    if len(set(names)) < len(names):
        raise PydanticCustomError("inputs", "has to be three different names")
    return names


def _reply_keys(named: dict[str, str]) -> dict[str, str]:
    """Return the keys of a reply by the usual ones; refuse one that stands for two."""
    for key, own in named.items():
        if not own:
            raise PydanticCustomError("reply_key", "has to name a key", {"route": (key,)})
        if [named.get(usual, usual) for usual in REPLY_KEYS].count(own) > 1:
            raise PydanticCustomError("reply_key", "is also another key of the reply", {"route": (key,)})
    return named


def _schema_path(path: str) -> str:
    """Return the path of a JSON Schema; refuse another one, or one outside of the suite's folder."""
    if path and (not path.endswith(".json") or refusal(path)):
        raise PydanticCustomError("reply", "has to be the path of a JSON Schema in the suite's folder")
    return path


class Prompts(BaseModel):
    """What the judge prompts of a suite have in common."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, defer_build=True)

    headings: Annotated[dict[Literal[KEYS], str], AfterValidator(_headings)] = Field(  # type: ignore[valid-type]
        {}, description="Headings by their sections. An empty text leaves a section out."
    )
    inputs: Annotated[
        list[Name],
        Field(min_length=len(INPUTS), max_length=len(INPUTS)),
        AfterValidator(_inputs),
    ] = Field([*INPUTS], description="Placeholders of the labels, the input and the output.")
    reply: Annotated[str, AfterValidator(_schema_path)] = Field(
        "", description="JSON Schema of a judge's reply: a path from the suite's folder."
    )
    reply_keys: Annotated[dict[Literal[REPLY_KEYS], str], AfterValidator(_reply_keys)] = Field(  # type: ignore[valid-type]
        {}, description="What that reply calls the keys that are scored, by their usual names."
    )

    @model_validator(mode="after")
    def _renames_own_keys(self) -> Self:
        if self.reply_keys and not self.reply:
            raise PydanticCustomError("reply_keys", "need `reply`", {"route": ("reply_keys",)})
        return self


def prompt_form(prompts: Prompts) -> PromptForm:
    """Return the form of prompts that the settings describe."""
    texts = {heading.key: heading.text for heading in HEADINGS}
    texts |= {key: f"{name.upper()}:" for key, name in zip(INPUTS, prompts.inputs, strict=True)}
    texts |= prompts.headings
    headings = (heading._replace(text=texts[heading.key]) for heading in HEADINGS if texts[heading.key])
    return PromptForm(tuple(headings), tuple(prompts.inputs), prompts.reply, (*prompts.reply_keys.items(),))


def reply_schema(root: Path, path: str) -> dict[str, object] | None:
    """Return the JSON Schema that `reply` names; None where it is missing, no JSON or no object."""
    try:
        schema = json.loads(read_text(root, path).text)
    except (ValueError, RecursionError):
        return None
    return schema if isinstance(schema, dict) else None


def lacks_verdict(root: Path, form: PromptForm) -> bool:
    """Return whether a reply cannot have its `pass`; other schemas that its own names may describe it."""
    schema = (form.reply and reply_schema(root, form.reply)) or {}
    stated = schema.get("properties")
    if not isinstance(stated, dict) or schema.keys() & _REFERRING:
        return False
    verdict = stated.get(form.reply_key("pass"), False)
    return "boolean" not in str(verdict.get("type", "boolean")) if isinstance(verdict, dict) else not verdict
