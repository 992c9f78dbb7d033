"""Scratch git repositories for tests: the demonstration suite with a history."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from support.suites import suite_with

_WHEN = 1_700_000_000


class Repository:
    """A git repository around the demonstration suite; each commit is made a day after the one before."""

    def __init__(self, root: Path) -> None:
        self.root = suite_with(root)
        self.commits = 0
        self.git("init", "-q", "-b", "main")
        self.commit("The demonstration suite")

    def git(self, *arguments: str, **identity: str) -> str:
        """Run git here, by an author of the tests or who is named (`AUTHOR_NAME`); gives what it prints."""
        when = f"{_WHEN + 86_400 * self.commits} +0000"
        usual = {
            f"{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "An Author"), ("EMAIL", "author@example.org"), ("DATE", when))
        }
        named = {f"GIT_{name}": value for name, value in (usual | identity).items()}
        environment = os.environ | named | {"GIT_CONFIG_GLOBAL": "/dev/null"}
        command = ["git", "-C", str(self.root), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def commit(self, message: str, **identity: str) -> None:
        """Commit everything that is in the folder."""
        self.commits += 1
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, **identity)

    @property
    def day(self) -> str:
        """The day of the last commit."""
        return self.git("log", "-1", "--format=%cs").strip()

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text of a file once; it has to be there."""
        file = self.root / path
        text = file.read_text()
        assert old in text, old
        file.write_text(text.replace(old, new, 1))

    def move(self, old: str, new: str) -> None:
        """Move a file, making the folders on its way."""
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)
