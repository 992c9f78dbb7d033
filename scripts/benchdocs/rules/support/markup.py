"""What a hand-written page and a style sheet may hold: whatever is not allowed here is refused.

Markup is read by a grammar so strict that a browser cannot read it otherwise; nothing is repaired or removed.
"""

import re
import sys
from bisect import bisect
from collections.abc import Iterator
from typing import NamedTuple


def words(text: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(text.split())


SCRIPT, LOAD = "DOC1201", "DOC1202"
"""Rules that a refusal belongs to: what may run, and what loads from elsewhere or frames."""
_ATTRIBUTE = r"""\s++[A-Za-z_:][\w:.-]*+(?:\s*+=\s*+(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=`]++))?+"""
_MARKUP = (
    rf"(?P<comment><!--(?!-?>)(?:[^<>-]|-(?![->]))*+-->)"
    rf"|<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?P<attributes>(?:{_ATTRIBUTE})*+)\s*+/?>"
    r"|(?P<other><[A-Za-z/!?][^<>]{0,40})"
)
_ATTRIBUTES = r"""\s++([A-Za-z_:][\w:.-]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>=`]++)))?+"""
_ELEMENTS = words(
    """a abbr audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
    figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s samp small source span
    strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr"""
)
_FRAMES = words("applet embed fencedframe frame frameset iframe object portal")
_ATTRIBUTES_OF_PAGES = words(
    """align alt cite class colspan controls data-search-exclude datetime dir headers height href id kind
    label lang loading open poster rel reversed role rowspan scope src srclang start style target title
    type width"""
)
_OPENED = ("href", "cite")
"""Attributes with an address that a reader follows; the others' addresses are loaded with the page."""
_LOADED = ("src", "poster")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")
_SCHEMES = ("http:", "https:", "mailto:", "tel:")
_WINDOWS = ("_blank", "_self", "_parent", "_top")
"""Targets of a link whose page gets no hold of the window that it was opened from."""
_ALIGNMENT = re.compile(r"text-align: (?:left|right|center);")
"""The one style that Python-Markdown writes, for the columns of a table."""
_CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_CSS_LOADS = re.compile(
    r"""[/\\](?:[/\\] | (?<!\*.)[\t\n\f\r]+[/\\] | [\t\n\f\r]+[/\\](?!\*)) | @import
    | (?:url|src|image|image-set)\(\s*["']?\s*(?!data:)[a-z][\w+.\t\n\f\r-]*:
    | ["']\s*(?:https?|wss?|ftp|file|blob):""",
    re.VERBOSE | re.DOTALL,
)
"""What names another address, in a comment as well: where one starts, browsers may read otherwise.

Browsers take tabs and line ends out of an address.
"""


class Refusal(NamedTuple):
    """Something that a page or picture must not hold.

    Attributes:
        sought: What to look for in the source; empty where it may be written in another way.
        offset: Where it is, if it was found in the source itself.
    """

    rule: str
    message: str
    sought: str = ""
    offset: int = 0


def refused_in_html(html: str) -> Iterator[Refusal]:
    """Yield what a hand-written page must not hold, in the HTML that was made from it."""
    from html import unescape  # few pages hold markup

    for match in re.finditer(_MARKUP, html, re.ASCII):
        if match["other"]:
            start = match["other"].split()[0]
            yield Refusal(SCRIPT, f"`{match['other']}` is markup that browsers may read differently", start)
        elif match["name"] and not match["end"]:
            name = match["name"].lower()
            refused = list(_refused_element(name))
            found = () if refused else re.findall(_ATTRIBUTES, match["attributes"], re.ASCII)
            for attribute, *values in found:
                value = unescape("".join(values))
                refused += _refused_attribute(name, attribute.lower(), value, attribute)
            yield from refused


def _refused_element(name: str) -> Iterator[Refusal]:
    if name == "script":
        yield Refusal(SCRIPT, "the page runs a script", "<script")
    elif name in _FRAMES:
        yield Refusal(LOAD, f"`<{name}>` shows another page within this one", f"<{name}")
    elif name in ("style", "link"):
        yield Refusal(LOAD, f"`<{name}>` gives the page its own style", f"<{name}")
    elif name not in _ELEMENTS:
        yield Refusal(SCRIPT, f"`<{name}>` is not allowed in a hand-written page", f"<{name}")


def _refused_attribute(element: str, name: str, value: str, written: str) -> Iterator[Refusal]:
    address = re.sub(r"[\x00-\x20\x7f-\x9f]", "", value).lower()
    scheme = _SCHEME.match(address)
    if name.startswith("on"):
        yield Refusal(SCRIPT, f"`{name}` runs a script", written)
    elif name not in _ATTRIBUTES_OF_PAGES and not name.startswith("aria-"):
        yield Refusal(SCRIPT, f"`{name}` is not allowed in a hand-written page", written)
    elif name in _OPENED and scheme and scheme[0] not in _SCHEMES:
        message = f"an address that starts with `{scheme[0]}` may run something; links lead to http(s)"
        yield Refusal(SCRIPT, message, scheme[0])
    elif name in _LOADED and (scheme or re.match(r"[/\\]{2}", address)):
        yield Refusal(LOAD, f"`<{element}>` loads from elsewhere", value)
    elif (name == "target" and value.lower() not in _WINDOWS) or (
        name == "rel" and "opener" in value.lower().split()
    ):
        yield Refusal(SCRIPT, f"`{name}` lets the linked page replace this one", written)
    elif name == "style" and not _ALIGNMENT.fullmatch(value):
        yield Refusal(LOAD, "`style` gives an element its own style", written)
    elif name == "id" and value.startswith("__"):
        yield Refusal(SCRIPT, f"the theme reads its own settings from `{value}`", value)
    elif name == "id" and not re.fullmatch(r"\w[\w-]*", value):
        yield Refusal(SCRIPT, "`id` has to be one word of letters, digits, hyphens and underscores", written)
    elif name == "class" and (theirs := re.search(r"(?<!\S)(?:mermaid|md-\S*)", value)):
        yield Refusal(LOAD, f"the theme loads and runs something for the class `{theirs[0]}`", theirs[0])


def refused_in_css(text: str) -> Iterator[Refusal]:
    """Yield what a style sheet loads from elsewhere."""
    removed: list[tuple[int, int]] = [(0, 0)]  # characters ahead of a position

    def decoded(escape: re.Match[str]) -> str:
        code = int(escape[1], 16) if escape[1] else 0
        character = escape[2] or (chr(code) if 0 < code < 0x110000 else "?")
        total = removed[-1][1]
        removed.append((escape.start() - total + 1, total + len(escape[0]) - len(character)))
        return character

    for match in _CSS_LOADS.finditer(_CSS_ESCAPE.sub(decoded, text).lower()):
        moved = removed[bisect(removed, (match.start(), sys.maxsize)) - 1][1]
        yield Refusal(LOAD, "the style loads from elsewhere", offset=match.start() + moved)
