"""PRM613: the examples of replies that a prompt shows its judge."""

import json
import re
from collections.abc import Iterator
from itertools import islice

from pydantic_core import from_json

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.judge_reply import REPLY_DECODER, keys_in_order, objections
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import Suite

REPLY = "Judge prompt reference: the judge's reply"

_STRING = r'"(?:[^"\\\n]++|\\.)*+"'
_OBJECT = re.compile(rf'\{{(?:[^{{}}"]++|{_STRING}|"|\{{[^{{}}]*+\}})*+\}}?')
"""Braces and their contents, with at most one more pair inside; also braces that are not closed."""
_HAS_PASS = re.compile(r"""[{,]\s*["'“”]?pass["'“”]?\s*:""")
_EXAMPLE = re.compile(r"\bexample\b.*\b(?:form|reply|answer|response|verdict)\b.*", re.IGNORECASE)
_NOTATION = re.compile(r"[|<>]|\.\.\.|…|\b(?:or|text|string|bool(?:ean)?|number)\b", re.IGNORECASE)
"""What shows the form of a reply, and is no reply: `true|false`, `true or false`, `<text>`."""
_LONGEST_REASON = re.compile(r"(?<=[-–≤=\s])(?<!least )(?<!than )(\d{1,6}) char")
_ASKED_WITHIN = 1_000
"""Characters before an example in which the reply is asked for."""
_AS_JSON = "close the braces, put double quotes around keys and texts, and use commas only between entries"
_AS_ASKED = "show a reply as the judge should write it"
_CONFIDENCE = ("high", "medium", "low")


@rule(
    "PRM613",
    "invalid example of a reply",
    source=REPLY,
)
def example_of_reply(suite: Suite) -> Iterator[Violation]:
    """An example of a reply in a prompt is not JSON, or does not contain what the prompt asks for: `pass`
    with `true` or `false`, and a reason within the stated length. It is a warning if an optional key has a
    value that no judge may give, or if `schemas/judge_reply.schema.json` rejects an example below
    `EXAMPLES:`. Text that only shows the form of a reply (`true|false`, `"<text>"`) is not checked.

    Why: a model follows the example rather than the words around it. A reply that cannot be read, or says
    `"pass": "yes"`, is not a verdict.

    Fix: write an object as the judge should return it, with `true` and `false` without quotes.

    Bad evaluators/llm-judge/arrival_prompt.md:

        CANDIDATE_OUTPUT:
        {candidate_output}

        Reply with {"reason": "The record holds another time.", "pass": "no"}

    Good evaluators/llm-judge/arrival_prompt.md:

        CANDIDATE_OUTPUT:
        {candidate_output}

        Reply with {"reason": "The record holds another time.", "pass": false}
    """
    for prompt in () if suite.settings.prompts.reply else suite.prompts:
        if "{" in prompt.text:
            yield from islice(_faulty_examples(prompt), MAX_LISTED)
            yield from islice(_faulty_in_section(prompt), MAX_LISTED)


def _faulty_in_section(prompt: PromptFile) -> Iterator[Violation]:
    """Yield what is wrong with the examples below `EXAMPLES:`, held against the model of a reply."""
    for example in prompt.examples:
        written, right = keys_in_order(example.data)
        if example.judged is None or written != right:
            yield from _faults(prompt, Position(example.line, 1), example.reply)


def _faulty_examples(prompt: PromptFile) -> Iterator[Violation]:
    """Yield what is wrong with the examples elsewhere, held against what the prompt asks for above them."""
    for match in _OBJECT.finditer(prompt.text):
        written, start = match[0].rstrip(), match.start()
        if '"' not in written and "pass" not in written:
            continue
        if (heading := prompt.heading_at(start)) and heading.key == "examples":
            continue
        before = prompt.text[max(start - 200, 0) : start].rstrip()
        is_example = bool(before and _EXAMPLE.fullmatch(before.splitlines()[-1].strip(" \t*_#>-")))
        if not is_example and (not _HAS_PASS.search(written) or _shows_form(written)):
            continue
        yield from _faults(prompt, prompt.position_of(start), written, start)


