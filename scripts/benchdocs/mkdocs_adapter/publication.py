"""The site's folder: built beside the old one, and put in its place when it is whole."""

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.utils import CountHandler

from benchdocs.files.directory_swap import Staging, refusal
from benchdocs.mkdocs_adapter import failure_page
from benchdocs.mkdocs_adapter.build import Build


class Publication:
    """The site's folder while it is built."""

    def __init__(self) -> None:
        self._staging: Staging | None = None

    def refuse(self, config: MkDocsConfig) -> None:
        """Raise Abort where the site would take the place of someone's files."""
        if refused := refusal(Path(config.site_dir)):
            raise Abort(refused)

    def start(self, config: MkDocsConfig) -> None:
        """Let MkDocs write into a new folder beside the site's. Raises Abort where none can be made."""
        try:
            self._staging = Staging(Path(config.site_dir))
        except OSError as error:
            raise Abort(failure_page.unwritable(config.site_dir, error)) from None
        config.site_dir = str(self._staging.folder)

    def publish(self, config: MkDocsConfig, build: Build) -> None:
        """Put the finished site in the old one's place, unless MkDocs' own warnings fail the build."""
        staging = self._staging
        assert staging
        config.site_dir = str(staging.target)
        if any(handler.get_counts() for handler in warning_counters()):
            return
        try:
            build.write_beside_pages(staging.folder)
            staging.publish()
            staging.sweep()
        except OSError as error:
            raise Abort(failure_page.unwritable(config.site_dir, error)) from None

    def discard(self) -> None:
        """Remove what was built so far; the last good site stays as it is."""
        if self._staging:
            self._staging.discard()


def warning_counters() -> list[CountHandler]:
    """Return the handlers by which MkDocs counts the warnings that fail a strict build."""
    return [handler for handler in logging.getLogger("mkdocs").handlers if isinstance(handler, CountHandler)]
