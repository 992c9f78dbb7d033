"""What the scripts share."""


def same(one, other):
    """Return whether two times are equal."""
    return one == other
