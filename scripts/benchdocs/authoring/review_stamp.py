"""Write the stamp that a review leaves in a spec."""

import datetime
import json

from benchdocs.documents.yaml_edit import with_mapping


def stamped(text: str, by: str, on: datetime.date, fingerprint: str) -> str:
    """Return a spec's text with its review stamp replaced, or added at its end; nothing else changes.

    Raises EditError where the form of the file leaves no place for it.
    """
    # Quoted: a name may hold any character, and a fingerprint of digits would be a number.
    name, digest = json.dumps(by, ensure_ascii=False), json.dumps(fingerprint)
    return with_mapping(text, "review", {"by": name, "on": str(on), "fingerprint": digest})
