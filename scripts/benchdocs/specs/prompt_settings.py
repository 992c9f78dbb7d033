"""Read the setting `prompts`: headings, placeholders and the form of the reply of a suite's prompts."""

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from benchdocs.documents.text_file import read_text
from benchdocs.files.safe_path import refusal
from benchdocs.specs.prompt_file import HEADINGS, INPUTS, PromptForm

NAME = "^[a-z][a-z0-9_]{0,59}$"
Name = Annotated[str, Field(pattern=NAME)]
KEYS = tuple(heading.key for heading in HEADINGS)
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


def prompt_form(prompts: Prompts) -> PromptForm:
    """Return the form of prompts that the settings describe."""
    texts = {heading.key: heading.text for heading in HEADINGS}
    texts |= {key: f"{name.upper()}:" for key, name in zip(INPUTS, prompts.inputs, strict=True)}
    texts |= prompts.headings
    headings = (heading._replace(text=texts[heading.key]) for heading in HEADINGS if texts[heading.key])
    return PromptForm(tuple(headings), tuple(prompts.inputs), prompts.reply)


def reply_schema(root: Path, path: str) -> dict[str, object] | None:
    """Return the JSON Schema that `reply` names; None where it is missing, no JSON or no object."""
    try:
        schema = json.loads(read_text(root, path).text)
    except (ValueError, RecursionError):
        return None
    return schema if isinstance(schema, dict) else None
