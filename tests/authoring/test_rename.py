"""A benchmark gets another code wherever it is named, nothing else changes, and a stop does no harm."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from benchdocs.rules.check import check
from benchdocs.specs.discovery import SUITE_NAMES
from support.case_files import LABELS
from support.commands import edit, run, texts
from support.mkdocs_command import built_site
from support.paths import DATA, REPOSITORY
from support.site_links import broken_links, links_of
from support.stopped_steps import stop_after
from support.suites import crlf, overlay_folder, suite_with
from support.tables import table

PROMPTS = "evaluators/llm-judge"
OLD, NEW = "A-DEM1", "A-DEM7"
SHIPPED_RENAMES = {
    "A-NEG1": "A-NEG9",  # many leave cases to it
    "A-CMP7": "A-CMP9",  # has a former code already
    "A-CMP6": "A-CMP16",  # has a variant, which is a benchmark of its own
    "A-CMP6-airport": "A-CMP6-airfield",
    "A-PRT1": "A-PRT11",
}


def rename(root: Path, old: str = OLD, new: str = NEW) -> Result:
    return run("rename", old, new, "--root", root)


WAIVER = """\
[[tool.benchdocs.waivers]]
rule = "{}"
code = "{}"  # here
reason = "{}"
by = "The suite's owners"
on = 2026-01-31
"""


def named_everywhere(root: Path) -> Path:
    """The demonstration suite with its A-DEM1 named in every kind of place, among codes that are like it."""
    overlay_folder(root, DATA / "renamed")
    crlf(root / "a-component/A-DEM2.yaml")
    (root / f"{PROMPTS}/arrival_prompt.md").unlink()
    run("inventory", "--write", "--root", root)
    assert [finding.rule for finding in check(root).findings] == []
    return root


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return named_everywhere(tmp_path_factory.mktemp("pristine") / "suite")


@pytest.fixture
def root(pristine: Path, tmp_path: Path) -> Path:
    return shutil.copytree(pristine, tmp_path / "suite")


@pytest.fixture(scope="module")
def renamed(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(pristine, tmp_path_factory.mktemp("renamed") / "suite")
    assert rename(root).exit_code == 0
    return root


def test_every_mention_follows_and_nothing_else_does(root: Path) -> None:
    before = texts(root)
    result = rename(root)
    assert result.exit_code == 0, result.output
    after = texts(root)
    moved = {
        "a-component/A-DEM1.yaml": "a-component/A-DEM7.yaml",
        f"{PROMPTS}/a_dem1_prompt.md": f"{PROMPTS}/a_dem7_prompt.md",
        "evaluators/cases/a_dem1.yaml": "evaluators/cases/a_dem7.yaml",
    }
    assert after.keys() == {moved.get(path, path) for path in before}
    added = {"a-component/A-DEM1.yaml": ("[A-OLD1]", "[A-OLD1, A-DEM1]")}
    for path, text in before.items():
        lines = text.splitlines(keepends=True)
        new_lines = after[moved.get(path, path)].splitlines(keepends=True)
        assert len(lines) == len(new_lines), path
        for line, new in zip(lines, new_lines, strict=True):
            plain = line.replace("A-DEM10", "<ten>").replace("A-DEM1-night", "<night>")
            expected = plain.replace("A-DEM1", "A-DEM7").replace("a_dem1", "a_dem7")
            expected = expected.replace("<ten>", "A-DEM10").replace("<night>", "A-DEM1-night")
            expected = expected.replace(*added.get(path, ("", "")))
            outside = path.startswith("docs/") or "name = 'A-DEM1'" in line or line == "# A-DEM1\n"
            assert path == "AGENTS.md" or new == (line if outside else expected), path


SCRIPT = '''"""A-DEM2: whether the departure is charted; arrivals are A-DEM1's."""


def evaluate(labels, output, narrative):
    # A-DEM1 judges arrivals, and neither A-DEM10 nor A-DEM1-night does.
    return {"reason": "A-DEM1 judges it."}
