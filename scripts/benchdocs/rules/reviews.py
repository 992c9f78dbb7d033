"""REV1101: a review stamp that no longer belongs to what it was given for."""

from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.suite.reviews import Standing, standing
from benchdocs.suite.suite import Suite


@rule(
    "REV1101",
    "changed since its review",
    Severity.WARNING,
    source="Project conventions: review stamps",
    fields=("review.fingerprint",),
    unfixable="a new review is for the reviewer",
)
def changed_since_review(suite: Suite) -> Iterator[Violation]:
    """The fingerprint of a `review` stamp is not that of the spec as it is now. It covers what affects the
    score: weight, threshold, scale, criteria, evaluator, gate, aggregation, members, and the words of the
    judge's prompt.

    Why: a stamp tells an auditor that somebody looked at exactly this. After a change nobody has.

    Fix: have the spec reviewed again and stamped by `benchdocs review CODE --by NAME`, or delete the stamp.

    Bad a-component/A-DEM1.yaml:

        review:
          by: "The methodology group"
          on: 2026-01-31
          fingerprint: a94a8fe5ccb19ba61c4c0873d391e987982fbbd3

    Good a-component/A-DEM2.yaml:

        weight: 0.5
    """
    for spec in suite.specs:
        review = spec.fields.review
        if review and standing(suite, spec) is Standing.OUTDATED:
            who = f" by {review.by}" if review.by else ""
            when = f" on {review.on}" if review.on else ""
            message = f"`{spec.code}`, or the prompt it uses, changed since its review{who}{when}"
            hint = f"after another review: `benchdocs review {spec.code} --by NAME`; else delete the stamp"
            yield Violation(spec.document, at("review", "fingerprint"), message, hint)
