"""What a preview keeps from one build to the next, so that an edit costs no more than what it changes.

A thing is kept under a digest of everything that it was made from. Where that differs, it is made anew.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, ClassVar, TypeVar

from benchdocs.load import Spec
from benchdocs.promptdoc import PromptFile
from benchdocs.rules.rule import Rule

MadeT = TypeVar("MadeT")


class Kept:
    """Things of the last build and of the one that goes on."""

    def __init__(self) -> None:
        self._before: dict[bytes, Any] = {}
        self._now: dict[bytes, Any] = {}

    def start(self) -> None:
        """Begin a build; what the last one had no use for is forgotten."""
        if self._now:
            self._before, self._now = self._now, {}

    def find(self, key: bytes) -> Any:
        """What is kept under a digest, or None."""
        found = self._now.get(key, self._before.get(key))
        if found is not None:
            self._now[key] = found
        return found

    def keep(self, key: bytes, made: Any) -> None:
        """Keep something, which must not be None, under a digest of all that it was made from."""
        self._now[key] = made

    def made(self, make: Callable[[], MadeT], *sources: Any) -> MadeT:
        """What `make` returns, never None; `sources` are its kind and everything that it depends on."""
        key = digest(*sources)
        found = self.find(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found  # type: ignore[no-any-return]


class _Digester(pickle.Pickler):
    """Pickles a file of the suite as its path and text, from which all else follows; a rule as its ID."""

    dispatch_table: ClassVar[dict[type, Any]] = {
        Spec: lambda spec: (str, (spec.document.path, spec.document.text)),
        PromptFile: lambda prompt: (str, (prompt.path, prompt.text)),
        Rule: lambda rule: (str, (rule.id,)),
    }


def digest(*sources: Any) -> bytes:
    """A digest of plain values, specs and prompts; different ones differ in it, equal ones may."""
    buffer = io.BytesIO()
    _Digester(buffer, pickle.HIGHEST_PROTOCOL).dump(sources)
    return blake2b(buffer.getbuffer(), digest_size=20).digest()
