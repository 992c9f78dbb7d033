"""ASM1501: a self-assessment that leaves a practice out, or answers one that nobody asks about."""

from collections import Counter
from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.documents.spelling import did_you_mean
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.rule import rule
from benchdocs.suite.suite import Suite


@rule(
    "ASM1501",
    "practice not answered exactly once",
    source="Project conventions: self-assessment",
    unfixable="the answer is for the suite's owners",
)
def not_answered_once(suite: Suite) -> Iterator[Violation]:
    """A stage of the self-assessment lists a practice that has no answer, or more than one. Or an answer
    names a practice that no stage lists, a stage names a source that does not exist, or points accompany an
    answer other than `partly`, or are neither 5 nor 10.

    Why: leaving out weak points makes the suite look better than it is.

    Fix: answer each practice once; a "no" is an answer.

    Bad (whole file) docs/audit/self-assessment.yaml:

        sources:
          - id: Checklist
            authors: Example et al.
            year: 2024
            title: A checklist
            where: A journal
            link: https://host.example/
            read: The publication itself.
        stages:
          - {source: Checklist, title: Design, practices: [D1, D2]}
        answers:
          - id: D1
            practice: The concept is defined.
            answer: yes
            why: Each page states its concept.
            link: benchmarks/

    Good (whole file) docs/audit/self-assessment.yaml:

        sources:
          - id: Checklist
            authors: Example et al.
            year: 2024
            title: A checklist
            where: A journal
            link: https://host.example/
            read: The publication itself.
        stages:
          - {source: Checklist, title: Design, practices: [D1]}
        answers:
          - id: D1
            practice: The concept is defined.
            answer: yes
            why: Each page states its concept.
            link: benchmarks/
    """
    if suite.assessment is None:
        return
    document, fields = suite.assessment.document, suite.assessment.fields
    answered = Counter(each.id for each in fields.answers)
    first = {each.id: index for index, each in reversed([*enumerate(fields.answers)])}
    sources = [source.id for source in fields.sources if source.id]
    asked = [practice for stage in fields.stages for practice in stage.practices]
    for index, stage in enumerate(fields.stages):
        if stage.source and stage.source not in sources:
            message, hint = f"there is no source `{stage.source}`", did_you_mean(stage.source, sources)
            yield Violation(document, at("stages", index, "source"), message, hint)
        for place, practice in enumerate(stage.practices):
            if not answered[practice]:
                route = at("stages", index, "practices", place)
                hint = f"add an entry with `id: {practice}` to `answers`; a `no` is an answer"
                yield Violation(document, route, f"the practice `{practice}` is not answered", hint)
    for index, each in enumerate(fields.answers):
        if each.id and each.id not in asked:
            hint = did_you_mean(each.id, asked) or "list it among the `practices` of its stage"
            yield Violation(document, at("answers", index, "id"), f"no stage lists `{each.id}`", hint)
        elif each.id and first[each.id] != index:
            related = (Link(document, at("answers", first[each.id], "id"), "first answered here"),)
            message = f"the practice `{each.id}` is answered twice"
            yield Violation(document, at("answers", index, "id"), message, "keep one answer", related)
        if each.points is not None and (each.answer != "partly" or each.points not in (5, 10)):
            message, hint = "points do not fit the answer", "only `partly` may have points: 5 or 10"
            yield Violation(document, at("answers", index, "points"), message, hint)
