"""What to write in place of a value of the wrong type, and the change that does it where that is plain."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from unicodedata import normalize

from benchdocs.documents.locations import Edit, Fix, at
from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.support import corrections
from benchdocs.specs.field_index import least_fields, share_fields
from benchdocs.specs.fields import ANY_CODE
from benchdocs.specs.validation import AnyFile, Fault

_ENTRY_MARKER = r"[-*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)]"
_SIGNED = r"(?P<sign>[<>~≈≤≥]=?)[ ]*(?P<number>.+)"
_TIGHT_LINE = r"[ ]*(?:[a-z_]+|[0-9.]+):[^\s:/][^\r\n]*(?:[\r\n]+|\Z)"


class Remedy(NamedTuple):
    """What follows the message of a violation."""

    hint: str | None = None
    fix: Fix = ()
    why_not: str | None = None


def remedy(spec: AnyFile, fault: Fault, expected: str) -> Remedy:
    """Return the hint for a value that has to be `expected`, and the change that follows it."""
    written = spec.document.source_of(fault.route) or ""
    if bare := bare_entry(spec, fault):
        # Of a text, the brackets may be a part.
        fix = in_place_of(spec, fault, bare) if expected == "a number" else ()
        return Remedy(f"write it without brackets: `{shorten(bare)}`", fix=fix)
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
        return Remedy(hint, why_not="only you know where each entry ends")
    if expected == "a block of fields" and isinstance(fault.value, str):
        return _for_block(spec, fault)
    if expected == "a block of fields" and isinstance(fault.value, list):
        return _for_listed_block(spec, fault, fault.value)
    if expected.startswith("a date"):
        return Remedy("write year, month and day: `2026-01-31`")
    return Remedy()


def in_place_of(spec: AnyFile, fault: Fault, new: str) -> Fix:
    """Return the change that writes this in place of a value, which may be a list in brackets."""
    node = spec.document.node_at(fault.route)
    if node and spec.document.text[node.start] == "[":
        return (Edit(spec.document.path, node.start, node.end, new),)
    return spec.document.edit(at(*fault.route), new)


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
    starts = [item.start for item in node.items]
    is_plain = all(spec.document.text[start - 2 : start] == "- " for start in starts)
    fix = tuple(Edit(spec.document.path, start - 2, start, "") for start in starts) if is_plain else ()
    return Remedy("delete the `- ` before each line", fix=fix)


def _for_text(spec: AnyFile, fault: Fault, written: str) -> Remedy:
    if written:
        hint = f'put quotes around it: `"{shorten(written)}"`'
        return Remedy(hint, fix=spec.document.edit(at(*fault.route), f'"{written}"'))
    opening = "- >" if isinstance(fault.route[-1], int) else f"{fault.route[-1]}: >"
    node = spec.document.node_at(fault.route)
    if isinstance(fault.value, list):
        is_entry = node and isinstance(fault.route[-1], int) and len(node.items) == 1
        if node and is_entry and spec.document.text[node.start : node.items[0].start] == "- ":
            return Remedy("delete one `- `", fix=(Edit(spec.document.path, node.start, node.start + 2, ""),))
        hint = f"write the entries as one text below `{opening}`"
        return Remedy(hint, why_not="only you know how to join the entries")
    if isinstance(fault.value, dict) and node and len(fault.value) == 1 and isinstance(fault.route[-1], int):
        own, (_, inner) = type(spec.fields), corrections.BLOCKS.get(type(spec.fields), ("", ()))
        if (name := str(next(iter(fault.value)))) in (*own.model_fields, *inner):
            hint = f"align `{name}` with the other fields, or put quotes around the text: it contains `: `"
            return Remedy(hint, why_not="only you know whether it is a field or an entry")
        text = spec.document.text[node.start : node.end].rstrip()
        is_plain = not re.search(r"[\"\\\n\r{]|[ ]#", text)
        fix = (Edit(spec.document.path, node.start, node.start + len(text), f'"{text}"'),)
        return Remedy("put quotes around the text, because it contains `: `", fix=fix if is_plain else ())
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
    lines = list(re.finditer(_TIGHT_LINE, written))
    if node is None or not lines or "".join(line[0] for line in lines) != written:
        return Remedy(hint)
    ends = [node.start + line.start() + line[0].index(":") + 1 for line in lines]
    fix = tuple(Edit(document.path, end, end, " ") for end in ends)
    return Remedy("write a space after each colon", fix=fix)


def _for_number(spec: AnyFile, fault: Fault, value: str) -> Remedy:
    """Return the remedy for a number written as text; a percentage is understood only for shares of 1."""
    place, is_share = at(*fault.route), fault.route[-1] in share_fields()
    if fault.route == ("version",):
        return _for_version(spec, fault, value)
    text, behind = corrections.remark(value) or (value, "")
    right = corrections.number(text, share=is_share)
    signed = re.fullmatch(_SIGNED, corrections.unquoted(text))
    alone = corrections.number(signed["number"], share=is_share) if signed else None
    if signed and alone and (not right or fault.route[-1] not in least_fields()):
        why_not = f"only you know what the `{signed['sign']}` means"
        return Remedy(f"write only the number: `{alone}`", why_not=why_not)
    if behind and right:
        new = f"{right}  # {behind}"
        hint = f"write `{shorten(new)}`: a comment starts with `#`"
        return Remedy(hint, fix=spec.document.edit(place, new))
    if right:
        fix = spec.document.edit(place, right)
        if re.search(r"^[^0-9.,]|[^0-9%]$", value.strip()):
            return Remedy(f"write only the number: `{right}`", fix=fix)
        return Remedy(_hint_for_number(spec, fault, value) or f"write it as a number: `{right}`", fix=fix)
    hint = f"write a plain number, such as `{_example(spec, fault)}`"
    return _for_fraction(spec, fault, value) or Remedy(_hint_for_number(spec, fault, value) or hint)


def _example(spec: AnyFile, fault: Fault) -> str:
    """Return a number that a field takes."""
    info = type(spec.fields).block_at(fault.route[:-1]).model_fields.get(str(fault.route[-1]))
    whole = [example for example in (info and info.examples) or () if example.isdigit()]
    return whole[0] if whole else "0.25"


def _for_fraction(spec: AnyFile, fault: Fault, value: str) -> Remedy | None:
    """Return the remedy for a fraction, `1/2` or `½`; one without an exact decimal is left to the author."""
    match = re.fullmatch(r"([0-9]{1,6})[ ]*[/\u2044][ ]*([1-9][0-9]{0,5})", normalize("NFKC", value.strip()))
    if not match:
        return None
    fraction = Fraction(int(match[1]), int(match[2]))
    right = f"{Decimal(fraction.numerator) / fraction.denominator:f}"
    if Fraction(right) == fraction:
        return Remedy(f"write it in decimals: `{right}`", fix=spec.document.edit(at(*fault.route), right))
    hint = f"write it in decimals, rounded as in `{Decimal(right):.2f}`"
    return Remedy(hint, why_not=f"only you know how to round `{value.strip()}`")


def _for_version(spec: AnyFile, fault: Fault, value: str) -> Remedy:
    """Return the remedy for a version written as text; of several numbers the first is only a guess."""
    text, behind = corrections.remark(value) or (value, "")
    if behind and text.isdecimal():
        new = f"{text}  # {behind}"
        hint = f"write `{shorten(new)}`: a comment starts with `#`"
        return Remedy(hint, fix=spec.document.edit(at(*fault.route), new))
    if single := re.fullmatch(r"v?[ ]?([1-9][0-9]{0,8})", value.strip(), re.IGNORECASE):
        hint = f"write a whole number: `{single[1]}`"
        return Remedy(hint, fix=spec.document.edit(at(*fault.route), single[1]))
    count = re.match(r"v?([1-9][0-9]{0,8})(?![0-9])", value.strip())
    why_not = "only you know what a version with several numbers means" if count else None
    return Remedy(f"write a whole number: `{count[1] if count else 1}`", why_not=why_not)


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
    node, document = spec.document.node_at(fault.route), spec.document
    lines = f"write `- ` before the text, on its own line below `{fault.route[-1]}:`"
    if node is None:
        return Remedy(lines)
    codes = re.split(r"\s*[,;]\s*|\s+and\s+|\s+", value.strip())
    if all(re.fullmatch(ANY_CODE, code) for code in codes):
        new = f"[{', '.join(codes)}]"
        hint = f"write {'one entry per line, or all' if codes[1:] else 'it'} in brackets: `{shorten(new)}`"
        return Remedy(hint, fix=document.edit(at(*fault.route), new))
    written = document.text[node.start : node.end]
    if marked := _marked_entries(spec, fault, written, node.start):
        return marked
    if re.match(r"-[^\s-]", written):
        ends = (node.start + match.end() for match in re.finditer(r"(?:^|(?<=\n))[ ]*-(?=\S)", written))
        fix = tuple(Edit(document.path, end, end, " ") for end in ends)
        return Remedy("write a space after each `-`", fix=fix)
    if re.match(r"\s*(?:[-*•]|\d+[.)])\s", value):
        why_not = "only you know where each entry ends"
        return Remedy("write each entry on its own line, with `- ` before it", why_not=why_not)
    line_start = max(document.text.rfind(sign, 0, node.start) for sign in "\n\r") + 1
    line = document.text[line_start : node.start]
    if written[:1] in (">", "|") or "\n" in written or not line.strip().endswith(":"):
        return Remedy(lines)
    indent = len(line) - len(line.lstrip(" ")) + 2
    start = line_start + len(line.rstrip())
    edit = Edit(document.path, start, node.start, f"{document.line_end}{' ' * indent}- ")
    return Remedy(lines, fix=(edit,))


def _marked_entries(spec: AnyFile, fault: Fault, written: str, start: int) -> Remedy | None:
    """Return the remedy for lines that are entries but for a `>` above them or another bullet."""
    sign = re.match(r"[>|][+-]?[ ]*(?=\r?\n)", written)
    entries = list(re.finditer(r"^(?P<indent>[ ]*)(?P<sign>\S+)[ ]", written, re.MULTILINE))
    path, text = spec.document.path, spec.document.text
    lines = [line for line in written[sign.end() if sign else 0 :].splitlines() if line.strip()]
    is_alone = sign or text[:start].rpartition("\n")[2].strip() == ""
    if not is_alone or not entries or len(entries) != len(lines):
        return None
    if not all(re.fullmatch(_ENTRY_MARKER, entry["sign"]) for entry in entries):
        return None
    others = [entry for entry in entries if entry["sign"] != "-"]
    edits = [Edit(path, start + entry.start("sign"), start + entry.end("sign"), "-") for entry in others]
    other = others[0]["sign"] if others else None
    if not sign:
        return Remedy(f"replace `{other} ` with `- `", fix=tuple(edits)) if other else None
    rest = f", and replace `{other} ` with `- `" if other else ""
    edits.insert(0, Edit(path, len(text[:start].rstrip(" ")), start + sign.end(), ""))
    return Remedy(f"delete the `{sign[0].strip()}` after `{fault.route[-1]}:`{rest}", fix=tuple(edits))


def for_several(spec: AnyFile, fault: Fault, codes: list[str]) -> tuple[str, Fix]:
    """Return the hint for an entry that holds several codes, and the change that makes an entry of each."""
    document, node = spec.document, spec.document.node_at(fault.route)
    hint = f"write each code as a separate entry: {', '.join(f'`{code}`' for code in codes)}"
    if node is None:
        return hint, ()
    line = document.text[: node.start].splitlines()[-1]
    is_alone = line.strip() == "-"
    between = f"{document.line_end}{line}" if is_alone else ", "
    is_plain = " ".join(document.text[node.start : node.end].split()) == fault.value
    fix = Edit(document.path, node.start, node.end, between.join(codes))
    in_brackets = document.text[: node.start].rstrip()[-1:] in ("[", ",")
    return hint, (fix,) if is_plain and (is_alone or in_brackets) else ()
