"""The search finds a page by codes, names, words, forms of words, synonyms, typing errors and questions."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from benchdocs.reports.urls import Address
from benchdocs.site.links import benchmark_url, rubric_url
from support.browser import box_of, script, settle
from support.paths import DATA, REPOSITORY
from support.shipped import shipped_report
from support.tables import table

SUITE = shipped_report().suite
README = (REPOSITORY / "README.md").read_text()
QUESTIONS, ASKED, PLAIN = (
    {each["type"]: each["pages"] for each in yaml.load((DATA / name).read_text(), Loader=yaml.CSafeLoader)}
    for name in (
        "search_questions.yaml",
        "search_questions_of_readers.yaml",
        "search_questions_in_plain_words.yaml",
    )
)
COMMON = re.compile(
    r"(?:that|this|these|those|there|their|them|they|then|when|where|what|which|whether|with|from|into|than"
    r"|have|were|will|would|could|should|being|before|after|about|still|every|each|only|also|does|"
    r"cases?|test|medic|record|output|transcript|dictat\w+|chart\w*|benchmark|measures?)$",
    re.IGNORECASE,
)
BEST_HITS = script("best-hits")
Search = Callable[[Iterable[object]], dict[str, list[str]]]


@pytest.fixture(scope="module")
def opened(address: str, browser: Browser) -> Iterator[Page]:
    """A tab with the search open."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto(f"{address}benchmarks/a-neg1/")
    tab.keyboard.press("Control+k")
    tab.wait_for_function("window.searchEngine?.ready.then(() => true)")
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def search(opened: Page) -> Search:
    """A function that gives the addresses of the best hits of each text, in their order."""

    def found(texts: Iterable[object]) -> dict[str, list[str]]:
        hits: dict[str, list[str]] = opened.evaluate(BEST_HITS, [str(text) for text in texts])
        return hits

    return found


def first(hits: dict[str, list[str]]) -> dict[str, str | None]:
    return {text: next(iter(paths), None) for text, paths in hits.items()}


def test_a_code_finds_its_page_first(search: Search) -> None:
    expected = {spec.code: benchmark_url(spec.code) for spec in SUITE.benchmarks}
    expected |= {spec.code: rubric_url(spec.code) for spec in SUITE.rubrics}
    expected |= {alias: benchmark_url(code) for alias, code in SUITE.alias.items()}
    expected |= {code.lower(): url for code, url in expected.items()}
    expected |= {code.lower().removeprefix("a-"): url for code, url in expected.items()}
    assert SUITE.alias
    assert first(search(expected)) == expected


def test_a_label_finds_its_page_first(search: Search) -> None:
    expected = {spec.fields.label: benchmark_url(spec.code) for spec in SUITE.benchmarks}
    expected |= {spec.fields.label: rubric_url(spec.code) for spec in SUITE.rubrics}
    assert first(search(expected)) == expected


def test_what_the_readme_calls_a_page_finds_it_first(search: Search) -> None:
    linked = re.findall(r"\[([^]]+)\]\((?:docs|scripts/benchdocs/pages)/([^)#]+)\.md", README)
    expected = {" ".join(text.split()): f"{path}/".replace("/index/", "/") for text, path in linked}
    assert len(expected) > 8
    assert first(search(expected)) == expected


@table
def test_a_code_or_name_in_any_spelling_and_among_other_words_comes_first(
    search: Search, text: str, page: str
) -> None:
    assert first(search([text]))[text] == page


def test_a_key_finds_what_explains_it_first_and_at_its_place(opened: Page, search: Search) -> None:
    """A key of the cases, its row of the data dictionary; a field of a spec, its section."""
    labels = (SUITE.dictionary and SUITE.dictionary.fields.labels) or {}
    keys = [key for key in labels if "_" in key]
    questions = ["{}", "meaning of {} key", "what does `{}` mean?"]
    expected = {
        question.format(key): "evaluators/labels/"
        for key, question in zip(keys, cycle(questions), strict=False)
    }
    for question in questions:
        expected[question.format("denied-findings")] = "evaluators/labels/"
        expected[question.format("min_cases")] = "authoring/fields/"
    assert len(expected) > 40
    assert first(search(expected)) == expected
    shown = "hits => hits.map(({href}) => href)"
    for asked in (questions[2].format("denied_findings"), "denied_findings"):
        opened.locator("#search input").fill(asked)
        hits = opened.locator("[data-search-hit]").evaluate_all(shown)
        assert hits[0].endswith("evaluators/labels/#label-denied_findings")
    assert any("/benchmarks/a-neg1/" in hit for hit in hits[1:4]), "the benchmark that reads it"


