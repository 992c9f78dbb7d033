"""Edits of a suite as an auditor would try them: what is said of each was written down first."""

from __future__ import annotations

from typing import NamedTuple

from benchdocs.specs.field_facts import Effect
from support.case_files import CASES, LABELS, UNMEASURED
from support.interrupted_commands import REVIEWERS
from support.paths import BASE

SCORE, MEANING, EDITORIAL = Effect
DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
DEM, COMPONENT = "rubrics/A-DEM.yaml", "rubrics/A.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
FLOW, TYPES = "docs/methodology/scoring-flow.md", "docs/methodology/evaluator-types.md"
SPECS, REPLY = "a-component/FIELD_SPECS.md", "schemas/judge_reply.schema.json"
MKDOCS, SETTINGS, ASSESSMENT = "mkdocs.yml", "benchdocs.toml", "docs/audit/self-assessment.yaml"
REVIEWS, RECORD = "docs/authoring/reviews.md", "reviews/A-DEM1/2026-01-31-ems-1.yaml"
APPLY = "Apply when the narrative gives an arrival time."
JUDGED = "A severe delay that plans state, as the referring unit puts it into words, counts in full."
MORE_OF_DEM1 = """criticality: hard_gate
out_of_scope:
  - "Times that a bystander states."
  - "Times in a signature."
metric:
  numerator: matching_times
  denominator: dictated_times
  labels: [stated_times]
  implementation: arrival.py
  unparseable_output: fails
min_cases: 29
rationale: Half of the rubric.
decisions:
  - fields: [weight]
    state: established
    by: The owners
"""
MORE_OF_DEM2 = """metric: {numerator: charted, denominator: labeled}
criticality: threshold_gate
"""
GUIDELINES = """description: It shows how.
evaluation_guidelines:
  focus_areas:
    - Is each time charted?
  critical_requirements:
    - text: No time is made up.
      enforced_by: [A-DEM1]
"""
FILES = {
    **UNMEASURED,
    DEM1: (BASE / DEM1).read_text().replace(APPLY, f"{APPLY} {JUDGED}") + MORE_OF_DEM1,
    DEM2: (BASE / DEM2).read_text() + MORE_OF_DEM2,
    DEM: (BASE / DEM).read_text() + GUIDELINES,
    PROMPT: (BASE / PROMPT).read_text().replace("Whether the dictated", f"{JUDGED}\nWhether the dictated"),
    FLOW: "# Flow\n\n## The rules {.decides-verdicts}\n\n- An uncertain verdict is a fail.\n\n"
    "### Ties\n\nReached means equal.\n\n## Example\n\nA fail.\n",
    TYPES: "# Types\n\n## Judge {#judge .decides-verdicts}\n\nTemperature 0, in one run.\n",
    SPECS: "# Fields\n\n## How a score decides {#decides .decides-verdicts}\n\nThe bounds are one-sided.\n",
    MKDOCS: "site_name: Shown\nedit_uri: !ENV [EDIT, '']\n",
    "reviewers.yaml": REVIEWERS,
    RECORD: "code: A-DEM1\nreviewer: ems-1\ndate: 2026-01-31\noutcome: {all: agree}\n",
    SETTINGS: 'reserved = ["A-DEM8"]\n[[waivers]]\nrule = "TXT506"\ncode = "A-DEM1"\n'
    'reason = "One is enough here."\nby = "The owners"\non = 2026-01-31\n',
    ASSESSMENT: "answers:\n  - {id: J.1-1, practice: Asks., answer: 'no', why: None., link: a/}\n",
    REPLY: '{"properties": {"reason": {"minLength": 50}}}\n',
    REVIEWS: "# Reviews\n\n## What a review covers\n\nEvery field.\n",
}
"""The demonstration suite with all kinds of files that a suite has."""


class Edit(NamedTuple):
    """A word or more of one file changed, and what is to be said of it."""

    name: str
    path: str
    pairs: tuple[str, ...]
    """Texts of the file, each followed by what takes its place."""
    effect: Effect
    text: str
    """The sentence, which starts with the subject."""
    version: str = ""
    """Codes that need a new version."""
    suspect: str = ""
    """Codes whose reviews no longer cover them."""

    @property
    def subject(self) -> str:
        """What the sentence starts with."""
        return self.text.split(" ")[0].rstrip(":")


def same(name: str, path: str, *pairs: str, text: str) -> Edit:
    """An edit of white space, order or a default: it changes nothing."""
    return Edit(name, path, pairs, EDITORIAL, text.replace("=", "written differently"))


