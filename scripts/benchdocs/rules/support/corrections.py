"""What an author meant by a value that was refused, where it can mean one thing only."""

import re
from collections.abc import Iterable
from copy import deepcopy
from decimal import Decimal
from typing import Any

from benchdocs.documents.locations import Route
from benchdocs.documents.spelling import closest, one_typo_away, plain_letters
from benchdocs.specs.fields import ANY_CODE, Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnyRead, Fault, count_faults

_CURLY = "“”„‘’"
_SHARE = r"(?P<number>[0-9]*[.,]?[0-9]+)[ ]?(?P<percent>(?:%|per[ ]?cent)?)"
_DECIMAL_COMMA = r"0?,[0-9]+|[0-9],[0-9]{1,2}"
_SIGN = r"[-_ \u2010-\u2015\u2212]"
_CODE_LIKE = rf"([A-Za-z]{{1,12}})(?:{_SIGN}([A-Za-z]{{2,}})(?:{_SIGN}?([0-9]+)(?:{_SIGN}([A-Za-z]\w*))?)?)?"
BLOCKS: dict[type[Fields], tuple[str, tuple[str, ...]]] = {
    spec: next((name, tuple(block.model_fields)) for name, block in spec.blocks().items())
    for spec in (Benchmark, Rubric)
}
"""The first block of fields of each kind of spec, which authors write most, and the fields of the block."""
_ONLY_BENCHMARKS = Benchmark.model_fields.keys() - Rubric.model_fields.keys()
_ONLY_RUBRICS = Rubric.model_fields.keys() - Benchmark.model_fields.keys()
_ALIKE = 0.75
"""How alike a word is to the one that was probably meant."""
_OPPOSITE = r"(?:anti|de|dis|in|no|non|not|un|without)(?=_?[a-z])"
"""Prefixes that turn a word into its opposite."""


def unquoted(text: str) -> str:
    """Return a text without curly quotes around it and white space at its ends."""
    return text.strip().strip(_CURLY).strip()


def number(text: str, *, share: bool) -> str | None:
    """Return the number that a text means, as it has to be written: `0.5` for `50 %`, `0,5` or `.5`."""
    match = re.fullmatch(_SHARE, re.sub(r"[,;]$", "", unquoted(text)))
    if not match or (match["percent"] and not share):
        return None
    digits = match["number"]
    if "," in digits and not re.fullmatch(_DECIMAL_COMMA, digits):
        return None
    value = Decimal(digits.replace(",", "."))
    if not match["percent"]:
        return f"{value:f}"
    if value <= 1:  # "0.5%" may be meant as half
        return None
    return f"{(value / 100).normalize():f}"


def word(text: str, words: Iterable[str]) -> str | None:
    """Return the one of a few words that a text means: with other punctuation, or one typo away."""
    plain, known = _plain(text), {_plain(word): word for word in words}
    if plain in known:
        return known[plain]
    joined = [name for name in known if name.replace("_", "") == plain.replace("_", "")]
    right = one_typo_away(plain, known)
    if len(joined) == 1:
        right = joined[0]
    return known.get(right or "")


def likely_word(text: str, words: Iterable[str]) -> str | None:
    """Return the word that a text probably means: the closest one, unless a prefix turns its sense around."""
    words, plain = list(words), _plain(text)
    if right := word(text, words):
        return right
    near, opposite = closest(plain, words, _ALIKE), re.match(_OPPOSITE, plain)
    is_turned_around = near and opposite and not _plain(near).startswith(opposite[0])
    if is_turned_around or not plain.isidentifier():
        return None
    return near


def _plain(text: str) -> str:
    """Return a word in one spelling, without quotes around it and punctuation after it."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"[.,;]$", "", unquoted(text).strip("`")).casefold())


def code(text: str) -> str | None:
    """Return the well-formed code that a text is, but for case, separators, trailing marks and `.yaml`."""
    parts = re.fullmatch(
        _CODE_LIKE, re.sub(r"(?:\.ya?ml)?[,;]?$", "", plain_letters(text.strip()), flags=re.IGNORECASE)
    )
    if not parts:
        return None
    component, category, digits, variant = parts.groups("")
    right = component.upper()
    if category:
        right += f"-{category.upper()}{digits}"
    if variant:
        right += f"-{variant.lower()}"
    if not re.fullmatch(ANY_CODE, right):
        return None
    return right


def block_of(spec: AnyRead, fault: Fault) -> str | None:
    """Return the block of a spec that a field outside of it belongs to."""
    block, fields = BLOCKS.get(spec.model, ("", ()))
    name, above = str(fault.route[-1]), fault.route[:-1]
    if block not in spec.document.data:
        return None
    if "descriptions" in fields and above in ((), (block,)) and re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", name):
        return f"{block}.descriptions"
    if above or name not in fields:
        return None
    return block


def fits(spec: AnyRead, fault: Fault, name: str) -> bool:
    """Return whether the value of an unknown field is one that the field of another name takes."""
    *above, unknown = fault.route
    renamed: Any = deepcopy(spec.document.data)
    block = renamed
    try:
        for step in above:
            block = block[step]
        block[name] = block.pop(unknown)
    except (LookupError, TypeError):  # a key that is a number, in the route a text
        return False
    model = spec.model
    return count_faults(model, renamed) < count_faults(model, spec.document.data)


def is_misplaced(spec: AnyRead) -> bool:
    """Return whether a file holds a rubric where benchmarks lie, or a benchmark where rubrics lie."""
    unknown = {str(fault.route[-1]) for fault in spec.faults if fault.rule == "FLD102"}
    if len(unknown) < 3:
        return False
    fitting, foreign = _ONLY_BENCHMARKS, _ONLY_RUBRICS
    if spec.model is Rubric:
        fitting, foreign = foreign, fitting
    return len(unknown & foreign) > max(2, len(spec.document.data.keys() & fitting))


def is_misspelled(spec: AnyRead, route: Route) -> bool:
    """Return whether an absent field is in its block under a similar name."""
    unknown = (fault for fault in spec.faults if fault.rule == "FLD102")
    beside = (fault for fault in unknown if fault.route[:-1] == route[:-1])
    return any(route[-1] == likely_word(str(fault.route[-1]), fault.absent) for fault in beside)


def in_a_line(example: str) -> str:
    """Return the example of a field as YAML that can follow the name of the field on its line."""
    if re.match(r"[a-z_]+: ", example):
        return f"{{{example}}}"
    if ": " in example:
        return f'"{example}"'
    return example
