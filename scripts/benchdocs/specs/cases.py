"""Calibration cases, complete calls and the data dictionary as types.

A case holds what an evaluator is given and the verdict that is right; the dictionary says what each key of
its labels and of its record means; a call is a whole input with a right record.
"""

import re
from decimal import Decimal
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from benchdocs.documents.text_file import is_blank
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.specs.choices import CaseKind, CaseOrigin, Comparison, Expected, KeyType
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import (
    BenchmarkCode,
    Fields,
    Share,
    Text,
    needed,
    optional,
)

CASE_ID = r"[a-z0-9]+(-[a-z0-9]+)*"
"""Form of a case's ID, which is a part of addresses."""
KEY = r"[a-z][a-z0-9_]*"
VALUE_TYPES: dict[KeyType, type] = {
    KeyType.TEXT: str,
    KeyType.NUMBER: Decimal,
    KeyType.BOOLEAN: bool,
    KeyType.LIST: list,
    KeyType.MAPPING: dict,
    KeyType.SECTION: dict,
    KeyType.TIME: str,
}
"""Type that a value has by its type in the data dictionary."""
RECORD_TYPE = "record_type"
"""Type of the error of an output that is neither fields nor text."""

_Name = FieldFacts(form=TextForm.NAME)


_BOUND = re.compile(r"(?P<name>.*\S)\s+(?P<digest>[0-9a-f]{8})")


def name_and_digest(text: str) -> tuple[str, str]:
    """Return a name and the digest that it carries, of what it was when somebody named it; empty for none."""
    if match := _BOUND.fullmatch(text):
        return match["name"], match["digest"]
    return text, ""


def _output(value: object) -> object:
    """Return a candidate output: fields, or the raw text of an output that is not a record."""
    if value is None or isinstance(value, dict) or (isinstance(value, str) and not is_blank(value)):
        return value
    raise PydanticCustomError(RECORD_TYPE, "neither fields nor text")


_tags = partial(
    optional,
    "Words by which a report of a run can be narrowed to some cases.",
    default=[],
    examples=["[self-correction, two-speakers]"],
)
_origin = partial(needed, "Where it comes from.", examples=["synthetic"])


class Case(Fields):
    """What an evaluator is given in one test case, and the verdict that is right."""

    id: Annotated[Text | None, _Name] = needed(
        "Its name within the file: lowercase letters, digits and hyphens.", examples=["grandson-left-out"]
    )
    kind: CaseKind | None = needed("What it tests.", examples=["clear_fail"])
    narrative: Text | None = needed(
        "What the product is given.", examples=["She speaks Spanish only. Her grandson translated for us."]
    )
    labels: dict[Text, Any] | None = needed(
        "Ground truth: keys that `evaluators/labels.yaml` lists under `labels`, each with its value.",
        examples=["interpreter: relative"],
    )
    output: Annotated[Any, BeforeValidator(_output), WithJsonSchema({"type": ["object", "string"]})] = needed(
        "Candidate output: a part of the record, with keys that `evaluators/labels.yaml` lists under "
        "`record`; or the raw text of an output that is not a record.",
        examples=["summary: {claims: {deadline: present}}"],
    )
    expected: Expected | None = needed("The expected verdict.", examples=["fail"])
    expected_score: Share | None = optional(
        "The expected score of a case whose benchmark counts items, to two digits.", examples=["0.83"]
    )
    decides: list[Text] = optional(
        "The clauses that decide the verdict, as their page numbers them, each with the digest of its words, "
        "which `check --fix` adds.",
        default=[],
        examples=["[fail 2 5f0c31aa]"],
    )
    because: Text | None = needed(
        "Which condition decides, in one sentence.", examples=["The interpreter appears nowhere."]
    )
    tags: Annotated[list[Text], FieldFacts(unordered=True)] = _tags()
    origin: CaseOrigin | None = _origin()
    confirmed_by: list[Text] = optional(
        "IDs of the reviewers who confirmed the labels and the verdict, from `reviewers.yaml`, each with the "
        "digest of the case that its page shows.",
        default=[],
        examples=["[expert-1 5f0c31aa]"],
    )

    @property
    def clauses(self) -> list[str]:
        """The names of the clauses that decide the verdict."""
        return [name_and_digest(stated)[0] for stated in self.decides]


