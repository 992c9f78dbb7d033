"""A site of Material's with the same settings and nothing of ours: what its templates cost and get wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import indent

from support.paths import THEME
from support.patience import PATIENCE


def build_empty_site(folder: Path) -> Path:
    """Build it below a folder; gives the finished site."""
    theme = (THEME / "mkdocs_theme.yml").read_text(encoding="utf-8").replace("extends:", "name:")
    config = "site_name: Empty\nsite_description: Empty.\nplugins: [search]\ntheme:\n" + indent(theme, "  ")
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Empty\n\n## Part\n\nText.\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    program = str(Path(sys.executable).with_name("mkdocs"))
    command = [program, "build", "--quiet", "--site-dir", str(folder / "site")]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    return folder / "site"
