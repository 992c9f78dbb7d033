"""The report of a run as text, Markdown, JSON and an HTML page: `first_screen.py` has what all say first."""
