"""The folders of the repository that tests read from."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
REPOSITORY = TESTS.parent
DATA = TESTS / "data"
THEME = REPOSITORY / "scripts/benchdocs/mkdocs_adapter/theme"
"""Templates, style sheets and scripts of every site."""
BASE = DATA / "base"
"""The demonstration suite."""
EARLIER = DATA / "earlier"
"""An earlier state of it, with a benchmark that was retired since."""
OWNERS_EXAMPLE = DATA / "owners_example"

SYNTAX_ERRORS = DATA / "syntax_errors"
"""Mistakes of first-time authors, a folder each."""
