"""The values of unquoted scalars in YAML: numbers keep the digits they were written with."""

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

import yaml

MAX_DEPTH = 32
"""Deepest nesting that is read, in levels; a spec needs three."""
MAX_VALUES = 20_000
"""Most keys and values that are read of one file; a spec has about 50."""
_LARGEST_EXPONENT = 30
_LONGEST_NUMBER = 50

TEXT_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "value", "merge", "yaml")}
"""Tags of scalars that are text: the last three are those of `=`, `<<`, and `!`, `&` or `*` alone."""
_NUMBER_TAGS = {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
_ODD_NOTATION = re.compile(r"[_:xb]|^[-+]?0[0-9]")
"""Notations of numbers other than plain decimals: base 60, 16, 2 or 8, or grouped digits."""
_NAN = Decimal("nan")
"""The one value of every `.nan`: it equals nothing, so that only its identity finds a repeated key."""
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_RESOLVER: Any = yaml.resolver.Resolver()


class OddNumber:
    """A number in a surprising notation: `12:30` is 750 to YAML, `010` is 8. No field accepts it."""

    def __init__(self, value: Decimal, source: str) -> None:
        self.value = value
        self.source = source

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same number in the same notation."""
        return isinstance(other, OddNumber) and (self.value, self.source) == (other.value, other.source)

    def __hash__(self) -> int:
        """Hash equal numbers alike, as keys of a block."""
        return hash((self.value, self.source))

    def __repr__(self) -> str:
        """Return the number as its author wrote it."""
        return self.source


@lru_cache(maxsize=1024)
def value_of(source: str) -> object:
    """Return the value of an unquoted scalar; an invalid date or number raises an error.

    Cached, since every file repeats the same keys and numbers.
    """
    tag = _RESOLVER.resolve(yaml.ScalarNode, source, (True, False))
    if tag in TEXT_TAGS:
        return source
    if tag in _NUMBER_TAGS and len(source) > _LONGEST_NUMBER:
        raise OverflowError
    value = _CONSTRUCTOR.yaml_constructors[tag](_CONSTRUCTOR, yaml.ScalarNode(tag, source))
    return _number(source, value) if tag in _NUMBER_TAGS else value


def _number(source: str, value: int | float) -> Decimal | OddNumber:
    """Return the number as it was written (`0.90` keeps its zero) if that is a plain decimal."""
    if value != value:
        return _NAN
    by_value = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if _ODD_NOTATION.search(source):
        return OddNumber(by_value, source)
    try:
        as_written = Decimal(source)
    except InvalidOperation:
        return by_value
    if abs(as_written.adjusted()) > _LARGEST_EXPONENT or float(as_written) != value:
        return by_value
    return as_written