def test_a_rare_word_counts_more_than_a_common_one_in_titles(search: Search) -> None:
    """Ten pages have "documentation" in their titles, and none has "airway" there."""
    expected = {"airway documentation": "benchmarks/a-prt3/", "NIST compliance": "audit/self-assessment/"}
    assert all(expected[text] in hits[:3] for text, hits in search(expected).items())


def test_texts_of_cells_and_lines_stay_apart(opened: Page) -> None:
    texts = opened.evaluate("window.searchEngine.pages.flatMap(([, , , , parts]) => parts.map(String))")
    indexed = "\n".join(texts)
    assert "provisional Nobody has decided it. established A named decision" in indexed
    assert "100 of 100 pass 50 excluded" in indexed
    assert "Number Said" not in indexed, "heads of the table of examples"
    assert "vital_signs" in indexed


def test_words_of_a_concept_find_its_benchmark(search: Search) -> None:
    """The first eight words that say something: it is among the first three hits, and mostly the first."""
    texts = {}
    for spec in SUITE.benchmarks:
        words = re.findall(r"[A-Za-z]{4,}", spec.fields.concept or "")
        telling = dict.fromkeys(word.lower() for word in words if not COMMON.match(word))
        texts[" ".join([*telling][:8])] = benchmark_url(spec.code)
    hits = search(texts)
    assert not {text: hits[text] for text, url in texts.items() if url not in hits[text][:3]}
    assert sum(hits[text][0] == url for text, url in texts.items()) >= 0.9 * len(texts)


@pytest.mark.parametrize(
    "questions", [QUESTIONS, ASKED, PLAIN], ids=["written first", "of readers", "in plain words"]
)
def test_questions_find_the_pages_that_answer_them(search: Search, questions: dict[str, list[str]]) -> None:
    """An address without an anchor is any part of its page."""
    answers = {
        question: [part for hit in hits[:3] for part in (hit, hit.partition("#")[0])]
        for question, hits in search(questions).items()
    }
    misses = {
        question: hits for question, hits in answers.items() if not {*hits[:2]} & {*questions[question]}
    }
    far = {question: hits for question, hits in misses.items() if not {*hits} & {*questions[question]}}
    assert len(questions) >= 60
    assert len(misses) <= 0.25 * len(questions), misses
    assert len(far) <= 0.05 * len(questions), far


@pytest.mark.parametrize("question", ["what does {} mean", "what is a {}?"])
def test_who_asks_what_a_word_means_finds_the_glossary(opened: Page, search: Search, question: str) -> None:
    """It is second where a page has the word for its name, as those of benchmarks and of labels."""
    find = "window.searchEngine.pages.find(([url]) => url === 'methodology/glossary/')[4]"
    terms = [heading for anchor, heading, _ in opened.evaluate(find) if anchor and " to " not in heading]
    hits = search(question.format(term) for term in terms[:-1])  # the last is the table of abbreviations
    places = [paths.index("methodology/glossary/") for paths in hits.values()]
    assert len(places) >= 30
    assert max(places) <= 1
    assert places.count(0) >= 0.9 * len(places)


@pytest.mark.parametrize("share", ["40%", "40 percent", "40 %", "0.4", "0.40"])
def test_a_number_is_found_in_any_spelling(opened: Page, search: Search, share: str) -> None:
    text = f"fact extraction counts {share}"
    assert "rubrics/a-fct/" in search([text])[text][:2]
    opened.locator(".search__input").fill(text)
    marks = opened.locator("[data-search-hit] .search__teaser mark").all_inner_texts()
    numbers = {mark for mark in marks if re.search(r"\d[.%]", mark)}
    assert {float(mark.strip("%")) / (100 if "%" in mark else 1) for mark in numbers} == {0.4}
    assert "0.40" in numbers


def test_complete_calls_come_after_the_pages_that_explain_their_words(search: Search) -> None:
    for text, hits in search(["tourniquet", "intubation", "APGAR"]).items():
        assert Address.CALLS not in hits[:2], text


def test_a_mark_shows_on_the_page_what_was_searched(address: str, tab: Page) -> None:
    tab.goto(address)
    tab.keyboard.press("Control+k")
    tab.keyboard.type("'helicopter'")
    tab.locator("[data-search-hit]").first.click()
    tab.wait_for_url("**/benchmarks/a-cmp6-airport/**")
    word = "({startContainer, startOffset, endOffset}) => startContainer.data.slice(startOffset, endOffset)"
    assert "helicopter" in tab.evaluate(f"[...CSS.highlights.get('search')].map({word})")
    tab.reload()
    assert not tab.evaluate("CSS.highlights.has('search')")


