"""Write findings and changes for people and programs: text, JSON, for GitHub and GitLab, as SARIF.

Start with `text`. A format turns a checked report into a string; it neither prints nor writes files.
"""
