"""Settings of the site and of its suite, from `mkdocs.yml` and the environment."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.structure.pages import Page

from benchdocs.documents.spelling import one_typo_away
from benchdocs.mkdocs_adapter.defaults import written_settings
from benchdocs.mkdocs_adapter.navigation import KNOWN, listed
from benchdocs.site.site_info import About, read_guides
from benchdocs.site.written_pages import anchors
from benchdocs.specs.discovery import has_specs


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
    """Raise ConfigurationError where a setting of ours below `extra` is misspelled or of a wrong type."""
    for name, kind in (("introduction", str), ("edit_url", str), ("commit_url", str), ("version", dict)):
        if not isinstance(config.extra.get(name) or kind(), kind):
            raise ConfigurationError(
                f"`extra.{name}` has to be {'text' if kind is str else 'a block of fields'}"
            )
        if typo := next(
            (key for key in config.extra if key != name and one_typo_away(str(key), (name,))), ""
        ):
            raise ConfigurationError(f"`extra.{typo}` is not read: did you mean `{name}`?")


def restore_site_url(config: MkDocsConfig) -> None:
    """Undo that MkDocs puts a server's own address into heads and the sitemap: a preview equals a build."""
    written = written_settings(config).get("site_url")
    config.site_url = f"{str(written).rstrip('/')}/" if written else ""


def about_site(config: MkDocsConfig, pages: Mapping[str, str]) -> About:
    """Return what the settings and the hand-written pages say of the site."""
    guides = read_guides(pages, tuple(listed(config.nav or KNOWN)))
    version = config.extra.get("version", {}).get("name", "")
    description, commit_url = config.site_description or "", str(config.extra.get("commit_url") or "")
    introduction = str(config.extra.get("introduction") or "")
    address = config.site_url or ""
    named, theme = anchors(pages), written_settings(config).get("theme")
    language = str(theme.get("language", "")) if isinstance(theme, dict) else ""
    if language == "en" or not re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*", language):
        language = ""
    return About(
        config.site_name, description, address, guides, version, commit_url, introduction, named, language
    )


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
