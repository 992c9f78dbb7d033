"""What to write in place of a value of the wrong type."""

import re
from decimal import Decimal
from typing import NamedTuple

from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.support import corrections
from benchdocs.specs.field_index import share_fields
from benchdocs.specs.fields import ANY_CODE
from benchdocs.specs.numbers import date_hint
from benchdocs.specs.validation import AnyRead, Fault


class Remedy(NamedTuple):
    """What follows the message of a violation: what to do, and the text to write there."""

    hint: str | None = None
    fix: str | None = None


def remedy(spec: AnyRead, fault: Fault, expected: str) -> Remedy:
    """Return the hint for a value that has to be `expected`, and the text that follows it."""
    if bare := bare_entry(spec, fault):
        hint = f"write it without brackets: `{shorten(bare)}`"
        if expected == "a number":
            return Remedy(hint, bare)
        return Remedy(hint)  # the brackets may be a part of a text
    if expected == "text":
        return _for_text(spec, fault)
    if expected == "a number":
        return _for_number(spec, fault)
    if expected.startswith("a list"):
        return _for_list(fault.value)
    if expected == "a block of fields":
        name = next(step for step in reversed(fault.route) if isinstance(step, str))
        return Remedy(f"write `name: value` lines below `{name}:`, all with the same indent")
    if expected.startswith("a date"):
        return Remedy(date_hint(str(spec.document.source_of(fault.route) or fault.value)))
    return Remedy()


def bare_entry(spec: AnyRead, fault: Fault) -> str | None:
    """Return the one value in the brackets that stand in place of a single value, as it is written there."""
    document, node = spec.document, spec.document.node_at(fault.route)
    if node is None or len(node.items) != 1 or document.text[node.start] != "[":
        return None
    entry = node.items[0]
    if entry.source is None:
        return None
    return document.text[entry.start : entry.end].strip() or None


def _for_text(spec: AnyRead, fault: Fault) -> Remedy:
    """Return the remedy for a value that YAML does not read as text, or for several in place of one."""
    if source := spec.document.source_of(fault.route):
        return Remedy(f'put quotes around it: `"{shorten(source)}"`', f'"{source}"')
    if isinstance(fault.value, dict):
        return Remedy("put quotes around the text: a `: ` in it starts a field")
    opening = f"{fault.route[-1]}: >"
    if isinstance(fault.route[-1], int):
        opening = "- >"
    return Remedy(f"write the entries as one text below `{opening}`")


def _for_number(spec: AnyRead, fault: Fault) -> Remedy:
    """Return the remedy for a number written as text; a percentage is understood only for shares of 1."""
    example = _example(spec, fault)
    if isinstance(fault.value, OddNumber):
        plain = f"write it as a plain decimal, such as `{example}`"
        return Remedy(f"{plain}: no colon, underscore, prefix or leading zero")
    if not isinstance(fault.value, str):
        return Remedy()
    right = corrections.number(fault.value, share=fault.route[-1] in share_fields())
    if right and (right.isdigit() or not example.isdigit()):
        return Remedy(f"write it as a number: `{right}`", right)
    return Remedy(f"write a plain number, such as `{example}`")


def _example(spec: AnyRead, fault: Fault) -> str:
    """Return a number that a field takes."""
    info = spec.model.block_at(fault.route[:-1]).model_fields.get(str(fault.route[-1]))
    for example in (info and info.examples) or ():
        if example.isdigit():
            return str(example)
    return "0.25"


def in_range(fault: Fault) -> str | None:
    """Return the hint for a number that its field does not take."""
    value, field = fault.value, fault.route[-1]
    if not isinstance(value, Decimal) or not value.is_finite():
        return None
    if field == "version":
        return "write a whole number, such as `1`; a change that affects scores raises it by 1"
    if field not in share_fields():
        return None
    if field != "level" and 2 <= value <= 100:
        return f"if you mean {value}%, write `{(value / 100).normalize():f}`"
    return "write a share of 1, such as `0.25`"


def _for_list(value: object) -> Remedy:
    """Return the remedy for a text or fields in place of a list; codes can only be its entries."""
    codes = re.split(r"\s*[,;]\s*|\s+and\s+|\s+", str(value).strip())
    if all(re.fullmatch(ANY_CODE, code) for code in codes):
        brackets = f"[{', '.join(codes)}]"
        return Remedy(f"write the entries in brackets: `{shorten(brackets)}`", brackets)
    return Remedy("write each entry on its own line below the field, with `- ` before it")
