"""What a page says of where something is found, or of which state it is, is so."""

from __future__ import annotations

import hashlib
import html
import json
import re
import zipfile
from pathlib import Path

import pytest
import yaml
from openpyxl import load_workbook

from benchdocs.history.git_log import history
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from support.page_findings import html_of
from support.repositories import Repository
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
DEM2 = "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
SCRIPT = "evaluators/code/a_dem2.py"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def site_of(repository: Repository) -> Site:
    root = repository.root
    return Site(check(root), about=About("Suite under test"), history=history(root))


def test_remarks_for_maintainers_stand_in_the_source_alone(repository: Repository) -> None:
    path = repository.root / DEM1
    path.write_text(f"{path.read_text('utf-8')}notes: Ask Quibble again.\n", "utf-8")
    site = site_of(repository)
    assert "Quibble" not in "".join(section.html for page in site.pages for section in page.sections)
    assert b"Quibble" in dict(site.copies())[DEM1]


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def cited(repository: Repository, page: str) -> str:
    found = re.search(r'<span id="cite">(.*?)</span>', html_of(site_of(repository), page))
    assert found
    return found[1]


def cited_state(repository: Repository, *paths: str) -> str:
    return f"commit {commit_of(repository, *paths)} of {repository.git('log', '-1', '--format=%as').strip()}"


def commit_of(repository: Repository, *paths: str) -> str:
    return repository.git("log", "-1", "--format=%H", "--", *paths).strip()[:12]


# Citations ------------------------------------------------------------------------------------------------


def test_a_citation_names_the_newest_commit_of_what_the_page_shows(repository: Repository) -> None:
    first = cited_state(repository)
    named = "A-DEM1 Arrival time recorded, version 1, Suite under test"
    assert cited(repository, "benchmarks/a-dem1/") == f"{named}, {first}"
    repository.edit(PROMPT, "- formatting", "- layout")
    repository.commit("The judge is told otherwise")
    assert cited(repository, "benchmarks/a-dem1/").endswith(cited_state(repository, PROMPT))
    assert cited(repository, "rubrics/a-dem/").endswith(first)
    repository.edit(DEM1, "weight: 0.5", "weight: 0.50")
    repository.commit("The spec is newer than its prompt, and its rubric shows its weight")
    for page in ("benchmarks/a-dem1/", "rubrics/a-dem/"):
        assert cited(repository, page).endswith(cited_state(repository, DEM1))
    repository.edit("evaluators/llm-judge/arrival_prompt.md", "- layout", "- typing")
    assert cited(repository, "benchmarks/a-dem1/").endswith(" and uncommitted changes")
    assert "uncommitted" not in cited(repository, "rubrics/a-dem/")


# The printed line -----------------------------------------------------------------------------------------


@table
def test_a_changed_file_of_any_page_changes_the_printed_line(
    repository: Repository, path: str, old: str, new: str
) -> None:
    file = repository.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(f"{old}\n")
    before = site_of(repository).stamp
    file.write_text(file.read_text().replace(old, new, 1))
    after = site_of(repository).stamp
    assert after.text != before.text
    assert (after.digest != before.digest) == path.startswith(("a-component", "evaluators"))


