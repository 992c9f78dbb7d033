"""SCP701: clinical knowledge, which belongs to the product under test, in a spec or prompt."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from benchdocs.finding import Place, Severity, Source, Violation, at
from benchdocs.rules.prose import Statement, statements
from benchdocs.rules.rule import rule
from benchdocs.suite import BenchmarkSpec, RubricSpec, Suite

_NUMBER = r"\d[\d,]*(?:\.\d+)?|\.\d+"
_UNIT = r"(?:mg|mcg|µg|μg|ug|mEq|mmol|mL|cc|IU|joules?|milligrams?|micrograms?|milliliters?|millilitres?)\b"
_AMOUNT = rf"(?:{_NUMBER})\s*{_UNIT}"
_WEIGHED = r"(?:mg|mcg|µg|μg|ug|g|mEq|mmol|mL|cc|IU|units?|J|joules?)"
_PER_WEIGHT = rf"{_WEIGHED}\s*(?:/\s*|\bper\s+)kg\b|\bper\s+(?:kg|kilogram|kilo)\b"

_TREATMENT = (
    r"(?:dos(?:es?|ages?|ing)|drugs?|medications?|medicines?|treatments?|therap(?:y|ies)|routes?|infusions?"
    r"|interventions?|procedures?|care)"
)
_PATIENT = r"(?:patient|child|adult|infant|neonate|newborn|age|weight|condition|indication|rhythm|situation)"
_RECORD_WORDS = r"(?!(?:sections?|fields?|entr(?:y|ies)|records?|lists?|names?|labels?|units?)\b)"
_SUBJECT = rf"(?:\b{_TREATMENT}\b|\b{_AMOUNT})(?:\s+{_RECORD_WORDS}[\w-]+){{0,4}}?"
_WORTH = (
    r"(?:(?:clinically|medically|truly|really)\s+)?"
    r"(?:(?:un)?safe|dangerous|harmful|toxic|lethal|(?:in)?appropriate|excessive|contraindicated|(?:sub)?therapeutic"
    r"|indicated(?!\s+(?:in|by|on|as|with|through)\b)|too\s+(?:high|low|much|little|large|small))\b"
)
_RIGHT = (
    rf"(?:(?:clinically|medically)\s+(?:correct|right|sound|justified|acceptable|valid|proper)\b|{_WORTH})"
)
_RIGHT_FOR = rf"(?:correct|right|suitable|proper|safe)\s+(?:for|in)\s+(?:\w+\s+){{1,3}}?{_PATIENT}\b"
_VERDICT = rf"(?:{_RIGHT_FOR}|{_RIGHT})"
_OPENS = r"(?:^|(?<=[:;(—–,]\s)|(?<=[:;(—–]))"
_IS = r"(?:is|are|was|were|seems?|looks?|(?:would|may|might|could|should)\s+be)"
_FEW_WORDS = r"(?:(?!(?:whether|if|when|that|not|never|no|nor|than|and|or)\b)[\w'-]+\s+){0,4}?"
_USUAL = r"(?:safe|therapeutic|normal|recommended|permitted|allowable)"
_LIMITED = rf"(?:max(?:imum|imal)?|min(?:imum|imal)?|usual|standard|typical|starting|{_USUAL})"


@dataclass(frozen=True)
class _Sign:
    """A form in which clinical knowledge shows itself."""

    name: str
    telling: tuple[str, ...]
    """Words, or two words in a row, of which a text with this sign holds one; in lower case."""
    form: str
    also: tuple[str, ...] = ()
    """More of the kind, of which a text with this sign holds one as well; none: nothing more is needed."""
    states_number: bool = False
    """Knowledge itself, whatever the sentence around it says; else a sentence may rule it out."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """For text in lower case: compiling a pattern that ignores case takes more than twice as long.

        Compiled when a telling text is first met, since most runs meet few.
        """
        return re.compile(self.form.lower())


_OF_AMOUNT = (
    *(
        "mg",
        "mcg",
        "µg",
        "μg",
        "ug",
        "meq",
        "mmol",
        "ml",
        "cc",
        "iu",
        "joule",
        "joules",
        "milligram",
        "milligrams",
    ),
    *("microgram", "micrograms", "milliliter", "milliliters", "millilitre", "millilitres"),
)
_OF_WEIGHT = ("kg", "kilo", "kilogram")
_OF_RANGE = ("range", "ranges", "window", "windows")
_OF_VERDICT = (
    *(
        "safe",
        "unsafe",
        "dangerous",
        "harmful",
        "toxic",
        "lethal",
        "appropriate",
        "inappropriate",
        "excessive",
    ),
    *("contraindicated", "indicated", "therapeutic", "subtherapeutic", "clinically", "medically"),
    *(
        "correct for",
        "correct in",
        "right for",
        "right in",
        "suitable for",
        "suitable in",
        "proper for",
        "proper in",
    ),
    *("too high", "too low", "too much", "too little", "too large", "too small"),
)
_OF_JUDGING = ("safety", "appropriateness", "clinical correctness")
_OF_GIVING = ("gave", "give", "gives", "administer", "administers", "administered", "receive", "received")
_OF_WORTH = ("safe", "right", "appropriate", "proper")
_APART = dict.fromkeys(map(ord, string.punctuation + string.digits + "“”‘’–—…"), " ")

_SIGNS = (
    _Sign(
        "a dose range",
        _OF_AMOUNT,
        rf"\bbetween\s+(?:{_NUMBER})\s*(?:{_UNIT})?\s*and\s+{_AMOUNT}(?:\s*/\s*kg)?"
        rf"|(?<![\w.,])(?:{_NUMBER})\s*(?:{_UNIT}(?:\s*/\s*kg)?)?\s*(?:-|–|—|\bto\b|\bthrough\b)\s*{_AMOUNT}(?:\s*/\s*kg)?",
        states_number=True,
    ),
    _Sign(
        "a per-weight formula",
        _OF_WEIGHT,
        rf"(?<![\w.,])(?:{_NUMBER})\s*(?:{_PER_WEIGHT})",
        states_number=True,
    ),
    _Sign("a per-weight formula", _OF_WEIGHT, rf"(?<![\w.])(?:{_PER_WEIGHT})"),
    _Sign(
        "a dose limit",
        _OF_AMOUNT,
        rf"\b{_LIMITED}\s+{_FEW_WORDS}dos(?:e|es|age)\b[^.;?!■]{{0,30}}?(?:{_NUMBER})\s*{_UNIT}"
        rf"|\bdos(?:e|es|age)\b[^.;?!■]{{0,30}}?\b(?:exceeds?|must\s+(?:not\s+)?(?:be|exceed)|should\s+(?:not\s+)?"
        rf"(?:be|exceed))\b[^.;?!■]{{0,20}}?(?:{_NUMBER})\s*{_UNIT}",
        states_number=True,
    ),
    _Sign(
        "a range that counts as safe or normal",
        _OF_RANGE,
        rf"(?:\b(?:(?:does|do|did)\s+not\s+|{_IS}\s+(?:not\s+)?)?(?:(?:fall|lie|stay)s?\s+)?"
        rf"(?:within|in|inside|outside(?:\s+of)?|out\s+of|beyond|above|below|exceed\w*)\s+)?"
        rf"(?:\b(?:the|a|its|their)\s+)?\b{_USUAL}\s+(?:[\w-]+\s+)?(?:ranges?|windows?)\b",
    ),
    _Sign(
        "a question whether care was right",
        _OF_VERDICT,
        rf"(?:{_OPENS}|\b(?:whether|if|when|and|or|(?:verify|check|ensure|confirm|judge|decide|determine)\s+that)\s+)"
        rf"{_FEW_WORDS}{_SUBJECT}\s+{_IS}\s+(?:not\s+)?{_VERDICT}",
    ),
    _Sign(
        "a question whether care was right",
        _OF_VERDICT,
        rf"{_OPENS}(?:is|are|was|were|would)\s+{_FEW_WORDS}{_SUBJECT}\s+(?:be\s+)?(?:not\s+)?{_VERDICT}"
        rf"|\b(?:is|are|was|were|would)\s+{_FEW_WORDS}(?:be\s+)?(?:{_WORTH}|correct|right)\s+(?:for|in)\s+"
        rf"(?:the|this|a|an|that)\s+{_PATIENT}\b(?=[^.!■]*\?)",
    ),
    _Sign(
        "a question whether care was right",
        _OF_JUDGING,
        rf"\b(?:judge|assess|evaluate|check|verify|rate|determine|decide|weigh)s?\s+{_FEW_WORDS}"
        rf"(?:safety|appropriateness|clinical\s+correctness)\s+of\s+{_FEW_WORDS}{_TREATMENT}\b",
    ),
    _Sign(
        "a question whether care was right",
        _OF_GIVING,
        rf"\b(?:whether|if)\s+{_FEW_WORDS}(?:gave|gives?|administers?|administered|received?)\s+{_FEW_WORDS}"
        rf"(?:safe|right|appropriate|proper)\s+(?:\w+\s+)?{_TREATMENT}\b",
        also=_OF_WORTH,
    ),
)
_CHANGES = re.compile(
    r"\b(?:chang|alter|turn|convert|misread|misheard|shift|swap|round|differ)\w*\b[^.;?!]{0,40}$",
    re.IGNORECASE,
)
_NOT_APPLICABLE = re.compile(
    r"\bDo not (?:apply|use)(?:\s+(?:this|the)\s+\w+)?\s+(?:when|where|for|if|to|in|unless|during|on)\b"
    r"|\bDo not (?:apply|use)\s*$|\bAlso exclude\b",
    re.IGNORECASE,
)
_RULES_OUT = re.compile(
    r"\b(?:not|never|no|nor|none|neither|nothing|nobody|without|cannot|ignor\w+|exclud\w+|regardless"
    r"|irrespective|outside|beyond|elsewhere|irrelevant|out of scope|rather than|instead of|knowledge base"
    r"|belongs? to|left to|refrain\w*|avoid\w*)\b|n't\b",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(r"[,;]|\b(?:and|or|but|while|yet)\b", re.IGNORECASE)
_NEARBY = 200
"""Characters around a sign within which a statement is taken to speak of it."""
_LABELLED = re.compile(r"\bground[ _-]truth|\blabel|\bmark(?:s|ed)\b|\bannotat", re.IGNORECASE)
_ANY_TELLING = frozenset(telling for sign in _SIGNS for telling in sign.telling)
_BEFORE_ANOTHER = frozenset(telling.split()[0] for telling in _ANY_TELLING if " " in telling)


@rule("SCP701", "clinical knowledge in a spec or prompt", Severity.WARNING, source="Scope Boundary")
def clinical_knowledge(suite: Suite) -> Iterator[Violation]:
    """A spec or prompt holds a dose range, a formula by body weight, a range that counts as normal, or asks
    whether a dose or treatment was right. What stands in quotation marks, and what is listed as ignored or
    out of scope, is fine; `examples` are not searched. These forms are all that the check recognises: other
    rules of a protocol, such as a time limit or an order of steps, are for the reviewer to find.

    Why: the suite tests the product against labelled cases. Medical rules are kept in the product's own
    knowledge base; a copy in here would be a second opinion that nobody maintains.

    Fix: let the label of the test case decide (the case is marked unsafe: was it flagged?), and put dictated
    words into quotation marks.

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when a dose is dictated. Flag if it lies outside 0.1-0.2 mg/kg.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the ground truth marks a dictated dose as unsafe. Flag if the record does not say so.
    """
    for spec in suite.benchmarks:
        yield from _found_in(spec.document, _benchmark_texts(spec))
    for rubric in suite.rubrics:
        yield from _found_in(rubric.document, _rubric_texts(rubric))
    for prompt in suite.prompts:
        if prompt.problems:
            continue
        for sign, start, words in _signs(prompt.text):
            yield _violation(prompt, Place(position=prompt.position_of(start)), sign, words)


def _found_in(document: Source, texts: Iterator[tuple[tuple[str, ...], str | None]]) -> Iterator[Violation]:
    for route, text in texts:
        for sign, _, words in _signs(text or ""):
            yield _violation(document, at(*route, text=words), sign, words)


def _violation(source: Source, place: Place, sign: _Sign, words: str) -> Violation:
    shown = " ".join(words.split())
    message = f"`{shown}` is {sign.name}: clinical knowledge, which belongs to the product under test"
    hint = "let the label of the test case decide; put dictated words into quotation marks"
    return Violation(source, place, message, hint)


def _benchmark_texts(spec: BenchmarkSpec) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """The texts that define a benchmark; its examples are narrative."""
    for field in ("concept", "inclusion_criteria", "exclusion_criteria", "rationale"):
        yield (field,), getattr(spec.fields, field)
    scale = spec.fields.scoring_scale
    for level, description in (scale.descriptions if scale else {}).items():
        yield ("scoring_scale", "descriptions", str(level)), description


def _rubric_texts(rubric: RubricSpec) -> Iterator[tuple[tuple[str, ...], str | None]]:
    yield ("description",), rubric.fields.description
    guidelines: dict[str, Any] = dict(rubric.fields.evaluation_guidelines or {})
    for name, content in guidelines.items():
        for text in content if isinstance(content, list) else [content]:
            yield ("evaluation_guidelines", name), text


def _signs(text: str) -> Iterator[tuple[_Sign, int, str]]:
    """The first sign of clinical knowledge in each statement of a text, with its offset and its words."""
    suspected = _suspected(text, _SIGNS)
    for statement in statements(text) if suspected else ():
        signs = _suspected(statement.text, suspected)
        found = [(sign, match) for sign in signs if (match := _first(sign, statement))]
        if found:
            sign, match = min(found, key=lambda entry: entry[1].start())
            yield sign, statement.start + match.start(), statement.text[match.start() : match.end()]


def _suspected(text: str, signs: tuple[_Sign, ...]) -> tuple[_Sign, ...]:
    """The signs that can occur in a text; a quick look, which spares most texts the full search."""
    words = text.lower().translate(_APART).split()
    told = set(words)
    if not told.isdisjoint(_BEFORE_ANOTHER):
        told.update(f"{one} {next_}" for one, next_ in pairwise(words) if one in _BEFORE_ANOTHER)
    if told.isdisjoint(_ANY_TELLING):
        return ()
    return tuple(
        sign
        for sign in signs
        if not told.isdisjoint(sign.telling) and not (sign.also and told.isdisjoint(sign.also))
    )


def _in_lower_case(text: str) -> str:
    """The text in lower case, each character at its place; a letter that would become two stays."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    )


def _first(sign: _Sign, statement: Statement) -> re.Match[str] | None:
    matches = sign.pattern.finditer(_in_lower_case(statement.text))
    return next((match for match in matches if not _is_excused(sign, statement, match)), None)


def _is_excused(sign: _Sign, statement: Statement, match: re.Match[str]) -> bool:
    """Whether the statement reports a changed value, rules the question out, or leaves it to a label."""
    text, start, end = statement.text, match.start(), match.end()
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    if sign.states_number:
        return bool(_CHANGES.search(before))
    introduced = f"{statement.lead} {before}"
    if not text.lower().startswith("whether"):
        after = _NEXT_CLAUSE.split(after, maxsplit=1)[0]
    rules_out = _RULES_OUT.search(_NOT_APPLICABLE.sub("", introduced)) or _RULES_OUT.search(after)
    return bool(rules_out or _LABELLED.search(f"{introduced} {match[0]} {after}"))
