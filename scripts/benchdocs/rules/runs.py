"""RUN: records of runs that say what cannot be, or that are not as they were added."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from benchdocs.documents.locations import Place, Route, at, at_key
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import records
from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.discovery import RUN_FOLDER, is_record_path, record_folder
from benchdocs.specs.field_facts import TextForm
from benchdocs.specs.fields import Fields
from benchdocs.specs.judge_record import MeasuredBenchmark
from benchdocs.specs.run_record import MOST_FAILED, BenchmarkRun, fraction
from benchdocs.suite.judges import Measured, contradictions
from benchdocs.suite.runs import (
    Run,
    digests,
    given_by,
    is_comparable,
    outcome_of,
    passed_in,
    results_of,
    spec_of,
    worst,
)
from benchdocs.suite.score_tree import benchmark_node
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: runs"
_COMMIT = r"[0-9a-f]{40}([0-9a-f]{24})?"
_MOST_STATES = 1
"""Former states of the suite that are read to compare digests with: that of the record added last."""
_MOST_COMPUTED = 2_000
"""Most cases of a benchmark for which the check computes a verdict."""
_WRITES = "write records with `benchdocs score --record NAME`"


@rule("RUN1801", "record of a run altered or malformed")
def altered_run(suite: Suite) -> Iterator[Violation]:
    """A record in `runs` is not as the commit that added it has it: it was changed, replaced or deleted. If
    git cannot read the history, or lacks the older commits, a warning says so. Or the record of a run is not
    `runs/NAME.yaml`, that of a judge not `runs/judges/NAME.yaml`, or that of labels not
    `runs/labels/NAME.yaml`, with a name of lowercase letters, digits, dots and hyphens; one of its digests or
    exact numbers has another form than `benchdocs score --record` writes; or its date is in the future.

    Why: a record is evidence of what a product did then. Its name is the address of its page.

    Fix: restore the record as it was added. To record the run again, take another name:
    `benchdocs score RESULTS --record NAME`.

    Bad (whole file) runs/first.yaml:

        product: Product 1
        date: 2026-01-31
        suite: {digest: as it was on Monday}
        plan: {digest: "0000000000000000000000000000000000000000000000000000000000000000", cases: 4, runs: 1}
        verdict: missing
        benchmarks: {}
        rubrics: {A: {verdict: missing, low: "0", high: "1"}}

    Good rubrics/A-DEM.yaml:

        weight: 0.75
    """
    documents: dict[str, TextFile] = {record.document.path: record.document for record in suite.records}
    if documents or suite.reviewers or (suite.root / RUN_FOLDER).is_dir():  # else git need not be asked
        yield from records.altered(suite, RUN_FOLDER, documents, suite.settings.file)
    for record in suite.records:
        path = record.document.path
        if not is_record_path(path):
            message = f"a record is `{record_folder(path)}/NAME.yaml`: lowercase letters, digits, dots and "
            message += "hyphens, at most 64"
            yield Violation(record.document, Place(), message, "rename it, and move it there")
        date = getattr(record.fields, "date", None)
        if future := records.in_future(date):
            yield Violation(record.document, at("date"), f"{date} is {future}", "write the day of the record")
        for block, route in _blocks(record.fields):
            for name in type(block).model_fields:
                stated = getattr(block, name)
                if isinstance(stated, str) and (what := _malformed(block, name, stated)):
                    yield Violation(record.document, at(*route, name), f"this is no {what}", _WRITES)


def _blocks(block: Fields, route: Route = ()) -> Iterator[tuple[Fields, Route]]:
    """Yield a block of a record and those within it, each with its route."""
    yield block, route
    for name in type(block).blocks():
        value = getattr(block, name)
        if isinstance(value, Fields):
            yield from _blocks(value, (*route, name))
        elif isinstance(value, dict):
            for code, each in value.items():
                yield from _blocks(each, (*route, name, code))


_NUMBERS = ("total", "lost", "low", "high")
"""Fields of a record that are exact numbers."""


def _malformed(block: Fields, name: str, stated: str) -> str:
    """Return what a text of a record ought to be; empty where it has that form, or may have any."""
    if name == "commit":
        return "" if re.fullmatch(_COMMIT, stated) else "hash of a commit"
    if block.facts()[name].form is TextForm.DIGEST and not re.fullmatch(records.DIGEST, stated):
        return "SHA-256: 64 digits from 0 to f"
    if name in _NUMBERS and fraction(stated) is None:
        return 'exact number in quotes: `"57"` or `"57/59"`'
    return ""


@rule("RUN1802", "counts or verdicts of a run do not add up")
def wrong_counts(suite: Suite) -> Iterator[Violation]:
    """The counts of a benchmark in the record of a run do not add up: its cases with a verdict, without a
    result and left out are those of the plan, no more pass than have a verdict, and those that fail or lack a
    result are listed. Or no rubric has the verdict of the whole, or the lowest score of a rubric is above its
    highest. Or a benchmark has another verdict than its counts give, where it is still what it was then; or,
    where the whole suite is, a rubric or the whole has another verdict or score than its members give. Or the
    record of a judge has more cases judged rightly than there are, or does not list those judged wrongly.

    Why: people read the verdict, and it decides a release.

    Fix: if the record is not committed yet, record the run again from its results.

    Bad (whole file) runs/first.yaml:

        product: Product 1
        date: 2026-01-31
        suite: {digest: "0000000000000000000000000000000000000000000000000000000000000000"}
        plan: {digest: "0000000000000000000000000000000000000000000000000000000000000000", cases: 4, runs: 1}
        verdict: pass
        benchmarks: {}
        rubrics: {A: {verdict: missing, low: "0", high: "1"}}

    Good rubrics/A-DEM.yaml:

        weight: 0.75
    """
    for measured in suite.judge_records:
        for code, counts in (measured.fields.benchmarks or {}).items():
            for message in contradictions(counts):
                yield Violation(measured.document, at_key("benchmarks", code), message, _WRITES)
    for run in suite.runs:
        failed = Counter(entry.benchmark for entry in run.fields.failed)
        cases = int(run.fields.plan.cases or 0) if run.fields.plan else 0
        computable = True
        for code, then in (run.fields.benchmarks or {}).items():
            messages = [*_contradictions(then, failed.pop(code, 0), cases)]
            if not messages and (message := _other_verdict(suite, code, then)):
                messages.append(message)
            for message in messages:
                yield Violation(run.document, at_key("benchmarks", code), message, _WRITES)
            computable = computable and _is_computable(then) and not messages
        for index, entry in enumerate(run.fields.failed):
            if entry.benchmark in failed:
                message = f"a case fails by `{entry.benchmark}`, of which the record has no counts"
                yield Violation(run.document, at("failed", index, "benchmark"), message, _WRITES)
        rubrics = run.fields.rubrics or {}
        for code, rubric in rubrics.items():
            low, high = fraction(rubric.low), fraction(rubric.high)
            if low is not None and high is not None and not 0 <= low <= high <= 1:
                message = f"the score of `{code}` is from {rubric.low} to {rubric.high}"
                yield Violation(run.document, at_key("rubrics", code), message, "write it from 0 to 1")
        verdict = run.fields.verdict
        if verdict and verdict not in {rubric.verdict for rubric in rubrics.values()}:
            message = f"the verdict of the whole is {verdict}, and no rubric has it"
            yield Violation(run.document, at("verdict"), message, _WRITES)
        elif computable and _is_of_today(suite, run):
            yield from _wrong_rubrics(suite, run)


def _is_computable(then: BenchmarkRun) -> bool:
    """Return whether the counts of a benchmark alone give its verdict, in a moment."""
    return then.sources is None and int(then.planned or 0) <= _MOST_COMPUTED


def _other_verdict(suite: Suite, code: str, then: BenchmarkRun) -> str:
    """Return that a benchmark's counts give another verdict; empty where not, or where it is another now."""
    spec = spec_of(suite, code)
    if spec is None or not _is_computable(then) or not is_comparable(suite, code, then):
        return ""
    given = given_by(benchmark_node(spec), passed_in(then))
    if then.verdict in (None, given):
        return ""
    return f"the verdict of `{code}` is {then.verdict}, and its counts give {given}"


