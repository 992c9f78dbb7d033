"""What an author meant by a value that was refused, where it can mean one thing only."""

import re
from collections.abc import Iterable
from copy import deepcopy
from decimal import Decimal
from enum import EnumType
from typing import Any

from benchdocs.documents.locations import Route
from benchdocs.documents.spelling import closest, one_typo_away
from benchdocs.specs.field_index import spec_fields
from benchdocs.specs.fields import ANY_CODE, Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnyRead, Fault, count_faults

_CURLY = "“”„‘’"
_REMARK = r"(?P<value>\S.*?)(?:[ \t]+(?://|--)|#)[ \t]*(?P<remark>\S.*)"
_NOTE = (
    r"(?P<value>[\w.]+)[ \t]*\([ \t]*(?P<inside>[^()]*[^()\s])[ \t]*\)"
    r"|(?P<word>[A-Za-z_]+)(?:[,;]|[ \t]+[-–—])[ \t]+(?P<behind>\S.*)"
)
_SHARE = r"(?P<number>[0-9]*[.,]?[0-9]+)[ ]?(?P<percent>(?:%|per[ ]?cent)?)"
_DECIMAL_COMMA = r"0?,[0-9]+|[0-9],[0-9]{1,2}"
_SIGN = r"[-_ \u2010-\u2015\u2212]"
_CODE_LIKE = rf"([A-Za-z]{{1,12}})(?:{_SIGN}([A-Za-z]{{2,}})(?:{_SIGN}?([0-9]+)(?:{_SIGN}([A-Za-z]\w*))?)?)?"
_BETWEEN_CODES = r"\s*[,;&]\s*|\s+(?:(?:and|-)\s+)?"
BLOCKS: dict[type[Fields], tuple[str, tuple[str, ...]]] = {
    spec: next((name, tuple(block.model_fields)) for name, block in spec.blocks().items())
    for spec in (Benchmark, Rubric)
}
"""The first block of fields of each kind of spec, which authors write most, and the fields of the block."""
_ONLY_BENCHMARKS = Benchmark.model_fields.keys() - Rubric.model_fields.keys()
_ONLY_RUBRICS = Rubric.model_fields.keys() - Benchmark.model_fields.keys()
_OPPOSITE = r"(?:anti|de|dis|in|no|non|not|un|without)(?=_?[a-z])"
"""Prefixes that turn a word into its opposite."""


def unquoted(text: str) -> str:
    """Return a text without curly quotes around it and white space at its ends."""
    return text.strip().strip(_CURLY).strip()


def remark(text: str) -> tuple[str, str] | None:
    """Return a value and the remark after it, as in `0.5 // half` or `draft (for now)`."""
    if match := re.fullmatch(_REMARK, text.strip()):
        return match["value"], match["remark"]
    if note := re.fullmatch(_NOTE, text.strip()):
        return note["value"] or note["word"], note["inside"] or note["behind"]
    return None


def number(text: str, *, share: bool) -> str | None:
    """Return the number that a text means, as it has to be written: `0.5` for `50 %`, `0,5` or `.5`."""
    plain = re.sub(r"^(?:>=|\u2265)\s*|[,;]$", "", unquoted(text))
    if re.fullmatch(r"[0-9]*\.?[0-9]+e[+-]?[0-9]{1,2}", plain, re.IGNORECASE):
        return f"{Decimal(plain):f}"
    match = re.fullmatch(_SHARE, plain)
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


def says_none(text: str) -> bool:
    """Return whether a text means "none"."""
    return unquoted(text).casefold() in ("none", "no", "nothing", "n/a", "na", "-", "--", "–", "null", "nil")


def word(text: str, words: Iterable[str]) -> str | None:
    """Return the one of a few words that a text means: with other punctuation, or one typo away."""
    return _only(_plain(_bare(text)), {_plain(known): known for known in words})


