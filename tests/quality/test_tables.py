"""Every table of cases has a test, which would else be passed over when its module loses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.paths import DATA, TESTS
from support.tables import Stories, data


@pytest.mark.parametrize("path", sorted((DATA / "tables").rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_table_is_used_by_the_module_of_its_name(path: Path) -> None:
    module = (TESTS / path.relative_to(DATA / "tables")).with_suffix(".py")
    text, tables = module.read_text(), data(str(module))
    used = re.findall(r'^@table\n(?:@.*\n)*def test_(\w+)|data\(__file__\)\["(\w+)"\]', text, re.M)
    told = {claim for claim, found in tables.items() if isinstance(found, Stories)}
    assert {test or name for test, name in used} == tables.keys() - told
    assert bool(told) == ("= stories(__file__)" in text)
