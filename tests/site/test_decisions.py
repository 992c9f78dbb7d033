"""Decisions on the pages are those of the files: how many values are settled, which, and how much weight."""

from __future__ import annotations

from support.stories import stories

test_story = stories(__file__)
