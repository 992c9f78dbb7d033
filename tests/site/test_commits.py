"""The page of changes tells of each commit what it did, and can be filtered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.history.git_log import history
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from benchdocs.site.views import commits as commit_views
from benchdocs.site.views import history as history_views
from support.browser import Serve
from support.mkdocs_command import built_site
from support.page_findings import html_of
from support.repositories import Repository

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
ADDED = "3 rubrics, 3 benchmarks and 2 prompts added"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose newest commit has a label, a threshold and a comment, by another author."""
    found = Repository(tmp_path_factory.mktemp("commits") / "repository")
    found.edit(PROMPT, "- formatting", "- layout")
    found.commit("Judge told more")
    for path in (DEM1, DEM2):
        found.edit(path, "label: ", "label: Some ")
    found.edit(DEM2, "threshold: 0.80", "threshold: 0.85")
    found.edit(DEM2, ">=0.80", ">=0.85")
    found.edit("rubrics/A.yaml", "\n", "  # a remark\n")
    found.commit("Stricter", AUTHOR_NAME="Another")
    return found.root


@pytest.fixture(scope="module")
def editorial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose two newest commits are only editorial; git's template ends the newest message."""
    found = Repository(tmp_path_factory.mktemp("editorial") / "repository")
    found.edit(DEM2, "threshold: 0.80", "threshold: 0.85")
    found.edit(DEM2, ">=0.80", ">=0.85")
    found.commit("Stricter")
    found.edit("rubrics/A.yaml", "\n", "  # a remark\n")
    found.commit("Second remark")
    found.edit("rubrics/A.yaml", "# a remark", "# another remark")
    path = found.root.parent / "message"
    path.write_text("Third remark\n\nWhy: #1 is clearer.\n\n# Conflicts:\n#\trubrics/A.yaml\n")
    found.git("commit", "-q", "-a", "--cleanup=verbatim", "-F", str(path))
    return found.root


def commits_of(root: Path, about: About | None = None) -> list[str]:
    """The HTML of each commit, the newest first."""
    site = Site(check(root), history=history(root), about=about)
    page = next(page for page in site.pages if page.url == "audit/changes/")
    html = next(section.html for section in page.sections if section.id == "commits")
    return re.split(r'(?=<details class="commit")', html)[1:]


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_subject_comes_first_and_then_the_strongest_effect(root: Path) -> None:
    head, _, rest = commits_of(root)[0].partition("</summary>")
    assert text_of(head) == "2023-11-17 Stricter score-affecting A-DEM2 concept reworded and 4 more"
    assert text_of(rest).startswith("by Another, commit")
    effects = re.findall(r'data-class="(.*?)"', head + rest)
    assert effects == sorted(effects, key=["score-affecting", "meaning", "editorial"].index)
    assert text_of(head + rest).count("A-DEM2 threshold") == 1
    assert '<a class="code" href="../../benchmarks/a-dem2/">A-DEM2</a> concept reworded' in rest
    assert {
        rubric for found in re.findall(r'data-rubrics="(.*?)"', head + rest) for rubric in found.split()
    } == {
        "A",
        "A-DEM",
    }


def test_a_page_in_a_component_s_folder_belongs_to_no_rubric(tmp_path: Path) -> None:
    found = Repository(tmp_path / "repository")
    (found.root / "a-component/FIELD_SPECS.md").write_text("# Fields\n\nA rule.\n")
    found.commit("Fields")
    assert 'data-rubrics=""' in commits_of(found.root)[0]


def test_what_a_whole_suite_adds_is_one_line(root: Path) -> None:
    first = commits_of(root)[-1]
    assert text_of(first.partition("</summary>")[0]).endswith(f"score-affecting {ADDED}")
    assert first.count("data-class") == 1
    assert not any("<a " in summary for summary in re.findall("(?s)<summary.*?</summary>", first))
    assert 'data-rubrics="A' in first
    assert "A-DEM1 </a> added (benchmark)" in first.replace("</a>", " </a>")


def test_one_field_of_many_specs_is_one_line(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit_views, "FEWEST_ALIKE", 2)
    text = text_of(commits_of(root)[0])
    assert re.search(r"meaning label of 2 specs .*Details A-DEM1 label Arrival", text)


