"""What stopped a build or a preview: in words for whoever fixes it, and as a box on a preview's pages."""

import html
import os
import re
import sysconfig
import traceback
from pathlib import Path

from mkdocs.exceptions import BuildError, MkDocsException

from benchdocs.files.atomic import reason

RESTART = "The program's own code has changed. This preview still uses the old code: restart it."
RESTART_BOX = (
    f'<aside class="violations violations--warning" aria-label="Restart needed"><p>{RESTART}</p></aside>'
)
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The page cannot be made</title>
<style>body {{ font: 1rem/1.5 sans-serif; margin: 2rem }} pre {{ white-space: pre-wrap }}</style>
</head>
<body>
<h1>The page cannot be made</h1>
<pre>{}</pre>
</body>
</html>
"""
_CONTENT = '<article class="md-content__inner md-typeset">'
_WAY_BACK = "Fix or undo the last change: the page then loads again by itself."
_LIBRARIES = tuple(sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib"))
_BOX = re.compile(r'<aside class="violations\b.*?</aside>', re.DOTALL)


def unwritable(site: str, error: OSError) -> str:
    """Return a sentence about a site that cannot be written, or a file that can no longer be read for it."""
    target, at = Path(os.path.realpath(site)), Path(error.filename or site)
    beside = target.with_name(f".{target.name}-")  # our own folders, which are not named
    if str(at).startswith((str(target), str(beside))) or at in target.parents:
        return f"The site's folder `{site}` cannot be written: {error.strerror or error}."
    return f"The site was not built: {reason(error)}. Build it again."


def description(error: BaseException) -> str:
    """Return what a preview ran into: an error meant for authors in its words, any other with its file."""
    if isinstance(error.__context__, BuildError):  # of which MkDocs says only that there was one
        error = error.__context__
    if isinstance(error, OSError) and error.strerror:
        return reason(error)
    if isinstance(error, MkDocsException):
        return str(error)
    return f"{located(error)}. {_WAY_BACK}"


def located(error: BaseException) -> str:
    """Return an error with the file and line that raised it."""
    return f"{_place(error)}: {type(error).__name__}: {error}".rstrip(".: ")


def _place(error: BaseException) -> str:
    """Return the file and line of a template, a script or the program that raised an error."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith((*_LIBRARIES, "<"))]
    last = (own or frames)[-1]
    return f"{os.path.relpath(last.filename)}:{last.lineno}"


def box(failure: str) -> str:
    """Return a failure as an HTML box for the top of a page."""
    shown = (
        f"<p>The build failed; these pages are from the last good build.</p><pre>{html.escape(failure)}</pre>"
    )
    return f'<aside class="violations" aria-label="Build failure">{shown}</aside>'


def page(failure: str) -> str:
    """Return a failure as a page of its own, for where there is no good one."""
    return _PAGE.format(html.escape(failure))


def with_box(page: str, box: str) -> str:
    """Return a finished page with a box at its top, in place of older ones."""
    return _BOX.sub("", page).replace(_CONTENT, _CONTENT + box, 1)
