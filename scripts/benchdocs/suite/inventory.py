"""The suite's inventory in `AGENTS.md`: a generated table between two markers, which a rule checks."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.specs.choices import Status
from benchdocs.specs.numbers import counted
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
    users = (suite.users.get(prompt.path, ()) for prompt in suite.prompts)
    in_use = sum(any(spec.fields.status is not Status.DEPRECATED for spec in specs) for specs in users)
    kinds = (len(suite.rubric), "rubric"), (len(suite.benchmark), "benchmark"), (in_use, "prompt")
    counts = ", ".join(counted(count, kind) for count, kind in kinds) + " in use"
    yield ""
    yield f"{counts}: {_counted(_status(spec) for spec in suite.benchmark.values())}."


def _row(suite: Suite, rubric: RubricSpec) -> str:
    members = suite.members(rubric)
    names = [*(spec.code for spec in members), *(sub.code for sub in suite.sub_rubrics(rubric))]
    prompts = {spec.fields.llm_prompt_file for spec in members if spec.fields.llm_prompt_file}
    label = rubric.fields.label or ""
    cells = (
        rubric.code,
        " ".join(label.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;"),
        ", ".join(names),
        _counted(str(spec.fields.evaluator_type) for spec in members if spec.fields.evaluator_type),
        str(len(prompts)) if prompts else "",
        _counted(_status(spec) for spec in members),
    )
    return "| " + " | ".join(cells) + " |"


def _status(spec: BenchmarkSpec) -> str:
    """Return a benchmark's status, which is active where none is written."""
    return str(spec.fields.status or "active")


def _codes(suite: Suite) -> Iterator[str]:
    retired = (spec for spec in suite.benchmark.values() if spec.fields.status is Status.DEPRECATED)
    deprecated = sorted(spec.code for spec in retired)
    former = [f"{alias} (now {code})" for alias, code in sorted(suite.alias.items())]
    never_again = [*sorted(suite.settings.reserved), *deprecated, *former]
    yield f"Codes that are never given again: {', '.join(never_again) or 'none'}."


def _counted(words: Iterable[str]) -> str:
    """Return each word with its number, the most frequent first: `2 draft, 1 active`."""
    ordered = sorted(Counter(words).items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{count} {word}" for word, count in ordered)


def read_inventory(suite: Suite) -> TextFile | None:
    """Return the file that holds the inventory; None where the root has none."""
    return read_text(suite.root, INVENTORY_FILE) if (suite.root / INVENTORY_FILE).is_file() else None


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
    return (text.rstrip("\n") + "\n\n" if text.strip() else "") + "## Inventory\n\n" + current + "\n"


def _span(text: str) -> tuple[int, int] | None:
    """Return where an inventory starts and ends in a text, with its markers; None without one."""
    opening = _OPENING.search(text)
    end = text.find(END, opening.end()) if opening else -1
    return (opening.start(), end + len(END)) if opening and end >= 0 else None
