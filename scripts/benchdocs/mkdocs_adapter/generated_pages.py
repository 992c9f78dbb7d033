"""Hand the generated pages to MkDocs, in a script that the mkdocs-gen-files plugin runs on every build."""

from typing import Any

import mkdocs_gen_files
from mkdocs.exceptions import ConfigurationError

from benchdocs.mkdocs_adapter.theme import NO_PLUGIN


def write_pages() -> None:
    """Write every page that lies in no file below `docs`, and where it is edited."""
    plugin: Any = mkdocs_gen_files.config.plugins.get("benchdocs")
    if not plugin:
        raise ConfigurationError(NO_PLUGIN)
    for path, markdown in plugin.build.texts.items():
        with mkdocs_gen_files.open(path, "w") as file:
            file.write(markdown)
        if edit_url := plugin.build.edit_url(path):
            mkdocs_gen_files.set_edit_path(path, edit_url)
