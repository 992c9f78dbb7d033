"""Calibration cases, complete calls and the data dictionary as pages show them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from json import JSONEncoder
from typing import Any, NamedTuple

from benchdocs.reports.text import listed
from benchdocs.rules.finding import Finding
from benchdocs.specs.cases import Case, Mutant, plain_value
from benchdocs.specs.choices import CaseKind, Comparison, KeyType
from benchdocs.suite.cases import CaseSpec, cases_digest, confirmers, readers, uses
from benchdocs.suite.clauses import untested
from benchdocs.suite.suite import Suite

_KINDS = {
    CaseKind.CLEAR_PASS: ("clear pass", "clear pass", "clear passes"),
    CaseKind.CLEAR_FAIL: ("clear fail", "clear fail", "clear fails"),
    CaseKind.BORDERLINE: ("borderline", "borderline case", "borderline cases"),
    CaseKind.INJECTION: ("prompt injection", "prompt-injection attempt", "prompt-injection attempts"),
}
"""What each kind is called, and what one case of it and several are."""
_JSON = JSONEncoder(ensure_ascii=False)
_WIDTH = 72
"""Longest line of JSON that is not broken, in characters."""


class CasesView(NamedTuple):
    """The cases of one evaluator.

    Attributes:
        file: The file of the cases; None where the benchmark has none.
        prompt: Path of the prompt whose conditions decide them.
        clauses: What can decide them, by name.
    """

    code: str
    file: CaseSpec | None
    findings: tuple[Finding, ...]
    prompt: str | None
    clauses: dict[str, str]

    @property
    def untested(self) -> list[str]:
        """The names of the clauses that decide no case; none where no case names one."""
        return untested(self.clauses, self.file) if self.file else []

    @property
    def verdicts(self) -> Counter[str]:
        """How many cases expect each verdict."""
        return Counter(case.expected or "" for case in self.cases)

    @property
    def cases(self) -> Sequence[Case]:
        """The cases in the order of their file."""
        return (self.file.fields.cases or ()) if self.file else ()

    @property
    def kinds(self) -> str:
        """The number of cases of each kind in words."""
        counts = Counter(case.kind for case in self.cases)
        found = [
            f"{counts[kind]} {one if counts[kind] == 1 else many}"
            for kind, (_, one, many) in _KINDS.items()
            if counts[kind]
        ]
        return listed(found)

    @property
    def confirmed(self) -> int:
        """How many cases someone has confirmed as they are now."""
        return sum(bool(confirmers(case)) for case in self.cases)

    @property
    def digest(self) -> str:
        """SHA-256 of what a judge is given and has to say."""
        return cases_digest(self.file) if self.file else ""


def differences(mutant: Mutant) -> list[tuple[str, str]]:
    """Return the keys in which a mutant differs from the right record, each with what it has there."""
    changed = [(place, as_json(value)) for place, value in mutant.changes.items()]
    return changed + [(place, "is missing") for place in mutant.leaves_out]


class KeyView(NamedTuple):
    """A key of the data dictionary as its page shows it.

    Attributes:
        part: `label` or `record`.
        read_by: Codes of the benchmarks whose metric names it.
        used_by: Codes of the benchmarks whose cases use it.
        compare: How scripts compare each of its fields.
        keys: Keys of the record that hold each of its fields.
        topics: Beginnings of words that tell of each of its fields.
    """

    part: str
    name: str
    meaning: str
    type: KeyType | None
    read_by: tuple[str, ...]
    used_by: tuple[str, ...]
    compare: dict[str, Comparison]
    keys: dict[str, list[str]]
    topics: dict[str, str]

    @property
    def id(self) -> str:
        """Its anchor."""
        return f"{self.part}-{self.name}"


def key_views(suite: Suite) -> Iterator[KeyView]:
    """Yield the keys of the data dictionary in its order: labels, then those of the record."""
    fields = suite.dictionary.fields if suite.dictionary else None
    reads, (labels, record) = readers(suite), uses(suite)
    for name, key in ((fields and fields.labels) or {}).items():
        used = (reads.get(name, ()), labels.get(name, ()))
        yield KeyView("label", name, key.meaning or "", key.type, *used, key.compare, key.keys, key.topics)
    for name, key in ((fields and fields.record) or {}).items():
        used = ((), record.get(name, ()))
        yield KeyView("record", name, key.meaning or "", key.type, *used, key.compare, key.keys, key.topics)


def kind_name(kind: CaseKind | None) -> str:
    """Return what a case tries out, in words."""
    return _KINDS[kind][0] if kind else "–"


def as_json(value: Any) -> str:
    """Return a value as JSON, each part of it that is short enough on one line."""
    return _laid_out(plain_value(value), "")


def _laid_out(plain: Any, indent: str) -> str:
    line = _JSON.encode(plain)
    if len(line) <= _WIDTH - len(indent) or not plain or not isinstance(plain, dict | list):
        return line
    inner = f"{indent}  "
    if isinstance(plain, list):
        start, end = "[]"
        parts = [_laid_out(entry, inner) for entry in plain]
    else:
        start, end = "{}"
        parts = []
        for key, entry in plain.items():
            parts.append(f"{_JSON.encode(key)}: {_laid_out(entry, inner)}")
    return f"{start}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{end}"
