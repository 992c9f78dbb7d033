"""Commands run on a scratch suite, and what the suite holds before and after."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from benchdocs.cli.main import main
from benchdocs.suite.codes import with_codes


def run(*arguments: str | Path) -> Result:
    """Run `benchdocs` with these arguments."""
    return CliRunner().invoke(main, list(map(str, arguments)))


def texts(root: Path) -> dict[str, str]:
    """The text of every file of a suite, by its path."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes().decode() for path in sorted(root.rglob("*.*"))
    }


def edit(root: Path, path: str, old: str, new: str) -> None:
    """Put a text in place of another one in a file."""
    text = (root / path).read_bytes().decode()
    assert old in text
    (root / path).write_bytes(text.replace(old, new).encode())


def rename(root: Path, old: str, new: str) -> None:
    """Give a benchmark another code as the guide says: in every file, in names of files, and as an alias.

    Reviews are never changed.
    """
    for path in sorted(root.rglob("*.*")):
        if path.is_file() and "reviews" not in path.parts and path.suffix in (".yaml", ".md", ".toml", ".py"):
            text = with_codes(path.read_bytes().decode(), {old: new})
            if path.stem == old:
                text = text.replace(f"code: {new}\n", f"code: {new}\naliases: [{old}]\n")
            path.write_bytes(text.encode())
            if path.stem == old:
                path.rename(path.with_stem(new))
