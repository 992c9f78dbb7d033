"""Make the style sheet that names the suite and its state on each printed sheet."""

import re

FOOT = "print-foot.css"
"""Style sheet of all pages that the build writes, beside `print.css`."""


def foot(name: str, stamp: str) -> str:
    """Return a style sheet that puts the suite's name above each printed sheet, its state below."""
    style = "color: #51626f; font: 6pt sans-serif"
    boxes = (("bottom-left", stamp), ("top-right", name))
    rules = (f'  @{place} {{content: "{_in_css(text)}"; {style}}}\n' for place, text in boxes)
    return f"@page {{\n{''.join(rules)}}}\n"


def _in_css(text: str) -> str:
    """Return a text as it is written between quotes in a style sheet."""
    return re.sub(r"[^ -~]|[\"\\<]", lambda match: f"\\{ord(match[0]):x} ", text)
