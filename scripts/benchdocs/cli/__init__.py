"""Offer the commands of `benchdocs`, one module a command.

Start with `main`. A module is imported only when its command runs, so that `check` starts fast.
"""