def test_a_page_is_one_hit_with_a_short_teaser_and_its_hits_are_marked(opened: Page, search: Search) -> None:
    hits = opened.locator("[data-search-hit]")
    for text in ("refusal", "how is the score calculated", "negaton", "'helicopter'", "a"):
        opened.locator(".search__input").fill(text)
        settle(opened)  # the groups follow the best hits
        paths = hits.evaluate_all("hits => hits.map((hit) => hit.href)")
        assert len(paths) == len(set(paths)) > 0, text
        assert all(best in path for best, path in zip(search([text])[text][:3], paths, strict=False)), text
        assert all(len(teaser) <= 160 for teaser in opened.locator(".search__teaser").all_inner_texts()), text
    opened.locator(".search__input").fill("hallucination")
    assert "Hallucinated" in hits.first.locator("mark").all_inner_texts()


def test_kinds_are_filters_and_groups(opened: Page) -> None:
    opened.locator(".search__input").fill("refusal")
    expect(opened.get_by_role("status")).to_have_text(re.compile(r"^\d+ pages$"))
    groups = opened.get_by_role("dialog").get_by_role("list")
    expect(groups.nth(2)).to_be_attached()
    names = groups.evaluate_all("all => all.map((group) => group.ariaLabel)")
    assert names[0] == "Best matches"
    assert {"More in Benchmarks", "Authoring"} < {*names}
    only = opened.get_by_role("button", name=re.compile(r"^Rubrics \d+$"))
    only.click()
    expect(only).to_have_attribute("aria-pressed", "true")
    expect(only).to_be_focused()
    paths = opened.locator("[data-search-hit]").evaluate_all("hits => hits.map((hit) => hit.pathname)")
    assert paths[0] == "/rubrics/a-ref/"
    assert all(path.startswith("/rubrics/") for path in paths)
    opened.get_by_role("button", name=re.compile(r"^All \d+$")).click()
    opened.locator(".search__input").fill("xyzzyq")
    expect(opened.get_by_role("status")).to_contain_text("Nothing on this site is about")
    expect(opened.locator("[data-search-hit]")).to_have_count(0)


def test_pages_that_fit_alike_stay_together(opened: Page) -> None:
    """Those of the prompts for negation, for instance; and a list of few pages is not cut at all."""
    groups = opened.get_by_role("dialog").get_by_role("list")
    opened.locator(".search__input").fill("negation")
    expect(groups.nth(1)).to_be_attached()
    best = groups.first.locator(".search__kind").all_inner_texts()
    assert best.count("Prompts") in (0, 3)
    opened.locator(".search__input").fill("broselow")
    settle(opened)  # the groups follow the best hits
    pages = int(opened.get_by_role("status").inner_text().split()[0])
    assert pages <= 8
    assert groups.evaluate_all("all => all.map((group) => group.childElementCount)") == [pages]


def test_the_dialog_is_accessible(opened: Page) -> None:
    opened.locator(".search__input").fill("hard gate")
    found = Axe().run(opened, context="#search")
    assert [each["id"] for each in found.response["violations"]] == []


def test_the_index_is_small(shipped_site: Path) -> None:
    index = (shipped_site / "search/search_index.js").read_bytes()
    assert len(gzip.compress(index)) <= 200_000


def test_what_is_typed_on_a_result_goes_into_the_field(opened: Page) -> None:
    field = opened.locator(".search__input")
    field.fill("negatio")
    field.press("ArrowDown")
    opened.keyboard.press("ArrowDown")
    opened.keyboard.type("n")
    expect(field).to_be_focused()
    expect(field).to_have_value("negation")
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Backspace")
    expect(field).to_be_focused()
    expect(field).to_have_value("negatio")
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Control+a")
    expect(opened.locator("[data-search-hit]").first).to_be_focused()


def test_the_empty_dialog_shows_queries_that_find_something(opened: Page) -> None:
    field = opened.locator(".search__input")
    field.fill("")
    examples = opened.locator(".search__examples").get_by_role("button")
    assert examples.count() == 5
    for index in range(5):
        query = examples.nth(index).inner_text()
        examples.nth(index).click()
        expect(field).to_have_value(query)
        expect(field).to_be_focused()
        expect(opened.locator("[data-search-hit]").first).to_be_visible()
        expect(examples.first).to_be_hidden()
        field.fill("")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("width", [320, 1280, 375])
