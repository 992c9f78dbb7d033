"""Read from git what a suite was before: revisions, changes between two states, the log of each spec.

Start with `changes`. It only runs git commands that read, and answers "unknown" where git is missing.
"""
