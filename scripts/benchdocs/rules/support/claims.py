"""Find the values that a text states of a benchmark's fields, and leave all other numbers alone.

Such a text is free prose, so a number counts only in a closed set of phrases, and only where no other word
makes it the threshold, weight or scale of something else: a `similarity threshold`, a `body weight`.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple


class NumberClaim(NamedTuple):
    """A stated number: its phrase, the number as written, and its value.

    Attributes:
        value: 25% is 0.25.
        is_share: Whether it can only be a share of 1, being a percentage or a decimal fraction.
    """

    words: str
    written: str
    value: Decimal
    is_share: bool


class ScaleClaim(NamedTuple):
    """A stated scale: the phrase, and its two ends."""

    words: str
    low: Decimal
    high: Decimal


_NAMES_OWN = {
    *("a", "an", "and", "benchmark", "its", "minimum", "overall"),
    *("pass", "passing", "required", "the", "this", "with"),
}
_POSSESSIVE = r"[A-Z]+-[A-Z]+\d+['’]s"
_SCALES_OWN = {"benchmark", "each", "its", "raw", "scoring", "this"}
_OF_SCALES = ("scale", "scored ", "rated ", "graded ", "from")
"""Of these, a sentence that states a scale holds one."""
_SCORING = r"^uses\b|\b(?:scor\w+|grade[sd]?|marks?|marked|judge[sd]?)\b"
OF_PATIENTS = (
    r"\b(?:pain|patient|symptom|severity|medic\b|coma|glasgow|apgar|stroke|sedation|agitation|newborn|neonat"
    r"|infant|consciousness|beats|breaths|trauma|triage|vitals|blood|oxygen|glucose)"
)
"""What is measured on a patient, whose scales are not a benchmark's."""
_OF_CASES = (
    r"(?:(?:each|every|a|the)\s+)?(?:case|record|output|it|benchmark)s?\s+(?:is|are)\s+(?:scor|rat|grad|judg)ed\b"
    r"|(?:scored|rated|graded)\s+(?:on|from)\b|uses\b"
)
"""How a sentence starts that scores cases, whatever else it speaks of."""
_IS_DICTATED = r"\s+(?:is|are|was|were)\s+(?:dictated|charted|recorded|documented|asked|named|used)\b"
_AHEAD = r"(?:(?<![\w'’-])(?P<ahead>[\w'’-]+)\s+)?\b"
_VALUE = r"(?>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?![.,]?[0-9])"
_PERCENT = r"\s*(?:%|per\s?cent\b)"
_NUMBER = rf"(?P<number>{_VALUE})(?P<percent>{_PERCENT})?+(?!\s*(?:[-–/]|to\b)\s*[0-9])"
_MARKS = r"[`*]*"
_STOP = rf"{_MARKS}\s*(?:[.,;:)\]]|$)"
_STOPS = re.compile(_STOP)
_GOES_ON = (
    "allows|and|applies|asks|because|equals|has|is|leaves|matches|must|needs|or|per|since|so|tolerates|which"
)
_NO_UNIT = rf"{_STOP}|\s+(?!is (?:out|too) )(?:{_GOES_ON})\b"
_NO_UNIT_BEHIND_SIGN = rf"{_NO_UNIT}|\s+\(|\s+(?:across|as|at|for|from|in|of|on|over|overall|when|with)\b"
_LEAST = r"(?:(?:at least|(?:no|not) less than|(?:a\s+)?min(?:imum|\.)?(?:\s+of)?)\s+)?"
_SIGN = rf"{_MARKS}(?:\s+(?:is|of))?\s*(?:[:=(≥>≤<]|,(?=\s\S+,))[\s:=(≥>≤<`*]*(?:above\s+|{_LEAST}){_MARKS}"
_VERB = rf"{_MARKS}\s+(?:(?:is|of|at|(?:is set|stands|sits) (?:at|to))\s+)?{_LEAST}{_MARKS}"
_RANGE = (
    rf"(?P<low>-?{_VALUE})(?:{_PERCENT})?\s*(?:-|–|to\b)\s*"
    rf"(?P<high>-?{_VALUE})(?P<percent>{_PERCENT})?"
)
_SCALE = (
    rf"{_AHEAD}(?P<words>(?:scale(?:\s*[:=(]|\s+(?:is|of|from|(?:runs|goes|ranges)\s+from))?\s*"
    r"|(?:scores?|raw\s+values?)\s+(?:can\s+)?(?:ranges?|runs?|goes|go)\s+from\s+"
    r"|^(?:(?:(?:it|each case|every case|a case|the benchmark) is|(?:all\s+)?cases are)\s+)?"
    r"(?P<rated>scored|rated|graded)\s+"
    rf"(?:(?:on|from|with)\s+)?(?:an?\s+)?){_RANGE})"
    rf"(?(rated)(?=\s+(?:scale|points?)\b|{_STOP})|(?!{_IS_DICTATED}))"
)
_OF_RUBRIC = (
    rf"(?<![\w.])(?P<words>{_NUMBER}\s+of\s+(?:the\s+)?(?P<rubric>[A-Z]+-[A-Z]+))(?={_STOP}|\s+rubric\b)"
)


