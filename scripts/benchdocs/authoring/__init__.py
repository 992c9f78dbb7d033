"""Change a suite on an author's behalf: new specs, fixes, review records.

Start with `changeset`, through which every change is written. Only commands come in.
"""
