"""Names of a spec's fields by kind: `specs` derives them, advice on syntax errors uses them."""

from typing import NamedTuple

_NONE: frozenset[str] = frozenset()


class FieldNames(NamedTuple):
    """Names of fields that help to explain why a file cannot be parsed; none are known of other files.

    Attributes:
        margin: Fields of the spec itself, which are not indented.
        inner: Fields within a block of fields, which are never at the margin.
        texts: Fields that hold one text, often a long one.
        lists: Fields that hold a list of entries.
        plain: Fields that hold a code, a word, a number, a path or a formula, none of which ever holds `: `.
        least: Fields that hold the least number that passes.
    """

    margin: frozenset[str] = _NONE
    inner: frozenset[str] = _NONE
    texts: frozenset[str] = _NONE
    lists: frozenset[str] = _NONE
    plain: frozenset[str] = _NONE
    least: frozenset[str] = _NONE


NO_NAMES = FieldNames()
