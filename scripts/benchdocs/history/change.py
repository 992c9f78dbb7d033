"""One difference between two states of a suite and what it can do, and a state as the comparison needs it."""

from decimal import Decimal
from typing import Any, NamedTuple

from benchdocs.history.word_diff import DiffPiece, word_diff
from benchdocs.specs.choices import Status
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.specs.field_facts import Effect, FieldFacts
from benchdocs.specs.fields import Fields
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import Exclusion, Settings
from benchdocs.suite.fingerprints import words
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

LONGEST_SHOWN = 60
"""Longest value that a change quotes, in characters; a longer text is reported as reworded."""
_BY_EFFECT = {
    Effect.SCORE: "A score or a verdict can change.",
    Effect.MEANING: "People may read it differently; no score changes by itself.",
    Effect.EDITORIAL: "Nothing: it means the same.",
}
_OF_FIELD = {
    "added": "It counts from now on.",
    "removed": "It no longer counts.",
    "renamed": "Nothing: results under the former code are found here.",
    "moved": "Nothing: its content is the same.",
    "layout": "Nothing: it is written differently and means the same.",
    "text": "The same case may be judged differently.",
    "aliases": "Results under the other code are found here, or no longer found here.",
    "benchmarks": "The rubric's score is made up of other scores.",
    "sub_rubrics": "The rubric's score is made up of other scores.",
    "concept": "The evaluator may have to measure something else.",
    "normalization_formula": "Nothing on this scale: every raw score gives the same score as before.",
}
_ONLY_AS = {"text": Effect.SCORE, "concept": Effect.SCORE, "normalization_formula": Effect.MEANING}
"""Class of changes to which the table above is limited, by field."""
OF_STATUS = {
    Status.DRAFT: "It counts as before; its numbers now await review.",
    Status.ACTIVE: "It counts as before; its numbers now count as established.",
}


class Change(NamedTuple):
    """A difference between two states.

    Attributes:
        subject: Code of the benchmark or rubric as it is now, or the path of a prompt, a page or the
            settings.
        field: The field, section or setting that differs, or what happened to the whole: `added`, `removed`,
            `renamed`, `moved`, `excluded`, `layout`.
        old: The value before, as its author wrote it; empty where there was none.
        text: The change in words, starting with its subject: `A-REF2 threshold 0.85 → 0.95`.
        can: What it can do, in a sentence: `A score that passed may now miss.`
        concerns: Codes of other specs that it is about, and in whose history it belongs too.
    """

    subject: str
    field: str
    old: str
    new: str
    effect: Effect
    text: str
    can: str = ""
    concerns: tuple[str, ...] = ()

    @property
    def is_reworded(self) -> bool:
        """Whether it gives a text other words."""
        return bool(self.old) and self.text.endswith(" reworded")

    @property
    def wording(self) -> tuple[DiffPiece, ...]:
        """The word-by-word difference of a reworded text, worked out anew; empty for any other change."""
        return word_diff(self.old, self.new) if self.is_reworded else ()


def reworded(what: str, old: str, new: str) -> str:
    """Return that a text has other words, or the same ones in another form."""
    is_reworded = words(old) != words(new)
    return f"{what} reworded" if is_reworded else f"{what} has the same words in other lines or list levels"


def phrase(what: str, before: str, after: str) -> str:
    """Return what happened to a value: `threshold 0.85 → 0.95`; a long text is not quoted."""
    if not before:
        return f"{what} added" if len(after) > LONGEST_SHOWN else f"{what} set to {after}"
    if not after:
        return f"{what} removed" if len(before) > LONGEST_SHOWN else f"{what} {before} → none"
    is_long = max(len(before), len(after)) > LONGEST_SHOWN
    return reworded(what, before, after) if is_long or before == after else f"{what} {before} → {after}"


def shown(value: Any) -> str:
    """Return a value in one line, as its author wrote it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    if isinstance(value, Fields):
        return shown({name: entry for name, entry in value if name in value.model_fields_set})
    if isinstance(value, dict):
        return ", ".join(f"{shown(key)}: {shown(entry)}" for key, entry in value.items())
    return words(str(value))


def field_consequence(facts: FieldFacts, effect: Effect, old: Any, new: Any) -> str:
    """Return what a change of a field can do as the field's facts say it; empty where they do not."""
    if effect is not Effect.SCORE:
        return ""
    if facts.only_as is not None:
        return facts.raised if new == facts.only_as else facts.lowered
    if isinstance(old, Decimal) and isinstance(new, Decimal) and facts.raised:
        return facts.raised if new > old else facts.lowered
    return facts.can


def consequence(change: Change) -> str:
    """Return what a change can do whose field's facts say nothing of it."""
    if change.field == "layout" and change.effect is not Effect.EDITORIAL:
        return "Unknown: a value in it is not valid."
    is_listed = change.field in _OF_FIELD and _ONLY_AS.get(change.field, change.effect) is change.effect
    return _OF_FIELD[change.field] if is_listed else _BY_EFFECT[change.effect]


class State(NamedTuple):
    """What is compared: a whole suite, or the files that one commit touched.

    Attributes:
        norms: Texts by path of the pages that say how the suite is to be read, and of records and cases.
        excluded: Why a file is left out, by its path.
        written: What the file of a code or path holds, or its digest: equal for equal text.
    """

    benchmarks: dict[str, BenchmarkSpec]
    rubrics: dict[str, RubricSpec]
    evaluators: dict[str, PromptFile | CodeEvaluator]
    norms: dict[str, str]
    excluded: dict[str, Exclusion]
    written: dict[str, str]
    settings: Settings | None

    @classmethod
    def empty(cls) -> "State":
        """Return a state without any file."""
        return cls({}, {}, {}, {}, {}, {}, None)

    @classmethod
    def of(cls, suite: Suite) -> "State":
        """Return the state of a whole suite."""
        written = {
            **{spec.code: spec.document.unix_text for spec in suite.specs},
            **{file.path: file.unix_text for file in suite.evaluators},
        }
        found = {file.path: file.unix_text for file in suite.norms if file.path != LABELS_FILE}
        if suite.dictionary:  # which a former suite has of its own
            found[LABELS_FILE] = suite.dictionary.document.unix_text
        excluded = dict(suite.excluded)
        return cls(
            suite.benchmark, suite.rubric, suite.evaluator, found, excluded, written | found, suite.settings
        )
