"""The words for what a suite is about: its product, what goes into it and what comes out."""

import re
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

_ODD = re.compile(r"^[\W_]|[^\w .,'’‘“”–—&+/()-]")
"""What Markdown, HTML, YAML or a template could take for its own, or another line."""
_LONGEST = 60
_FORM = "a few words on one line, of at most 60 letters, digits, spaces and `.,'&+/()-`"


class Nouns(NamedTuple):
    """What a suite's pages and drafts call the product under test, and what goes into it and comes out.

    Attributes:
        author: Who makes an input.
        given: What was done with the words of an input: `dictated`.
        returned: What the product did with an entry of its output: `charted`.
        input_plural: More than one input; empty where its plural is an English one.
        output_plural: More than one output.
    """

    product: str = "the product"
    input: str = "input"
    output: str = "output"
    author: str = "author"
    given: str = "given"
    returned: str = "returned"
    input_plural: str = ""
    output_plural: str = ""

    @property
    def stated(self) -> dict[str, str]:
        """The nouns that differ from the usual ones, by their settings."""
        usual = Nouns()._asdict()
        return {name: noun for name, noun in self._asdict().items() if noun != usual[name]}

    @property
    def inputs(self) -> str:
        """More than one input."""
        return self.input_plural or _plural(self.input)

    @property
    def outputs(self) -> str:
        """More than one output."""
        return self.output_plural or _plural(self.output)

    @property
    def an_output(self) -> str:
        """The output with its article."""
        article = "an" if self.output[0].lower() in "aeiou" else "a"
        return f"{article} {self.output}"

    def fill(self, text: str) -> str:
        """Return a text of the program's own with the nouns in its places: `{output}`, `{inputs}`."""
        return text.format(**self._asdict(), inputs=self.inputs, outputs=self.outputs)


def _noun(text: str) -> str:
    """Return a noun; refuse what is none, such as a text with `:`."""
    odd = _ODD.search(text)
    if not text or len(text) > _LONGEST:
        why = f"it has {len(text) or 'no'} characters"
    elif odd:
        character = odd[0] if odd[0].isprintable() else ascii(odd[0])[1:-1]
        why = f"it has `{character}`"
    else:
        return text
    raise PydanticCustomError("noun", "has to be {form}, but {why}", {"form": _FORM, "why": why})


Noun = Annotated[str, AfterValidator(_noun), WithJsonSchema({"type": "string", "maxLength": _LONGEST})]


def _plural(noun: str) -> str:
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"
