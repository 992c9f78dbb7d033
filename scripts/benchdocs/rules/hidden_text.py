"""YML006, YML010: hidden and lost characters, and marks of a merge conflict."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import filterfalse, islice

from benchdocs.documents.hidden_characters import (
    hidden_runs,
    is_break,
    is_removable,
    named,
    spelled,
)
from benchdocs.documents.locations import Place, at, printable
from benchdocs.documents.text_file import CONFLICT, CONFLICT_HINT, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_composer import REFUSED
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: text that everybody sees"
_MARKS = ("<<<<<<<", ">>>>>>>", "||||||| ")
_CHANGEABLE = (Benchmark, Rubric, Dictionary, CaseFile, Call)
_LOST = "\ufffd"
"""The character that a program writes for one that it could not read."""


@lru_cache(maxsize=1)
def _files(suite: Suite) -> tuple[TextFile, ...]:
    """Return every text of a suite and its pages; what is only a name has no text."""
    read = (*_changeable(suite), *suite.documents, *suite.code_evaluators)
    return tuple({file.path: file for file in read}.values())


def _changeable(suite: Suite) -> tuple[TextFile, ...]:
    """Return what `--fix` may change: neither code nor records of the past."""
    specs = (file.document for file in suite.read if file.model in _CHANGEABLE)
    return (*specs, *suite.prompts, suite.settings.file, *suite.handwritten)


def _is_plain(file: TextFile) -> bool:
    """Return whether a text can hold nothing hidden or escaped, as most."""
    is_plain = file.text.isascii() and file.path.isascii() and file.path.isprintable()
    return is_plain and not file.problems and not any(char in file.text for char in "\r\v\f\\")


@lru_cache(maxsize=1)
def changeable_paths(suite: Suite) -> frozenset[str]:
    """Return the paths of the files that `--fix` may change."""
    return frozenset(file.path for file in _changeable(suite) if file.text)


@rule(
    "YML006",
    "invisible character",
    fixable=True,
)
def hidden_character(suite: Suite) -> Iterator[Violation]:
    """A text or a file name contains an invisible character, or one that only some machines show: tag
    characters, variation selectors, zero-width characters, soft hyphens, direction marks, private-use
    characters and unassigned characters. In YAML, escapes of these characters count as well. Or a text
    contains what ends a line for some programs only: U+2028, U+2029, U+0085, a vertical tab, a form feed,
    or a carriage return alone. As a warning: U+FFFD, which a program writes for a character that it could not
    read. Every text of the suite is examined (specs, prompts, scripts, cases, records, settings), and so are
    pages in Markdown, and the names of all files below `docs/`.

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
    for file in filterfalse(_is_plain, _files(suite)):
        if not (file.path.isascii() and file.path.isprintable()):
            for _, run in hidden_runs(file.path):
                message = f"the file name contains the invisible {named(run)}"
                yield Violation(TextFile(printable(file.path), ""), Place(), message, "rename the file")
        yield from islice(_in_text(suite, file), MAX_LISTED)
        if isinstance(file, YamlDocument) and "\\" in file.text and not file.problems:
            yield from islice(_escaped(file), MAX_LISTED)


def _in_text(suite: Suite, file: TextFile) -> Iterator[Violation]:
    if any("not UTF-8" in problem.message for problem in file.problems):
        return
    found = " ".join(each.message for each in file.problems if each.kind is ProblemKind.UNREADABLE)
    is_named = "control character" in found or "invisible" in found or (file is suite.settings.file and found)
    is_reported = is_named and file not in suite.handwritten  # by YML001 or WVR901
    if "\r" in file.text and "\n" not in file.text:
        yield _of_old_line_ends(file)
        return
    for start, run in hidden_runs(file.text):
        if not (is_reported and REFUSED.search(run)):
            yield _hidden(suite, file, start, run)
    for match in re.finditer(_LOST, file.text):
        message = f"the text contains {named(_LOST)}, which a program wrote for one that it could not read"
        place, hint = file.place_of(match.start()), "type the character again"
        yield Violation(file, place, message, hint, severity=Severity.WARNING)


def _of_old_line_ends(file: TextFile) -> Violation:
    """Return the violation of a file in which nothing but a carriage return ends a line."""
    message = f"every line ends in {named(chr(13))} alone, which ends a line for some programs only"
    place = file.place_of(file.text.index("\r"))
    return Violation(file, place, message, "save the file with the line ends LF")


def _escaped(file: YamlDocument) -> Iterator[Violation]:
    """Yield the values in double quotes in which an escape stands for a hidden character."""
    for route, node in file.scalars():
        if isinstance(node.value, str) and file.text[node.start] == '"':
            for _, run in hidden_runs(node.value):
                if run not in file.text:
                    message = f"an escape writes the invisible {named(run)}"
                    yield Violation(file, at(*route), message, "delete it")


def _hidden(suite: Suite, file: TextFile, start: int, run: str) -> Violation:
    words = f'; they spell "{shorten(text, 60)}"' if (text := spelled(run)) else ""
    message, hint, new = f"the text contains the invisible {named(run)}{words}", "delete it", ""
    if is_break(run):
        message = f"the text contains {named(run)}, which ends a line for some programs only"
        hint, new = "write a space instead", " "
    is_sure = (is_break(run) or is_removable(run)) and file.path in changeable_paths(suite)
    place = file.place_of(start)._replace(text=run)
    return Violation(file, place, message, hint, fix=new if is_sure else None)


@rule(
    "YML010",
    "marks of a merge conflict",
)
def merge_conflict(suite: Suite) -> Iterator[Violation]:
    """A file that people or judges read contains a line with which git marks a conflict: `<<<<<<<`, `>>>>>>>`
    or `|||||||`, indented or not. The finding is at the first one. Three such characters are no mark: prompts
    may enclose inputs in them.

    Why: readers and judges get both versions, one of which was given up.

    Fix: keep one version, and delete the lines with the marks.

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          <<<<<<< HEAD
          Apply when the narrative gives an arrival time. Flag if the record lacks it.
          =======
          Apply when the narrative gives a time of arrival. Flag if the record lacks it.
          >>>>>>> times

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the narrative gives an arrival time. Flag if the record lacks it.
    """
    for file in _files(suite):
        may_conflict = any(mark[0] in file.text and mark in file.text for mark in _MARKS)
        is_reported = may_conflict and any("merge conflict" in problem.message for problem in file.problems)
        if may_conflict and not is_reported and (mark := re.search(CONFLICT, file.text)):
            place = file.place_of(mark.start("mark"))
            yield Violation(file, place, f"`{mark['mark']}` is a mark of a merge conflict", CONFLICT_HINT)
