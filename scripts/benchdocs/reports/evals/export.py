"""The harnesses for which evaluators are exported, and the files for each."""

from collections.abc import Callable, Iterator

from benchdocs.files.directory_swap import MANIFEST
from benchdocs.reports.evals import inspect_ai, promptfoo, pydantic_evals
from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.reports.evals.runs import Run, limits, shared_files
from benchdocs.suite.digest import manifest
from benchdocs.suite.suite import Suite


def _of_python(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    yield "README.md", evaluators.filled("python_readme.md.j2", calibration=bool(run.records))
    yield "run.py", evaluators.filled("python_run.py.j2")
    yield from shared_files(evaluators, run)


HARNESSES: dict[str, Callable[[Evaluators, Run], Iterator[tuple[str, bytes]]]] = {
    "python": _of_python,
    "pydantic-evals": pydantic_evals.files,
    "promptfoo": promptfoo.files,
    "inspect": inspect_ai.files,
}
"""What yields the files for each harness, by the name of its format."""


def files(suite: Suite, form: str, run: Run) -> dict[str, bytes]:
    """Return every file of an export by path, with its manifest; the README says what it cannot show."""
    evaluators = Evaluators(suite)
    contents = dict(HARNESSES[form](evaluators, run))
    for sentence in limits(evaluators, run):
        contents["README.md"] += f"\n{sentence}\n".encode()
    return {**contents, MANIFEST: manifest(contents.items())}
