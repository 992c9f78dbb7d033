"""What to write in place of a value of the wrong type, and the change that does it where that is plain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from benchdocs.finding import Edit, Fix, Link, Severity, at
from benchdocs.load import AnySpec, Fault
from benchdocs.models import ANY_CODE
from benchdocs.rules import meant
from benchdocs.textfile import shorten
from benchdocs.yamldoc import OddNumber

SHARES = ("weight", "threshold", "passing_threshold")


class Remedy(NamedTuple):
    """The rest of a violation, behind its message."""

    hint: str | None = None
    related: tuple[Link, ...] = ()
    severity: Severity | None = None
    fix: Fix = ()
    why_not: str | None = None


def remedy(spec: AnySpec, fault: Fault, expected: str) -> Remedy:
    """The hint for a value that has to be `expected`, and the change that follows it."""
    written = spec.document.source_of(fault.route) or ""
    if expected == "text":
        return _for_text(spec, fault, written)
    if expected == "a number" and isinstance(fault.value, OddNumber):
        return Remedy("write it in plain decimals, as `0.25`: no colon, underscore, prefix or leading zero")
    if expected == "a number" and isinstance(fault.value, str):
        return _for_number(spec, fault, fault.value)
    if expected.startswith("a list") and isinstance(fault.value, str):
        return _for_list(spec, fault, fault.value)
    if expected == "a block of fields" and isinstance(fault.value, str):
        return Remedy(f"write lines of the form `name: value` below `{fault.route[-1]}:`, indented alike")
    return Remedy()


def _for_text(spec: AnySpec, fault: Fault, written: str) -> Remedy:
    if written:
        hint = f'put quotes around it: `"{shorten(written)}"`'
        return Remedy(hint, fix=spec.document.edit(at(*fault.route), f'"{written}"'))
    if isinstance(fault.value, list):
        hint = f"write the entries as sentences of one text, below `{fault.route[-1]}: >`"
        return Remedy(hint, why_not="how the entries make one text only you know")
    node = spec.document.node_at(fault.route)
    if isinstance(fault.value, dict) and node and len(fault.value) == 1 and isinstance(fault.route[-1], int):
        text = spec.document.text[node.start : node.end].rstrip()
        is_plain = not re.search(r"[\"\\\n\r{]|[ ]#", text)
        fix = (Edit(spec.document.path, node.start, node.start + len(text), f'"{text}"'),)
        return Remedy("put quotes around the text, because it holds `: `", fix=fix if is_plain else ())
    if isinstance(fault.value, dict):
        return Remedy(f"write `{fault.route[-1]}: >`, so that the lines below are one text")
    return Remedy()


def _for_number(spec: AnySpec, fault: Fault, value: str) -> Remedy:
    """Numbers as text; only a share of 1 is taken for what a percentage means."""
    place, is_share = at(*fault.route), fault.route[-1] in SHARES
    if fault.route == ("version",):
        count = re.match(r"v?([1-9][0-9]{0,8})(?![0-9])", value.strip())
        why_not = "what a version of several numbers counts only you know"
        return Remedy(f"write a whole number: `{count[1] if count else 1}`", why_not=why_not)
    text, behind = meant.remark(value) or (value, "")
    right = meant.number(text, share=is_share)
    if behind and right:
        new = f"{right}  # {behind}"
        hint = f"write `{shorten(new)}`: a comment starts with `#`"
        return Remedy(hint, fix=spec.document.edit(place, new))
    if right:
        fix = spec.document.edit(place, right)
        return Remedy(_hint_for_number(value) or f"write it as a number: `{right}`", fix=fix)
    return Remedy(_hint_for_number(value) or "write a plain number, as `0.25`")


def _hint_for_number(value: str) -> str | None:
    """The number to write for a decimal or percentage in quotes; None for other texts."""
    text = value.strip()
    try:
        number = Decimal(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ArithmeticError:
        return None
    if not number.is_finite() or abs(number.adjusted()) >= 12:
        return "write a plain number"
    if text.endswith("%"):
        return f"write the share as a number: `{number.normalize():f}`"
    return f"write it without quotes: `{number:f}`"


def _for_list(spec: AnySpec, fault: Fault, value: str) -> Remedy:
    node, document = spec.document.node_at(fault.route), spec.document
    lines = f"write `- ` ahead of the text, on its own line below `{fault.route[-1]}:`"
    if node is None:
        return Remedy(lines)
    codes = [part.strip() for part in value.split(",")]
    if all(re.fullmatch(ANY_CODE, code) for code in codes):
        new = f"[{', '.join(codes)}]"
        return Remedy(f"write it in brackets: `{shorten(new)}`", fix=document.edit(at(*fault.route), new))
    written = document.text[node.start : node.end]
    if re.match(r"-[^\s-]", written):
        fix = tuple(_spaces_behind_dashes(document.path, node.start, written))
        return Remedy("write a space behind each `-`", fix=fix)
    if re.match(r"\s*(?:[-*•]|\d+[.)])\s", value):
        why_not = "where each entry ends only you know"
        return Remedy("write each entry on a line of its own, with `- ` ahead of it", why_not=why_not)
    line_start = max(document.text.rfind(sign, 0, node.start) for sign in "\n\r") + 1
    line = document.text[line_start : node.start]
    if written[:1] in (">", "|") or "\n" in written or not line.strip().endswith(":"):
        return Remedy(lines)
    indent = len(line) - len(line.lstrip(" ")) + 2
    newline = "\r\n" if "\r\n" in document.text else "\n"
    start = line_start + len(line.rstrip())
    return Remedy(lines, fix=(Edit(document.path, start, node.start, f"{newline}{' ' * indent}- "),))


def for_several(spec: AnySpec, fault: Fault, codes: list[str]) -> tuple[str, Fix]:
    """The hint for an entry that holds several codes, and the change that makes an entry of each."""
    document, node = spec.document, spec.document.node_at(fault.route)
    hint = f"write each code as an entry of its own: {', '.join(f'`{code}`' for code in codes)}"
    if node is None:
        return hint, ()
    line = document.text[: node.start].splitlines()[-1]
    is_alone = line.strip() == "-"
    newline = "\r\n" if "\r\n" in document.text else "\n"
    between = f"{newline}{line}" if is_alone else ", "
    is_plain = document.text[node.start : node.end] == fault.value
    fix = Edit(document.path, node.start, node.end, between.join(codes))
    return hint, (fix,) if is_plain and (is_alone or _in_brackets(document.text, node.start)) else ()


def _in_brackets(text: str, start: int) -> bool:
    """Whether what stands there is an entry of a list in brackets, all on one line."""
    return text[:start].rstrip()[-1:] in ("[", ",")


def _spaces_behind_dashes(path: str, start: int, written: str) -> Iterator[Edit]:
    for match in re.finditer(r"(?:^|(?<=\n))[ ]*-(?=\S)", written):
        yield Edit(path, start + match.end(), start + match.end(), " ")
