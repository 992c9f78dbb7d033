"""The commits that an auditor would try: class, author and words of each were written down first."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchdocs.specs.field_facts import Effect
from support.paths import BASE
from support.repositories import Repository

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
MOVED = "a-component/aux/A-AUX1.yaml"
RUBRIC = "rubrics/A-DEM.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
RECORD = "reviews/A-DEM1/2026-02-03-lead.yaml"
PAGE, SETTINGS = "docs/methodology/scoring.md", "pyproject.toml"
SCORE, MEANING, EDITORIAL = Effect
Edit = Callable[[Repository], None]
EXCLUDED = f'exclude = [{{path = "{DEM2}", reason = "its labels are being redone"}}]'
BY = "(by The suite's owners, 2026-01-31)"
WAIVER = """
[[tool.benchdocs.waivers]]
rule = "TXT502"
code = "A-DEM1"
reason = "one example is enough"
by = "The suite's owners"
on = 2026-01-31
until = 2030-01-31
"""


def edit(path: str, *pairs: str) -> Edit:
    def replace(repository: Repository) -> None:
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            repository.edit(path, old, new)

    return replace


def put(path: str, content: str | bytes) -> Edit:
    def write(repository: Repository) -> None:
        file = repository.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    return write


def both(*edits: Edit) -> Edit:
    def apply(repository: Repository) -> None:
        for each in edits:
            each(repository)

    return apply


def move(repository: Repository) -> None:
    repository.move(AUX1, MOVED)


Told = list[tuple[Effect, str, str]]
"""Class, words, and what it can do."""


class Step(NamedTuple):
    """A commit, and what is said of it; `author` also commits, unless another does."""

    name: str
    edit: Edit
    told: Told
    author: str = "An Author"


NOTHING = "Nothing: it is written differently and means the same."
COUNTS_MORE = "It counts for more of its rubric."
COUNTS_LESS = "It counts for less of its rubric."
SETTLED = "It counts as before; its numbers now count as established."
HARDER = "A score that passed may now miss."
EASIER = "A score that missed may now pass."
REVIEWED = "Another review counts, or a review record was changed."
JUDGED_OTHERWISE = "The same case may be judged differently."
READ_OTHERWISE = "People may read it differently; no score changes by itself."
STEPS = [
    Step(
        "equal threshold written differently",
        edit(DEM1, "threshold: 0.90", "threshold: 0.900"),
        [(EDITORIAL, "A-DEM1 written differently: threshold", NOTHING)],
    ),
    Step(
        "level text",
        edit(DEM1, "A rare miss", "Few times missing"),
        [(MEANING, "A-DEM1 level 0.90 A rare miss → Few times missing", READ_OTHERWISE)],
    ),
    Step(
        "reordered list",
        edit(RUBRIC, "  - A-DEM1\n  - A-DEM2\n", "  - A-DEM2\n  - A-DEM1\n"),
        [(EDITORIAL, "A-DEM written differently: benchmarks", NOTHING)],
    ),
    Step(
        "renamed file",
        move,
        [(EDITORIAL, f"A-AUX1 moved from {AUX1} to {MOVED}", "Nothing: its content is the same.")],
    ),
    Step(
        "alias",
        edit(DEM2, "code: A-DEM2", "code: A-DEM2\naliases: [A-OLD1]"),
        [
            (
                MEANING,
                "A-DEM2 is found under A-OLD1",
                "Results under the other code are found here, or no longer found here.",
            )
        ],
    ),
    Step(
        "weight moved between members",
        both(edit(DEM1, "weight: 0.5", "weight: 0.6"), edit(DEM2, "weight: 0.5", "weight: 0.4")),
        [
            (SCORE, "A-DEM1 weight 0.5 → 0.6", COUNTS_MORE),
            (SCORE, "A-DEM2 weight 0.5 → 0.4", COUNTS_LESS),
        ],
    ),
    Step(
        "prompt white space",
        edit(PROMPT, "- formatting", "-   formatting"),
        [(EDITORIAL, f"{PROMPT} written differently", NOTHING)],
    ),
    Step(
        "comment",
        edit(DEM1, "weight: 0.6", "# More than half.\nweight: 0.6"),
        [(EDITORIAL, "A-DEM1 written differently", NOTHING)],
    ),
    Step(
        "evaluator",
        edit(DEM1, "hybrid", "llm_judge"),
        [(SCORE, "A-DEM1 evaluator hybrid → llm_judge", JUDGED_OTHERWISE)],
    ),
    Step(
        "gate",
        edit(DEM1, "evaluator_type", "criticality: hard_gate\nevaluator_type"),
        [(SCORE, "A-DEM1 gate set to hard_gate", "A miss now blocks the rubric and everything above it.")],
    ),
    Step(
        "deprecated",
        edit(MOVED, "weight: 1", "status: deprecated\nweight: 1"),
        [(SCORE, "A-AUX1 retired", "It no longer counts.")],
    ),
    Step(
        "equal formula",
        edit(DEM1, '"x"', '"(x-min)/(max-min)"'),
        [
            (
                MEANING,
                "A-DEM1 formula x → (x-min)/(max-min)",
                "Nothing on this scale: every raw score gives the same score as before.",
            )
        ],
    ),
    Step(
        "YAML style",
        edit("rubrics/A-AUX.yaml", "benchmarks: [A-AUX1]", "benchmarks:\n- A-AUX1"),
        [(EDITORIAL, "A-AUX written differently", NOTHING)],
    ),
    Step(
        "the side",
        edit(DEM1, "weight: 0.6", "weight: 0.7"),
        [(SCORE, "A-DEM1 weight 0.6 → 0.7", COUNTS_MORE)],
        "Side Author",
    ),
    Step(
        "the line",
        edit(DEM1, "weight: 0.6", "weight: 0.65"),
        [(SCORE, "A-DEM1 weight 0.6 → 0.65", COUNTS_MORE)],
        "Line Author",
    ),
    Step(
        "merge with conflict",
        edit(DEM1, "weight: 0.6", "weight: 0.68"),
        [(SCORE, "A-DEM1 weight 0.65 → 0.68", COUNTS_MORE)],
        "The Merger",
    ),
    Step(
        "revert",
        edit(DEM1, "llm_judge\n", "hybrid\n"),
        [(SCORE, "A-DEM1 evaluator llm_judge → hybrid", JUDGED_OTHERWISE)],
    ),
    Step(
        "two in one",
        both(edit(DEM1, "0.900", "0.95"), edit(RUBRIC, "label: Demonstration", "label: Shown")),
        [
            (
                MEANING,
                "A-DEM label Demonstration → Shown",
                READ_OTHERWISE,
            ),
            (SCORE, "A-DEM1 threshold 0.900 → 0.95", HARDER),
        ],
    ),
    Step(
        "binary junk",
        put(MOVED, b"\0\xff" * 200),
        [(SCORE, "A-AUX1 can no longer be read", "Nothing can be computed from it.")],
    ),
    Step(
        "mended",
        put(MOVED, (BASE / AUX1).read_bytes()),
        [(SCORE, "A-AUX1 can be read again", "Scores are computed from it again.")],
    ),
    Step(
        "concept of a code benchmark",
        edit(DEM2, "A script compares each record", "A script compares every second record"),
        [(SCORE, "A-DEM2 concept reworded", "The evaluator may have to measure something else.")],
    ),
    Step(
        "an example flipped",
        edit(DEM1, "has no arrival", "has an arrival"),
        [(MEANING, "A-DEM1 examples reworded", READ_OTHERWISE)],
    ),
    Step(
        "an exclusion",
        put(SETTINGS, f"[tool.benchdocs]\n{EXCLUDED}\n"),
        [
            (
                SCORE,
                "A-DEM2 excluded from the suite: its labels are being redone",
                "It no longer counts, is not checked and has no page.",
            ),
            (
                MEANING,
                f"{SETTINGS} excludes {DEM2}: its labels are being redone",
                "The named files are excluded from the suite, or included again.",
            ),
        ],
        "The Excluder",
    ),
    Step(
        "an edit while excluded",
        edit(DEM2, "threshold: 0.80", "threshold: 0.10"),
        [(MEANING, "A-DEM2 threshold 0.80 → 0.10, while excluded", "Nothing while it is excluded.")],
    ),
    Step(
        "back in the suite",
        put(SETTINGS, "[tool.benchdocs]\n"),
        [
            (SCORE, "A-DEM2 no longer excluded from the suite", "It counts again."),
            (
                MEANING,
                f"{SETTINGS} no longer excludes {DEM2}",
                "The named files are excluded from the suite, or included again.",
            ),
        ],
    ),
    Step(
        "a waiver",
        edit(SETTINGS, "[tool.benchdocs]\n", f"[tool.benchdocs]\n{WAIVER}"),
        [
            (
                MEANING,
                f"{SETTINGS} waives TXT502 for A-DEM1 until 2030-01-31: one example is enough {BY}",
                "Findings of the rule are waived, or no longer waived.",
            )
        ],
    ),
    Step(
        "a page",
        put(PAGE, "# Scoring\n\n## Rounding\n\nScores are never rounded.\n\n## Ties\n\nNone.\n"),
        [(MEANING, f"{PAGE} added (page)", "The method is described differently.")],
    ),
    Step(
        "a methodology page's rule",
        edit(PAGE, "never rounded", "rounded to two digits"),
        [(MEANING, f'{PAGE} section "Rounding" reworded', "The method is described differently.")],
    ),
    Step(
        "a review record",
        put(RECORD, "code: A-DEM1\noutcome: {all: reject}\n"),
        [(MEANING, f"{RECORD} added (review record)", REVIEWED)],
    ),
    Step(
        "a review record edited",
        edit(RECORD, "reject", "agree"),
        [(MEANING, f"{RECORD} outcome all reject → agree", REVIEWED)],
    ),
    Step(
        "spelling",
        edit(DEM1, "dictated arrival time reaches", "dictated arrival times reach"),
        [(SCORE, "A-DEM1 concept reworded", "The evaluator may have to measure something else.")],
    ),
    Step(
        "a rubric's member weights",
        both(edit(DEM1, "weight: 0.68", "weight: 0.85"), edit(DEM2, "weight: 0.4", "weight: 0.15")),
        [
            (SCORE, "A-DEM1 weight 0.68 → 0.85", COUNTS_MORE),
            (SCORE, "A-DEM2 weight 0.4 → 0.15", COUNTS_LESS),
        ],
    ),
    Step(
        "laundering: draft",
        edit(DEM1, "weight: 0.85", "status: draft\nweight: 0.85"),
        [(MEANING, "A-DEM1 status active → draft", "It counts as before; its numbers now await review.")],
    ),
    Step(
        "laundering: threshold",
        edit(DEM1, "threshold: 0.95", "threshold: 0.5"),
        [(SCORE, "A-DEM1 threshold 0.95 → 0.5", EASIER)],
    ),
    Step(
        "laundering: active",
        edit(DEM1, "status: draft", "status: active"),
        [(MEANING, "A-DEM1 status draft → active", SETTLED)],
    ),
    Step(
        "release",
        put("releases/1.0.yaml", 'name: "1.0"\ndate: 2026-02-04\ndigest: "0"\n'),
        [
            (
                MEANING,
                "releases/1.0.yaml added (release)",
                "The state of the suite has a name, or no longer has one.",
            )
        ],
    ),
    Step(
        "back-dated",
        edit(RUBRIC, "passing_threshold: 0.80", "passing_threshold: 0.70"),
        [(SCORE, "A-DEM passing threshold 0.80 → 0.70", EASIER)],
    ),
    Step(
        "hostile <script>alert(1)</script> \x1b[31mred\u202e",
        edit(DEM1, "weight: 0.85", "weight: 0.84"),
        [(SCORE, "A-DEM1 weight 0.85 → 0.84", COUNTS_LESS)],
        "Eve \x1b]0;title\x07 &lt;b",
    ),
]
BY_NAME = {step.name: step for step in STEPS}


def scripted(folder: Path) -> Repository:
    """Return a repository with all of the commits, each made by whom its step names."""
    repository = Repository(folder)
    for step in STEPS:
        who = {"AUTHOR_NAME": step.author, "COMMITTER_NAME": step.author}
        if step.name == "the side":
            repository.git("switch", "-q", "-c", "side")
        elif step.name == "the line":
            repository.git("switch", "-q", "main")
        elif step.name == "merge with conflict":
            subprocess.run(["git", "-C", repository.root, "merge", "-q", "side"], check=False)
            repository.git("checkout", "-q", "HEAD", "--", DEM1)
            repository.edit(DEM1, "weight: 0.65", "weight: 0.6")
        elif step.name == "back-dated":
            who |= {"AUTHOR_DATE": "2020-02-02T12:00:00 +0000"}
        step.edit(repository)
        repository.commit(f"{step.name}\n\nWhy {step.name}.", **who)
    return repository


def shown(name: str) -> str:
    """A text as the site shows it: control characters escaped."""
    return name.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\x07", "\\x07")