def criteria(name: str, old: str, new: str, field: str = "inclusion criteria") -> Edit:
    """A word of what A-DEM1 says of itself."""
    return Edit(name, DEM1, (old, new), SCORE, f"A-DEM1 {field} reworded", "A-DEM1", "A-DEM1")


def prompt(name: str, old: str, new: str) -> Edit:
    """A word of the prompt of A-DEM1."""
    return Edit(name, PROMPT, (old, new), SCORE, f"{PROMPT} reworded", "A-DEM1", "A-DEM1")


WORDS = [
    *(("severe", "severed"), ("plans", "planes"), ("state", "stat"), ("referring", "referred")),
    *(("into", "INTO"), ("in full", "IN full"), ("counts", "count")),
]
"""Words that have been taken for the same one."""
SECOND_ITEM = "- the record holds no time AND no mark"
UP = "A-DEM1 A-DEM A"
OUT_OF_SCOPE = '  - "Times that a bystander states."\n', '  - "Times in a signature."\n'
TOLD_TO_AUDITORS = [
    Edit(
        "1: concept of a script with a metric",
        DEM2,
        ("A script compares each", "A script compares any"),
        SCORE,
        "A-DEM2 concept reworded",
        "A-DEM2",
        "A-DEM2",
    ),
    criteria("1: concept of a hybrid with a metric", "compares each", "compares any", "concept"),
    Edit(
        "1: concept of what only a prompt judges",
        AUX1,
        ("A judge reads each", "A judge reads any"),
        MEANING,
        "A-AUX1 concept reworded",
        suspect="A-AUX1",
    ),
    Edit(
        "2: meaning of a label that is counted",
        LABELS,
        ("were dictated", "were written"),
        SCORE,
        f"{LABELS} labels stated_times meaning Times that were dictated. → Times that were written.",
        "A-DEM1",
        "A-DEM1",
    ),
    Edit(
        "2: type of a label that is counted",
        LABELS,
        ("type: list", "type: text"),
        SCORE,
        f"{LABELS} labels stated_times type list → text",
        "A-DEM1",
        "A-DEM1",
    ),
    *(
        Edit(f"3: {old}", path, (old, new), SCORE, f'{path} section "{title}" reworded')
        for path, title, old, new in (
            (FLOW, "The rules", "is a fail", "is left out"),
            (FLOW, "Ties", "means equal", "means above"),
            (TYPES, "Judge", "Temperature 0", "Temperature 1"),
            (TYPES, "Judge", "one run", "three runs"),
            (SPECS, "How a score decides", "one-sided", "two-sided"),
        )
    ),
    *(criteria(f"4: {old} to {new} in criteria", old, new) for old, new in WORDS),
    *(prompt(f"4: {old} to {new} in a prompt", old, new) for old, new in WORDS),
    prompt("5: an item becomes a sub-item", SECOND_ITEM, f"  {SECOND_ITEM}")._replace(
        text=f"{PROMPT} has the same words in other lines or list levels"
    ),
    Edit(
        "6: the page on reviews",
        REVIEWS,
        ("Every", "Any"),
        MEANING,
        f'{REVIEWS} section "What a review covers" reworded',
    ),
    Edit(
        "6: an answer of the self-assessment",
        ASSESSMENT,
        ("answer: 'no'", "answer: 'yes'"),
        MEANING,
        f"{ASSESSMENT} answer J.1-1 answer no → yes",
    ),
    Edit(
        "6: the form of a judge's reply",
        REPLY,
        ("50", "5"),
        SCORE,
        f"{REPLY} properties reason minLength 50 → 5",
    ),
    same(
        "7: the usual decision written out",
        DEM1,
        "min_cases: 29",
        "min_cases: 29\ndecision: {method: point_estimate}",
        text="A-DEM1 =: decision",
    ),
    same(
        "7: the usual gate left out",
        DEM2,
        "criticality: threshold_gate\n",
        "",
        text="A-DEM2 =: criticality",
    ),
    same(
        "7: the usual unit written out",
        DEM2,
        "metric: {",
        "metric: {unit: case, ",
        text="A-DEM2 =: metric",
    ),
    same(
        "8: order of items out of scope",
        DEM1,
        "".join(OUT_OF_SCOPE),
        "".join(reversed(OUT_OF_SCOPE)),
        text="A-DEM1 =: out of scope",
    ),
    Edit(
        "8: a ratio that only a report shows",
        DEM1,
        ("  unparseable", "  sub_scores: [late / labeled]\n  unparseable"),
        MEANING,
        "A-DEM1 metric sub scores set to late / labeled",
        suspect="A-DEM1",
    ),
    Edit(
        "9: a qualification rewritten",
        "reviewers.yaml",
        ("Ten years", "Two years"),
        MEANING,
        "reviewers.yaml reviewer ems-1 qualification Ten years on ambulances → Two years on ambulances",
    ),
    Edit(
        "10: mkdocs.yml",
        MKDOCS,
        ("site_name: Shown", "site_name: Hidden"),
        MEANING,
        f"{MKDOCS} site_name: Shown → site_name: Hidden",
    ),
    Edit(
        "10: the verdict of a case flipped",
        CASES,
        ("expected: pass", "expected: fail"),
        MEANING,
        f"{CASES} case time-kept expected pass → fail",
    ),
    Edit(
        "10: a requirement loses its gate",
        DEM,
        ("      enforced_by: [A-DEM1]\n", ""),
        MEANING,
        'A-DEM critical requirements "No time is made up." enforced by A-DEM1 → none',
        suspect="A-DEM",
    ),
    Edit(
        "10: what reviewers look at",
        DEM,
        ("Is each time", "Is any time"),
        MEANING,
        "A-DEM evaluation guidelines focus areas Is each time charted? → Is any time charted?",
        suspect="A-DEM",
    ),
    Edit(
        "12: a hard gate decides by its bound",
        DEM1,
        ("min_cases: 29", "min_cases: 29\ndecision: {method: lower_bound}"),
        SCORE,
        "A-DEM1 decision rule set to method: lower_bound",
        "A-DEM1",
        UP,
    ),
    Edit(
        "12: no output fails a hard gate any more",
        DEM1,
        ("  unparseable_output: fails\n", ""),
        SCORE,
        "A-DEM1 metric unparseable output fails → none",
        "A-DEM1",
        UP,
    ),
    Edit(
        "12: a hard gate decides over fewer cases",
        DEM1,
        ("min_cases: 29", "min_cases: 2"),
        SCORE,
        "A-DEM1 min cases 29 → 2",
        "A-DEM1",
        UP,
    ),
]
OWN = [
    same(
        "a concept wrapped elsewhere", DEM1, "with\n  the labelled", "with the\n  labelled", text="A-DEM1 ="
    ),
    same(
        "a concept as it is wrapped",
        DEM1,
        "concept: >",
        "concept: |",
        text="A-DEM1 =: concept",
    ),
    same("another bullet", PROMPT, "- formatting", "* formatting", text=f"{PROMPT} ="),
    same("no space between bullets", PROMPT, ", OR\n-", ", OR\n\n-", text=f"{PROMPT} ="),
    same("a list set in", PROMPT, "- formatting", "   - formatting", text=f"{PROMPT} ="),
    same("a prompt wrapped elsewhere", PROMPT, "Use only", "Use\nonly", text=f"{PROMPT} ="),
    same("a prompt wrapped after a colon", PROMPT, "reply in", "reply\nin", text=f"{PROMPT} ="),
    same("a comment", DEM1, "min_cases", "# enough\nmin_cases", text="A-DEM1 ="),
    same(
        "the order of labels",
        LABELS,
        "meaning: The arrival., type: section",
        "type: section, meaning: The arrival.",
        text=f"{LABELS} =",
    ),
    same(
        "a case wrapped elsewhere", CASES, "Toned out before", "Toned  out\n      before", text=f"{CASES} ="
    ),
    same(
        "the usual level of a bound",
        DEM1,
        "min_cases: 29",
        "min_cases: 29\ndecision:\n  method: point_estimate",
        text="A-DEM1 =: decision",
    ),
    same("no aliases", DEM1, "min_cases", "aliases: []\nmin_cases", text="A-DEM1 ="),
    criteria("not", "gives an arrival", "does not give an arrival"),
    criteria("a comma", "A severe delay that plans state,", "A severe delay, that plans state,"),
    criteria("a number", ">=0.90", ">=0.9", "concept"),
    criteria("a full stop", "holds another.", "holds another", "inclusion criteria"),
    criteria("an accent", "severe", "sévere"),
    criteria("excluded cases", "Also exclude", "Never exclude", "exclusion criteria"),
    prompt("OR to AND", "another time, OR", "another time, AND"),
    prompt("an item joined to another", ", OR\n- the", ", OR the"),
    prompt("a numbered condition", "1. The record", "- The record"),
    prompt("a placeholder", "{ground_truth}", "{the_truth}"),
    Edit(
        "an item out of scope",
        DEM1,
        ("in a signature", "on a signature"),
        SCORE,
        "A-DEM1 out of scope Times that a bystander states., Times in a signature. → "
        "Times that a bystander states., Times on a signature.",
        "A-DEM1",
        "A-DEM1",
    ),
    Edit(
        "a label that is counted no more",
        DEM1,
        ("  labels: [stated_times]\n", ""),
        SCORE,
        "A-DEM1 metric labels stated_times → none",
        "A-DEM1",
        "A-DEM1",
    ),
    Edit(
        "the code that counts",
        DEM1,
        ("arrival.py", "other.py"),
        SCORE,
        "A-DEM1 metric implementation arrival.py → other.py",
        "A-DEM1",
        "A-DEM1",
    ),
    Edit(
        "a metric renamed in one place",
        DEM2,
        ("numerator: charted", "numerator: reached"),
        SCORE,
        "A-DEM2 metric numerator charted → reached",
        "A-DEM2",
        "A-DEM2",
    ),
    Edit(
        "a level",
        DEM1,
        ('"A rare miss"', '"A rare Miss"'),
        MEANING,
        "A-DEM1 level 0.90 A rare miss → A rare Miss",
        suspect="A-DEM1",
    ),
    Edit(
        "an example",
        DEM1,
        ("'on scene at", "'ON scene at"),
        MEANING,
        "A-DEM1 examples reworded",
        suspect="A-DEM1",
    ),
    Edit(
        "a rationale",
        DEM1,
        ("Half of", "A half of"),
        MEANING,
        "A-DEM1 rationale Half of the rubric. → A half of the rubric.",
        suspect="A-DEM1",
    ),
    Edit(
        "who decided",
        DEM1,
        ("by: The owners", "by: An owner"),
        MEANING,
        'A-DEM1 decisions "weight" by The owners → An owner',
    ),
    Edit(
        "what a rubric is about",
        DEM,
        ("It shows how", "It showed how"),
        MEANING,
        "A-DEM description It shows how. → It showed how.",
        suspect="A-DEM",
    ),
    Edit(
        "a requirement reworded",
        DEM,
        ("No time is made", "No times are made"),
        MEANING,
        "A-DEM critical requirements text No time is made up. → No times are made up.",
        suspect="A-DEM",
    ),
    Edit(
        "the name of a rubric",
        DEM,
        ("Demonstration", "Demonstrations"),
        MEANING,
        "A-DEM label Demonstration → Demonstrations",
        suspect="A-DEM",
    ),
    Edit(
        "how a rubric is computed",
        COMPONENT,
        ("WEIGHTED_AVERAGE", "MEAN"),
        SCORE,
        "A: aggregation WEIGHTED_AVERAGE → MEAN",
        "A",
        "A",
    ),
    Edit(
        "a key of the record",
        LABELS,
        ("When the crew reached", "When a crew reached"),
        MEANING,
        f"{LABELS} record contact_time meaning When the crew reached the patient. → "
        "When a crew reached the patient.",
    ),
    Edit(
        "what a case is told",
        CASES,
        ("Toned out", "Toned in"),
        MEANING,
        f"{CASES} case time-kept narrative Toned out before dawn, at the door by 0612. → "
        "Toned in before dawn, at the door by 0612.",
    ),
    Edit(
        "an output",
        CASES,
        ('"06:15"', '"06:16"'),
        MEANING,
        f"{CASES} case time-in-words output arrival contact_time 06:15 → 06:16",
    ),
    Edit(
        "what a reviewer said",
        RECORD,
        ("all: agree", "all: reject"),
        MEANING,
        f"{RECORD} outcome all agree → reject",
    ),
    Edit(
        "why a finding is waived",
        SETTINGS,
        ("enough here", "enough there"),
        MEANING,
        f"{SETTINGS} waives TXT506 for A-DEM1: One is enough there. (by The owners, 2026-01-31), before: "
        "One is enough here. (by The owners, 2026-01-31)",
    ),
    Edit(
        "who waived a finding",
        SETTINGS,
        ('by = "The owners"', 'by = "An owner"'),
        MEANING,
        f"{SETTINGS} waives TXT506 for A-DEM1: One is enough here. (by An owner, 2026-01-31), before: "
        "One is enough here. (by The owners, 2026-01-31)",
    ),
    Edit(
        "an example of a page",
        FLOW,
        ("A fail.\n", "A miss.\n"),
        MEANING,
        f'{FLOW} section "Example" reworded',
    ),
    Edit(
        "a section decides from now on",
        FLOW,
        ("## Example", "## Example {.decides-verdicts}"),
        MEANING,
        f'{FLOW} section "Example" now counts as deciding verdicts',
    ),
    Edit(
        "a section decides no more",
        FLOW,
        (" {.decides-verdicts}", ""),
        SCORE,
        f'{FLOW} section "The rules" no longer counts as deciding verdicts',
    ),
]
"""Edits of our own."""
EDITS = [*TOLD_TO_AUDITORS, *OWN]