class CaseFile(Fields):
    """The calibration cases of one evaluator: of a judge's prompt, or of a benchmark that a script checks."""

    benchmark: BenchmarkCode | None = needed("Code of the benchmark.", examples=["A-LNG1"])
    cases: list[Case] | None = needed("The cases.", examples=["[]"])


class Mutant(Fields):
    """A record of a call that is wrong in one respect."""

    id: Annotated[Text | None, _Name] = needed("Its name within the call.", examples=["another-interpreter"])
    changes: Annotated[dict[Text, Any], WithJsonSchema({"type": "object"})] = optional(
        "Its own values, by the keys that lead to them in the right record. Entries of a list are counted "
        "from 0.",
        default={},
        examples=["{account.interpreter: telephone service}"],
    )
    leaves_out: list[Text] = optional(
        "Keys of the right record that it lacks.", default=[], examples=["[account.language]"]
    )
    fails: list[BenchmarkCode] | None = needed(
        "Codes of the benchmarks that it has to fail. It passes all others that apply.",
        examples=["[A-LNG1]"],
    )
    because: Text | None = needed("What is wrong with it.", examples=["Her grandson interpreted."])


class Call(Fields):
    """A whole input with its labels, a record that is right, and records that are not."""

    title: Text | None = needed("What kind of call it is.", examples=["A talk through a relative"])
    narrative: Text | None = needed("What the product is given.", examples=["so her grandson translated."])
    labels: dict[Text, Any] | None = needed(
        "Ground truth for every benchmark that applies, as in a case.",
        examples=["interpreter: relative"],
    )
    output: dict[Text, Any] | None = needed(
        "The right record, with all its sections.", examples=["account: {language: Spanish}"]
    )
    mutants: list[Mutant] | None = needed("Records that are not right.", examples=["[]"])
    tags: Annotated[list[Text], FieldFacts(unordered=True)] = _tags()
    origin: CaseOrigin | None = _origin()
    confirmed_by: list[Text] = optional(
        "IDs of the reviewers who confirmed it, from `reviewers.yaml`, each with the digest of the call that "
        "its page shows.",
        default=[],
        examples=["[expert-1 5f0c31aa]"],
    )


class DictionaryKey(Fields):
    """A key of the ground truth or of the record."""

    meaning: Text | None = needed(
        "What it contains, in a sentence or two.", examples=["Who interpreted, as a word."]
    )
    type: KeyType | None = needed("What kind of value it has.", examples=["list"])
    compare: Annotated[dict[Text, Comparison], WithJsonSchema({"type": "object"})] = optional(
        "How scripts compare each of its fields, or its `value`.",
        default={},
        examples=["{name: words, amount: number}"],
    )
    keys: Annotated[dict[Text, list[Text]], WithJsonSchema({"type": "object"})] = optional(
        "Keys of the record that hold each of its fields, where scripts look first.",
        default={},
        examples=["{amount: [size]}"],
    )
    topics: Annotated[dict[Text, Text], WithJsonSchema({"type": "object"})] = optional(
        "Beginnings of words that show that the record may be about each of its fields, with commas between.",
        default={},
        examples=['{amount: "size, inch"}'],
    )


class Dictionary(Fields):
    """The keys that cases may use. Which benchmarks count a label follows from their `metric.labels`."""

    labels: dict[Text, DictionaryKey] | None = needed(
        "Keys of the ground truth.", examples=["interpreter: {meaning: Who interpreted., type: text}"]
    )
    record: dict[Text, DictionaryKey] | None = needed(
        "Keys of the record, at whatever depth.", examples=["findings: {meaning: Findings., type: mapping}"]
    )


def plain_value(value: Any) -> Any:
    """Return a value of a case as JSON has it: a date and a number in an odd notation as they are written."""
    if isinstance(value, dict):
        return {str(key): plain_value(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return list(map(plain_value, value))
    if isinstance(value, OddNumber):
        return value.source
    if isinstance(value, Decimal) and value.is_finite():
        return float(value) if "." in str(value) else int(value)
    if value is None or isinstance(value, str | bool):
        return value
    return str(value)
