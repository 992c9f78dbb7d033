"""FLD: fields that are missing, unknown, of the wrong type, or outside what the specification allows."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.locations import Place, at, at_key
from benchdocs.documents.spelling import did_you_mean, meant
from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_scalars import kind_of
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import absorbed_fields, corrections, type_corrections
from benchdocs.specs.discovery import RUBRIC_FOLDER
from benchdocs.specs.field_index import MEMBERS
from benchdocs.specs.fields import BENCHMARK_CODE, BENCHMARK_FORM, RUBRIC_FORM
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.records import MOST_CASES
from benchdocs.specs.validation import AnyRead, Fault
from benchdocs.suite.codes import component_folder
from benchdocs.suite.suite import Suite

SOURCE = "Benchmark Field Breakdown"
_DATE = "a date, such as 2026-01-31"
_EXPECTED = {
    "string_type": "text",
    **dict.fromkeys(("is_instance_of", "decimal_type"), "a number"),
    "bool_type": "`true` or `false`",
    "list_type": "a list, with one `- entry` per line",
    "too_short": "a list of two phrases or more, such as `[copy, copies]`",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "a block of fields"),
    **dict.fromkeys(("date_type", "date_parsing"), _DATE),
    **dict.fromkeys(("date_from_datetime_parsing", "date_from_datetime_inexact"), _DATE),
    "record_type": "a block of fields, or the raw text of an output that is not a record",
    "digest_type": "a SHA-256, or the hash of a commit: 64 or 40 digits from 0 to f",
    "exact_type": 'an exact number in quotes, `"57"` or `"57/59"`',
}
_RANGES = {
    **dict.fromkeys(("ge=0", "le=1"), "between 0 and 1"),
    **dict.fromkeys(("gt=0", "lt=1"), "greater than 0 and less than 1"),
    **dict.fromkeys(("ge=1", "multiple_of=1"), "a whole number from 1"),
    **dict.fromkeys(("gt=-1", f"le={MOST_CASES}"), f"a whole number from 0 to {MOST_CASES:,}"),
}


def field_name(*route: str | int) -> str:
    """Return a field as an author would call it: `scoring_scale.min_value`, an entry of `examples`."""
    *above, last = route
    names = [step for step in above if isinstance(step, str)]
    if isinstance(last, int) or names[-1:] == ["descriptions"]:
        return f"an entry of `{'.'.join(names)}`"
    return f"`{'.'.join((*names, last))}`"


def one_of(words: Iterable[str]) -> str:
    """Return the words that a field takes, as a message lists them."""
    *rest, last = (f"`{word}`" for word in words)
    return f"{', '.join(rest)} or {last}" if rest else last


def _faults(suite: Suite, rule: str) -> Iterator[tuple[AnyRead, Fault, str]]:
    """Yield the faults that break a rule, each with its file and the field's name."""
    for spec in suite.read:
        for fault in spec.faults:
            if fault.rule == rule:
                yield spec, fault, field_name(*fault.route)


def _misnamed(spec: AnyRead) -> Iterator[str]:
    """Yield the fields of a file that have a wrong value or name, or are a part of the text above them."""
    for fault in spec.faults:
        if fault.rule != "FLD101":
            yield corrections.likely_word(str(fault.route[0]), fault.absent) or str(fault.route[0])
    yield from (lost.name for lost in absorbed_fields.fields_in(spec))


def _as_read(spec: AnyRead, fault: Fault) -> str:
    """Return what YAML made of a value, with the author's text where that is not the same."""
    if isinstance(fault.value, str):
        return f"the text `{shorten(fault.value)}`"
    written, read = spec.document.source_of(fault.route) or "", kind_of(fault.value)
    return read if written in read else f"{read} (written `{shorten(written)}`)"


