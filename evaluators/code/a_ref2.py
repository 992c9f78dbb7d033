"""A-REF2, first half: whether the signature agrees with its label, and each witness has a trace.

Whether the right person is charted as the witness is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_SIGNATURES = {
    "not possible": "not possible, unable, could not, cannot, impossib, verbal",
    "declined": "declin, refus, would not, ^no., ^not., unsigned, not signed, did not, never",
    "signed": "signed, signature obtain, signature captur, signature on, signs, yes, true, obtained",
}
ELEMENTS = {
    "refusal_signature": (Element("value", "class", ("refusal_signature",), "sign, form", _SIGNATURES),),
    "refusal_witness": (Element("value", "words", ("witness",), "witness, in front, present"),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "signature and witness")
