"""Make the page of each benchmark, and the list of all with its filters."""

import json
import re
from collections.abc import Iterator

from benchdocs.reports.urls import Address
from benchdocs.site.links import benchmark_url
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.pages.broken import broken_pages
from benchdocs.site.pages.rubric import group_name
from benchdocs.site.views.run_results import results_over_runs
from benchdocs.site.views.spec import in_brief
from benchdocs.site.views.suite import Views
from benchdocs.specs.models import Benchmark
from benchdocs.suite.codes import CODE_IN_TEXT

CRITERIA_FILE = f"{Address.BENCHMARKS}criteria.js"
"""The words of all criteria, which the table of benchmarks loads once someone looks for one."""
_WORD = re.compile(r"\d+(?:[.,]\d+)+|[\w-]{2,}|\d")


def _benchmarks(context: PageContext) -> Iterator[Page]:
    for view in context.views.benchmarks:
        yield Page(
            BENCHMARK,
            benchmark_url(view.code),
            view.title,
            view.summary or view.label,
            context.renderer,
            {"view": view, "over": results_over_runs(view, context.runs)},
            source=view.spec.document.path,
            group=group_name(context, view.figures.parent_rubric),
            summary=f"{view.summary} {in_brief(view)}".strip(),
            search_text=view.spec.fields.concept or "",
            identifier=view.code,
        )
    yield from broken_pages(context, BENCHMARK, Benchmark)


def criteria_script(views: Views) -> bytes:
    """Return the words of each benchmark's criteria, each word once, as a script."""
    words = {}
    for view in views.benchmarks:
        fields = view.spec.fields
        criteria = (fields.inclusion_criteria, fields.exclusion_criteria, *fields.out_of_scope)
        text = CODE_IN_TEXT.sub("", " ".join(filter(None, criteria))).lower()
        words[view.code] = " ".join(sorted(set(_WORD.findall(text))))
    return f"var criteria = {json.dumps(words, ensure_ascii=False)}".encode()


INVENTORY = single_page(
    "inventory",
    Address.BENCHMARKS,
    "Benchmarks",
    "Every benchmark with its weight, threshold and evaluator.",
    styles=("filters.css", "inventory.css"),
    scripts=("filters.js", "inventory.js"),
    hide=("navigation", "toc"),
)
BENCHMARK = PageKind(
    "benchmark",
    _benchmarks,
    section=Address.BENCHMARKS,
    styles=("spec.css", "charts.css", "prompt.css"),
    searched_sections=frozenset({"applies", "examples", "rationale"}),
    guide_heading="Benchmarks",
)
