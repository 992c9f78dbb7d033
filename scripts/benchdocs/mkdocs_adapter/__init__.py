"""Connect the site to MkDocs and Material: the only room that imports either.

Start with `plugin`, which MkDocs calls, and `build`, which it hands on to. Only commands come in.
"""

import os

# Looking for other packages' pydantic plugins takes time, and none has a say in these models.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
