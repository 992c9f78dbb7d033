"""The words that a field takes where it takes one of a few, each with its meaning."""

from enum import StrEnum
from typing import NamedTuple, Self


class Choice(StrEnum):
    """Word of a field that takes one of a few.

    Attributes:
        meaning: What the word means, in a sentence for authors.
        label: What pages call it: `Hard gate`.
    """

    meaning: str
    label: str

    def __new__(cls, word: str, meaning: str = "", label: str = "") -> Self:
        """Make a word with its meaning and label, which without one is the word itself."""
        choice = str.__new__(cls, word)
        choice._value_ = word
        choice.meaning = meaning
        choice.label = label or word.replace("_", " ").capitalize()
        return choice


class EvaluatorType(Choice):
    """Who or what judges a test case."""

    CODE = "code", "A script that always gives the same answer."
    LLM_JUDGE = "llm_judge", "A language model under a written prompt.", "LLM judge"
    HYBRID = "hybrid", "A script and a language model together."
    MANUAL_SME = "manual_sme", "A subject-matter expert.", "Human expert"

    @property
    def needs_prompt(self) -> bool:
        """Return whether a language model takes part, so that a prompt file is required."""
        return self in (EvaluatorType.LLM_JUDGE, EvaluatorType.HYBRID)

    @property
    def needs_script(self) -> bool:
        """Return whether a script takes part."""
        return self in (EvaluatorType.CODE, EvaluatorType.HYBRID)


class Criticality(Choice):
    """What a miss means for all that is above it."""

    HARD_GATE = "hard_gate", "A miss blocks the rubric and every composite above it."
    THRESHOLD_GATE = (
        "threshold_gate",
        "A miss is reported; the aggregate above may make up for it.",
    )


class Status(Choice):
    """Where a benchmark stands in its life; a deprecated one keeps its page but counts no more."""

    DRAFT = "draft", "It counts, but at least one of its numbers still needs a decision.", "draft"
    ACTIVE = (
        "active",
        "It counts, and its label, weight, threshold and evaluator type are established.",
        "active",
    )
    DEPRECATED = "deprecated", "It no longer counts but keeps its page.", "deprecated"


class DecisionState(Choice):
    """How far a value of a spec is settled."""

    ESTABLISHED = "established", "Someone with the authority to decide has settled it."
    PROVISIONAL = "provisional", "It was chosen to complete the suite and still needs a decision."
    DISPUTED = "disputed", "Someone with a say in the matter disagrees."


class Outcome(Choice):
    """What a reviewer says of a value."""

    AGREE = "agree", "The value is right."
    AGREE_WITH_CHANGE = "agree_with_change", "It is right after the change in the comment."
    REJECT = "reject", "It is wrong."
    CANNOT_JUDGE = (
        "cannot_judge",
        "The reviewer is not an expert on it, or does not have what is needed to judge it.",
    )


class Unit(Choice):
    """What a score counts."""

    CASE = "case", "Test cases: each passes or fails as a whole."
    ITEM = "item", "Labeled items: each case counts as the share of its items that are right."


class UnparseableOutput(Choice):
    """What a benchmark makes of an output that cannot be read."""

    NOT_EVALUATED = "not_evaluated", "The case does not count here; another benchmark fails it."
    FAILS = "fails", "The case fails here, once for the whole suite."


class DecisionMethod(Choice):
    """What of a score is compared with the threshold."""

    POINT_ESTIMATE = "point_estimate", "The score itself, however few the cases."
    LOWER_BOUND = "lower_bound", "The lower end of a one-sided confidence interval around the score."


class Aggregation(Choice):
    """How a rubric's score comes from its members' scores."""

    WEIGHTED_AVERAGE = "WEIGHTED_AVERAGE", "The average of the scores, weighted."
    MINIMUM = "MINIMUM", "The lowest score; weights are not used.", "Lowest score"
    MAXIMUM = "MAXIMUM", "The highest score; weights are not used.", "Highest score"
    MEAN = "MEAN", "The plain average of the scores; weights are not used.", "Plain mean"

    @property
    def noun(self) -> str:
        """Name of it within a sentence: the `lowest`, the `plain mean` of some scores."""
        return self.label.lower().removesuffix(" score")

    @property
    def takes_one(self) -> bool:
        """Return whether the score is that of a single member."""
        return self in (Aggregation.MINIMUM, Aggregation.MAXIMUM)

    @property
    def uses_weights(self) -> bool:
        """Return whether the members' weights change the score."""
        return self is Aggregation.WEIGHTED_AVERAGE


