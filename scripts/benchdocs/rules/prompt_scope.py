"""PRM614: what a prompt tells the judge to ignore, held against what its benchmark does not count."""

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import Place, Position, at
from benchdocs.documents.text_file import shorten
from benchdocs.rules.completeness import MARK
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.prompt_file import PromptFile, PromptSection
from benchdocs.specs.validation import is_uncertain
from benchdocs.suite.codes import codes_in
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "PROMPT_SPECS.md: sections of a prompt"
_PARENTHESIS = re.compile(r"\([^()]*\)")


@rule(
    "PRM614",
    "prompt and benchmark ignore different items",
    Severity.WARNING,
    fields=("out_of_scope",),
    unfixable="only you know which of the two lists is right",
)
def differing_ignore_list(suite: Suite) -> Iterator[Violation]:
    """The `Ignore:` list of a prompt does not contain the same items as the `out_of_scope` lists of the
    benchmarks in use that it judges. The check compares the words of the entries and ignores codes,
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
        are_whole = all(user.fields.out_of_scope and not is_uncertain(user, "out_of_scope") for user in users)
        if not section or not users or not are_whole or prompt.problems:
            continue
        if MARK not in section.body and not any(MARK in text for _, _, text in stated):
            yield from islice(_differences(prompt, section, stated), MAX_LISTED)


def _differences(
    prompt: PromptFile, section: PromptSection, stated: list[tuple[BenchmarkSpec, int, str]]
) -> Iterator[Violation]:
    """Yield the entries that only the prompt, or only a benchmark that it judges, leaves out."""
    items = section.items
    if len(items) == len(stated) and all(map(_is_same, items, (text for *_, text in stated))):
        return
    ignored = {_words_without_codes(item): item for item in items}
    words_of = {text: _words_without_codes(text) for _, _, text in stated}
    codes = ", ".join(dict.fromkeys(user.code for user, _, _ in stated))
    hint = "make the two lists the same"
    for user, index, text in stated:
        if words_of[text] not in ignored:
            message = f"`Ignore:` is missing `{shorten(text)}`, which is out of scope in {user.code}"
            related = (Link(user.document, at("out_of_scope", index), "it is listed here"),)
            yield Violation(prompt, Place(position=Position(section.line, 1)), message, hint, related)
    wanted = {*words_of.values()}
    for words, item in ignored.items():
        if words not in wanted:
            message = f"`Ignore:` contains `{shorten(item)}`, which is not out of scope in {codes}"
            yield Violation(prompt, Place(position=Position(section.line, 1)), message, hint)


def _is_same(item: str, text: str) -> bool:
    """Return whether two entries have the same words without codes; most differ by an aside at the end."""
    before, _, aside = text.partition(" (")
    if item == f"{before}." and re.fullmatch(r"[^()]*\)\.", aside) and any(codes_in(aside)):
        return True
    return item == text or _words_without_codes(item) == _words_without_codes(text)


def _words_without_codes(text: str) -> str:
    """Return the words of an entry in lower case, without codes and the parentheses that hold one."""
    plain = text
    if "-" in text:  # as in every code
        plain = _PARENTHESIS.sub(lambda match: "" if any(codes_in(match[0])) else match[0], text)
        for start, _, whole in reversed([*codes_in(plain)]):
            plain = plain[:start] + plain[start + len(whole) :]
    return " ".join(re.findall(r"\w+", plain.casefold()))
