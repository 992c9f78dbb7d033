"""Verdicts that flip between two states of a suite, given the same recorded scores."""

import csv
import io
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.suite import Suite
from benchdocs.suite.verdicts import BenchmarkResult, judge

COLUMNS = ["benchmark", "score"]
"""The header of a file of scores."""
_NUMBER = re.compile(r"(?=.?[0-9])[0-9]{0,20}\.?[0-9]{0,40}", re.ASCII)


class ScoresError(ValueError):
    """A file of scores that cannot be used; the message says where and why."""


class Flip(NamedTuple):
    """A benchmark, rubric, component or root whose verdict differs between two states.

    Attributes:
        kind: `benchmark`, `rubric`, `component` or `root`.
        old: The verdict before: `pass`, `fail`, `open`, or `not judged` where it was absent or has no
            threshold.
        why_old: The reason for the verdict before, in words.
    """

    code: str
    kind: str
    old: str
    new: str
    why_old: str
    why_new: str

    @property
    def text(self) -> str:
        """The flip in one sentence."""
        return f"{self.code} ({self.kind}) {self.old} → {self.new}: before {self.why_old}, now {self.why_new}"


def read_scores(text: str, old: Suite, new: Suite) -> dict[str, Decimal]:
    """Read scores by code from CSV with the columns `benchmark` and `score` (normalized, 0 to 1).

    Raises ScoresError for another header, a score that is no number from 0 to 1, an unknown code, and a code
    that comes twice, each with its line.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise ScoresError(f"line {reader.line_num}: this is not valid CSV ({error})") from None
    head = [column.strip().lower() for column in rows[0][1]] if rows else []
    if head != COLUMNS:
        phrase = f"the columns are {shorten(', '.join(head))}" if head else "the columns are missing"
        raise ScoresError(f"line 1: {phrase}; write `benchmark,score`, with commas, in this order")
    scores: dict[str, Decimal] = {}
    for line, row in rows[1:]:
        where = f"line {line}"
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) != len(COLUMNS):
            raise ScoresError(f"{where}: {len(cells)} values; a line must have a benchmark and its score")
        code, score = cells
        if not any(code in suite.benchmark or code in suite.alias for suite in (old, new)):
            hint = did_you_mean(code, (*old.benchmark, *new.benchmark))
            raise ScoresError(f"{where}: there is no benchmark `{code}`{f'; {hint}' if hint else ''}")
        if code in scores:
            raise ScoresError(f"{where}: `{code}` already has a score")
        if not score:
            raise ScoresError(f"{where}: the score is missing")
        if not _NUMBER.fullmatch(score) or not 0 <= Decimal(score) <= 1:
            number = "not a number from 0 to 1, such as 0.85"
            raise ScoresError(f"{where}: the score `{shorten(score)}` is {number}")
        scores[code] = Decimal(score)
    if not scores:
        raise ScoresError("the file has no scores")
    return scores


def flips(old: Suite, new: Suite, scores: Mapping[str, Decimal]) -> tuple[Flip, ...]:
    """Return all verdicts that differ, those at the top first, and those of one kind by code.

    A score counts for a benchmark under its present code and its former ones; a missing score is undecided.
    """
    before = _verdicts(old, _known(old, new, scores))
    after = _verdicts(new, _known(new, old, scores))
    renamed = {code: new.alias[code] for code in before.keys() - after.keys() if code in new.alias}
    before = {renamed.get(code, code): judged for code, judged in before.items()}
    found = []
    for code in before.keys() | after.keys():
        was, now = before.get(code, _ABSENT), after.get(code, _ABSENT)
        if was.verdict != now.verdict:
            kind = now.kind or was.kind
            found.append(Flip(code, kind, was.verdict, now.verdict, was.reason, now.reason))
    order = ("root", "component", "rubric", "benchmark")
    return tuple(sorted(found, key=lambda flip: (order.index(flip.kind), flip.code)))


def _known(suite: Suite, other: Suite, scores: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Return the scores by the codes that a suite has for their benchmarks."""
    known = {}
    for code, score in scores.items():
        former = (alias for alias, now in other.alias.items() if now == code and alias in suite.benchmark)
        name = code if code in suite.benchmark else suite.alias.get(code) or next(former, None)
        if name:
            known[name] = score
    return known


class _Judged(NamedTuple):
    """The verdict on a benchmark, rubric, component or root."""

    kind: str
    verdict: str
    reason: str


_ABSENT = _Judged("", "not judged", "not part of the suite")


def _verdicts(suite: Suite, scores: Mapping[str, Decimal]) -> dict[str, _Judged]:
    """Return all verdicts of a suite by code."""
    verdicts: dict[str, _Judged] = {}
    for rubric in suite.rubric.values():
        try:
            result = judge(score_tree(suite, rubric), scores)
        except ValueError:  # no score can come of it; the checks say so
            continue
        reason = f"{result.verdict_text} (score {result.score.text}, distance {result.distance_text})"
        verdicts[rubric.code] = _Judged(suite.kind(rubric), result.verdict, reason)
        for member in result.members:
            if isinstance(member, BenchmarkResult):
                reason = member.text if member.given is None else f"{member.text} ({member.score_text})"
                verdict = member.verdict or "not judged"
                verdicts[member.node.code] = _Judged("benchmark", verdict, reason)
    return verdicts
