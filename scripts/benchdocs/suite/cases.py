"""Calibration cases and calls: their evaluators, who reads a key, and digests of what a judge was given."""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from json import JSONEncoder
from typing import Any, NamedTuple

from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.locations import Route
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.specs.cases import Call, Case, CaseFile, Dictionary, Mutant, name_and_digest, plain_value
from benchdocs.specs.choices import Expected, KeyType
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import Spec
from benchdocs.suite.files import grouped
from benchdocs.suite.meaning import meaning
from benchdocs.suite.suite import BenchmarkSpec, Suite, is_in_use

CaseSpec = Spec[CaseFile]
SHORT = 8
"""Digits of the short form of a digest."""
NEEDED_CASES = 3
"""Fewest cases of a benchmark that a script checks."""
NEEDED_MUTANTS = 4
"""Fewest wrong records of a call."""
_CANONICAL = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_CONFIRMED = ("narrative", "labels", "output", "expected", "expected_score", "mutants")
"""What a reviewer confirms of a case or call."""
_JUDGED = ("id", "narrative", "labels", "output", "expected")
"""What of a case decides whether a judge agrees with it."""
_ONE_FORM = str.maketrans({"\u00a0": " ", "\u2010": "-", "\u2011": "-"})


_GIVEN = (("narrative",), ("labels",), ("output",))


def is_judged(route: Route) -> bool:
    """Return whether a route of a case or call leads into what a judge is given, which may hold anything."""
    return route[:1] in _GIVEN or (route[:1] == ("cases",) and route[2:3] in _GIVEN)


def given(suite: Suite) -> Iterator[tuple[YamlDocument, Route, dict[str, Any] | None, Any]]:
    """Yield the labels and record of each case and call, with its document and the route to it."""
    for file in suite.cases:
        for index, case in enumerate(file.fields.cases or ()):
            yield file.document, ("cases", index), case.labels, case.output
    for call in suite.calls:
        yield call.document, (), call.fields.labels, call.fields.output


def mutated(record: dict[str, Any], mutant: Mutant) -> dict[str, Any]:
    """Return a right record with the changes of a mutant. Raises LookupError with a place it lacks."""
    changed: Any = record
    for place in (*mutant.changes, *mutant.leaves_out):
        try:
            if place in mutant.changes:
                changed = _replaced(changed, _keys_of(place), mutant.changes[place])
            else:
                changed = _replaced(changed, _keys_of(place))
        except (LookupError, TypeError, AttributeError) as error:
            raise LookupError(place) from error
    return dict(changed)


def _keys_of(place: str) -> list[str | int]:
    """Return the keys and positions that a mutant's place names, such as `vitals.0.unit`."""
    return [int(key) if key.isdecimal() else key for key in place.split(".")]


def _replaced(part: Any, keys: list[str | int], *value: Any) -> Any:
    """Return a part of a record with another value at these keys, or without them; the rest is shared."""
    key, *rest = keys
    changed = part.copy()
    if rest:
        changed[key] = _replaced(part[key], rest, *value)
    elif value:
        [changed[key]] = value
    else:
        del changed[key]
    return changed


def concept(spec: BenchmarkSpec) -> str:
    """Return the name of a benchmark's case file without its ending: its prompt's name, or its code."""
    prompt = spec.fields.llm_prompt_file
    return PromptFile(prompt, "").name if prompt else spec.code.lower()


def benchmark_of(suite: Suite, file: CaseSpec) -> BenchmarkSpec | None:
    """Return the benchmark that a file of cases is about; None if there is none."""
    return suite.benchmark.get(suite.known_code(file.fields.benchmark or "") or "")


@lru_cache(maxsize=1)
def _by_code(suite: Suite) -> dict[str | None, CaseSpec]:
    return {suite.known_code(file.fields.benchmark or ""): file for file in reversed(suite.cases)}


def cases_of(suite: Suite, code: str) -> CaseSpec | None:
    """Return the case file of a benchmark; None where it has none."""
    return _by_code(suite).get(code)


def cases_in(suite: Suite, code: str) -> Sequence[Case]:
    """Return the cases of a benchmark in the order of their file; none where it has none."""
    file = cases_of(suite, code)
    return (file.fields.cases or ()) if file else ()


def readers(suite: Suite) -> dict[str, tuple[str, ...]]:
    """Return the codes of the benchmarks whose metric names a label, by label."""
    pairs = []
    for spec in suite.benchmark.values():
        if metric := spec.fields.metric:
            pairs += [(label, spec.code) for label in dict.fromkeys(metric.labels)]
    return grouped(pairs)