@rule(
    "FLD101",
    "missing field",
)
def missing_field(suite: Suite) -> Iterator[Violation]:
    """A required field is absent or has no value.

    Why: each required field answers a question that a reader or an evaluator asks. Without it the page has a
    gap, and a missing weight cannot be added up.

    Fix: add the field. The field reference says what to write in it.

    Bad (whole file) a-component/A-DEM3.yaml:

        code: A-DEM3
        concept: Share of prices recorded as stated.
        weight: 0
        status: deprecated
        evaluator_type: code
        inclusion_criteria: Apply when a price is stated. Flag if it is missing.

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for spec, fault, name in _faults(suite, "FLD101"):
        if corrections.is_misspelled(spec, fault.route) or corrections.is_misplaced(spec):
            continue
        is_list = fault.route == ("benchmarks",)
        if is_list and any(name in MEMBERS for name in _misnamed(spec)):
            continue
        lost = absorbed_fields.absorbed(spec, str(fault.route[0])) if len(fault.route) == 1 else None
        if lost:
            place = spec.document.place_of(lost.start)
            message = f"the required field {name} is part of the text above it"
            yield Violation(spec.document, place, message, "align it with the other fields")
            continue
        empty = spec.document.source_of(fault.route) is not None
        message = f"the required field {name} {'has no value' if empty else 'is missing'}"
        hint = None
        if fault.expected:
            hint = f"for example `{fault.route[-1]}: {corrections.in_a_line(fault.expected)}`"
        if is_list:
            hint = "list the rubric's `benchmarks`, or a composite's `sub_rubrics`"
        yield Violation(spec.document, at(*fault.route), message, hint)


@rule(
    "FLD102",
    "unknown field",
    fixable=True,
)
def unknown_field(suite: Suite) -> Iterator[Violation]:
    """The specification does not have this field, or not in this place.

    Why: a misspelled `treshold` would silently leave the benchmark without a threshold.

    Fix: correct the spelling, or move the text to the field it belongs to. Write your own notes as comments
    (`# ...`) or in `metric`.

    Bad a-component/A-DEM1.yaml:

        treshold: 0.90

    Good a-component/A-DEM1.yaml:

        threshold: 0.90
    """
    spec: AnyRead
    for spec in filter(corrections.is_misplaced, suite.broken):
        held, others, folder = "rubric", "benchmarks", RUBRIC_FOLDER
        if spec.model is Rubric:
            held, others, folder = "benchmark", "rubrics", component_folder(spec.document.stem)
        message = f"the file has the fields of a {held}, but is in the folder of the {others}"
        hint = f"move it to `{folder}/{spec.document.stem}.yaml`"
        yield Violation(spec.document, Place(), message, hint)
    for spec, fault, _ in _faults(suite, "FLD102"):
        if corrections.is_misplaced(spec):
            continue
        if fault.route == ("sub_rubrics",):
            message = (
                "a rubric cannot have both `benchmarks` and `sub_rubrics`: it is either a leaf or a composite"
            )
            yield Violation(spec.document, at_key("sub_rubrics"), message, "keep one of the two lists")
            continue
        name = shorten(str(fault.route[-1]))
        inside = f" in {field_name(*fault.route[:-1])}" if fault.route[1:] else ""
        place, message = at_key(*fault.route), f"`{name}` is not a field{inside}"
        likely = corrections.likely_word(str(fault.route[-1]), fault.absent)
        hint = meant(likely, "the field reference lists all fields")
        if block := corrections.block_of(spec, fault):
            hint = f"indent it below `{block}:`"
        right = corrections.word(str(fault.route[-1]), fault.absent)
        fix = right if right and corrections.fits(spec, fault, right) else None
        yield Violation(spec.document, place, message, hint, fix=fix)
    suspects = suite.texts.holding(absorbed_fields.may_hold_one)
    for spec in (*suspects, *suite.broken):
        for lost in absorbed_fields.fields_in(spec):
            place = spec.document.place_of(lost.start)
            message = f"the field `{lost.name}` is part of the text above it"
            hint = f"align it with the other fields{f' of `{lost.block}`' if lost.block else ''}"
            yield Violation(spec.document, place, message, hint)


@rule(
    "FLD103",
    "wrong type",
    fixable=True,
)
def wrong_type(suite: Suite) -> Iterator[Violation]:
    """A field has a value of the wrong type. The message says how YAML reads the text: an unquoted `no`
    becomes false, `12:30` becomes 750, and `1e3` stays text.

    Why: with a value of another type, the spec no longer says what its author meant.

    Fix: put quotes around text that YAML would read as something else. Write numbers plainly, without quotes.

    Bad a-component/A-DEM1.yaml:

        weight: "0.5"

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for spec, fault, name in _faults(suite, "FLD103"):
        expected = _EXPECTED.get(fault.expected, "another kind of value")
        message = f"{name} has to be {expected}, but YAML reads {_as_read(spec, fault)}"
        hint, fix = type_corrections.remedy(spec, fault, expected)
        yield Violation(spec.document, at(*fault.route), message, hint, fix=fix)


@rule(
    "FLD104",
    "number out of range",
    source="`weight`, ScoringScale Field Breakdown",
)
def out_of_range(suite: Suite) -> Iterator[Violation]:
    """A number is outside the range of its field, infinite, or not a number at all.

    Why: weights and thresholds are shares of 1. A weight of 25 would outweigh every other benchmark.

    Fix: write shares between 0 and 1 (25% is `0.25`) and versions as whole numbers from 1.

    Bad a-component/A-DEM1.yaml:

        threshold: 90

    Good a-component/A-DEM1.yaml:

        threshold: 0.90
    """
    for spec, fault, name in _faults(suite, "FLD104"):
        expected = _RANGES.get(fault.expected, "a finite number")
        message = f"{name} has to be {expected}, not {spec.document.source_of(fault.route)}"
        yield Violation(spec.document, at(*fault.route), message, type_corrections.in_range(fault))


