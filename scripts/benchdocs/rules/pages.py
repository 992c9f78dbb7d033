"""DOC: hand-written pages and files beside them that can run or load something."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from benchdocs.documents.locations import Place, printable
from benchdocs.documents.text_file import TextFile, first_link, read_text
from benchdocs.files.tree import entries
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.conversion import UnconvertibleError, is_heavy, to_html, without_fences
from benchdocs.rules.support.markup import (
    LOAD,
    SCRIPT,
    Refusal,
    refused_in_css,
    refused_in_html,
)
from benchdocs.rules.support.pictures import refused_in_svg
from benchdocs.specs.discovery import HANDWRITTEN, REFERENCE_FILES
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: hand-written pages"
FOLDER = "docs"
CODE_FOLDER = "docs/overrides"
"""Templates: code of the site, like its scripts and style sheets, and reviewed as such."""
SETTINGS = "mkdocs.yml"
_PAGES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_DATA = "png jpg jpeg gif webp avif ico csv tsv txt json yaml yml woff woff2 mp3 mp4 ogg wav webm vtt"
_INERT = frozenset(f".{ending}" for ending in _DATA.split())
_FRONT_MATTER = re.compile(r"\A(?:---[ \t]*(?:[\r\n]|\Z)|[ ]{0,3}[\w-]+:)", re.ASCII)
_PLAIN_TAG = re.compile(
    r"""</?(?:br|caption|span|strong|table|t(?:body|[dhr]|head))
    (?:[ ](?:class="(?:(?!md-|mermaid)[a-z][\w-]*+[ ]?)++"|scope="[a-z]+"|(?:col|row)span="[0-9]+"))*+>""",
    re.VERBOSE | re.ASCII,
)
_SUSPECT = re.compile(
    r"""<(?=[A-Za-z/!?\\])(?!https?://|!--(?:[^<>-]|-(?!-))*-->)    # a tag
    # attributes, unless they are plain
    | \{(?!:?[ ]*(?:(?:\#\w[\w-]*)?(?:[ ]?\.(?:unlinked|decides-verdicts|provisional))*+
            |data-search-exclude)[ ]*\}
        |"[^{}\n=\\]*\}|(?<=[ (]`\{)[a-z_]+\}`)
    | \]\(\s*(?!https?://|mailto:|[\w./-]*(?:[)\#]|\s+["']))    # an address that may open with a scheme
    | !\[(?![^][<`\\\n]{0,200}\]\([\w-][\w./-]*\)) | \]:    # a picture, unless it is plain; an address below
    | _\\?_ | \\_ | &(?:\#|lowbar|UnderBar) | [\x02\x03]       # names of the theme's own
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
"""What all that is refused has in it: other pages need not be converted, which takes long."""


_CODE = re.compile(r"(?<!`)(`+)(?!`)[^\n]+?(?<!`)\1(?!`)")


def published_files(folder: Path) -> Iterator[str]:
    """Yield the paths of the files that MkDocs publishes as they are or as pages."""
    for path, entry in _below_docs(folder):
        is_code = path.startswith(f"{CODE_FOLDER}/") or "/." in path
        if not (is_code or entry.is_dir(follow_symlinks=False) or entry.is_symlink()):
            yield path
    for path in REFERENCE_FILES:
        if (folder / path).is_file() and not first_link(folder, path):
            yield path


def links(folder: Path) -> Iterator[str]:
    """Yield the paths of links, hidden ones and templates too: MkDocs would follow them."""
    yield from (path for path in (*HANDWRITTEN, *REFERENCE_FILES) if os.path.islink(folder / path))
    for path, entry in _below_docs(folder):
        if entry.is_symlink():
            yield path


def _below_docs(folder: Path) -> list[tuple[str, os.DirEntry[str]]]:
    """Return everything below `docs` by its path; nothing if that is a link."""
    docs = folder / FOLDER
    found = () if docs.is_symlink() else entries(docs, sys.maxsize, hidden=True)
    return sorted((Path(entry.path).relative_to(folder).as_posix(), entry) for entry in found)


def _violations(suite: Suite, rule_id: str) -> Iterator[Violation]:
    for file, refusal in _all_refused(suite):
        if refusal.rule == rule_id:
            place = file.place_of(refusal.offset)
            yield Violation(file, place, refusal.message, _HINTS[rule_id] if file.text else _NO_PAGE)


@lru_cache(maxsize=1)
def _all_refused(suite: Suite) -> tuple[tuple[TextFile, Refusal], ...]:
    """Return what is refused in all published files, which two rules report."""
    settings = suite.project / SETTINGS
    text = read_text(suite.project, SETTINGS).text if settings.is_file() else ""
    found: list[tuple[TextFile, Refusal]] = []
    for path in published_files(suite.project):
        found += _refused(suite.project, path, path.removeprefix(f"{FOLDER}/") in text)
    return tuple(found)


_HINTS = {
    SCRIPT: "write it in plain Markdown; put code that readers should see between backticks",
    LOAD: "put the picture or file below `docs/`, or link to the page in a sentence",
}
_NO_PAGE = (
    "delete it, put a page or picture in its place, or name a style sheet in `extra_css` of `mkdocs.yml`"
)


def _refused(folder: Path, path: str, is_known: bool) -> Iterator[tuple[TextFile, Refusal]]:
    ending = os.path.splitext(path)[1].lower()
    is_code = is_known or path in REFERENCE_FILES
    if ending in _INERT:
        return
    if ending not in (*_PAGES, ".svg") and not is_code:
        message = "a file of this kind can run or hide something, and no page of the site needs it"
        yield TextFile(path, ""), Refusal(SCRIPT, message)
        return
    file = read_text(folder, path)
    for problem in file.problems:
        yield file, Refusal(SCRIPT, problem.message)
    if ending in _PAGES:
        yield from ((file, refusal) for refusal in refused_in_page(file.text))
    elif ending == ".svg":
        yield from ((file, refusal) for refusal in refused_in_svg(file.text))
    elif ending == ".css":
        yield from ((file, refusal) for refusal in refused_in_css(file.text))


@lru_cache(maxsize=256)
def refused_in_page(text: str) -> tuple[Refusal, ...]:
    """Return what a page of Markdown must not hold, each with its place in the text."""
    message = "the page opens with settings, which can select another template"
    front = [Refusal(SCRIPT, message)] if _FRONT_MATTER.match(text) else []
    if not (is_heavy(text) or _is_suspect(without_fences(text))):
        return tuple(front)
    try:
        found = Counter(refused_in_html(to_html(text)))
    except UnconvertibleError as error:
        return (*front, Refusal(SCRIPT, f"the page {error}", offset=error.offset))
    return (*front, *_placed(text, found))


def _is_suspect(text: str) -> bool:
    """Return whether a page may hold something to refuse. Among tags, an address in `<…>` is no link."""
    bare, tags = _PLAIN_TAG.subn("<>", text)
    return bool(_SUSPECT.search(bare)) or (tags > 0 and "<http" in bare)


def _placed(text: str, found: Counter[Refusal]) -> Iterator[Refusal]:
    """Yield each refusal where its words are outside of code, or at the first markup, which spells them."""
    lowered = _CODE.sub(lambda code: " " * len(code[0]), without_fences(text)).lower()
    markup = re.search(r"[<\[{&]", lowered)
    for refusal, total in islice(found.items(), MAX_LISTED):
        offset = -1
        for _ in range(min(total, MAX_LISTED)):
            if refusal.sought:
                offset = lowered.find(refusal.sought.lower(), offset + 1)
            if offset >= 0:
                yield refusal._replace(offset=offset)
            else:
                yield refusal._replace(offset=markup.start() if markup else 0)


@rule(
    SCRIPT,
    "page or file that can run a script",
)
def runs_script(suite: Suite) -> Iterator[Violation]:
    """A hand-written page contains a script, an event handler (`onclick`), an address that runs one, a form,
    or markup other than plain elements with plain attributes. Or it opens with settings for MkDocs. Or a file
    below `docs/` is of a kind that can run something: HTML, a script, a picture in SVG with more than plain
    shapes, texts and styles. Markup in code is shown as text and is allowed. Or a page has so much
    markup, or markup so deeply nested, that its conversion takes seconds or has no end.

    Why: anyone who opens the published site would run what a contributor wrote. Readers trust these pages.

    Fix: write the page in plain Markdown. Put markup that readers should see between backticks. A
    site's own scripts and style sheets are code: `mkdocs.yml` lists them, and both are reviewed.

    Bad (whole file) docs/note.md:

        # A note

        Read the <b onclick="run()">details</b>.

    Good (whole file) docs/note.md:

        # A note

        Read the **details**; `<b onclick="run()">` is code.
    """
    yield from _violations(suite, SCRIPT)


@rule(
    LOAD,
    "page or file that loads from elsewhere",
)
def loads_from_elsewhere(suite: Suite) -> Iterator[Violation]:
    """A hand-written page shows a picture, video or sound from another host, embeds another page, or sets its
    own style; or a picture in SVG or a style sheet names a file on another host. An ordinary link to another
    host is allowed.

    Or a page, picture, template or folder is a symbolic link.

    Why: a page that loads from elsewhere tells that host who reads it, can change at any time, and shows
    nothing without a network. A symbolic link publishes a file of the machine that builds the site.

    Fix: put the file below `docs/` and use its relative path, or link to the page in a sentence.

    Bad (whole file) docs/note.md:

        # A note

        ![Diagram](https://host.example/diagram.png)

    Good (whole file) docs/note.md:

        # A note

        See the [diagram](https://host.example/diagram.html).
    """
    yield from _violations(suite, LOAD)
    for path in links(suite.project):
        message, hint = "this is a link, which is not followed", "put the file itself here"
        yield Violation(TextFile(printable(path), ""), Place(), message, hint)
