"""The site's own style sheets and scripts as they are published: without what only their authors read."""

from __future__ import annotations

import re
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s+")
_AROUND = re.compile(r"\s*([{};,>])\s*")


def squeeze(folder: Path) -> None:
    """Rewrite the files of a finished site that come from `docs/stylesheets` and `docs/javascripts`."""
    for path in sorted(folder.glob("stylesheets/*.css")):
        path.write_text(style(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path in sorted(folder.glob("javascripts/*.js")):
        path.write_text(script(path.read_text(encoding="utf-8")), encoding="utf-8")


def style(text: str) -> str:
    """A style sheet in one line, its comments gone; no string in it may hold one of `{};,:>`."""
    text = _AROUND.sub(r"\1", _SPACE.sub(" ", _COMMENT.sub("", text)))
    return text.replace(": ", ":").replace(";}", "}").strip() + "\n"


def script(text: str) -> str:
    """A script without its indentation and the lines that are comments; no string in it may span lines."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
