"""REV: reviews that no longer cover what they signed, were altered, or say no to what is in use."""

import re
from collections import Counter
from collections.abc import Iterator

from benchdocs.documents.locations import Place, at
from benchdocs.documents.spelling import did_you_mean, plain_name
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import records
from benchdocs.specs.choices import Status
from benchdocs.specs.discovery import REVIEW_FOLDER
from benchdocs.specs.models import Rubric
from benchdocs.specs.reviews import ALL, REVIEWER_ID
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.meaning import is_certain
from benchdocs.suite.reviews import Standing, rejections, reviews_of, standing
from benchdocs.suite.suite import Record, Suite

SOURCE = "Project conventions: reviews"


@rule(
    "REV1101",
    "changed since its review",
    Severity.NOTE,
)
def changed_since_review(suite: Suite) -> Iterator[Violation]:
    """No review covers the current spec, though one covered an earlier state. A review covers every field but
    `decisions` and `version`, the text of the judge's prompt, and what the labels of the metric
    mean. A rubric's review also covers the weight, threshold, gate, status and decision rule of each member,
    down to the lowest rubric.

    Why: a review tells an auditor that someone looked at exactly this. After a change nobody has.

    Fix: have the spec reviewed again and record it: `benchdocs review CODE --reviewer ID`. The finding is a
    note, so that the site can say in the meantime since when the review is suspect and why.

    Bad (whole file) reviewers.yaml:

        reviewers:
          - {id: expert-1, role: Editor, qualification: Ten years of editing, conflicts: None known}

    Bad (whole file) reviews/A-DEM1/2026-01-31-expert-1.yaml:

        code: A-DEM1
        version: 1
        fingerprint: "0000000000000000000000000000000000000000000000000000000000000000"
        reviewer: expert-1
        date: 2026-01-31
        outcome: {all: agree}

    Good a-component/A-DEM2.yaml:

        weight: 0.5
    """
    for spec in suite.specs:
        is_retired = getattr(spec.fields, "status", None) is Status.DEPRECATED
        is_outdated = not is_retired and standing(suite, spec) is Standing.OUTDATED
        if not is_outdated or not is_certain(suite, spec):
            continue
        last = reviews_of(suite, spec)[-1]
        related = (Link(last.document, at("fingerprint"), "the review"),)
        besides = "a value below it" if isinstance(spec.fields, Rubric) else "its prompt or a label it counts"
        message = f"`{spec.code}`, or {besides}, changed since its review"
        message += f" by {last.fields.reviewer} on {last.fields.date}"
        hint = f"to see when and what changed: `benchdocs review --status {spec.code}`"
        hint += f"; after a new review: `benchdocs review {spec.code} --reviewer ID`"
        yield Violation(spec.document, at("code"), message, hint, related)


@rule(
    "REV1102",
    "review record in the wrong place",
)
def misplaced_record(suite: Suite) -> Iterator[Violation]:
    """A review record is not where it belongs: `reviews/CODE/DATE-REVIEWER.yaml`. Or its code belongs to no
    benchmark or rubric.

    Why: people who look for the reviews of a benchmark open one folder. They do not find a record elsewhere.

    Fix: move the file to the path that the message names, or correct the code.

    Bad reviews/A-DEM9/2026-01-31-expert-1.yaml:

        code: A-DEM9
        version: 1
        fingerprint: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"
        reviewer: expert-1
        date: 2026-01-31
        outcome: {all: agree}

    Good reviewers.yaml:

        reviewers: []
    """
    for record in suite.reviews:
        fields = record.fields
        if fields.code and _spec_of(suite, record) is None:
            message = f"there is no benchmark or rubric `{fields.code}`, and none had this code before"
            hint = did_you_mean(fields.code, (*suite.benchmark, *suite.rubric))
            yield Violation(record.document, at("code"), message, hint)
        elif fields.code and fields.reviewer and fields.date:
            right = f"{REVIEW_FOLDER}/{fields.code}/{fields.date}-{fields.reviewer}.yaml"
            if record.document.path != right:
                message = f"according to its content, the record should be `{right}`"
                yield Violation(record.document, Place(), message, "move it there, or correct the record")


@rule("REV1103", "unknown reviewer")
def unknown_reviewer(suite: Suite) -> Iterator[Violation]:
    """A review record names a reviewer that `reviewers.yaml` does not list. Or that file has an ID twice, or
    one that contains something other than lowercase letters, digits and hyphens.

    Why: an auditor asks what qualified the person who agreed and whether that person had a conflict of
    interest.

    Fix: list the reviewer with an ID, role, qualification and conflicts of interest.

    Bad (whole file) reviewers.yaml:

        reviewers:
          - id: Expert 1
            role: Subject expert
            qualification: Triage
            conflicts: None known

    Good (whole file) reviewers.yaml:

        reviewers:
          - id: expert-1
            role: Subject expert
            qualification: Triage
            conflicts: None known
    """
    for record in suite.reviews:
        if reviewer := record.fields.reviewer:
            yield from records.unlisted_reviewer(suite, record.document, at("reviewer"), reviewer)
    listed = suite.reviewers.fields.reviewers if suite.reviewers else []
    count = Counter(each.id for each in listed)
    for index, each in enumerate(listed):
        if suite.reviewers and each.id:
            place = at("reviewers", index, "id")
            if not re.fullmatch(REVIEWER_ID, each.id):
                message = f"`{each.id}` is not an ID: use lowercase letters, digits and hyphens"
                hint = f"write it as `{plain_name(each.id, '-') or 'expert-1'}`"
                yield Violation(suite.reviewers.document, place, message, hint)
            elif count[each.id] > 1:
                message = f"the ID `{each.id}` is given {count[each.id]} times"
                yield Violation(suite.reviewers.document, place, message, "give each reviewer a unique ID")


