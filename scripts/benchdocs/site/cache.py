"""Cache what a preview made from one build to the next, so that an edit costs no more than what it changes.

Each value is stored under a digest of everything that it was made from; where that differs, it is made anew.
"""

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


class CompiledTemplates(BytecodeCache):
    """Compiled templates, by file and text, for as long as the program runs."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that was compiled from the same text, if there is any."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code."""
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledTemplates()


class PageCache:
    """Values that a preview made since its last whole build, and in that build."""

    def __init__(self) -> None:
        self._before: dict[bytes, Any] = {}
        self._now: dict[bytes, Any] = {}
        self._new: list[bytes] = []
        self._identified: object = None
        self._number = 0

    def finish_build(self) -> None:
        """End a whole build: drop what was used neither in it nor since the one before."""
        self._before, self._now, self._new = self._now, {}, []

    def abandon_build(self) -> None:
        """End an unfinished build: drop what is new since the last whole one."""
        for key in self._new:
            self._now.pop(key, None)
        self._new = []

    def identity_number(self, value: object) -> int:
        """Return a number for digests that stays as long as the same object is given, not an equal one."""
        if value is not self._identified:
            self._identified = value
            self._number += 1
        return self._number

    def get(self, key: bytes) -> Any:
        """Return the value under a digest, or None."""
        found = self._now.get(key, self._before.get(key))
        if found is not None:
            self._now[key] = found
        return found

    def store(self, key: bytes, value: Any) -> None:
        """Store a value, which must not be None, under a digest of everything that it was made from."""
        self._now[key] = value
        self._new.append(key)

    def get_or_make(self, key: bytes, make: Callable[[], MadeT]) -> MadeT:
        """Return the value under a digest, or what `make` returns, which is stored."""
        found = self.get(key)
        if found is None:
            found = make()
            self.store(key, found)
        return found  # type: ignore[no-any-return]


_PLAIN = {
    Spec: lambda spec: (str, (spec.document.path, spec.document.text)),
    PromptFile: lambda prompt: (str, (prompt.path, prompt.text)),
    Rule: lambda rule: (str, (rule.id,)),
}
"""What a digest is made from in place of an object: the path and text of a file, the ID of a rule."""


def digest(*sources: Any) -> bytes:
    """Return a digest of plain values, specs and prompts.

    Values that differ have different digests; values that are equal may have different ones as well.
    """
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _PLAIN
    pickler.dump(sources)
    return blake2b(buffer.getbuffer(), digest_size=20).digest()