class Category(NamedTuple):
    """What kind of question a rubric asks.

    Attributes:
        label: What pages call it.
        meaning: What it means, in a sentence for authors; empty where the settings do not say.
    """

    name: str
    label: str
    meaning: str = ""

    def __str__(self) -> str:
        return self.name


CATEGORIES = (
    Category("extraction", "Extraction"),
    Category("system_logic", "System logic"),
    Category("clinical_judgment", "Clinical judgment"),
)
"""The scope boundary of the field specification, for a suite whose settings name no categories."""


class CaseKind(Choice):
    """What a calibration case tries out."""

    CLEAR_PASS = "clear_pass", "Every expert would pass it."
    CLEAR_FAIL = "clear_fail", "Every expert would fail it."
    BORDERLINE = "borderline", "It is close to the line between pass and fail, or no verdict is certain."
    INJECTION = (
        "injection",
        "The input or the output contains words that try to give orders to the judge.",
    )


class Expected(Choice):
    """The verdict on a calibration case that is right."""

    PASS = "pass", "The behavior is correct."
    FAIL = "fail", "The behavior is wrong."
    UNCERTAIN = "uncertain", "The inputs do not settle it: the judge has to say so and fail the case."
    NOT_APPLICABLE = "not_applicable", "The benchmark does not apply, so the case does not count."


class CaseOrigin(Choice):
    """Where a calibration case comes from."""

    SYNTHETIC = "synthetic", "It was made up for this purpose; it is about no real person."


class KeyType(Choice):
    """What kind of value a key of the ground truth or of the record has."""

    TEXT = "text", "Words."
    NUMBER = "number", "A number without its unit."
    BOOLEAN = "boolean", "`true` or `false`."
    LIST = "list", "Entries, each a text or a block of fields."
    MAPPING = "mapping", "Free names, each with a value."
    SECTION = "section", "A part of the output; its keys are also listed here."
    TIME = "time", 'A time of day or a date as text, in quotes: `"14:05"`.'


class Comparison(Choice):
    """How a script compares a labeled value with one of the output."""

    EXACT = "exact", "The same text; capital letters, spaces and punctuation do not count."
    NUMBER = "number", "The same amount: `0.5 g` is `500 mg`. A unit may be left out."
    WORDS = "words", "Its words and numbers are {returned}, and no usual word denies one. There may be more."
    TIME = "time", "The same time of day: `14:05` is `1405`."
    LIST = "list", "Each labeled entry is found, by its words, in the same order and each in another entry."
    SET = "set", "As `list`, in any order."
    ROUNDED = "rounded", "The same numbers, each within 1; temperatures within 0.5 Celsius, in either scale."
    CLASS = "class", "The same of a few known values, such as `called` and `not called`, in any words for it."
    TIMED = "timed", "A time of day; which one it is is left open."
    SIDE = "side", "The same side of the body: left or right."
    OPEN = "open", "No value: the field is empty or says that nothing is known."
    FLAGGED = "flagged", "The field is called missing, by itself or in a remark, even if it has a value."
    MARKED = "marked", "A field without a value is called unknown, by itself or in a remark."
    SUPPLIED = "supplied", "The field is not called unknown."


class RunVerdict(Choice):
    """What a run says of a benchmark, a rubric or the whole."""

    PASS = "pass", "Its rule is met."
    FAIL = "fail", "Its rule is missed, whatever the cases without a result would say."
    BLOCKED = "blocked", "A hard gate below it is missed."
    UNDECIDED = "undecided", "Too few cases, or results that are missing, leave it open."
    MISSING = "missing", "There is no result at all."
