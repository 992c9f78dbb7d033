"""Hold every kind of page, with all facts of the kind and the function that makes its pages.

`registry` lists them. A new kind is a constant, a line there, one template of its name, and its test.
"""