'''


def test_scripts_name_the_new_code_in_every_text(root: Path) -> None:
    script = root / "evaluators/code/departure.py"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    assert "changes evaluators/code/departure.py" in rename(root).output
    assert script.read_text() == (
        SCRIPT.replace("A-DEM1's", "A-DEM7's")
        .replace("# A-DEM1 ", "# A-DEM7 ")
        .replace('"A-DEM1 ', '"A-DEM7 ')
    )


def test_the_suite_stays_as_clean_as_it_was(root: Path) -> None:
    output = rename(root).output
    report = check(root)
    suite = report.suite
    assert report.findings == ()
    assert suite.alias == {"A-OLD1": "A-DEM7", "A-DEM1": "A-DEM7"}
    assert {entry.finding.rule for entry in report.waived} == {"TXT506", "PRM610"}
    assert output.endswith("docs/guide.md:1 is a hand-written page that still names A-DEM1\n")
    assert "A-DEM1 (now A-DEM7)" in (root / "AGENTS.md").read_text()


def test_every_changed_file_is_told(root: Path) -> None:
    told = [line for line in rename(root).output.splitlines() if line.split(" ")[0].endswith("s")]
    assert told == [
        f"writes {PROMPTS}/a_dem7_prompt.md",
        "writes evaluators/cases/a_dem7.yaml",
        "changes rubrics/A-DEM.yaml",
        "changes a-component/A-DEM1.yaml",
        "changes a-component/A-AUX2.yaml",
        "changes a-component/A-DEM2.yaml",
        f"changes {LABELS}",
        f"changes {PROMPTS}/sibling_prompt.md",
        "changes pyproject.toml",
        "changes AGENTS.md",
        f"removes {PROMPTS}/a_dem1_prompt.md",
        "removes evaluators/cases/a_dem1.yaml",
        "moves a-component/A-DEM1.yaml to a-component/A-DEM7.yaml",
    ]


def test_a_renaming_alters_no_score_and_asks_for_no_version(root: Path, pristine: Path) -> None:
    rename(root)
    difference = run("diff", pristine, root).output
    assert "A-DEM1 renamed to A-DEM7" in difference
    assert "Score-affecting" not in difference
    assert run("check", "--root", root, "--against", pristine).exit_code == 0
    edit(root, "a-component/A-DEM2.yaml", "for arrival times", "for times")
    assert "A-DEM2 exclusion criteria reworded" in run("diff", pristine, root).output.split("Editorial")[0]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("count", range(14))
def test_a_renaming_that_is_stopped_is_named_by_the_check_and_finished_by_a_second_run(
    root: Path, renamed: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = texts(root)
    stop_after(monkeypatch, root, count)
    stopped = rename(root)
    monkeypatch.undo()
    if stopped.exit_code:
        done = f"stopped after {count} of 13 changes: " if count else "nothing was changed: "
        assert stopped.output.startswith(done)
        assert "No space left on device; fix that, then run the same command again" in stopped.output
        assert bool(check(root).findings) == bool(count) == (texts(root) != before)
        assert rename(root).exit_code == 0
    assert texts(root) == texts(renamed)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("count", range(1, 12))
def test_a_stopped_renaming_is_named_where_the_file_has_the_new_name_already(
    root: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a-component/A-DEM1.yaml").rename(root / "a-component/A-DEM7.yaml")
    whole = shutil.copytree(root, root.with_name("whole"))
    assert rename(whole).exit_code == 0
    assert check(whole).findings == ()
    stop_after(monkeypatch, root, count)
    assert f"stopped after {count} of 12 changes: " in rename(root).output
    monkeypatch.undo()
    assert check(root).findings
    assert rename(root).exit_code == 0
    assert texts(root) == texts(whole)


def test_a_renaming_that_is_done_is_not_done_again(renamed: Path) -> None:
    before = texts(renamed)
    result = rename(renamed)
    assert result.exit_code == 0
    assert result.output.startswith("nothing to do: A-DEM7 already has the former code A-DEM1\n")
    assert texts(renamed) == before


def test_a_mistaken_renaming_has_a_way_back(root: Path) -> None:
    before = texts(root)
    assert rename(root).exit_code == 0
    assert rename(root, NEW, OLD).exit_code == 0
    after = texts(root)
    own = "a-component/A-DEM1.yaml"
    assert after.keys() == before.keys()
    assert after[own] == before[own].replace("[A-OLD1]", "[A-OLD1, A-DEM7]")
    report = check(root)
    assert report.findings == ()
    assert report.suite.alias == {"A-OLD1": "A-DEM1", "A-DEM7": "A-DEM1"}
    assert rename(root, NEW, OLD).output.startswith("nothing to do")


RANGES = """Plainly A-DEM1 to A-DEM3, not A-DEM10 to A-DEM12.
Also A-DEM0-2, A-DEM2 – A-DEM1 and, over
two lines, A-DEM0 through
A-DEM9; not A-DEM2 to A-DEM3.
So `A-DEM0` to **A-DEM2** and A-DEM0-night to A-DEM4, but not A-DEM1-2026 or A-DEM1 to 1.5 points.
"""


def test_ranges_of_codes_are_listed_for_the_author_to_look_at(root: Path) -> None:
    (root / "docs/guide.md").write_text(RANGES)
    edit(root, f"{PROMPTS}/sibling_prompt.md", "what A-DEM1 and A-DEM10 take", "A-DEM1 to A-DEM10")
    edit(root, "a-component/A-AUX2.yaml", "concept: >\n", "concept: >\n  Not A-DEM0 to A-DEM2.\n")
    number = (root / f"{PROMPTS}/sibling_prompt.md").read_text().split("A-DEM1 to")[0].count("\n") + 1
    line = (root / "a-component/A-AUX2.yaml").read_text().split("A-DEM0 to")[0].count("\n") + 1
    output = run("rename", OLD, NEW, "--dry-run", "--root", root).output
    listed = [told for told in output.splitlines() if " has the range " in told]
    tail = ", which included A-DEM1: check that it is still right"
    assert listed == [
        f"a-component/A-AUX2.yaml:{line} has the range `A-DEM0 to A-DEM2`{tail}",
        f"{PROMPTS}/sibling_prompt.md:{number} has the range `A-DEM7 to A-DEM10`{tail}",
        f"docs/guide.md:1 has the range `A-DEM1 to A-DEM3`{tail}",
        f"docs/guide.md:2 has the range `A-DEM0-2`{tail}",
        f"docs/guide.md:2 has the range `A-DEM2 – A-DEM1`{tail}",
        f"docs/guide.md:3 has the range `A-DEM0 through A-DEM9`{tail}",
        f"docs/guide.md:5 has the range `A-DEM0 to A-DEM2`{tail}",
        f"docs/guide.md:5 has the range `A-DEM0-night to A-DEM4`{tail}",
    ]
    named = [told.split(" ")[0] for told in output.splitlines() if told.endswith("still names A-DEM1")]
    assert named == ["docs/guide.md:1", "docs/guide.md:2", "docs/guide.md:5"]


def test_the_inventory_that_does_not_follow_is_told(root: Path) -> None:
    edit(root, "a-component/A-AUX1.yaml", "weight: 1", "weight: all")
    told = rename(root).output
    assert "changes AGENTS.md" not in told
    assert "The inventory in AGENTS.md was not updated, because a-component/A-AUX1.yaml has values" in told
    assert "when that is fixed, run `benchdocs inventory --write`" in told


def test_settings_that_cannot_be_read_leave_the_inventory_out(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"AGENTS.md": "# Ours\n"})
    run("inventory", "--write", "--root", root)
    (root / "pyproject.toml").write_text("[tool.benchdocs")
    result = run("rename", "A-DEM2", "A-DEM9", "--root", root)
    assert result.exit_code == 0
    assert "AGENTS.md was not updated, because pyproject.toml has values that cannot be read" in result.output


def test_a_dry_run_shows_the_lines_and_writes_nothing(root: Path) -> None:
    before = texts(root)
    told = run("rename", OLD, NEW, "--dry-run", "--root", root).output
    assert "\n-code: A-DEM1\n+# A-DEM7, not A-DEM10\n+code: A-DEM7\n" in told
    assert "dry run: moves a-component/A-DEM1.yaml to a-component/A-DEM7.yaml\n" in told
    assert texts(root) == before


@table
def test_what_cannot_be_renamed_is_refused_in_a_sentence(root: Path, old: str, new: str, words: str) -> None:
    edit(root, "pyproject.toml", "[tool.benchdocs]\n", '[tool.benchdocs]\nexclude = ["*/A-DEM8.yaml"]\n')
    (root / "a-component/A-DEM8.yaml").write_text("code: A-DEM8\n")
    shutil.copy(root / f"{PROMPTS}/sibling_prompt.md", root / f"{PROMPTS}/a_dem9_prompt.md")
    before = texts(root)
    result = rename(root, old, new)
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert texts(root) == before


@table
def test_what_cannot_be_edited_exactly_stops_the_whole(
    root: Path, path: str, old: str, new: str, words: str
) -> None:
    edit(root, path, old, new)
    before = texts(root)
    result = rename(root)
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert texts(root) == before


def test_waivers_in_the_settings_own_file_are_edited_like_those_of_a_table(root: Path) -> None:
    waivers = WAIVER.format("TXT506", "A-DEM1", "A-DEM1 needs none, A-DEM10 does.")
    waivers += WAIVER.format("PRM610", "a_dem1_prompt.md", "A-DEM1 replies in words.")
    (root / "pyproject.toml").unlink()
    own = root / "benchdocs.toml"
    own.write_text(waivers.replace("tool.benchdocs.", ""))
    assert rename(root).exit_code == 0
    after = waivers.replace("tool.benchdocs.", "").replace('"A-DEM1"', '"A-DEM7"')
    assert own.read_text() == after.replace("A-DEM1 ", "A-DEM7 ").replace("a_dem1_", "a_dem7_")
    own.write_text(after.replace('code = "A-DEM7"', 'code = "A-DEM\\u0037"'))
    refused = run("rename", "A-DEM7", "A-DEM6", "--root", root)
    assert (refused.exit_code, "write each waiver as a `[[waivers]]` table" in refused.output) == (2, True)


def test_an_empty_list_of_former_codes_takes_the_first(root: Path) -> None:
    edit(root, "a-component/A-DEM1.yaml", "aliases: [A-OLD1]", "aliases: []")
    assert rename(root).exit_code == 0
    assert "\naliases: [A-DEM1]" in (root / "a-component/A-DEM7.yaml").read_text()


def test_what_may_only_be_read_is_tried_and_then_left(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = root / "a-component/A-DEM1.yaml"
    (root / "rubrics/A-DEM.yaml").chmod(0o444)
    before = texts(root)
    allowed = os.access
    monkeypatch.setattr(
        os,
        "access",
        lambda path, mode: (
            allowed(path, mode) and not (mode == os.W_OK and Path(path).stat().st_mode & 0o222 == 0)
        ),
    )
    result = rename(root)
    assert (result.exit_code, "rubrics/A-DEM.yaml: Permission denied" in result.output) == (1, True)
    assert texts(root)["rubrics/A-DEM.yaml"] == before["rubrics/A-DEM.yaml"]
    assert spec.exists()


def test_a_renaming_that_brings_findings_is_not_made(root: Path) -> None:
    edit(root, "a-component/A-AUX1.yaml", "missing_time", "A-DEM1-strict")
    (root / f"{PROMPTS}/missing_time_prompt.md").rename(root / f"{PROMPTS}/A-DEM1-strict_prompt.md")
    edit(root, "a-component/A-AUX2.yaml", "missing_time", "A-DEM1-strict")
    edit(root, "a-component/A-DEM2.yaml", "concept: >", "aliases: [A-DEM1]\r\nconcept: >")
    before = texts(root)
    result = rename(root)
    assert result.exit_code == 1
    assert "error REF211: `A-DEM1` is claimed as a former code twice" in result.output
    assert "A-DEM1 was not renamed: with the code A-DEM7 the suite would have these findings" in result.output
    assert texts(root) == before


@pytest.mark.nightly
def test_the_shipped_suite_stays_strict_and_every_link_live(tmp_path: Path) -> None:
    root = tmp_path / "suite"
    root.mkdir()
    for name in (*SUITE_NAMES, "AGENTS.md"):
        for path in REPOSITORY.glob(name):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, root / path.name)
    for old, new in SHIPPED_RENAMES.items():
        assert rename(root, old, new).exit_code == 0
    assert check(root).findings == ()
    site = tmp_path / "site"
    built_site(root, site)
    assert broken_links(site, links_of(site)) == []
    for old, new in {**SHIPPED_RENAMES, "A-ALL1": "A-CMP9"}.items():
        page = (site / f"benchmarks/{old.lower()}/index.html").read_text()
        assert f"../{new.lower()}/" in page
        assert "refresh" in page
        assert (site / f"benchmarks/{new.lower()}/index.html").is_file()
