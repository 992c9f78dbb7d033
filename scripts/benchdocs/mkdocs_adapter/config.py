"""What a project's `mkdocs.yml` and the environment say of the site and of the suite that it shows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import yaml_load

from benchdocs.site.reference_pages import Text
from benchdocs.site.site_info import About, read_guides
from benchdocs.specs.discovery import has_specs

ROOT_VARIABLE = "BENCHDOCS_ROOT"
VERSION_VARIABLE = "MIKE_DOCS_VERSION"
"""Set by mike while it builds a version that will stand beside others."""
CURRENT_VERSION = "latest"
"""Alias of the version that is in force; every other one says that it is old."""


def put_beside_others(config: MkDocsConfig) -> None:
    """Let the theme show the list of versions and the banner of old ones, in a build of mike's alone.

    The theme asks for the list that mike keeps above the site; anywhere else that request would fail.
    """
    version = os.environ.get(VERSION_VARIABLE)
    if version:
        config.extra["version"] = {"provider": "mike", "default": CURRENT_VERSION, "name": version}
        if config.site_url and not config.site_url.endswith("/"):
            config.site_url += "/"  # mike puts the version behind it as a file's name


def address_as_published(config: MkDocsConfig) -> None:
    """Undo that MkDocs puts a server's own address into heads and the sitemap: a preview is what is built."""
    written = _written_address(Path(config.config_file_path).read_text(encoding="utf-8"))
    config.site_url = f"{written.rstrip('/')}/" if written else ""


@lru_cache(maxsize=1)
def _written_address(configuration: str) -> str:
    return str(yaml_load(configuration).get("site_url") or "")


def about_site(config: MkDocsConfig, references: Mapping[str, Text]) -> About:
    """What the configuration and the hand-written pages say of the site; the references stand elsewhere."""
    more = {path: text.markdown for path, text in references.items()}
    guides = read_guides(Path(config.docs_dir), tuple(_paths(config.nav)), more)
    version = config.extra.get("version", {}).get("name", "")
    return About(config.site_name, config.site_description or "", config.site_url or "", guides, version)


def _paths(nav: Any) -> Iterator[str]:
    """The files that the navigation of `mkdocs.yml` names, in its order."""
    if isinstance(nav, str):
        yield nav
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from _paths(item)


def suite_root(config: MkDocsConfig) -> Path:
    """The folder that holds the specs: the environment's, or the one of `mkdocs.yml`."""
    root = Path(os.environ.get(ROOT_VARIABLE) or Path(config.config_file_path).parent)
    if not has_specs(root):
        raise ConfigurationError(
            f"no specs in `{root}`: it holds neither `rubrics/` nor a `...-component/` folder"
        )
    return root


def read_settings(path: Path) -> tuple[MkDocsConfig, dict[str, Any]]:
    """A `mkdocs.yml` as MkDocs understands it, and as it is written. Raises click's exceptions."""
    config = load_config(str(path))
    with path.open("rb") as file:  # what MkDocs was given, it has altered
        return config, yaml_load(file)
