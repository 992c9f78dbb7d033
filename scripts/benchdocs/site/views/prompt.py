"""A judge prompt as its page shows it, its text cut at the sections."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from benchdocs.rules.finding import Finding
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import BenchmarkSpec


class PromptPart(NamedTuple):
    """A part of a prompt's text; `id` is the anchor of its section, or empty."""

    id: str
    text: str
    line: int
    """Its first line, counted from 1."""


class PromptView(NamedTuple):
    """Everything a prompt's page shows."""

    prompt: PromptFile
    slug: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]
    unused: str = "no benchmark"
    """What is shown where no user is known; a dash where some benchmark's prompt could not be read."""

    @property
    def title(self) -> str:
        """The prompt's name as a title."""
        return self.prompt.name.replace("_", " ").capitalize()

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return sha256(self.prompt.text.encode()).hexdigest()

    @property
    def parts(self) -> tuple[PromptPart, ...]:
        """The text cut where its sections start; of two sections of one kind only the first has an anchor."""
        lines = self.prompt.text.splitlines(keepends=True)
        starts = {section.line - 1: section.heading.key for section in reversed(self.prompt.sections)}
        anchors = {key: start for start, key in sorted(starts.items(), reverse=True)}
        return tuple(
            PromptPart(
                f"part-{starts[start]}" if start in anchors.values() else "",
                "".join(lines[start:end]),
                start + 1,
            )
            for start, end in pairwise(sorted({0, *starts, len(lines)}))
        )

    def stretches(self, stops: Container[object]) -> list[list[PromptPart]]:
        """Return the text in stretches of parts; one ends with each part whose first line is a stop."""
        stretches: list[list[PromptPart]] = [[]]
        parts = self.parts
        for part in parts:
            stretches[-1].append(part)
            if part.line in stops and part is not parts[-1]:
                stretches.append([])
        return stretches


def with_slugs(prompts: Iterable[PromptFile]) -> Iterator[tuple[PromptFile, str]]:
    """Yield prompts by name, each with the last part of its address.

    Prompts whose names would give the same address all get a digest of their paths in it.
    """
    order = sorted(prompts, key=lambda prompt: (prompt.name, prompt.path))
    count = Counter(_slug(prompt.name) for prompt in order)
    for prompt in order:
        slug = _slug(prompt.name)
        mark = f"-{sha256(prompt.path.encode()).hexdigest()[:6]}" if count[slug] > 1 else ""
        yield prompt, slug + mark


def _slug(name: str) -> str:
    """Return a name as the last part of an address; never that of the prompts' index."""
    slug = "".join(character if character.isalnum() else "-" for character in name.lower()).strip("-")
    return "index-prompt" if slug == "index" else slug or "prompt"
