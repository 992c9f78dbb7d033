"""The clauses of a benchmark that decide its cases: conditions of its prompt, sentences of its criteria."""

from collections.abc import Iterable

from benchdocs.documents.sentences import sentences
from benchdocs.suite.cases import CaseSpec
from benchdocs.suite.suite import BenchmarkSpec, Suite

PROMPT_CLAUSES = {
    "fail": "automatic_fail",
    "pass": "pass_conditions",
    "variation": "acceptable_variations",
    "ignored": "ignore",
    "doubt": "uncertainty",
}
"""Sections of a prompt whose items decide cases, by what `decides` calls an item."""


def clauses(suite: Suite, spec: BenchmarkSpec) -> dict[str, str]:
    """Return the clauses that can decide a case of a benchmark: its text by its name, such as `fail 2`.

    There are none where its prompt is missing.
    """
    fields, prompt = spec.fields, suite.prompt.get(spec.fields.llm_prompt_file or "")
    found: dict[str, list[str]] = {}
    if prompt:
        for name, key in PROMPT_CLAUSES.items():
            section = prompt.section(key)
            found[name] = [*(section.items or [section.lead])] if section else []
    elif fields.llm_prompt_file:
        return {}
    else:
        found["inclusion"] = sentences(fields.inclusion_criteria or "")
        found["out of scope"] = fields.out_of_scope
    found["exclusion"] = sentences(fields.exclusion_criteria or "")
    return {f"{name} {number}": text for name, texts in found.items() for number, text in enumerate(texts, 1)}


def untested(known: Iterable[str], file: CaseSpec) -> list[str]:
    """Return the clauses that decide no case of a file; none where its cases name no clause."""
    tested = {name for case in file.fields.cases or () for name in case.decides}
    return [name for name in known if name not in tested] if tested else []
