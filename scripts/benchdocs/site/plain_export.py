"""Export the site as a plain project: Markdown with finished bodies, which other generators can build.

What a generator does to Markdown would change what stands in a body: Python-Markdown widens tabs, and takes a
line of back-ticks for a fence even within HTML. So these are written as character references. Zensical takes
a link in HTML as seen from the Markdown file, MkDocs as seen from the page. So every generated page is the
`index.md` of its own folder, from where both see the same.
"""

import html
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from benchdocs.files import directory_swap
from benchdocs.files.directory_swap import MANIFEST
from benchdocs.files.tree import entries
from benchdocs.history.provenance import THEME, manifest
from benchdocs.site.dataset.downloads import MANIFEST as DATA_MANIFEST
from benchdocs.site.dataset.downloads import PAGE as DOWNLOADS_URL
from benchdocs.site.dataset.downloads import with_sizes
from benchdocs.site.page import Page, markdown_path
from benchdocs.site.renderer import jinja_environment, link_title
from benchdocs.site.site import Site
from benchdocs.specs.discovery import MAX_FOLDERS

BUILD_FOLDER = "site"
"""Folder in an export that generators build into."""
refusal = partial(directory_swap.export_refusal, built=BUILD_FOLDER)
write = partial(directory_swap.write_export, built=BUILD_FOLDER)
MOST_IN_NAVIGATION = 400
"""Pages that the navigation lists at most: every page repeats it."""
_FRAME_FILES = {"site.js", "search.js", "search-engine.js", "search-library.js", "search.css"}
"""Scripts and styles of the frame of our own theme, the search among them."""
_SEARCH_WORDS = "search.yaml"
_DROPPED_FEATURES = {"content.action.edit", "navigation.indexes"}
"""Features of the theme that need our plugin, or would take the first page of a group for its index."""
_COPIED_SETTINGS = (
    *("site_name", "site_description", "site_url", "edit_uri", "extra_css", "exclude_docs"),
    "validation",
)
_SCRIPT = re.compile(r"(<script\b.*?</script>)", re.DOTALL)
_FENCE = re.compile(r"`{3,}|~{3,}")
_ALTERED_BY_PARSERS = re.compile(r"[\t\r\x02\x03]|(?<=\n) (?= *\n)")
_MARKDOWN_LINK = re.compile(r"(?<=\]\()(?P<path>[^\s)#:]+\.md)(?=[)#])")
_FILE = r"(?P<file>(?:[^\s\"()]*/)?(?:source/[^\s\"()]*|index\.html|at-[0-9a-f]+)\.md)"
_FILE_IN_HTML = re.compile(rf'(?<= href="){_FILE}(?=")')
_FILE_IN_MARKDOWN = re.compile(rf"(?<=\]\(){_FILE}(?=\))")


def project(
    site: Site, settings: Mapping[str, Any], folder: Path, pages: Mapping[str, str]
) -> dict[str, bytes]:
    """Return every file of the project by its path, its manifest included.

    `settings` are those of the `mkdocs.yml` in `folder`; `pages` are hand-written ones other than its `docs`.
    """
    stated = settings.get("theme") or {}
    theme = {"name": stated} if isinstance(stated, str) else dict(stated)
    docs, overrides = folder / settings.get("docs_dir", "docs"), folder / theme.get("custom_dir", "overrides")
    moved = {page.path: _markdown_path(page) for page in site.pages}
    written = dict(_theme_files()) | dict(_handwritten_files(docs, overrides))
    written |= {path: text.encode() for path, text in pages.items()}
    below_docs = {path: _with_moved_links(path, content, moved) for path, content in written.items()}
    below_docs |= {_markdown_path(page): _markdown(page).encode() for page in site.pages}
    others = _other_files(site)
    if DATA_MANIFEST.path in others:
        page = f"{DOWNLOADS_URL}index.md"
        below_docs[page] = with_sizes(below_docs[page].decode(), others[DATA_MANIFEST.path]).encode()
    for path, content in others.items():
        below_docs[_exported_name(path)] = _with_exported_names(path, content)
    files = {f"docs/{path}": content for path, content in below_docs.items()}
    files["mkdocs.yml"] = _settings(site, settings, theme).encode()
    templates = jinja_environment(trim=False, keep_trailing_newline=True)
    values = {"about": site.about, "manifest": MANIFEST, "built": BUILD_FOLDER}
    files["README.md"] = templates.get_template("export_readme.md.j2").render(values).encode()
    files["overrides/main.html"] = templates.get_template("export_main.html.j2").render().lstrip().encode()
    not_found = next(filter(Path.is_file, (overrides / "404.html", THEME / "404.html")))
    files["overrides/404.html"] = not_found.read_bytes()
    return {**files, MANIFEST: manifest(files.items())}


def _theme_files() -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets and scripts of the theme that another frame needs, by path."""
    for path in sorted(THEME.rglob("*.*")):
        if path.suffix in (".css", ".js", ".txt") and path.name not in _FRAME_FILES:
            yield path.relative_to(THEME).as_posix(), path.read_bytes()


def _handwritten_files(docs: Path, overrides: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the hand-written pages, style sheets, scripts and pictures, by path."""
    for path in sorted(Path(entry.path) for entry in entries(docs, MAX_FOLDERS)):
        if path.is_file() and overrides not in path.parents and path.name != _SEARCH_WORDS:
            yield path.relative_to(docs).as_posix(), path.read_bytes()


