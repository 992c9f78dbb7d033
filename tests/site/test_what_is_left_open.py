"""The site says what is excused and not committed, and names one commit everywhere."""

from __future__ import annotations

import zipfile
from pathlib import Path

from benchdocs.site.dataset.archive import write_bundle
from support.stories import stories

DEM1 = "a-component/A-DEM1.yaml"


def test_the_bundle_warns_of_what_is_not_committed(tmp_path: Path) -> None:
    write_bundle(tmp_path / "bundle.zip", "X", "commit 1, 1 file not committed", {"a": b"1"}, (DEM1,))
    readme = zipfile.ZipFile(tmp_path / "bundle.zip").read("README.txt").decode()
    assert f"WARNING: these files differ from the commit or are not committed:\n  {DEM1}\n" in readme
    write_bundle(tmp_path / "clean.zip", "X", "commit 1", {"a": b"1"})
    assert "WARNING" not in zipfile.ZipFile(tmp_path / "clean.zip").read("README.txt").decode()


test_story = stories(__file__)
