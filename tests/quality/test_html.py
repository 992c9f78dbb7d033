"""Every page is valid HTML, but for what Material's own templates get wrong on an empty site too."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from support.empty_site import build_empty_site
from support.paths import REPOSITORY

CHECKER = REPOSITORY / "tests/tools/checker/node_modules/vnu-jar/build/dist/vnu.jar"
OF_MATERIAL = (
    "Attribute “autocomplete” is only allowed when the input type is “color”, “date”, “datetime-local”, "
    "“email”, “hidden”, “month”, “number”, “password”, “range”, “search”, “tel”, “text”, “time”, “url”, or "
    "“week”."
)
"""What the checker says of Material's two hidden switches."""


def _errors(site: Path) -> dict[str, list[str]]:
    """What the checker says of a site's pages, each with the pages and places that it says it of."""
    java = shutil.which("java")
    assert java, "no Java found: install it (on Debian: apt-get install default-jre-headless)"
    assert CHECKER.exists(), f"the HTML checker is missing: npm ci --prefix {CHECKER.parents[4]}"
    command = [java, "-jar", str(CHECKER), "--skip-non-html", "--errors-only", "--stdout"]
    result = subprocess.run(
        [*command, "--format", "json", str(site)], capture_output=True, text=True, timeout=240, check=False
    )
    errors: dict[str, list[str]] = {}
    for message in json.loads(result.stdout)["messages"]:
        place = f"{message.get('url', '').rpartition(f'{site}/')[2]}: {message.get('extract', '')}"
        errors.setdefault(message["message"], []).append(place)
    return errors


def test_every_page_is_valid(shipped_site: Path) -> None:
    errors = _errors(shipped_site)
    errors.pop(OF_MATERIAL, None)
    assert {message: places[:3] for message, places in errors.items()} == {}


def test_what_is_let_pass_is_material_s_own(tmp_path: Path) -> None:
    assert OF_MATERIAL in _errors(build_empty_site(tmp_path))
