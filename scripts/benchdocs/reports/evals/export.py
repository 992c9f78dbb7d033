"""The harnesses for which evaluators are exported, and the files for each."""

from collections.abc import Callable, Iterator

from benchdocs.files.directory_swap import MANIFEST
from benchdocs.history.provenance import manifest
from benchdocs.reports.evals import inspect_ai, promptfoo, pydantic_evals, python_form
from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.suite.suite import Suite

HARNESSES = {
    "python": "Python",
    "pydantic-evals": "Pydantic Evals",
    "promptfoo": "promptfoo",
    "inspect": "Inspect",
}
_FILES: dict[str, Callable[[Evaluators], Iterator[tuple[str, bytes]]]] = {
    "python": python_form.files,
    "pydantic-evals": pydantic_evals.files,
    "promptfoo": promptfoo.files,
    "inspect": inspect_ai.files,
}


def files(suite: Suite, form: str) -> dict[str, bytes]:
    """Return every file of an export by its path, its manifest included; what is left out ends its README."""
    evaluators = Evaluators(suite)
    contents = dict(_FILES[form](evaluators))
    if evaluators.left_out:
        contents["README.md"] += f"\n{evaluators.left_out}.\n".encode()
    return {**contents, MANIFEST: manifest(contents.items())}
