"""What a picture in SVG may hold: the elements, attributes and styles that are listed here, and no others.

None of them can run anything or name a file. A style is not parsed, so it does not matter how a browser does:
wherever a bracket follows a name, the name has to be a function of the list.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice

from benchdocs.rules.support.markup import LOAD, SCRIPT, Refusal, words

_ELEMENTS = words(
    """svg g defs symbol use title desc metadata style text tspan textPath path rect circle ellipse line
    polyline polygon linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
    feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset"""
)
_PROPERTIES = words(
    """alignment-baseline background background-color baseline-shift clip-path clip-rule color
    color-interpolation color-interpolation-filters color-scheme direction display dominant-baseline fill
    fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-style
    font-variant font-weight isolation letter-spacing line-height marker marker-end marker-mid marker-start
    mask mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering transform
    transform-box transform-origin unicode-bidi vector-effect visibility white-space word-spacing
    writing-mode"""
)
"""Properties of a style; most are attributes as well."""
_ATTRIBUTES = _PROPERTIES | words(
    """baseProfile class clipPathUnits cx cy d dx dy edgeMode enable-background fr focusable fx fy
    gradientTransform gradientUnits height id in in2 k1 k2 k3 k4 lang lengthAdjust markerHeight markerUnits
    markerWidth maskContentUnits maskUnits media method mode offset operator order orient pathLength
    patternContentUnits patternTransform patternUnits points preserveAspectRatio primitiveUnits r radius
    refX refY result role rotate rx ry spacing spreadMethod startOffset stdDeviation style tabindex
    textLength type values version viewBox width x x1 x2 xml:lang xml:space y y1 y2 zoomAndPan"""
)
_TOLD = re.compile(r"(?:aria|data)-[\w-]+")
"""Attributes that no browser takes for a style."""
_FUNCTIONS = words(
    """rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix
    translate translatex translatey scale scalex scaley rotate skew skewx skewy blur brightness contrast
    drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon path not is
    where nth-child"""
)
_CALL = re.compile(r"(?<![\w-])(?P<name>[\w-]++)\((?P<part>\s*([\"']?)#[\w.:-]+\3\s*\))?")
_PROPERTY = re.compile(r"(?:^|;)\s*(?P<name>[^:;\s]+)\s*:")
_BLOCK = re.compile(r"\{([^{}]*)\}")
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
            found_in_sheet = chain(_refused_in_values(sheet), _refused_properties(*_BLOCK.findall(sheet)))
            for message in islice(found_in_sheet, 1):
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
    elif name in ("href", "xlink:href"):
        if not value.strip().startswith("#"):
            yield Refusal(LOAD, f"`{name}` leads out of the picture")
    elif name not in _ATTRIBUTES and not _TOLD.fullmatch(name):
        yield Refusal(SCRIPT, f"`{name}` is not allowed in a picture")
    elif not _TOLD.fullmatch(name):
        refused = chain(_refused_in_values(value), _refused_properties(value) if name == "style" else ())
        yield from (Refusal(LOAD, message) for message in islice(refused, 1))


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


def _refused_properties(*blocks: str) -> Iterator[str]:
    for block in blocks:
        for match in _PROPERTY.finditer(_COMMENTS.sub("", block)):
            if match["name"].lower() not in _PROPERTIES and not match["name"].startswith("--"):
                yield f"`{match['name']}` is not allowed in the style of a picture"
