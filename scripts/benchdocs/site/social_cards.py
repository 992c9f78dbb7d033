"""Pictures that a shared link shows, one a kind of page, drawn without a font file and without a network.

Below its words every card has what its pages are about: the tree of weights (component, rubrics, benchmarks,
each as wide as its share of the score) with one tier lit, the rules one by one, or the scale from 0 to 1.
"""

from __future__ import annotations

import io
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULES
from benchdocs.site.cache import Kept
from benchdocs.site.views.suite import Views

SIZE = (1200, 630)
FOLDER = "assets/cards/"
_GROUND = (0x12, 0x32, 0x4A)
_WHITE, _ACCENT, _SOFT, _MIDDLE, _DIM = range(5)
_COLORS = ((0xFF, 0xFF, 0xFF), (0x9C, 0xC3, 0xDE), (0xC9, 0xDC, 0xEA), (0x4A, 0x78, 0x98), (0x25, 0x4B, 0x67))
_STEPS = 32
"""Shades of each color in the palette, from the ground to the full color, for the edges of letters."""
_PALETTE = [
    round(ground + (full - ground) * step / (_STEPS - 1))
    for color in _COLORS
    for step in range(_STEPS)
    for ground, full in zip(_GROUND, color, strict=True)
]
_LEFT, _RIGHT = 80, 1120
_TOP, _BOTTOM = 372, 516
"""Where the picture below the words begins and ends."""
_WIDE, _NARROW = 8, 2
"""Gaps between groups, and between the members of one."""


_NUMBER = 60
"""Room that a number on the scale takes."""


class _Words(NamedTuple):
    above: str
    title: str
    below: str


class _Part(NamedTuple):
    """A piece of a row: its size among the others, and its color."""

    size: float
    color: int


_TITLES = {
    "benchmark": ("Benchmark", "When it applies, what it flags, who judges it"),
    "rubric": ("Rubric", "Weighted benchmarks, and one score made of theirs"),
    "prompt": ("Judge prompt", "What a language model is asked, word for word"),
    "rule": ("Rule", "What every spec is held to before it is published"),
    "method": ("Method", "How scores are made, and how specs are checked"),
}
_KINDS = {"": "home", "benchmarks": "benchmark", "rubrics": "rubric", "prompts": "prompt", "rules": "rule"}


def kind_of(url: str) -> str:
    """The kind of card that stands for the page at an address."""
    return _KINDS.get(url.partition("/")[0], "method")


def path_of(kind: str) -> str:
    """Where a card stands below the site's root."""
    return f"{FOLDER}{kind}.png"


def alt_of(kind: str, name: str) -> str:
    """A card in words."""
    words = _words(kind, name)
    return f"{words.above}: {words.title}. {words.below}."


def files(name: str, views: Views, kept: Kept | None = None) -> dict[str, bytes]:
    """All cards of a site, PNG files by their path below its root."""
    if kept is None:
        return {path_of(kind): _card(kind, name, views) for kind in ("home", *_TITLES)}
    return kept.made(lambda: files(name, views), "cards", name, _drawn(views))


def _drawn(views: Views) -> tuple[object, ...]:
    """Everything of a suite that its cards show."""
    return (
        [
            (view.is_composite, view.effective, [(member.code, member.effective) for member in view.members])
            for view in views.rubrics
        ],
        [(view.code, view.spec.fields.threshold) for view in views.benchmarks],
        [[user.code for user in view.users] for view in views.prompts],
    )


def _words(kind: str, name: str) -> _Words:
    if kind in _TITLES:
        return _Words(name, *_TITLES[kind])
    return _Words("Evaluation suite", name, "Behavior tested against known ground truth")


def _card(kind: str, name: str, views: Views) -> bytes:
    image = Image.new("L", SIZE)
    words = _words(kind, name)
    _write(image, 112, words.above, 30, _ACCENT)
    _write(image, 228, words.title, 100, _WHITE)
    _write(image, 300, words.below, 38, _SOFT)
    note = {"rule": _draw_rules, "method": _draw_scale}.get(kind, _draw_tree)(image, kind, views)
    _write(image, 570, note, 26, _ACCENT)
    image.putpalette(_PALETTE)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=4)
    return file.getvalue()


def _index(color: int, step: int = _STEPS - 1) -> int:
    """Place of a color's shade in the palette."""
    return color * _STEPS + step


# Words ------------------------------------------------------------------------------------------------


