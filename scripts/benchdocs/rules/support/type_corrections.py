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
from benchdocs.specs.validation import AnyRead, Fault

_ENTRY_MARKER = r"[-*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)]"
_SIGNED = r"(?P<sign>[<>~≈≤≥]=?)[ ]*(?P<number>.+)"
_TIGHT_LINES = r"(?:[ ]*(?:[a-z_]+|[0-9.]+):[^\s:/][^\r\n]*(?:[\r\n]+|\Z))+"


class Remedy(NamedTuple):
    """What follows the message of a violation: what to do, and the text to write there."""

    hint: str | None = None
    fix: str | None = None


def remedy(spec: AnyRead, fault: Fault, expected: str) -> Remedy:
    """Return the hint for a value that has to be `expected`, and the text that follows it."""
    source = spec.document.source_of(fault.route) or ""
    if bare := bare_entry(spec, fault):
        hint = f"write it without brackets: `{shorten(bare)}`"
        if expected == "a number":
            return Remedy(hint, bare)
        return Remedy(hint)  # the brackets may be a part of a text
    if expected == "text":
        return _for_text(spec, fault, source)
    if expected == "a number" and isinstance(fault.value, OddNumber):
        plain = f"write it as a plain decimal, such as `{_example(spec, fault)}`"
        return Remedy(f"{plain}: no colon, underscore, prefix or leading zero")
    if expected == "a number" and isinstance(fault.value, str):
        return _for_number(spec, fault, fault.value)
    if expected.startswith("a list") and isinstance(fault.value, str):
        return _for_list(spec, fault, fault.value)
    if expected.startswith("a list") and isinstance(fault.value, dict) and fault.value:
        first = next(iter(fault.value))
        return Remedy(f"write `- ` before `{first}:`, and as many spaces before the other lines of the entry")
    if expected == "a block of fields" and isinstance(fault.value, str):
        return _for_block(spec, fault)
    if expected == "a block of fields" and isinstance(fault.value, list):
        return _for_listed_block(spec, fault, fault.value)
    if expected.startswith("a date"):
        return Remedy("write year, month and day: `2026-01-31`")
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


def _for_listed_block(spec: AnyRead, fault: Fault, entries: list[Any]) -> Remedy:
    """Return the remedy for fields that are written with a dash before each, as a list."""
    node = spec.document.node_at(fault.route)
    names = [name for entry in entries if isinstance(entry, dict) for name in entry]
    if node is None or len(names) != len(entries) or len(set(names)) != len(names):
        return Remedy(f"write `name: value` lines below `{fault.route[-1]}:`, all with the same indent")
    return Remedy("delete the `- ` before each line")


def _for_text(spec: AnyRead, fault: Fault, source: str) -> Remedy:
    """Return the remedy for a value that YAML does not read as text, or for several in place of one."""
    if source:
        return Remedy(f'put quotes around it: `"{shorten(source)}"`', f'"{source}"')
    if isinstance(fault.route[-1], int) and (remedy := _for_entry(spec, fault)):
        return remedy
    opening = f"{fault.route[-1]}: >"
    if isinstance(fault.route[-1], int):
        opening = "- >"
    if isinstance(fault.value, list):
        return Remedy(f"write the entries as one text below `{opening}`")
    if isinstance(fault.value, dict):
        return Remedy(f"write `{opening}`, so that the lines below become one text")
    return Remedy()


def _for_entry(spec: AnyRead, fault: Fault) -> Remedy | None:
    """Return the remedy for an entry of texts that holds another list, or a field, of one line."""
    text, node = spec.document.text, spec.document.node_at(fault.route)
    if node and len(node.items) == 1 and text[node.start : node.items[0].start] == "- ":
        return Remedy("delete one `- `", text[node.items[0].start : node.items[0].end])
    if not node or len(node.entries) != 1:
        return None
    model, (_, inner) = spec.model, corrections.BLOCKS.get(spec.model, ("", ()))
    if (name := str(node.entries[0][0].value)) in (*model.model_fields, *inner):
        return Remedy(
            f"align `{name}` with the other fields, or put quotes around the text: it contains `: `"
        )
    hint, entry = "put quotes around the text, because it contains `: `", text[node.start : node.end].rstrip()
    if re.search(r"[\"\\\n\r{]|[ ]#", entry):
        return Remedy(hint)
    return Remedy(hint, f'"{entry}"')


def _for_block(spec: AnyRead, fault: Fault) -> Remedy:
    node = spec.document.node_at(fault.route)
    if node and re.fullmatch(_TIGHT_LINES, spec.document.text[node.start : node.end]):
        return Remedy("write a space after each colon")
    name = next(step for step in reversed(fault.route) if isinstance(step, str))
    hint = f"write `name: value` lines below `{name}:`, all with the same indent"
    if fault.route[-1] != name:
        hint += ", with a `-` before the first"
    return Remedy(hint)