def likely_word(text: str, words: Iterable[str]) -> str | None:
    """Return the word that a text probably means; None where it says more, or can mean several."""
    words, bare = list(words), _bare(text)
    near = word(bare, words) or _begun(bare, words) or closest(bare, words)
    if not near or _is_part_of_several(bare, words) or not _says_no_more(_plain(bare), _plain(near)):
        return None
    return near


def field(name: str, absent: Iterable[str]) -> str | None:
    """Return the one absent field that a name means: with other punctuation, or one typo away."""
    return _only(_plain(name), {_plain(field): field for field in absent})


def likely_field(name: str, absent: Iterable[str]) -> str | None:
    """Return the absent field that comes closest to a misspelled name."""
    absent = list(absent)
    near = field(name, absent) or _begun(name, absent) or closest(name, absent)
    if not near or _is_part_of_several(name, absent) or _turns_around(_plain(name), _plain(near)):
        return None
    return near


def _bare(text: str) -> str:
    """Return a word without quotes around it and punctuation after it."""
    return re.sub(r"[.,;]$", "", unquoted(text).strip("`"))


def _begun(text: str, known: Iterable[str]) -> str | None:
    """Return the only known word that a text is the beginning of."""
    if len(text) <= 2:
        return None
    return _single([word for word in known if _plain(word).startswith(_plain(text))])


def _single(candidates: list[str]) -> str | None:
    """Return the only candidate; None where there are several, or none."""
    if len(candidates) != 1:
        return None
    return candidates[0]


def _is_part_of_several(text: str, known: Iterable[str]) -> bool:
    return sum(_plain(text) in _plain(word).split("_") for word in known) > 1


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "_", text.casefold())


def _only(plain: str, known: dict[str, str]) -> str | None:
    if plain in known:
        return known[plain]
    joined = [name for name in known if name.replace("_", "") == plain.replace("_", "")]
    right = _single(joined) or one_typo_away(plain, known)
    return known.get(right or "")


def _says_no_more(plain: str, known: str) -> bool:
    """Return whether a word can be a known one mistyped: a single word without a prefix that negates it."""
    is_longer = len(plain) > len(known) + 1 or (plain != known and plain.endswith(known))
    return plain.isidentifier() and not is_longer and not _turns_around(plain, known)


def _turns_around(plain: str, known: str) -> bool:
    """Return whether a word begins with a prefix that makes it the opposite of a known one."""
    opposite = re.match(_OPPOSITE, plain)
    return opposite is not None and not known.startswith(opposite[0])


def code(text: str) -> str | None:
    """Return the well-formed code that a text is, but for case, separators, trailing marks and `.yaml`."""
    parts = re.fullmatch(_CODE_LIKE, re.sub(r"(?:\.ya?ml)?[,;]?$", "", text.strip(), flags=re.IGNORECASE))
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


def codes(text: str) -> list[str]:
    """Return the well-formed codes that a text lists, whatever separates them; often a single one."""
    if whole := code(text):
        return [whole]
    codes = []
    for part in re.split(_BETWEEN_CODES, text.strip()):
        right = code(part)
        if right is None:
            return []
        codes.append(right)
    return codes


def leading_code(text: str) -> str:
    """Return the first of several words, perhaps a code before a remark; empty for a single word."""
    words = text.split(maxsplit=1)
    if len(words) == 1:
        return ""
    return words[0]


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


def field_with_word(spec: AnyRead, fault: Fault) -> str | None:
    """Return the field that takes the word which a field set to true is called."""
    if fault.value is not True or fault.route[1:]:
        return None
    model, word = spec.model, str(fault.route[0])
    for field in spec_fields(model):
        if field.model is model and isinstance(field.type, EnumType) and word in [*field.type]:
            return field.name
    return None


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
    return any(route[-1] == likely_field(str(fault.route[-1]), fault.absent) for fault in beside)


def in_a_line(example: str) -> str:
    """Return the example of a field as YAML that can follow the name of the field on its line."""
    if re.match(r"[a-z_]+: ", example):
        return f"{{{example}}}"
    if ": " in example:
        return f'"{example}"'
    return example
