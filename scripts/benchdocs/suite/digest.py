"""The digest of a suite's files, by which results and records name the state that they are of."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256

from benchdocs.documents.text_file import unix_ends
from benchdocs.suite.suite import Suite


def manifest(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the digest of every file with its path, sorted, in the format of `sha256sum`."""
    lines = (f"{sha256(content).hexdigest()}  {path}\n" for path, content in files)
    return "".join(sorted(lines, key=lambda line: line[66:])).encode()


@lru_cache(maxsize=1)
def suite_digest(suite: Suite) -> str:
    """Return the SHA-256 of the manifest of all specs, cases, prompts and settings. Raises OSError.

    No copy's line ends change it.
    """
    files = ((path, unix_ends((suite.root / path).read_bytes())) for path in files_of(suite))
    return sha256(manifest(files)).hexdigest()


def files_of(suite: Suite) -> Iterator[str]:
    """Yield the paths of all specs, cases, prompts and settings that could be read."""
    dictionary = (suite.dictionary,) if suite.dictionary else ()
    specs = (spec.document for spec in (*suite.specs, *suite.cases, *suite.calls, *dictionary))
    files = (*specs, *suite.evaluators, suite.settings.file)
    return (file.path for file in files if file.text)
