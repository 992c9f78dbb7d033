"""Offer a suite to Python programs: what `import benchdocs` gives notebooks and harnesses.

Wrong usage raises ValueError, with a message for people.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from operator import index
from os import PathLike
from pathlib import Path

from benchdocs.files.lock import undisturbed
from benchdocs.history.change import Change
from benchdocs.history.changes import changes as changes_between
from benchdocs.history.revisions import suite_at
from benchdocs.rules.check import Report
from benchdocs.rules.check import check as run_check
from benchdocs.specs.discovery import has_specs
from benchdocs.specs.loading import load as read
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.suite import Suite
from benchdocs.suite.verdicts import SCORE_FORM, RubricResult, judge

Score = Decimal | float | str | tuple[int, int]
"""A benchmark's score from 0 to 1, or the number of cases that passed and of those evaluated."""


def load(root: str | PathLike[str] = ".") -> Suite:
    """Return the suite in a folder, also where it has findings; broken files are left out."""
    folder = _root(root)
    return undisturbed(folder, lambda: Suite(read(folder)))


def check(root: str | PathLike[str] = ".", *, against: str | None = None) -> Report:
    """Return the findings of the suite in a folder.

    With `against`, the rules about versions also compare it with a git revision or other folder.
    """
    folder = _root(root)
    earlier = suite_at(against, folder) if against else None
    return undisturbed(folder, lambda: run_check(folder, earlier))


def changes(root: str | PathLike[str], old: str, new: str | None = None) -> tuple[Change, ...]:
    """Return the differences between two states, or from one to the present files.

    A state is a git revision of the root's repository, or a folder with specs.
    """
    folder = _root(root)
    after = suite_at(new, folder) if new else load(folder)
    return changes_between(suite_at(old, folder), after)


def verdict(suite: Suite, rubric: str, scores: Mapping[str, Score]) -> RubricResult:
    """Return the result of a rubric, component or root from the scores of benchmarks, by code.

    Former codes count too. A benchmark without a score may have any: what depends on it stays open.
    """
    spec = suite.rubric.get(rubric)
    if spec is None:
        raise ValueError(f"the suite has no rubric `{rubric}`")
    given: dict[str, Decimal | Passed] = {}
    for code, score in scores.items():
        known = suite.known_code(code)
        if known not in suite.benchmark:
            raise ValueError(f"the suite has no benchmark `{code}`")
        if known in given:
            raise ValueError(f"`{code}` has a second score, under another code")
        given[known] = _exact(code, score)
    return judge(score_tree(suite, spec), given)


def _root(root: str | PathLike[str]) -> Path:
    folder = Path(root)
    if not has_specs(folder):
        raise ValueError(f"no specs in `{folder}`: it has neither a `rubrics/` nor a `...-component/` folder")
    return folder


def _exact(code: str, score: Score) -> Decimal | Passed:
    """Return a number as its digits are written: 0.9 is nine tenths; or two numbers of cases."""
    try:
        if not isinstance(score, tuple):
            return Decimal(str(score))
        passed, evaluated = map(index, score)
        return Passed(passed, evaluated)
    except (InvalidOperation, ValueError, TypeError):
        raise ValueError(f"the score of `{code}` has to be {SCORE_FORM}, not {score!r}") from None
