"""YML006-007, YML009: what nobody sees in a file or its name, mixed scripts, and marks that hide a line."""

import re
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from benchdocs.documents.hidden_characters import (
    MANY_MARKS,
    hidden_escapes,
    hidden_runs,
    is_break,
    is_mixed,
    is_removable,
    named,
    odd_words,
    spelled,
    stacked_marks,
)
from benchdocs.documents.locations import Edit, Fix, Place, printable
from benchdocs.documents.text_file import TextFile, read_text, shorten
from benchdocs.documents.yaml_document import NOBODY_SEES, REFUSED, YamlDocument
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, VALUE_RULES, rule
from benchdocs.specs.discovery import reviewed_files
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: text that everybody sees"


@lru_cache(maxsize=1)
def _files(suite: Suite) -> tuple[TextFile, ...]:
    """Return every text that people and judges read; what is only a name has no text."""
    known = (*_changeable(suite), *(spec.document for spec in suite.checked_files))
    texts = {file.path: file for file in known if file.text or file.problems}
    reviewed = {*reviewed_files(suite.root)} - texts.keys()
    names = {file.path for file in suite.handwritten} - texts.keys()
    reported = {file.path for file in suite.unlisted}
    others = (
        read_text(suite.root, path) if path in reviewed and path.isprintable() else TextFile(path, "")
        for path in sorted(reviewed | names)
        if printable(path) not in reported
    )
    return (*texts.values(), *others)


def _changeable(suite: Suite) -> tuple[TextFile, ...]:
    """Return what `--fix` may change: neither code nor records of the past."""
    specs = (spec.document for spec in (*suite.specs, *suite.case_files))
    return (*specs, *suite.prompts, suite.settings.file, *suite.handwritten)


@lru_cache(maxsize=1)
def _changeable_paths(suite: Suite) -> frozenset[str]:
    return frozenset(file.path for file in _changeable(suite) if file.text)


