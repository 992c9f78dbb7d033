"""Parse a judge prompt into its sections, without changing its text."""

import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from json import JSONDecoder
from typing import NamedTuple

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.judge_reply import REPLY_DECODER, JudgeReply


class Heading(NamedTuple):
    """Heading of a section that a prompt has; those from the reply on are optional."""

    key: str
    text: str
    required: bool = True

    @property
    def name(self) -> str:
        """What prose calls it: its text without the colon."""
        return self.text.rstrip(":")


HEADINGS = (
    Heading("system", "SYSTEM:"),
    Heading("behavior", "BEHAVIOR:"),
    Heading("description", "DESCRIPTION:"),
    Heading("scope", "EVALUATION SCOPE:"),
    Heading("include", "Include:"),
    Heading("ignore", "Ignore:"),
    Heading("rubric", "RUBRIC"),
    Heading("automatic_fail", "Automatic fail if any of the following are true:"),
    Heading("pass_conditions", "Pass conditions (all must be satisfied):"),
    Heading("acceptable_variations", "Acceptable variations (still treated as pass):"),
    Heading("uncertainty", "Uncertainty policy:"),
    Heading("reply", "REPLY:", required=False),
    Heading("examples", "EXAMPLES:", required=False),
    Heading("inputs", "INPUTS", required=False),
    Heading("ground_truth", "GROUND_TRUTH:", required=False),
    Heading("source_narrative", "SOURCE_NARRATIVE:", required=False),
    Heading("candidate_output", "CANDIDATE_OUTPUT:", required=False),
)
INPUTS = ("ground_truth", "source_narrative", "candidate_output")
"""Placeholders and section keys of a judge's inputs, in their order."""
BOUNDARY = "BOUNDARY"
"""What the harness replaces in the case part, before it fills in the inputs, by a code made for the case."""


def _opening(heading: Heading) -> str:
    """Return a regular expression of a heading without the remark that follows some of them."""
    return re.escape(heading.text.rstrip(":").split(" if any")[0].split(" (")[0])


_AHEAD = re.compile(r"[#*\s]*")
_SEPARATORS = ("---", "===", "___")
_LETTERS = 4
_ENDS_HEADING = re.compile(r"[\s*]*(?:\([^)]*\)[\s*]*)?:")
"""What may follow a heading in capitals; `GROUND_TRUTH labels it:` is a line of prose."""
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+(.*)")
_QUOTED_PASS = re.compile(
    r"pass[\"'`](?<=[\"'`]pass.)(?<![:=] .pass.)(?<![:=].pass.)"  # no value
    r"(?!\s*(?:or|and|/|\||,)\s*[\"'`]fail)"
)
_BARE_PASS = r"[{,]\s*pass\s*:"
_JSON = JSONDecoder()
_BEHAVIOR_ID = re.compile(r"[\s`*]*([^\W\d_][\w-]*)[ \t`*.]*(?:\n|$)")


@dataclass(frozen=True)
class PromptForm:
    """Headings, placeholders and form of the reply that the prompts of a suite have in common.

    Attributes:
        inputs: Placeholders of the labels, the input and the output.
        reply: Path of the JSON Schema of a reply; empty for that of `JudgeReply`.
        reply_keys: Usual keys of a reply, each with the one that the suite's judges write instead.
    """

    headings: tuple[Heading, ...] = HEADINGS
    inputs: tuple[str, ...] = INPUTS
    reply: str = ""
    reply_keys: tuple[tuple[str, str], ...] = ()

    def reply_key(self, key: str) -> str:
        """Return what the suite's judges write for a usual key of a reply."""
        return dict(self.reply_keys).get(key, key)

    @cached_property
    def heading(self) -> dict[str, Heading]:
        """Headings by the keys of their sections."""
        return {heading.key: heading for heading in self.headings}

    @cached_property
    def key_of(self) -> dict[str, str]:
        """Keys of the inputs' sections by their placeholders."""
        return dict(zip(self.inputs, INPUTS, strict=True))

    @cached_property
    def labels(self) -> dict[str, Heading]:
        """Headings of the inputs by their keys; for those without one, the line that names them."""
        named = {key: Heading(key, f"{name.upper()}:", required=False) for name, key in self.key_of.items()}
        return named | {key: self.heading[key] for key in named if key in self.heading}

    @cached_property
    def closer_look(self) -> re.Pattern[str]:
        """How a heading or a separator starts; few other lines do."""
        starts = sorted({re.escape(heading.text[:_LETTERS]) for heading in self.headings})
        return re.compile(r"[#*\s]*(?:" + "|".join((*starts, *_SEPARATORS)) + ")")

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        longest_first = sorted(self.headings, key=lambda heading: -len(heading.text))
        openings = (f"(?P<{heading.key}>{_opening(heading)})" for heading in longest_first)
        return re.compile("(?:" + "|".join(openings) + r")(?!\w)")

    @cached_property
    def opened_by(self) -> Callable[[str], tuple[Heading | None, str]]:
        """What returns the heading that a line starts with, and the rest; prompts repeat the same lines."""
        return lru_cache(maxsize=256)(self._opened_by)

    def _opened_by(self, line: str) -> tuple[Heading | None, str]:
        start = _AHEAD.match(line).end()  # type: ignore[union-attr]
        match = self._opening.match(line, start)
        if not match:
            return None, ""
        heading, rest = self.heading[str(match.lastgroup)], line[match.end() :]
        if not heading.text.endswith(":"):
            is_line_of_prose = bool(rest.strip(" :*"))
            return None if is_line_of_prose else heading, ""
        if ":" in rest and (not heading.text.isupper() or _ENDS_HEADING.match(rest)):
            return heading, rest.split(":", 1)[1].strip(" *")
        return None, ""


