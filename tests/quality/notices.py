"""Write `third-party-notices.txt`: the licenses of what the site ships of others. Run by `make notices`.

Read from what is installed: the license of Material, those of its icons, and, by the source maps of its
scripts, the names of the libraries in them. npm has their licenses, and those of the search's libraries.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from support.paths import THEME

NOTICES = THEME / "third-party-notices.txt"
TEMPLATES = Path(str(getattr(find_spec("material"), "origin", ""))).parent / "templates"
RULER = "=" * 80
HEAD = """\
Third-party notices

Every page of this site uses the theme Material for MkDocs, with the libraries in its scripts and some of its
icons; its search uses MiniSearch and stemmer. Their licenses follow. Fonts are those of the reader's system;
the site ships none.
"""
ICON_SETS = ("material",)
_LANGUAGES = "lunr-languages"
"""Ships as files of its own, which have no source map."""
SEARCH_LIBRARIES = ("minisearch", "stemmer")
"""Packed into `search-library.js` by `make library`."""


def libraries() -> list[str]:
    """Names of the npm packages that Material's scripts hold, and ours."""
    names = {_LANGUAGES, *SEARCH_LIBRARIES}
    for path in (TEMPLATES / "assets/javascripts").rglob("*.map"):
        sources = json.loads(path.read_text())["sources"]
        names.update(re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)/", "\n".join(sources)))
    return sorted(names)


def icon_licenses() -> dict[str, str]:
    """The license of each set of icons that pages use, by the set's name."""
    return {name: next((TEMPLATES / ".icons" / name).glob("LICENSE*")).read_text() for name in ICON_SETS}


def theme_license() -> str:
    """The license of Material itself."""
    found = [path for path in distribution("mkdocs-material").files or [] if path.name.startswith("LICENSE")]
    return found[0].read_text()


def sections() -> Iterator[tuple[str, str]]:
    """Yield what the site ships: a title, and the license's text. Asks npm."""
    yield f"Material for MkDocs {distribution('mkdocs-material').version}", theme_license()
    for name, text in icon_licenses().items():
        yield f"Icons: {name}", text
    with tempfile.TemporaryDirectory() as folder:
        for name in libraries():
            command = ["npm", "pack", "--silent", "--pack-destination", folder, name]
            packed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
            with tarfile.open(Path(folder, packed.stdout.split()[-1])) as archive:
                licenses = [
                    each for each in archive if re.search(r"^[^/]+/LICEN[CS]E", each.name, re.IGNORECASE)
                ]
                file = archive.extractfile(licenses[0]) if licenses else None
                yield f"Library: {name}", file.read().decode() if file else ""


def main() -> int:
    """Write the file anew."""
    parts = [HEAD]
    for title, text in sections():
        if not text:
            print(f"{title}: its package holds no license")
            return 1
        parts.append(f"{RULER}\n{title}\n{RULER}\n\n{text.strip()}\n")
    NOTICES.write_text("\n".join(parts).replace("\r\n", "\n"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
