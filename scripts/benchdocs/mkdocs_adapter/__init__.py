"""Connect the site to MkDocs, which only this room imports, and to the theme Material.

Start with `plugin`, which MkDocs calls, and `build`, which it hands on to. Only commands come in.
"""

import os

# Looking for other packages' pydantic plugins takes time, and none has a say in these models.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
