"""Decisions on the pages are those of the files: how many values are settled, which, and how much weight."""

from __future__ import annotations

from support.stories import Story, stories


@stories
def test_pages_say_how_far_values_are_settled(story: Story) -> None:
    story.play()
