"""PRM619: whether the conditions of a prompt are joined as its headings say."""

import re
from collections.abc import Iterator

from benchdocs.documents.locations import on_line
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.suite.suite import Suite

SOURCE = "Judge prompt reference: sections of a prompt"
_END = r"(?<!\bthe)\s[*_]*({})[\s*_.,;:]*$"
"""A word at the end that joins a condition to the next; `the OR.` is a room."""


@rule(
    "PRM619",
    "conditions joined in different ways",
    Severity.WARNING,
)
def mixed_conditions(suite: Suite) -> Iterator[Violation]:
    """Some conditions of a prompt's list end in OR, some in AND, some in neither. Or the word is not the one
    that the heading means: OR below "Automatic fail if any ...", AND below "Pass conditions (all ...)".

    Why: the judge gets the file as it is. It reads `AND` between two faults as one fault that needs both.

    Fix: end each condition that fails by itself with `, OR`, but for the last one.

    Bad evaluators/llm-judge/arrival_prompt.md:

        Automatic fail if any of the following are true:
        - the record holds another time, AND
        - the record holds no time

    Good evaluators/llm-judge/arrival_prompt.md:

        Automatic fail if any of the following are true:
        - the record holds another time, OR
        - the record holds no time
    """
    words = suite.settings.criteria
    joined_by = {"automatic_fail": words.any_of, "pass_conditions": words.all_of}
    end = re.compile(_END.format("|".join(map(re.escape, joined_by.values()))), re.IGNORECASE)
    for prompt in suite.prompts:
        for key, right in joined_by.items():
            section = prompt.section(key)
            conditions = section.items[:-1] if section else ()
            joins = [match[1].casefold() if (match := end.search(text)) else "" for text in conditions]
            if section and (len({*joins}) > 1 or not {*joins} <= {"", right.casefold()}):
                odd = next(
                    text for text, join in zip(conditions, joins, strict=True) if join != right.casefold()
                )
                message = f"`{shorten(odd)}` does not end in {right}, as its heading means"
                hint = f"end all conditions but the last with `, {right}`"
                yield Violation(prompt, on_line(section.line), message, hint)
