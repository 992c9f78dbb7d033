"""Hold one module for each kind of page, with all facts of the kind and the function that makes its pages.

`registry` lists them. A new kind is one module, one template of the same name, and its test.
"""
