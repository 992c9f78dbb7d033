"""Turn the files of a suite into typed specs: fields, formulas, prompt files, settings.

Start with `models` for the fields and `loading` for the way from a folder to specs. Every room above may use
it. It reads files and never writes; it knows one spec at a time, and imports `documents` and `files` only.
"""
