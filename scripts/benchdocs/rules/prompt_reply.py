"""PRM613: the examples of replies that a prompt shows its judge."""

import json
from collections.abc import Iterator

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.judge_reply import REPLY_DECODER, keys_in_order, objections
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import Suite

REPLY = "Judge prompt reference: the judge's reply"

_AS_JSON = "close the braces, put double quotes around keys and texts, and use commas only between entries"
_AS_ASKED = "show a reply as the judge should write it"


@rule(
    "PRM613",
    "invalid example of a reply",
    source=REPLY,
)
def example_of_reply(suite: Suite) -> Iterator[Violation]:
    """An example of a reply below `EXAMPLES:` is not JSON, or does not contain `pass` with `true` or `false`.
    It is a warning if `schemas/judge_reply.schema.json` rejects it otherwise.

    Why: a model follows the example rather than the words around it. A reply that cannot be read, or says
    `"pass": "yes"`, is not a verdict.

    Fix: write an object as the judge should return it, with `true` and `false` without quotes.

    Bad evaluators/llm-judge/arrival_prompt.md:

        EXAMPLES:
        The record holds another time.
        {"applicable": false, "items": [], "uncertain": false,
        "reason": "The labels contain no time of an arrival that could be judged.", "pass": "no"}

    Good evaluators/llm-judge/arrival_prompt.md:

        EXAMPLES:
        The record holds another time.
        {"applicable": false, "items": [], "uncertain": false,
        "reason": "The labels contain no time of an arrival that could be judged.", "pass": false}
    """
    for prompt in suite.prompts:
        for example in prompt.examples:
            written, right = keys_in_order(example.data)
            if example.judged is None or written != right:
                yield from _faults(prompt, Place(position=Position(example.line, 1)), example.reply)


def _faults(prompt: PromptFile, place: Place, written: str) -> Iterator[Violation]:
    """Yield what is wrong with an example, held against the model of a reply."""
    try:
        reply = REPLY_DECODER.decode(written)
    except (ValueError, RecursionError) as error:
        # The parser's own words and place differ from one version of Python to the next.
        reason = "" if isinstance(error, json.JSONDecodeError | RecursionError) else f": {error}"
        yield Violation(prompt, place, f"the example of a reply is not JSON{reason}", _AS_JSON)
        return
    if isinstance(reply.get("pass"), bool):
        for objection in objections(reply):
            message = f"the example of a reply {objection}"
            yield Violation(prompt, place, message, _AS_ASKED, severity=Severity.WARNING)
    else:
        message = "the example of a reply has no `pass`, which has to be `true` or `false`"
        if "pass" in reply:
            said = shorten(json.dumps(reply["pass"], ensure_ascii=False))
            message = f'the example of a reply says `"pass": {said}`, not `true` or `false`'
        yield Violation(prompt, place, message, _AS_ASKED)
