"""Fill the templates of new specs and prompts with what follows from the suite."""

import json
import re
from typing import Any
from unicodedata import combining, normalize

from jinja2 import Environment, PackageLoader, StrictUndefined

from benchdocs.authoring.available_codes import CodeError
from benchdocs.authoring.changeset import Step
from benchdocs.documents.text_file import read_text
from benchdocs.files.atomic import read_exactly
from benchdocs.specs.discovery import PROMPT_FOLDER
from benchdocs.suite.suite import Suite

PROMPT_ENDING = "_prompt.md"
LONGEST_NAME = 80
"""Characters of a prompt's concept, which its file is called after."""
_REFERENCE = f"{PROMPT_FOLDER}/PROMPT_SPECS.md"
_SPELLED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
"""Letters that are no plain letter with a mark; `ß` is spelled by `casefold`."""
_TEXT_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_OPENINGS = {"system": "SYSTEM:", "uncertainty": "Uncertainty policy:", "inputs": "INPUTS", "reply": "Reply "}


def filled(template: str, **values: Any) -> str:
    """Return a template with its values; its filter `quoted` quotes a text for YAML and JSON."""
    environment = Environment(
        loader=PackageLoader("benchdocs.authoring", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    return environment.get_template(template).render(**values)


def prompt_step(suite: Suite, code: str, label: str | None) -> Step:
    """Return the step that writes a benchmark's prompt, named after its label, else after its code.

    An existing file with the same text was left by a stopped command. Raises CodeError where both names are
    taken.
    """
    names = [name for name in (slug(label or ""), code.lower().replace("-", "_")) if name]
    for name in names:
        path = f"{PROMPT_FOLDER}/{name}{PROMPT_ENDING}"
        text = prompt_text(suite, path, slug(label or ""))
        if not (suite.root / path).exists() or read_exactly(suite.root / path) == text:
            return Step(path, text)
    raise CodeError(f"`{PROMPT_FOLDER}/{names[-1]}{PROMPT_ENDING}` exists already; rename or delete it first")


def prompt_text(suite: Suite, path: str, behavior: str) -> str:
    """Return a prompt whose sections are blanks; the behavior's id is given where no other prompt has it."""
    taken = {prompt.behavior for prompt in suite.prompts if prompt.path != path}
    free = behavior if behavior not in taken else ""
    return filled("new_prompt.md.j2", behavior=free, phrases=_phrases(suite))


def slug(text: str) -> str:
    """Return a text's words in lower case, joined by underscores; empty without Latin letters."""
    plain = normalize("NFKD", text.casefold().translate(_SPELLED))
    letters = "".join(letter for letter in plain if not combining(letter))
    name = re.sub(r"[^a-z0-9]+", "_", letters).strip("_0123456789")
    if len(name) > LONGEST_NAME:
        name = name[:LONGEST_NAME].rpartition("_")[0] or name[:LONGEST_NAME]
    return name.strip("_0123456789")


def _phrases(suite: Suite) -> dict[str, str]:
    """Return the passages that all prompts share, from the suite's own reference; empty where it has none."""
    phrases = dict.fromkeys(_OPENINGS, "")
    if not (suite.root / _REFERENCE).is_file():
        return phrases
    reference = read_text(suite.root, _REFERENCE).text.replace("\r\n", "\n")
    _, _, fixed = reference.partition("\n## Fixed phrases\n")
    for block in _TEXT_BLOCK.findall(fixed.split("\n## ")[0]):
        for name, opening in _OPENINGS.items():
            if block.startswith(opening):
                phrases[name] = block
    return phrases
