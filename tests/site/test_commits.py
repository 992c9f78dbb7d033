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


def test_what_changed_comes_first_and_then_whose_commit_it_was(root: Path) -> None:
    head, _, rest = commits_of(root)[0].partition("</summary>")
    assert text_of(head) == "A-DEM2 concept reworded; A-DEM2 threshold 0.80 → 0.85"
    assert text_of(rest).startswith("“ Stricter ”, by Another, commit")
    effects = re.findall(r'data-class="(.*?)"', head + rest)
    assert effects == sorted(effects, key=["score-affecting", "meaning", "editorial"].index)
    assert text_of(rest).count("A-DEM2 threshold") == 1
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
    assert 'data-rubrics=""' in commits_of(found.root)[-1]


def test_what_a_whole_suite_adds_is_one_line(root: Path) -> None:
    first = commits_of(root)[-1]
    assert text_of(first.partition("</summary>")[0]) == ADDED
    assert first.count("data-class") == 1
    assert not any("<a " in summary for summary in re.findall("(?s)<summary.*?</summary>", first))
    assert 'data-rubrics="A' in first
    assert "A-DEM1 </a> added (benchmark)" in first.replace("</a>", " </a>")


def test_one_field_of_many_specs_is_one_line(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit_views, "FEWEST_ALIKE", 2)
    assert "meaning label changed in 2 benchmarks" in text_of(commits_of(root)[0])


def test_what_is_alike_is_said_once_with_what_it_is_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_views, "FEWEST_ALIKE", 2)
    found = Repository(tmp_path / "repository")
    for path in (DEM1, DEM2):
        found.edit(path, "weight: 0.5", "weight: 0.4")
    found.commit("Lighter")
    text = text_of(commits_of(found.root)[0].replace("</a>", ""))
    assert text.startswith("weight 0.5 → 0.4 in 2 benchmarks “ Lighter ”")
    assert re.search("weight 0.5 → 0.4 in 2 benchmarks .*A-DEM1 ?, A-DEM2", text.partition("commit")[2])


def test_the_page_says_how_many_commits_are_where(editorial: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> str:
        html = html_of(Site(check(editorial), history=history(editorial)), "audit/changes/", "commits")
        return html.partition('<output id="shown"')[2].partition(">")[2].partition("</output>")[0]

    days = "2023-11-15 to 2023-11-16"
    assert said() == f"{days}; 2 commits without such a change folded below"
    monkeypatch.setattr(history_views, "MOST_ENTRIES", 3)
    assert said() == f"{days}; 1 commit without such a change folded below; 1 older in the data"
    monkeypatch.setattr(history_views, "MOST_ENTRIES", 1)
    assert said() == "2023-11-16 to 2023-11-16; 3 older in the data"


def test_days_are_open_and_commits_that_change_no_score_are_folded_below(editorial: Path) -> None:
    html = html_of(Site(check(editorial), history=history(editorial)), "audit/changes/", "commits")
    summaries = re.findall(r'<details class="older"( open)?><summary>(.*?)</summary>', html)
    assert [(bool(is_open), text_of(summary)) for is_open, summary in summaries] == [
        (True, "2023-11-16 : 2 changes in 1 commit"),
        (True, "2023-11-15 : 8 changes in 1 commit"),
        (False, "2 commits without a change that can change a score"),
    ]
    places = [html.index(words) for words in ("Stricter", "2 commits without a change", "Third", "Second")]
    assert places == sorted(places)


def test_comments_that_git_writes_for_a_merge_are_not_shown(editorial: Path) -> None:
    body = re.search(r'<p class="commit__body">(.*?)</p>', commits_of(editorial)[2], re.DOTALL)
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
    return page.locator(".commit:visible .commit__subject").all_text_contents()


def test_filters_narrow_the_commits_and_their_changes(tab: Page, serve: Serve, built: Path) -> None:
    tab.goto(f"{serve(built)}audit/changes/")
    everything = ["Stricter", "Judge told more", "The demonstration suite"]
    assert shown(tab) == everything
    tab.get_by_label("Class", exact=True).select_option("meaning")
    assert shown(tab) == ["Stricter"]
    expect(tab.locator("#shown")).to_have_text("1 of 3 commits shown")
    rows = tab.locator(".commit:visible .changes > li:not([hidden])")
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


def test_classes_and_texts_are_columns(tab: Page, serve: Serve, built: Path) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{serve(built)}audit/changes/")
    tab.locator(".commit").evaluate_all("boxes => boxes.forEach((box) => { box.open = true; })")

    def edges(place: str) -> set[float]:
        found = tab.locator(f".commit .changes > li > {place}")
        assert found.count() > 1
        return set(found.evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)"))

    columns = [edges(".effect"), edges("div")]
    assert [len(column) for column in columns] == [1, 1]
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
    tab.locator(".older").evaluate_all("boxes => boxes.forEach((box) => { box.open = false; })")
    tab.evaluate(f"location.hash = '{id_}'")
    expect(tab.locator(f"#{id_} > p").first).to_be_visible()


def test_a_filter_opens_the_editorial_commits_and_hides_the_line_of_none(
    tab: Page, serve: Serve, editorial: Path, tmp_path: Path
) -> None:
    built_site(editorial, tmp_path / "site")
    address = f"{serve(tmp_path / 'site')}audit/changes/"
    tab.goto(address)
    line = tab.get_by_text("2 commits without a change that can change a score")
    said = "2023-11-15 to 2023-11-16; 2 commits without such a change folded below"
    expect(tab.locator("#shown")).to_have_text(said)
    expect(line).to_be_visible()
    tab.get_by_label("Class", exact=True).select_option("score-affecting")
    expect(line).not_to_be_visible()
    tab.get_by_label("Class", exact=True).select_option("editorial")
    expect(tab.locator(".commit:visible")).to_have_count(2)
    expect(tab.locator("#shown")).to_have_text("2 of 4 commits shown")
    tab.get_by_role("button", name="Clear filters").click()
    expect(tab.locator("#shown")).to_have_text(said)


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
