"""Words."""


def same(one: str, other: str) -> bool:
    return plain(one) == plain(other)


def plain(text: str) -> str:
    return text.casefold()


def spare(text: str) -> str:
    return text.upper()
