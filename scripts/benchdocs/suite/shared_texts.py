"""Texts that several files have, to be searched once."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

FileT = TypeVar("FileT")


class _Holder(NamedTuple, Generic[FileT]):
    """A file with the texts that no file before it has."""

    file: FileT
    own: list[str]
    sources: frozenset[int]
    """The numbers of the files that each of its texts is in first."""


class SharedTexts(Generic[FileT]):
    """The texts of some files, many of which repeat those of others; each is searched where it is first."""

    def __init__(self, files: Iterable[tuple[FileT, list[str]]]) -> None:
        first: dict[str, int] = {}
        self._holders: list[_Holder[FileT]] = []
        self.repeating: list[FileT] = []
        """The files that have a text twice."""
        for number, (file, texts) in enumerate(files):
            distinct = dict.fromkeys(texts)
            own = [text for text in distinct if text not in first]
            first.update(dict.fromkeys(own, number))
            self._holders.append(_Holder(file, own, frozenset(map(first.__getitem__, distinct))))
            if len(distinct) < len(texts):
                self.repeating.append(file)

    def holding(self, may_hold: Callable[[str], object]) -> Iterator[FileT]:
        """Yield the files that a quick look at their texts, joined by blank lines, does not clear."""
        found = {number for number, each in enumerate(self._holders) if may_hold("\n\n".join(each.own))}
        return (each.file for each in self._holders if found and not found.isdisjoint(each.sources))
