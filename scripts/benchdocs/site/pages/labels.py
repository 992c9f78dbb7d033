"""Make the page of the data dictionary: the keys of calibration cases."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from benchdocs.reports.urls import Address
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.pages.rubric import group_name
from benchdocs.site.views.cases import KeyView
from benchdocs.specs.choices import Comparison, KeyType
from benchdocs.specs.discovery import LABELS_FILE


def _values(context: PageContext) -> Mapping[str, Any]:
    path = LABELS_FILE if context.report.suite.dictionary else ""
    return {
        "labels": _labels(context),
        "types": KeyType,
        "comparisons": Comparison,
        "path": path,
    }


def _labels(context: PageContext) -> Mapping[str, list[KeyView]]:
    """Return the labels by the rubric of the benchmarks that have them, in reading order.

    Last, those of several or none.
    """
    found: dict[str, list[KeyView]] = defaultdict(list)
    for key in context.views.keys:
        if key.part == "label":
            parents = set()
            for code in (*key.read_by, *key.used_by):
                if view := context.views.benchmark.get(code):
                    parents.add(view.figures.parent_rubric)
            found[parents.pop() if len(parents) == 1 else ""].append(key)
    rest = found.pop("", [])
    groups = {}
    for parent in (*context.views.rubric, *found):
        if parent in found:
            groups[group_name(context, parent)] = found[parent]
    if rest:
        groups["Other labels"] = rest
    return groups


LABELS = single_page(
    "labels",
    Address.LABELS,
    "Labels and {output}",
    "Data dictionary: what each key of the ground truth and of the {output} means.",
    _values,
    lambda context: LABELS_FILE if context.report.suite.dictionary else None,
    exists=lambda context: context.report.suite.dictionary or context.views.keys,
    styles=("prompt.css",),
    guide_heading="Prompts",
)
