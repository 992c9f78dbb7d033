"""What the files of a suite that are no specs say, as values by routes, and what a change of each can do."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.specs import discovery
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.meaning import ORDER, REASONS, Route, Values, leaves, meaning
from benchdocs.suite.script_meaning import meaning_of_file
from benchdocs.suite.suite import Suite
from benchdocs.suite.wording import wording, words

Read = Callable[[], Values]
"""Returns what a file says, which takes time."""
WORDING: Route = ("wording",)
"""Route of what counts of the text of a prompt or script."""
TEXT: Route = ("text",)
"""Route of the text of another file, or of what a page says before its first heading."""
MARK = ".decides-verdicts"
"""Attribute of a heading: any change of a word in its section, or below it, can change a verdict."""
_PROVISIONAL = ".provisional"
"""Attribute of the heading of a section that no decision settles."""
SECTION, DECIDES = "section", "decides verdicts"
"""First step of the route to a section of a page, and the last one where the section decides verdicts."""
_HEADING = re.compile(r"(?P<level>#{1,6}) +(?P<title>.*?)(?: *\{:? *(?P<marks>[#.][^}]*)\})?[ #]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_COMMENTED = (".yml", ".txt")
"""Endings of files in which a line that starts with a hash is a comment."""
_REMARKS = ("description", "title", "$comment")
"""Keys of a JSON schema that only explain it."""
_LOWEST = 7
"""Level below that of any heading."""


def file_values(suite: Suite) -> dict[str, Read]:
    """Return what reads each file that is no spec, by path: evaluators, cases, records, pages, settings."""
    by_path: dict[str, Read] = {}
    for evaluator in suite.evaluators:
        by_path[evaluator.path] = partial(evaluator_values, suite, evaluator)
    read = {(document.path, document.text): document for document in suite.documents}
    for file in suite.norms:
        by_path[file.path] = partial(_values, read.get((file.path, file.text), file))
    if settings := suite.settings.stated:
        by_path[suite.settings.file.path] = lambda: dict(leaves(meaning(settings)))
    return by_path


def evaluator_values(suite: Suite, file: PromptFile | CodeEvaluator) -> Values:
    """Return what counts of a prompt's text, or of a script."""
    if isinstance(file, PromptFile):
        return {WORDING: wording(file.text)}
    code, reasons = meaning_of_file(suite, file)
    return {WORDING: code, (REASONS,): reasons} if reasons else {WORDING: code}


def written_files(suite: Suite) -> dict[str, str]:
    """Return the text of every file that is compared, by code or path."""
    specs = {file.code: file.document.unix_text for file in (*suite.broken, *suite.specs)}
    return specs | {file.path: file.unix_text for file in (*suite.evaluators, *suite.norms)}


def effect_of(path: str, route: Route) -> Effect:
    """Return what a change of a value of a file that is no spec can do."""
    if path.startswith(tuple(f"{folder}/" for folder in discovery.LAYOUT_FOLDERS)):
        return Effect.EDITORIAL
    is_label = path == discovery.LABELS_FILE and route[0] != "record"
    is_form = path in discovery.SETTINGS_FILES and route[0] == "prompts"
    is_schema = path.startswith(f"{discovery.SCHEMA_FOLDER}/")
    is_for_editors = path.endswith(".schema.json") and path != discovery.REPLY_SCHEMA
    if is_schema and route[-1] in _REMARKS and "properties" not in route[-2:-1]:
        return Effect.MEANING
    is_deciding = is_label or is_form or (is_schema and not is_for_editors)
    if is_deciding or route == WORDING or route[2:] == (DECIDES,):
        return Effect.SCORE
    return Effect.MEANING


def gravest_effect(path: str, read: Read) -> Effect:
    """Return what a whole file that comes or goes can do: the gravest class of what it says.

    Only in pages and settings can a value do more than others.
    """
    routes = [TEXT]
    if discovery.is_spec_or_evaluator(path):
        routes = [WORDING]
    elif path.endswith(".md") or path in discovery.SETTINGS_FILES:
        routes += read()
    return min((effect_of(path, route) for route in routes), key=list(Effect).index)


def deciding_sections(text: str) -> tuple[str, ...]:
    """Return the headings of the sections of a page that decide verdicts."""
    return tuple(route[1] for route in _sections(text)[1] if route[2:] == (DECIDES,))


def provisional_sections(text: str) -> tuple[str, ...]:
    """Return the headings of a page that are marked as provisional."""
    return tuple(_sections(text)[2])


def _values(file: TextFile) -> Values:
    if file.path.endswith(".md"):
        headings, sections, _ = _sections(file.text)
        return sections | {("sections", ORDER): headings}
    if discovery.is_record(file.path) and (data := _data(file)) is not None:
        return dict(leaves(data))
    lines = file.text.splitlines()
    if file.path.endswith(_COMMENTED):
        lines = [line for line in lines if not line.startswith("#")]
    return {TEXT: [line for line in map(words, lines) if line]}


def _data(file: TextFile) -> Any:
    """Return the data of a file, texts without layout; None where it cannot be read in full."""
    document = file if isinstance(file, YamlDocument) else parse_yaml(file)
    if document.problems or not document.is_readable:
        return None
    return meaning(document.data)


def _sections(text: str) -> tuple[list[str], Values, list[str]]:
    """Return a page's headings with their levels, its sections by heading, and the provisional headings.

    A section is without those in it.
    """
    route, headings, provisional = TEXT, list[str](), list[str]()
    lines: dict[Route, list[str]] = {}
    marked_level, fence = _LOWEST, ""
    for line in text.splitlines():
        if mark := _FENCE.match(line):
            if not fence or mark[1].startswith(fence):
                fence = "" if fence else mark[1]
        elif not fence and (heading := _HEADING.fullmatch(line)):
            level, title = len(heading["level"]), words(heading["title"])
            marks = (heading["marks"] or "").split()
            if _PROVISIONAL in marks:
                provisional.append(title)
            if level <= marked_level:
                is_marked = MARK in marks
                marked_level = level if is_marked else _LOWEST
            route = (SECTION, title)
            if marked_level < _LOWEST:
                route += (DECIDES,)
            headings.append(f"{heading['level']} {title}")
            lines.setdefault(route, [])
            continue
        lines.setdefault(route, []).append(line)
    return headings, {place: wording("\n".join(body)) for place, body in lines.items()}, provisional
