"""PRM606, PRM608-610: what a judge's prompt says, held against its form and the suite's codes."""

from collections.abc import Iterator
from itertools import pairwise

from benchdocs.documents.locations import Place, on_line
from benchdocs.documents.spelling import alike, closest
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.code_suggestions import CodeVocabulary
from benchdocs.specs.prompt_file import Heading, PromptFile
from benchdocs.suite.codes import may_name_code
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import Suite

SECTIONS = "Judge prompt reference: sections of a prompt"
REPLY = "Judge prompt reference: the judge's reply"
ONE_BEHAVIOR = "Judge prompt reference: one behavior per judge"

LACKS = "the prompt is missing {}"
_ALIKE = 0.8
"""How alike a line is to the heading that it was meant as."""
_HOLD_SUBSECTIONS = ("scope", "rubric")
"""Headings that other headings follow at once."""
_LONGEST_HEADING = 80


@rule(
    "PRM606",
    "prompt section missing or out of order",
    Severity.WARNING,
    source=SECTIONS,
)
def section_order(suite: Suite) -> Iterator[Violation]:
    """A prompt is missing one of the sections that each prompt has, leaves one empty, or has them in another
    order. The inputs block is optional.

    Why: reviewers compare prompts section by section, and a judge reads its conditions in the order given.

    Fix: copy the headings from the prompt reference in their order and fill each one in.

    Bad evaluators/llm-judge/arrival_prompt.md:

        DESCRIPTION:

    Good evaluators/llm-judge/arrival_prompt.md:

        DESCRIPTION:
        Whether the stated arrival time reaches the record.
    """
    headings = suite.settings.prompts.headings
    for prompt in suite.prompts:
        first = {section.heading.key: section for section in reversed(prompt.sections)}
        missing, is_any = list[str](), False
        for heading in headings:
            number = first[heading.key].line if heading.key in first else None
            if number is None and heading.required and (number := _line_close_to(prompt, heading)):
                line = prompt.lines[number - 1].strip()
                message = f"`{line}` is not a known heading"
                hint = f"replace `{line}` with `{heading.text}`"
                yield Violation(prompt, on_line(number), message, hint)
            if number is None:
                missing += [f"`{heading.text}`"] if heading.required else []
                continue
            if missing:
                hint = "write it above this line, followed by its text; each heading needs its own line"
                yield Violation(prompt, on_line(number), LACKS.format(", ".join(missing)), hint)
            missing, is_any = [], True
        if missing:
            place = on_line(len(prompt.lines)) if is_any else Place()
            hint = "write each on its own line, followed by its text"
            yield Violation(prompt, place, LACKS.format(", ".join(missing)), hint)
        in_file = sorted(first.values(), key=lambda section: section.line)
        for section in in_file:
            is_filled = section.heading.key in _HOLD_SUBSECTIONS or section.body.strip()
            if section.heading.required and not is_filled:
                message = f"there is no text below `{section.heading.text}`"
                hint = "write the section's text below its heading"
                yield Violation(prompt, on_line(section.line), message, hint)
        for above, below in pairwise(in_file):
            if headings.index(below.heading) < headings.index(above.heading):
                message = f"`{below.heading.text}` is below `{above.heading.text}`, but belongs above it"
                hint = "put the sections in the order of the prompt reference"
                yield Violation(prompt, on_line(below.line), message, hint)


def _line_close_to(prompt: PromptFile, heading: Heading) -> int | None:
    """Return the number of the line that a missing heading was meant to be, if one is much like it."""
    headings = {section.line for section in prompt.sections}
    lines: dict[str, int] = {}
    for number, line in enumerate(prompt.lines, 1):
        if number not in headings and len(line) < _LONGEST_HEADING:
            lines[line.strip(" #*")] = number
    found = closest(heading.text, lines, _ALIKE) or closest(heading.text.split(" (")[0], lines, _ALIKE)
    return lines[found] if found else None


