"""Split a text into sentences, also where its language writes `z. B. Fieber` or `am 24. Dezember`."""

import re
from collections.abc import Iterator

_END = re.compile(r"[.!?][\"'«»\u2018-\u201e)\]]*\s+(?=[\"'«»\u2018-\u201e(\[{¿¡■]|[^\W\d_])")
_WORD_BEFORE = re.compile(r"(?:(?<!\w)[^\W\d_]\.\s?)*\w+\Z")
_WORD = re.compile(r"[^\W\d_]+(?!\.)")
_LONGEST = 30
"""Characters before a full stop that are looked at."""
_ABBREVIATION = re.compile(
    r"abs|approx|bspw|bzw|ca|cf|d\.h|dr|dra|e\.g|evtl|ex|fa|fr|gem|ggf|hr"
    r"|i\.d\.r|i\.e|incl|inkl|kap|lt|mind|mlle|mme|mr|mrs|ms|nr|p\.ej|p\.ex"
    r"|prof|resp|sig|sog|sr|sra|st|u\.u|vgl|vs|z\.b|z\.t|zb|zzgl"
)
"""Abbreviations that end no sentence."""
_BEFORE_ORDINAL = re.compile(r"ab|am|bis|das|dem|den|der|des|die|im|jede|jeden|jeder|seit|vom|zum|zur")
"""Words before a number whose full stop makes it `the second`."""
_MONTH = re.compile(
    r"januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober"
    r"|november|dezember"
)
_OPENER = re.compile(
    r"a|all|an|and|any|apply|at|but|by|das|dem|den|der|die|dies|diese"
    r"|dieser|do|each|ein|eine|einer|el|elle|er|es|every|falls|flag|for|gilt"
    r"|if|il|im|in|it|kein|keine|la|las|le|les|los|man|nicht|no|not|on"
    r"|only|or|si|sie|so|that|the|then|there|these|this|those|un|una|une"
    r"|wenn|when|where|with"
)
"""Words that start a sentence, also after a letter or a number with a full stop."""


def sentences(text: str) -> list[str]:
    """Split a text after `.`, `!` or `?` before white space and a new sentence."""
    line = " ".join(text.split())
    found, start = [], 0
    for end in ends(line):
        found.append(line[start : end.start()] + end[0].rstrip())
        start = end.end()
    return [*found, line[start:]] if line else []


def ends(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Yield the end of each sentence but the last from an offset on, with the white space after it."""
    for match in _END.finditer(text, start):
        if text[match.end()].islower() or (match[0][0] == "." and _goes_on(text, start, match)):
            continue
        yield match
        start = match.end()


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Return whether a sentence goes on after a full stop: that of an abbreviation, a letter or a number."""
    before = _WORD_BEFORE.search(text, max(start, stop.start() - _LONGEST), stop.start())
    if not before:
        return False
    word = "".join(before[0].split()).casefold()
    if _ABBREVIATION.fullmatch(word):
        return True
    after = _WORD.match(text, stop.end())
    follower = after[0].casefold() if after else ""
    if not word.isdecimal():
        return len(word.rpartition(".")[2]) == 1 and not _OPENER.fullmatch(follower)
    lead = text[max(start, before.start() - _LONGEST) : before.start()]
    if len(word) > 2 or lead[-1:] not in ("", " ", "\n", "("):
        return False
    words = lead.split()
    if not words or _MONTH.fullmatch(follower):
        return True
    is_ordinal = words[-1][-1] in ":;,(" or _BEFORE_ORDINAL.fullmatch(words[-1].casefold())
    return bool(is_ordinal) and not _OPENER.fullmatch(follower)