_PASSING = (
    r"(?P<words>(?:(?P<lead>\b(?:pass(?:es|ed)?|fails?|scores?|accuracy)\b)[^.;:]{0,60}?\b)?"
    rf"(?:above|at|below|from|(?:(?<=pass )|(?<=passes ))if|is|least|over|reaches|than)\s+{_MARKS}{_NUMBER})"
    rf"(?={_STOP}|\s+(?:(?:of\s+)?(?:the|all|its)|or\s+\w+er|or\s+more)\b)"
)
_OF_OTHERS = rf"{OF_PATIENTS}|\b(?:similar|confiden|spo2|satur)"


_LABELLED = re.compile(rf"{_SIGN}{_NUMBER}(?={_NO_UNIT_BEHIND_SIGN})")
_IN_PROSE = re.compile(rf"{_VERB}{_NUMBER}(?={_NO_UNIT})")
"""What follows the name of a field whose number is stated, in small letters as in all patterns here."""
_AHEAD_OF_NAME, _END_OF_NAME = re.compile(rf"{_NUMBER}\s+$"), re.compile(_NO_UNIT)
"""What surrounds such a name where its number comes first: `a 95% threshold`."""
STATABLE = (
    *(("threshold", name) for name in ("threshold", "passing score", "hard gate", "threshold gate")),
    *(("threshold", name) for name in ("pass mark", "cutoff", "cut-off")),
    *(("min_cases", name) for name in ("min_cases", "minimum number of cases")),
    *(("level", name) for name in ("confidence level", "level of confidence")),
    ("weight", "weight"),
)
"""Fields whose number a sentence can state, each with the names that it goes by."""
_GATE = re.compile(r"is (?<=\bis )(?P<no>no|not an?|an?) (?P<kind>hard|threshold) gate\b")
_ITS_SUBJECT = re.compile(r"\b(?:it|this(?: benchmark| member)?|the benchmark|and) $")
_DIGIT = re.compile(r"[0-9](?<![A-Z].)(?<![A-Z]\d.)")
"""A digit that belongs to no code."""
_ELSEWHERE = r"(?!\s(?:at|by|during|for|in|on|was|when)\b)"
_MET = (
    rf"\bthreshold (?:is )?(?:just )?(?:met|reached){_ELSEWHERE}|\b(?:meets|reaches) (?:the|its) threshold\b"
    rf"|(?P<not>\bthreshold (?:is )?(?:not (?:met|reached)|missed){_ELSEWHERE}"
    r"|\b(?:misses|below) the threshold\b)"
)


def stated(sentence: str) -> Iterator[tuple[str, NumberClaim]]:
    """Yield the values that a sentence states, each with its field; 1 stands for a hard gate, 0 for none.

    A share of a rubric has the rubric's code in place of a field.
    """
    lower = sentence.lower()
    if has_number(sentence):
        for field, name in [each for each in STATABLE if each[1] in lower]:
            if field != "threshold" or "rubric" not in lower:
                yield from ((field, claim) for claim in _claims(name, sentence))
        yield from share_claims(sentence)
    for match in _GATE.finditer(lower) if " gate" in lower else ():
        is_hard = (match["kind"] == "hard") is not match["no"].startswith("no")
        subject = _ITS_SUBJECT.search(lower, 0, match.start()) or match
        kind, words = "hard_gate" if is_hard else "threshold_gate", sentence[subject.start() : match.end()]
        yield "criticality", NumberClaim(words, kind, Decimal(is_hard), is_share=True)


