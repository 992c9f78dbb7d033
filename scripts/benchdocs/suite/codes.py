"""Codes in texts, also misspelled ones."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

_NAME = r"[A-Za-z]{2,}\d*"
_VARIANT = r"(-(?![A-Z]{1,3}-[A-Z]{2,}\d)[A-Za-z][A-Za-z0-9]*)?(?![\w])"
CODE_IN_TEXT = re.compile(rf"(?<![\w-])([A-Za-z]{{1,4}}-{_NAME}){_VARIANT}")
"""Anything in a text that has the form of a code; a word joined to it by a hyphen counts as its variant."""
_LETTERS_BEFORE = "|".join(rf"(?<=(?<![\w-])[A-Za-z]{{{letters}}}-)()" for letters in range(1, 5))
_HYPHEN = re.compile(rf"-(?=({_NAME}){_VARIANT})(?:{_LETTERS_BEFORE})")
"""The hyphen of a code, which is rarer in a text than what looks like the start of a code. The number of its
last group depends on the number of letters before it: 3 for one letter, 4 for two, and so on."""
_NUMBER_AND_VARIANT = re.compile(r"\d+(-[a-z][a-z0-9]*)?$")
NUMBERED = re.compile(r"[A-Z]{1,4}-[A-Z]{2,}\d+")
_DASHES = r"_\u2010-\u2015\u2212"
"""Characters that a word processor or a typing error puts in place of a code's hyphen."""
_AFTER_LETTERS = r"(?<=[A-Z].)(?<![A-Z]{4}.)"
_UNDERSCORE = re.compile(rf"_{_AFTER_LETTERS}(?=[A-Z]{{2}})")
_APART_OR_LATE = re.compile(rf"-(?:(?=[A-Z]{{2,}}[- {_DASHES}]\d){_AFTER_LETTERS}|[0-9](?<=[A-Z]{{4}}-.))")
_DASH = re.compile(rf"[{_DASHES}]{_AFTER_LETTERS}(?=[A-Z]{{2}})")
_JOINED = re.compile(r"[0-9](?<=[A-Za-z]{4}.)")
_LONG = 2_000
"""Characters from which on a text is not searched for `ANEG1`, which takes long in prompts."""
_SLASHED = re.compile(r"/[0-9](?<=[A-Z][0-9]/.)")
"""Fast tests for a code that may be misspelled; the first two search for their first character."""
_ODD_CODE = (
    rf"(?<![\w-])(?:[A-Z]{{1,3}}(?:[{_DASHES}][A-Z]{{2,}}(?:[- {_DASHES}]?\d+)?"
    rf"|(?P<apart>-[A-Z]{{2,}}[- {_DASHES}]\d+)|-[A-Z]{{2,}}\d+(?:/\d{{1,2}})+)"
    r"|(?<![/#=.@])[A-Za-z]{4,9}-?\d+)(?![\w-]|[./]\d)"
)
_HANDS_OVER = (
    r"\b(?:use|see|(?:covered|handled|judged|scored|owned|checked) (?:by|under|in)|belongs? to|left to)"
    r"\s+(?:the\s+)?$"
)
_ADDRESS = re.compile(r"^[/#=.@]|\.\w|(?<=\w)/(?![A-Za-z]{1,3}-|\d)")
"""What makes a word in small letters a part of a path, an address or a file's name."""
_LOOK_BACK = 40
"""Characters before a code that may leave cases to it."""