@rule("REV1104", "impossible date of a review")
def impossible_date(suite: Suite) -> Iterator[Violation]:
    """A review is dated in the future. A day's difference may come from time zones and is accepted.

    Why: an impossible date suggests that the record was written at another time, or about something else.

    Fix: if the record is not committed yet, correct the date and the file's name. Otherwise add a new record.

    Bad reviews/A-DEM1/2999-01-31-expert-1.yaml:

        code: A-DEM1
        version: 1
        fingerprint: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"
        reviewer: expert-1
        date: 2999-01-31
        outcome: {all: agree}

    Good reviewers.yaml:

        reviewers: []
    """
    for record in suite.reviews:
        if future := records.in_future(record.fields.date):
            message = f"{record.fields.date} is {future}"
            yield Violation(record.document, at("date"), message, "write the date of the review")


@rule("REV1105", "review record altered or malformed")
def altered_record(suite: Suite) -> Iterator[Violation]:
    """A review record is not as the commit that added it has it: it was changed, replaced or deleted. Or its
    fingerprint is not one that `benchdocs review` writes. If git cannot read the history, or lacks the older
    commits, a warning says so.

    Why: a review is evidence. It must say what the reviewer saw at the time.

    Fix: restore the record as it was added. To record a different opinion, add a new record with a later
    date.

    Bad reviews/A-DEM1/2026-01-31-expert-1.yaml:

        code: A-DEM1
        version: 1
        fingerprint: "as it was on Monday"
        reviewer: expert-1
        date: 2026-01-31
        outcome: {all: agree}

    Good reviewers.yaml:

        reviewers: []
    """
    if suite.reviews or suite.reviewers:  # else git need not be asked
        documents: dict[str, TextFile] = {record.document.path: record.document for record in suite.reviews}
        elsewhere = suite.reviewers.document if suite.reviewers else suite.settings.file
        yield from records.altered(suite, REVIEW_FOLDER, documents, elsewhere)
    for record in suite.reviews:
        digest = record.fields.fingerprint
        if digest and not re.fullmatch(records.DIGEST, digest):
            message = "the fingerprint is not one that `benchdocs review` writes"
            yield Violation(
                record.document, at("fingerprint"), message, "write records with `benchdocs review`"
            )


@rule(
    "REV1106",
    "outcome for an unknown value",
)
def unknown_item(suite: Suite) -> Iterator[Violation]:
    """An outcome or a comment of a review record names a value that the spec does not have. It takes the
    names that `decisions` takes (`weight`, `threshold`, `criteria`), and `all`. Or the record has no outcome.

    Why: a value counts as agreed to only if the record names it.

    Fix: write the name of the value, or `all`.

    Bad reviews/A-DEM1/2026-01-31-expert-1.yaml:

        code: A-DEM1
        version: 1
        fingerprint: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"
        reviewer: expert-1
        date: 2026-01-31
        outcome: {wait: agree}

    Good reviewers.yaml:

        reviewers: []
    """
    for record in suite.reviews:
        if record.fields.outcome == {}:
            hint = "add a line such as `all: agree`"
            yield Violation(record.document, at("outcome"), "the record has no outcome", hint)
        if spec := _spec_of(suite, record):
            known = (*type(spec.fields).decided(), ALL)
            for field in ("outcome", "comments"):
                for item in getattr(record.fields, field) or ():
                    if item not in known:
                        message = f"`{item}` is not a value of `{record.code}` that can be reviewed"
                        hint = did_you_mean(item, known) or f"write one of these: {', '.join(known)}"
                        yield Violation(record.document, at(field, item), message, hint)


@rule("REV1107", "rejected and in use")
def rejected_in_use(suite: Suite) -> Iterator[Violation]:
    """A reviewer rejects a value of an active benchmark, or of a rubric with active benchmarks, and nobody
    has answered: the reviewer has not said otherwise in a later record, and no decision that establishes the
    value names the record as its `source`.

    Why: nobody trusts a score that depends on a value an expert rejects.

    Fix: change the value and have it reviewed again, establish it (in `decisions`, with the record's path as
    `source`), or make the benchmark a draft.

    Bad reviews/A-DEM1/2026-01-31-expert-1.yaml:

        code: A-DEM1
        version: 1
        fingerprint: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"
        reviewer: expert-1
        date: 2026-01-31
        outcome: {weight: reject}

    Good reviewers.yaml:

        reviewers: []
    """
    for spec in suite.specs:
        for record, item in rejections(suite, spec) if _is_in_use(suite, spec) else ():
            what = "it as a whole" if item == ALL else f"its {item.replace('_', ' ')}"
            message = f"`{spec.code}` is in use, but {record.fields.reviewer} rejects {what}"
            hint = f"change it, or establish it with `source: {record.document.path}`"
            related = (Link(record.document, at("outcome", item), "the review"),)
            names, stated = type(spec.fields).decided().get(item, ()), spec.document.data
            place = at(next((name for name in names if name in stated), "code"))
            yield Violation(spec.document, place, message, hint, related)


def _spec_of(suite: Suite, record: Record) -> AnySpec | None:
    return suite.spec(suite.known_code(record.code) or "")


def _is_in_use(suite: Suite, spec: AnySpec) -> bool:
    """Return whether a benchmark is active, or any benchmark of a rubric and of those below it."""
    if not isinstance(spec.fields, Rubric):
        return spec.fields.is_active
    below = suite.rubrics_below(Spec(spec.document, spec.fields)).values()
    return any(_is_in_use(suite, member) for rubric in below for member in suite.members(rubric))
