"""Texts."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A text and its place."""

    value: str
    place: int = 0


def shown(value: object) -> str:
    return _stripped(value, sign=" ")


def plain(value: object) -> str:
    return _stripped(value, sign=".").lower()


def _stripped(value: object, sign: str) -> str:
    return str(value).strip(sign)
