"""Words that deny something, and words that stand in for a value: each once, by what it does in a text."""

import re
from collections.abc import Iterable
from functools import lru_cache

_ROLES = {
    "mark": "unkn?|unknown|un(?:avail|determin|document|record|report|specif)[a-z]*|unstated|uncharted|null"
    "|undefined|pending|awaiting|deferred|incomplete|tb[acd]|na|nan|blank|missing|ditto",
    "denial": "not|never|unable|cannot|cant|(?:could|did|does|do|is|was|were|would)nt",
    "none": "no|none|nothing|nil|without",
    "absence": "absent|absence|neg|negative|den(?:y|ies|ied)|false",
    "refusal": "refus[a-z]*|declined|declines|withh[eo]ld|held|omitted|skipped",
    "failure": "un(?:obtain|success)[a-z]*|fail(?:ed|s)|lack[a-z]*|lost|loss|cancel[a-z]*|abort[a-z]*"
    "|abandon[a-z]*",
    "plan": "planned|planning|considered|considering|contemplated|intended|anticipated|proposed",
    "written": "documented|charted|recorded|dictated|mentioned|specified|entered|listed|captured|stated",
    "made": "obtain[a-z]*|done|complet(?:ed?|ing)|filled",
    "known": "known|given|noted|reported|provided|available|applicable|determined?",
    "matter": "information|info|data|details?|content|entry|value|answer|comments?|remarks?",
    "pointer": "see|per|refer|as|in",
    "place": "narrative|notes?|above|below|chart|records?|report|vitals|exam|pcr|epcr|dictation|attached",
    "filler": "at|this|time|the|for|of|by|to|be|is|it|was|has|been|any|more|further|full|section|left|here"
    "|currently|yet|still|and|or|crew|medic|patient|pt|provider|could|field|box|intentionally",
    "presence": "yes|true|present|positive|pos",
    "tick": "y|x|ok|okay|fine|check(?:ed)?",
}
"""Words by what they do. Each has one role, the first of those that fit."""
_WORD = re.compile("|".join(f"(?P<{role}>{words})" for role, words in _ROLES.items()))
_NEGATIONS = {"mark", "denial", "none", "absence", "refusal", "failure", "plan"}
LINK = re.compile(
    "to|be|been|was|were|is|able|a|an|the|any|longer|g[eo]t|giv[a-z]*|gave|see|seen|use|used|done|obtain[a-z]*"
    "|admin[a-z]*|perform[a-z]*|confirm[a-z]*|detect[a-z]*|achiev[a-z]*|visible|available|present|possible"
    "|noted|needed|indicated|dr[ae]wn?|up|started|attempted|pushed"
)
"""Words between a negation and what it denies."""
ENDS = {
    *("in", "on", "at", "by", "with", "during", "after", "before", "while", "when", "for", "from", "per"),
    *("due", "because", "until", "as", "and", "then", "so"),
}
"""Words that end what a negation denies."""


def roles(words: Iterable[str]) -> set[str]:
    """Return what words do in a placeholder or a denial; an empty text for whatever says more."""
    return {*map(_role, words)}


@lru_cache(maxsize=2000)
def _role(word: str) -> str:
    match = _WORD.fullmatch(word)
    return str(match.lastgroup) if match else ""


def negates(word: str) -> bool:
    """Return whether a word denies what stands beside it, or leaves it open."""
    return _role(word) in _NEGATIONS
