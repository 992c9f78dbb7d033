"""Notice changes of all that a preview is made from: the suite, the project around it, and the program."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig

from benchdocs.authoring.file_states import States, state_of, states
from benchdocs.files.tree import entries
from benchdocs.site.reference_pages import reference_files
from benchdocs.specs.discovery import MAX_FOLDERS

_PACKAGE = Path(__file__).parent.parent


class Watched(NamedTuple):
    """The states of the files of a suite, and of all others that pages are made from."""

    suite: States
    others: States

    @property
    def all(self) -> States:
        """The states of all of them."""
        return {**self.suite, **self.others}


def watched(root: Path, config: MkDocsConfig, more: Iterable[str]) -> Watched:
    """Return the states of the suite in a root, of the files that these settings name, and of more folders.

    What git says of the suite is watched by what a commit and a checkout write.

    They are empty where a folder goes away meanwhile.
    """
    folder = Path(config.config_file_path).parent
    tops = [Path(config.docs_dir), *map(Path, more), _PACKAGE]
    if config.theme.custom_dir:
        tops.append(Path(config.theme.custom_dir))
    try:
        others: list[str | Path] = [config.config_file_path, *reference_files(folder), *_heads(root)]
        for top in dict.fromkeys(tops):
            found = (entry.path for entry in entries(top, MAX_FOLDERS))
            others += (path for path in found if "__pycache__" not in path)
        return Watched(states(root), {path: state_of(path) for path in others})
    except OSError:
        return Watched({}, {})


def _heads(root: Path) -> Iterator[Path]:
    """Yield the files of git that name the commit which the folder is at."""
    for folder in (root, *root.parents):
        if (place := folder / ".git").exists():
            if place.is_file():  # a worktree or a submodule
                named = place.read_text(encoding="utf-8", errors="replace").partition("gitdir:")[2].strip()
                place = folder / named
            yield from (place / "HEAD", place / "logs/HEAD")
            return


def code_digest() -> bytes:
    """Return a digest of the program's own Python files."""
    digest = blake2b(digest_size=20)
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return digest.digest()
