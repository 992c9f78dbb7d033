"""Tables of cases, each under the name of its test, in `tests/data/tables` as the tests' own modules are.

A table has a claim, which is the test's name; the names of its columns; and rows with a value for each. The
rows may have names of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
import yaml

from support.paths import DATA, TESTS

Test = TypeVar("Test", bound=Callable[..., None])


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
    read: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return read
