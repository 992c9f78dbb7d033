"""The notices name all that the site ships of others, in the words of its licenses."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import yaml

from quality.notices import ICON_SETS, NOTICES, SEARCH_LIBRARIES, icon_licenses, libraries, theme_license
from support.paths import REPOSITORY, THEME

TEXT = NOTICES.read_text()


def test_every_library_in_the_scripts_of_the_theme_has_its_license() -> None:
    assert {"lunr", "rxjs"} <= set(libraries())
    for name in libraries():
        assert f"\nLibrary: {name}\n" in TEXT, f"run `make notices`: {name} is new"


def test_the_search_library_is_packed_from_the_locked_versions() -> None:
    wanted = json.loads((REPOSITORY / "tests/tools/search/package.json").read_text())["dependencies"]
    packed = (THEME / "javascripts/search-library.js").read_text().partition("\n")[0]
    for name in SEARCH_LIBRARIES:
        assert f"{name} {wanted[name]}" in packed, "run `make library`"


def test_the_licenses_of_the_theme_and_its_icons_are_there_word_for_word() -> None:
    for text in (theme_license(), *icon_licenses().values()):
        assert text.replace("\r\n", "\n").strip() in TEXT, "run `make notices`"


def test_pages_use_icons_of_the_named_sets_alone() -> None:
    settings: Any = yaml.load((THEME / "mkdocs_theme.yml").read_text(), Loader=yaml.BaseLoader)
    switches = [switch["toggle"]["icon"] for switch in settings["palette"]]
    icons = [*settings["icon"].values(), *switches]
    assert icons
    assert {icon.split("/")[0] for icon in icons} <= set(ICON_SETS)


def test_the_wheel_takes_the_notices_along() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["license-files"] == [NOTICES.relative_to(REPOSITORY).as_posix()]
