"""The commits that an auditor would try: class, author and words of each were written down first."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import yaml

from support.change_tables import apply
from support.paths import DATA
from support.repositories import Repository

DEM1 = "a-component/A-DEM1.yaml"
STEPS: dict[str, dict[str, Any]] = {
    step["commit"]: {"author": "An Author", **step}
    for step in yaml.load((DATA / "history/commits.yaml").read_text("utf-8"), yaml.CSafeLoader)
}
"""Each commit with its changes and with what is `told` of them; its author also commits."""


def scripted(folder: Path) -> Repository:
    """Return a repository with all of the commits, each made by whom its step names."""
    repository = Repository(folder)
    for name, step in STEPS.items():
        who = {"AUTHOR_NAME": step["author"], "COMMITTER_NAME": step["author"]}
        if name == "merge with conflict":
            subprocess.run(["git", "-C", repository.root, "merge", "-q", "side"], check=False)
            repository.git("checkout", "-q", "HEAD", "--", DEM1)
            repository.edit(DEM1, "weight: 0.65", "weight: 0.6")
        elif name == "back-dated":
            who |= {"AUTHOR_DATE": "2020-02-02T12:00:00 +0000"}
        elif "git" in step:
            repository.git(*step["git"].split())
        apply(repository.root, step)
        repository.commit(f"{name}\n\nWhy {name}.", **who)
    return repository


def shown(name: str) -> str:
    """A text as the site shows it: control characters escaped."""
    return name.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\x07", "\\x07")
