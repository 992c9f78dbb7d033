"""Views of benchmarks with the values that a test of their rubric needs."""

from __future__ import annotations

from decimal import Decimal

from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.site.dataset.figures import Figures
from benchdocs.site.views.spec import SpecView
from benchdocs.specs.models import Benchmark
from benchdocs.specs.validation import Spec


def member(code: str, weight: Decimal, threshold: Decimal | None) -> SpecView:
    """A benchmark with these values and no other."""
    fields = Benchmark.model_construct(code=code, weight=weight, threshold=threshold)
    spec = Spec(YamlDocument("", ""), fields)
    figures = Figures.model_construct(top="", share=None, effective_weight=None)
    return SpecView(spec, figures, "", unused_by=None, within=None, findings=())