def test_older_commits_are_folded_away_together(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchdocs.site.pages.audit.MOST_LINES", 1)
    monkeypatch.setattr(commit_views, "MOST_OPEN", 1)
    newest, *older = commits_of(root)
    assert "<summary>2 older commits</summary>" in newest
    assert re.search(r'^<details class="commit"[^>]* open>', newest)
    assert not any(re.search(r'^<details class="commit"[^>]* open>', commit) for commit in older)


def test_the_page_says_how_many_commits_are_where(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> str:
        html = html_of(Site(check(root), history=history(root)), "audit/changes/", "commits")
        return html.partition('<output id="shown"')[2].partition(">")[2].partition("</output>")[0]

    assert said() == "3 commits"
    monkeypatch.setattr("benchdocs.site.pages.audit.MOST_LINES", 1)
    assert said() == "Latest 1 of 3 commits; 2 folded below"
    monkeypatch.setattr(history_views, "MOST_ENTRIES", 2)
    assert said() == "Latest 1 of 3 commits; 1 folded below, 1 in the data"


def test_editorial_commits_in_a_row_share_a_line_and_are_closed(editorial: Path) -> None:
    html = html_of(Site(check(editorial), history=history(editorial)), "audit/changes/", "commits")
    assert html.count("2 commits with only editorial changes") == 1
    assert html.index("2 commits with only") < html.index("Third remark") < html.index("Second remark")
    newest, second, stricter, _ = commits_of(editorial)
    assert [" open>" in each.partition("<summary")[0] for each in (newest, second, stricter)] == [
        False,
        False,
        True,
    ]
    assert second.rstrip().endswith("</details>\n</details>")


def test_comments_that_git_writes_for_a_merge_are_not_shown(editorial: Path) -> None:
    body = re.search(r'<p class="commit__body">(.*?)</p>', commits_of(editorial)[0], re.DOTALL)
    assert body
    assert body[1] == "Why: #1 is clearer."


def test_a_spec_links_a_commit_only_where_the_page_of_changes_shows_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def linked() -> list[str]:
        site = Site(check(root), history=history(root))
        page = next(page for page in site.pages if page.url == "benchmarks/a-dem2/")
        html = "".join(section.html for section in page.sections)
        return re.findall(r'<a href="../../audit/changes/(#c-)?\w*"><time', html)

    assert set(linked()) == {"#c-"}
    monkeypatch.setattr(history_views, "MOST_ENTRIES", 1)
    assert set(linked()) == {"#c-", ""}


def test_a_page_says_how_often_what_is_scored_changed_under_the_same_version(tmp_path: Path) -> None:
    found = Repository(tmp_path / "repository")
    found.edit(DEM1, "label: ", "version: 2\nlabel: ")
    found.edit(DEM1, "weight: 0.5", "weight: 0.50")
    found.commit("Version 2")

    def page() -> str:
        site = Site(check(found.root), history=history(found.root))
        return re.sub(r"\s+", " ", html_of(site, "benchmarks/a-dem1/"))

    assert "since version" not in page()
    found.edit(PROMPT, "- formatting", "- layout")
    found.commit("Judge told more")
    found.edit(DEM1, "label: ", "label: Some ")
    found.commit("Another name")
    assert "What is scored changed once since version 2 was set" in page()
    found.edit(PROMPT, "- layout", "- layout and typing")
    found.commit("Judge told even more")
    html = page()
    assert 'version 2, <a href="#history">changed twice since</a>' in html
    assert "changed twice since version 2 was set: results of this version from before and after each" in html
    found.edit(DEM1, "version: 2", "version: 3")
    found.edit(PROMPT, "- layout and typing", "- typing")
    found.commit("Version 3 has the new prompt <b>")
    assert "since version" not in page()
    assert "version 2 → 3 – Version 3 has the new prompt &lt;b&gt;</li>" in page()


def test_commits_lead_to_the_code_host_where_an_address_is_set(root: Path) -> None:
    assert "<a href=" not in text_of(commits_of(root)[0].partition("commit ")[2])
    about = About(commit_url='https://code.example.org/"x"/commit/')
    commit = history(root).entries[0].commit.id
    address = f"https://code.example.org/&#34;x&#34;/commit/{commit}"
    assert f'commit <a href="{address}"><code>{commit[:12]}</code></a>' in commits_of(root, about)[0]
    assert "code.example.org" not in "".join(commits_of(root))


# In the browser ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the repository."""
    folder = tmp_path_factory.mktemp("site")
    built_site(root, folder)
    return folder


def shown(page: Page) -> list[str]:
    """The subjects of the commits that are to be seen."""
    return page.locator(".commit:visible .commit__subject").all_inner_texts()


def test_filters_narrow_the_commits_and_their_changes(tab: Page, serve: Serve, built: Path) -> None:
    tab.goto(f"{serve(built)}audit/changes/")
    everything = ["Stricter", "Judge told more", "The demonstration suite"]
    assert shown(tab) == everything
    tab.get_by_label("Class", exact=True).select_option("meaning")
    assert shown(tab) == ["Stricter"]
    expect(tab.locator("#shown")).to_have_text("1 of 3 commits shown")
    rows = tab.locator(".commit:visible .changes > li:visible")
    assert rows.count() == rows.and_(tab.locator('[data-class="meaning"]')).count() > 0
    assert tab.url.endswith("?class=meaning")
    tab.get_by_label("Author", exact=True).select_option("An Author")
    assert shown(tab) == []
    assert tab.get_by_text("No commit matches these filters.").is_visible()
    tab.get_by_role("button", name="Clear filters").click()
    expect(tab.locator(".commit:visible")).to_have_count(3)
    assert tab.url.endswith("/audit/changes/")
    tab.get_by_label("Rubric", exact=True).select_option("A-DEM")
    assert shown(tab) == everything
    tab.get_by_label("Author", exact=True).select_option("Another")
    assert shown(tab) == ["Stricter"]


def test_days_classes_and_texts_are_columns(tab: Page, serve: Serve, built: Path) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{serve(built)}audit/changes/")
    tab.locator(".commit").last.evaluate("box => { box.open = false; }")

    def edges(*places: str) -> set[float]:
        found = tab.locator(", ".join(f".commit {place}" for place in places))
        assert found.count() > len(places)
        return set(found.evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)"))

    columns = [
        edges("> summary > time"),
        edges("> summary > .commit__subject", "> p", ".effect:visible"),
        edges(".changes > li > div", "> summary > .commit__first:visible"),
    ]
    assert [len(column) for column in columns] == [1, 1, 1]
    assert sorted(columns, key=min) == columns
    assert tab.locator(".commit .effect:visible").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )


def test_an_address_holds_the_filters_and_opens_a_commit(tab: Page, serve: Serve, built: Path) -> None:
    address = f"{serve(built)}audit/changes/"
    tab.goto(f"{address}?class=score-affecting&author=An+Author&rubric=none")
    assert shown(tab) == ["Judge told more", "The demonstration suite"]
    id_ = tab.locator(".commit").last.get_attribute("id")
    tab.goto(address)
    tab.locator(".commit").last.evaluate("box => { box.open = false; }")
    tab.evaluate(f"location.hash = '{id_}'")
    expect(tab.locator(f"#{id_} > p").first).to_be_visible()


def test_a_filter_opens_the_editorial_commits_and_hides_the_line_of_none(
    tab: Page, serve: Serve, editorial: Path, tmp_path: Path
) -> None:
    built_site(editorial, tmp_path / "site")
    address = f"{serve(tmp_path / 'site')}audit/changes/"
    tab.goto(address)
    line = tab.get_by_text("2 commits with only editorial changes")
    expect(tab.locator("#shown")).to_have_text("4 commits")
    expect(line).to_be_visible()
    tab.get_by_label("Class", exact=True).select_option("score-affecting")
    expect(line).not_to_be_visible()
    tab.get_by_label("Class", exact=True).select_option("editorial")
    expect(tab.locator(".commit:visible")).to_have_count(2)
    expect(tab.locator("#shown")).to_have_text("2 of 4 commits shown")
    tab.get_by_role("button", name="Clear filters").click()
    expect(tab.locator("#shown")).to_have_text("4 commits")


def test_everything_is_there_without_script(browser: Browser, serve: Serve, built: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{serve(built)}audit/changes/")
    assert len(shown(page)) == 3
    assert not page.locator("#filters").is_visible()
    page.close()


@pytest.mark.parametrize("name", ["", "conformance/", "changes/"])
def test_a_page_of_the_audit_is_six_screens_long_at_most(tab: Page, address: str, name: str) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}audit/{name}")
    assert tab.evaluate("document.documentElement.scrollHeight") <= 6 * 800
