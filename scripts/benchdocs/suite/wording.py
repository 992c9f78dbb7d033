"""What counts of a text: its words and lists, not how its lines are wrapped."""

import re

from benchdocs.specs.prompt_file import is_heading

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+•]|\d+[.)])[ \t]+(?=\S)")
"""Start of a line that is an entry of a list."""
_ALONE = re.compile(r"\s*(?:[{}]|<<<|.*>>>\s*$)")
"""A line that is read as such: one around an input, a placeholder, a bracket of a JSON example."""


def words(text: str) -> str:
    """Return a text's words, one space between them."""
    return " ".join(text.split())


def wording(text: str) -> str:
    """Return a text's words, with a line for each heading of a prompt and each entry of a list, at its level,
    and for each line that is read as such."""
    if "\n" not in text:
        return words(text)
    lines = [""]
    levels: list[int] = []
    for line in filter(str.strip, text.splitlines()):
        if item := _ITEM.match(line):
            indent = len(item["indent"].expandtabs())
            levels = [*(level for level in levels if level < indent), indent]
            mark = f"{item['mark'][:-1]}." if item["mark"][0].isdigit() else "-"
            lines.append(f"{'  ' * len(levels)}{mark} {words(line[item.end() :])}")
            continue
        is_alone = _ALONE.match(line)
        if is_alone or is_heading(line):
            levels = []
            lines.append("")
        lines[-1] += f" {words(line)}" if lines[-1] else words(line)
        if is_alone:
            lines.append("")
    return "\n".join(filter(None, lines))
