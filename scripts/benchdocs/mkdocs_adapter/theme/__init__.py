"""The theme `benchdocs`: templates, style sheets and scripts, before those of Material.

MkDocs imports the theme before any plugin, and this module before Material's. So it keeps the notices of
Material and mkdocs-gen-files about the future of MkDocs out of the terminal.
"""

import os

os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")
os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")
