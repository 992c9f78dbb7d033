"""The site's own style sheets and scripts as they are published: without what only their authors read."""

from __future__ import annotations

from pathlib import Path

import rcssmin
import rjsmin


def squeeze(folder: Path) -> None:
    """Rewrite the files of a finished site that come from `docs/stylesheets` and `docs/javascripts`."""
    for pattern, smaller in (("stylesheets/*.css", rcssmin.cssmin), ("javascripts/*.js", rjsmin.jsmin)):
        for path in sorted(folder.glob(pattern)):
            path.write_text(smaller(path.read_text(encoding="utf-8")) + "\n", encoding="utf-8")