def codes_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the offset, base and whole text of every match of `CODE_IN_TEXT`, searched by its hyphen."""
    for match in _HYPHEN.finditer(text):
        start = match.start() + 2 - (match.lastindex or 0)
        base = text[start : match.end(1)]
        yield start, base, base + (match[2] or "")


def odd_codes(text: str) -> Iterator[str]:
    """Yield what may be misspelled codes: `A_NEG 1`, `ANEG1`, `A-LNG1/2`; a number apart ends a clause."""
    is_odd = _DASH.search(text) if not text.isascii() else "_" in text and _UNDERSCORE.search(text)
    is_odd = is_odd or _APART_OR_LATE.search(text) or ("/" in text and _SLASHED.search(text))
    if not is_odd and (len(text) > _LONG or not _JOINED.search(text)):
        return
    for match in re.finditer(_ODD_CODE, text):
        ahead = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        is_whole = not match["apart"] or re.match(r"\s*(?:[),.;:]|$|instead\b)", text[match.end() :])
        if is_whole or re.search(_HANDS_OVER, ahead.lower()):
            yield match[0]


def may_name_code(text: str) -> bool:
    """Return whether a text has what has the form of a code, or of a misspelled one."""
    return any(codes_in(text)) or any(odd_codes(text))


def with_codes(text: str, renamed: Mapping[str, str]) -> str:
    """Return a text with renamed codes replaced; a longer code, or one with a variant, is another code."""
    pieces, end = [], 0
    for start, _, code in codes_in(text):
        if code in renamed:
            pieces += [text[end:start], renamed[code]]
            end = start + len(code)
    return "".join((*pieces, text[end:]))


def implied_rubric(code: str) -> str:
    """Return the rubric of a benchmark that states none: its code without number and variant."""
    return _NUMBER_AND_VARIANT.sub("", code)


def is_component(code: str) -> bool:
    """Return whether a rubric's code is that of a whole component: `A`, and not `A-LNG`."""
    return "-" not in code


def component_of(code: str) -> str:
    """Return the letters before a code's hyphen."""
    return code.split("-")[0]


def component_folder(code: str) -> str:
    """Return the usual folder of the benchmarks of a code's component."""
    return f"{component_of(code).lower()}-component"


class Mention(NamedTuple):
    """A code that a text names; `code` is the known code, or None where the suite has no such code."""

    text: str
    code: str | None


class KnownCodes:
    """The codes of a suite, to be found in texts."""

    def __init__(self, present: Mapping[str, str], rubrics: Collection[str]) -> None:
        self._mentions = {code: Mention(code, present_code) for code, present_code in present.items()}
        """Each code, former ones included, with the present one."""
        self._families = {code.replace("-", "") for code in rubrics if "-" in code}
        self._components = {component_of(code) for code in present.values()}
        self._upper = {code.upper() for code in present.values()}

    def mentions(self, text: str) -> Iterator[Mention]:
        """Yield the codes that a text names. What merely looks like a code (`X-RAY`) is left out."""
        for start, base, whole in codes_in(text):
            if whole in self._mentions:
                yield self._mentions[whole]
            elif self._is_meant(base, text, start):
                yield Mention(whole, None)

    def meant_in(self, text: str) -> tuple[Mention, ...]:
        """Return the codes that a text names, then those of the suite's rubrics that are misspelled."""
        odd = [Mention(code, None) for code in odd_codes(text) if self.is_of_family(code)]
        return (*self.mentions(text), *odd)

    def is_of_family(self, word: str) -> bool:
        """Return whether what may be a code has the letters of one of the suite's rubrics."""
        return re.sub(r"[\W\d_]", "", word).upper() in self._families

    def unknown_in(self, text: str) -> tuple[str, ...]:
        """Return the codes that a text names and the suite lacks, also misspelled ones, each once."""
        unknown = (mention.text for mention in self.meant_in(text) if mention.code is None)
        return tuple(dict.fromkeys(unknown))

    def _is_meant(self, base: str, text: str, start: int) -> bool:
        """Return whether what has the form of a code must be one: it is numbered, or cases are left to it."""
        before, upper = text[max(0, start - _LOOK_BACK) : start], base.upper()
        if base != upper and _ADDRESS.search(text[max(0, start - 1) : start + len(base) + 3]):
            return False
        is_known = upper in self._upper and not (base.islower() and not base[-1].isdigit())
        if is_known or (base != upper and NUMBERED.match(upper) and self.is_of_family(base)):
            return True
        component = component_of(base)
        if NUMBERED.fullmatch(base):
            return len(component) == 1 or component in self._components
        if not base.isupper() or component not in self._components:
            return False
        return bool(re.search(_HANDS_OVER, before.lower()))
