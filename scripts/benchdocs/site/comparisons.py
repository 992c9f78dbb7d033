"""Write the files beside the page that compares: each spec as a script, loaded when it is chosen."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial

from benchdocs.site.links import BENCHMARKS_URL, COMPARE_URL
from benchdocs.site.page import PageContext
from benchdocs.site.renderer import Renderer
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.suite.codes import CODE_IN_TEXT

_WORDS = f"{BENCHMARKS_URL}criteria.js"
"""The words of all criteria, which the table of benchmarks loads once someone looks for one."""
_WORD = re.compile(r"[\w-]{3,}")


def makers(context: PageContext) -> dict[str, Callable[[], bytes]]:
    """Return what makes the script of each spec, and of the words of all criteria, by path."""
    renderer = context.renderer.with_links_to(context.urls)
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
    return f"var criteria = {json.dumps(dict(_words(views)), ensure_ascii=False)}".encode()


def _words(views: Views) -> Iterator[tuple[str, str]]:
    """Yield each benchmark's code with the words of its criteria, each word once."""
    for view in views.benchmarks:
        fields = view.spec.fields
        criteria = (fields.inclusion_criteria, fields.exclusion_criteria, *fields.out_of_scope)
        text = CODE_IN_TEXT.sub("", " ".join(filter(None, criteria))).lower()
        yield view.code, " ".join(sorted(set(_WORD.findall(text))))