def test_the_kinds_take_one_row_whose_end_can_be_reached(address: str, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address)
    tab.keyboard.press("Control+k")
    tab.keyboard.type("negation")
    kinds = tab.get_by_role("group", name="Kinds of pages")
    expect(kinds.get_by_role("button").nth(4)).to_be_visible()
    row, first, last = kinds, kinds.get_by_role("button").first, kinds.get_by_role("button").last
    assert box_of(row)["x"] + box_of(row)["width"] <= width
    assert box_of(first)["y"] == box_of(last)["y"]
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(last).to_be_in_viewport(ratio=0.9)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("width", [1280, 320])
def test_a_keyboard_is_enough(address: str, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(f"{address}benchmarks/a-neg1/")
    button = tab.get_by_role("button", name="Search")
    button.press("Enter")
    tab.keyboard.type("A-PRT")
    hits = tab.locator("[data-search-hit]")
    expect(hits.first).to_have_attribute("href", re.compile("rubrics/a-prt/"))
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")
    expect(hits.nth(1)).to_be_focused()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowUp")
    expect(tab.get_by_role("searchbox")).to_be_focused()
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("dialog")).to_be_hidden()
    expect(button).to_be_focused()
    tab.keyboard.press("Meta+k")
    tab.keyboard.type("A-PRT3")
    expect(hits.first).to_have_attribute("href", re.compile("a-prt3"))
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(re.compile("benchmarks/a-prt3/"))


def test_enter_before_the_index_is_there_opens_the_first_hit_and_a_filter_ends_with_the_dialog(
    address: str, tab: Page
) -> None:
    tab.goto(address)
    tab.keyboard.press("Control+k")
    tab.evaluate("document.querySelector('.search__input').value = 'A-NEG1'")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{address}benchmarks/a-neg1/")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("weight")
    tab.locator(".search__filter", has_text="Rules").click()
    tab.keyboard.press("Escape")
    tab.keyboard.press("Control+k")
    expect(tab.locator(".search__filter[aria-pressed=true]")).to_contain_text("All")


def test_a_browser_that_keeps_nothing_searches_and_marks_the_same_page(address: str, new_tab: Page) -> None:
    refuse = "Object.defineProperty(window, 'sessionStorage', {get() { throw new Error('refused') }})"
    new_tab.add_init_script(refuse)
    new_tab.goto(f"{address}benchmarks/a-neg1/")
    new_tab.keyboard.press("Control+k")
    new_tab.keyboard.type("simple negation")
    hit = new_tab.locator("[data-search-hit][href*='benchmarks/a-neg1/']")
    expect(hit.locator("mark").first).to_be_visible()
    hit.click()
    expect(new_tab.get_by_role("dialog")).to_be_hidden()
    assert new_tab.evaluate("CSS.highlights.get('search').size") > 0


def test_a_word_that_no_page_has_is_said_and_not_replaced(opened: Page) -> None:
    status = opened.get_by_role("status")
    hits = opened.locator("[data-search-hit]")
    for word in ("HIPAA", "POLST", "zquation"):
        opened.locator(".search__input").fill(word)
        expect(status).to_have_text(f"Nothing on this site is about “{word.lower()}”.")
        expect(hits).to_have_count(0)
    expect(opened.locator(".search__examples").get_by_role("link", name="glossary")).to_be_visible()
    opened.locator(".search__input").fill("POLST refusal")
    expect(status).to_have_text(re.compile(r"^Nothing on this site is about “polst”. \d+ pages$"))
    expect(hits.first).to_have_attribute("href", re.compile("rubrics/a-ref/"))


def test_what_an_abbreviation_stands_for_counts_as_a_whole(opened: Page) -> None:
    """Few pages say "no known drug allergies", most say "no"."""
    opened.locator(".search__input").fill("NKDA")
    assert int(opened.get_by_role("status").inner_text().split()[0]) <= 10


def test_words_that_only_look_like_a_misspelled_code_keep_their_meaning(opened: Page) -> None:
    status = opened.get_by_role("status")
    for words in ("asa-81", "covid-19", "h1n1", "x-ray2"):
        opened.locator(".search__input").fill(words)
        expect(status).to_have_text(re.compile("^Nothing on this site is about"))
    opened.locator(".search__input").fill("a-fib")
    for hit in opened.locator("[data-search-hit]").all():
        assert not re.search("a-f[cm]t", hit.get_attribute("href") or "")
