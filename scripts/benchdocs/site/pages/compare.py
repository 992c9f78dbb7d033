"""Make the page on which two to four specs are chosen to stand side by side, and the scripts it loads."""

import json
import re
from collections.abc import Callable
from functools import partial

from benchdocs.site.links import BENCHMARKS_URL, COMPARE_URL
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.renderer import Renderer
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.suite.codes import CODE_IN_TEXT

_WORDS = f"{BENCHMARKS_URL}criteria.js"
"""The words of all criteria, which the table of benchmarks loads once someone looks for one."""
_WORD = re.compile(r"[\w-]{3,}")


def partners(views: Views) -> dict[str, list[str]]:
    """Return the benchmarks with which each one exchanges cases, in reading order."""
    order = views.order
    given = {(entry.giver, entry.taker) for entry in views.suite.delegations if entry.taker in order}
    found: dict[str, list[str]] = {}
    for giver, taker in sorted(given, key=lambda pair: (order[pair[0]], order[pair[1]])):
        if (taker, giver) in given:
            found.setdefault(giver, []).append(taker)
    return found


def makers(context: PageContext) -> dict[str, Callable[[], bytes]]:
    """Return what makes the script of each spec, and of the words of all criteria, by path."""
    renderer = context.renderer.without_terms()
    codes = (*context.report.suite.rubric, *context.report.suite.benchmark)
    scripts = {
        f"{COMPARE_URL}specs/{code.lower()}.js": partial(_script, context, renderer, code) for code in codes
    }
    return {**scripts, _WORDS: partial(_words_script, context.views)}


def _script(context: PageContext, renderer: Renderer, code: str) -> bytes:
    view: BenchmarkView | RubricView = context.views.rubric.get(code) or context.views.benchmark[code]
    rows = renderer.sections("compared.html.j2", COMPARE_URL, view=view)
    sections = [(row.id, row.heading, row.html.strip()) for row in rows]
    data = (code, view.label, context.urls[code], sections)
    return f"compared({json.dumps(data, ensure_ascii=False)})".encode()


def _words_script(views: Views) -> bytes:
    """Return the words of each benchmark's criteria, each word once, as a script."""
    words = {}
    for view in views.benchmarks:
        fields = view.spec.fields
        criteria = (fields.inclusion_criteria, fields.exclusion_criteria, *fields.out_of_scope)
        text = CODE_IN_TEXT.sub("", " ".join(filter(None, criteria))).lower()
        words[view.code] = " ".join(sorted(set(_WORD.findall(text))))
    return f"var criteria = {json.dumps(words, ensure_ascii=False)}".encode()


COMPARE = single_page(
    "compare",
    COMPARE_URL,
    "Compare",
    "Two to four benchmarks or rubrics side by side: criteria, numbers, scale and the judge's conditions.",
    lambda context: {"partners": partners(context.views)},
    styles=("filters.css", "compare.css"),
    scripts=("compare.js",),
    hide=("navigation", "toc"),
)