def _contradictions(then: BenchmarkRun, failed: int, cases: int) -> Iterator[str]:
    """Yield what is wrong with the counts of a benchmark, of which so many failed cases are listed."""
    evaluated, passed, planned = (int(each or 0) for each in (then.evaluated, then.passed, then.planned))
    missing, unreadable = int(then.missing or 0), int(then.unreadable or 0)
    if evaluated + missing + unreadable != planned:
        parts = f"{evaluated} with a verdict, {missing} without a result and {unreadable} left out"
        yield f"{parts} are not {planned} planned cases"
    if planned > cases:
        yield f"{planned} cases are planned, and the plan has {cases}"
    if passed > evaluated:
        yield f"{passed} cases pass, and {evaluated} have a verdict"
        return
    if len(then.without_result) != min(missing, MOST_FAILED):
        yield f"{missing} cases lack a result, and {len(then.without_result)} are named"
    if failed != min(evaluated - passed, MOST_FAILED):
        yield f"{evaluated - passed} cases fail, and {failed} are listed as failed"
    if int(then.uncertain or 0) > evaluated - passed:
        yield f"{then.uncertain} cases are uncertain, and {evaluated - passed} fail"
    total, lost = fraction(then.total), fraction(then.lost)
    if total is not None and not passed <= total <= evaluated:
        yield f"{passed} of {evaluated} cases pass, and all count {then.total}"
    if lost is not None and lost > missing:
        yield f"{missing} cases lack a result, and {then.lost} is lost of them"


