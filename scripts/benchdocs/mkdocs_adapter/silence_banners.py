"""Keeps the notices of Material and mkdocs-gen-files about the future of MkDocs out of the terminal.

MkDocs imports the theme before any plugin, and the theme prints its notice when it is imported. So
`mkdocs.yml` names this module, which loads it before both.
"""

import os

os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")
os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")

QUIET = True
