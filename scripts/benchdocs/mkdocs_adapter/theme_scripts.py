"""The scripts that may stand in a page: those of the theme's templates and of our own, and no others."""

import re
from urllib.parse import urlsplit

from jinja2 import Environment, meta
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.utils import get_relative_url

from benchdocs.site.http_headers import script_hash

_SCRIPT = re.compile(r"<script(?: id=\"[^\"]*\")?>(.*?)</script>", re.DOTALL)
_KNOWN = {"base_url", "config"}
"""What a template's script may hold beside its own text; nothing of a page's."""


def own_scripts(env: Environment, config: MkDocsConfig, files: Files) -> frozenset[str]:
    """Return the hashes of the templates' scripts, as they stand in pages at the addresses of these files."""
    bases = {get_relative_url(".", file.url) for file in files.documentation_pages()}
    bases.add(urlsplit(config.site_url or "/").path)
    scripts = set()
    for name in env.list_templates(filter_func=lambda name: name.endswith(".html")):
        assert env.loader
        for source in _SCRIPT.findall(env.loader.get_source(env, name)[0]):
            variables = meta.find_undeclared_variables(env.parse(source))
            if variables <= _KNOWN:
                template = env.from_string(source)
                scripts |= {template.render(config=config, base_url=base) for base in bases}
    return frozenset(script_hash(script.encode()) for script in scripts)