@lru_cache(maxsize=1024)
def threshold_met(text: str) -> re.Match[str] | None:
    """Return what a level says about the threshold, with `not` where it is missed."""
    return re.search(_MET, text.lower())


def has_number(sentence: str) -> bool:
    """Return whether a sentence has a number, apart from those of codes."""
    return _DIGIT.search(sentence) is not None


def _claims(name: str, sentence: str) -> Iterator[NumberClaim]:
    """Yield numbers that are labeled (`Threshold: >=0.90`) or in prose (`a threshold of 0.90`).

    A bare number, as 5, counts only where it is labeled and at the end, or where it counts cases.
    """
    lower, start = sentence.lower(), -1
    while (start := lower.find(name, start + 1)) >= 0:
        end = start + len(name)
        match = _LABELLED.match(lower, end) or _IN_PROSE.match(lower, end)
        if not match and _END_OF_NAME.match(lower, end) and not re.search(_OF_OTHERS, lower):
            match = _AHEAD_OF_NAME.search(lower, 0, start)
        if match and _is_own(sentence, first := min(start, match.start())):
            claim = _number_claim(match, sentence[first : max(end, match.end())])
            is_labelled = match.re is _LABELLED and _STOPS.match(sentence, match.end())
            if claim.is_share or is_labelled or "cases" in name:
                yield claim


def threshold_claims(sentence: str) -> Iterator[NumberClaim]:
    """Yield thresholds that a sentence states; none where it speaks of a rubric, which has one of its own."""
    return (claim for field, claim in stated(sentence) if field == "threshold")


def passing_claims(sentence: str) -> Iterator[NumberClaim]:
    """Yield shares from which a sentence lets a case pass: `pass at 95%`, `at least 0.95 of the labels`."""
    lower = sentence.lower()
    if not re.search(_OF_OTHERS, lower):
        for match in re.finditer(_PASSING, lower):
            claim = _number_claim(match, _words(match, sentence))
            is_own = match["lead"] or (match["words"].startswith("least") and not match["percent"])
            if is_own and claim.is_share and claim.value < 1:
                yield claim


def share_claims(sentence: str) -> Iterator[tuple[str, NumberClaim]]:
    """Yield shares of a rubric that a sentence states, `25% of A-PRT`, each with the rubric's code."""
    for match in re.finditer(_OF_RUBRIC, sentence) if "-" in sentence and " of " in sentence else ():
        claim = _number_claim(match, match["words"])
        if claim.is_share:
            yield match["rubric"], claim


def scale_claims(sentence: str) -> Iterator[ScaleClaim]:
    """Yield raw scales that a sentence states; none where it speaks of normalized scores."""
    words = sentence.lower()
    if not any(word in words for word in _OF_SCALES) or re.search("normali[sz]", words):
        return
    if not re.match(_OF_CASES, words) and re.search(OF_PATIENTS, words):
        return
    for match in re.finditer(_SCALE, words):
        ahead = match["ahead"] or "the"
        is_own = match.start() == 0 or ahead in _SCALES_OWN
        if is_own or (ahead in ("a", "the") and re.search(_SCORING, words)):
            unit = Decimal(100) if match["percent"] else Decimal(1)  # one in percent runs from 0 to 1
            low, high = (Decimal(match[end]) / unit for end in ("low", "high"))
            yield ScaleClaim(_words(match, sentence), low, high)


def _is_own(sentence: str, start: int) -> bool:
    """Return whether the word before a name, if any, leaves it the benchmark's own."""
    if not sentence[start - 1 : start].isspace():
        return not sentence[start - 1 : start].isalnum()
    ahead = sentence[:start].split()[-1].lstrip("(['\"`*")
    is_own = ahead.lower() in _NAMES_OWN or re.fullmatch(_POSSESSIVE, ahead) or not ahead[-1:].isalnum()
    is_opening = sentence[start].isupper() and not ahead[:1].isupper()
    return bool(is_own) or is_opening or sentence.startswith("min_", start)


def _words(match: re.Match[str], sentence: str) -> str:
    """Return the words of a match in a sentence's small letters as the sentence has them."""
    return sentence[slice(*match.span("words"))]


def _number_claim(match: re.Match[str], words: str) -> NumberClaim:
    number, percent = match["number"], match["percent"] or ""
    value = Decimal(number) / (100 if percent else 1)
    is_share = bool(percent) or ("." in number and value <= 1)
    return NumberClaim(words, number + percent, value, is_share)
