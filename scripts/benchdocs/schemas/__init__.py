"""Describe the fields of a spec to editors and readers: JSON Schemas and the field guide.

Start with `build`. Everything is derived from the models and the rules; nothing here is a fact of its own.
"""
