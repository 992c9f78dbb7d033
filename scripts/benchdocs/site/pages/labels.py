"""Make the page of the data dictionary: the keys of calibration cases."""

from collections.abc import Mapping
from typing import Any

from benchdocs.site.links import LABELS_URL, PROMPTS_URL
from benchdocs.site.page import PageContext, single_page
from benchdocs.specs.choices import KeyType


def _values(context: PageContext) -> Mapping[str, Any]:
    dictionary = context.report.suite.dictionary
    path = dictionary.document.path if dictionary else ""
    return {
        "keys": context.views.keys,
        "types": KeyType,
        "path": path,
        "findings": context.views.findings_in(path),
        "prompts_url": PROMPTS_URL,
    }


LABELS = single_page(
    "labels",
    LABELS_URL,
    "Data dictionary: labels and record",
    "What each key of the ground truth and of the record means.",
    _values,
    styles=("prompt.css",),
    hide=("navigation", "toc"),
    guide_heading="Prompts",
)