def test_another_checker_changes_the_printed_line(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site_of(repository).stamp
    site = site_of(repository)
    monkeypatch.setattr(site.conformance, "tool", site.conformance.tool._replace(digest="0" * 64))
    assert (site.stamp.digest, site.stamp.commit) == (before.digest, before.commit)
    assert site.stamp.text != before.text


def test_the_line_is_in_every_place_that_the_page_of_downloads_names(
    repository: Repository, tmp_path: Path
) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    site = site_of(repository)
    line = site.stamp.text
    assert "1 file not committed" in line
    site.write_evidence(tmp_path)
    assert line in text_of(html_of(site, "audit/downloads/"))
    assert f'content: "{line}"' in dict(site.files())["stylesheets/print-foot.css"].decode()
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
        assert line in archive.read("README.txt").decode().splitlines()
    about = {
        row[0].value: row[1].value for row in load_workbook(tmp_path / "data/suite.xlsx")["About"].iter_rows()
    }
    assert about["stamp"] == line
    assert json.loads((tmp_path / "data/suite.json").read_text())["meta"]["stamp"] == line


# Former states --------------------------------------------------------------------------------------------


def test_every_text_that_a_judge_got_is_published_with_the_version_that_it_belonged_to(
    repository: Repository,
) -> None:
    texts = []
    for old, new, version in (
        ("- formatting", "- layout", 2),
        ("- layout", "- typing", 2),
        ("- typing", "- style", 3),
    ):
        texts.append((commit_of(repository, PROMPT), (repository.root / PROMPT).read_bytes()))
        repository.edit(PROMPT, old, new)
        spec = re.sub(r"version: \d\n", "", (repository.root / DEM1).read_text())
        (repository.root / DEM1).write_text(spec.replace("label: ", f"version: {version}\nlabel: ", 1))
        repository.commit(f"Version {version}")
    site = site_of(repository)
    page = html_of(site, "prompts/arrival/")
    rows = re.findall(r"<tr>(.*?)</tr>", page.split("Earlier texts: 3")[1])[1:]
    assert [re.findall(r'<td class="number">(.*?)</td>', row) for row in rows] == [["3"], ["2"], ["2"], ["1"]]
    assert "this page" in rows[0]
    files = dict(site.files())
    for (commit, content), row in zip(reversed(texts), rows[1:], strict=True):
        assert f'href="at-{commit}.md"' in row
        assert files[f"prompts/arrival/at-{commit}.md"] == content
    assert hashlib.sha256((repository.root / PROMPT).read_bytes()).hexdigest() in page


def test_each_earlier_text_of_a_script_has_its_versions_and_opens_byte_for_byte(
    repository: Repository,
) -> None:
    script, spec = repository.root / SCRIPT, repository.root / DEM2
    script.parent.mkdir(parents=True)
    texts = [f"def evaluate(labels, output, narrative):\n    return {{{number}: 0}}\n" for number in range(3)]
    bare = spec.read_text()
    for version, text in ((2, texts[0]), (3, texts[1]), (4, texts[1]), (4, texts[2])):
        script.write_text(text)
        spec.write_text(f"{bare}version: {version}\nmetric:\n  implementation: {SCRIPT}\n")
        repository.commit(f"Version {version}")
    site = site_of(repository)
    page = html_of(site, "evaluators/a-dem2/")
    rows = re.findall(r"<tr>(.*?)</tr>", page.split("Earlier texts: 2")[1])[1:]
    assert [re.findall(r'<td class="number">(.*?)</td>', row) for row in rows] == [["4"], ["3, 4"], ["2"]]
    assert "this page" in rows[0]
    files = dict(site.files())
    for text, row in zip(reversed(texts[:2]), rows[1:], strict=True):
        (name,) = re.findall(r'href="(at-\w+\.py)"', row)
        assert files[f"evaluators/a-dem2/{name}"] == text.encode()


def test_every_text_has_the_versions_that_git_has_it_with(repository: Repository) -> None:
    other, moved = PROMPT.replace("arrival", "other"), PROMPT.replace("arrival", "at_scene")
    (repository.root / other).write_text((repository.root / PROMPT).read_text().replace("formatting", "form"))
    repository.commit("A prompt that nobody uses yet")

    def version(number: int) -> None:
        spec = re.sub(r"version: \d\n", "", (repository.root / DEM1).read_text())
        (repository.root / DEM1).write_text(spec.replace("label: ", f"version: {number}\nlabel: ", 1))

    for number, (path, old, new) in enumerate(
        (
            (PROMPT, "- formatting", "- layout"),
            (DEM1, "arrival_prompt", "other_prompt"),
            (PROMPT, "- layout", "- typing"),
            (DEM1, "other_prompt", "arrival_prompt"),
            (PROMPT, "- typing", "- style"),
        ),
        start=2,
    ):
        repository.edit(path, old, new)
        if number != 4:
            version(number)
        repository.commit("Another text")
        if number == 3:
            repository.edit(DEM1, "version: 3", "version: 4")
            repository.commit("A version for no other text")
    repository.move(PROMPT, moved)
    repository.edit(DEM1, "arrival_prompt", "at_scene_prompt")
    repository.commit("Another name")
    version(7)
    repository.commit("A version for no other text")

    had: dict[str, list[str]] = {}  # versions by text, as each commit has them
    for commit in repository.git("log", "--reverse", "--format=%H").split():
        spec = yaml.safe_load(repository.git("show", f"{commit}:{DEM1}"))
        text = repository.git("show", f"{commit}:{spec['llm_prompt_file']}")
        found = had.setdefault(text, [])
        if str(spec.get("version", 1)) not in found:
            found.append(str(spec.get("version", 1)))
    site = site_of(repository)
    (view,) = (view for view in site.views.prompts if view.prompt.path == moved)
    texts = [repository.git("cat-file", "blob", text.blob) for text in site.past.texts(view.prompt)]
    versions = list(site.past.text_versions(view.prompt, view.users[0]))
    assert versions == [", ".join(had.get(text, ())) for text in texts]
    assert versions == ["6, 7", "5", "2", "1"]


def test_an_uncommitted_text_leaves_the_committed_one_among_the_earlier(repository: Repository) -> None:
    assert "Earlier texts" not in html_of(site_of(repository), "prompts/arrival/")
    repository.edit(PROMPT, "- formatting", "- layout")
    assert "Earlier texts: 1" in html_of(site_of(repository), "prompts/arrival/")


def test_line_ends_make_no_other_text(repository: Repository) -> None:
    path = repository.root / PROMPT
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    repository.commit("Line ends")
    assert "Earlier texts" not in html_of(site_of(repository), "prompts/arrival/")
    path.write_bytes(path.read_bytes().replace(b"- formatting", b"- layout"))
    repository.commit("Another text")
    assert "Earlier texts: 1" in html_of(site_of(repository), "prompts/arrival/")


def test_a_moved_prompt_keeps_its_earlier_texts(repository: Repository) -> None:
    before = (repository.root / PROMPT).read_bytes()
    repository.edit(PROMPT, "- formatting", "- layout")
    repository.commit("Another text")
    first = repository.git("log", "--format=%H", "--reverse").split()[0][:12]
    moved = PROMPT.replace("arrival", "at_scene")
    repository.move(PROMPT, moved)
    repository.edit(DEM1, "arrival_prompt", "at_scene_prompt")
    repository.commit("Another name")
    files = dict(site_of(repository).files())
    assert files[f"prompts/at-scene/at-{first}.md"] == before


def test_the_changes_as_data_have_the_text_before_and_after(repository: Repository) -> None:
    repository.edit(PROMPT, "- formatting", "- layout")
    repository.edit(DEM1, "threshold: 0.90", "threshold: 0.95")
    repository.commit("Two changes")
    changes = json.loads(dict(site_of(repository).files())["audit/changes/changes.json"])["commits"][0][
        "changes"
    ]
    by_field = {(each["subject"], each["field"]): each for each in changes}
    text = by_field[PROMPT, "text"]
    assert "- formatting" in text["old"]
    assert "- layout" in text["new"]


def test_every_change_of_the_shipped_suite_has_what_was_before_or_after(shipped_site: Path) -> None:
    data = json.loads((shipped_site / "audit/changes/changes.json").read_text())
    changes = [change for commit in data["commits"] for change in commit["changes"]]
    whole = {"added", "removed", "layout", "readable"}  # of which nothing was before, after or different
    told = [
        change
        for change in changes
        if change["field"] not in whole
        and not re.search(r"\.(css|js|html|yml|txt|json|toml)$", change["subject"])
    ]
    assert len(told) > 1000
    assert [change["text"] for change in told if not change["old"] + change["new"]] == []
