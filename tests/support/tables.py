"""Tables of cases, each under the name of its test, in `tests/data/tables` as the tests' own modules are.

A table has a claim, which is the test's name; the names of its columns; and rows with a value for each. The
rows may have names of their own. `!decimal` and `!fraction` are exact numbers, `!bytes` has a character a
byte, and `!text` is put together from pieces: `repeat` has so many `times`, `numbered` a text for each `n`.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
import yaml

from support.paths import DATA, TESTS

Test = TypeVar("Test", bound=Callable[..., None])
Pieces = Any
"""A text, a piece that is repeated or numbered, or a list of such."""


def table(test: Test) -> Test:
    """Run a test for each row of the table of its name."""
    found = data(test.__code__.co_filename)[test.__name__.removeprefix("test_")]
    rows = found["rows"]
    named = rows if isinstance(rows, dict) else dict(enumerate(rows))
    ids = named if named is rows else None
    parametrized: Test = pytest.mark.parametrize(found["columns"], named.values(), ids=ids)(test)
    return parametrized


@cache
def data(module: str) -> dict[str, Any]:
    """Return all tables of a test module, which names itself with `__file__`."""
    path = (DATA / "tables" / Path(module).relative_to(TESTS)).with_suffix(".yaml")
    read: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=_Loader)
    return read


def text(pieces: Pieces, room: int = 0) -> str:
    """Put a text together from its pieces; one that is repeated without an end takes this room."""
    if isinstance(pieces, list):
        return "".join(text(piece, room) for piece in pieces)
    if isinstance(pieces, str):
        return pieces
    if "repeat" in pieces:
        unit: str = pieces["repeat"]
        times: int = pieces["times"] if "times" in pieces else room // len(unit)
        return unit * times
    numbers = range(pieces["from"], pieces["to"])
    return "".join(pieces["numbered"].format(n=n, above=n - 1, indent=" " * n) for n in numbers)


class _Loader(yaml.CSafeLoader):
    """A reader of tables, with their tags."""


def _of_pieces(make: Callable[[str], object]) -> Callable[[Any, yaml.Node], object]:
    """Return how a tag's value is made of its text or pieces."""

    def construct(loader: Any, node: yaml.Node) -> object:
        if isinstance(node, yaml.SequenceNode):
            return make(text(loader.construct_sequence(node, deep=True)))
        return make(loader.construct_scalar(node))

    return construct


_Loader.add_constructor("!text", _of_pieces(str))
_Loader.add_constructor("!bytes", _of_pieces(lambda text: text.encode("latin-1")))
_Loader.add_constructor("!decimal", _of_pieces(Decimal))
_Loader.add_constructor("!fraction", _of_pieces(Fraction))
