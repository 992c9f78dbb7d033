"""Keep the notices of MkDocs' plugins out of an author's terminal.

Material and mkdocs-gen-files print banners about the future of MkDocs before any hook runs.
`mkdocs.yml` names this module, and so loads it, ahead of both.
"""

import os

os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")
os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")

QUIET = True
