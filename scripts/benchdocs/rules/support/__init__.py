"""Hold what several rules share and that is no rule: statements of texts, corrections, suggestions.

Only rules come in. Nothing here yields a finding.
"""
