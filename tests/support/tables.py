"""Tables of cases, each under the name of its test, in `tests/data/tables` as the tests' own modules are.

A table has a claim, which is the test's name; the names of its columns; and rows with a value for each. The
rows may have names of their own. `!decimal` and `!fraction` are exact numbers, `!bytes` has a character a
byte, and `!text` is put together from pieces: `repeat` has so many `times`, `numbered` a text for each `n`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

import pytest
import yaml

from support.paths import DATA, TESTS

Test = TypeVar("Test", bound=Callable[..., None])
Pieces = Any
"""A text, a piece that is repeated or numbered, or a list of such."""


def table(test: Test) -> Test:
    """Run a test for each row of the table of its name: in one go, or apart if it has a mark or a fixture."""
    found = data(test.__code__.co_filename)[test.__name__.removeprefix("test_")]
    named = found["rows"] if isinstance(found["rows"], dict) else dict(enumerate(found["rows"]))
    fixtures = signature(test).parameters.keys() - {*found["columns"].split(", ")}
    if fixtures <= {"tmp_path"} and not hasattr(test, "pytestmark"):
        together: Test = each_row(found["columns"], named)(test)
        return together
    ids = [*map(str, named)]
    parametrized: Test = pytest.mark.parametrize(found["columns"], named.values(), ids=ids)(test)
    return parametrized


def each_row(columns: str, rows: Mapping[Any, Any] | Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """Run a test for all rows in one go, and report each that fails.

    To start a test costs more than most rows do. One column has a value a row, several have a list. Each row
    has a `tmp_path` of its own; other fixtures are the same for all.
    """
    names = columns.split(", ")
    named = rows if isinstance(rows, Mapping) else dict(enumerate(rows))
    assert named, "a table has a row"

    def as_one(test: Callable[..., None]) -> Callable[..., None]:
        def run_all(**fixtures: Any) -> None:
            failures = []
            for number, (name, row) in enumerate(named.items()):
                values = [row] if len(names) == 1 else row
                try:
                    given = fixtures | dict(zip(names, values, strict=True))
                    if "tmp_path" in fixtures:
                        given["tmp_path"] = fixtures["tmp_path"] / str(number)
                        given["tmp_path"].mkdir()
                    test(**given)
                except pytest.skip.Exception:
                    continue
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"in row {name}: {row!s:.200}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(named)} rows fail", failures)

        wanted = signature(test)
        shared = [each for each in wanted.parameters.values() if each.name not in names]
        vars(run_all)["__signature__"] = wanted.replace(parameters=shared)
        run_all.__name__, run_all.__module__ = test.__name__, test.__module__
        return run_all

    return as_one


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


class Stories(dict[str, Any]):
    """The stories of a claim, by their names (`support/stories.py`)."""


class _Loader(yaml.CSafeLoader):
    """A reader of tables, with their tags."""


def _of_pieces(make: Callable[[str], object]) -> Callable[[Any, yaml.Node], object]:
    """Return how a tag's value is made of its text or pieces."""

    def construct(loader: Any, node: yaml.Node) -> object:
        if isinstance(node, yaml.SequenceNode):
            return make(text(loader.construct_sequence(node, deep=True)))
        return make(loader.construct_scalar(node))

    return construct


def _stories(loader: Any, node: yaml.Node) -> Stories:
    return Stories(loader.construct_mapping(node, deep=True))


_Loader.add_constructor("!text", _of_pieces(str))
_Loader.add_constructor("!bytes", _of_pieces(lambda text: text.encode("latin-1")))
_Loader.add_constructor("!decimal", _of_pieces(Decimal))
_Loader.add_constructor("!fraction", _of_pieces(Fraction))
_Loader.add_constructor("!stories", _stories)