def _write(
    image: Image.Image, y: int, text: str, size: int, color: int, x: int = _LEFT, align: float = 0
) -> None:
    """Set a line of text on a height, with its start (0), middle or end (1) at a place.

    It is made smaller, and at last cut, until it fits.
    """
    line, room = _drawable(text)[:200], _RIGHT - _LEFT
    fitted = float(size)
    while (width := (font := ImageFont.load_default(fitted)).getlength(line)) > room and fitted > size / 2:
        fitted = max(size / 2, min(fitted - 1, fitted * room // width))
    whole = line
    while font.getlength(line) > room:
        whole = whole[:-1]
        line = f"{whole}…"
    mask = Image.new("L", (round(font.getlength(line)) + size, 2 * size))
    ImageDraw.Draw(mask).text((size // 2, 1.5 * size), line, fill=255, font=font, anchor="ls")
    left, _, right, _ = mask.getbbox() or (0, 0, 0, 0)
    mask = mask.crop((left, 0, right, 2 * size))
    shades = mask.point([_index(color, value * (_STEPS - 1) // 255) for value in range(256)])
    corner = (x - round(mask.width * align), y - round(1.5 * size))
    image.paste(shades, corner, mask.point([255 if value else 0 for value in range(256)]))


def _drawable(text: str) -> str:
    """A text in one line and, as far as can be, in letters that the built-in font has."""
    plain = unicodedata.normalize("NFKD", " ".join(text.split()).replace("–", "-").replace("—", "-"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


# Pictures ---------------------------------------------------------------------------------------------


def _draw_tree(image: Image.Image, kind: str, views: Views) -> str:
    """The component, its rubrics and their benchmarks, above each other; says how many there are."""
    leaves = [view for view in views.rubrics if view.effective and not view.is_composite]
    lit = {
        "rubric": (_DIM, _ACCENT, _DIM),
        "benchmark": (_DIM, _DIM, _ACCENT),
        "prompt": (_DIM, _DIM, _ACCENT),
    }
    component, rubric, benchmark = lit.get(kind, (_MIDDLE, _ACCENT, _SOFT))
    judged = {user.code for view in views.prompts for user in view.users}
    members = [
        [
            _Part(
                float(member.effective or 0),
                _DIM if kind == "prompt" and member.code not in judged else benchmark,
            )
            for member in view.members
        ]
        for view in leaves
    ]
    sums = [sum(part.size for part in group) for group in members]
    _draw_row(image, (_TOP, _TOP + 26), [[_Part(1, component)]])
    _draw_row(image, (_TOP + 34, _TOP + 74), [[_Part(size, rubric)] for size in sums])
    _draw_row(image, (_TOP + 82, _BOTTOM), members)
    counts = (
        (len(views.benchmarks), "benchmark"),
        (sum(not view.is_composite for view in views.rubrics), "rubric"),
        (len(views.prompts), "judge prompt"),
    )
    return " · ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts)


def _draw_rules(image: Image.Image, kind: str, views: Views) -> str:
    """Every rule, family by family, the errors lit; says how many there are."""
    colors = {Severity.ERROR: _ACCENT, Severity.WARNING: _MIDDLE, Severity.NOTE: _DIM}
    families = groupby(RULES, key=lambda rule: rule.id[:3])
    _draw_row(
        image, (_TOP, _BOTTOM), [[_Part(1, colors[rule.severity]) for rule in group] for _, group in families]
    )
    count = sum(rule.severity is Severity.ERROR for rule in RULES)
    return f"{len(RULES)} rules · {count} of them fail every build"


def _draw_scale(image: Image.Image, kind: str, views: Views) -> str:
    """The scale from 0 to 1 with the threshold that most benchmarks state."""
    stated = Counter(view.spec.fields.threshold for view in views.benchmarks)
    stated.pop(None, None)
    threshold = stated.most_common(1)[0][0] if stated else None
    draw = ImageDraw.Draw(image)
    draw.rectangle(
        (_LEFT, _TOP + 66, _RIGHT - 1, _BOTTOM - 14), _index(_DIM if threshold is None else _ACCENT)
    )
    if threshold is None:
        return "Scores from 0 to 1"
    at = round(_LEFT + (_RIGHT - _LEFT) * float(threshold))
    draw.rectangle((_LEFT, _TOP + 66, at, _BOTTOM - 14), _index(_DIM))
    draw.rectangle((at - 2, _TOP + 46, at + 1, _BOTTOM), _index(_WHITE))
    for number, x, align in ((0, _LEFT, 0), (1, _RIGHT, 1)):
        if abs(x - at) > _NUMBER:
            _write(image, _TOP + 34, str(number), 26, _SOFT, x, align)
    _write(image, _TOP + 34, f"{threshold:f}", 26, _WHITE, at, max(0.5, 1 - (_RIGHT - at) / _NUMBER))
    share = f"{stated[threshold]} of {len(views.benchmarks)} benchmarks"
    return f"Scores from 0 to 1 · {share} have their threshold at {threshold:f}"


def _draw_row(image: Image.Image, heights: tuple[int, int], groups: Sequence[Sequence[_Part]]) -> None:
    """Groups of parts from edge to edge, each group as wide as its sum; gaps shrink where there are many."""
    draw = ImageDraw.Draw(image)
    groups = [group for group in groups if sum(part.size for part in group) > 0]
    wide = min(_WIDE, (_RIGHT - _LEFT) / 3 / max(1, len(groups)))
    unit = (_RIGHT - _LEFT - wide * (len(groups) - 1)) / (
        sum(part.size for group in groups for part in group) or 1
    )
    start = float(_LEFT)
    for group in groups:
        x = start
        for part in group:
            end = x + part.size * unit
            is_last = part is group[-1]
            right = round(end) - (0 if is_last or end - x < 2 * _NARROW else _NARROW) - 1
            if right >= round(x):
                draw.rectangle((round(x), heights[0], right, heights[1]), _index(part.color))
            x = end
        start = x + wide
