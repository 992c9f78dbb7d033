"""What stopped a build or a preview: in words for whoever fixes it, and as a box on a preview's pages."""

import html
import re
import traceback
from contextlib import suppress
from pathlib import Path

from benchdocs.files.atomic import put, reason

RESTART = "The program's own code has changed. This preview still uses the old code: restart `make serve`."
RESTART_BOX = (
    '<aside class="violations violations--warning" aria-label="Restart needed"><p>'
    + re.sub("`(.*?)`", r"<code>\1</code>", RESTART)
    + "</p></aside>"
)
_CONTENT = '<article class="md-content__inner md-typeset">'
_BOX = re.compile(r'<aside class="violations\b.*?</aside>', re.DOTALL)


def unwritable(site: str, error: OSError) -> str:
    """Return a sentence about a site that cannot be written; our own folder beside the site is not named."""
    where = "" if str(error.filename or site).startswith(str(Path(site).parent)) else f" ({error.filename})"
    return f"The site's folder `{site}` cannot be written: {error.strerror or error}{where}."


def description(error: BaseException, *, is_expected: bool) -> str:
    """Return what a rebuild ran into: an error meant for authors in its words, any other with a traceback."""
    if isinstance(error, OSError) and error.strerror:
        return reason(error)
    return str(error) if is_expected else "".join(traceback.format_exception(error, limit=-3))


def box(failure: str) -> str:
    """Return a failure as an HTML box for the top of a page."""
    shown = (
        f"<p>The build failed; these pages are from the last good build.</p><pre>{html.escape(failure)}</pre>"
    )
    return f'<aside class="violations" aria-label="Build failure">{shown}</aside>'


def mark_pages(site: Path, failure: str) -> None:
    """Put a failure's box on all pages of a site, in place of older boxes, as far as the disk has room."""
    for path in site.rglob("*.html"):
        with suppress(OSError):
            put(path, with_box(path.read_text(encoding="utf-8"), box(failure)).encode())


def with_box(page: str, box: str) -> str:
    """Return a finished page with a box at its top, in place of older ones."""
    return _BOX.sub("", page).replace(_CONTENT, _CONTENT + box, 1)
