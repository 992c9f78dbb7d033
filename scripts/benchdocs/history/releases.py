"""What git knows of releases: whether one was altered after it was added."""

from pathlib import Path

from benchdocs.history.revisions import git
from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.releases import is_release

_LOG = (
    *("-c", "core.quotePath=false", "log", "--topo-order", "--reverse", "--full-history", "--no-renames"),
    *("--diff-merges=first-parent", "--relative", "--raw", "--no-abbrev", "--format=", "HEAD"),
)


def altered_releases(root: Path) -> dict[str, str]:
    """Return what happened to releases since they were first added, by path: `edited` or `deleted`."""
    added: dict[str, str] = {}
    log = git(root, *_LOG, "--", RELEASE_FOLDER) or b""
    for line in log.decode("utf-8", "surrogateescape").splitlines():
        facts, _, path = line.partition("\t")
        if is_release(path) and facts.endswith(" A"):
            added.setdefault(path, facts.split()[3])
    present = [path for path in added if (root / path).is_file()]
    text = "".join(f"{path}\n" for path in present).encode("utf-8", "surrogateescape")
    blobs = git(root, "hash-object", "--stdin-paths", text=text) if present else None
    now = dict(zip(present, (blobs or b"").decode().split(), strict=False))
    edited = {path: "edited" for path, blob in now.items() if blob != added[path]}
    return edited | {path: "deleted or renamed" for path in added if path not in present}
