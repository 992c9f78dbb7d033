"""A program that runs a suite with Python alone."""

from collections.abc import Iterator

from benchdocs.reports.evals import runs
from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.reports.evals.runs import Run


def files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    yield "README.md", evaluators.filled("python_readme.md.j2")
    yield "run.py", evaluators.filled("python_run.py.j2")
    yield from runs.files(evaluators, run)
