"""PRM619: whether a prompt keeps the logic and the form that its headings announce."""

import re
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import NamedTuple

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import Suite

SOURCE = "PROMPT_SPECS.md: sections of a prompt"

_JOINED_BY = {"include": "", "ignore": "", "automatic_fail": "OR", "pass_conditions": "AND"}
"""Lists of a prompt, each with the word that joins its entries, if any."""
_ENTRY = re.compile(r"(\s*)(?:[-*•]|(\d+)[.)])\s+(.*)")
_JOIN = re.compile(r"(?:^|[,;]\s*|(?<!\bthe)\s(?=[*_]*\w+[*_,;:]*$))[*_]*(or|and)[\s*_.,;:]*$", re.IGNORECASE)
"""A word at the end that joins a condition to the next; `the OR.` is a room."""
_WRAPPER = re.compile(r"\s*(?:(```|~~~)|---[ \t]*\r?\n(?:#.*\n|\s*\n)*[a-z][\w-]*:)")
"""What precedes a prompt as a whole: a code fence, or YAML front matter."""
_VERBS = "reply|respond|answer|return|output|print"
_ASKS = (
    r"(?:^[\s*>•-]*(?:\d+[.)]\s+)?|[.:;]\s+)(?:(?:please|now|then|finally|always|only),?\s+)*"
    rf"(?P<ask>(?:{_VERBS})\s(?!of\b|to\b)"
    r"[^\n.;]{0,30}?(?:\{|\byes\b.{1,8}\bno\b|\bpass\b.{1,8}\bfail\b|\btrue\b.{1,8}\bfalse\b|\b(?:json|xml"
    r"|yaml|markdown|(?:one|single) word|(?:number|score) (?:from|between))\b)(?:[^\n.;]|\.(?!\s))*)"
)
"""A sentence that asks the judge for its reply, in one form or another."""


class _Entry(NamedTuple):
    """Entry of a list in a prompt: its line, its number if it has one, and its text."""

    line: int
    number: str | None
    text: str


@rule(
    "PRM619",
    "prompt contradicts its form",
    Severity.WARNING,
    unfixable="only you know which conditions are meant",
)
def contradicted_form(suite: Suite) -> Iterator[Violation]:
    """The lists of a prompt do not work as their headings say: conditions that fail by themselves are not
    joined by `, OR`, an `OR` or `AND` is left at the end, the numbers do not count up from 1, or an entry
    occurs twice. Or the prompt asks for a second form of reply, or is wrapped in a code fence or YAML front
    matter. Where a prompt without `REPLY:` joins no conditions by OR, the heading alone joins them.

    Why: the judge gets the file as it is. It reads `AND` between two faults as one fault that needs both, and
    follows whichever form of reply it saw last.

    Fix: join what fails by itself with `, OR`, number the pass conditions from 1, keep one form of the reply,
    and delete what surrounds the prompt.

    Bad evaluators/llm-judge/arrival_prompt.md:

        Automatic fail if any of the following are true:
        - the record holds another time, AND
        - the record holds no time

    Good evaluators/llm-judge/arrival_prompt.md:

        Automatic fail if any of the following are true:
        - the record holds another time, OR
        - the record holds no time
    """
    for prompt in suite.readable_prompts:
        in_lists = (fault for key in _JOINED_BY for fault in _in_list(prompt, key))
        for line, message, hint in islice((*_around(prompt), *in_lists, *_replies(prompt)), MAX_LISTED):
            yield Violation(prompt, Place(position=Position(line, 1)), message, hint)


def _entries(prompt: PromptFile, first: int) -> list[_Entry]:
    """Return the list below a heading in this line; an indented list within an entry belongs to it."""
    end = next((other.line - 1 for other in prompt.sections if other.line > first), len(prompt.lines))
    found: list[_Entry] = []
    margin, is_open = "", False
    for number, line in enumerate(prompt.lines[first:end], first + 1):
        entry, words = _ENTRY.match(line), line.strip(" -=_")
        if entry and (not found or len(entry[1]) <= len(margin)):
            margin = entry[1]
            found.append(_Entry(number, entry[2], entry[3]))
        elif found and (is_open or _JOIN.fullmatch(words)):
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {words}".strip())
        is_open = bool(words)
    return found


def _in_list(prompt: PromptFile, key: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, message and hint of each entry that is joined, numbered or repeated against the form."""
    section = prompt.section(key)
    entries, right = _entries(prompt, section.line) if section else [], _JOINED_BY[key]
    joins = [match[1].upper() if (match := _JOIN.search(each.text)) else "" for each in entries]
    must_join = right == "OR" and (prompt.section("reply") or right in joins)
    first: dict[str, int] = {}
    for each, join, after in zip_longest(entries, joins, entries[1:]):
        words = " ".join(re.findall(r"\w+", _JOIN.sub("", each.text).casefold()))
        if first.setdefault(words, each.line) != each.line:
            message = f"`{shorten(each.text)}` is already in line {first[words]}"
            yield each.line, message, "write each condition once"
        if right and join and not after:
            yield each.line, f"nothing follows the last `{join}`", "delete it, or write the next condition"
        elif right and join not in ("", right):
            message = f"`{join}` joins this condition to the next, but the heading means {right}"
            yield each.line, message, f"end it with `, {right}`, or write both as one condition"
        elif must_join and after and not join and not after.text.upper().startswith("OR "):
            yield each.line, "this condition is not joined to the next", "end it with `, OR`"
    numbers = [each.number for each in entries]
    if all(numbers) and (wrong := [n for n, each in enumerate(numbers, 1) if each != str(n)]):
        message = f"condition {wrong[0]} of this list has the number {numbers[wrong[0] - 1]}"
        yield entries[wrong[0] - 1].line, message, "number the conditions 1, 2, 3 and so on"


def _around(prompt: PromptFile) -> Iterator[tuple[int, str, str]]:
    if wrapper := _WRAPPER.match(prompt.text):
        kind = "a code fence" if wrapper[1] else "YAML front matter"
        line = prompt.position_of(len(prompt.text) - len(prompt.text.lstrip())).line
        yield line, f"the prompt starts with {kind}, which the judge gets as text", "delete it"


def _replies(prompt: PromptFile) -> Iterator[tuple[int, str, str]]:
    """Yield sentences that ask for a reply that is not JSON with `pass`."""
    verbs = (*_VERBS.split("|"), *_VERBS.title().split("|"))
    is_asked = prompt.asks_for_pass and any(f"{verb} " in prompt.text for verb in verbs)
    for match in re.finditer(_ASKS, prompt.text, re.IGNORECASE | re.MULTILINE) if is_asked else ():
        heading, line = prompt.heading_at(match.start("ask")), prompt.position_of(match.start("ask")).line
        is_same = re.search(r"\bjson\b|\bpass\W*:", match["ask"], re.IGNORECASE)
        if not is_same and not (heading and heading.key in ("reply", "examples")):
            yield line, "this asks for another reply than the rest of the prompt", "keep one form of it"
