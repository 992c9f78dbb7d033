"""PRM614, PRM615: what a judge's prompt ignores, and its fixed texts."""

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import at, on_line
from benchdocs.documents.text_file import shorten
from benchdocs.rules.completeness import MARK
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.discovery import PROMPT_REFERENCE
from benchdocs.specs.prompt_file import PromptFile, PromptSection
from benchdocs.suite.prompt_texts import fixed_texts, without_codes
from benchdocs.suite.suite import BenchmarkSpec, Suite

SECTIONS = "Judge prompt reference: sections of a prompt"
FIXED = "Judge prompt reference: fixed texts"
_GOES_ON = "uncertainty"
"""The section that may go on below its fixed text."""


@rule(
    "PRM615",
    "fixed text of a prompt missing or changed",
    Severity.WARNING,
    source=FIXED,
    fixable=True,
)
def changed_fixed_text(suite: Suite) -> Iterator[Violation]:
    """A prompt does not contain, word for word, one of the texts that `evaluators/llm-judge/PROMPT_SPECS.md`
    shows below "Fixed texts": the system text, the uncertainty policy, the form of the reply, or the inputs
    and the marks around them. The prompt may add its own sentence below the uncertainty policy. If no prompt
    of the suite has a section `REPLY:`, all use an older form, and nothing is compared.

    Why: all judges must follow the same rules. A prompt that words them differently gets different verdicts,
    and without the marks a judge may obey an order in the input.

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
    headings = {heading.text: heading for heading in suite.settings.prompts.headings}
    is_older = not any(prompt.section("reply") for prompt in suite.prompts)
    fixed = {} if is_older else fixed_texts(suite)
    texts = [(headings[first].key, text) for first, text in fixed.items() if first in headings]
    for prompt in suite.prompts:
        whole = f"{prompt.plain_text}\n"
        for key, text in texts:
            if f"{text}\n" not in whole:
                yield _violation(prompt, prompt.section(key), text)


def _violation(prompt: PromptFile, section: PromptSection | None, text: str) -> Violation:
    """Return the finding at the first line that differs, or at the end where there is no such section."""
    heading = text.partition("\n")[0]
    if section is None:
        place, hint = on_line(len(prompt.lines)), f"copy it from `{PROMPT_REFERENCE}`"
        return Violation(prompt, place, f"the prompt is missing `{heading}`", hint)
    first, end = section.line - 1, _end(prompt, section)
    wanted = text.split("\n")
    written = prompt.lines[first:end]
    number = next((n for n, pair in enumerate(zip(wanted, written, strict=False)) if pair[0] != pair[1]), 0)
    number = number or min(len(wanted), len(written)) - 1
    message = f"this differs from the text that all prompts have below `{heading}`"
    hint = f"write `{shorten(wanted[number])}`, as in `{PROMPT_REFERENCE}`"
    place, fix = on_line(first + number + 1), None
    is_whole = section.heading.key != _GOES_ON and prompt.section("reply")
    if is_whole:  # an older prompt asks for its reply below the inputs
        place = place._replace(text=prompt.line_end.join(written[number:]))
        fix = prompt.line_end.join(wanted[number:])
    return Violation(prompt, place, message, hint, fix=fix)


def _end(prompt: PromptFile, section: PromptSection) -> int:
    """Return the number of a section's last line with text; the inputs go on to the end of the file."""
    later = [other.line - 1 for other in prompt.sections if other.line > section.line]
    is_last = section.heading.key == "inputs"
    end = min(later, default=len(prompt.lines)) if not is_last else len(prompt.lines)
    while end > section.line and not prompt.lines[end - 1].strip(" -=_"):
        end -= 1
    return end


@rule(
    "PRM614",
    "prompt and benchmark ignore different items",
    Severity.WARNING,
    source=SECTIONS,
    fields=("out_of_scope",),
)
def differing_ignore_list(suite: Suite) -> Iterator[Violation]:
    """The `Ignore:` list of a prompt does not contain the same items as the `out_of_scope` lists of the
    benchmarks in use that it judges. The check compares the words of the entries and ignores
    parentheses that contain a code, punctuation, capital letters and line breaks. If a benchmark has no
    `out_of_scope`, nothing is compared.

    Why: readers of the spec and the judge must ignore the same things. If only the prompt ignores an item,
    nobody checks it; if only the spec ignores it, the judge fails cases that should pass.

    Fix: write each entry of `out_of_scope` as an entry below `Ignore:`, and no others.

    Bad a-component/A-AUX1.yaml:

        out_of_scope:
          - "Arrival times that are misspelled (A-DEM1)."

    Good a-component/A-AUX1.yaml:

        out_of_scope:
          - "Formatting (A-DEM1)."
    """
    for prompt in suite.prompts:
        section = prompt.section("ignore")
        users = suite.users_in_use(prompt)
        stated = [(user, *entry) for user in users for entry in enumerate(user.fields.out_of_scope)]
        if not section or not users or not all(user.fields.out_of_scope for user in users):
            continue
        if [*section.items] == [without_codes(text) for _, _, text in stated]:  # as it mostly is
            continue
        if MARK not in section.body and not any(MARK in text for _, _, text in stated):
            yield from islice(_differences(prompt, section, stated), MAX_LISTED)


def _differences(
    prompt: PromptFile, section: PromptSection, stated: list[tuple[BenchmarkSpec, int, str]]
) -> Iterator[Violation]:
    """Yield the entries that only the prompt, or only a benchmark that it judges, leaves out."""
    ignored = {_plain(item): item for item in section.items}
    wanted = {_plain(text): (user, index, text) for user, index, text in stated}
    codes = ", ".join(dict.fromkeys(user.code for user, _, _ in stated))
    hint, heading = "make the two lists the same", section.heading.text
    for words, (user, index, text) in wanted.items():
        if words not in ignored:
            message = f"`{heading}` is missing `{shorten(text)}`, which is out of scope in {user.code}"
            related = (Link(user.document, at("out_of_scope", index), "it is listed here"),)
            yield Violation(prompt, on_line(section.line), message, hint, related)
    for words, item in ignored.items():
        if words not in wanted:
            message = f"`{heading}` contains `{shorten(item)}`, which is not out of scope in {codes}"
            yield Violation(prompt, on_line(section.line), message, hint)


def _plain(text: str) -> str:
    """Return the words of an entry in lower case, without the parentheses that name codes."""
    return " ".join(re.findall(r"\w+", without_codes(text).casefold()))
