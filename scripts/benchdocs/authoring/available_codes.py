"""Decide which codes may still be given: those in use, former and reserved ones never are."""

import re

from benchdocs.documents.spelling import plain_letters
from benchdocs.specs.field_index import SPECS
from benchdocs.specs.fields import BENCHMARK_CODE, BENCHMARK_FORM, RUBRIC_CODE, RUBRIC_FORM
from benchdocs.suite.codes import implied_rubric
from benchdocs.suite.suite import Suite


class CodeError(ValueError):
    """A code that cannot be given; the message says in a sentence why, and what to do instead."""


def refuse_broken(suite: Suite, code: str) -> None:
    """Raise CodeError where the spec of a code is broken."""
    if file := suite.broken_file(code):
        raise CodeError(f"`{file.document.path}` cannot be read completely; fix it first")


def refuse_benchmark_code(suite: Suite, code: str) -> None:
    """Raise CodeError where a code is no benchmark's or may not be given."""
    if code in suite.rubric:
        raise CodeError(f"`{code}` is a rubric; a benchmark's code has a number: `{next_free(suite, code)}`")
    if not re.fullmatch(BENCHMARK_CODE, code):
        raise CodeError(f"`{code}` is not the code of a benchmark; {_well_formed(code, BENCHMARK_CODE)}")
    if padded := re.search(r"[A-Z]0+(?=[0-9])", code):
        plain = code[: padded.start() + 1] + code[padded.end() :]
        message = f"`{code}` could be confused with `{plain}`"
        raise CodeError(f"{message}; write numbers in codes without a leading zero")
    if reason := taken(suite, code):
        instead = f"there is no rubric `{implied_rubric(code)}` either; use a code of another rubric"
        if implied_rubric(code) in suite.rubric:
            instead = f"the next free code is `{next_free(suite, implied_rubric(code))}`"
        raise CodeError(f"`{code}` cannot be used: {reason}; {instead}")


def refuse_rubric_code(suite: Suite, code: str) -> None:
    """Raise CodeError where a code is no rubric's or may not be given."""
    if not re.fullmatch(RUBRIC_CODE, code):
        raise CodeError(f"`{code}` is not the code of a rubric; {_well_formed(code, RUBRIC_CODE)}")
    if reason := taken(suite, code):
        raise CodeError(f"`{code}` cannot be used: {reason}; use other letters")


def next_free(suite: Suite, rubric: str) -> str:
    """Return a rubric's code with the number after the highest that was given, and that is not reserved."""
    number, reserved = 1, suite.settings.reserved
    for code in (*(file.code for file in suite.read), *suite.alias):
        if match := re.match(rf"{rubric}(\d+)(?!\d)", code):
            number = max(number, int(match[1]) + 1)
    while any(re.match(rf"{rubric}{number}(?!\d)", code) for code in reserved):
        number += 1
    return f"{rubric}{number}"


def taken(suite: Suite, code: str) -> str | None:
    """Return why a code may not be given; None where it is free."""
    holders = {}
    specs = (file for file in suite.read if file.model in SPECS)
    for document in (spec.document for spec in specs):  # one in small letters is taken all the same
        holders[document.source_of(("code",)) or document.stem] = f"`{document.path}` has it"
    for former, present in suite.alias.items():
        holders.setdefault(former, f"it is a former code of `{present}`")
    for reserved in suite.settings.reserved:
        holders.setdefault(reserved, f"it is reserved in `{suite.settings.file.path}`")
    if code in holders:
        return holders[code]
    for held in holders:
        if held.casefold() == code.casefold():
            return f"it differs from `{held}` only in lowercase and capital letters"
    return None


def _well_formed(code: str, pattern: str) -> str:
    """Return what to write in place of a malformed code."""
    right = plain_letters(code).upper()
    if re.fullmatch(pattern, right):
        return f"write `{right}`"
    if pattern == BENCHMARK_CODE:
        return f"write it as {BENCHMARK_FORM}"
    return f"write it as {RUBRIC_FORM}"
