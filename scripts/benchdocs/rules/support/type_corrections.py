"""What to write in place of a value of the wrong type."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from unicodedata import normalize

from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.support import corrections
from benchdocs.specs.field_index import least_fields, share_fields
from benchdocs.specs.fields import ANY_CODE
from benchdocs.specs.validation import AnyFile, Fault

_ENTRY_MARKER = r"[-*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)]"
_SIGNED = r"(?P<sign>[<>~≈≤≥]=?)[ ]*(?P<number>.+)"
_TIGHT_LINES = r"(?:[ ]*(?:[a-z_]+|[0-9.]+):[^\s:/][^\r\n]*(?:[\r\n]+|\Z))+"


class Remedy(NamedTuple):
    """What follows the message of a violation: what to do, and the text to write there."""

    hint: str | None = None
    fix: str | None = None


def remedy(spec: AnyFile, fault: Fault, expected: str) -> Remedy:
    """Return the hint for a value that has to be `expected`, and the text that follows it."""
    written = spec.document.source_of(fault.route) or ""
    if bare := bare_entry(spec, fault):
        # Of a text, the brackets may be a part.
        fix = bare if expected == "a number" else None
        return Remedy(f"write it without brackets: `{shorten(bare)}`", fix)
    if expected == "text":
        return _for_text(spec, fault, written)
    if expected == "a number" and isinstance(fault.value, OddNumber):
        plain = f"write it as a plain decimal, such as `{_example(spec, fault)}`"
        return Remedy(f"{plain}: no colon, underscore, prefix or leading zero")
    if expected == "a number" and isinstance(fault.value, str):
        return _for_number(spec, fault, fault.value)
    if expected.startswith("a list") and isinstance(fault.value, str):
        return _for_list(spec, fault, fault.value)
    if expected.startswith("a list") and isinstance(fault.value, dict) and fault.value:
        first = next(iter(fault.value))
        hint = f"write `- ` before `{first}:`, and as many spaces before the other lines of the entry"
        return Remedy(hint)
    if expected == "a block of fields" and isinstance(fault.value, str):
        return _for_block(spec, fault)
    if expected == "a block of fields" and isinstance(fault.value, list):
        return _for_listed_block(spec, fault, fault.value)
    if expected.startswith("a date"):
        return Remedy("write year, month and day: `2026-01-31`")
    return Remedy()


def bare_entry(spec: AnyFile, fault: Fault) -> str | None:
    """Return the one value in the brackets that stand in place of a single value, as it is written there."""
    node = spec.document.node_at(fault.route)
    single = node.items[0] if node and len(node.items) == 1 and isinstance(fault.value, list) else None
    if node is None or single is None or single.source is None or spec.document.text[node.start] != "[":
        return None
    return spec.document.text[single.start : single.end].strip() or None


def _for_listed_block(spec: AnyFile, fault: Fault, entries: list[Any]) -> Remedy:
    """Return the remedy for fields that are written with a dash before each, as a list."""
    node = spec.document.node_at(fault.route)
    names = [name for entry in entries if isinstance(entry, dict) for name in entry]
    if node is None or len(names) != len(entries) or len(set(names)) != len(names):
        return Remedy(f"write `name: value` lines below `{fault.route[-1]}:`, all with the same indent")
    return Remedy("delete the `- ` before each line")


def _for_text(spec: AnyFile, fault: Fault, written: str) -> Remedy:
    if written:
        hint = f'put quotes around it: `"{shorten(written)}"`'
        return Remedy(hint, f'"{written}"')
    opening = "- >" if isinstance(fault.route[-1], int) else f"{fault.route[-1]}: >"
    node = spec.document.node_at(fault.route)
    if isinstance(fault.value, list):
        is_entry = node and isinstance(fault.route[-1], int) and len(node.items) == 1
        if node and is_entry and spec.document.text[node.start : node.items[0].start] == "- ":
            return Remedy("delete one `- `", spec.document.text[node.items[0].start : node.items[0].end])
        hint = f"write the entries as one text below `{opening}`"
        return Remedy(hint)
    if isinstance(fault.value, dict) and node and len(fault.value) == 1 and isinstance(fault.route[-1], int):
        own, (_, inner) = type(spec.fields), corrections.BLOCKS.get(type(spec.fields), ("", ()))
        if (name := str(next(iter(fault.value)))) in (*own.model_fields, *inner):
            hint = f"align `{name}` with the other fields, or put quotes around the text: it contains `: `"
            return Remedy(hint)
        text = spec.document.text[node.start : node.end].rstrip()
        is_plain = not re.search(r"[\"\\\n\r{]|[ ]#", text)
        fix = f'"{text}"' if is_plain else None
        return Remedy("put quotes around the text, because it contains `: `", fix)
    if isinstance(fault.value, dict):
        return Remedy(f"write `{opening}`, so that the lines below become one text")
    return Remedy()


def _for_block(spec: AnyFile, fault: Fault) -> Remedy:
    node, document = spec.document.node_at(fault.route), spec.document
    name = next(step for step in reversed(fault.route) if isinstance(step, str))
    hint = f"write `name: value` lines below `{name}:`, all with the same indent"
    if fault.route[-1] != name:
        hint += ", with a `-` before the first"
    written = document.text[node.start : node.end] if node else ""
    return Remedy("write a space after each colon" if re.fullmatch(_TIGHT_LINES, written) else hint)


def _for_number(spec: AnyFile, fault: Fault, value: str) -> Remedy:
    """Return the remedy for a number written as text; a percentage is understood only for shares of 1."""
    is_share = fault.route[-1] in share_fields()
    if fault.route == ("version",):
        return _for_version(value)
    text, behind = corrections.remark(value) or (value, "")
    right = corrections.number(text, share=is_share)
    signed = re.fullmatch(_SIGNED, corrections.unquoted(text))
    alone = corrections.number(signed["number"], share=is_share) if signed else None
    if signed and alone and (not right or fault.route[-1] not in least_fields()):
        return Remedy(f"write only the number: `{alone}`")
    if behind and right:
        new = f"{right}  # {behind}"
        hint = f"write `{shorten(new)}`: a comment starts with `#`"
        return Remedy(hint, new)
    if right:
        if re.search(r"^[^0-9.,]|[^0-9%]$", value.strip()):
            return Remedy(f"write only the number: `{right}`", right)
        return Remedy(_hint_for_number(spec, fault, value) or f"write it as a number: `{right}`", right)
    hint = f"write a plain number, such as `{_example(spec, fault)}`"
    return _for_fraction(value) or Remedy(_hint_for_number(spec, fault, value) or hint)


def _example(spec: AnyFile, fault: Fault) -> str:
    """Return a number that a field takes."""
    info = type(spec.fields).block_at(fault.route[:-1]).model_fields.get(str(fault.route[-1]))
    whole = [example for example in (info and info.examples) or () if example.isdigit()]
    return whole[0] if whole else "0.25"


def _for_fraction(value: str) -> Remedy | None:
    """Return the remedy for a fraction, `1/2` or `½`; one without an exact decimal is left to the author."""
    match = re.fullmatch(r"([0-9]{1,6})[ ]*[/\u2044][ ]*([1-9][0-9]{0,5})", normalize("NFKC", value.strip()))
    if not match:
        return None
    fraction = Fraction(int(match[1]), int(match[2]))
    right = f"{Decimal(fraction.numerator) / fraction.denominator:f}"
    if Fraction(right) == fraction:
        return Remedy(f"write it in decimals: `{right}`", right)
    hint = f"write it in decimals, rounded as in `{Decimal(right):.2f}`"
    return Remedy(hint)


def _for_version(value: str) -> Remedy:
    """Return the remedy for a version written as text; of several numbers the first is only a guess."""
    text, behind = corrections.remark(value) or (value, "")
    if behind and text.isdecimal():
        new = f"{text}  # {behind}"
        return Remedy(f"write `{shorten(new)}`: a comment starts with `#`", new)
    if single := re.fullmatch(r"v?[ ]?([1-9][0-9]{0,8})", value.strip(), re.IGNORECASE):
        return Remedy(f"write a whole number: `{single[1]}`", single[1])
    count = re.match(r"v?([1-9][0-9]{0,8})(?![0-9])", value.strip())
    return Remedy(f"write a whole number: `{count[1] if count else 1}`")


def _hint_for_number(spec: AnyFile, fault: Fault, value: str) -> str | None:
    """Return the number to write for a decimal, power of ten or percentage as text; None for other texts."""
    text = value.strip()
    try:
        number = Decimal(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ArithmeticError:
        return None
    if not number.is_finite() or abs(number.adjusted()) >= 12:
        return "write a plain number"
    if text.endswith("%") and 0 < number < Decimal("0.01"):
        return f"write the share without a percent sign: `{(number * 100).normalize():f}`"
    if text.endswith("%"):
        return f"write the share as a number: `{number.normalize():f}`"
    node = spec.document.node_at(fault.route)
    is_quoted = node is not None and spec.document.text[node.start : node.start + 1] in ("'", '"')
    return f"write it {'without quotes' if is_quoted else 'as a plain decimal'}: `{number:f}`"


def in_range(fault: Fault) -> str | None:
    """Return the hint for a number that its field does not take."""
    value, field = fault.value, fault.route[-1]
    if not isinstance(value, Decimal) or not value.is_finite():
        return None
    if field == "version":
        return "write a whole number, such as `1`; a change that affects scores raises it by 1"
    if field not in share_fields():
        return None
    if field == "level" and 1 < value < 50:  # the error that is accepted
        return f"if you mean a confidence of {100 - value}%, write `{(1 - value / 100).normalize():f}`"
    if 2 <= value <= 100:
        return f"if you mean {value}%, write `{(value / 100).normalize():f}`"
    if -1 <= value < 0:
        return f"delete the sign if you mean `{-value}`"
    return "write a share of 1, such as `0.25`"


def _for_list(spec: AnyFile, fault: Fault, value: str) -> Remedy:
    node, text = spec.document.node_at(fault.route), spec.document.text
    lines = f"write `- ` before the text, on its own line below `{fault.route[-1]}:`"
    if node is None:
        return Remedy(lines)
    codes = re.split(r"\s*[,;]\s*|\s+and\s+|\s+", value.strip())
    if all(re.fullmatch(ANY_CODE, code) for code in codes):
        new = f"[{', '.join(codes)}]"
        hint = f"write {'one entry per line, or all' if codes[1:] else 'it'} in brackets: `{shorten(new)}`"
        return Remedy(hint, new)
    written = text[node.start : node.end]
    is_alone = text[: node.start].rpartition("\n")[2].strip() == ""
    if marked := _marked_entries(str(fault.route[-1]), written, is_alone=is_alone):
        return Remedy(marked)
    if re.match(r"-[^\s-]", written):
        return Remedy("write a space after each `-`")
    if re.match(r"\s*(?:[-*•]|\d+[.)])\s", value):
        return Remedy("write each entry on its own line, with `- ` before it")
    return Remedy(lines)


def _marked_entries(field: str, written: str, *, is_alone: bool) -> str | None:
    """Return the hint for lines that are entries but for a `>` above them or another bullet."""
    sign = re.match(r"[>|][+-]?[ ]*(?=\r?\n)", written)
    lines = [line.split(maxsplit=1) for line in written[sign.end() if sign else 0 :].splitlines()]
    markers = [words[0] for words in lines if words]
    if not (sign or is_alone) or not all(re.fullmatch(_ENTRY_MARKER, marker) for marker in markers):
        return None
    other = next((marker for marker in markers if marker != "-"), None)
    if not sign:
        return f"replace `{other} ` with `- `" if other else None
    rest = f", and replace `{other} ` with `- `" if other else ""
    return f"delete the `{sign[0].strip()}` after `{field}:`{rest}"
