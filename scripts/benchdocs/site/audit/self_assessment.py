"""The answers to published yardsticks: sorted, counted and scored."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.locations import at
from benchdocs.specs.numbers import shown
from benchdocs.specs.self_assessment import Answer, Practice, SelfAssessment, Source, Stage
from benchdocs.specs.validation import Spec

URL = "audit/self-assessment/"
_ID = re.compile(r"""\sid=["']?([^"'\s>]+)""")
_POINTS = {Answer.YES: Decimal(15), Answer.PARTLY: Decimal(10), Answer.NO: Decimal(0)}
"""Points of each answer that has some, as BetterBench gives them."""


def anchor(practice: str) -> str:
    """Return the id of a practice's answer on its page; no two practices have the same."""
    return f"p-{re.sub(r'[^A-Za-z0-9.-]', lambda match: f'_{ord(match[0]):x}', practice)}"


def points(practice: Practice) -> Decimal | None:
    """Return the points of an answer; None for one that is left out of the mean."""
    if practice.answer is None:
        return None
    return practice.points if practice.points is not None else _POINTS.get(practice.answer)


class Score(NamedTuple):
    """The mean points of some answers, with what the source published for others."""

    title: str
    answers: tuple[Practice, ...]
    published: str

    @property
    def mean(self) -> str:
        """The mean, to one decimal; a dash where nothing counts."""
        counted = [found for each in self.answers if (found := points(each)) is not None]
        return shown(round(Decimal(sum(counted)) / len(counted), 1)) if counted else "–"

    @property
    def counts(self) -> list[int]:
        """How often each answer is given, in the order of `Answer`."""
        found = Counter(each.answer for each in self.answers)
        return [found[answer] for answer in Answer]


class AnsweredStage(NamedTuple):
    """A stage with its answers, those that lack something first."""

    stage: Stage
    answers: tuple[Practice, ...]


class AnsweredSource(NamedTuple):
    """A source with its stages, and its scores where it has any."""

    source: Source
    stages: tuple[AnsweredStage, ...]

    @property
    def id(self) -> str:
        """The id of its section."""
        return re.sub(r"[^a-z0-9]+", "-", (self.source.id or "source").lower())

    @property
    def rows(self) -> Iterator[Score]:
        """The stages that have answers, each with its mean."""
        for stage, answers in self.stages:
            if answers:
                published = "–" if stage.published_mean is None else f"mean {shown(stage.published_mean)}"
                yield Score(stage.title or "", answers, published)

    @property
    def has_scores(self) -> bool:
        """Whether the source gives points."""
        return bool(self.source.scores)

    @property
    def scores(self) -> Iterator[Score]:
        """The scores of the source, each the mean over all answers that count for it."""
        for score in self.source.scores:
            counted = (each.answers for each in self.stages if each.stage.score == score.title)
            answers = tuple(answer for answers in counted for answer in answers)
            yield Score(score.title or "", answers, score.published or "–")


def answered(assessment: SelfAssessment) -> tuple[AnsweredSource, ...]:
    """Return the sources with their answers."""
    by_id = {each.id: each for each in reversed(assessment.answers)}
    order = [*Answer, None]

    def answers(stage: Stage) -> tuple[Practice, ...]:
        found = (by_id[practice] for practice in stage.practices if practice in by_id)
        return tuple(sorted(found, key=lambda each: order.index(each.answer)))

    return tuple(
        AnsweredSource(
            source,
            tuple(
                AnsweredStage(each, answers(each)) for each in assessment.stages if each.source == source.id
            ),
        )
        for source in assessment.sources
    )


def dead_links(spec: Spec[SelfAssessment], site: Path) -> Iterator[str]:
    """Yield a message, with file and line, for each link that leads nowhere on a built site."""
    found: dict[str, frozenset[str] | None] = {}
    for index, each in enumerate(spec.fields.answers):
        if each.link is None:
            continue
        address, _, target = each.link.partition("#")
        page = address.partition("?")[0]
        if page not in found:
            text = _read_page(site, page)
            found[page] = None if text is None else frozenset(_ID.findall(text))
        anchors = found[page]
        if anchors is None or (target and target not in anchors):
            line, column = spec.document.locate(at("answers", index, "link"))
            lacks = "there is no such page" if anchors is None else f"that page has no anchor `{target}`"
            yield f"{spec.document.path}:{line}:{column}: the link `{each.link}` is broken: {lacks}"


def _read_page(site: Path, address: str) -> str | None:
    """Return the page at an address of a built site; None where there is none."""
    page = site / address / "index.html"
    return page.read_text("utf-8") if ".." not in address and page.is_file() else None
