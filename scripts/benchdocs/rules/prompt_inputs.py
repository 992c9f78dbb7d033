"""PRM612: the placeholders of a prompt's inputs."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from benchdocs.documents.locations import Place, on_line
from benchdocs.documents.spelling import closest, one_typo_away
from benchdocs.documents.spelling import meant as meant_word
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.prompt_file import HEADINGS, INPUTS, Heading, PromptFile, PromptForm
from benchdocs.suite.suite import Suite

PLACEHOLDERS = "Judge prompt reference: calling the judge"

_PLACEHOLDER = re.compile(r"(?:\$(?=\{)|\{)\{*[ \t]*((?!pass\b)[A-Za-z_][^\s{}\"',:;|]*)[ \t]*\}+")
"""A name in braces; found fast, as each way in which it starts is a character."""
_GOES_ON = re.compile(r"[ ]+[a-z]")
"""How a sentence goes on after a name in braces that is a part of it."""
_LIKE_INPUTS = "answer|candidate|input|label|narrative|output|record|refer|respon|source|transcript|truth"


class _Placeholder(NamedTuple):
    """A word in braces: where it stands, and the input that is meant by it, or None.

    It is likely if something else than a typo is between the word and what is meant.
    """

    start: int
    text: str
    meant: str | None
    is_likely: bool

    @property
    def is_exact(self) -> bool:
        return self.text == f"{{{self.meant}}}"


@rule(
    "PRM612",
    "inputs named incorrectly",
    source=PLACEHOLDERS,
    fixable=True,
)
def input_placeholders(suite: Suite) -> Iterator[Violation]:
    """A prompt that names an input does not name all three, `{ground_truth}`, `{source_narrative}` and
    `{candidate_output}`, each once and below its own heading. Or it contains an unknown placeholder. In a
    suite that sets other headings, all three can be below the heading of the inputs alone. A prompt without
    inputs, where other prompts of the suite name theirs, is a warning.

    Why: the inputs replace these words in the prompt. An unknown placeholder stays as it is, the judge never
    sees a missing input, and if two are swapped it takes the record for the truth.

    Fix: copy the inputs block from the prompt reference. Elsewhere, refer to the inputs by their headings.

    Bad evaluators/llm-judge/arrival_prompt.md:

        GROUND_TRUTH:
        {labels}

    Good evaluators/llm-judge/arrival_prompt.md:

        GROUND_TRUTH:
        {ground_truth}
    """
    form = suite.settings.prompts
    named = {prompt: _placeholders(prompt, form) for prompt in suite.prompts}
    first = next((prompt for prompt, found in named.items() if _inputs(found)), None)
    for prompt, found in named.items():
        yield from islice(_unknown(prompt, found, form), MAX_LISTED)
        if _inputs(found):
            yield from islice(_misplaced(prompt, found, form), MAX_LISTED)
        elif first:
            message = "the prompt names no inputs, but other prompts of the suite do"
            related = (Link(first, Place(text="{"), "this one does"),)
            hint = "add the inputs block of the prompt reference"
            yield Violation(prompt, Place(), message, hint, related, Severity.WARNING)


def _are_inputs(form: PromptForm) -> str:
    return f"the inputs are {', '.join(f'`{{{name}}}`' for name in form.inputs)}"


def _placeholders(prompt: PromptFile, form: PromptForm) -> tuple[_Placeholder, ...]:
    found = []
    for match in _PLACEHOLDER.finditer(prompt.text):
        name = "_".join(re.findall(r"[^\W_]+", match[1])).lower()
        sure = name if name in form.inputs else one_typo_away(name, form.inputs)
        meant = sure or closest(name, form.inputs)
        is_in_sentence = match[1].isidentifier() and _GOES_ON.match(prompt.text, match.end())
        if is_in_sentence and name not in form.inputs and not re.search(_LIKE_INPUTS, name):
            continue
        found.append(_Placeholder(match.start(), match[0], meant, not sure))
    return tuple(found)


def _inputs(found: tuple[_Placeholder, ...]) -> dict[str, _Placeholder]:
    """Return the inputs that a prompt means to name, each where it names it first."""
    return {each.meant: each for each in reversed(found) if each.meant}


def _headings(prompt: PromptFile, form: PromptForm) -> dict[str, Heading]:
    """Return the heading that each input has to be below: its own, or that of all inputs."""
    shared, is_own_form = form.heading["inputs"], form.headings != HEADINGS
    is_shared = is_own_form and prompt.section("inputs") and not any(map(prompt.section, INPUTS))
    return {name: shared if is_shared else form.heading.get(key, shared) for name, key in form.key_of.items()}


def _unknown(prompt: PromptFile, found: tuple[_Placeholder, ...], form: PromptForm) -> Iterator[Violation]:
    exact, own = {each.meant for each in found if each.is_exact}, _headings(prompt, form)
    for each in found:
        if not each.is_exact:
            message = f"`{shorten(each.text)}` is not an input of a judge"
            hint = meant_word(each.meant and f"{{{each.meant}}}", _are_inputs(form))
            heading = prompt.heading_at(each.start)
            is_own = heading and heading == own.get(each.meant or "") and each.meant not in exact
            place = prompt.place_of(each.start)._replace(text=each.text)
            fix = f"{{{each.meant}}}" if is_own and not each.is_likely else None
            yield Violation(prompt, place, message, hint, fix=fix)


def _misplaced(prompt: PromptFile, found: tuple[_Placeholder, ...], form: PromptForm) -> Iterator[Violation]:
    """Yield what is wrong with the inputs that a prompt names: one is absent, named twice, or elsewhere."""
    inputs, headings = _inputs(found), _headings(prompt, form)
    for name, own in headings.items():
        if name not in inputs:
            section = prompt.section(own.key)
            place = on_line(section.line) if section else prompt.place_of(found[0].start)
            message = f"the prompt names other inputs, but not `{{{name}}}`"
            hint = f"write `{{{name}}}` on its own line below `{own.text}`"
            yield Violation(prompt, place, message, hint)
    for each in found:
        if not each.meant:
            continue
        heading, own = prompt.heading_at(each.start), headings[each.meant]
        if heading != own:
            above = f"below `{heading.text}`" if heading else "above all headings"
            message = f"`{each.text}` is {above}, not below `{own.text}`"
            name = form.labels[form.key_of[each.meant]].name
            hint = f"name the input only below `{own.text}`, and write {name} elsewhere"
            yield Violation(prompt, prompt.place_of(each.start), message, hint)
        elif inputs[each.meant] is not each and prompt.heading_at(inputs[each.meant].start) == own:
            message = f"`{each.text}` is already in the prompt"
            related = (Link(prompt, prompt.place_of(inputs[each.meant].start), "first named here"),)
            yield Violation(prompt, prompt.place_of(each.start), message, "name each input once", related)