@rule(
    "PRM608",
    "behavior id repeated",
    Severity.WARNING,
    source=ONE_BEHAVIOR,
)
def repeated_behavior(suite: Suite) -> Iterator[Violation]:
    """Two prompts judge a behavior with the same name.

    Why: results are filed under the behavior's id, so the verdicts of two judges would be mixed.

    Fix: give each prompt a unique id below `BEHAVIOR:`.

    Bad evaluators/llm-judge/missing_time_prompt.md:

        BEHAVIOR:
        arrival_recorded

    Good evaluators/llm-judge/missing_time_prompt.md:

        BEHAVIOR:
        missing_time_announced
    """
    prompts = grouped((prompt.behavior, prompt) for prompt in suite.prompts if prompt.behavior)
    for behavior, several in prompts.items():
        # The id was made for the prompt whose file is named most like it, and copied into the others.
        first = max(several, key=lambda prompt: alike(prompt.name, behavior)) if several[1:] else several[0]
        for prompt in several:
            if prompt is not first:
                message = f"`{first.path}` already judges the behavior `{behavior}`"
                related = (Link(first, _behavior(first), "first named here"),)
                yield Violation(prompt, _behavior(prompt), message, "give this prompt a unique id", related)


def _behavior(prompt: PromptFile) -> Place:
    """Return where a prompt states its behavior id."""
    section = prompt.section("behavior")
    heading = prompt.lines[section.line - 1] if section else ""
    return Place(route=(heading,), text=prompt.behavior)


@rule(
    "PRM609",
    "prompt names an unknown code",
    Severity.WARNING,
    source="Inclusion and Exclusion Criteria Format",
    fixable=True,
)
def unknown_code_in_prompt(suite: Suite) -> Iterator[Violation]:
    """A prompt names a code that no benchmark or rubric has or had. Or it writes one with different capital
    letters, without its hyphen or with a dash, underscore or space instead, or several as one.

    Why: the prompt tells the judge to leave cases to another benchmark. If that does not exist, nobody judges
    them.

    Fix: write the code of the benchmark or rubric that you mean.

    Bad evaluators/llm-judge/arrival_prompt.md:

        Ignore:
        - departure times (A-DEM8)

    Good evaluators/llm-judge/arrival_prompt.md:

        Ignore:
        - departure times (A-DEM2)
    """
    codes = CodeVocabulary(suite)
    for prompt in suite.paragraphs.holding(may_name_code):
        judged = [user.code for user in suite.users.get(prompt.path, ())]
        for text in suite.codes.unknown_in(prompt.text)[:MAX_LISTED]:
            message = f"no benchmark or rubric has the code `{text}`"
            hint = codes.hint_in_text(text, judged) or "name the benchmark or rubric that you mean"
            yield Violation(prompt, Place(text=text), message, hint, fix=codes.spelled_right(text))


@rule(
    "PRM610",
    "reply has no `pass` key",
    Severity.WARNING,
    source=REPLY,
)
def no_pass_key(suite: Suite) -> Iterator[Violation]:
    """A prompt does not ask for the key `pass` in the judge's reply.

    Why: `pass` is the value that counts. A reply without it is not a verdict, however good its reason is.

    Fix: name the key in the line that asks for the reply, for example `{"reason": "...", "pass": true}`.

    Bad evaluators/llm-judge/arrival_prompt.md:

        CANDIDATE_OUTPUT:
        {candidate_output}

        Reply with {"reason": "...", "verdict": "pass"}

    Good evaluators/llm-judge/arrival_prompt.md:

        CANDIDATE_OUTPUT:
        {candidate_output}

        Reply with {"reason": "...", "pass": false}
    """
    for prompt in suite.prompts:
        if not prompt.asks_for_pass:
            message = "the prompt does not ask for the key `pass` in the reply"
            hint = 'end the prompt with the form of the reply, as `{"reason": "...", "pass": true}`'
            yield Violation(prompt, Place(), message, hint)
