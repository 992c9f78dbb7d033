"""PRM619: whether a prompt keeps the logic and the form that its headings announce."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, zip_longest

from benchdocs.documents.locations import on_line
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import Suite

SOURCE = "Judge prompt reference: sections of a prompt"

_JOINED_BY = {"automatic_fail": "OR", "pass_conditions": "AND"}
_HEADED = {"automatic_fail": r"\b(?:all|both|every)\b", "pass_conditions": r"\b(?:any|either|one)\b"}
"""Lists of conditions, each with the word that joins them, and words of a heading that mean the other."""
_ENTRY = re.compile(r"^([ \t]*)(?:[-*•]|(\d+)[.)])[ \t]+", re.MULTILINE)
_JOIN = re.compile(r"(?:^|[,;]\s*|(?<!\bthe)\s(?=[*_]*\w+[*_,;:]*$))[*_]*(or|and)[\s*_.,;:]*$")
"""A word at the end that joins a condition to the next; `the OR.` is a room."""
_LONGEST_END = 12
_LONGEST_HEADING = 300
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


@rule(
    "PRM619",
    "prompt contradicts its form",
    Severity.WARNING,
    unfixable="only you know which conditions are meant",
)
def contradicted_form(suite: Suite) -> Iterator[Violation]:
    """The lists of a prompt do not work as their headings say: conditions that fail by themselves are not
    joined by `, OR`, an `OR` or `AND` is left at the end, the numbers do not count up from 1, or an entry
    occurs twice. Or a heading means the opposite: `Pass conditions (any must be satisfied):`. Or the prompt
    asks for a second form of reply, or is wrapped in a code fence or YAML front matter. Where a prompt
    without `REPLY:` joins no conditions by OR, the heading alone joins them.

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
    asking = {*suite.paragraphs.holding(_may_ask)}
    for prompt in suite.readable_prompts:
        in_lists = (fault for key in _JOINED_BY for fault in _in_list(prompt, key))
        replies = _replies(prompt) if prompt in asking else ()
        for line, message, hint in islice((*_around(prompt), *in_lists, *replies), MAX_LISTED):
            yield Violation(prompt, on_line(line), message, hint)


def _entries(body: str) -> Iterator[tuple[int, str | None, str]]:
    """Yield lines before, number and text of each entry; indented ones belong to the one above."""
    marks = [*_ENTRY.finditer(body)]
    outer = [mark for mark in marks if len(mark[1]) <= len(marks[0][1])]
    for mark, after in zip_longest(outer, outer[1:]):
        text, _, rest = body[mark.end() : after.start() if after else None].partition("\n\n")
        text = f"{text} {rest}" if _JOIN.fullmatch(rest.strip()) else text
        yield body.count("\n", 0, mark.start()), mark[2], text.strip()


def _in_list(prompt: PromptFile, key: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, message and hint of each condition that is joined, numbered or repeated wrongly."""
    section = prompt.section(key)
    if section is None:
        return
    heading = prompt.text[section.start : section.start + _LONGEST_HEADING].splitlines()[0]
    if re.search(_HEADED[key], heading.lower()):
        yield section.line, f"this heading does not mean {_JOINED_BY[key]}", f"write `{section.heading.text}`"
    must_join = prompt.section("reply") is not None
    for before, message, hint in _faults(section.body, _JOINED_BY[key], must_join):
        opening, start = section.body.partition("\n")[0], section.line
        first = next((n for n, line in enumerate(prompt.lines[start:], start + 1) if opening in line), 0)
        yield first + before, message, hint


@lru_cache(maxsize=256)
def _faults(body: str, right: str, must_join: bool) -> tuple[tuple[int, str, str], ...]:
    """Return what is wrong with a list of conditions, with the lines before it; prompts may repeat a list."""
    entries, found = [*_entries(body.lower())], []
    ends = [_JOIN.search(text, max(len(text) - _LONGEST_END, 0)) for _, _, text in entries]
    joins = [end[1].upper() if end else "" for end in ends]
    must_join = right == "OR" and (must_join or right in joins)
    is_numbered = all(number for _, number, _ in entries)
    may_repeat = len({text[:8] for _, _, text in entries}) < len(entries)
    seen: list[str] = []
    for count, ((before, number, text), end, join) in enumerate(zip(entries, ends, joins, strict=True), 1):
        words = " ".join(text[: end and end.start()].split()).rstrip(".") if may_repeat else text
        next_joins = not entries[count:] or entries[count][2].startswith("or ")
        message = hint = ""
        if words in seen:
            message, hint = "this condition is in the list already", "write each condition once"
        elif is_numbered and number != str(count):
            is_numbered = False
            message = f"condition {count} of this list has the number {number}"
            hint = "number the conditions 1, 2, 3 and so on"
        elif join and count == len(entries):
            message, hint = f"nothing follows the last `{join}`", "delete it, or write what follows"
        elif join not in ("", right):
            message = f"`{join}` joins this condition to the next, but the heading means {right}"
            hint = f"end it with `, {right}`, or write both as one condition"
        elif must_join and not join and not next_joins:
            message, hint = "this condition is not joined to the next", "end it with `, OR`"
        found += [(before, message, hint)] if message else []
        seen.append(words)
    return tuple(found)


def _around(prompt: PromptFile) -> Iterator[tuple[int, str, str]]:
    if wrapper := _WRAPPER.match(prompt.text):
        kind = "a code fence" if wrapper[1] else "YAML front matter"
        line = prompt.position_of(len(prompt.text) - len(prompt.text.lstrip())).line
        yield line, f"the prompt starts with {kind}, which the judge gets as text", "delete it"


def _may_ask(text: str) -> bool:
    return re.search(_ASKS, text.lower(), re.MULTILINE) is not None


def _replies(prompt: PromptFile) -> Iterator[tuple[int, str, str]]:
    """Yield sentences that ask for a reply that is not JSON with `pass`."""
    is_asked = prompt.asks_for_pass and any(f"{verb[1:]} " in prompt.text for verb in _VERBS.split("|"))
    for match in re.finditer(_ASKS, prompt.text.lower(), re.MULTILINE) if is_asked else ():
        heading, line = prompt.heading_at(match.start("ask")), prompt.position_of(match.start("ask")).line
        is_same = re.search(r"\bjson\b|\bpass\W*:", match["ask"])
        if not is_same and not (heading and heading.key in ("reply", "examples")):
            yield line, "this asks for another reply than the rest of the prompt", "keep one form of it"
