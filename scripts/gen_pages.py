"""Hand the generated pages to MkDocs; run by the mkdocs-gen-files plugin on every build."""

from benchdocs.mkdocs_adapter.generated_pages import write_pages

write_pages()