def _wrong_rubrics(suite: Suite, run: Run) -> Iterator[Violation]:
    """Yield what rubrics and the whole are said to come to, and do not."""
    try:
        tops = results_of(suite, run)
    except ValueError:
        return  # other rules say why
    rubrics = run.fields.rubrics or {}
    for result in (part for top in tops for part in (top, *top.rubrics)):
        code = result.node.code
        stated, given = rubrics.get(code), outcome_of(result)
        if stated is None:
            message = f"the record lacks the rubric `{code}`"
            yield Violation(run.document, at("rubrics"), message, _WRITES)
        elif stated.verdict is not given:
            message = f"the verdict of `{code}` is {stated.verdict}, and its members give {given}"
            yield Violation(run.document, at("rubrics", code, "verdict"), message, _WRITES)
        elif given is not RunVerdict.MISSING:
            scores = tuple(fraction(text) for text in (stated.low, stated.high))
            if scores != tuple(result.score):
                low, high = (Fraction(end) for end in result.score)
                message = f"the members of `{code}` give a score from {low} to {high}"
                yield Violation(run.document, at_key("rubrics", code), message, _WRITES)
    whole = worst(outcome_of(top) for top in tops)
    if run.fields.verdict and run.fields.verdict is not whole:
        message = f"the verdict of the whole is {run.fields.verdict}, and its rubrics give {whole}"
        yield Violation(run.document, at("verdict"), message, _WRITES)


def _is_of_today(suite: Suite, record: Run | Measured) -> bool:
    """Return whether a record is of the suite as it is now."""
    from benchdocs.history.provenance import suite_digest  # a check without runs starts faster

    return record.fields.suite is not None and record.fields.suite.digest == suite_digest(suite)


