"""Folders that an export wrote: what may be replaced, and how, whole or not at all."""

import hashlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from benchdocs.files.atomic import write_files
from benchdocs.files.directory_swap import Staging

MANIFEST = "export.sha256"
"""List of the files of an export with their digests for `sha256sum -c`; it marks a folder as an export."""


def refusal(target: Path, *, built: str = "") -> str:
    """Return why an export must not replace this target, as a sentence; empty if it may.

    It may if there is nothing, or an unaltered export; others may have built into its folder `built`.
    """
    if not target.exists():
        return ""
    if not target.is_dir():
        return f"The export cannot be put at `{target}`: that is not a folder."
    try:
        names = [path.name for path in target.iterdir() if not path.name.startswith(".")]
        if names and MANIFEST not in names:
            return f"The export cannot be put at `{target}`: the folder contains files that no export wrote."
        altered = next(_altered_files(target, built), None) if names else None
    except OSError as error:
        return f"The folder `{target}` cannot be read: {error.strerror}."
    if altered:
        return f"The export cannot be put at `{target}`: `{altered}` was added or changed since the last one."
    return ""


def _altered_files(folder: Path, built: str) -> Iterator[str]:
    """Yield the files of an export that were added or altered, except hidden and built ones."""
    lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    digests = {path: digest for digest, _, path in (line.partition("  ") for line in lines)}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_hidden = any(part.startswith(".") for part in parts)
        if path.is_dir() or is_hidden or parts[0] in (built, MANIFEST):
            continue
        name = "/".join(parts)
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        if digests.get(name) != digest or digest is None:
            yield name


def write(target: Path, files: Mapping[str, bytes], *, built: str = "") -> None:
    """Put an export at a target, whole or not at all. Raises OSError if that fails."""
    staging = Staging(target, partial(refusal, built=built))
    try:
        write_files(staging.folder, files.items())
        staging.publish()
        staging.sweep()
    finally:
        staging.discard()
