"""Constants: values that say nothing, because they stand in most keys of a record, or of one section."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from readings import seconds
from texts import leaves, normal, text_of
from words import negates, roles

_BESIDE = {"narrative", "notes", "processing_log", "evidence", "safety_flags"}
"""Sections of which each value may be the same."""
_OF_FINDINGS = {"findings", "refusal"}
"""Keys below which a key says what is meant, and its value only whether."""
_OF_CARE = {"assessment", "treatment"}
"""Keys below which any value but yes may repeat, such as a normal finding."""
_YES = "yes"
_SAYS_YES = {"presence", "tick", "made", "written"}
_LEAST_SHARE = Fraction(3, 4)


class Place(NamedTuple):
    """Value of a section.

    Attributes:
        path: Keys that lead to it.
        value: Its words, without its key before them; `_YES` for each text that says only yes.
        is_text: Whether it is a text; a time of day is none.
    """

    path: tuple[str, ...]
    value: str
    is_text: bool

    @property
    def is_denial(self) -> bool:
        """Whether it denies something or marks it as unknown, which may be true of much."""
        return negates(self.value.partition(" ")[0])

    @property
    def asks_what(self) -> bool:
        """Whether its value says nothing if other keys have it, too."""
        is_of_care = not _OF_CARE.isdisjoint(self.path)
        return _OF_FINDINGS.isdisjoint(self.path) and (not is_of_care or self.value == _YES)


Sections = dict[str, list[Place]]
"""Values of each section by its key; those of keys that are no section by an empty text."""


def without_constants(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with null for most of its sections, if constants fill most of their keys.

    Constants are values of four keys in two sections; a denial has to stand in eight keys of three sections.
    """
    sections = _sections(record)
    places = [place for own in sections.values() for place in own]
    denials = [place for place in places if place.is_denial]
    constants = _constants(_answers(places), sections=2) | _constants(denials, sections=3, keys=8)
    constant = {name: own for name, own in sections.items() if _is_mostly(own, constants)}
    is_constant = 2 * len(constant.keys() - {""}) > len(sections.keys() - {""})
    return _nulled(record, constant) if is_constant else record


def without_constant_sections(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with null for each section of which constants fill most keys, one by one, too.

    In one section, a constant is a value of four keys, and no denial.
    """
    rest = without_constants(record)
    sections = _sections(rest)
    constant = {name: own for name, own in sections.items() if _is_mostly(own, _constants(_answers(own)))}
    return _nulled(rest, constant)


def _sections(record: dict[str, Any]) -> Sections:
    sections: Sections = defaultdict(list)
    for name in record.keys() - _BESIDE:
        for path, leaf in leaves(record[name], name):
            if value := _value(path[-1], leaf):
                is_text = isinstance(leaf, str) and seconds(leaf) is None
                sections[name if len(path) > 1 else ""].append(Place((name, *path[1:]), value, is_text))
    return sections


def _value(key: str, leaf: Any) -> str:
    words = normal(text_of(leaf))
    rest = words.removeprefix(normal(key.replace("_", " "))).strip() or words
    return _YES if isinstance(leaf, str) and _says_yes(rest) else rest


@lru_cache(maxsize=500)
def _says_yes(text: str) -> bool:
    said = roles(text.split())
    return said <= {*_SAYS_YES, "filler"} and not said.isdisjoint(_SAYS_YES)


def _answers(places: Iterable[Place]) -> list[Place]:
    return [place for place in places if place.asks_what and not place.is_denial]


def _constants(places: Iterable[Place], sections: int = 1, keys: int = 4) -> set[str]:
    """Return the values that stand in so many sections and keys at least."""
    found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for place in places:
        found[place.value].add(place.path)
    often = (value for value, paths in found.items() if len(paths) >= keys)
    return {value for value in often if len({path[:-1][:1] for path in found[value]}) >= sections}


def _is_mostly(places: Iterable[Place], constants: Collection[str]) -> bool:
    """Return whether constants are most of the texts, and of the numbers and times that repeat."""
    counted = [place for place in places if place.is_text or place.value in constants]
    held = sum(place.value in constants for place in counted)
    return bool(constants) and held >= _LEAST_SHARE * len(counted) > 0


def _nulled(record: dict[str, Any], sections: Sections) -> dict[str, Any]:
    flat = dict.fromkeys(place.path[0] for place in sections.get("", ()))
    return record | flat | dict.fromkeys(sections.keys() - {""})
