"""Former codes, versions and vanished files, held against an earlier state that differs from case to case."""

from __future__ import annotations

from support.stories import Story, stories


@stories
def test_versions_and_codes_are_held_against_an_earlier_state(story: Story) -> None:
    story.play()
