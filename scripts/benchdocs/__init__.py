"""Turn benchmark specs into a checked, linked and charted documentation site."""

import os

# Looking for other packages' pydantic plugins costs a tenth of a check, and none has a say in these models.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
