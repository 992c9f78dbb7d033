"""Prove that a pass over docstrings and comments left the code alone: `python tests/same_code.py OLD [NEW]`.

Compares the syntax trees of the Python files of two revisions without docstrings. NEW: the files as they are.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path


def main(old: str, new: str | None = None) -> int:
    """List the files whose code differs; exit status 1 where there are any."""
    names = set(_git("ls-tree", "-r", "--name-only", old).splitlines())
    names |= set(_git("ls-files").splitlines())
    python = sorted(
        name for name in names if name.endswith(".py") and name.startswith(("scripts/", "tests/"))
    )
    changed = [name for name in python if _tree(old, name) != _tree(new, name)]
    print("\n".join(changed) or f"the code of {len(python)} files is the same")
    return 1 if changed else 0


def _tree(revision: str | None, name: str) -> str:
    """Return the syntax tree of a file as text, without docstrings; nothing where there is no such file."""
    try:
        text = _git("show", f"{revision}:{name}") if revision else Path(name).read_text(encoding="utf-8")
    except (OSError, subprocess.CalledProcessError):
        return ""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_text(part)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
