"""PRM615, PRM617, PRM618: fixed texts, codes and length of a judge's prompt."""

from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import Edit, Fix, Place, Position
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.discovery import PROMPT_REFERENCE
from benchdocs.specs.prompt_file import HEADINGS, PromptFile, PromptSection
from benchdocs.suite.prompt_texts import fixed_texts, longest_prompt
from benchdocs.suite.suite import Suite

FIXED = "PROMPT_SPECS.md: fixed texts"
_GOES_ON = "uncertainty"
"""The section that may go on below its fixed text."""


@rule(
    "PRM615",
    "fixed text of a prompt missing or changed",
    Severity.WARNING,
    source=FIXED,
    fixable=True,
    unfixable="only you know where the prompt's own sentences end",
)
def changed_fixed_text(suite: Suite) -> Iterator[Violation]:
    """A prompt does not contain, word for word, one of the texts that `evaluators/llm-judge/PROMPT_SPECS.md`
    shows below "Fixed texts": the system text, the uncertainty policy, the form of the reply, or the inputs
    and the marks around them. The prompt may add its own sentence below the uncertainty policy. If no prompt
    of the suite has a section `REPLY:`, all use an older form, and nothing is compared.

    Why: all judges must follow the same rules. A prompt that words them differently gets different verdicts,
    and without the marks a judge may obey an order in the dictation.

    Fix: copy the text from `PROMPT_SPECS.md`. In a prompt with a section `REPLY:`, `benchdocs check --fix`
    does this for every text but the uncertainty policy. To change a text in all prompts, change it there
    first.

    Bad (whole file) evaluators/llm-judge/PROMPT_SPECS.md:

        # Judge prompts

        ## Fixed texts

        ```text
        Uncertainty policy:
        What is unclear fails.
        ```

    Bad evaluators/llm-judge/arrival_prompt.md:

        REPLY:
        One JSON object.

    Good (whole file) evaluators/llm-judge/PROMPT_SPECS.md:

        # Judge prompts

        ## Fixed texts

        ```text
        Uncertainty policy:
        Incomplete evidence counts as a fail; say so in the reason.
        ```
    """
    headings = {heading.text: heading for heading in HEADINGS}
    is_older = not any(prompt.section("reply") for prompt in suite.prompts)
    fixed = {} if is_older else fixed_texts(suite)
    texts = [(headings[first].key, text) for first, text in fixed.items() if first in headings]
    for prompt in suite.prompts:
        whole = "\n".join((*prompt.lines, ""))
        for key, text in () if prompt.problems else texts:
            if f"{text}\n" not in whole:
                yield _violation(prompt, prompt.section(key), text)


def _violation(prompt: PromptFile, section: PromptSection | None, text: str) -> Violation:
    """Return the finding at the first line that differs, or at the end where there is no such section."""
    heading = text.partition("\n")[0]
    if section is None:
        place = Place(position=Position(len(prompt.lines), 1))
        return Violation(
            prompt, place, f"the prompt is missing `{heading}`", f"copy it from `{PROMPT_REFERENCE}`"
        )
    first, end = section.line - 1, _end(prompt, section)
    wanted = text.split("\n")
    written = prompt.lines[first:end]
    number = next((n for n, pair in enumerate(zip(wanted, written, strict=False)) if pair[0] != pair[1]), 0)
    number = number or min(len(wanted), len(written)) - 1
    message = f"this differs from the text that all prompts have below `{heading}`"
    hint = f"write `{shorten(wanted[number])}`, as in `{PROMPT_REFERENCE}`"
    fix: Fix = ()
    is_whole = section.heading.key != _GOES_ON and prompt.section("reply")
    if is_whole:  # an older prompt asks for its reply below the inputs
        start, stop = prompt.offset_of(first + 1), prompt.offset_of(end) + len(prompt.lines[end - 1])
        fix = (Edit(prompt.path, start, stop, text.replace("\n", prompt.line_end)),)
    return Violation(prompt, Place(position=Position(first + number + 1, 1)), message, hint, fix=fix)


def _end(prompt: PromptFile, section: PromptSection) -> int:
    """Return the number of a section's last line with text; the inputs go on to the end of the file."""
    later = [other.line - 1 for other in prompt.sections if other.line > section.line]
    is_last = section.heading.key == "inputs"
    end = min(later, default=len(prompt.lines)) if not is_last else len(prompt.lines)
    while end > section.line and not prompt.lines[end - 1].strip(" -=_"):
        end -= 1
    return end


@rule(
    "PRM617",
    "benchmark code in a judge's prompt",
    Severity.WARNING,
    source="PROMPT_SPECS.md: sections of a prompt",
    unfixable="only you know how to say it without the code",
)
def code_in_prompt(suite: Suite) -> Iterator[Violation]:
    """A prompt that states the form of its reply, or shows examples of it, names a code of the suite.

    Why: the judge knows only its own benchmark and cannot look up a code. Say in words what it should ignore.
    The prompt's page links the benchmarks that cover it, from `out_of_scope`.

    Fix: remove the code, and say in words what it covers.

    Bad evaluators/llm-judge/arrival_prompt.md:

        Ignore:
        - departure times (A-DEM2)

        EXAMPLES:
        Pass: the time is charted as dictated.
        {"applicable": true, "items": [{"label": "time", "quote": "at nine", "entry": "09:00", "met": true}],
        "uncertain": false, "reason": "The arrival at nine is charted as it was dictated.", "pass": true}
        Fail: another time is charted.
        {"applicable": true, "items": [{"label": "time", "quote": "at ten", "entry": "09:00", "met": false}],
        "uncertain": false, "reason": "The medic said ten, and the record holds nine instead.", "pass": false}

    Good evaluators/llm-judge/arrival_prompt.md:

        Ignore:
        - departure times
    """
    for prompt in suite.prompts:
        if not prompt.problems and (prompt.section("reply") or prompt.section("examples")):
            codes = dict.fromkeys(
                mention.text for mention in suite.codes.mentions(prompt.text) if mention.code
            )
            for code in islice(codes, MAX_LISTED):
                message, hint = f"a judge cannot look up `{code}`", "say in words what you mean"
                yield Violation(prompt, Place(text=code), message, hint)


@rule(
    "PRM618",
    "prompt longer than the reference allows",
    Severity.WARNING,
    source="PROMPT_SPECS.md: length",
    unfixable="only you know which words to cut",
)
def too_long(suite: Suite) -> Iterator[Violation]:
    """A prompt has more characters than `evaluators/llm-judge/PROMPT_SPECS.md` allows below "Length". A line
    end counts as one.

    Why: the judge reads the whole prompt for every case. The longer it is, the more the judge misses.

    Fix: state each condition once, remove variations that `Ignore:` already rules out, and shorten examples.

    Bad (whole file) evaluators/llm-judge/PROMPT_SPECS.md:

        # Judge prompts

        ## Length

        A prompt has at most 300 characters.

    Good (whole file) evaluators/llm-judge/PROMPT_SPECS.md:

        # Judge prompts

        ## Length

        A prompt has at most 3,000 characters.
    """
    limit = longest_prompt(suite)
    for prompt in suite.prompts:
        length = len("\n".join(prompt.lines))
        if limit and not prompt.problems and length > limit:
            message = f"the prompt has {length:,} characters, more than the {limit:,} allowed"
            yield Violation(
                prompt, Place(), message, "state each condition once, and keep the examples short"
            )
