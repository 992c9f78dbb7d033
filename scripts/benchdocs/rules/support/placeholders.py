"""Find what authors write where a text is still missing: `TBD`, `???`, `<insert label>`."""

import re
from collections.abc import Iterator
from typing import Any

from benchdocs.documents.locations import Route

_SIGNS = ("TODO", "TBD", "FIXME", "XXX", "??", "{{", "...", "…", "<", "orem ipsum", "[add", "[insert")
_NOTHING = re.compile(
    r"[-–—.…?_*]+|\{+[-\w .…]*\}+|<[^<>]+>"
    r"|[\[(*_<\"']*(?:tb[acd]|t\.b\.[acd]|wip|untitled|coming soon|to[- ]?do|fix[- ]?me|x{3,}|n/a|n\.a"
    r"|not applicable|placeholder|lorem ipsum.*|(?:fill in|insert)\b.*"
    r"|to be (?:added|completed|confirmed|decided|defined|determined|done|filled in|written)"
    r"(?:\s(?:after|by|later|soon|with)\b.*)?)"
    r"[\])*_>\"'.,;!?…]*",
    re.DOTALL,
)
_LONGEST = 40
_PLACEHOLDER = (
    r"(?m)(?P<form>\{\{\s*(?:[^\W\d][-\w ]{0,60}|\.{3}|…)\s*\}\}|[Ll]orem\sipsum"
    r"|[<\[](?:add|describe|enter|fill|insert|name|replace|your)\b[^<>\[\]]{0,60}[>\]])"
    r"|(?:TODO|FIXME)(?![-:\w,])(?!\s(?:comment|entr|item|list|marker|note|(?:are|is|means|was)\b))|\?{3,}"
    r"|(?:TBD(?!(?<=\(TBD)[^()]{0,60}\)\s[a-z])|XXX+|\?\?|\.{3}|…|<[a-z][^<>]{0,60}>)"
    r"(?=\s*(?:[.;:)\]/!'\"]|[-–—]\s|$)|\s(?:after|by|for|from|once|to|until)\b)"
    r"|(?:[nN]/[aA]|-)(?=(?:,?[ ](?:AND|OR)|[.,])?[ \t]*$)"
)
_OPENS = (
    r"(?:(?:(?<!\.g)\.|[;!?(\[<>=≥])\s*|(?:\b[A-Z]\w*|\)):\s*|:\s*\n\s*|[-–—/*•#)]\s+"
    r"|\b(?:(?:weight|threshold|rationale|scale) is|when|if|still|yet)\s*|Narrative:\s*[\"'])\Z"
)
"""What a text is missing after; elsewhere in a sentence, it speaks of a placeholder."""
_LONGEST_OPENING = 24
_MARKUP = re.compile(r"<(?:(?:br|hr|wbr)|[^<>]*(?:[\s/][\w-]+=|://|@)[^<>]*|[^<>]*/)>")
"""A tag with an attribute, one without a text, or an address."""
_NAME_OF_TAG = re.compile(r"<(/?[a-z][\w-]*)")
_QUOTES = "'\"`‘“"
_SCALAR = ">|+- \r\n" + _QUOTES


def may_hold_one(text: str) -> bool:
    """Return whether a text may contain a placeholder; a single character is found much faster."""
    return any(sign[0] in text and sign in text for sign in _SIGNS)


def may_hold_one_or_be_one(texts: str) -> bool:
    """Return whether one of the texts between blank lines may contain a placeholder or consist of one."""
    return may_hold_one(texts) or any(map(says_nothing, texts.split("\n\n")))


def says_nothing(text: str) -> bool:
    """Return whether a text consists of a placeholder."""
    if len(text) >= _LONGEST or _MARKUP.fullmatch(text.strip()):
        return False
    return _NOTHING.fullmatch(text.strip().lower()) is not None


def texts(value: Any, route: Route = ()) -> Iterator[tuple[Route, str]]:
    """Yield every text within a mapping or a list."""
    for step, inner in value.items() if value.__class__ is dict else enumerate(value):
        if inner.__class__ is str:
            yield (*route, step if step.__class__ is int else str(step)), inner
        elif inner.__class__ in (dict, list):
            yield from texts(inner, (*route, step if step.__class__ is int else str(step)))


def within(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the placeholders that stand for missing words, without markup and those that a text speaks of."""
    tags = {*_NAME_OF_TAG.findall(text, start, end)}
    for match in re.compile(_PLACEHOLDER).finditer(text, start, end):
        tag = _NAME_OF_TAG.match(match[0])
        if _MARKUP.fullmatch(match[0]) or (tag and f"/{tag[1]}" in tags):
            continue
        before = text[max(start, match.start() - _LONGEST_OPENING) : match.start()]
        is_quoted = before[-1:] in _QUOTES
        if not before.strip(_SCALAR) or (not is_quoted if match["form"] else re.search(_OPENS, before)):
            yield match
