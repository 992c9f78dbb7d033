"""Edits that a second auditor tried: parts of pages that move, empty values of cases, lines of a prompt."""

from __future__ import annotations

from support.case_files import CASES
from support.edits import DEM, FLOW, MEANING, MKDOCS, PROMPT, SCORE, Edit, prompt, same

TIES = "### Ties\n\nReached means equal.\n\n"
EXAMPLE = "## Example\n\nA fail.\n"
LOST = "output: {arrival: {}}"
ADDRESS = "https://example.org/a/very/long/address/that/no/sentence/quotes/"


def case(name: str, old: str, new: str, said: str) -> Edit:
    """A value of a case, which is not what an empty one is."""
    return Edit(name, CASES, (old, new), MEANING, f"{CASES} case {said}")


def same_words(name: str, old: str, new: str) -> Edit:
    """The lines of a prompt, which a judge reads as such."""
    text = f"{PROMPT} has the same words in other lines or list levels"
    return prompt(name, old, new)._replace(text=text)


OF_A_SECOND_AUDITOR = [
    case("null for an empty section", LOST, "output: {arrival: null}", "time-lost output arrival {} → null"),
    case("a section left out", LOST, "output: {}", "time-lost output arrival {} → none"),
    case("no output at all", LOST, "output: null", "time-lost output arrival: {} → null"),
    case("an empty list", '["06:12"]', "[]", "time-kept labels stated_times 06:12 → []"),
    case("a list of nothing", '["06:12"]', "null", "time-kept labels stated_times 06:12 → null"),
    Edit(
        "a section that decides has another name",
        FLOW,
        ("### Ties", "### Draws"),
        SCORE,
        f'{FLOW} section "Ties" renamed to "Draws"',
    ),
    Edit(
        "a section has another name",
        FLOW,
        ("## Example", "## An example"),
        MEANING,
        f'{FLOW} section "Example" renamed to "An example"',
    ),
    Edit(
        "a section that decides moves to one that does not",
        FLOW,
        (TIES + EXAMPLE, f"{EXAMPLE}\n{TIES}"),
        SCORE,
        f'{FLOW} section "Ties" moved from "The rules" to "Example"',
    ),
    same("a heading with more space", FLOW, "### Ties", "###  Ties", text=f"{FLOW} ="),
    Edit(
        "a long setting",
        MKDOCS,
        ("[EDIT, '']", f"[EDIT, '{ADDRESS}']"),
        MEANING,
        f"{MKDOCS} edit_uri reworded",
    ),
    same_words("a placeholder within a line", "{ground_truth}\n\n", "{ground_truth} "),
    Edit(
        "a rubric's miss is reported",
        DEM,
        ("weight: 0.75", "criticality: threshold_gate\nweight: 0.75"),
        MEANING,
        "A-DEM gate set to threshold_gate",
        suspect="A-DEM A",
    ),
]
