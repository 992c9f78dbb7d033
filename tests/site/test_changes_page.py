"""The site shows what changed since a release or the last days, the commits by day, and who reviewed what."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from benchdocs.history.log import SHALLOW, read_log
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.repositories import Repository
from support.stories import stories

test_story = stories(__file__)


def test_a_site_of_a_shallow_clone_says_so(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.commit("Another")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", repository.root.as_uri(), shallow], check=True)
    site = Site(check(shallow), history=read_log(shallow))
    assert SHALLOW in "".join(part.html for part in site.page["audit/changes.md"].sections)
    data = json.loads(dict(site.files())["audit/changes/changes.json"])
    assert (data["commits"], data["changes"], data["gap"]) == ([], [], SHALLOW)
