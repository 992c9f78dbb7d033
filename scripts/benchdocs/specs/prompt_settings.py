"""Read the setting `prompts`: headings, placeholders and the form of the reply of a suite's prompts."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from benchdocs.documents.text_file import read_text
from benchdocs.files.safe_path import refusal
from benchdocs.specs.prompt_file import HEADINGS, INPUTS, PromptForm

FIELDS = ("headings", "inputs", "reply")
KEYS = tuple(heading.key for heading in HEADINGS)
_PLACEHOLDER = re.compile(r"[a-z][a-z0-9_]{0,59}")
_LONGEST = 80
Report = Callable[[str, str], None]
"""Takes the name of a setting that does not fit (`headings.reply`), and the message that says why."""


def prompt_form(table: Mapping[str, object], report: Report) -> PromptForm:
    """Return the form that a table describes; what does not fit is reported and stays as usual."""
    names, reply = _inputs(table.get("inputs"), report), table.get("reply", "")
    if not (isinstance(reply, str) and (not reply or (reply.endswith(".json") and not refusal(reply)))):
        report("reply", "`reply` has to be the path of a JSON Schema in the suite's folder")
        reply = ""
    texts = {heading.key: heading.text for heading in HEADINGS}
    texts |= {key: f"{name.upper()}:" for key, name in zip(INPUTS, names, strict=True)}
    _put_headings(texts, table.get("headings", {}), report)
    headings = (heading._replace(text=texts[heading.key]) for heading in HEADINGS)
    return PromptForm(tuple(heading for heading in headings if heading.text), names, reply)


def reply_schema(root: Path, path: str) -> dict[str, object] | None:
    """Return the JSON Schema that `reply` names; None where it is missing, no JSON or no object."""
    try:
        found = json.loads(read_text(root, path).text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _inputs(stated: object, report: Report) -> tuple[str, ...]:
    if stated is None:
        return INPUTS
    names = [name for name in stated if isinstance(name, str)] if isinstance(stated, list) else []
    if len(set(names)) == len(INPUTS) == len(names) and all(map(_PLACEHOLDER.fullmatch, names)):
        return tuple(names)
    form = "three different names in lowercase letters, digits and underscores"
    report("inputs", f"`inputs` has to be {form}: those of the labels, the input and the output")
    return INPUTS


def _put_headings(texts: dict[str, str], stated: object, report: Report) -> None:
    """Put the headings that are stated in place of others; an empty one leaves its section out."""
    if not isinstance(stated, dict):
        report("headings", "`headings` has to map sections to their headings")
        return
    for key in (key for key in KEYS if key in stated):
        text = stated[key].strip() if isinstance(stated[key], str) else None
        if text == "" and key != "inputs":  # which are below it where they have no headings
            texts[key] = ""
        elif not text or len(text) > _LONGEST or not (text[0].isalnum() and text.isprintable()):
            form = f"one line of at most {_LONGEST} characters that starts with a letter"
            report(f"headings.{key}", f"the heading of `{key}` has to be {form}")
        elif text.rstrip(":").casefold() in {
            other.rstrip(":").casefold() for name, other in texts.items() if name != key
        }:
            report(f"headings.{key}", f"the heading of `{key}` is also that of another section")
        else:
            texts[key] = text
