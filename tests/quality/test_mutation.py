"""Faults are put into all of a module that acts, and the list of those that tests miss is up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quality.mutants import interval, listed
from support.mutant_runs import MODULES, dotted
from support.mutation import Mutant, Name, mutants, names

MODULE = '''"""A module's docstring."""

from __future__ import annotations

from benchdocs.rules.rule import rule

LIMIT = 5


@rule("ABC123", "a title")
def find(suite: str, most: int = 2) -> Iterator[int]:
    """A rule's docstring."""
    for spec in suite:
        if spec.weight > LIMIT:
            yield spec


class Named(tuple):
    def one(self) -> int:
        return len(self) + 1
'''


def faults(tmp_path: Path, share: float = 1, seed: int = 0) -> list[Mutant]:
    path = tmp_path / "module.py"
    path.write_text(MODULE)
    return mutants("module", path, share, seed)


def test_constants_decorated_functions_and_methods_get_faults(tmp_path: Path) -> None:
    found = [(mutant.name.scope, mutant.was, mutant.becomes) for mutant in faults(tmp_path)]
    assert ("LIMIT", "LIMIT = 5", "LIMIT = 6") in found
    assert ("find", "if spec.weight > LIMIT:", "if spec.weight >= LIMIT:") in found
    assert ("find", "if spec.weight > LIMIT:", "if (spec.weight > LIMIT) and False:") in found
    assert ("find", "yield spec", "pass") in found
    assert ("Named.one", "return len(self) + 1", "return len(self) - 1") in found


def test_docstrings_annotations_imports_and_decorators_get_none(tmp_path: Path) -> None:
    lines = {mutant.was for mutant in faults(tmp_path)}
    assert lines == {
        "LIMIT = 5",
        "def find(suite: str, most: int = 2) -> Iterator[int]:",
        "if spec.weight > LIMIT:",
        "yield spec",
        "return len(self) + 1",
    }


def test_a_fault_in_a_function_knows_its_lines_and_one_on_import_has_none(tmp_path: Path) -> None:
    lines = {mutant.was: mutant.lines for mutant in faults(tmp_path)}
    assert lines["if spec.weight > LIMIT:"] == range(14, 15)
    assert lines["LIMIT = 5"] == lines["def find(suite: str, most: int = 2) -> Iterator[int]:"] == range(0)


def test_a_mutant_differs_in_its_one_place(tmp_path: Path) -> None:
    for mutant in faults(tmp_path):
        assert mutant.source == MODULE.replace(mutant.was, mutant.becomes)


def test_a_seed_draws_the_same_mutants_again_and_another_one_others(tmp_path: Path) -> None:
    drawn = [[mutant.name for mutant in faults(tmp_path, 0.5, seed)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == round(len(faults(tmp_path)) / 2)


def test_an_interval_holds_the_share_of_the_sample() -> None:
    low, high = interval(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert interval(10, 10)[1] == pytest.approx(1)


RENAMED = (
    MODULE.replace("spec", "benchmark")
    .replace("weight > LIMIT", "weight  >  LIMIT")
    .replace("def one", "def zero(self) -> int:\n        return 3\n\n    def one")
)


def test_a_fault_keeps_its_name_where_a_variable_is_renamed_and_the_layout_changes(tmp_path: Path) -> None:
    before = {mutant.name for mutant in faults(tmp_path)}
    (tmp_path / "module.py").write_text(RENAMED)
    assert before < names("module", tmp_path / "module.py")
    assert Name("module", "find", "GreaterThan to GreaterThanEqual", 0) in before
    assert Name("module", "find", "if_exp", 1) in before
    assert Name("module", "LIMIT", "number", 0) in before


@pytest.mark.nightly
def test_listed_survivors_have_a_reason_and_are_faults_of_the_code_as_it_is() -> None:
    assert all(re.match(r"[a-z]+: \S", reason) for reason in listed().values())
    paths = {dotted(path): path for path in MODULES}
    modules = {name.module for name in listed()}
    assert set(listed()) <= {name for module in modules for name in names(module, paths[module])}
