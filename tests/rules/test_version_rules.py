"""Former codes, versions and vanished files, held against an earlier state that differs from case to case."""

from __future__ import annotations

from support.stories import stories

test_story = stories(__file__)
