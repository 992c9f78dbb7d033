"""Review stamps: the fingerprint of what affects a score, and a stamp written into a spec as it stands."""

import hashlib
import json
from decimal import Decimal
from enum import StrEnum
from typing import Any

from benchdocs.specs.choices import Status
from benchdocs.specs.models import Fields, Rubric
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import Suite


class Standing(StrEnum):
    """What a spec's review stamp says about the spec as it is now."""

    NONE = "not reviewed"
    CURRENT = "reviewed"
    OUTDATED = "changed since review"


def meaning(value: Any) -> Any:
    """Return a value without what only its author sees: white space within texts, zeros at a number's end."""
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return words(value)
    if isinstance(value, Fields):
        return {name: stated(value, name) for name in type(value).model_fields}
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


def fingerprint(suite: Suite, spec: AnySpec) -> str:
    """SHA-256 of what affects a spec's score: its score-affecting fields, members, and its judge's prompt.

    Comments, layout, the order of keys and of members, and 0.9 for 0.90 make no difference.
    """
    fields = spec.fields
    parts: dict[str, Any] = {
        name: meaning(value)
        for name, facts in type(fields).facts().items()
        if facts.changes_score(value := getattr(fields, name), None) and value is not None
    }
    if isinstance(fields, Rubric):
        rubric = suite.rubric[spec.code]
        parts["members"] = sorted(member.code for member in suite.members(rubric))
        parts["sub_rubrics"] = sorted(sub.code for sub in suite.sub_rubrics(rubric))
    else:
        parts["parent_rubric"] = suite.parent_code(suite.benchmark[spec.code])
        parts["counts"] = fields.status is not Status.DEPRECATED
    prompt = suite.prompt.get(getattr(fields, "llm_prompt_file", None) or "")
    if prompt:
        parts["prompt"] = words(prompt.text)
    text = json.dumps(_plain(parts), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def standing(suite: Suite, spec: AnySpec) -> Standing:
    """Return whether a spec was reviewed, and whether what affects its score is as it was then."""
    if spec.fields.review is None or not spec.fields.review.fingerprint:
        return Standing.NONE
    same = spec.fields.review.fingerprint == fingerprint(suite, spec)
    return Standing.CURRENT if same else Standing.OUTDATED


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it, one form for each number."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, dict):
        return {str(_plain(key)): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return value if isinstance(value, bool | int | str | None) else str(value)
