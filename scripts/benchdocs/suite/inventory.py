"""The suite's inventory in `AGENTS.md`: a generated table between two markers, which a rule checks."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.specs.choices import Status
from benchdocs.specs.numbers import counted
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

INVENTORY_FILE = "AGENTS.md"
START = "<!-- inventory: written by `benchdocs inventory --write`, do not edit -->"
END = "<!-- end of inventory -->"
_OPENING = re.compile(r"<!-- inventory\b")


def inventory(suite: Suite) -> str:
    """Return the inventory as Markdown: a row per rubric, the totals, and the codes that are never reused."""
    return "\n".join([START, "", *_table(suite), "", *_codes(suite), "", END])


def _table(suite: Suite) -> Iterator[str]:
    yield "| rubric | label | members | evaluator types | prompts | status |"
    yield "|---|---|---|---|---|---|"
    for rubric in sorted(suite.rubric.values(), key=lambda rubric: rubric.code):
        yield _row(suite, rubric)
    rubrics, benchmarks = counted(len(suite.rubric), "rubric"), counted(len(suite.benchmark), "benchmark")
    prompts = counted(len(list(filter(suite.users_in_use, suite.prompts))), "prompt")
    yield ""
    yield f"{rubrics}, {benchmarks}, {prompts} in use: {_counted(map(_status, suite.benchmark.values()))}."


def _row(suite: Suite, rubric: RubricSpec) -> str:
    members = suite.members(rubric)
    parts: tuple[AnySpec, ...] = (*members, *suite.sub_rubrics(rubric))
    prompts = {spec.fields.llm_prompt_file for spec in members} - {None}
    types = (spec.fields.evaluator_type for spec in members)
    label = " ".join((rubric.fields.label or "").split())
    cells = (
        rubric.code,
        label.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;"),
        ", ".join(part.code for part in parts),
        _counted(map(str, filter(None, types))),
        str(len(prompts) or ""),
        _counted(map(_status, members)),
    )
    return "| " + " | ".join(cells) + " |"


def _status(spec: BenchmarkSpec) -> str:
    """Return a benchmark's status, which is active where none is written."""
    return str(spec.fields.status or "active")


def _codes(suite: Suite) -> Iterator[str]:
    benchmarks = suite.benchmark.items()
    deprecated = sorted(code for code, spec in benchmarks if spec.fields.status is Status.DEPRECATED)
    former = [f"{alias} (now {code})" for alias, code in sorted(suite.alias.items())]
    never_again = [*sorted(suite.settings.reserved), *deprecated, *former]
    yield f"Codes that are never given again: {', '.join(never_again) or 'none'}."


def _counted(words: Iterable[str]) -> str:
    """Return each word with its number, the most frequent first: `2 draft, 1 active`."""
    ordered = sorted(Counter(words).items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{count} {word}" for word, count in ordered)


def read_inventory(suite: Suite) -> TextFile | None:
    """Return the file that holds the inventory; None where the root has none."""
    if not (suite.root / INVENTORY_FILE).is_file():
        return None
    return read_text(suite.root, INVENTORY_FILE)


def is_current(suite: Suite, file: TextFile) -> bool:
    """Return whether the file holds the suite's inventory as it is now."""
    text = file.text.replace("\r\n", "\n")
    span = _span(text)
    return span is not None and text[slice(*span)] == inventory(suite)


def place_of_inventory(file: TextFile) -> Place:
    """Return where the file's inventory starts; the file's start where it has none."""
    span = _span(file.text)
    return file.place_of(span[0] if span else 0)


def with_inventory(suite: Suite, text: str) -> str:
    """Return the file's text with the current inventory instead of its old one, or after its end."""
    current, span = inventory(suite), _span(text)
    if "\r\n" in text:
        current = current.replace("\n", "\r\n")
    if span:
        return text[: span[0]] + current + text[span[1] :]
    section = f"## Inventory\n\n{current}\n"
    if not text.strip():
        return section
    return text.rstrip("\n") + "\n\n" + section


def _span(text: str) -> tuple[int, int] | None:
    """Return where an inventory starts and ends in a text, with its markers; None without one."""
    opening = _OPENING.search(text)
    if not opening:
        return None
    end = text.find(END, opening.end())
    if end < 0:
        return None
    return opening.start(), end + len(END)
