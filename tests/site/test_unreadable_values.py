"""The page of a broken spec says what is wrong, and what rests on such a spec is a dash."""

from __future__ import annotations

from support.stories import Story, stories


@stories
def test_pages_say_what_cannot_be_read(story: Story) -> None:
    story.play()
