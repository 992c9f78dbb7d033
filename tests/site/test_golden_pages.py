"""Golden pages: what is generated for the demonstration suite changes only on purpose.

After a change that was meant: `.venv/bin/python -m pytest tests/site/test_golden_pages.py --snapshot-update`.
"""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.suites import suite_with
from support.tables import data


class PageExtension(SingleFileSnapshotExtension):
    """A page a file, readable in a diff."""

    _write_mode = WriteMode.TEXT
    file_extension = "html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The demonstration suite's pages, one spec with a scale that has to be normalised."""
    root = suite_with(tmp_path_factory.mktemp("golden"))
    path = root / "a-component/A-DEM1.yaml"
    scale = "scoring_scale:\n  min_value: 1\n  max_value: 5\n  descriptions:\n"
    levels = '    5: "Every time"\n    4: "Most times"\n    1: "Never"\n'
    head, _, rest = path.read_text().partition("scoring_scale:")
    path.write_text(head + scale + levels + rest[rest.index("inclusion_criteria") :])
    return Site(check(root))


PAGES = data(__file__)["pages"]


@pytest.mark.parametrize("url", PAGES, ids=lambda url: url.strip("/").replace("/", " ") or "home")
def test_a_page_is_as_it_was(site: Site, snapshot: SnapshotAssertion, url: str) -> None:
    page = next(page for page in site.pages if page.url == url)
    text = page.markdown + "".join(
        f"\n<!-- {section.id}: {section.heading} -->\n{section.html}" for section in page.sections
    )
    assert text == snapshot(extension_class=PageExtension)
