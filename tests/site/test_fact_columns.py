"""The facts at the head of a page stay within their columns."""

from playwright.sync_api import Page

from support.paths import THEME

SHEETS = ("site", "marks", "spec")
DEPRECATED = '<span class="status status--deprecated">deprecated</span>'
FACTS = ("≥ 0.90", "0%", "LLM judge", "No effect", DEPRECATED)


def test_the_longest_status_ends_where_its_column_ends(tab: Page) -> None:
    style = "".join((THEME / f"stylesheets/{name}.css").read_text() for name in SHEETS)
    columns = "".join(f"<div><dt>Fact</dt><dd class='card__fact'>{fact}</dd></div>" for fact in FACTS)
    tab.set_content(
        f"<!doctype html><style>{style} html {{ font: 20px DejaVu Sans, sans-serif }} main {{ width: 688px }}"
        f"</style><main class='md-typeset'><dl class='card card--spec'>{columns}</dl></main>"
    )
    right = "document.querySelector({!r}).getBoundingClientRect().right"
    assert tab.evaluate(right.format(".status")) <= tab.evaluate(right.format("dl"))
