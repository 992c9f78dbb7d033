"""A judge prompt as its page shows it: its text cut at the sections, and a list of what it has and lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from benchdocs.rules.finding import Finding
from benchdocs.specs.prompt_file import HEADINGS, PromptFile
from benchdocs.suite.suite import BenchmarkSpec


@dataclass(frozen=True)
class PromptPart:
    """A stretch of a prompt's text; `id` is the anchor of the section it is, or empty."""

    id: str
    text: str
    line: int
    """Its first line, counted from 1."""


@dataclass(frozen=True)
class ChecklistEntry:
    """A section that a prompt has or lacks."""

    name: str
    id: str
    """Anchor of the section; empty where the prompt lacks it."""
    count: int
    """Its bullets or numbered conditions."""
    is_required: bool


@dataclass(frozen=True)
class PromptView:
    """Everything a prompt's page shows."""

    prompt: PromptFile
    slug: str
    title: str
    digest: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]
    unused: str = "no benchmark"
    """What stands in place of the users where none is known; a dash where one may not have been readable."""

    @property
    def parts(self) -> tuple[PromptPart, ...]:
        """The text, whole and in order."""
        return tuple(_parts(self.prompt))

    @property
    def checklist(self) -> tuple[ChecklistEntry, ...]:
        """The sections that a prompt may have, and what this one has of them."""
        return tuple(_checklist(self.prompt))

    def stretches(self, stops: Container[object]) -> list[list[PromptPart]]:
        """The text in stretches of parts: one ends with each part whose first line is among the stops."""
        stretches: list[list[PromptPart]] = [[]]
        parts = self.parts
        for part in parts:
            stretches[-1].append(part)
            if part.line in stops and part is not parts[-1]:
                stretches.append([])
        return stretches


def with_slugs(prompts: Iterable[PromptFile]) -> Iterator[tuple[PromptFile, str]]:
    """Prompts by name, each with the last part of its address.

    Prompts whose names would make the same address all carry a mark of their paths.
    """
    order = sorted(prompts, key=lambda prompt: (prompt.name, prompt.path))
    count = Counter(_slug(prompt.name) for prompt in order)
    for prompt in order:
        slug = _slug(prompt.name)
        mark = f"-{sha256(prompt.path.encode()).hexdigest()[:6]}" if count[slug] > 1 else ""
        yield prompt, slug + mark


def prompt_view(
    prompt: PromptFile,
    slug: str,
    users: tuple[BenchmarkSpec, ...],
    findings: tuple[Finding, ...],
    unused: str,
) -> PromptView:
    """Work out a prompt's page; `users` are the benchmarks that it judges."""
    return PromptView(
        prompt=prompt,
        slug=slug,
        title=prompt.name.replace("_", " ").capitalize(),
        digest=sha256(prompt.text.encode()).hexdigest(),
        users=users,
        findings=findings,
        unused=unused,
    )


def _parts(prompt: PromptFile) -> Iterator[PromptPart]:
    """The text cut where its sections start; of two sections of one kind only the first has an anchor."""
    lines = prompt.text.splitlines(keepends=True)
    starts = {section.line - 1: section.heading.key for section in reversed(prompt.sections)}
    anchors = {key: start for start, key in sorted(starts.items(), reverse=True)}
    bounds = sorted({0, *starts, len(lines)})
    for start, end in pairwise(bounds):
        key = starts.get(start)
        anchor = f"part-{key}" if key and anchors[key] == start else ""
        yield PromptPart(anchor, "".join(lines[start:end]), start + 1)


def _checklist(prompt: PromptFile) -> Iterator[ChecklistEntry]:
    for heading in HEADINGS:
        section = prompt.section(heading.key)
        name = heading.text.rstrip(":").capitalize().replace("_", " ")
        anchor = f"part-{heading.key}" if section else ""
        yield ChecklistEntry(name, anchor, len(section.items) if section else 0, heading.required)


def _slug(name: str) -> str:
    """A name as the last part of an address; never that of the prompts' index."""
    slug = "".join(character if character.isalnum() else "-" for character in name.lower()).strip("-")
    return "index-prompt" if slug == "index" else slug or "prompt"
