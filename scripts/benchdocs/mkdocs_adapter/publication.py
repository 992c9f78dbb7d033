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
    """The site that one MkDocs command makes, with the build whose pages it holds."""

    def __init__(self) -> None:
        self.latest: Build | None = None
        """The last build that could be made; None before the first."""
        self.folder = Path()
        """Where the finished site lies."""
        self._staging: Staging | None = None

    @property
    def build(self) -> Build:
        """The build under way, or the last one."""
        assert self.latest
        return self.latest

    def start(self, config: MkDocsConfig, build: Build) -> None:
        """Let MkDocs write into a new folder beside the site's. Raises Abort where none can be made."""
        self.latest = build
        try:
            self._staging = Staging(Path(config.site_dir))
        except OSError as error:
            raise Abort(failure_page.unwritable(config.site_dir, error)) from None
        self.folder = self._staging.target
        config.site_dir = str(self._staging.folder)

    def refuse(self, config: MkDocsConfig) -> None:
        """Raise Abort if the first site of this command would take the place of someone's files."""
        if self._staging is None and (refused := refusal(Path(config.site_dir))):
            raise Abort(refused)

    def publish(self, config: MkDocsConfig) -> None:
        """Put the finished site in the old one's place, unless MkDocs' own warnings fail the build."""
        staging, build = self._staging, self.build
        assert staging
        config.site_dir = str(staging.target)
        if any(handler.get_counts() for handler in warning_counters()):
            return
        try:
            build.write_beside_pages(staging.folder)
            if not build.is_preview:
                build.write_late_files(staging.folder)
                for path in build.site.changed:  # pages, copies and evidence would not agree
                    raise Abort(f"The site was not built: `{path}` changed in the meantime. Build it again.")
            staging.publish()
            if not build.is_preview:
                staging.sweep()
        except OSError as error:
            raise Abort(failure_page.unwritable(config.site_dir, error)) from None

    def sweep(self) -> None:
        """Remove the folder whose place the site has taken."""
        if self._staging:
            self._staging.sweep()

    def discard(self) -> None:
        """Remove what was built so far; the last good site stays as it is."""
        if self._staging:
            self._staging.discard()


def warning_counters() -> list[CountHandler]:
    """Return the handlers by which MkDocs counts the warnings that fail a strict build."""
    return [handler for handler in logging.getLogger("mkdocs").handlers if isinstance(handler, CountHandler)]
