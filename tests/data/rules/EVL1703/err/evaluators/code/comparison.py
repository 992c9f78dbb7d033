"""What scripts share."""


def same(one, other):
    return one == other
