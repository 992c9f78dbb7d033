"""Every address that a page once had leads to its content: the page itself, or one that sends on to it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from benchdocs.rules.check import check
from benchdocs.site import moved
from benchdocs.site.site import Site
from benchdocs.site.site_info import About, Guide
from support.paths import DATA
from support.suites import suite_with
from support.tables import each_row

ADDRESSES = (DATA / "addresses.txt").read_text().splitlines()
_REFRESH = re.compile(r'<meta http-equiv="refresh" content="0; url=([^"]+)">')


def followed(site: Path, address: str) -> tuple[str, str]:
    """The page and the anchor to which a browser gets from an address; it is sent on once at most."""
    page, anchor = urljoin("/", address), ""
    if sent_on := _REFRESH.search((site / address / "index.html").read_text()):
        target = urlsplit(urljoin(f"http://site{page}", sent_on[1]))
        page, anchor = target.path.removesuffix("index.html"), target.fragment
    return page, anchor


@each_row("address", ADDRESSES)
def test_an_earlier_address_leads_to_content(address: str, shipped_site: Path) -> None:
    page, anchor = followed(shipped_site, address)
    html = (shipped_site / page.lstrip("/") / "index.html").read_text()
    assert "<h1" in html
    assert not _REFRESH.search(html)
    assert not anchor or f' id="{anchor}"' in html


def test_an_address_that_has_a_page_again_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        moved, "MOVED", {"authoring/old/": "benchmarks/#top", "authoring/own/": "benchmarks/"}
    )
    own = Guide("authoring/own/", "A page of this suite", "")
    site = Site(check(suite_with(tmp_path / "suite")), about=About(guides=(own,)))
    assert "authoring/own/index.html" not in site.redirects
    sent = site.redirects["authoring/old/index.html"].decode()
    assert 'url=../../benchmarks/index.html#top"' in sent
    assert '<a href="../../benchmarks/index.html#top">Benchmarks</a>' in sent


def test_no_address_leads_to_what_a_suite_does_not_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moved, "MOVED", {"authoring/old/": "authoring/gone/"})
    guide = Guide("authoring/", "Authoring", "")
    site = Site(check(suite_with(tmp_path / "suite")), about=About(guides=(guide,)))
    assert not [path for path in site.redirects if path.startswith("authoring/")]