USUAL_FORM = PromptForm()


class PromptSection(NamedTuple):
    """Section of a prompt: its heading, the line it starts at, and the text below it."""

    heading: Heading
    line: int
    body: str

    @property
    def items(self) -> tuple[str, ...]:
        """Return bullets or numbered conditions, each as one line; empty where the section is prose."""
        items: list[list[str]] = []
        for line in self.body.splitlines():
            if match := _ITEM.match(line):
                items.append([match[1].strip()])
            elif items and line.strip():
                items[-1].append(line.strip())
        return tuple(" ".join(lines) for lines in items)

    @property
    def lead(self) -> str:
        """Return the prose before the first item, with its lines joined."""
        lead: list[str] = []
        for line in self.body.splitlines():
            if _ITEM.match(line):
                break
            lead.append(line.strip())
        return " ".join(part for part in lead if part)


@dataclass(frozen=True)
class PromptExample:
    """Example in a prompt: the situation in a few words, and the reply to it.

    Attributes:
        line: The line of the reply, counted from 1.
        data: The reply as data; empty where it is no JSON, or names a key twice.
    """

    situation: str
    reply: str
    line: int
    data: dict[str, object]

    @cached_property
    def judged(self) -> JudgeReply | None:
        """The reply; None where it is no valid one."""
        with suppress(ValueError):
            return JudgeReply.model_validate(self.data)
        return None


@lru_cache(maxsize=256)
def _examples(body: str, line: int) -> tuple[PromptExample, ...]:
    """Return the examples in the text of a section, which starts at a line; prompts may repeat it."""
    examples: list[PromptExample] = []
    done = 0
    for match in re.finditer(r"^\{.*", body, re.MULTILINE):
        if match.start() >= done:
            above, start, end = body[done : match.start()], match.start(), match.end()
            data: dict[str, object] = {}
            with suppress(ValueError, RecursionError):
                data, end = REPLY_DECODER.raw_decode(body, start)
            if not data:
                with suppress(ValueError, RecursionError):
                    end = _JSON.raw_decode(body, start)[1]
            number = line + body.count("\n", 0, start)
            examples.append(PromptExample(" ".join(above.split()), body[start:end], number, data))
            done = end
    return tuple(examples)


@dataclass(eq=False, repr=False)
class PromptFile(TextFile):
    """Judge prompt with its sections in the order of the file."""

    sections: tuple[PromptSection, ...] = ()

    @property
    def name(self) -> str:
        """Return the concept in the file's name: `interpreter_use` of `interpreter_use_prompt.md`."""
        return self.stem.removesuffix("_prompt")

    def section(self, key: str) -> PromptSection | None:
        """Return the first section with this key."""
        for section in self.sections:
            if section.heading.key == key:
                return section
        return None

    def heading_at(self, offset: int) -> Heading | None:
        """Return the heading of the section that holds a character, if any."""
        line = self.position_of(offset).line
        number = bisect_right(self.sections, line, key=lambda section: section.line)
        return self.sections[number - 1].heading if number else None

    @property
    def messages(self) -> tuple[str, str]:
        """The system message, which is the same for every case, and the message of one case.

        The second is empty where the prompt has no inputs.
        """
        section = self.section("inputs")
        start = section.line - 1 if section else len(self.lines)
        return "\n".join(self.lines[:start]), "\n".join(self.lines[start:])

    @cached_property
    def examples(self) -> tuple[PromptExample, ...]:
        """Replies that the prompt shows, each with the words above it; invalid JSON ends with its line."""
        section = self.section("examples")
        if not section:
            return ()
        return _examples(section.body, section.line + 1)

    @property
    def behavior(self) -> str | None:
        """Return the behavior ID that the prompt judges; None where the section starts with prose."""
        section = self.section("behavior")
        match = _BEHAVIOR_ID.match(section.body) if section else None
        return match[1] if match else None

    @cached_property
    def asks_for_pass(self) -> bool:
        """Return whether the prompt demands a reply with a `pass` key."""
        return bool(_QUOTED_PASS.search(self.text) or re.search(_BARE_PASS, self.text))


def parse_prompt(file: TextFile, form: PromptForm = USUAL_FORM) -> PromptFile:
    """Split a prompt into its sections; text before the first heading belongs to none."""
    headings: list[tuple[Heading, int]] = []
    bodies: list[list[str]] = [[]]
    looks_like_one = form.closer_look.match
    for number, line in enumerate(file.lines, 1):
        heading, rest, is_separator = None, "", False
        if looks_like_one(line):
            heading, rest = form.opened_by(line)
            characters = line.strip()
            is_separator = characters.startswith(_SEPARATORS) and not characters.strip(characters[0])
        if heading:
            headings.append((heading, number))
            bodies.append([rest])
        elif not is_separator:
            bodies[-1].append(line)
    sections = []
    for (heading, number), body in zip(headings, bodies[1:], strict=True):
        sections.append(PromptSection(heading, number, "\n".join(body).strip("\n")))
    return PromptFile(file.path, file.text, file.problems, tuple(sections))


def is_heading(line: str) -> bool:
    """Return whether a line is a heading: one of a prompt's sections, or one of Markdown."""
    return line.lstrip().startswith("#") or USUAL_FORM.opened_by(line)[0] is not None
