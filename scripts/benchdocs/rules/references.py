"""REF201, REF206-208: codes in use twice, and codes in criteria that lead nowhere."""

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.hidden_characters import comparable
from benchdocs.documents.locations import Place, Route, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.code_suggestions import CodeVocabulary
from benchdocs.specs.field_index import CRITERIA, stated_texts
from benchdocs.specs.fields import BENCHMARK_CODE
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import Mention
from benchdocs.suite.suite import Suite, is_in_use

CODE_FORMAT = "`code`"
CRITERIA_FORMAT = "Inclusion and Exclusion Criteria Format"


@rule("REF201", "duplicate code", source=CODE_FORMAT, fields=("code",))
def duplicate_code(suite: Suite) -> Iterator[Violation]:
    """Two files have the same code, or a file takes a code that `reserved` in the settings keeps back.

    Why: criteria, rubrics and results use the code to name a benchmark. If two have it, nobody can tell which
    one is meant, and only one gets a page.

    Fix: give the second one the next free number, or delete the outdated file.

    Bad (whole file) a-component/A-DEM1-copy.yaml:

        code: A-DEM1
        label: Arrival time recorded, second version
        concept: Share of arrival times recorded as stated.
        weight: 0.5
        inclusion_criteria: Apply when an arrival time is stated. Flag if it is missing.
        exclusion_criteria: Do not apply when no arrival time is stated.
        evaluator_type: code

    Good a-component/A-DEM1.yaml:

        code: A-DEM1
    """
    holders: dict[str, AnySpec] = {}  # a file with the code as its name comes first
    for spec in sorted(suite.specs, key=lambda spec: spec.stem != spec.code):
        holders.setdefault(spec.code, spec)
    for spec in suite.specs:
        holder = holders[spec.code]
        if holder is not spec:
            message = f"the code `{spec.code}` is taken: `{holder.document.path}` also has it"
            is_free = re.fullmatch(BENCHMARK_CODE, spec.stem) and not suite.known_code(spec.stem)
            right = f"write `code: {spec.stem}`" if is_free else "give this one an unused code"
            hint = f"{right}, or delete one of the two files"
            related = (Link(holder.document, at("code"), "the other one is here"),)
            yield Violation(spec.document, at("code"), message, hint, related)
        elif spec.code in suite.settings.reserved:
            settings = suite.settings.file.path
            message = f"the code `{spec.code}` is reserved in `{settings}` and may not be used"
            yield Violation(spec.document, at("code"), message, "give this one the next free number")


@rule(
    "REF206",
    "criteria name an unknown or former code",
    source=CRITERIA_FORMAT,
    fields=(*CRITERIA, "concept", "rationale"),
    fixable=True,
)
def unknown_code_in_criteria(suite: Suite) -> Iterator[Violation]:
    """The inclusion or exclusion criteria name a code that no benchmark or rubric has or had. Or they write
    one with different capital letters, without its hyphen or with a dash, underscore or space instead
    (`A_DEM2`, `ADEM2`, `A-DEM 2`), or several as one (`A-DEM1/2`). A word joined to a code by a hyphen
    (`A-DEM2-night`) is read as its variant. In other texts of a spec, such a code is a warning, and so is a
    benchmark's former code in criteria.

    Why: criteria leave cases to other benchmarks. If the code is wrong, nobody scores the case.

    Fix: write the code of the benchmark or rubric that takes the case.

    Bad a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM7).

    Good a-component/A-DEM2.yaml:

        exclusion_criteria: >
          Do not use for arrival times (covered by A-DEM1).
    """
    codes = CodeVocabulary(suite)
    for spec, route, mentions in (*suite.mentions_in_criteria, *_elsewhere(suite)):
        unknown = [mention.text for mention in mentions if mention.code is None]
        for text in islice(dict.fromkeys(unknown), MAX_LISTED):
            message, place = f"no benchmark or rubric has the code `{text}`", at(*route, text=text)
            own = (spec.code, *getattr(spec.fields, "aliases", ()))
            hint = codes.hint_in_text(text, own) or "name the benchmark or rubric that takes these cases"
            right = codes.spelled_right(text)
            severity = None if route[0] in CRITERIA else Severity.WARNING
            yield Violation(spec.document, place, message, hint, severity=severity, fix=right)
    for spec, route, mentions in suite.mentions_in_criteria:
        for text, code in dict.fromkeys(mentions):
            if code in (None, text) or not is_in_use(suite.benchmark[code]):
                continue
            message, place = f"`{text}` is the former code of `{code}`", at(*route, text=text)
            hint, severity = f"write `{code}`", Severity.WARNING
            yield Violation(spec.document, place, message, hint, severity=severity, fix=code)


def _elsewhere(suite: Suite) -> Iterator[tuple[AnySpec, Route, tuple[Mention, ...]]]:
    """Yield the codes of the suite's rubrics that the other texts of specs name, by spec and place.

    Elsewhere than in criteria, a code of no rubric may be that of a room or a form.
    """
    for spec in suite.texts.holding(suite.codes.unknown_in):
        for route, text in stated_texts(spec.fields):
            if route[0] not in CRITERIA and "aliases:" not in text:  # a field that a text took in
                meant = [each for each in suite.codes.meant_in(text) if suite.codes.is_of_family(each.text)]
                yield spec, route, tuple(each for each in meant if each.text not in suite.settings.reserved)


@rule(
    "REF208",
    "names that differ only by case or encoding",
    source=CODE_FORMAT,
    fields=("code",),
)
def same_but_for_case(suite: Suite) -> Iterator[Violation]:
    """The paths of two files differ only in lowercase and capital letters, or in how Unicode encodes the same
    letters (\u00e9 as one character or as e and an accent).

    Why: a file system that ignores the difference keeps only one of two files.

    Fix: give one of the two another name.

    Bad (whole file) rubrics/a-dem.yaml:

        code: B-DEM
        label: Demonstration in small letters
        weight: 1
        aggregation_method: MEAN
        passing_threshold: 0.8
        benchmarks: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        code: A-DEM
    """
    files: list[TextFile] = [*suite.documents, *suite.evaluators, *suite.handwritten]
    paths = {comparable(document.path): document for document in reversed(files)}
    for document in files:
        other = paths[comparable(document.path)]
        if other.path != document.path:
            related = (Link(other, Place(), "the other file"),)
            message = f"this file and `{other.path}` {_difference(document.path, other.path)}"
            yield Violation(document, Place(), message, "rename one of the two files", related)


def _difference(name: str, other: str) -> str:
    is_case = name.casefold() == other.casefold()
    return f"differ only in {'lowercase and capital letters' if is_case else 'how their letters are encoded'}"
