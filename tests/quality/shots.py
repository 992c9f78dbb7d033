"""Pictures of every kind of page, wide and narrow, light and dark, in the folder `screenshots/`.

Run by `make shots`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from support.browser import BROWSER_FLAGS, chromium_program
from support.mkdocs_command import built_site
from support.page_kinds import KINDS
from support.paths import REPOSITORY
from support.web_server import hosted

TARGET = REPOSITORY / "screenshots"
WIDTHS = (1280, 375)


def main() -> None:
    """Build the site and take the pictures; those of an earlier run are removed."""
    shutil.rmtree(TARGET, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        site = built_site(REPOSITORY, Path(name) / "site")
        chromium = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        with hosted(site) as url:
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    context = chromium.new_context(
                        viewport={"width": width, "height": 800},
                        color_scheme="dark" if scheme == "dark" else "light",
                        reduced_motion="reduce",
                    )
                    tab = context.new_page()
                    for kind, address in KINDS.items():
                        tab.goto(url + address)
                        tab.screenshot(path=TARGET / f"{kind}-{width}-{scheme}.png", full_page=True)
                    context.close()
        chromium.close()
    print(f"{len(list(TARGET.iterdir()))} pictures in {TARGET.name}/")


if __name__ == "__main__":
    main()
