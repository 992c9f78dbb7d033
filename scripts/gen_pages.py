"""Hand the generated pages to MkDocs; run by the mkdocs-gen-files plugin on every build."""

import mkdocs_gen_files

from benchdocs.mkdocs_build import build_of

build = build_of(mkdocs_gen_files.config)
for page in build.pages:
    with mkdocs_gen_files.open(page.path, "w") as file:
        file.write(page.markdown)
    if edit_url := build.edit_url(page):
        mkdocs_gen_files.set_edit_path(page.path, edit_url)
