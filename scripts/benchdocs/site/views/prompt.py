"""A judge prompt as its page shows it, its text cut at the sections."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple, TypeVar

from benchdocs.rules.finding import Finding
from benchdocs.site.views.cases import CasesView
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.judge_reply import JudgeReply
from benchdocs.specs.prompt_file import PromptExample, PromptFile
from benchdocs.suite.codes import codes_in
from benchdocs.suite.prompt_texts import left_out
from benchdocs.suite.suite import BenchmarkSpec

Evaluator = PromptFile | CodeEvaluator
EvaluatorT = TypeVar("EvaluatorT", PromptFile, CodeEvaluator)
_TAKEN = {"index": "index-prompt", "labels": "labels-script"}


class PromptPart(NamedTuple):
    """A part of a prompt's text, with its first line, counted from 1.

    `id` is the anchor of its section, or empty.
    """

    id: str
    text: str
    line: int


class LeftAside(NamedTuple):
    """A matter that the judge leaves aside, with the codes of what takes it up, from the benchmark's spec."""

    text: str
    codes: tuple[str, ...]


class Message(NamedTuple):
    """One of the messages in which a prompt is sent, in parts."""

    id: str
    title: str
    parts: Sequence[PromptPart]

    @property
    def text(self) -> str:
        """The message as a whole."""
        return "".join(part.text for part in self.parts)


class PromptView(NamedTuple):
    """Everything a prompt's page shows.

    Attributes:
        unused: What is shown where no user is known; a dash where some benchmark's prompt could not be read.
        cases: The calibration cases of each of its users, or that it has none.
    """

    prompt: PromptFile
    slug: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]
    unused: str = "no benchmark"
    cases: tuple[CasesView, ...] = ()

    @property
    def label(self) -> str:
        """What the prompt is called next to the codes of its users."""
        return prompt_label(self.prompt, self.users)

    @property
    def title(self) -> str:
        """The label after the codes of the benchmarks it judges."""
        codes = ", ".join(user.code for user in self.users)
        return f"{codes} prompt: {self.label}" if codes else self.label

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return sha256(self.prompt.unix_text.encode()).hexdigest()

    @property
    def parts(self) -> tuple[PromptPart, ...]:
        """The text cut where its sections start; of two sections of one kind only the first has an anchor."""
        lines = self.prompt.text.splitlines(keepends=True)
        anchors, anchored = dict[int, str](), set[str]()
        for section in self.prompt.sections:
            key = section.heading.key
            anchors.setdefault(section.line - 1, "" if key in anchored else f"part-{key}")
            anchored.add(key)
        parts = []
        for start, end in pairwise(sorted({0, *anchors, len(lines)})):
            parts.append(PromptPart(anchors.get(start, ""), "".join(lines[start:end]), start + 1))
        return tuple(parts)

    @property
    def messages(self) -> list[Message]:
        """The messages of the text."""
        inputs = self.prompt.section("inputs")
        case = [part for part in self.parts if inputs and part.line >= inputs.line]
        system = self.parts[: len(self.parts) - len(case)]
        if not (system and case):
            return [Message("", "", self.parts)]
        return [
            Message("system-message", "System message", system),
            Message("case-message", "Message of one case", case),
        ]

    @property
    def left_aside(self) -> tuple[LeftAside, ...]:
        """The entries below `Ignore:`, each with the codes that the spec's own entry names."""
        entries: dict[str, str] = {}
        for user in self.users:
            entries |= left_out(user)
        section = self.prompt.section("ignore")
        found = []
        for item in section.items if section else ():
            codes = dict.fromkeys(whole for _, _, whole in codes_in(entries.get(item, "")))
            found.append(LeftAside(item, tuple(codes)))
        return tuple(found)

    @property
    def examples(self) -> tuple[tuple[PromptExample, JudgeReply], ...]:
        """The examples whose reply is valid, each with the reply."""
        return tuple((example, example.judged) for example in self.prompt.examples if example.judged)


def prompt_label(prompt: Evaluator, users: Iterable[BenchmarkSpec]) -> str:
    """Return what a prompt or script is called: like the benchmarks it judges; without any, like its file."""
    labels = ", ".join(user.fields.label or user.code for user in users)
    return labels or prompt.name.replace("_", " ").capitalize()


def with_slugs(prompts: Iterable[EvaluatorT]) -> Iterator[tuple[EvaluatorT, str]]:
    """Yield prompts or scripts by name, each with the last part of its address.

    Those whose names would give the same address all get a digest of their paths in it.
    """
    order = sorted(prompts, key=lambda prompt: (prompt.name, prompt.path))
    count = Counter(_slug(prompt.name) for prompt in order)
    for prompt in order:
        slug = _slug(prompt.name)
        mark = f"-{sha256(prompt.path.encode()).hexdigest()[:6]}" if count[slug] > 1 else ""
        yield prompt, slug + mark


def _slug(name: str) -> str:
    """Return a name as the last part of an address; never that of the prompts' index or of the labels."""
    slug = "".join(character if character.isalnum() else "-" for character in name.lower()).strip("-")
    return _TAKEN.get(slug, slug) or "prompt"