@rule("RUN1803", "code, digest or commit of a run that never was")
def never_was(suite: Suite) -> Iterator[Violation]:
    """The record of a run or a judge names a benchmark or rubric that the suite never had, or a version that
    none has had yet. Or it names digests of today's suite, and today's files have others; or a commit that is
    not in the history, or whose files have other digests. Of the commits of former states, that of the last
    record of a run and of a judge to be added is read; the others only have to exist.

    Why: by its digests a reader finds what was run. A result of something that never was shows nothing.

    Fix: if the record is not committed yet, record the run again from its results.

    Bad (whole file) runs/first.yaml:

        product: Product 1
        date: 2026-01-31
        suite: {digest: "0000000000000000000000000000000000000000000000000000000000000000"}
        plan: {digest: "0000000000000000000000000000000000000000000000000000000000000000", cases: 4, runs: 1}
        verdict: missing
        benchmarks: {}
        rubrics: {A-XYZ: {verdict: missing, low: "0", high: "1"}}

    Good rubrics/A-DEM.yaml:

        weight: 0.75
    """
    known = {*suite.benchmark, *suite.alias, *suite.rubric}
    for record in suite.records:
        for part in ("benchmarks", "rubrics"):
            for code in getattr(record.fields, part, None) or {}:
                if code not in known and not suite.broken_file(code):
                    message = f"the suite never had a benchmark or rubric `{code}`"
                    yield Violation(record.document, at_key(part, code), message, did_you_mean(code, known))
    for run in suite.runs:
        for code, then in (run.fields.benchmarks or {}).items():
            spec = suite.benchmark.get(suite.known_code(code) or "")
            if spec and then.version and then.version > (spec.fields.version or 1):
                message = f"`{code}` is version {spec.fields.version or 1}, and never was {then.version}"
                yield Violation(run.document, at("benchmarks", code, "version"), message, _WRITES)
    yield from _unknown_states(suite, suite.runs)
    yield from _unknown_states(suite, suite.judge_records)


def _unknown_states(suite: Suite, records: Sequence[Run | Measured]) -> Iterator[Violation]:
    """Yield records of one kind that are of states of the suite that never were."""
    if not records:  # else git need not be asked
        return
    from benchdocs.history.git import GitError, git, head
    from benchdocs.history.log import read_log
    from benchdocs.history.provenance import digest_at
    from benchdocs.history.revisions import RevisionError, suite_at

    former: list[Run | Measured] = []
    for run in records:
        if _is_of_today(suite, run):
            yield from _other_digests(suite, suite, run, "today's suite")
        else:
            former.append(run)
    try:
        if not former or head(suite.root).is_shallow:
            return
        commits = {*git(suite.root, "rev-list", "HEAD").decode().split()}
    except GitError:
        return  # there is no history, or RUN1801 says why git cannot tell it
    ages: dict[str, int] = {}
    history = read_log(suite.root, records_only=True)
    for age, added_by in enumerate(history.commits):
        ages |= dict.fromkeys(history.files[added_by.id], age)
    named: dict[str, list[Run | Measured]] = {}
    for run in sorted(former, key=lambda run: ages.get(run.document.path, -1)):
        commit = (run.fields.suite and run.fields.suite.commit) or ""
        if commit in commits:
            named.setdefault(commit, []).append(run)
        else:
            message = f"no commit before this one is `{commit}`" if commit else "the record names no commit"
            message += ", and its suite is not today's"
            yield Violation(run.document, at_key("suite"), message, _WRITES)
    for commit, runs in islice(named.items(), _MOST_STATES):
        try:
            then = suite_at(commit, suite.root)
            digest = digest_at(then, suite.root, commit)
        except (RevisionError, GitError):
            digest, then = "", suite
        for run in runs:
            if run.fields.suite and run.fields.suite.digest != digest:
                message = "at this commit, the suite has another digest"
                yield Violation(run.document, at("suite", "digest"), message, _WRITES)
            elif digest:
                yield from _other_digests(suite, then, run, "the suite at its commit")


def _other_digests(today: Suite, suite: Suite, run: Run | Measured, whose: str) -> Iterator[Violation]:
    """Yield digests that a state of the suite does not have, by which a record calls its parts.

    Another version of this package may see another content in the same files, so one that is not today's is
    no lie: its result compares with none.
    """
    benchmarks: Mapping[str, BenchmarkRun | MeasuredBenchmark] = run.fields.benchmarks or {}
    for code, then in benchmarks.items():
        if spec := spec_of(suite, code):
            for name in ("content", "prompt", "script"):
                stated, right = getattr(then, name, ""), digests(suite)[spec.code].get(name)
                is_of_today = stated == digests(today).get(spec.code, {}).get("content")
                is_lie = is_of_today if name == "content" else name in type(then).model_fields
                if is_lie and stated != right:
                    message = f"{whose} has another {name} of `{code}`"
                    yield Violation(run.document, at("benchmarks", code), message, _WRITES)
