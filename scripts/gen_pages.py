"""Hand the generated pages to MkDocs; run by the mkdocs-gen-files plugin on every build."""

import mkdocs_gen_files

build = mkdocs_gen_files.config.plugins["benchdocs"].build
for path, markdown in build.texts.items():
    with mkdocs_gen_files.open(path, "w") as file:
        file.write(markdown)
    if edit_url := build.edit_url(path):
        mkdocs_gen_files.set_edit_path(path, edit_url)