def _markdown_path(page: Page) -> str:
    """Return the path of a generated page's Markdown file."""
    return f"{page.url}index.md"


def _with_moved_links(path: str, content: bytes, moved: Mapping[str, str]) -> bytes:
    """Return a hand-written page with its links to the moved files; any other file unchanged."""
    if not path.endswith(".md"):
        return content
    folder = posixpath.dirname(path)

    def followed(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, match["path"]))
        return posixpath.relpath(moved[target], folder) if target in moved else match["path"]

    text = content.decode("utf-8", "surrogateescape")
    return _MARKDOWN_LINK.sub(followed, text).encode("utf-8", "surrogateescape")


def _other_files(site: Site) -> dict[str, bytes]:
    """Return the files of the site that are no pages, by path."""
    sources = {f"source/{path}": content for path, content in site.copies()}
    with TemporaryDirectory(prefix="benchdocs-") as folder:
        site.write_evidence(Path(folder))
        written = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
        evidence = {path.relative_to(folder).as_posix(): path.read_bytes() for path in written}
    return sources | dict(site.files()) | evidence


def _exported_name(path: str) -> str:
    """Return the path under which a file that is no page is exported."""
    return f"{path}.txt" if path.endswith(".md") else path


def _with_exported_names(path: str, content: bytes) -> bytes:
    """Return `llms.txt` with its links to the exported paths; any other file unchanged."""
    if path != "llms.txt":
        return content
    return _FILE_IN_MARKDOWN.sub(r"\g<file>.txt", content.decode()).encode()


def _markdown(page: Page) -> str:
    """Return a page as Markdown: front matter, headings, and each section as one block of finished HTML."""
    meta: dict[str, Any] = {
        # Zensical looks for links of Markdown in it.
        name: html.escape(" ".join(text.split())).replace("[", "&#91;")
        for name, text in (("title", page.title), ("description", page.description))
    }
    frame = {"styles": page.kind.styles, "scripts": page.kind.scripts, "hide": page.kind.hide}
    meta |= {name: list(values) for name, values in frame.items() if values}
    front = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in meta.items())
    parts = ["---", *front, "---"]
    for section in page.sections:
        if section.heading:
            parts += ["", f"## {section.heading} {{#{section.id}}}"]
        parts += ["", f"<div>\n{_protected(link_title(section.html))}\n</div>"]
    return "\n".join(parts) + "\n"


def _protected(finished: str) -> str:
    """Return finished HTML that no Markdown parser alters, with its links to the exported paths."""
    pieces = _SCRIPT.split(_FILE_IN_HTML.sub(r"\g<file>.txt", finished.strip("\n")))
    for pattern in (_FENCE, _ALTERED_BY_PARSERS):
        pieces[::2] = [pattern.sub(partial(_written, "&#{};"), piece) for piece in pieces[::2]]
    pieces[1::2] = [_FENCE.sub(partial(_written, "\\u{:04x}"), piece) for piece in pieces[1::2]]
    return "".join(pieces)


def _written(form: str, match: re.Match[str]) -> str:
    """Return each character of a match as a character reference or an escape of this form."""
    return "".join(form.format(ord(character)) for character in match[0])


def _settings(site: Site, settings: Mapping[str, Any], theme: dict[str, Any]) -> str:
    """Return the text of the project's `mkdocs.yml`, which Zensical reads as well."""
    features = [name for name in theme.get("features") or [] if name not in _DROPPED_FEATURES]
    copied = {name: settings[name] for name in _COPIED_SETTINGS if settings.get(name)}
    made = {
        **copied,
        # Zensical looks like Material with its variant `classic`; Material does not know the word.
        "theme": {**theme, "custom_dir": "overrides", "features": features, "variant": "classic"},
        "extra": {"generator": False},
        "plugins": ["search"],
        "markdown_extensions": settings.get("markdown_extensions") or [],
        "nav": list(_navigation(settings.get("nav") or [], site)),
    }
    return yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=110)


def _navigation(entries: Iterable[Any], site: Site) -> Iterator[Any]:
    """Yield the entries of a navigation, each index followed by the pages that it lists, by group.

    It lists no pages of a large site.
    """
    groups: dict[str, list[str]] = {}
    for entry in entries:
        if isinstance(entry, dict):
            yield {
                title: list(_navigation(value, site)) if isinstance(value, list) else _new_path(value, site)
                for title, value in entry.items()
            }
            continue
        yield _new_path(entry, site)
        for page in site.pages if len(site.pages) <= MOST_IN_NAVIGATION else ():
            if page.kind.section and entry == markdown_path(page.kind.section):
                groups.setdefault(page.group, []).append(_markdown_path(page))
    for group, paths in groups.items():
        yield from [{html.escape(group): paths}] if group else paths


def _new_path(path: str, site: Site) -> str:
    """Return the path in the export of a file that `mkdocs.yml` names."""
    return _markdown_path(site.page[path]) if path in site.page else path
