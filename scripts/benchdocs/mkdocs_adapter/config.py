"""Settings of the site and of its suite, from `mkdocs.yml` and the environment."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.structure.pages import Page
from mkdocs.utils.yaml import yaml_load

from benchdocs.history.provenance import THEME
from benchdocs.site.reference_pages import ReferenceText
from benchdocs.site.site_info import About, read_guides
from benchdocs.specs.discovery import has_specs

STYLES_OF_ALL = tuple(f"stylesheets/{name}.css" for name in ("site", "tables", "marks", "frame"))
"""Style sheets of every page, before those of `mkdocs.yml`."""


def insert_theme(config: MkDocsConfig) -> None:
    """Let the package's templates and files come after the site's own, and before Material's."""
    config.theme.dirs.insert(1 if config.theme.custom_dir else 0, str(THEME))
    config.extra_css = [*dict.fromkeys([*STYLES_OF_ALL, *config.extra_css])]


def enable_version_list(config: MkDocsConfig) -> None:
    """Let the theme show the list of versions and the banner of old ones, only in a build by mike.

    The theme requests the list that mike keeps above the site; anywhere else that request would fail.
    """
    if version := os.environ.get("MIKE_DOCS_VERSION"):
        # The alias `latest` is the version in force; every other version shows a banner.
        config.extra["version"] = {"provider": "mike", "default": "latest", "name": version}
        if config.site_url and not config.site_url.endswith("/"):
            config.site_url += "/"  # mike appends the version like a file's name


def canonical_address(config: MkDocsConfig, page: Page) -> str | None:
    """Return the address at which search engines show a page: of all released versions, the one in force."""
    if config.site_url and "MIKE_DOCS_VERSION" in os.environ:
        return urljoin(config.site_url, f"../latest/{page.url}")
    return page.canonical_url


def refuse_page_files(config: MkDocsConfig) -> None:
    """Raise ConfigurationError where pages would be files: every link of the site leads to a folder."""
    if not config.use_directory_urls:
        setting = "`use_directory_urls: false`, or `--no-directory-urls`"
        raise ConfigurationError(f"{setting}, is not supported: remove it, and each page has a folder")


def refuse_odd_extras(config: MkDocsConfig) -> None:
    """Raise ConfigurationError where a setting of ours below `extra` is of a type that no page can show."""
    for name, kind in (("introduction", str), ("edit_url", str), ("commit_url", str), ("version", dict)):
        if not isinstance(config.extra.get(name) or kind(), kind):
            raise ConfigurationError(
                f"`extra.{name}` has to be {'text' if kind is str else 'a block of fields'}"
            )


def restore_site_url(config: MkDocsConfig) -> None:
    """Undo that MkDocs puts a server's own address into heads and the sitemap: a preview equals a build."""
    written = yaml_load(Path(config.config_file_path).read_text(encoding="utf-8")).get("site_url")
    config.site_url = f"{str(written).rstrip('/')}/" if written else ""


def about_site(config: MkDocsConfig, references: Mapping[str, ReferenceText]) -> About:
    """Return what the settings and the hand-written pages say of the site; `references` are more pages."""
    more = {path: text.markdown for path, text in references.items()}
    guides = read_guides(Path(config.docs_dir), tuple(_nav_paths(config.nav)), more)
    version = config.extra.get("version", {}).get("name", "")
    description, commit_url = config.site_description or "", str(config.extra.get("commit_url") or "")
    introduction = str(config.extra.get("introduction") or "")
    address = config.site_url or ""
    return About(config.site_name, description, address, guides, version, commit_url, introduction)


def _nav_paths(nav: Any) -> Iterator[str]:
    """Yield the files that the navigation of `mkdocs.yml` names, in order."""
    if isinstance(nav, str):
        yield nav
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from _nav_paths(item)


def suite_root(config: MkDocsConfig) -> Path:
    """Return the folder of the specs: the environment's, or that of `mkdocs.yml`.

    Raises ConfigurationError where it holds none, or is none.
    """
    root = Path(os.environ.get("BENCHDOCS_ROOT") or Path(config.config_file_path).parent)
    if not root.is_dir():
        raise ConfigurationError(f"the folder `{root}` of BENCHDOCS_ROOT does not exist")
    if not has_specs(root):
        raise ConfigurationError(
            f"no specs in `{root}`: it has neither a `rubrics/` nor a `...-component/` folder"
        )
    return root


def read_settings(path: Path) -> tuple[MkDocsConfig, dict[str, Any]]:
    """Return a `mkdocs.yml` as MkDocs understands it, and as it is written. Raises click's exceptions."""
    config = load_config(str(path))
    insert_theme(config)
    with path.open("rb") as file:  # MkDocs alters what it is given
        return config, yaml_load(file) | {"extra_css": config.extra_css}
