"""`--fix` never loses a sign and never guesses: what it changes is what the finding names, and nothing else.

Files before and after are read by PyYAML itself, so that no code of the program vouches for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.authoring import fix
from benchdocs.documents.locations import Edit
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULES
from support.commands import run
from support.paths import BASE
from support.property_tests import PIECES, examples
from support.rule_cases import case_name, cases
from support.suites import overlay_folder, suite_with
from support.yaml_test_suite import yaml_documents

SPEC = "a-component/A-DEM2.yaml"
TEXT = (BASE / SPEC).read_text()
LABEL = "label: Departure time recorded"
FIXABLE = {rule.id for rule in RULES if rule.is_fixable}
ERRORS = [case for case in cases("err") if case.parent.name in FIXABLE]


def loaded(text: str) -> Any:
    """What PyYAML reads of the first document, every scalar as text; None where it reads nothing.

    It ends a line, or stops, at characters that are nothing but spaces to YAML 1.2 and to libyaml.
    """
    text = re.sub("[\x0b\x0c\x85\u2028\u2029]", " ", text.removeprefix("\ufeff"))
    try:
        return next(yaml.load_all(text, yaml.BaseLoader), None)
    except yaml.YAMLError:
        return None


def values(data: Any, route: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every scalar with its route."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, inner in pairs:
        yield from values(inner, (*route, step))
    if not isinstance(data, (dict, list)):
        yield route, " ".join(str(data).split())


def fields_named(finding: Finding, change: fix.FileChange) -> set[str]:
    """The top-level fields that a finding is about, the one it renames it to, and that of a list it adds to.

    One without a field is about the last field above its line.
    """
    assert finding.fix
    above = change.before.removeprefix("\ufeff")[: finding.fix.end]
    last = re.findall(r"^([^\s:#]+)[ ]*:", above, re.MULTILINE)[-1:]
    return {finding.field, finding.fix.new.strip("'\""), *last}


def assert_nothing_else_changed(outcome: fix.FixOutcome) -> None:
    """Only files that could be read are changed, and each value that differs is at a field that a fixed
    finding names.
    """
    for change in outcome.files:
        if not change.path.endswith((".yaml", ".yml")):
            continue
        fixed = [each.finding for each in outcome.fixed]
        here = [each for each in fixed if each.fix and each.fix.path == change.path]
        before, after = loaded(change.before), loaded(change.after)
        assert before is not None
        assert after is not None
        old, new = dict(values(before)), dict(values(after))
        changed = {str(route[0]) for route in (*old, *new) if route and old.get(route) != new.get(route)}
        assert changed <= {name for each in here for name in fields_named(each, change)}, here


def fixed(root: Path) -> fix.FixOutcome:
    """What `--fix` does to a suite."""
    outcome = fix.plan(root, lambda path: True)
    fix.write(root, outcome)
    return outcome


@pytest.mark.sweep(4)
@pytest.mark.parametrize("case", ERRORS, ids=case_name)
def test_the_fix_of_a_rule_changes_what_its_finding_names(case: Path, tmp_path: Path) -> None:
    assert_nothing_else_changed(fixed(overlay_folder(tmp_path, case)))


@pytest.mark.sweep(8)
@pytest.mark.parametrize("part", range(8))
def test_every_document_of_the_yaml_test_suite_is_reported_and_keeps_what_was_not_at_fault(
    tmp_path: Path, part: int
) -> None:
    """402 documents, one after the other in the place of a spec."""
    root, documents = suite_with(tmp_path), yaml_documents()
    assert len(documents) > 400
    others = {path: path.read_bytes() for path in root.rglob("*") if path.is_file() and path != root / SPEC}
    for name, text in [*documents.items()][part::8]:
        (root / SPEC).write_bytes(text.encode())
        assert SPEC in {finding.path for finding in check(root).findings}, name
        result = run("check", "--root", root, "--fix")
        assert (name, result.exit_code, type(result.exception)) == (name, 1, SystemExit)
        after = (root / SPEC).read_bytes()
        if after != text.encode():
            (root / SPEC).write_bytes(text.encode())
            outcome = fix.plan(root, lambda path: True)
            assert_nothing_else_changed(outcome)
            assert [change.after.encode() for change in outcome.files] == [after]
    assert {path: path.read_bytes() for path in others} == others


SIGNS = (">", ">=", "> ", ">= ", "|", "| ", ">-", ">+ ", "|-")
AMOUNTS = ("90% of plain denials kept", "5 mg/dL", "=90 of 100", ".5 of all", "-3 °C")


@pytest.mark.parametrize("field", ["label: ", "rationale: ", "examples:\n  - ", "concept: "])
def test_a_sign_before_a_number_is_never_taken_for_a_marker(tmp_path: Path, field: str) -> None:
    root, name = suite_with(tmp_path), field.split(":")[0]
    rest = re.sub(rf"^{name}:.*\n(?:[ ].*\n)*", "", TEXT, flags=re.MULTILINE)
    for sign, amount in product(SIGNS, AMOUNTS):
        spec = f"{rest}{field}{sign}{amount}\n"
        (root / SPEC).write_text(spec, encoding="utf-8")
        (found,) = check(root).findings
        line, column = spec.count("\n"), spec.splitlines()[-1].index(sign) + 1
        assert (found.rule, found.line, found.column) == ("YML001", line, column)
        assert found.hint == f'put quotes around it: `"{sign}{amount}"`'
        assert found.fix is None


BAD_EDITS = (
    *(("label: >90% kept", ">", ">\n  "), ("label: a", "a", "[a"), ("label: a", "a", "a\nweight: 1")),
    *(("label: a", "a", "a\n  more: b"), ("label: a", "label", "code")),
)


@pytest.mark.parametrize(("line", "old", "new"), BAD_EDITS)
def test_a_bad_fix_is_refused_by_construction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, old: str, new: str
) -> None:
    text = TEXT.replace(LABEL, line)
    root = suite_with(tmp_path, {SPEC: text.replace("weight: 0.5", "weight: 50")})
    start = text.index(f"\n{line}\n") + 1 + line.rindex(old)

    def bad(suite_root: Path) -> Any:
        report = check(suite_root)
        edit = Edit(SPEC, start, start + len(old), new)
        return report._replace(findings=tuple(each._replace(fix=edit) for each in report.findings))

    monkeypatch.setattr(fix, "check", bad)
    outcome = fix.plan(root, lambda path: True)
    assert outcome.files == []
    assert set(outcome.refused.values()) == {"other keys or values would change too"}


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), PIECES, st.integers(0, 3)), min_size=1, max_size=2))
@examples(60)
def test_whatever_is_typed_into_a_spec_no_sign_is_lost(
    tmp_path_factory: pytest.TempPathFactory, typed: list[tuple[int, str, int]]
) -> None:
    text = TEXT
    for at, piece, cut in typed:
        text = text[:at] + piece + text[at + cut :]
    root = suite_with(tmp_path_factory.mktemp("typed"), {SPEC: text})
    assert_nothing_else_changed(fixed(root))
