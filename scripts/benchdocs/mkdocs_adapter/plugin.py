"""The MkDocs plugin `benchdocs`: hands MkDocs' events to the build and, while serving, to the preview."""

import gc
from typing import Any

from jinja2 import Environment
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
from benchdocs.mkdocs_adapter import failure_page, material_fixes
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.config import enable_version_list, refuse_odd_extras, refuse_page_files
from benchdocs.mkdocs_adapter.port import refuse_taken_port
from benchdocs.mkdocs_adapter.preview_server import PreviewServer
from benchdocs.mkdocs_adapter.publication import Publication
from benchdocs.mkdocs_adapter.theme_loader import speed_up
from benchdocs.mkdocs_adapter.theme_scripts import own_scripts
from benchdocs.reports import streams

_BUILDING_COMMANDS = ("build", "gh-deploy", "serve")
_AFTER_OTHERS = event_priority(-50)
"""Runs an event after the other plugins': mike changes the address first, and the search fills its index."""
_FILTERS = (material_fixes.styles, material_fixes.header, material_fixes.navigation)


class _NoOptions(Config):  # type: ignore[no-untyped-call]
    """The plugin's options in `mkdocs.yml`: none."""


class BenchdocsPlugin(BasePlugin[_NoOptions]):  # type: ignore[no-untyped-call]
    """The site of the suite as a MkDocs plugin."""

    _nav: Navigation
    _env: Environment
    _files: Files

    def __init__(self) -> None:
        self._set_up("")

    @property
    def build(self) -> Build:
        """The build under way; the script of mkdocs-gen-files takes the generated pages from it."""
        return self._publication.build

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Start afresh for one command: a build, a server, or one that only reads the settings."""
        streams.make_lasting()
        self._set_up(command)
        if self._is_building:
            end_in_order()
        if self._is_preview:
            self.preview.prepare()

    def _set_up(self, command: str) -> None:
        self._is_building = command in _BUILDING_COMMANDS
        self._is_preview = command == "serve"  # `serve --clean` shows a plain build
        self._publication = Publication()
        self.preview = PreviewServer(self._publication)

    @_AFTER_OTHERS
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check the suite before MkDocs touches the site."""
        if not self._is_building:
            return config
        refuse_page_files(config)
        refuse_odd_extras(config)
        self._publication.refuse(config)
        self.preview.failure = ""
        enable_version_list(config)
        if self._is_preview:
            build = self.preview.check(config)
        else:
            build = Build(config)
            build.announce()
            gc.freeze()  # the suite stays to the end: searching it for reference cycles is in vain
        speed_up(config.theme)
        self._publication.start(config, build)
        return config

    @_AFTER_OTHERS
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Leave out leftovers of editors, and keep hand-written pages from the generated ones' addresses."""
        for file in [*files]:
            if any(map(is_leftover, file.src_uri.split("/"))):
                files.remove(file)
        self.build.take_addresses(files)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Remember the navigation for pages that a preview makes one by one."""
        self._nav = nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Add the template filters that correct Material's own HTML."""
        env.filters |= {function.__name__: function for function in _FILTERS}
        self._env, self._files = env, files
        self.build.allowed_scripts = own_scripts(env, config, files)
        self.build.check_anchors(files)
        return env

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Read a page that is not UTF-8 as far as possible: the check reports it, and a preview goes on."""
        try:
            page.file.content_bytes.decode("utf-8-sig")
        except UnicodeDecodeError:
            return page.file.content_bytes.decode("utf-8-sig", "replace")
        return None

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Keep generated and cached pages from being converted, and protect spaces in tables."""
        self.preview.follow_up.stop_if_superseded()
        return self.build.convert(markdown, page, files)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Link the codes and terms of a hand-written page."""
        return self.build.fill(html, page, files)

    @_AFTER_OTHERS
    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give a page its body, its sidebar and, while serving, the box with the violations."""
        self.preview.follow_up.stop_if_superseded()
        values: Any = context  # MkDocs' type names its own keys alone
        self.build.fill_context(values, page, nav)
        if self.preview.failure:
            values["violations"] = failure_page.box(self.preview.failure)
            values["finished"] = None
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Cache a finished page of a preview, unless it carries the box of a failure."""
        self.build.finish_page(output, page, is_good=not self.preview.failure)
        return output

    @_AFTER_OTHERS
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Put the finished site in place of the old one."""
        self._publication.publish(config)
        if self._is_preview:
            self.preview.remember(config, self._files, self._nav, self._env)

    def on_build_error(self, *, error: Exception) -> None:
        """Leave the last good site as it was; report a full disk in one sentence."""
        self._publication.discard()
        if isinstance(error, OSError) and not self._is_preview:
            raise Abort(f"The site was not built, and the previous build is unchanged: {reason(error)}")

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch the suite, and keep the server alive whatever a rebuild runs into."""
        refuse_taken_port(*config.dev_addr)
        self.preview.attach(server, config.dev_addr.host)
        return server

    def on_shutdown(self) -> None:
        """End the work that a rebuild has left."""
        self.preview.end_follow_up()
