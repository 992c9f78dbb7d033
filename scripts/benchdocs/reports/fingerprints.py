"""Fingerprints by which code hosts recognize a finding that has moved to another line."""

from collections import Counter
from hashlib import sha256

from benchdocs.rules.finding import Finding


class Fingerprints:
    """Fingerprints of one report; counts what it has seen, so that equal findings get one of their own."""

    def __init__(self, folder: str) -> None:
        """Name files from the repository's top; `folder` leads from there to the suite's root."""
        self.folder = folder
        self.seen: Counter[tuple[str, ...]] = Counter()

    def next(self, finding: Finding) -> str:
        """Return a digest of a finding's rule, file and line, which does not depend on the line's number."""
        key = (finding.rule, f"{self.folder}{finding.path}", (finding.excerpt or "").strip())
        self.seen[key] += 1
        return sha256("\0".join((*key, str(self.seen[key]))).encode()).hexdigest()
