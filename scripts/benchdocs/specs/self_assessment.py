"""The self-assessment as types: what published yardsticks ask of a suite, and how the suite answers."""

from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator

from benchdocs.specs.choices import Choice
from benchdocs.specs.fields import Count, Fields, Line, Number, Text, needed, optional


class Answer(Choice):
    """How far a suite does what a practice asks."""

    NO = "no", "It is not done."
    PARTLY = "partly", "Some of it is done."
    YES = "yes", "It is done."
    NOT_APPLICABLE = "not_applicable", "The practice asks about something that the suite does not have."


def _as_word(value: object) -> object:
    """Return the word that an author wrote: YAML reads a plain `yes` or `no` as true or false."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _as_text(value: object) -> object:
    """Return the identifier that an author wrote: YAML reads a plain `1.1` as a number."""
    return str(value) if isinstance(value, Decimal) else value


Identifier = Annotated[Text, BeforeValidator(_as_text)]
"""Number or short name of a practice or source."""


class PublishedScore(Fields):
    """A score that a source works out, and what it published for others."""

    title: Line = needed("Its name, which stages use.", examples=["Usability"])
    published: Line = needed("What others had.", examples=["mean 8.7"])


class Source(Fields):
    """A publication whose practices a suite is held to."""

    id: Identifier | None = needed("Short name of the source.", examples=["BetterBench"])
    authors: Line = needed("Who wrote it.", examples=["Reuel et al."])
    year: Count | None = needed("Year of publication.", examples=["2024"])
    title: Line = needed("Its title.", examples=["BetterBench"])
    where: Line = needed("Where it appeared, and which edition.", examples=["NeurIPS"])
    link: Line = needed("Its address.", examples=["https://doi.org/10.6028/NIST.AI.800-3"])
    read: Text | None = needed(
        "Which parts of it the authors had when they wrote the answers.", examples=["The publication itself."]
    )
    note: Text | None = optional("What readers need to know about it.")
    scores: list[PublishedScore] = optional("The scores that it computes.", default=[])


class Stage(Fields):
    """A group of practices of a source."""

    source: Identifier | None = needed("The source.", examples=["BetterBench"])
    title: Line = needed("Its title.", examples=["Design"])
    practices: list[Identifier] = needed(
        "Its practices. Each needs an answer.", default=[], examples=["[D1]"]
    )
    published_mean: Number | None = optional("Mean score that the source published for others.")
    score: Line = optional(
        "The score of the source that its practices count for. Absent: none.", examples=["Usability"]
    )
    note: Text | None = optional("What readers need to know about the stage.")


class Practice(Fields):
    """A practice, and the answer to it."""

    id: Identifier | None = needed("Its number in the source.", examples=["J.1-1"])
    practice: Text | None = needed("What it asks, in our own words.", examples=["The concept is defined."])
    answer: Annotated[Answer, BeforeValidator(_as_word)] | None = needed(
        "How far it is done.", examples=["partly"]
    )
    points: Number | None = optional("Points of a partial answer, 5 or 10. Absent: 10.")
    why: Text | None = needed("Reason for the answer.", examples=["Each page states its concept."])
    link: Line = needed(
        "Address below the site's root that shows it, with its anchor.",
        examples=["benchmarks/a-neg1/#concept"],
    )


class Card(Fields):
    """What a BenchmarkCard says that no spec holds.

    A text names what is computed in braces: `{rubrics}`, `{benchmarks}`, `{specs}`, `{reviewed}`, `{values}`,
    `{provisional}`, and by its name who uses a method of aggregation, as in `{weighted_average}`.
    """

    overview: Text | None = optional("What the suite is.")
    data_type: Text | None = optional("Kind of data.")
    domains: list[Text] = optional("Fields that it is about.", default=[])
    languages: list[Text] = optional("Languages of the data.", default=[])
    similar_benchmarks: list[Text] = optional("Benchmarks that are close to it.", default=[])
    goal: Text | None = optional("What it is for.")
    audience: list[Text] = optional("Whom it is for.", default=[])
    limitations: Text | None = optional("What it does not show.")
    out_of_scope_uses: list[Text] = optional("Uses that would mislead.", default=[])
    data_source: Text | None = optional("Where the cases come from.")
    size: Text | None = optional("How many cases there are.")
    format: Text | None = optional("Form of a case.")
    annotation: Text | None = optional("Who labels the cases, and how.")
    calculation: Text | None = optional("How scores are combined.")
    interpretation: Text | None = optional("How to read a score.")
    baseline_results: Text | None = optional("Results of known systems.")
    validation: Text | None = optional("What was done so that scores are valid.")
    risk_categories: list[Text] = optional("Risks that it looks at.", default=[])
    demographic_analysis: Text | None = optional("Whether groups of people are compared.")
    harm: Text | None = optional("Harm that it looks for.")
    privacy_and_anonymity: Text | None = optional("How personal data is handled.")
    data_licensing: Text | None = optional("Terms of use.")
    consent_procedures: Text | None = optional("How consent was obtained.")
    compliance_with_regulations: Text | None = optional("Regulations that it follows.")


class SelfAssessment(Fields):
    """A suite's answers to published yardsticks, and what its BenchmarkCard says by hand."""

    sources: list[Source] = optional("Publications that ask.", default=[])
    stages: list[Stage] = optional("Their practices in groups.", default=[])
    answers: list[Practice] = optional("The answers.", default=[])
    card: Card | None = optional("What the BenchmarkCard says by hand.")
