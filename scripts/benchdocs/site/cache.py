"""What a preview keeps from one build to the next, so that an edit costs no more than what it changes.

A thing is kept under a digest of everything that it was made from. Where that differs, it is made anew.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from hashlib import blake2b
from types import CodeType
from typing import Any, TypeVar

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from benchdocs.rules.rule import Rule
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import Spec

MadeT = TypeVar("MadeT")


class Compiled(BytecodeCache):
    """Templates that were compiled before, by their files and texts, for as long as the program runs."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of the same text, if there is any."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember the code."""
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class PageCache:
    """Things of the last whole build and of what came after it."""

    def __init__(self) -> None:
        self._before: dict[bytes, Any] = {}
        self._now: dict[bytes, Any] = {}
        self._new: list[bytes] = []
        self._thing: object = None
        self._number = 0

    def forget(self) -> None:
        """End a whole build; what neither it nor anything since the one before had a use for is forgotten."""
        self._before, self._now, self._new = self._now, {}, []

    def take_back(self) -> None:
        """End a build halfway: what is new since the last one that was whole is forgotten at once."""
        for key in self._new:
            self._now.pop(key, None)
        self._new = []

    def number(self, thing: object) -> int:
        """Stands for a thing in digests for as long as it is asked for the same one: not equal, the same."""
        if thing is not self._thing:
            self._thing = thing
            self._number += 1
        return self._number

    def find(self, key: bytes) -> Any:
        """What is kept under a digest, or None."""
        found = self._now.get(key, self._before.get(key))
        if found is not None:
            self._now[key] = found
        return found

    def keep(self, key: bytes, made: Any) -> None:
        """Keep something, which must not be None, under a digest of all that it was made from."""
        self._now[key] = made
        self._new.append(key)

    def made(self, make: Callable[[], MadeT], *sources: Any) -> MadeT:
        """What `make` returns, never None; `sources` are its kind and everything that it depends on."""
        return self.made_as(digest(*sources), make)

    def made_as(self, key: bytes, make: Callable[[], MadeT]) -> MadeT:
        """The same under a digest of what it is made from."""
        found = self.find(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found  # type: ignore[no-any-return]


_PLAIN = {
    Spec: lambda spec: (str, (spec.document.path, spec.document.text)),
    PromptFile: lambda prompt: (str, (prompt.path, prompt.text)),
    Rule: lambda rule: (str, (rule.id,)),
}
"""What stands for a file of the suite: its path and text, from which all else follows; and for a rule."""


def digest(*sources: Any) -> bytes:
    """A digest of plain values, specs and prompts; different ones differ in it, equal ones may."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _PLAIN
    pickler.dump(sources)
    return blake2b(buffer.getbuffer(), digest_size=20).digest()
