"""One difference between two states of a suite, and a state as the comparison needs it."""

from typing import NamedTuple

from benchdocs.history.word_diff import DiffPiece, word_diff
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import Exclusion, Settings
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite


class Change(NamedTuple):
    """A difference between two states."""

    subject: str
    """Code of the benchmark or rubric as it is now, or the path of a prompt, a page or the settings."""
    field: str
    """The field, section or setting that differs, or what happened to the whole: `added`, `removed`,
    `renamed`, `moved`, `excluded`, `layout`."""
    old: str
    """The value before, as its author wrote it; empty where there was none."""
    new: str
    effect: Effect
    text: str
    """The change in words, starting with its subject: `A-REF2 threshold 0.85 → 0.95`."""
    can: str = ""
    """What it can do, in a sentence: `A score that passed may now miss.`"""

    @property
    def wording(self) -> tuple[DiffPiece, ...]:
        """The word-by-word difference of a reworded text; empty for any other change."""
        return word_diff(self.old, self.new) if self.old and self.text.endswith(" reworded") else ()


class State(NamedTuple):
    """What is compared: a whole suite, or the files that one commit touched."""

    benchmarks: dict[str, BenchmarkSpec]
    rubrics: dict[str, RubricSpec]
    prompts: dict[str, PromptFile]
    norms: dict[str, str]
    """Texts by path of the pages that say how the suite is to be read."""
    excluded: dict[str, Exclusion]
    """Why a file is left out, by its path."""
    written: dict[str, str]
    """What the file of a code or path holds, or its digest: equal for equal text."""
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
            **{prompt.path: prompt.unix_text for prompt in suite.prompts},
        }
        found = {file.path: file.unix_text for file in suite.norms}
        excluded = dict(suite.excluded)
        return cls(
            suite.benchmark, suite.rubric, suite.prompt, found, excluded, written | found, suite.settings
        )
