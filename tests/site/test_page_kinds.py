"""Each kind of page is declared once, and what its declaration names exists."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from benchdocs.site import pages
from benchdocs.site.page import PageKind, markdown_path
from benchdocs.site.pages import runs
from benchdocs.site.pages.registry import PAGE_KINDS
from support.page_kinds import KINDS
from support.paths import REPOSITORY, THEME
from support.shipped import shipped_pages
from support.tables import table

TEMPLATES = REPOSITORY / "scripts/benchdocs/site/templates"
PAGES = shipped_pages().pages
WITHOUT_PAGES = (runs.RUN_LIST, runs.JUDGES, runs.RUN, runs.TRACE_LABELS)
"""Kinds of which the shipped suite has no page, since it has no record of a run."""

each_kind = pytest.mark.parametrize("kind", PAGE_KINDS, ids=lambda kind: kind.name)


def test_the_registry_lists_every_kind_that_a_module_declares_once() -> None:
    names = {module.name for module in iter_modules(pages.__path__)}
    modules = [import_module(f"{pages.__name__}.{name}") for name in names]
    kinds = {
        module.__name__: [v for v in vars(module).values() if isinstance(v, PageKind)] for module in modules
    }
    without = sorted(name for name, declared in kinds.items() if not declared)
    assert without == [f"{pages.__name__}.broken", f"{pages.__name__}.registry"]
    declared = {kind.name: kind for found in kinds.values() for kind in found}
    assert sorted(kind.name for kind in PAGE_KINDS) == sorted(declared)
    assert {id(kind) for kind in PAGE_KINDS} == {id(kind) for found in kinds.values() for kind in found}


@each_kind
def test_a_kind_has_its_templates_styles_and_scripts(kind: PageKind) -> None:
    assert (TEMPLATES / kind.template).is_file()
    assert all((THEME / "stylesheets" / name).is_file() for name in kind.styles)
    assert all((THEME / "javascripts" / name).is_file() for name in kind.scripts)


@each_kind
def test_the_sections_that_are_searched_exist(kind: PageKind) -> None:
    own = [page for page in PAGES if page.kind is kind]
    assert own or kind in WITHOUT_PAGES
    sections = {section.id for page in own for section in page.sections}
    assert kind.searched_sections <= sections


@each_kind
def test_pages_of_a_section_are_listed_by_an_index_and_looked_at_in_browsers(kind: PageKind) -> None:
    if kind in WITHOUT_PAGES:
        return
    assert not kind.section or kind.section in {page.url for page in PAGES}
    looked_at = {page.kind.name for page in PAGES if page.url in KINDS.values()}
    assert kind.name in looked_at


@table
def test_a_rubric_with_the_code_index_does_not_take_the_place_of_the_list(url: str, path: str) -> None:
    assert markdown_path(url) == path
