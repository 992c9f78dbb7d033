"""What an author meant by criteria with another opening; only a suite with such criteria imports this."""

import re

from benchdocs.documents.locations import at
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Violation
from benchdocs.suite.suite import BenchmarkSpec

CUT_OFF = "put quotes around the text: the ` #` in it starts a comment"

_OPENING_WORDS = 3
_LONGEST_OPENING = 60
"""Characters; three long words have about 40."""
_APPLY = r"(?:appl(?:y|ies|ied|icable)|used?|uses)"
_NEAR_APPLY = rf"{_APPLY}(?:\s+(?:when(?:ever)?|if|where|for|to|in|on))?\b"
_ONLY = (
    rf"{_APPLY}\s+(?:only\s+(?:when|if|where|for|to|in|on)|(?P<word>if|when)\s+and\s+only\s+(?P=word))\b"
    r"|only\s+(?:apply|use)\s+(?:when|if|where|for|to|in|on)\b"
)
_NEAR_DO_NOT = (
    r"(?:do(?:es)?\s*(?:n['’]?t|not)|not|never)\s+(?:be\s+)?(?:appl(?:y|ied|icable)|used?)\b"
    r"|(?:exclude[sd]?|skip(?:ped|s)?)(?=\s+(?:when|if|where)\b)"
)
_NO_CONDITION = r"\b(?:for|to|in|on|use|apply|applicable|applies|applied)$"
"""Ends of an opening after which a thing follows and no condition."""
_UNSEEN = r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
_OTHERWISE = r"\s*(?:,|(?:unless|except|without|if|when|where|whenever|not|only|possible)\b)"
"""Behind an opening, words that give it another sense than the right words would have."""
_OPENED, _CURLY = "“„‘", "“”„‘’"


def wrong_opening(spec: BenchmarkSpec, field: str, text: str, demand: str) -> Violation:
    """Return the violation of an opening that `demand` rules out, with the right words where it is close."""
    document, right, near = spec.document, "Do not apply", _NEAR_DO_NOT
    if field == "inclusion_criteria":
        right, near = "Apply when", _NEAR_APPLY
    opening = " ".join(text.split(maxsplit=_OPENING_WORDS)[:_OPENING_WORDS])[:_LONGEST_OPENING]
    message, place = f'{demand}, not with "{shorten(opening, _LONGEST_OPENING)}"', at(field, text=opening)
    if document.has_comment_after((field,)):
        return Violation(document, place, message, CUT_OFF)
    if unseen := re.search(_UNSEEN, opening):
        hint = f"delete the character U+{ord(unseen[0]):04X} in it, which is invisible"
        return Violation(document, place, message, hint, fix=re.sub(_UNSEEN, "", opening))
    if text.startswith(tuple(_OPENED)):
        return _in_curly_quotes(spec, field, text, message)
    if right == "Apply when" and (only := re.match(_ONLY, text, re.IGNORECASE)):
        hint = f'replace "{only[0]}" with "{right}"'
        return Violation(document, place, message, hint)
    match = re.match(near, text, re.IGNORECASE)
    means_other = match and right == "Apply when" and re.match(_OTHERWISE, text[match.end() :], re.IGNORECASE)
    if not match or means_other:
        return Violation(document, place, message, f'start the text with "{right}" and the condition')
    if right == "Do not apply" and re.search(r"\bused?$", match[0], re.IGNORECASE):
        right = "Do not use"
    hint = f'replace "{match[0]}" with "{right}"'
    is_sure = right != "Apply when" or not re.search(_NO_CONDITION, match[0], re.IGNORECASE)
    return Violation(document, at(field, text=match[0]), message, hint, fix=right if is_sure else None)


def _in_curly_quotes(spec: BenchmarkSpec, field: str, text: str, message: str) -> Violation:
    """Return the violation of a text that opens with a curly quote."""
    document, node = spec.document, spec.document.node_at((field,))
    source = ""
    if node:
        source = document.text[node.start : node.end]
    if source.startswith(text[0]) and text[-1] in "”“’":
        straight = '"' + text[1:-1].replace("\\", "\\\\").replace('"', '\\"') + '"'
        hint = f'replace `{text[0]}` and `{text[-1]}` with straight quotes (`"`)'
        return Violation(document, at(field), message, hint, fix=straight)
    quotes = re.findall(f"[{_CURLY}]", source)
    if quotes[1:]:
        hint = f"delete the `{text[0]}` and the `{quotes[1]}` that belongs to it"
        return Violation(document, at(field, text=text[0]), message, hint)
    return Violation(document, at(field, text=text[0]), message, f"delete the `{text[0]}`", fix="")
