"""Settings of MkDocs that a site has where its `mkdocs.yml` says nothing."""

import logging
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import yaml_load

THEME_NAME = "benchdocs"
STYLES_OF_ALL = tuple(f"stylesheets/{name}.css" for name in ("site", "tables", "marks", "frame"))
"""Style sheets of every page, before those of `mkdocs.yml`."""
_TOC = {"title": "On this page", "permalink": " "}
"""The plugin names a heading's link after the heading; its sign comes from the style sheet."""


def add_defaults(config: MkDocsConfig) -> None:
    """Set what `mkdocs.yml` does not set. Raises ConfigurationError where it names another theme."""
    if config.theme.name != THEME_NAME:
        raise ConfigurationError(f"the pages need the theme of the package: write `theme: {THEME_NAME}`")
    written = written_settings(config)
    config.theme["language"] = "en"  # of the pages; that in `mkdocs.yml` is of the suite's texts
    config.extra_css = [*dict.fromkeys([*STYLES_OF_ALL, *config.extra_css])]
    config.markdown_extensions = [*dict.fromkeys([*config.markdown_extensions, "attr_list"])]
    config.mdx_configs["toc"] = _TOC | config.mdx_configs.get("toc", {})
    config.extra.setdefault("generator", False)
    if "edit_uri" not in written:
        config.edit_uri = ""
    if "validation" not in written:
        config.validation.nav.omitted_files = logging.DEBUG
        config.validation.links.anchors = logging.WARNING


def written_settings(config: MkDocsConfig) -> dict[str, Any]:
    """Return the `mkdocs.yml` as it is written: MkDocs alters what it is given."""
    with Path(config.config_file_path).open("rb") as file:
        return dict(yaml_load(file))