@rule(
    "FLD105",
    "bad enum value",
    source="Evaluator Types",
    fixable=True,
)
def bad_enum(suite: Suite) -> Iterator[Violation]:
    """A field that takes one of a few words has another value.

    Why: readers filter by these words and evaluators depend on them. A near miss belongs to no group.

    Fix: write one of the words that the message lists, with the same spelling.

    Bad a-component/A-DEM1.yaml:

        evaluator_type: script

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    for spec, fault, name in _faults(suite, "FLD105"):
        words = [word.strip("' ") for word in fault.expected.replace(" or ", ", ").split(",")]
        message = f"{name} has to be {one_of(words)}, not {_as_read(spec, fault)}"
        bare = type_corrections.bare_entry(spec, fault)
        written = bare or spec.document.source_of(fault.route) or ""
        right = corrections.word(written, words) if isinstance(fault.value, str) or bare else None
        likely = right or corrections.likely_word(written, words)
        hint = meant(likely, f"write one of these words: {', '.join(words)}")
        if not likely and fault.route == ("category",) and not suite.settings.named_categories:
            message = f"`category` is {_as_read(spec, fault)}, but the settings name no categories"
            hint = suite.settings.how_to_categorize
        yield Violation(spec.document, at(*fault.route), message, hint, fix=right)


@rule(
    "FLD106",
    "malformed code",
    source="`code`",
    fixable=True,
)
def malformed_code(suite: Suite) -> Iterator[Violation]:
    """A code does not have the right form: component, hyphen, category in capital letters, number, and
    optionally a variant in lowercase (`A-LNG1`, `S-DOC2`, `A-LNG3-letter`). A rubric's code has no number
    (`A-LNG`); that of a component or root is one word of at most 12 letters (`A`).

    Why: codes become page addresses, and their form is how the tools find them in text.

    Fix: write the code in that form. For a benchmark, use the parent rubric's code and a number.

    Bad a-component/A-DEM1.yaml:

        aliases: [a_dem_9]

    Good a-component/A-DEM1.yaml:

        aliases: [A-DEM9]
    """
    for spec, fault, name in _faults(suite, "FLD106"):
        is_own = fault.route == ("code",)
        if (is_own and corrections.is_misplaced(spec)) or any(hidden_runs(str(fault.value))):
            continue  # FLD102 says so, or YML006 has named what makes it another code
        written, is_of_rubric = shorten(str(fault.value)), spec.model is Rubric
        of_rubric = (is_own and is_of_rubric) or fault.route[0] in ("parent_rubric", "sub_rubrics")
        of_any = "enforced_by" in fault.route
        kinds: tuple[type, ...] = (Benchmark,)
        expected, form = "a benchmark's code, such as `A-LNG1`", BENCHMARK_FORM
        if of_any:
            expected, kinds = "a code, such as `A-LNG1` or `A-LNG`", (Benchmark, Rubric)
        elif of_rubric:
            expected, form, kinds = "a rubric's code, such as `A-LNG`", RUBRIC_FORM, (Rubric,)
        message = f"{name} has to be {expected}, not `{written}`"
        known = Counter(each.code for each in suite.read if each.model in kinds)
        right, place = corrections.code(str(fault.value)), at(*fault.route)
        other = set() if is_own or of_any else {spec.code}
        is_sure = right and (right == spec.code and known[right] == 1 if is_own else right in known)
        if fault.route[0] == "aliases":  # a former code is known to nobody else
            is_sure = right and re.fullmatch(BENCHMARK_CODE, right) is not None
        near = did_you_mean(written, known.keys() - other - {written}) or f"write it as {form}"
        hint = f"did you mean `{right}`?" if is_sure else near
        if right and not is_sure and not written.isascii():
            hint = f"write `{right}`"
        if not right and " " in written:
            hint = f"write one code; {near}" if is_own else "write each code as a separate entry"
        yield Violation(spec.document, place, message, hint, fix=right if is_sure else None)


@rule("FLD107", "blank text")
def blank_text(suite: Suite) -> Iterator[Violation]:
    """A field is present but empty.

    Why: a blank field looks complete in the file and leaves a gap on the page.

    Fix: write the text, or delete the field if it is optional.

    Bad a-component/A-DEM1.yaml:

        label: ""

    Good a-component/A-DEM1.yaml:

        label: Time Recorded
    """
    for spec, fault, name in _faults(suite, "FLD107"):
        is_needed = not fault.route[1:] and fault.route[0] in spec.model.needed_fields()
        hint = "write it" if is_needed else "write it, or delete the field"
        place = at(*fault.route)
        line = spec.document.lines[spec.document.locate(place).line - 1]
        if re.search(r"[:-][ \t]+#", line):
            hint += "; without quotes, a text that starts with `#` is a comment"
        yield Violation(spec.document, place, f"{name} is blank", hint)
