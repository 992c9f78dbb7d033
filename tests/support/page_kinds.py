"""One page of every kind that the site has, and the sizes and schemes it is looked at in."""

from __future__ import annotations

from support.tables import data

KINDS = data(__file__)["kinds"]
"""Address of the page of each kind, below the site's root."""
