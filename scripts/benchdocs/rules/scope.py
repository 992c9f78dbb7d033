"""SCP701: clinical knowledge, which belongs to the product under test, in a spec or prompt."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.statements import Statement, statements
from benchdocs.specs.field_index import SPECS, stated_texts, stating_fields
from benchdocs.suite.suite import Suite

_NUMBER = r"\d[\d,]*(?:\.\d+)?|\.\d+"
_UNIT = (
    r"(?:mg|mcg|µg|μg|ug|meq|mmol|ml|cc|iu|joules?|milligrams?|micrograms?|milliliters?|millilitres?)"
    r"\b(?!-\w)"
)
_AMOUNT = rf"(?:{_NUMBER})\s*{_UNIT}"
_WEIGHED = r"(?:mg|mcg|µg|μg|ug|g|meq|mmol|ml|cc|iu|units?|j|joules?)"
_PER_WEIGHT = rf"{_WEIGHED}\s*(?:/\s*|\bper\s+)kg\b"
_BODY = r"(?:the\s+)?(?:body|lean|ideal|patient|child|weight)"
_PER_BODY = rf"\bper\s+(?:kg|kilogram|kilo)\b(?!\s+of\s+(?!{_BODY}))"
_DOSED = r"\b(?:dos(?:e|age|ing)|drug|medic|fluid|bolus|infus|inject|administ|give|calculat|comput)"

_TREATMENT = (
    r"(?:dos(?:es?|ages?|ing)|drugs?|medications?|medicines?|treatments?|therap(?:y|ies)|routes?|infusions?"
    r"|interventions?|procedures?|care)"
)
_PATIENT = r"(?:patient|child|adult|infant|neonate|newborn|age|weight|condition|indication|rhythm|situation)"
_RECORD_WORDS = r"(?!(?:sections?|fields?|entr(?:y|ies)|records?|lists?|names?|labels?|units?)\b)"
_SUBJECT = rf"(?:\b{_TREATMENT}\b|\b{_AMOUNT})(?:\s+{_RECORD_WORDS}[\w-]+){{0,4}}?"
_WORTH = (
    r"(?:(?:clinically|medically|truly|really)\s+)?"
    r"(?:(?:un)?safe|dangerous|harmful|toxic|lethal|(?:in)?appropriate(?!\s+as\b)|excessive|contraindicated|(?:sub)?therapeutic"
    r"|indicated(?!\s+(?:in|by|on|as|with|through)\b)|too\s+(?:high|low|much|little|large|small))\b"
)
_RIGHT = (
    rf"(?:(?:clinically|medically)\s+(?:correct|right|sound|justified|acceptable|valid|proper)\b|{_WORTH})"
)
_RIGHT_FOR = rf"(?:correct|right|suitable|proper|safe)\s+(?:for|in)\s+(?:\w+\s+){{1,3}}?{_PATIENT}\b"
_VERDICT = rf"(?:{_RIGHT_FOR}|{_RIGHT})"
_OPENS = r"(?:^|(?<=[:;(—–,]\s)|(?<=[:;(—–]))"
_LONGEST_QUESTION = 400
"""Characters up to its question mark at most."""
_IS = r"(?:is|are|was|were|seems?|looks?|(?:would|may|might|could|should)\s+be)"
_NO_JOINT = r"(?!(?:whether|if|when|that|not|never|no|nor|than|and|or)\b)"
_FEW_WORDS = rf"(?:{_NO_JOINT}[\w'-]+\s+){{0,4}}?"
_OF_RECORD = r"(?:times?|dates?|address|age|gender|spelling)"
_FEW_OTHERS = rf"(?:{_NO_JOINT}{_RECORD_WORDS}(?!{_OF_RECORD}\b)[\w'-]+\s+){{0,4}}?"
_USUAL = r"(?:safe|therapeutic|normal|recommended|permitted|allowable)"
_OF_TEXT = (
    r"\s+(?:of|for)\s+(?:[\w'’-]+\s+){0,2}?(?:date|day|week|month|year|word|length|character|line|page|spelling"
    r"|name|code|file|review|label|version|case|score|sentence|phrase|notation|format)s?\b"
)
"""What has a range or a window of no clinical kind."""
_LIMITED = rf"(?:max(?:imum|imal)?|min(?:imum|imal)?|usual|standard|typical|starting|{_USUAL})"

Words = frozenset[str]


class _Pattern(NamedTuple):
    """A form in which clinical knowledge is written, for text in lower case.

    Compiling the forms takes longer than searching them, and ignoring case would double that. So a text is
    looked at for words first, then its statements for what else the form has to hold; most runs compile few.

    Attributes:
        may_occur_in: Whether a text, with those of `_WORDS` in it, holds what this pattern needs.
        also: What else a statement with a match holds.
        states_number: Knowledge itself, whatever the sentence around it says; else a sentence may rule it
            out.
    """

    name: str
    may_occur_in: Callable[[str, Words], bool]
    form: str
    also: str = ""
    states_number: bool = False


def _continues(text: str, words: Iterable[str], following: re.Pattern[str]) -> bool:
    """Return whether `following` matches right after one of these words."""
    return any(following.match(text, end) for word in words for end in _ends(text, word))


def _ends(text: str, word: str) -> Iterator[int]:
    start = text.find(word)
    while start >= 0:
        yield start + len(word)
        start = text.find(word, start + 1)


def _has_amount(text: str, words: Words) -> bool:
    """Return whether a number precedes what a unit starts with; one known digit is found faster than any."""
    if text.isascii():
        return bool(_COUNTED_BYTES.search(text.encode().translate(_ZEROS)))
    return bool(_COUNTED.search(re.sub(r"\d", "0", text)))


def _has_weight(text: str, words: Words) -> bool:
    return bool(words & _KILOGRAMS and _PER_KILOGRAM.search(text))


def _has_verdict(text: str, words: Words) -> bool:
    return bool(
        words & _VERDICTS
        or (words & _TOO and _continues(text, _TOO, _EXTREME))
        or (words & _FITTING and _continues(text, words & _FITTING, _FOR_PATIENT))
    )


_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_COUNTED = re.compile(r"0,*\s*(?:m(?:c?g|eq|mol|l)\b|m(?:illi|icro)|[µμu]g|cc|iu|joule)")
_COUNTED_BYTES = re.compile(rb"0,*\s*(?:m(?:c?g|eq|mol|l)\b|m(?:illi|icro)|ug|cc|iu|joule)")
_KILOGRAMS = frozenset({"kg", "kilo"})
_PER_KILOGRAM = re.compile(r"/\s*kg|per\s*(?:kg|kilo)")
_RANGES = frozenset({"range", "window"})
_NORMS = ("safe", "therapeutic", "normal", "recommended", "permitted", "allowable")
_VERDICTS = frozenset(
    {
        *("safe", "dangerous", "harmful", "toxic", "lethal", "appropriate", "excessive", "indicated"),
        *("therapeutic", "clinically", "medically"),
    }
)
_TOO = frozenset({"too"})
_EXTREME = re.compile(r"\s+(?:high|low|much|little|large|small)")
_FITTING = frozenset({"correct", "right", "suitable", "proper"})
_FOR_PATIENT = re.compile(
    r"\s+(?:for|in)\s+(?:\w+\s+){1,3}?(?:patient|child|adult|infant|neonate|newborn|age|weight|condition"
    r"|indication|rhythm|situation)"
)
_QUALITIES = frozenset({"safe", "appropriate", "correct"})
_NESS_OF = re.compile(r"(?:ty|ness)\s+of")
_GOOD = frozenset({"safe", "right", "appropriate", "proper"})
_CARE = re.compile(
    r"\s+(?:\w+\s+)?(?:dos|drug|medic|treat|therap|route|infusion|intervention|procedure|care)"
)
_WORDS = _KILOGRAMS | _RANGES | _VERDICTS | _TOO | _FITTING | _QUALITIES | _GOOD
"""Each is looked for in every text: fewer words make a faster check."""

_PATTERNS = (
    _Pattern(
        "a dose range",
        _has_amount,
        rf"\bbetween\s+(?:{_NUMBER})\s*(?:{_UNIT})?\s*and\s+{_AMOUNT}(?:\s*/\s*kg)?"
        rf"|(?<![\w.,])(?:{_NUMBER})\s*(?:{_UNIT}(?:\s*/\s*kg)?)?\s*(?:-|–|—|\bto\b|\bthrough\b)\s*{_AMOUNT}(?:\s*/\s*kg)?",
        also=r"(?:-|–|—|to|through|and)\s*[\d.]",
        states_number=True,
    ),
    _Pattern(
        "a per-weight formula",
        _has_weight,
        rf"(?<![\w.,])(?:{_NUMBER})\s*(?:{_PER_WEIGHT})",
        states_number=True,
    ),
    _Pattern("a per-weight formula", _has_weight, rf"(?<![\w.])(?:{_PER_WEIGHT})"),
    _Pattern(
        "a per-weight formula",
        _has_weight,
        rf"(?<![\w.,])(?:{_NUMBER})\s*{_PER_BODY}",
        also=_DOSED,
        states_number=True,
    ),
    _Pattern("a per-weight formula", _has_weight, _PER_BODY, also=_DOSED),
    _Pattern(
        "a dose limit",
        _has_amount,
        rf"\b{_LIMITED}\s+{_FEW_WORDS}dos(?:e|es|age)\b[^.;?!■]{{0,30}}?(?:{_NUMBER})\s*{_UNIT}"
        rf"|\bdos(?:e|es|age)\b[^.;?!■]{{0,30}}?\b(?:exceeds?|must\s+(?:not\s+)?(?:be|exceed)|should\s+(?:not\s+)?"
        rf"(?:be|exceed))\b[^.;?!■]{{0,20}}?(?:{_NUMBER})\s*{_UNIT}",
        also=r"dos(?:e|es|age)\b",
        states_number=True,
    ),
    _Pattern(
        "a range that counts as safe or normal",
        lambda text, words: bool(words & _RANGES) and any(word in text for word in _NORMS),
        rf"(?:\b(?:(?:does|do|did)\s+not\s+|{_IS}\s+(?:not\s+)?)?(?:(?:fall|lie|stay)s?\s+)?"
        rf"(?:within|in|inside|outside(?:\s+of)?|out\s+of|beyond|above|below|exceed\w*)\s+)?"
        rf"(?:\b(?:the|a|its|their)\s+)?\b{_USUAL}\s+(?:[\w-]+\s+)?(?:ranges?|windows?)\b(?!{_OF_TEXT})",
    ),
    _Pattern(
        "a question whether care was right",
        _has_verdict,
        rf"(?:{_OPENS}|\b(?:whether|if|when|and|or|(?:verify|check|ensure|confirm|judge|decide|determine)\s+that)\s+)"
        rf"{_FEW_WORDS}{_SUBJECT}\s+{_IS}\s+(?:not\s+)?{_VERDICT}",
    ),
    _Pattern(
        "a question whether care was right",
        _has_verdict,
        rf"{_OPENS}(?:is|are|was|were|would)\s+{_FEW_WORDS}{_SUBJECT}\s+(?:be\s+)?(?:not\s+)?{_VERDICT}"
        rf"|\b(?:is|are|was|were|would)\s+{_FEW_OTHERS}(?:be\s+)?(?:{_WORTH}|correct|right)\s+(?:for|in)\s+"
        rf"(?:the|this|a|an|that)\s+{_PATIENT}\b(?=[^.!■]{{0,{_LONGEST_QUESTION}}}\?)",
        also=rf"{_OPENS}(?:is|are|was|were|would)\s|\?",
    ),
    _Pattern(
        "a question whether care was right",
        lambda text, words: _continues(text, words & _QUALITIES, _NESS_OF),
        rf"\b(?:judge|assess|evaluate|check|verify|rate|determine|decide|weigh)s?\s+{_FEW_WORDS}"
        rf"(?:safety|appropriateness|clinical\s+correctness)\s+of\s+{_FEW_WORDS}{_TREATMENT}\b",
    ),
    _Pattern(
        "a question whether care was right",
        lambda text, words: _continues(text, words & _GOOD, _CARE),
        rf"\b(?:whether|if)\s+{_FEW_WORDS}(?:gave|gives?|administers?|administered|received?)\s+{_FEW_WORDS}"
        rf"(?:safe|right|appropriate|proper)\s+(?:\w+\s+)?{_TREATMENT}\b",
        also=r"\b(?:gave|give|administer|receive)",
    ),
)
_LOOKS = frozenset(pattern.may_occur_in for pattern in _PATTERNS)
_CHANGES = r"\b(?:chang|alter|turn|convert|misread|misheard|shift|swap|round|differ)\w*\b[^.;?!]{0,40}$"
_NOT_APPLICABLE = (
    r"\bdo not (?:apply|use)(?:\s+(?:this|the)\s+\w+)?\s+(?:when|where|for|if|to|in|unless|during|on)\b"
    r"|\bdo not (?:apply|use)\s*$|\balso exclude\b"
)
_RULES_OUT = (
    r"\b(?:not|never|no|nor|none|neither|nothing|nobody|without|cannot|ignor\w+|exclud\w+|regardless"
    r"|irrespective|outside|beyond|elsewhere|irrelevant|out of scope|rather than|instead of|knowledge base"
    r"|belongs? to|left to|refrain\w*|avoid\w*)\b|n't\b"
)
_NEXT_CLAUSE = r"[,;]|\b(?:and|or|but|while|yet)\b"
_LABELLED = r"\bground[ _-]truth|\blabel|\bmark(?:s|ed)\b|\bannotat"
_NEARBY = 200
"""Characters around a match that are read for words that excuse it."""


def _searched() -> Iterator[str]:
    for model in SPECS:
        for name in stating_fields(model):
            inner = stating_fields(model.blocks()[name]) if name in model.blocks() else ()
            yield from (f"{name}.{field}" for field in inner) if inner else [name]


@rule(
    "SCP701",
    "clinical knowledge in a spec or prompt",
    Severity.WARNING,
    source="Scope Boundary",
    fields=tuple(_searched()),
    unfixable="only you know how to say it without the number",
    setting="clinical",
)
def clinical_knowledge(suite: Suite) -> Iterator[Violation]:
    """A spec or prompt contains a dose range, a formula by body weight, a range that counts as normal, or a
    question about whether a dose or treatment was right. Text in quotation marks is allowed, and so is what
    is listed as ignored or out of scope; `examples` are not searched. The check recognizes only these forms.
    Reviewers have to find other protocol rules, such as a time limit or an order of steps. The setting
    `clinical` switches the rule on.

    Why: the suite tests the product against labeled cases. The product's own knowledge base contains the
    medical rules; a copy here would be a second opinion that nobody maintains.

    Fix: let the label of the test case decide (the case is marked unsafe: was it flagged?), and put dictated
    words in quotation marks.

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when a dose is dictated. Flag if it lies outside 0.1-0.2 mg/kg.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the ground truth marks a dictated dose as unsafe. Flag if the record does not say so.
    """
    for spec in suite.texts.holding(_is_suspect):
        texts = [*stated_texts(spec.fields)]
        suspected = _suspected(_in_lower_case("\n".join(text for _, text in texts)), _PATTERNS)
        for route, text in texts if suspected else ():
            for pattern, _, words in islice(_matches_in(text, suspected), MAX_LISTED):
                yield _violation(spec.document, at(*route, text=words), pattern, words)
    for prompt in suite.paragraphs.holding(_is_suspect):
        for pattern, start, words in islice(_matches_in(prompt.text, _PATTERNS), MAX_LISTED):
            yield _violation(prompt, prompt.place_of(start), pattern, words)


def _violation(source: TextFile, place: Place, pattern: _Pattern, words: str) -> Violation:
    shown = " ".join(words.split())
    message = f"`{shown}` is {pattern.name}: clinical knowledge, which belongs to the product under test"
    hint = "let the label of the test case decide; put dictated words in quotation marks"
    return Violation(source, place, message, hint)


def _matches_in(text: str, possible: tuple[_Pattern, ...]) -> Iterator[tuple[_Pattern, int, str]]:
    """Yield the first clinical knowledge in each statement of a text: pattern, offset and words."""
    suspected = _suspected(_in_lower_case(text), possible)
    for statement in statements(text) if suspected else ():
        lower = _in_lower_case(statement.text)
        patterns = (pattern for pattern in _suspected(lower, suspected) if re.search(pattern.also, lower))
        found = [(pattern, match) for pattern in patterns if (match := _first(pattern, statement, lower))]
        if found:
            pattern, match = min(found, key=lambda entry: entry[1].start())
            yield pattern, statement.start + match.start(), statement.text[match.start() : match.end()]


def _is_suspect(text: str) -> bool:
    return bool(_suspected(_in_lower_case(text), _PATTERNS))


def _suspected(text: str, patterns: tuple[_Pattern, ...]) -> tuple[_Pattern, ...]:
    """Return the patterns that can occur in a text in lower case; a quick look that avoids most searches."""
    words = frozenset(filter(text.__contains__, _WORDS))
    found = {look for look in _LOOKS if look(text, words)}
    return tuple(pattern for pattern in patterns if pattern.may_occur_in in found) if found else ()


def _in_lower_case(text: str) -> str:
    """Return the text in lower case, each character at its place; a letter that would become two stays."""
    if len(lower := text.lower()) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _first(pattern: _Pattern, statement: Statement, lower: str) -> re.Match[str] | None:
    """Return the first match of a pattern that nothing in the statement excuses."""
    matches = re.finditer(pattern.form, lower)
    return next((match for match in matches if not _is_excused(pattern, statement, match)), None)


def _is_excused(pattern: _Pattern, statement: Statement, match: re.Match[str]) -> bool:
    """Return whether the statement reports a changed value, defers to a label, or rules the matter out."""
    text, start, end = match.string, match.start(), match.end()
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    if pattern.states_number:
        return bool(re.search(_CHANGES, before))
    introduced = f"{statement.lead.lower()} {before}"
    if not text.startswith("whether"):
        after = re.split(_NEXT_CLAUSE, after, maxsplit=1)[0]
    if re.search(_LABELLED, f"{introduced} {match[0]} {after}"):
        return True
    applicable = re.sub(_NOT_APPLICABLE, "", introduced)
    return bool(re.search(_RULES_OUT, applicable) or re.search(_RULES_OUT, after))
