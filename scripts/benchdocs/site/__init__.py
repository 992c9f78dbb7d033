"""Make the pages and data files of a checked suite, without knowing which generator publishes them.

Start with `site` and `pages/`: one module a kind of page. Views work out what a page shows, templates lay it
out. Everything of a spec reaches a page escaped. Nothing here imports MkDocs.
"""
