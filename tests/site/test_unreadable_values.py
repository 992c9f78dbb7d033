"""The page of a broken spec says what is wrong, and what rests on such a spec is a dash."""

from __future__ import annotations

from support.stories import stories

test_story = stories(__file__)