def applying(suite: Suite, labels: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of the benchmarks that count one of these labels, in reading order."""
    readers_by_label = readers(suite)
    codes: set[str] = set()
    for label in labels:
        codes.update(readers_by_label.get(label, ()))
    return tuple(spec.code for spec in suite.ordered_benchmarks if spec.code in codes)


class NamedCase(NamedTuple):
    """A case or call by the name that results, records and exports have for it.

    Attributes:
        codes: The benchmarks that it belongs to.
        expected: The verdict that is right on the output of a calibration case; None for a call.
        source: What it was made of, where that is named.
    """

    codes: tuple[str, ...]
    labels: Any
    narrative: str
    tags: Sequence[str] = ()
    expected: Expected | None = None
    source: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of its labels and narrative."""
        return json_digest({"labels": self.labels, "narrative": self.narrative})

    @property
    def narrative_digest(self) -> str:
        """SHA-256 of its narrative as narratives are compared: cases that have the same are of one source."""
        return json_digest(compared_text(self.narrative))


def compared_name(name: str) -> str:
    """Return the form in which names of cases are compared: one case, one normalization, plain hyphens."""
    if name.isascii():
        return name.lower()
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", folded).translate(_ONE_FORM)


@lru_cache(maxsize=4096)
def compared_text(text: str) -> str:
    """Return the form in which narratives are compared, so that copies are found that only look different.

    Letter case, Unicode form, blanks, invisible characters and punctuation make no difference, except before
    a digit, as in 1.5; at the ends no symbol does.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFC", text).casefold())
    for _, hidden in hidden_runs(folded):
        folded = folded.replace(hidden, "")
    kinds = {char: unicodedata.category(char)[0] for char in {*folded}}
    blank, mark, symbol = (
        "".join(char for char in kinds if kinds[char] in kind) for kind in ("CZ", "P", "PS")
    )
    folded = folded.translate(dict.fromkeys(map(ord, blank)))
    if mark:
        folded = re.sub(rf"[{re.escape(mark)}]+(?!\d)", "", folded)
    return folded.strip(symbol) or text


@lru_cache(maxsize=1)
def named_cases(suite: Suite) -> Mapping[str, NamedCase]:
    """Return all calls and cases by name: its ID, after the benchmark's code where it is not the only one."""
    named = {}
    for call in suite.calls:
        labels = plain_value(call.fields.labels or {})
        codes = tuple(code for code in applying(suite, labels) if is_in_use(suite.benchmark[code]))
        named[call.stem] = NamedCase(codes, labels, call.fields.narrative or "", call.fields.tags)
    cases = list(_cases_in_use(suite))
    uses = Counter([*named, *(case.id or "" for _, case in cases)])
    for code, case in cases:
        name = case.id or ""
        if uses[name] > 1:
            name = f"{code}/{name}"
        labels = plain_value(case.labels or {})
        named[name] = NamedCase((code,), labels, case.narrative or "", case.tags, case.expected)
    return named


@lru_cache(maxsize=1)
def published_narratives(suite: Suite) -> frozenset[str]:
    """Return the digests of the narratives of all calls and cases, which a product may know."""
    return frozenset(case.narrative_digest for case in named_cases(suite).values())


def _cases_in_use(suite: Suite) -> Iterator[tuple[str, Case]]:
    """Yield the cases of all benchmarks in use that have an ID and a narrative, with the benchmark's code."""
    for spec in filter(is_in_use, suite.benchmark.values()):
        for case in cases_in(suite, spec.code):
            if case.id and case.narrative:
                yield spec.code, case


def tagged(suite: Suite, tag: str) -> set[str]:
    """Return the names of the cases and calls with a tag. Raises ValueError where there is none."""
    names: set[str] = set()
    tags: set[str] = set()
    for name, case in named_cases(suite).items():
        tags.update(case.tags)
        if tag in case.tags:
            names.add(name)
    if not names:
        hint = did_you_mean(tag, tags)
        ending = f": {hint}" if hint else ""
        raise ValueError(f"no case has the tag `{shorten(tag)}`{ending}")
    return names


def uses(suite: Suite) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the codes of the benchmarks whose cases use a key, by label and by key of the record."""
    labels: dict[tuple[str, str], None] = {}
    record: dict[tuple[str, str], None] = {}
    for file in suite.cases:
        code = suite.known_code(file.fields.benchmark or "") or file.code
        for case in file.fields.cases or ():
            for label in case.labels or ():
                labels[label, code] = None
            for route in record_routes(suite.dictionary, case.output):
                record[str(route[-1]), code] = None
    return grouped(labels), grouped(record)


def record_routes(dictionary: Spec[Dictionary] | None, output: Any, at: Route = ()) -> Iterator[Route]:
    """Yield the routes of the keys that the dictionary has to list: on top, and in each section."""
    if not isinstance(output, dict):
        return
    listed = (dictionary.fields.record if dictionary else None) or {}
    for key, value in output.items():
        name = str(key)
        yield (*at, name)
        if name in listed and listed[name].type is KeyType.SECTION:
            yield from record_routes(dictionary, value, (*at, name))


def cases_digest(file: CaseSpec) -> str:
    """Return the SHA-256 of what a judge is given and what it has to say: JSON with sorted keys, no spaces.

    Who confirmed a case, and why it was written, changes nothing.
    """
    judged = []
    for case in file.fields.cases or ():
        values = {name: plain_value(getattr(case, name)) for name in _JUDGED}
        if case.expected_score is not None:
            values["expected_score"] = plain_value(case.expected_score)
        judged.append(values)
    return json_digest(judged)


def short_digest(case: Case | Call) -> str:
    """Return the digest of what a reviewer confirms of a case or call, as `confirmed_by` carries it."""
    values = {name: plain_value(meaning(getattr(case, name, None))) for name in _CONFIRMED}
    return json_digest(values)[:SHORT]


def confirmers(case: Case | Call) -> list[str]:
    """Return the IDs of the reviewers who confirmed a case or call as it is now."""
    confirmed = map(name_and_digest, case.confirmed_by)
    return [who for who, digest in confirmed if digest == short_digest(case)]


def confirmed(suite: Suite) -> tuple[int, int]:
    """Return how many cases and calls someone has confirmed as they are now, and how many there are."""
    counts = Counter(bool(confirmers(call.fields)) for call in suite.calls)
    for code in suite.benchmark:
        counts.update(bool(confirmers(case)) for case in cases_in(suite, code))
    return counts[True], counts.total()


def json_digest(value: object) -> str:
    """Return the SHA-256 in hex of a value as JSON with sorted keys and no spaces, in UTF-8."""
    return hashlib.sha256(_CANONICAL.encode(value).encode()).hexdigest()