@rule(
    "YML006",
    "invisible character",
    fixable=True,
    unfixable="only you know what should be there",
    reveals=("FLD", "REF", "WVR", "INV", "YML", *VALUE_RULES),
)
def hidden_character(suite: Suite) -> Iterator[Violation]:
    """A text or a file name contains an invisible character, or one that only some machines show: tag
    characters, variation selectors, zero-width characters, soft hyphens, direction marks, private-use
    characters and unassigned characters. In YAML, escapes of these characters count as well. Or a text
    contains what ends a line for some programs only: U+2028, U+2029, U+0085, a vertical tab, a form feed, or
    a carriage return alone. Every file that a reviewer reads as text is examined: specs, prompts, cases,
    reviews, pages, settings, pictures in SVG, style sheets, scripts, and the files of the repository itself.

    One variation selector or joiner within an emoji is allowed, and so are joiners within words of Arabic and
    Indic scripts. Flags spelled in tag characters are not.

    Why: a judge and a program read what no reviewer can see. A sentence in tag characters gives orders to a
    judge, a zero-width space turns `A-DEM1` into a different code, and a direction mark shows a line in
    another order. After U+2028, a YAML parser goes on with a new line where a reviewer sees a comment.

    Fix: delete the character, as `--fix` does where it means nothing; replace a line end with a space.
    `--fix` changes neither code nor records of the past. In code, write the character as an escape.

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
        has_break = "\r" in file.text or "\v" in file.text or "\f" in file.text
        if file.problems or has_break or not file.text.isascii():
            yield from islice(_in_text(suite, file), MAX_LISTED)
        if isinstance(file, YamlDocument) and "\\" in file.text and not file.problems:
            yield from islice(_escaped(suite, file), MAX_LISTED)


def _in_text(suite: Suite, file: TextFile) -> Iterator[Violation]:
    problems = " ".join(problem.message for problem in file.problems)
    if "not UTF-8" in problems:
        return
    is_told = "control character" in problems or NOBODY_SEES in problems
    is_told = is_told and isinstance(file, (YamlDocument, PromptFile))  # by YML001
    is_told = is_told or (file is suite.settings.file and bool(problems))  # by WVR901
    if "\r" in file.text and "\n" not in file.text:
        yield _of_old_line_ends(suite, file)
        return
    for start, run in hidden_runs(file.text):
        if not (is_told and REFUSED.search(run)):
            yield _violation(suite, file, start, run, run)


def _of_old_line_ends(suite: Suite, file: TextFile) -> Violation:
    """Return the violation of a file in which nothing but a carriage return ends a line."""
    ends = [match.start() for match in re.finditer("\r", file.text)]
    message = f"every line ends in {named(chr(13))} alone, which ends a line for some programs only"
    is_sure = file.path in _changeable_paths(suite)
    fix: Fix = tuple(Edit(file.path, end, end + 1, "\n") for end in ends) if is_sure else ()
    hint = "save the file with the line ends LF"
    return Violation(file, Place(position=file.position_of(ends[0])), message, hint, fix=fix)


def _escaped(suite: Suite, file: YamlDocument) -> Iterator[Violation]:
    """Yield escapes of hidden characters in the values that YAML reads them in."""
    found = list(hidden_escapes(file.text))
    for _, node in file.scalars() if found else ():
        if file.text[node.start] == '"' and isinstance(node.value, str):
            hidden = {char for _, run in hidden_runs(node.value) for char in run}
            for start, escape, char in islice(found, bisect(found, (node.start,)), None):
                if start > node.end:
                    break
                if char in hidden:
                    yield _violation(suite, file, start, escape, char)


def _violation(suite: Suite, file: TextFile, start: int, written: str, run: str) -> Violation:
    words = f'; they spell "{shorten(text, 60)}"' if (text := spelled(run)) else ""
    message, hint, new = f"the text contains the invisible {named(run)}{words}", "delete it", ""
    if is_break(run):
        message = f"the text contains {named(run)}, which ends a line for some programs only"
        hint, new = "write a space instead", " "
    is_sure = (is_break(run) or is_removable(run)) and file.path in _changeable_paths(suite)
    fix: Fix = (Edit(file.path, start, start + len(written), new),) if is_sure else ()
    return Violation(file, Place(position=file.position_of(start)), message, hint, fix=fix)


@rule(
    "YML007",
    "word that mixes alphabets",
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
                is_sure = is_code and file.path in _changeable_paths(suite)
                fix: Fix = (Edit(file.path, start, start + len(word), latin),) if is_sure else ()
                yield Violation(file, Place(position=file.position_of(start)), message, hint, fix=fix)


def _letters(word: str) -> str:
    return named("".join(dict.fromkeys(re.findall(r"[^\x00-\x7f]", word)))).partition(" (")[0]


@rule(
    "YML009",
    "marks that hide what is around them",
    Severity.WARNING,
    unfixable="only you know which marks the letter has",
)
def stacked(suite: Suite) -> Iterator[Violation]:
    """Four or more combining marks are stacked on one letter. The words of most languages need one or two.

    Why: browsers draw the marks over the lines above and below, so a reader does not see what those say.

    Fix: type the letter again with the marks that its word has.

    Bad a-component/A-DEM1.yaml:

        label: Arrival time re\u0301\u0301\u0301\u0301corded

    Good a-component/A-DEM1.yaml:

        label: Arrival time recorded
    """
    for file in _files(suite):
        places = [] if file.text.isascii() else [(file.text, 0)]
        if isinstance(file, YamlDocument) and "\\" in file.text:
            quoted = (node for _, node in file.scalars() if file.text[node.start] == '"')
            places += [(str(node.value), node.start) for node in quoted]
        for text, offset in places:
            for start, run in islice(stacked_marks(text), MAX_LISTED):
                position = file.position_of(start if text is file.text else offset)
                message = f"{len(run)} combining marks are stacked on one letter: {named(run)}"
                hint = f"type the letter again; {MANY_MARKS - 1} marks are the most that are accepted"
                yield Violation(file, Place(position=position), message, hint)