def _faults(
    prompt: PromptFile, position: Position, written: str, start: int | None = None
) -> Iterator[Violation]:
    """Yield what is wrong with an example; one that starts elsewhere is held against the text above it."""
    place = Place(position=position)
    try:
        reply = REPLY_DECODER.decode(written)
    except (ValueError, RecursionError) as error:
        # The parser's own words and place differ from one version of Python to the next.
        reason = "" if isinstance(error, json.JSONDecodeError | RecursionError) else f": {error}"
        place = Place(position=_not_json(written, position))
        yield Violation(prompt, place, f"the example of a reply is not JSON{reason}", _AS_JSON)
        return
    found = _against_model(reply) if start is None else _against_prompt(prompt, reply, start)
    for severity, objection in found:
        message = f"the example of a reply {objection}"
        yield Violation(prompt, place, message, _AS_ASKED, severity=severity)


def _not_json(written: str, start: Position) -> Position:
    """Return where a text stops being JSON; its start where only a key is wrong."""
    try:
        from_json(written, allow_inf_nan=False)
    except ValueError as error:
        line, column = map(int, re.findall(r"\d+", str(error))[-2:])
        text = written.split("\n")[line - 1]
        offset = len(text.encode()[: max(column - 1, 0)].decode(errors="ignore"))
        if str(error).startswith("trailing comma"):
            offset = text.rfind(",", 0, offset)
        offset -= "ident" in str(error)  # within a word that starts like `null` or `true`
        while 0 < offset < len(text) - 1 and text[offset - 1 : offset + 1].isalnum():
            offset -= 1  # to the start of the word
        return Position(start.line + line - 1, offset + (start.column if line == 1 else 1))
    return start


def _shows_form(written: str) -> bool:
    """Return whether an object shows the form of a reply in words or characters in place of a value."""
    if _NOTATION.search(re.sub(_STRING, "", written)):
        return True
    value = re.search(rf"pass\"\s*:\s*({_STRING})", written)
    return bool(value and _NOTATION.search(value[1]))


def _against_model(reply: dict[str, object]) -> Iterator[tuple[Severity, str]]:
    if isinstance(reply.get("pass"), bool):
        yield from ((Severity.WARNING, objection) for objection in objections(reply))
    else:
        yield Severity.ERROR, _wrong(reply, "pass", "`true` or `false`")


def _against_prompt(
    prompt: PromptFile, reply: dict[str, object], start: int
) -> Iterator[tuple[Severity, str]]:
    """Yield what an example does not hold, or holds and may not, each with its severity."""
    verdict, reason = reply.get("pass"), reply.get("reason")
    if not isinstance(verdict, bool):
        yield Severity.ERROR, _wrong(reply, "pass", "`true` or `false`")
    if not isinstance(reason, str) and ("reason" in reply or '"reason"' in prompt.text[:start]):
        yield Severity.ERROR, _wrong(reply, "reason", "a text")
    longest = _LONGEST_REASON.search(prompt.text, max(start - _ASKED_WITHIN, 0), start)
    if isinstance(reason, str) and longest and len(reason) > int(longest[1]):
        asked = f"more than the {longest[1]} asked for"
        yield Severity.ERROR, f"has a reason of {len(reason)} characters, {asked}"
    score = 1 if verdict is True else 0
    if "score" in reply and (isinstance(reply["score"], bool) or reply["score"] != score):
        yield Severity.WARNING, _wrong(reply, "score", "1.0 on a pass and 0.0 on a fail")
    if "confidence" in reply and reply["confidence"] not in _CONFIDENCE:
        yield Severity.WARNING, _wrong(reply, "confidence", '"high", "medium" or "low"')
    if "uncertain" in reply and not isinstance(reply["uncertain"], bool):
        yield Severity.WARNING, _wrong(reply, "uncertain", "`true` or `false`")


def _wrong(reply: dict[str, object], key: str, right: str) -> str:
    if key not in reply:
        return f"has no `{key}`, which has to be {right}"
    return f"says `{shorten(json.dumps({key: reply[key]}, ensure_ascii=False)[1:-1])}`, not {right}"
