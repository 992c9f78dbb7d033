"""What a picture in SVG may hold: the elements and functions of styles that are listed here, and no others.

None of them can run anything or name a file, and no attribute may. A style is not parsed, so it does not
matter how a browser does: wherever a bracket follows a name, the name has to be a function of the list.
"""

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.rules.support.markup import LOAD, SCRIPT, Refusal, words

_ELEMENTS = words(
    """svg g defs symbol use title desc metadata style text tspan textPath path rect circle ellipse line
    polyline polygon linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
    feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset"""
)
_ADDRESSES = ("href", "base", "src", "ping")
_TOLD = re.compile(r"(?:aria|data)-[\w-]+")
"""Attributes that no browser takes for a style."""
_FUNCTIONS = words(
    """rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix
    translate translatex translatey scale scalex scaley rotate skew skewx skewy blur brightness contrast
    drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon path not is
    where nth-child"""
)
_CALL = re.compile(r"(?<![\w-])(?P<name>[\w-]++)\((?P<part>\s*([\"']?)#[\w.:-]+\3\s*\))?")
_COMMENTS = re.compile(r"(?:/\*(?:.*?\*/|.*))+", re.DOTALL)
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"


def refused_in_svg(text: str) -> list[Refusal]:
    """Return what a picture must not hold, read as a browser does that opens it by itself."""
    from xml.parsers import expat  # few suites have pictures

    data = text.encode()
    refusals, open_elements, style = list[Refusal](), list[str](), list[str]()
    parser = expat.ParserCreate("utf-8")

    def refuse(message: str, rule: str = SCRIPT) -> None:
        refusals.append(Refusal(rule, message, offset=len(data[: max(0, parser.CurrentByteIndex)].decode())))

    def declared(version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
            refuse(f"the picture is declared as `{encoding}`, not UTF-8")

    def typed(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            refuse("the picture defines its own entities or attributes")

    def started(name: str, attributes: dict[str, str]) -> None:
        if "style" in open_elements:  # it would part a name, which browsers join again
            refuse(f"`<{name}>` is inside a style")
        open_elements.append(name)
        if name not in _ELEMENTS:
            refuse(f"`<{name}>` is not allowed in a picture")
        for attribute, value in attributes.items():
            for refusal in _refused_attribute(attribute, value):
                refuse(refusal.message, refusal.rule)

    def ended(name: str) -> None:
        open_elements.pop()
        if name == "style":
            sheet = "".join(style)
            style.clear()
            for message in islice(_refused_in_values(sheet), 1):
                refuse(message, LOAD)

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declared, typed
    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.CharacterDataHandler = lambda text: style.append(text) if "style" in open_elements else None
    parser.ProcessingInstructionHandler = lambda name, rest: refuse(f"`<?{name}` is not allowed in a picture")
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError) as error:
        refuse(f"the picture cannot be read: {error}")
    return refusals


def _refused_attribute(name: str, value: str) -> Iterator[Refusal]:
    if name.rpartition(":")[2].lower().startswith("on"):
        yield Refusal(SCRIPT, f"`{name}` runs a script")
    elif name == "xmlns" or name.startswith("xmlns:"):
        if value not in ((_SVG,) if name == "xmlns" else (_SVG, _XLINK)):
            yield Refusal(SCRIPT, "the picture contains markup of another kind")
    elif _TOLD.fullmatch(name):
        return
    elif name.rpartition(":")[2] in _ADDRESSES or "//" in value:
        if not value.strip().startswith("#"):
            yield Refusal(LOAD, f"`{name}` leads out of the picture")
    else:
        yield from (Refusal(LOAD, message) for message in islice(_refused_in_values(value), 1))


def _refused_in_values(css: str) -> Iterator[str]:
    """Yield what may load something, wherever it is in a style: in a comment or a text as well."""
    if "\\" in css:
        yield "a backslash can hide a name in the style of a picture"
    for comment in _COMMENTS.finditer(css):
        around = css[comment.start() - 1 : comment.start()] + css[comment.end() : comment.end() + 1]
        if re.match(r"[\w-][\w(-]", around):
            yield "a comment can hide a name in the style of a picture"
    for name in re.findall(r"@([\w-]*)", css):
        if name.lower() != "media":
            yield f"`@{name}` is not allowed in the style of a picture"
    for call in _CALL.finditer(css):
        name = call["name"].lower()
        if not (name in _FUNCTIONS or (name == "url" and call["part"])):
            yield f"`{call['name']}()` is not allowed in the style of a picture, or leads out of it"
