"""Syntax errors of first-time authors, each a folder `NN-name`, and the troubleshooting table of common ones.

`python tests/support/syntax_error_cases.py` writes the table anew into the page where it stands.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchdocs.rules.check import check
from benchdocs.rules.families import family_of
from benchdocs.rules.finding import Finding
from support.paths import BASE, REPOSITORY, SYNTAX_ERRORS

PAGE = REPOSITORY / "scripts/benchdocs/pages/authoring/troubleshooting.md"
GROUPS = ("YAML", "Fields", "Codes and files", "Texts", "Prompts")
_NOT_OVERLAID = ("mended", "expected.toml")


class SyntaxErrorCase(NamedTuple):
    """One mistake: what lies over the demonstration suite, what is found first, and what fixes it."""

    folder: Path
    finding: str
    """Place and rule of the first finding: `a-component/A-DEM2.yaml:7:9 FLD103`."""
    group: str
    wrote: str
    write: str
    common: bool = False
    """Whether the troubleshooting page lists it: the others are explained by their findings alone."""
    without: tuple[str, ...] = ()
    """Files of the demonstration suite that are not there."""
    unfixed: bool = False
    """Whether `check --fix` leaves it, although the file is valid YAML."""

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def path(self) -> str:
        """The file that the first finding is in."""
        return self.finding.split(":")[0]

    @property
    def is_invalid(self) -> bool:
        """Whether the file is no valid YAML, which `check --fix` leaves to its author."""
        return self.finding.endswith("YML001") and not self.unfixed

    @property
    def is_left(self) -> bool:
        """Whether `check --fix` leaves it to its author."""
        return self.is_invalid or self.unfixed

    def lay(self, target: Path) -> Path:
        """The demonstration suite with the mistake in it."""
        shutil.copytree(BASE, target)
        for path in self.without:
            (target / path).unlink()
        return _overlay(target, self.folder)

    def lay_mended(self, target: Path) -> Path:
        """The demonstration suite with the mistake mended as its hint says."""
        shutil.copytree(BASE, target)
        return _overlay(target, self.folder / "mended")

    def text(self, *, mended: bool) -> str:
        """Paths and contents of the case's own files."""
        folder = self.folder / "mended" if mended else self.folder
        paths = [path for path in _files(folder) if mended or path.parts[0] not in _NOT_OVERLAID]
        contents = [(folder / path).read_bytes().decode(errors="backslashreplace") for path in paths]
        return "\n".join([*map(str, paths), *contents])


def syntax_error_cases() -> list[SyntaxErrorCase]:
    """All cases, in the order of their numbers."""
    return [_read(folder) for folder in sorted(SYNTAX_ERRORS.iterdir(), key=number)]


def number(folder: Path) -> int:
    """The number that a case's folder starts with."""
    return int(folder.name.split("-")[0])


def _read(folder: Path) -> SyntaxErrorCase:
    expected = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))
    expected["without"] = tuple(expected.get("without", ()))
    return SyntaxErrorCase(folder, **expected)


def _files(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _overlay(target: Path, folder: Path) -> Path:
    for path in _files(folder):
        if path.parts[0] not in _NOT_OVERLAID:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes((folder / path).read_bytes())
    return target


def contents(root: Path) -> dict[str, bytes]:
    """Every file of a suite, by its path."""
    return {path.as_posix(): (root / path).read_bytes() for path in _files(root)}


# The troubleshooting table ----------------------------------------------------------------------------


def row(case: SyntaxErrorCase, first: Finding) -> str:
    """A row of the table: what was written, what the checker says, what to write, whether `--fix` does it."""
    rule = f"[{first.rule}](../rules/{family_of(first.rule).lower()}.md#{first.rule.lower()})"
    fix = "no" if case.is_left else "yes"
    message = first.message.replace("|", r"\|")
    return f"| {case.wrote} | {rule}: {message} | {case.write} | {fix} |"


def tables(rows: dict[str, list[str]]) -> str:
    """The tables of all groups, below a heading each."""
    head = "| What you wrote | What the checker says | What to write | Fixed by `--fix` |\n|---|---|---|---|"
    return "\n\n".join(f"## {group}\n\n{head}\n" + "\n".join(rows[group]) for group in GROUPS) + "\n"


def on_page(text: str) -> str:
    """The tables as they stand on the page, from their first heading to the one below the last."""
    end = text.find("\n## ", text.index(f"## {GROUPS[-1]}\n"))
    return text[text.index(f"## {GROUPS[0]}\n") : end if end >= 0 else None]


def first_findings() -> Iterator[tuple[SyntaxErrorCase, Finding]]:
    """Yield each common case with its first finding."""
    for case in filter(lambda case: case.common, syntax_error_cases()):
        with tempfile.TemporaryDirectory() as folder:
            yield case, check(case.lay(Path(folder) / "suite")).findings[0]


def written_anew() -> str:
    """The tables as the checker has them now."""
    rows: dict[str, list[str]] = {group: [] for group in GROUPS}
    for case, first in first_findings():
        rows[case.group].append(row(case, first))
    return tables(rows)


def code_pieces(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(on_page(page), written_anew()), encoding="utf-8")
