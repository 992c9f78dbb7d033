"""What a preview's answers are made from after a save, without the theme around it."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from mkdocs.config import load_config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from benchdocs.mkdocs_adapter.build import Build
from benchdocs.rules.finding import Severity
from benchdocs.site.dataset.downloads import files
from benchdocs.site.pages.benchmark import criteria_script


class MadePages:
    """The pages of a project, of which those are made that show what a save has changed."""

    def __init__(self, project: Path, written: str) -> None:
        """Take the project's folder, and a hand-written page, by its path below `docs`."""
        self._sections: dict[str, object] = {}
        """What each page showed the last time."""
        self._config = load_config(str(project / "mkdocs.yml"), site_dir=str(project / "site"))
        self._file = File(written, self._config.docs_dir, self._config.site_dir, True)

    def make(self) -> Build:
        """Check the suite and make all that a preview shows of it; whatever goes wrong is raised."""
        build = Build(self._config, root=Path(self._config.docs_dir).parent, is_preview=True)
        for page in build.site.pages:
            if page.url.startswith("rules/"):  # they show no file of the suite
                continue
            sections = page.render()
            if self._sections.get(page.url) != sections:
                self._sections[page.url] = sections
                build._search_pages.generated(page, sections)
                if page.source:
                    build.site.box.html(page.url, page.source)
        self._make_written(build)
        _ = build.site._changes_json
        criteria_script(build.site.views)
        if not build.report.count(Severity.ERROR):
            list(files(build.site))
        return build

    def _make_written(self, build: Build) -> None:
        found, page = Files([self._file]), Page(None, self._file, self._config)
        # MkDocs hands the same plugin to later tests.
        with patch.dict(vars(self._config.plugins["benchdocs"]), _build=build):
            page.read_source(self._config)
        page.markdown = build.convert(page.markdown or "", page)
        page.render(self._config, found)
        build.fill(page.content or "", page)
