"""The theme `benchdocs`: templates, style sheets and scripts, before those of Material.

MkDocs imports the theme before any plugin, and this module before Material's. So it keeps the notices of
Material and mkdocs-gen-files about the future of MkDocs out of the terminal, and refuses settings that lack
the plugin, without which MkDocs would empty the site's folder before a template fails.
"""

import os

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError

os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")
os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")
NO_PLUGIN = "the pages need the plugin of the package: list `benchdocs` once below `plugins`"


def _refuse_without_plugin(config: Config, key_name: str) -> None:
    """Raise ConfigurationError for settings with this theme that do not list its plugin, or list it twice."""
    listed = [name for name in config[key_name] if name.partition(" #")[0] == "benchdocs"]
    if config["theme"].name == "benchdocs" and len(listed) != 1:
        raise ConfigurationError(NO_PLUGIN)


MkDocsConfig.plugins.post_validation = _refuse_without_plugin  # type: ignore[method-assign]
