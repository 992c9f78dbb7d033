"""The clauses of a benchmark that decide its cases: conditions of its prompt, sentences of its criteria."""

import re
from collections.abc import Iterable

from benchdocs.documents.sentences import sentences
from benchdocs.suite.cases import SHORT, CaseSpec, json_digest
from benchdocs.suite.suite import BenchmarkSpec, Suite
from benchdocs.suite.wording import words

PROMPT_CLAUSES = {
    "fail": "automatic_fail",
    "pass": "pass_conditions",
    "variation": "acceptable_variations",
    "ignored": "ignore",
    "doubt": "uncertainty",
}
"""Sections of a prompt whose items decide cases, by what `decides` calls an item."""
_JOIN = re.compile(r"[,;]\s+[A-ZÀ-Þ]{2,}$|[.,;]$")
"""End of a condition in a list: `, OR`."""


def clauses(suite: Suite, spec: BenchmarkSpec) -> dict[str, str]:
    """Return the clauses that can decide a case of a benchmark: its text by its name, such as `fail 2`.

    There are none where its prompt is missing.
    """
    fields, prompt = spec.fields, suite.prompt.get(spec.fields.llm_prompt_file or "")
    texts: dict[str, list[str]] = {}
    if prompt:
        for name, key in PROMPT_CLAUSES.items():
            if section := prompt.section(key):
                texts[name] = [*(section.items or [section.lead])]
    elif fields.llm_prompt_file:
        return {}
    else:
        texts["inclusion"] = sentences(fields.inclusion_criteria or "")
        texts["out of scope"] = fields.out_of_scope
    texts["exclusion"] = sentences(fields.exclusion_criteria or "")
    numbered = {}
    for name, entries in texts.items():
        for number, text in enumerate(entries, 1):
            numbered[f"{name} {number}"] = text
    return numbered


def clause_digest(text: str) -> str:
    """Return the digest of a clause for `decides`: of its words, without what joins it to the next clause."""
    return json_digest(_JOIN.sub("", words(text)))[:SHORT]


def untested(clause_names: Iterable[str], file: CaseSpec) -> list[str]:
    """Return the clauses that decide no case of a file; none where its cases name no clause."""
    tested: set[str] = set()
    for case in file.fields.cases or ():
        tested.update(case.clauses)
    if not tested:
        return []
    return [name for name in clause_names if name not in tested]
