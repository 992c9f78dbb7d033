"""What prompts have in common with the rest of the suite: fixed texts, and what a benchmark leaves out."""

import re

from benchdocs.documents.text_file import read_text
from benchdocs.specs.discovery import PROMPT_REFERENCE
from benchdocs.suite.codes import codes_in
from benchdocs.suite.suite import BenchmarkSpec, Suite

_TEXT_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")


def fixed_texts(suite: Suite) -> dict[str, str]:
    """Return the passages that all prompts share, each by its first line; empty where the suite has none."""
    if not (suite.root / PROMPT_REFERENCE).is_file():
        return {}
    text = read_text(suite.root, PROMPT_REFERENCE).plain_text
    section = text.partition("\n## Fixed texts\n")[2].partition("\n## ")[0]
    return {block.partition("\n")[0]: block for block in _TEXT_BLOCK.findall(section)}


def without_codes(text: str) -> str:
    """Return an entry out of scope as a prompt states it: without the parentheses that name codes."""
    plain = _PARENTHESIS.sub(_without_code, text)
    return " ".join(plain.split())


def _without_code(parenthesis: re.Match[str]) -> str:
    return "" if any(codes_in(parenthesis[0])) else parenthesis[0]


def left_out(spec: BenchmarkSpec) -> dict[str, str]:
    """Return a benchmark's entries out of scope by their text without codes."""
    return {without_codes(entry): entry for entry in spec.fields.out_of_scope}
