"""Connect the site to MkDocs and Material: the only room that imports either.

Start with `plugin`, which MkDocs calls, and `build`, which it hands on to. Only commands come in.
"""
