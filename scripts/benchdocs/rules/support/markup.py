"""What a hand-written page and its pictures may hold: whatever is not allowed here is refused.

Markup is read by a grammar so strict that a browser cannot read it otherwise; nothing is repaired or removed.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


def _words(text: str) -> frozenset[str]:
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
_ELEMENTS = _words(
    """a abbr audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
    figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s samp small source span
    strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr"""
)
_FRAMES = _words("applet embed fencedframe frame frameset iframe object portal")
_ATTRIBUTES_OF_PAGES = _words(
    """align alt cite class colspan controls data-search-exclude datetime dir headers height href id kind
    label lang loading name open poster rel reversed role rowspan scope src srclang start style target title
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
_SHAPES = _words(
    """svg g defs symbol use title desc metadata style text tspan textPath path rect circle ellipse line
    polyline polygon linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
    feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset"""
)
_SVG = "http://www.w3.org/2000/svg"
_PICTURE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp)[;,]")
_CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_CSS_LOADS = re.compile(
    r"""[/\\](?:[/\\] | (?<!\*.)[\t\n\f\r]+[/\\] | [\t\n\f\r]+[/\\](?!\*)) | @import
    | (?:url|src|image-set)\(\s*["']?\s*(?!data:)[a-z][\w+.\t\n\f\r-]*:""",
    re.VERBOSE | re.DOTALL,
)
"""What names another address, in a comment as well: where one starts, browsers may read otherwise.

Browsers take tabs and line ends out of an address.
"""


class Refusal(NamedTuple):
    """Something that a page or picture must not hold."""

    rule: str
    message: str
    sought: str = ""
    """What to look for in the source; empty where it may be written in another way."""
    offset: int = 0
    """Where it is, if it was found in the source itself."""


def refused_in_html(html: str) -> Iterator[Refusal]:
    """Yield what a hand-written page must not hold, in the HTML that was made from it."""
    from html import unescape  # few pages hold markup

    for match in re.finditer(_MARKUP, html, re.ASCII):
        if match["other"]:
            yield Refusal(SCRIPT, f"`{match['other']}` is markup that browsers may read differently", "<")
        elif match["name"] and not match["end"]:
            name = match["name"].lower()
            refused = list(_refused_element(name))
            for attribute, *values in (
                () if refused else re.findall(_ATTRIBUTES, match["attributes"], re.ASCII)
            ):
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
    elif name in ("id", "name") and value.startswith("__"):
        yield Refusal(SCRIPT, f"the theme reads its own settings from `{value}`", value)
    elif name == "class" and (theirs := re.search(r"(?<!\S)(?:mermaid|md-\S*)", value)):
        yield Refusal(LOAD, f"the theme loads and runs something for the class `{theirs[0]}`", theirs[0])


def refused_in_css(text: str) -> Iterator[Refusal]:
    """Yield what a style sheet loads from elsewhere."""
    shortened: list[tuple[int, int]] = []

    def decoded(escape: re.Match[str]) -> str:
        code = int(escape[1], 16) if escape[1] else 0
        character = escape[2] or (chr(code) if 0 < code < 0x110000 else "?")
        before = sum(characters for _, characters in shortened)
        shortened.append((escape.start() - before, len(escape[0]) - len(character)))
        return character

    for match in _CSS_LOADS.finditer(_CSS_ESCAPE.sub(decoded, text).lower()):
        moved = sum(characters for position, characters in shortened if position < match.start())
        yield Refusal(LOAD, "the style loads from elsewhere", offset=match.start() + moved)


def refused_in_svg(text: str) -> list[Refusal]:
    """Return what a picture must not hold, read as a browser does that opens it by itself."""
    from xml.parsers import expat  # few suites have pictures

    data = text.encode()
    found, open_elements = list[Refusal](), list[str]()
    parser = expat.ParserCreate("utf-8")

    def refuse(message: str, rule: str = SCRIPT) -> None:
        found.append(Refusal(rule, message, offset=len(data[: max(0, parser.CurrentByteIndex)].decode())))

    def declared(version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
            refuse(f"the picture is declared as `{encoding}`, not UTF-8")

    def typed(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            refuse("the picture defines its own entities or attributes")

    def started(name: str, attributes: dict[str, str]) -> None:
        if "style" in open_elements:  # it would part an address, which browsers join again
            refuse(f"`<{name}>` is inside a style")
        open_elements.append(name)
        if name not in _SHAPES:
            refuse(f"`<{name}>` is not allowed in a picture")
        for attribute, value in attributes.items():
            address = re.sub(r"[\x00-\x20]", "", value)
            local = attribute.rpartition(":")[2].lower()
            if local.startswith("on"):
                refuse(f"`{attribute}` runs a script")
            elif attribute == "xmlns" and value != _SVG:
                refuse("the picture contains markup of another kind")
            elif local in ("href", "src") and not (address.startswith("#") or _PICTURE_DATA.match(address)):
                refuse(f"`{attribute}` leads out of the picture", LOAD)
            elif "(" in value and any(refused_in_css(value)):
                refuse(f"`{attribute}` loads from elsewhere", LOAD)

    def wrote(content: str) -> None:
        if "style" in open_elements[-1:] and any(refused_in_css(content)):
            refuse("the picture loads from elsewhere", LOAD)

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declared, typed
    parser.StartElementHandler, parser.CharacterDataHandler = started, wrote
    parser.EndElementHandler = lambda name: open_elements.pop()
    parser.ProcessingInstructionHandler = lambda target, rest: refuse(
        f"`<?{target}` is not allowed in a picture"
    )
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError) as error:
        refuse(f"the picture cannot be read: {error}")
    return found
