"""The audit bundle: one archive of what was checked, what was found, and what changed."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from benchdocs.files.safe_path import safe_path
from benchdocs.suite.digest import manifest

MANIFEST = "SHA256SUMS"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Earliest ZIP timestamp, for reproducible archives."""
_READABLE_FILE = 0o100644 << 16
_UNIX = 3
_README = """\
{name}: what was evaluated, as evidence

suite/     the specs, prompts, scripts, cases and settings that were checked, byte for byte
norms/     what they have to follow: methodology pages, field and prompt specifications, locked requirements
report/    what the rules found, and the digests of the checker's files
changes/   what changed in the methodology, commit by commit (changes.json)
data/      the suite as data, with what was found and waived: JSON with its schema, CSV, an Excel workbook

{stamp}
{warning}
Check that nothing was altered:    sha256sum -c {manifest}
Check the specs again:             benchdocs check --root suite --strict
"""


_WARNING = "\nWARNING: these files differ from the commit or are not committed:\n"
Content = bytes | Path
"""The content of a file, or the path to it: a large suite need not be in memory as a whole."""


def write_bundle(
    target: Path, name: str, stamp: str, files: Mapping[str, Content], uncommitted: Sequence[str] = ()
) -> None:
    """Write a ZIP archive of files by path, with a README and a manifest that `sha256sum -c` accepts.

    The README warns of files that are not committed. The same files always give the same bytes.
    Raises OSError where a file cannot be read.
    """
    readme = _README.format(
        name=name,
        stamp=stamp,
        warning=_WARNING + "".join(f"  {path}\n" for path in uncommitted) if uncommitted else "",
        manifest=MANIFEST,
    )
    contents = {**files, "README.txt": readme.encode()}
    contents[MANIFEST] = manifest((path, _content(content)) for path, content in contents.items())
    write_archive(target, contents)


def write_archive(target: Path | IO[bytes], contents: Mapping[str, Content]) -> None:
    """Write a ZIP archive of files by path; the same files always give the same bytes.

    Raises OSError where a path could lead out of the folder that the archive is unpacked in.
    """
    for path in contents:
        safe_path(Path(), path)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(contents):
            entry = zipfile.ZipInfo(path, _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = _UNIX
            entry.external_attr = _READABLE_FILE
            archive.writestr(entry, _content(contents[path]))


def _content(content: Content) -> bytes:
    return content.read_bytes() if isinstance(content, Path) else content
