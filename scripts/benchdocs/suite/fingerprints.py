"""Fingerprints: digests of all that a review of a spec covers, however it is written."""

import json
import re
from decimal import Context, Decimal
from enum import StrEnum
from typing import Any, get_args, get_origin

from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.fields import AnyCode, BenchmarkCode, Fields, RubricCode, value_type
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile, is_heading
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.suite import Suite

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+•]|\d+[.)])[ \t]+(?=\S)")
"""Start of a line that is an entry of a list."""
_ALONE = re.compile(r"\s*(?:[{}]|<<<|.*>>>\s*$)")
"""A line that is read as such: one around an input, a placeholder, a bracket of a JSON example."""
_EXACT = Context(prec=1000)
"""More digits than a number of a file can have."""


def meaning(value: Any) -> Any:
    """Return a value without what only its author sees: the layout of texts, zeros at a number's end."""
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return wording(value)
    if isinstance(value, Fields):
        facts = type(value).facts()
        known = _present({name: stated(value, name) for name in facts if facts[name].signed})
        if known.keys() == {value.short_form}:
            return known[value.short_form]  # the text in its place means the same
        return known | meaning(value.model_extra or {})
    if isinstance(value, list):
        return [meaning(entry) for entry in value]
    if isinstance(value, dict):
        return {key: meaning(entry) for key, entry in value.items()}
    return value


def stated(fields: Fields, name: str) -> Any:
    """Return the meaning of a field: of its default where it is absent, or a block that says no more.

    Entries whose order means nothing are sorted.
    """
    value, facts, info = getattr(fields, name), type(fields).facts()[name], type(fields).model_fields[name]
    found = meaning(facts.default if value in (None, facts.idle) else value)
    if isinstance(value, Fields) and found == meaning(type(value)()):
        return None
    kind = value_type(info)
    if facts.unordered or (get_origin(kind) is list and get_args(kind)[0] in _CODES):
        return sorted(set(found or ()))
    return found


_CODES = (AnyCode, BenchmarkCode, RubricCode)


def words(text: str) -> str:
    """Return a text's words, one space between them."""
    return " ".join(text.split())


def same_wording(old: str, new: str) -> bool:
    """Return whether two texts differ in white space, wrapping and the markers of their lists at most."""
    return old == new or wording(old) == wording(new)


def wording(text: str) -> str:
    """Return a text's words, with a line for each heading of a prompt and each entry of a list, at its level,
    and for each line that is read as such."""
    if "\n" not in text:
        return words(text)
    lines = [""]
    levels: list[int] = []
    for line in filter(str.strip, text.splitlines()):
        if item := _ITEM.match(line):
            indent = len(item["indent"].expandtabs())
            levels = [*(level for level in levels if level < indent), indent]
            mark = item["mark"][:-1] + "." if item["mark"][0].isdigit() else "-"
            lines.append(f"{'  ' * len(levels)}{mark} {words(line[item.end() :])}")
            continue
        is_alone = _ALONE.match(line)
        if is_alone or is_heading(line):
            levels = []
            lines.append("")
        lines[-1] += f" {words(line)}" if lines[-1] else words(line)
        if is_alone:
            lines.append("")
    return "\n".join(filter(None, lines))


def evaluator_wording(file: PromptFile | CodeEvaluator) -> str:
    """Return what counts of a prompt's text, its words; of a script every character, but for line ends."""
    return wording(file.text) if isinstance(file, PromptFile) else file.unix_text


def fingerprint(suite: Suite, spec: AnySpec) -> str:
    """Return the SHA-256 of all that a review of a spec covers, as `covered` lists it."""
    import hashlib  # a check of a suite without reviews starts faster

    text = json.dumps(_plain(covered(suite, spec)), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def covered(suite: Suite, spec: AnySpec) -> dict[str, Any]:
    """Return what a review of a spec covers: its fields, but for those about the review itself.

    Of a benchmark also its prompt's words and its script, wherever they lie, and what the labels mean that it
    counts;
    of a rubric also the values of its members, and of all rubrics below it and their members, that its
    verdict depends on. What is absent is left out, so that a field that a later version adds changes no
    fingerprint until it is used.
    """
    fields = spec.fields
    parts = {name: stated(fields, name) for name, facts in type(fields).facts().items() if facts.signed}
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
        judged_by = [suite.evaluator[path] for path in suite.judged_by(fields) if path in suite.evaluator]
        for name, kind in (("prompt", PromptFile), ("code_evaluator", CodeEvaluator)):
            texts = [evaluator_wording(file) for file in judged_by if isinstance(file, kind)]
            parts[name] = texts[0] if len(texts) == 1 else texts
        defined = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
        read = fields.metric.labels if fields.metric else ()
        parts["labels"] = {name: meaning(defined[name]) for name in read if name in defined}
    return _present(parts)


def is_certain(suite: Suite, spec: AnySpec) -> bool:
    """Return whether all that a review of a spec covers could be read."""
    parts = [spec]
    paths = suite.judged_by(spec.fields) if isinstance(spec.fields, Benchmark) else ()
    judged_by = [suite.evaluator.get(path) for path in paths]
    if isinstance(spec.fields, Rubric):
        below = suite.rubrics_below(Spec(spec.document, spec.fields)).values()
        listed = {code for each in below for code in each.fields.benchmarks or ()}
        parts += [*below, *(suite.benchmark[code] for code in listed & suite.benchmark.keys())]
    refused = {str(fault.route[0]) for part in parts for fault in part.faults}
    unsigned = {name for name, facts in type(spec.fields).facts().items() if not facts.signed}
    if any(file is None or file.problems for file in (*judged_by, *(part.document for part in parts))):
        return False
    counts_labels = isinstance(spec.fields, Benchmark) and spec.fields.metric and spec.fields.metric.labels
    is_defined = not (counts_labels and suite.dictionary) or suite.dictionary.is_whole
    return is_defined and refused <= unsigned - {"llm_prompt_file"}


def _present(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that say something."""
    return {name: value for name, value in values.items() if value not in (None, [], {})}


def _verdict(fields: Fields) -> dict[str, Any]:
    """Return the values that the verdicts above a spec depend on, with the codes that it lists."""
    found = {}
    for name, facts in type(fields).facts().items():
        value = getattr(fields, name)
        if facts.decides_verdict:
            found[name] = stated(fields, name)
        elif isinstance(value, Fields) and (inner := _verdict(value)) != _verdict(type(value)()):
            found[name] = inner
    return _present(found)


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
