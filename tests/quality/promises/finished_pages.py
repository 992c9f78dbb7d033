"""The finished pages of a suite as a project of plain MkDocs with Material, to build beside our own."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml
from mkdocs.config import load_config

from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.defaults import add_defaults
from support.paths import REPOSITORY, THEME


def write_finished(root: Path, target: Path) -> Path:
    """Write every page with its finished body, generated ones outside the navigation; gives the folder."""
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    add_defaults(config)
    build = Build(config, root=root)
    shutil.copytree(REPOSITORY / "docs", target / "docs")
    pages = build.added | build.completed
    for page in build.site.pages:
        parts = [f"---\ntitle: {yaml.safe_dump(page.title, width=10**6).strip()}\n---\n"]
        for section in page.sections:
            heading = f"## {section.heading} {{#{section.id}}}\n\n" if section.heading else ""
            parts.append(f"{heading}<div>\n{section.html}\n</div>\n")
        pages[page.path] = "\n".join(parts)
    for path, text in pages.items():
        file = target / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    theme = yaml.safe_load((THEME / "mkdocs_theme.yml").read_text(encoding="utf-8"))
    theme["name"] = theme.pop("extends")
    extensions = [{name: config.mdx_configs.get(name, {})} for name in config.markdown_extensions]
    settings = {
        "site_name": config.site_name,
        "theme": theme,
        "plugins": ["search"],
        "markdown_extensions": extensions,
        "nav": config.nav,
    }
    (target / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    return target
