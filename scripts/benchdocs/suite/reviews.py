"""Review stamps: what a stamp says about the spec as it is now."""

from enum import StrEnum

from benchdocs.specs.validation import AnySpec
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.suite import Suite


class Standing(StrEnum):
    """What a spec's review stamp says about the spec as it is now."""

    NONE = "not reviewed"
    CURRENT = "reviewed"
    OUTDATED = "changed since review"


def standing(suite: Suite, spec: AnySpec) -> Standing:
    """Return whether a spec was reviewed, and whether what affects its score is as it was then."""
    if spec.fields.review is None or not spec.fields.review.fingerprint:
        return Standing.NONE
    same = spec.fields.review.fingerprint == fingerprint(suite, spec)
    return Standing.CURRENT if same else Standing.OUTDATED
