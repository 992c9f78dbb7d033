"""YML006-007: what nobody sees in a file or its name, and words that mix scripts."""

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.hidden_characters import (
    hidden_escapes,
    hidden_runs,
    is_mixed,
    is_removable,
    named,
    odd_words,
    spelled,
)
from benchdocs.documents.locations import Edit, Fix, Place, printable
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.documents.yaml_document import NOBODY_SEES, REFUSED, YamlDocument
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import MAX_LISTED, VALUE_RULES, rule
from benchdocs.rules.support.absorbed_fields import scalars
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: text that everybody sees"


def _files(suite: Suite) -> Iterator[TextFile]:
    """Yield what is read by people and judges: specs, cases, prompts, settings, pages and guides."""
    yield from (spec.document for spec in (*suite.specs, *suite.case_files))
    yield from (*suite.prompts, suite.settings.file, *suite.handwritten)


@rule(
    "YML006",
    "invisible character",
    source=SOURCE,
    fixable=True,
    unfixable="only you know what should be there",
    reveals=("FLD", "REF", "WVR", "INV", "YML", *VALUE_RULES),
)
def hidden_character(suite: Suite) -> Iterator[Violation]:
    """A spec, prompt, page, settings file or file name contains an invisible character, or one that only some
    machines show: tag characters, variation selectors, zero-width characters, soft hyphens, direction marks,
    private-use characters and unassigned characters. In YAML, escapes of these characters count as well.

    One variation selector or joiner within an emoji is allowed, and so are joiners within words of Arabic and
    Indic scripts. Flags spelled in tag characters are not.

    Why: a judge and a program read what no reviewer can see. A sentence in tag characters gives orders to a
    judge, a zero-width space turns `A-DEM1` into a different code, and a direction mark shows a line in
    another order.

    Fix: delete the character, as `--fix` does where it means nothing.

    Bad a-component/A-DEM1.yaml:

        label: "Arrival time\\u200b recorded"

    Good a-component/A-DEM1.yaml:

        label: "Arrival time recorded"
    """
    for file in _files(suite):
        if not (file.path.isascii() and file.path.isprintable()):
            for _, run in hidden_runs(file.path):
                message = f"the file name contains the invisible {named(run)}"
                yield Violation(TextFile(printable(file.path), ""), Place(), message, "rename the file")
        if file.problems or not file.text.isascii():
            yield from islice(_in_text(suite, file), MAX_LISTED)
        if isinstance(file, YamlDocument) and "\\" in file.text and not file.problems:
            yield from islice(_escaped(file), MAX_LISTED)


def _in_text(suite: Suite, file: TextFile) -> Iterator[Violation]:
    problems = " ".join(problem.message for problem in file.problems)
    if "not UTF-8" in problems:
        return
    is_told = "control character" in problems or NOBODY_SEES in problems
    is_told = is_told and file not in suite.handwritten  # by YML001 or WVR901
    for start, run in hidden_runs(file.text):
        if not (is_told and REFUSED.search(run)):
            yield _violation(file, start, run, run)


def _escaped(file: YamlDocument) -> Iterator[Violation]:
    """Yield escapes of hidden characters in the values that YAML reads them in."""
    found = list(hidden_escapes(file.text))
    for _, node in scalars(file.root) if found and file.root else ():
        if file.text[node.start] == '"' and isinstance(node.value, str):
            hidden = {char for _, run in hidden_runs(node.value) for char in run}
            for start, escape, char in islice(found, bisect(found, (node.start,)), None):
                if start > node.end:
                    break
                if char in hidden:
                    yield _violation(file, start, escape, char)


def _violation(file: TextFile, start: int, written: str, run: str) -> Violation:
    words = f'; they spell "{shorten(text, 60)}"' if (text := spelled(run)) else ""
    message = f"the text contains the invisible {named(run)}{words}"
    fix: Fix = (Edit(file.path, start, start + len(written), ""),) if is_removable(run) else ()
    return Violation(file, Place(position=file.position_of(start)), message, "delete it", fix=fix)


@rule(
    "YML007",
    "word that mixes alphabets",
    source=SOURCE,
    fixable=True,
    unfixable="only you know which letters are meant",
    reveals=("FLD", "REF", "PRM", "INV"),
)
def mixed_scripts(suite: Suite) -> Iterator[Violation]:
    """A word, a code or a file name mixes Latin letters with similar letters of another script, or is a code
    of the suite in other letters or digits: `\u0410-DEM2` with a Cyrillic A. Greek letters that look like no
    Latin letter are allowed: \u00b5g, k\u03a9, TNF\u03b1.

    Why: it looks like the familiar code or word, but every program and search treats it as a different one.

    Fix: type the word again in Latin letters.

    Bad a-component/A-DEM1.yaml:

        exclusion_criteria: >
          Do not apply to departure times (use \u0410-DEM2 instead).

    Good a-component/A-DEM1.yaml:

        exclusion_criteria: >
          Do not apply to departure times (use A-DEM2 instead).
    """
    stems = {spec.stem for spec in suite.specs}
    for file in _files(suite):
        for _, word, _ in odd_words(file.path):
            if is_mixed(word):
                hint = "rename the file in Latin letters"
                yield Violation(file, Place(), f"the file name mixes scripts: {_letters(word)}", hint)
        for start, word, latin in islice(odd_words(file.text), 10 * MAX_LISTED):
            is_code = latin == suite.known_code(latin) or latin in stems
            if is_code or is_mixed(word):
                message = f"`{shorten(word)}` mixes scripts: {_letters(word)}"
                hint = (
                    f"write `{latin}`" if latin.isascii() else "type the word again in letters of one script"
                )
                fix: Fix = (Edit(file.path, start, start + len(word), latin),) if is_code else ()
                yield Violation(file, Place(position=file.position_of(start)), message, hint, fix=fix)


def _letters(word: str) -> str:
    return named("".join(dict.fromkeys(re.findall(r"[^\x00-\x7f]", word)))).partition(" (")[0]