def _for_number(spec: AnyRead, fault: Fault, value: str) -> Remedy:
    """Return the remedy for a number written as text; a percentage is understood only for shares of 1."""
    if fault.route == ("version",):
        return _for_version(value)
    is_share = fault.route[-1] in share_fields()
    text, remark = corrections.remark(value) or (value, "")
    right = corrections.number(text, share=is_share)
    if signed := re.fullmatch(_SIGNED, corrections.unquoted(text)):
        number = corrections.number(signed["number"], share=is_share)
        if number and (not right or fault.route[-1] not in least_fields()):
            return Remedy(f"write only the number: `{number}`")
    if right and remark:
        return _with_comment(right, remark)
    if right and re.search(r"^[^0-9.,]|[^0-9%]$", value.strip()):
        return Remedy(f"write only the number: `{right}`", right)
    hint = _hint_for_number(spec, fault, value)
    if right:
        return Remedy(hint or f"write it as a number: `{right}`", right)
    hint = hint or f"write a plain number, such as `{_example(spec, fault)}`"
    return _for_fraction(value) or Remedy(hint)


def _with_comment(value: str, remark: str) -> Remedy:
    """Return the remedy for a value and a remark after it, which is to be a comment."""
    new = f"{value}  # {remark}"
    return Remedy(f"write `{shorten(new)}`: a comment starts with `#`", new)


def _example(spec: AnyRead, fault: Fault) -> str:
    """Return a number that a field takes."""
    info = spec.model.block_at(fault.route[:-1]).model_fields.get(str(fault.route[-1]))
    for example in (info and info.examples) or ():
        if example.isdigit():
            return str(example)
    return "0.25"


def _for_fraction(value: str) -> Remedy | None:
    """Return the remedy for a fraction, `1/2` or `½`; one without an exact decimal is left to the author."""
    match = re.fullmatch(r"([0-9]{1,6})[ ]*[/\u2044][ ]*([1-9][0-9]{0,5})", normalize("NFKC", value.strip()))
    if not match:
        return None
    fraction = Fraction(int(match[1]), int(match[2]))
    right = f"{Decimal(fraction.numerator) / fraction.denominator:f}"
    if Fraction(right) == fraction:
        return Remedy(f"write it in decimals: `{right}`", right)
    return Remedy(f"write it in decimals, rounded as in `{Decimal(right):.2f}`")


def _for_version(value: str) -> Remedy:
    """Return the remedy for a version written as text; of several numbers the first is only a guess."""
    text, remark = corrections.remark(value) or (value, "")
    if remark and text.isdecimal():
        return _with_comment(text, remark)
    if single := re.fullmatch(r"v?[ ]?([1-9][0-9]{0,8})", value.strip(), re.IGNORECASE):
        return Remedy(f"write a whole number: `{single[1]}`", single[1])
    if first := re.match(r"v?([1-9][0-9]{0,8})(?![0-9])", value.strip()):
        return Remedy(f"write a whole number: `{first[1]}`")
    return Remedy("write a whole number: `1`")


def _hint_for_number(spec: AnyRead, fault: Fault, value: str) -> str | None:
    """Return the number to write for a decimal, power of ten or percentage as text; None for other texts."""
    text = value.strip()
    try:
        number = Decimal(text.removesuffix("%"))
    except ArithmeticError:
        return None
    if not number.is_finite() or abs(number.adjusted()) >= 12:
        return "write a plain number"
    if text.endswith("%") and 0 < number < 1:
        return f"write the share without a percent sign: `{number.normalize():f}`"
    if text.endswith("%"):
        return f"write the share as a number: `{(number / 100).normalize():f}`"
    node = spec.document.node_at(fault.route)
    if node and spec.document.text[node.start : node.start + 1] in ("'", '"'):
        return f"write it without quotes: `{number:f}`"
    return f"write it as a plain decimal: `{number:f}`"


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


def _for_list(spec: AnyRead, fault: Fault, value: str) -> Remedy:
    node, text = spec.document.node_at(fault.route), spec.document.text
    lines = f"write `- ` before the text, on its own line below `{fault.route[-1]}:`"
    if node is None:
        return Remedy(lines)
    codes = re.split(r"\s*[,;]\s*|\s+and\s+|\s+", value.strip())
    if all(re.fullmatch(ANY_CODE, code) for code in codes):
        new = f"[{', '.join(codes)}]"
        if len(codes) == 1:
            return Remedy(f"write it in brackets: `{shorten(new)}`", new)
        return Remedy(f"write one entry per line, or all in brackets: `{shorten(new)}`", new)
    source = text[node.start : node.end]
    is_below = text[: node.start].rpartition("\n")[2].strip() == ""
    if hint := _hint_for_entries(str(fault.route[-1]), source, is_below=is_below):
        return Remedy(hint)
    if re.match(r"-[^\s-]", source):
        return Remedy("write a space after each `-`")
    if re.match(r"\s*(?:[-*•]|\d+[.)])\s", value):
        return Remedy("write each entry on its own line, with `- ` before it")
    return Remedy(lines)


def _hint_for_entries(field: str, source: str, *, is_below: bool) -> str | None:
    """Return the hint for lines that are entries but for a `>` above them or another bullet."""
    marker = re.match(r"[>|][+-]?[ ]*(?=\r?\n)", source)
    if marker:
        source = source[marker.end() :]
    bullets = [line.split()[0] for line in source.splitlines() if line.strip()]
    are_entries = bullets and all(re.fullmatch(_ENTRY_MARKER, bullet) for bullet in bullets)
    if not are_entries or not (marker or is_below):
        return None
    hints = []
    if marker:
        hints.append(f"delete the `{marker[0].strip()}` after `{field}:`")
    if bullet := next((bullet for bullet in bullets if bullet != "-"), None):
        hints.append(f"replace `{bullet} ` with `- `")
    return ", and ".join(hints) or None
