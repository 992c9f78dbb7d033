"""The report of a run as text, Markdown, JSON and an HTML page: `summary.py` has what all say first."""
