"""Fill the templates: every text of a spec is escaped, and codes in it become links.

A template declares its sections with `{% call section("scale", "Scoring scale") %}`. Their content never
passes through Markdown: MkDocs reads only the front matter of a generated page.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from types import CodeType
from typing import Any, NamedTuple

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    PackageLoader,
    StrictUndefined,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup, escape

from benchdocs.reports.text import excerpt
from benchdocs.reports.urls import Address
from benchdocs.site.charts.bars import share_width
from benchdocs.site.links import Linker, relative
from benchdocs.site.views.cases import as_json, kind_name
from benchdocs.site.views.decisions import mark_of, value_groups
from benchdocs.site.views.examples import examples
from benchdocs.site.views.missing_values import number_text, share_text
from benchdocs.site.views.spec import clauses, pointer, status_label
from benchdocs.specs.cases import CASE_ID, KEY
from benchdocs.specs.numbers import counted, day_text, shown
from benchdocs.specs.settings import CriteriaWords
from benchdocs.suite.cases import confirmers, short_digest
from benchdocs.suite.codes import is_component

TITLE_ID = "title"
FEWEST_FOLDED = 3
"""Entries of a list that are worth a fold: its line, and the click."""
_TITLE = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
_CODE_SPAN = re.compile(r"`(?<!``)([^`\n]+)`(?!`)")
_IDENTIFIER = re.compile(r"(?<![\w`/.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w`/-]|\.\w)")
"""The name of a field of the record, a label or a number that is counted: `chest_pain`."""
_LINK_OR_TAG = re.compile(r"(<a\b.*?</a>|<[^>]*>)", re.DOTALL)
_NOWHERE = "\ue001"
"""Stands for an address that a site does not have until a part of a page is finished."""
_DEAD_LINK = re.compile(rf'<a\b[^>]*\bhref="{_NOWHERE}[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
_QUOTE = re.compile(
    r"['\"`](?:(?<=`)(?P<code>[^`]*`)|(?<!`)(?:(?P<opens>(?<![\w.,;:!?)…’”].)(?=\S))|(?P<measure>(?<=\d.))?))"
)
"""Code or a quotation mark, searched by its first character."""
_CURLY = {("'", True): "‘", ("'", False): "’", ('"', True): "“", ('"', False): "”"}
_PARAGRAPH = Markup("<p>{}</p>\n")
_CELL = re.compile(r"<t[hd]\b([^>]*)>")
_LABELS = re.compile(r"\blabels?(?= (?:give|hold|list|mark|name|say|show|state)s?\b)")
"""What a spec says of its labels: `the labels mark`, `a label names`."""


class _CompiledTemplates(BytecodeCache):
    """Compiled templates, by file and text: for this run, and in a folder of the user's for later ones."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}
        self._files: BytecodeCache | None = None
        with suppress(RuntimeError, OSError):  # there is no folder that only this user can write to
            self._files = FileSystemBytecodeCache(pattern="benchdocs-%s.cache")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that was compiled from the same text, if there is any."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))
        if bucket.code is None and self._files:
            with suppress(OSError):
                self._files.load_bytecode(bucket)
            self._code[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code."""
        self._code[bucket.key, bucket.checksum] = bucket.code
        if self._files:
            with suppress(OSError):
                self._files.dump_bytecode(bucket)


COMPILED = _CompiledTemplates()
"""The templates of all renderers and of the theme."""


def copy_link(id: str, name: str) -> Markup:
    """Return the link to a part of a page, with a name of what it leads to.

    Its sign comes from the style sheet: it is no part of the text. A script copies the address as well.
    """
    return Markup(f'<a class="headerlink" href="#{escape(id)}" title="Copy link to {escape(name)}"></a>')


def link_title(finished: str) -> str:
    """Return a page's HTML whose title has an id and a link to it, if it had none."""

    def linked(title: re.Match[str]) -> str:
        link = copy_link(TITLE_ID, f"“{Markup(title[1]).striptags()}”")
        return f'<h1 id="{TITLE_ID}">{title[1].rstrip()}{link}</h1>'

    return _TITLE.sub(linked, finished, count=1)


class Section(NamedTuple):
    """A part of a page: a fixed heading, or none for the opening, and finished HTML."""

    id: str
    heading: str
    html: str


@lru_cache(maxsize=1024)
def _day(date: object) -> Markup:
    """Return a date as pages show it, which programs can read, too."""
    return Markup('<time datetime="{}">{}</time>').format(date, day_text(date))


def jinja_environment(**options: Any) -> Environment:
    """Return an environment of templates with the filters for numbers; lines of blocks are dropped."""
    made = Environment(
        loader=PackageLoader("benchdocs.site", "templates"),
        undefined=StrictUndefined,
        bytecode_cache=COMPILED,
        trim_blocks=True,
        lstrip_blocks=True,
        **options,
    )
    made.filters.update(share=share_text, shown=shown, number=number_text)
    made.filters.update(
        counted=counted, mark_of=mark_of, status_label=status_label, value_groups=value_groups
    )
    return made


class Renderer:
    """A renderer of templates, with the links that the linker finds in texts."""

    def __init__(
        self, linker: Linker, exists: Callable[[str], bool] = lambda address: True, **values: Any
    ) -> None:
        """Take the linker, whether the site has an address, and the values that every template gets."""
        self.linker = linker
        self._exists = exists
        self._language = values.get("language")
        in_own_words = values.get("criteria", CriteriaWords()).in_text
        self._codes = Linker(linker.urls, retired=linker.retired)
        self._jinja = jinja_environment(autoescape=True)
        self._jinja.filters.update(
            prose=self._prose,
            inline=self._inline,
            linked=self._linked,
            message=self._message,
            excerpt=excerpt,
            sentence=sentence,
            href=self._href,
            share_width=share_width,
            clauses=clauses,
            pointer=pointer,
            leading=leading,
            examples=examples,
            as_json=as_json,
            case_kind=kind_name,
            confirmers=confirmers,
            short_digest=short_digest,
            paragraphs=lambda text: _paragraphs(in_own_words(text)),
            day=_day,
            day_text=day_text,
            coded=lambda text: _coded(in_own_words(text)),
            curly=_curly,
            label_links=_label_links,
            numeric_columns=_numeric_columns,
        )
        self._jinja.tests.update(component=is_component, case_id=_is(CASE_ID), key_name=_is(KEY))
        self._jinja.tests.update(existing=existence(exists))
        self._jinja.globals.update(
            urls=linker.urls,
            Address=Address,
            link_class=linker.link_class,
            relative=relative,
            copy_link=copy_link,
            **values,
        )

    def sections(self, template: str, url: str, **values: Any) -> tuple[Section, ...]:
        """Return the sections of a page at this address, in the order in which the template calls them."""
        sections: list[Section] = []

        def section(id: str, heading: str, caller: Callable[[], str]) -> str:
            sections.append(Section(id, heading, _without_dead_links(str(caller()))))
            return ""

        self.linker.start_page()
        self._jinja.get_template(template).render(url=url, section=section, **values)
        return tuple(sections)

    def fragment(self, template: str, url: str, **values: Any) -> str:
        """Return a template without sections as HTML."""
        return _without_dead_links(self._jinja.get_template(template).render(url=url, **values))

    @pass_context
    def _href(self, context: Context, target: str) -> str:
        """Return the link from the page being rendered to an address of the site, if the site has it."""
        return relative(target, str(context["url"])) if self._exists(target) else _NOWHERE

    @pass_context
    def _prose(self, context: Context, text: str | None) -> Markup:
        """Return a spec's text as paragraphs, one for each line: YAML has joined the folded lines already."""
        lines = (self._inline(context, line) for line in (text or "").split("\n") if line.strip())
        return Markup("").join(map(_PARAGRAPH.format, lines))

    @pass_context
    def _inline(self, context: Context, text: str | None) -> Markup:
        """Return a spec's text within a line: names and spans in back-ticks are code, codes are links.

        Quotes are typographic in English.
        """
        text = _IDENTIFIER.sub(r"`\g<0>`", text) if text and "_" in text else text or ""
        text = text if self._language else _curly(text)
        return self._in_its_language(_with_code(text, partial(self.linker.html, url=str(context["url"]))))

    def _in_its_language(self, text: Markup) -> Markup:
        """Return a text of the suite, marked with its language where that is not English."""
        if not (self._language and text):
            return text
        return Markup('<span lang="{}">{}</span>').format(self._language, text)

    @pass_context
    def _linked(self, context: Context, text: str) -> Markup:
        """Return a text that is shown word for word: its codes are linked, but no terms."""
        return self._in_its_language(self._codes.html(text, str(context["url"])))

    @pass_context
    def _message(self, context: Context, text: str) -> Markup:
        """Return a finding's message letter for letter, its back-ticks invisible and no term linked."""
        tick = Markup('<span class="tick">`</span>')
        return _with_code(text, partial(self._codes.html, url=str(context["url"])), tick)


def _with_code(text: str, linked: Callable[[str], Markup], tick: str = "") -> Markup:
    """Return a linked text with its back-ticked spans as code, each between two of the given ticks."""
    pieces = [linked(piece) for piece in _CODE_SPAN.split(text)]
    pieces[1::2] = [Markup(f"<code>{tick}{span}{tick}</code>") for span in pieces[1::2]]
    return Markup("".join(pieces)) if len(pieces) > 1 else pieces[0]


def existence(exists: Callable[[str], bool]) -> Callable[[Context, str], bool]:
    """Return a test of addresses for templates; without a context, Jinja would compile its answers in."""

    @pass_context
    def test(context: Context, address: str) -> bool:
        return exists(address)

    return test


def _is(form: str) -> Callable[[str | None], bool]:
    """Return a test of whether a text has a form, so that it can be an anchor."""
    return lambda text: re.fullmatch(form, text or "") is not None


def leading(entries: Sequence[Any], most: int) -> Sequence[Any]:
    """Return the entries that stand before a fold: all of them where it would hide fewer than it costs."""
    return entries[:most] if len(entries) >= most + FEWEST_FOLDED else entries


def sentence(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _paragraphs(text: str) -> Markup:
    """Return a text of the tool's own documentation as paragraphs with code."""
    parts = (_coded(" ".join(part.split())) for part in text.split("\n\n"))
    return Markup("").join(map(_PARAGRAPH.format, parts))


def _coded(text: str) -> Markup:
    """Return a text of the tool's own with its back-ticked spans as code, and without links."""
    return _with_code(text, escape)


def _curly(text: str) -> str:
    """Return a text of prose with typographic quotes; code stays, and so do feet and inches after a digit."""
    opened = {mark[0] for mark in _QUOTE.finditer(text) if mark["opens"] is not None}

    def curly(mark: re.Match[str]) -> str:
        stays = mark["code"] or (mark["measure"] is not None and mark[0] not in opened)
        return mark[0] if stays else _CURLY[mark[0], mark["opens"] is not None]

    return _QUOTE.sub(curly, text)


def _numeric_columns(rows: str) -> list[int]:
    """Return the positions of columns of numbers by the first row, or by the one below a group's head."""
    cells = max(map(_CELL.findall, rows.split("</tr>", 2)[:2]), key=len)
    return [place for place, attributes in enumerate(cells) if 'class="number"' in attributes]


def _label_links(finished: Markup, target: str) -> Markup:
    """Return a finished text in which what it says of its labels links to an address, if there is one."""
    if not target:
        return finished
    link = Markup('<a href="{}">').format(target) + Markup(r"\g<0></a>")
    pieces = _LINK_OR_TAG.split(finished)
    return Markup("".join(piece if at % 2 else _LABELS.sub(link, piece) for at, piece in enumerate(pieces)))


def _without_dead_links(finished: str) -> str:
    """Return a part of a page in which the links to what the site does not have are plain text."""
    return _DEAD_LINK.sub(r"\1", finished) if _NOWHERE in finished else finished
