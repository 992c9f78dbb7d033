"""The MkDocs plugin `benchdocs`: hands MkDocs' events to the build and, while serving, to the preview."""

import gc
from typing import Any

import click
from jinja2 import Environment, TemplateError
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from benchdocs.files.atomic import reason
from benchdocs.files.termination import end_in_order
from benchdocs.files.tree import is_leftover
from benchdocs.mkdocs_adapter import failure_page, material_fixes, preview_server
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.config import enable_version_list, refuse_odd_extras, refuse_page_files
from benchdocs.mkdocs_adapter.defaults import add_defaults
from benchdocs.mkdocs_adapter.port import refuse_taken_port
from benchdocs.mkdocs_adapter.preview import Preview
from benchdocs.mkdocs_adapter.publication import Publication
from benchdocs.mkdocs_adapter.theme_loader import speed_up
from benchdocs.reports import streams
from benchdocs.site.renderer import existence

_BUILDING_COMMANDS = ("build", "gh-deploy", "serve")
_AFTER_OTHERS = event_priority(-50)
"""Runs an event after the other plugins': mike changes the address first, and the search fills its index."""
_NO_PAGES = ("overrides", "search.yaml", "topics.yaml")
"""Names in the docs folder of a suite's templates, its words for the search and its topics."""
_FILTERS = (material_fixes.styles, material_fixes.header, material_fixes.navigation)


class _NoOptions(Config):  # type: ignore[no-untyped-call]
    """The plugin's options in `mkdocs.yml`: none."""


class BenchdocsPlugin(BasePlugin[_NoOptions]):  # type: ignore[no-untyped-call]
    """The site of the suite as a MkDocs plugin; `preview` is what `mkdocs serve` shows, else None."""

    preview: Preview | None = None
    _build: Build

    @property
    def build(self) -> Build:
        """The build under way; the script of mkdocs-gen-files takes the generated pages from it."""
        return self.preview.build if self.preview else self._build

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Start afresh for one command: a build, a server, or one that only reads the settings."""
        streams.make_lasting()
        self._is_building = command in _BUILDING_COMMANDS
        self._publication = Publication()
        options = click.get_current_context(silent=True)
        # `serve --clean` and `--no-livereload` show a plain build.
        is_live = options is None or options.params.get("livereload", True)
        self.preview = Preview() if command == "serve" and is_live else None
        if self._is_building:
            end_in_order()
            gc.disable()  # until the suite is read, which stays to the end
        if self.preview:
            preview_server.prepare(self.preview)

    @_AFTER_OTHERS
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check the suite before MkDocs touches the site."""
        if not self._is_building:
            return config
        add_defaults(config)
        refuse_page_files(config)
        refuse_odd_extras(config)
        enable_version_list(config)
        if self.preview:
            self.preview.check(config)
        else:
            self._publication.refuse(config)
            self._build = Build(config)
            self._build.announce()
            gc.freeze()
            gc.set_threshold(50_000)
            gc.enable()
            self._publication.start(config)
        speed_up(config.theme)
        return config

    @_AFTER_OTHERS
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Leave out leftovers and what is no page, and keep pages from generated ones' addresses."""
        for file in [*files]:
            folder, *_ = path = file.src_uri.split("/")
            if any(map(is_leftover, path)) or folder in _NO_PAGES:
                files.remove(file)
        self.build.take_addresses(files)
        return files

    @_AFTER_OTHERS
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Take the pages from MkDocs in a preview, which makes them one by one."""
        if self.preview:
            self.preview.take(config, files, nav)

    @_AFTER_OTHERS
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Add the filters that correct Material's own HTML, and what templates ask of the build under way."""
        env.filters |= {function.__name__: function for function in _FILTERS}
        env.tests["existing"] = existence(lambda address: self.build.exists(address))
        env.globals["once"] = lambda key, caller: self.build.once(key, caller)
        env.globals["search_examples"] = lambda: self.build.search_examples
        if self.preview:
            self.preview.make_frame(env, config)
        return env

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Add the package's terms to a glossary, and read a page that is not UTF-8 as far as possible.

        The check reports such a page, and a preview goes on.
        """
        if completed := self.build.completed.get(page.file.src_uri):
            return completed
        try:
            page.file.content_bytes.decode("utf-8-sig")
        except UnicodeDecodeError:
            return page.file.content_bytes.decode("utf-8-sig", "replace")
        return None

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Keep generated pages from being converted, and protect spaces in tables."""
        return self.build.convert(markdown, page)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Link the codes and terms of a hand-written page."""
        return self.build.fill(html, page)

    @_AFTER_OTHERS
    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give a page its body, its sidebar and, while serving, the box with the violations."""
        values: Any = context  # MkDocs' type names its own keys alone
        self.build.fill_context(values, page, nav)
        if self.preview:
            own = values["own"]
            values["violations"] = self.preview.box(page.url.removeprefix("./"), own and own.source)
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Free the memory of a finished page."""
        self.build.free(page)
        return output

    @_AFTER_OTHERS
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Put the finished site in place of the old one."""
        if not self.preview:
            self._publication.publish(config, self.build)

    def on_build_error(self, *, error: Exception) -> None:
        """Leave the last good site as it was; name a full disk or a faulty template."""
        self._publication.discard()
        if isinstance(error, OSError | TemplateError) and not self.preview:
            what = reason(error) if isinstance(error, OSError) else f"{failure_page.located(error)}."
            raise Abort(f"The site was not built, and the previous build is unchanged: {what}")

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Let the preview answer, whatever an edit runs into."""
        refuse_taken_port(*config.dev_addr)
        if self.preview:
            preview_server.attach(server, self.preview, config, builder)
        return server
