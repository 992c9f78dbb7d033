"""Advise on what YAML allows and a spec does not: a key in braces without a value."""

import re
from typing import Any

from benchdocs.documents.text_file import shorten


def explain_key_alone(text: str, key: Any, before: list[tuple[Any, Any]]) -> str:
    """Advise on a key in braces without a value, which a missing space or a comma has made.

    The nodes before it are those of the last text and its key, if there is one.
    """
    source = text[key.start : key.end]
    if joined := re.fullmatch(r"(?P<name>[A-Za-z][\w.-]* *:)(?P<value>(?!//)\S.*)", source, re.DOTALL):
        spaced = f"{joined['name']} {joined['value']}"
        return f"write `{shorten(spaced)}`"
    hint = f"write `{shorten(source)}: ` and its value"
    for name, value in before:
        whole = f'{shorten(name.source)}: "{shorten(" ".join(text[value.start : key.end].split()))}"'
        hint = f"if it belongs to the text before it, put quotes around all of it: `{whole}`"
    return hint
