"""What stopped a command, a build or a preview: in words for who has to mend it, and on a preview's pages."""

from __future__ import annotations

import html
import re
import traceback
from contextlib import suppress
from pathlib import Path

from benchdocs.files.atomic import put, reason

_CONTENT = '<article class="md-content__inner md-typeset">'
_BOX = re.compile(r'<aside class="violations\b.*?</aside>', re.DOTALL)


def unwritable(site: str, error: OSError) -> str:
    """Say that a site cannot be put in its folder; a place beside the folder, which is ours, is not named."""
    where = "" if str(error.filename or site).startswith(str(Path(site).parent)) else f" ({error.filename})"
    return f"The site's folder `{site}` cannot be written: {error.strerror or error}{where}."


def told(error: BaseException, *, is_meant: bool) -> str:
    """Say what a rebuild ran into: an error that is meant for authors in its words, ours with a traceback."""
    if isinstance(error, OSError) and error.strerror:
        return reason(error)
    return str(error) if is_meant else "".join(traceback.format_exception(error, limit=-3))


def box(failure: str) -> str:
    """A failure for the top of a page, as HTML."""
    shown = f"<p>The build failed; these are the last good pages.</p><pre>{html.escape(failure)}</pre>"
    return f'<aside class="violations" aria-label="Build failure">{shown}</aside>'


def mark_pages(site: Path, failure: str) -> None:
    """Put a failure's box on the pages of a site, in place of an older box, as far as there is room."""
    for path in site.rglob("*.html"):
        with suppress(OSError):
            put(path, boxed(path.read_text(encoding="utf-8"), box(failure)).encode())


def boxed(page: str, box: str) -> str:
    """A finished page with a box at its head, in place of an older one."""
    return _BOX.sub("", page).replace(_CONTENT, _CONTENT + box, 1)
