"""Numbers, amounts and times of day, as a text states them."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

from texts import normal, plain, text_of

# Quantities ------------------------------------------------------------------------------------------


def _named(measure: str, factor: Fraction, names: str) -> dict[str, tuple[str, Fraction]]:
    return dict.fromkeys(names.split(), (measure, factor))


_UNITS = {
    **_named("g", Fraction(1000), "kg kilogram kilograms"),
    **_named("g", Fraction(1), "g gram grams gm"),
    **_named("g", Fraction(1, 1000), "mg milligram milligrams"),
    **_named("g", Fraction(1, 1000000), "mcg μg ug microgram micrograms mics"),
    **_named("l", Fraction(1), "l liter liters"),
    **_named("l", Fraction(1, 1000), "ml milliliter milliliters cc ccs"),
    **_named("m", Fraction(1, 100), "cm centimeter centimeters"),
    **_named("m", Fraction(1, 1000), "mm millimeter millimeters"),
    **_named("m", Fraction(254, 10000), 'in inch inches "'),
    **_named("s", Fraction(1), "s sec secs second seconds"),
    **_named("s", Fraction(60), "min mins minute minutes"),
    **_named("s", Fraction(3600), "h hr hrs hour hours"),
    **_named("unit", Fraction(1), "u unit units"),
    **_named("mmhg", Fraction(1), "mmhg"),
    **_named("kpa", Fraction(1), "kpa"),
    **_named("%", Fraction(1), "% percent"),
    **{name: (name, Fraction(1)) for name in ("meq", "mmol", "lead", "leads")},
}
"""Units by their names: what they measure, and how many of its base unit they are."""
_ORDINAL = {"st", "nd", "rd", "th"}
_NUMBER_WORDS = {
    word: (Fraction(number), place > 0)
    for number, words in enumerate(
        ("zero", "one first", "two second", "three third", "four fourth", "five fifth", "six", "seven",
         "eight", "nine", "ten")
    )
    for place, word in enumerate(words.split())
} | {"once": (Fraction(1), False), "twice": (Fraction(2), False)}  # fmt: skip
"""Numbers by their words, and whether one gives a place in a row."""
_LARGER = re.compile(
    r"teen\b|\b(?:eleven|twelve|hundred|thousand|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b"
)
"""Words of larger numbers, which are not read."""
_NUMBER = re.compile(
    r"(?:(?:(?<![^\s(\[:=])(?P<sign>[-+])|\b(?P<minus>minus|negative) )?(?<![\w.]))"
    r"(?:(?:(?P<whole>[0-9]{1,4})[ -])?(?P<part>[1-7])(?P<slash>[/\u2044])(?P<parts>[23458])(?![0-9/])"
    r"|(?P<digits>[0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})(?:e(?P<power>[-+]?[0-9]{1,2})(?!\w))?(?![0-9]))"
    r"\s*(?:-(?=[a-z]))?"
    r"(?P<unit>in(?=\s*(?:$|[,;.)]|at\b))|mm hg|(?!(?:in|to|or)\b)[^\W\d_]+(?:/[^\W\d_]+)*|%|\")?"
)
_RANGE = re.compile(r"\s*(?:-|to|or)\s*")
_CLOCK_IN_TEXT = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[t ])?(?<![0-9:.])[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?![0-9])"
    r"(?:z|[-+][0-9]{2}:?[0-9]{2})?\b"
)


class Quantity(NamedTuple):
    """Number in a text.

    Attributes:
        measure: What its unit measures; empty without a known unit.
        amount: How many of the base unit of its measure it is.
        is_place: Whether it gives a place in a row, such as a second attempt.
    """

    measure: str
    amount: Fraction
    number: Fraction
    is_place: bool = False


_APART = re.compile(
    r"(?<=[0-9])\s*(?:[(\[]\s*([^\W\d_]{2,}(?:/[^\W\d_]+)*|[g%])\s*[)\]]|\bin\s(?=\w+/[^\W\d_]))"
)
_QUOTED = re.compile(r"\"([0-9.,]+)\"")


def with_units(text: str) -> str:
    """Return a text with each unit right after its number, which may be in quotation marks."""
    joined = _APART.sub(r" \1", re.sub("''", '"', text))
    return _QUOTED.sub(r"\1", joined)


def quantities(text: str) -> list[Quantity]:
    """Return the amounts in a text, times of day and leads aside; spelled ones where it has no digit."""
    found = [
        each for each in _in_digits(without_times(with_units(text))) if not each.measure.startswith("lead")
    ]
    if found or re.search("[0-9]", text) or _LARGER.search(text):
        return found
    spelled = (_NUMBER_WORDS[word] for word in normal(text).split() if word in _NUMBER_WORDS)
    return [Quantity("", number, number, is_place) for number, is_place in spelled]


def _in_digits(text: str) -> Iterator[Quantity]:
    """Yield the amounts in digits; the first number of a range has the unit of the second."""
    matches = [*_NUMBER.finditer(text)]
    for match, following in zip_longest(matches, matches[1:]):
        unit = match["unit"] or ""
        if following and not unit and _RANGE.fullmatch(text, match.end(), following.start()):
            unit = following["unit"] or ""
        yield from _of(match, unit.replace("mm hg", "mmhg"))


def _of(match: re.Match[str], unit: str) -> Iterator[Quantity]:
    """Yield the amount of a number with its unit; a fraction without one is two numbers, as in a score."""
    measure, factor = _UNITS.get(unit, (unit if "/" in unit else "", Fraction(1)))
    sign = -1 if match["sign"] == "-" or match["minus"] else 1
    if match["digits"]:
        number = sign * Fraction(match["digits"]) * Fraction(10) ** int(match["power"] or 0)
        yield Quantity(measure, number * factor, number, unit in _ORDINAL)
        return
    part, parts, whole = (Fraction(match[name] or 0) for name in ("part", "parts", "whole"))
    if part < parts and (measure or whole or match["slash"] != "/"):
        number = sign * (whole + part / parts)
        yield Quantity(measure, number * factor, number)
        return
    yield from (Quantity("", each, each) for each in (whole, part, parts) if each)


def without_times(text: str) -> str:
    """Return a text without its dates and times of day."""
    return _CLOCK_IN_TEXT.sub(" ", text) if ":" in text else text


_SCALE = re.compile(r"\b([cf])(?:elsius|ahrenheit)?\b")


def is_near(labeled: str, charted: str) -> bool:
    """Return whether the first numbers are the labeled ones, each within one, in a unit that may be theirs.

    Temperatures are compared in either scale, within half a degree.
    """
    wanted, found = quantities(labeled), quantities(charted)
    if not wanted or len(found) < len(wanted):
        return False
    scale = _SCALE.findall(labeled)
    if scale:
        degrees = _celsius(wanted[0].number, scale[0])
        scales = _SCALE.findall(charted) or ["c", "f"]
        return any(abs(_celsius(found[0].number, each) - degrees) <= Fraction(1, 2) for each in scales)
    pairs = zip(wanted, found, strict=False)
    are_near = all(abs(one.number - other.number) <= 1 for one, other in pairs)
    return are_near and not _has_other_unit(wanted, found)


def _celsius(degrees: Fraction, scale: str) -> Fraction:
    return degrees if scale == "c" else (degrees - 32) * 5 / 9


def _has_other_unit(wanted: list[Quantity], found: list[Quantity]) -> bool:
    """Return whether both state a known unit, and not the same."""
    one, other = wanted[-1].measure, found[len(wanted) - 1].measure
    return bool(one and other) and one != other


def is_one_reading(labeled: str, charted: str) -> bool:
    """Return whether a text clearly gives one reading, as the labeled one does, whatever its value.

    It does not where it holds further numbers, a grade such as 2+, or another number in another unit, which
    may be the labeled reading converted.
    """
    wanted, found = quantities(plain(labeled)), quantities(plain(charted))
    if not wanted or len(found) != len(wanted) or re.search(r"[0-9]\+", charted):
        return False
    return not _has_other_unit(wanted, found) or wanted[-1].number == found[-1].number


# Times of day ----------------------------------------------------------------------------------------

DAY = 86_400
"""Seconds of a day."""
_CLOCK = re.compile(
    r"(?<![0-9:/.])(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}[t ])?"
    r"(?:([01]?[0-9]|2[0-3]|24(?=:00))[:h]|([01][0-9]|2[0-3]))([0-5][0-9])(?::([0-5][0-9])(?:\.[0-9]{1,9})?)?"
    r"(?![0-9]|-[0-9]{2}-)(?:z\b|(?(date)[-+][0-9]{2}:?[0-9]{2}\b|(?!)))?"
    r"(?:\s*([ap])\.?m\b\.?)?(?:\s*h(?:rs?|ours?)?\b)?"
)


def seconds(value: Any) -> int | None:
    """Return the time of day that a text names, such as 14:05, 1405 hrs or 2:05 PM; None if it names none."""
    match = _CLOCK.fullmatch(text_of(value).strip())
    return None if match is None else _of_day(match)


def clocks(text: str) -> set[int]:
    """Return the times of day in a text, in minutes."""
    return {_of_day(match) // 60 for match in _CLOCK.finditer(plain(text))}


def _of_day(match: re.Match[str]) -> int:
    """Return a time of day in seconds, as it is written: its offset does not count."""
    _, parted, joined, minute, second, half = match.groups()
    hour = int(parted or joined) % 24
    if half:
        hour = hour % 12 + 12 * (half == "p")
    return 3600 * hour + 60 * int(minute) + int(second or 0)


def is_later(first: int, second: int) -> bool:
    """Return whether a time in seconds is later than another, by the shorter way around the clock."""
    return 0 < (first - second) % DAY < DAY // 2


def clock(time: int) -> str:
    """Return a time in seconds as hours and minutes."""
    return f"{time % DAY // 3600:02}:{time % 3600 // 60:02}"
