"""Fingerprints: digests of all that a review of a spec covers, however it is written."""

import json
import re
from decimal import Context, Decimal
from enum import StrEnum
from typing import Any, get_args, get_origin

from benchdocs.specs.fields import BenchmarkCode, Fields, RubricCode, value_type
from benchdocs.specs.models import Rubric
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.suite import Suite

_OPENS = re.compile(r"[-*+] |\d+[.)] |#")
"""Start of a line that is a heading, or an entry of a list."""
_EXACT = Context(prec=1000)
"""More digits than a number of a file can have."""


def meaning(value: Any) -> Any:
    """Return a value without what only its author sees: white space within texts, zeros at a number's end."""
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return words(value)
    if isinstance(value, Fields):
        known = _present({name: stated(value, name) for name in type(value).model_fields})
        if known.keys() == {value.short_form}:
            return known[value.short_form]  # the text in its place means the same
        return known | meaning(value.model_extra or {})
    if isinstance(value, list):
        return [meaning(entry) for entry in value]
    if isinstance(value, dict):
        return {key: meaning(entry) for key, entry in value.items()}
    return value


def stated(fields: Fields, name: str) -> Any:
    """Return the meaning of a field: of its default where it is absent."""
    value = getattr(fields, name)
    return meaning(type(fields).facts()[name].default if value is None else value)


def words(text: str) -> str:
    """Return a text's words, one space between them."""
    return " ".join(text.split())


def prompt_words(text: str) -> str:
    """Return a prompt's words, a line for each heading and entry of a list; other line ends mean nothing."""
    lines = [""]
    for line in filter(None, map(words, text.splitlines())):
        opens = bool(_OPENS.match(line)) or line.endswith(":") or lines[-1].endswith(":")
        lines += [line] if opens else [f"{lines.pop()} {line}"]
    return "\n".join(lines).strip()


def fingerprint(suite: Suite, spec: AnySpec) -> str:
    """Return the SHA-256 of all that a review of a spec covers, as `covered` lists it."""
    import hashlib  # a check of a suite without reviews starts faster

    text = json.dumps(_plain(covered(suite, spec)), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def covered(suite: Suite, spec: AnySpec) -> dict[str, Any]:
    """Return what a review of a spec covers: its fields, but for those about the review itself.

    Of a benchmark also its prompt's words; of a rubric also the values of its members, and of all rubrics
    below it and their members, that its verdict depends on. The order of codes means nothing. What is absent
    is left out, so that a field that a later version adds changes no fingerprint until it is used.
    """
    fields = spec.fields
    parts = {name: _signed(fields, name) for name, facts in type(fields).facts().items() if facts.signed}
    if isinstance(fields, Rubric):
        rubric = Spec(spec.document, fields)
        below = suite.rubrics_below(rubric)
        parts["category"] = suite.category(rubric)
        parts["below"] = {code: _verdict(part.fields) for code, part in below.items() if code != spec.code}
        listed = {code for part in below.values() for code in part.fields.benchmarks or ()}
        members = (suite.benchmark[code] for code in listed if code in suite.benchmark)
        parts["members"] = {each.code: [suite.parent_code(each), _verdict(each.fields)] for each in members}
    else:
        parts["parent_rubric"] = suite.parent_code(Spec(spec.document, fields))
        prompt = suite.prompt.get(fields.llm_prompt_file or "")
        parts["prompt"] = prompt and prompt_words(prompt.text)
    return _present(parts)


def is_certain(suite: Suite, spec: AnySpec) -> bool:
    """Return whether all that a review of a spec covers could be read."""
    path = getattr(spec.fields, "llm_prompt_file", None)
    parts, prompt = [spec], suite.prompt.get(path or "")
    if isinstance(spec.fields, Rubric):
        below = suite.rubrics_below(Spec(spec.document, spec.fields)).values()
        listed = {code for each in below for code in each.fields.benchmarks or ()}
        parts += [*below, *(suite.benchmark[code] for code in listed & suite.benchmark.keys())]
    refused = {str(fault.route[0]) for part in parts for fault in part.faults}
    unsigned = {name for name, facts in type(spec.fields).facts().items() if not facts.signed}
    if (path and (prompt is None or prompt.problems)) or any(part.document.problems for part in parts):
        return False
    return refused <= unsigned


def _present(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that say something."""
    return {name: value for name, value in values.items() if value not in (None, [], {})}


def _verdict(fields: Fields) -> dict[str, Any]:
    """Return the values that the verdicts above a spec depend on, with the codes that it lists."""
    wanted = (name for name, facts in type(fields).facts().items() if facts.decides_verdict)
    lists = ("benchmarks", "sub_rubrics") if isinstance(fields, Rubric) else ()
    return _present({name: _signed(fields, name) for name in (*wanted, *lists)})


def _signed(fields: Fields, name: str) -> Any:
    """Return the meaning of a field, codes of a list in their own order."""
    value, kind = stated(fields, name), value_type(type(fields).model_fields[name])
    is_codes = get_origin(kind) is list and get_args(kind)[0] in (BenchmarkCode, RubricCode)
    return sorted(set(value or ())) if is_codes else value


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it: one form for each, and no two values in the same form."""
    if isinstance(value, Decimal):
        return {"number": str(value.normalize(_EXACT)) if value else "0"}
    if isinstance(value, dict):
        pairs = [[json.dumps(_plain(key)), _plain(entry)] for key, entry in value.items()]
        return {"block": sorted(pairs, key=lambda pair: pair[0])}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return value if isinstance(value, bool | int | str | None) else {type(value).__name__: str(value)}
