"""Scored runs: reads the results of a run, counts them, and says what they mean for the suite.

`reports` shows what this room works out, and `cli` offers it. It reads a checked suite and changes nothing.
"""
