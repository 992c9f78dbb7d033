"""Component folders lie where the settings say; in another place, one sentence says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history.changes import changes
from benchdocs.history.revisions import suite_at
from benchdocs.rules.check import Report, check
from benchdocs.specs.field_facts import Effect
from support.repositories import Repository
from support.suites import suite_with

DEM1 = "a-component/A-DEM1.yaml"


def moved(root: Path, folder: str, settings: str = "") -> Report:
    (root / folder).mkdir()
    (root / "a-component").rename(root / folder / "a-component")
    if settings:
        (root / "benchdocs.toml").write_text(settings, "utf-8")
    return check(root)


@pytest.mark.parametrize("folder", ["benchmarks", "specs.of-ours", "Suite_1"])
def test_a_folder_elsewhere_is_one_sentence_that_names_it_and_both_ways_out(
    folder: str, tmp_path: Path
) -> None:
    (finding,) = moved(suite_with(tmp_path), folder).findings
    assert (finding.rule, finding.place) == ("YML013", "benchdocs.toml:1:1")
    assert f"they are in `{folder}/a-component`" in finding.message
    assert f'write `benchmarks = "{folder}"` in `benchdocs.toml`' in (finding.hint or "")
    assert "move the folder to `a-component`" in (finding.hint or "")


def test_a_setting_that_names_the_wrong_place_is_one_sentence(tmp_path: Path) -> None:
    (finding,) = moved(suite_with(tmp_path), "benchmarks", 'benchmarks = "specs"\n').findings
    assert finding.rule == "YML013"
    assert "lie in `specs/a-component`, but they are in `benchmarks/a-component`" in finding.message


def test_with_the_setting_all_is_read_and_fixed_there(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    before = check(root)
    after = moved(root, "benchmarks", 'benchmarks = "benchmarks"\n')
    assert after.findings == ()
    assert [spec.code for spec in after.suite.benchmarks] == [spec.code for spec in before.suite.benchmarks]
    assert after.suite.benchmarks[1].document.path.startswith("benchmarks/a-component/")


def test_a_folder_of_the_same_kind_that_holds_no_specs_is_none(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    (root / "node_modules" / "web-component").mkdir(parents=True)
    (root / "node_modules" / "web-component" / "package.json").write_text("{}", "utf-8")
    for path in (root / "a-component").iterdir():
        path.unlink()
    (root / "a-component").rmdir()
    assert "YML013" not in {finding.rule for finding in check(root).findings}


@pytest.mark.parametrize("value", ["3", '["a"]', '"a/b"', '"../up"', '".hidden"', '"/root"'])
def test_the_setting_is_the_name_of_one_folder(value: str, tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"benchdocs.toml": f"benchmarks = {value}\n"})
    (found,) = [finding.message for finding in check(root).findings if finding.path == "benchdocs.toml"]
    assert found.removeprefix("`benchmarks` has to be ") in ("the name of one folder", "a text in quotes")


def test_git_knows_the_specs_before_and_after_they_move(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    root = repository.root
    moved(root, "benchmarks", 'benchmarks = "benchmarks"\n')
    repository.commit("Benchmarks have a folder of their own")
    suites = [suite_at(name, root) for name in ("HEAD~1", "HEAD")]
    codes = [[spec.code for spec in suite.benchmarks] for suite in suites]
    assert codes[0] == codes[1] != []
    found = {change.subject: (change.field, change.effect) for change in changes(*suites)}
    assert found.pop("benchdocs.toml")[0] == "added"
    assert found == dict.fromkeys(codes[0], ("moved", Effect.EDITORIAL))


@pytest.mark.parametrize(
    "name", ["a-komponente", "a-composante", "a-components", "a-Componente", "a_component"]
)
@pytest.mark.parametrize("is_alone", [True, False])
def test_a_folder_that_is_almost_called_a_component_is_one_sentence(
    name: str, is_alone: bool, tmp_path: Path
) -> None:
    root = suite_with(tmp_path)
    (root / "a-component").rename(root / name)
    if not is_alone:
        (root / "b-component").mkdir()
    (finding,) = check(root).findings
    assert (finding.rule, finding.path) == ("YML013", name)
    assert finding.message == f"the folder `{name}` is not read: it is not called like a component's"
    assert finding.hint == "rename it to `a-component`"


@pytest.mark.parametrize("name", ["a-archive", "a-comments", "notes", "a-komponente.old"])
def test_another_folder_is_none(name: str, tmp_path: Path) -> None:
    root = suite_with(tmp_path, {f"{name}/A-DEM1.yaml": "code: A-DEM1\n"})
    assert "YML013" not in {finding.rule for finding in check(root).findings}
