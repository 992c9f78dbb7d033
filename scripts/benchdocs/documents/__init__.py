"""Read any bytes as positioned text, YAML or Markdown, and edit YAML without touching the rest.

Start with `yaml_document`. Nothing here raises on bad input: every oddity is a problem with a place.
Every room above may use it. It knows nothing of benchmarks, and imports no other room.
"""
