"""RUN: records of runs that say what cannot be, or that are not as they were added."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from benchdocs.documents.locations import Place, at, at_key
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import records
from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.discovery import RUN_FOLDER, is_record_path, record_folder
from benchdocs.specs.records import (
    NONE_OF_THE_ABOVE,
    BenchmarkRun,
    LabelFile,
    LabelRecord,
    RecordedLabel,
    RunRecord,
    TraceOutcome,
)
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import compared_name
from benchdocs.suite.judges import Measured, contradictions
from benchdocs.suite.runs import (
    Run,
    content,
    contents,
    contradictions_in,
    digests,
    exact,
    is_comparable,
    is_of_today,
    outcome_of,
    passed_in,
    results_of,
    spec_of,
    verdict_of,
    worst,
)
from benchdocs.suite.suite import Suite, is_in_use

SOURCE = "Project conventions: runs"
_MOST_COMPUTED = 2_000
"""Most cases of a benchmark for which the check computes a verdict."""
_WRITES = "write records with `benchdocs score --record NAME`"


@rule("RUN1801", "record of a run altered or malformed")
def altered_run(suite: Suite) -> Iterator[Violation]:
    """A record in `runs` is not as the commit that added it has it: it was changed, replaced or deleted. If
    git cannot read the history, or lacks the older commits, a warning says so. Or the record of a run is not
    `runs/NAME.yaml`, that of a judge not `runs/judges/NAME.yaml`, or that of labels not
    `runs/labels/NAME.yaml`, with a name of lowercase letters, digits, dots and hyphens; or its date is in the
    future.

    Why: a record is evidence of what a product did then. Its name is the address of its page.

    Fix: restore the record as it was added. To record the run again, take another name:
    `benchdocs score RESULTS --record NAME`.

    Bad (whole file) runs/first.yaml:

        product: Product 1
        date: 2999-01-31
        suite: {digest: "0000000000000000000000000000000000000000000000000000000000000000"}
        plan: {digest: "0000000000000000000000000000000000000000000000000000000000000000", cases: 4, runs: 1}
        verdict: missing
        benchmarks: {}
        rubrics: {A: {verdict: missing, low: "0", high: "1"}}

    Good rubrics/A-DEM.yaml:

        weight: 0.75
    """
    files = {}
    for file in suite.read:
        if file.document.path.startswith(f"{RUN_FOLDER}/"):
            files[file.document.path] = file.document
    if files or suite.reviewers or (suite.root / RUN_FOLDER).is_dir():  # else git need not be asked
        yield from records.altered(suite, RUN_FOLDER, files, suite.settings.file)
    for path, document in files.items():
        if not is_record_path(path):
            message = f"a record is `{record_folder(path)}/NAME.yaml`: lowercase letters, digits, dots and "
            message += "hyphens, at most 64"
            yield Violation(document, Place(), message, "rename it, and move it there")
    for record in suite.records:
        if future := records.in_future(record.fields.date):
            message = f"{record.fields.date} is {future}"
            yield Violation(record.document, at("date"), message, "write the day of the record")


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
        for code, counts in measured.fields.benchmarks.items():
            for message in contradictions(counts):
                yield Violation(measured.document, at_key("benchmarks", code), message, _WRITES)
    for run in suite.runs:
        fields, failed = run.fields, Counter(entry.benchmark for entry in run.fields.failed)
        is_computable = is_of_today(suite, run)
        for code, then in fields.benchmarks.items():
            messages = [*contradictions_in(fields, then, failed.pop(code, 0))]
            messages = messages or [*_other_verdict(suite, run, code)]
            for message in messages:
                yield Violation(run.document, at_key("benchmarks", code), message, _WRITES)
            is_computable = is_computable and _is_computable(then) and not messages
        for index, entry in enumerate(fields.failed):
            if entry.benchmark in failed:
                message = f"a case fails by `{entry.benchmark}`, of which the record has no counts"
                yield Violation(run.document, at("failed", index, "benchmark"), message, _WRITES)
        for code, rubric in fields.rubrics.items():
            if not 0 <= exact(rubric.low) <= exact(rubric.high) <= 1:
                message = f"the score of `{code}` is from {rubric.low} to {rubric.high}"
                yield Violation(run.document, at_key("rubrics", code), message, "write it from 0 to 1")
        if fields.verdict not in {rubric.verdict for rubric in fields.rubrics.values()}:
            message = f"the verdict of the whole is {fields.verdict}, and no rubric has it"
            yield Violation(run.document, at("verdict"), message, _WRITES)
        elif is_computable:
            yield from _wrong_rubrics(suite, run)


def _is_computable(then: BenchmarkRun) -> bool:
    """Return whether the counts of a benchmark alone give its verdict, in a moment."""
    return then.sources is None and then.planned <= _MOST_COMPUTED


def _other_verdict(suite: Suite, run: Run, code: str) -> Iterator[str]:
    """Yield that the counts of a benchmark give another verdict, where it is what it was then."""
    then = run.fields.benchmarks[code]
    if _is_computable(then) and is_comparable(suite, run, code):
        given = verdict_of(suite, code, passed_in(then))
        if given is not then.verdict:
            yield f"the verdict of `{code}` is {then.verdict}, and its counts give {given}"


def _wrong_rubrics(suite: Suite, run: Run) -> Iterator[Violation]:
    """Yield what rubrics and the whole are said to come to, and do not."""
    try:
        tops = results_of(suite, run)
    except ValueError:
        return  # other rules say why
    for result in (part for top in tops for part in (top, *top.rubrics)):
        code, given = result.node.code, outcome_of(result)
        stated, (low, high) = run.fields.rubrics.get(code), result.score
        message = ""
        if stated is None:
            message = f"the record lacks the rubric `{code}`"
        elif stated.verdict is not given:
            message = f"the verdict of `{code}` is {stated.verdict}, and its members give {given}"
        elif given is not RunVerdict.MISSING and (exact(stated.low), exact(stated.high)) != (low, high):
            message = f"the members of `{code}` give a score from {low} to {high}"
        if message:
            yield Violation(run.document, at_key("rubrics", code), message, _WRITES)
    whole = worst(outcome_of(top) for top in tops)
    if run.fields.verdict is not whole:
        message = f"the verdict of the whole is {run.fields.verdict}, and its rubrics give {whole}"
        yield Violation(run.document, at("verdict"), message, _WRITES)


@rule("RUN1803", "code, digest or commit of a run that never was")
def never_was(suite: Suite) -> Iterator[Violation]:
    """The record of a run or a judge names a benchmark or rubric that the suite never had, or a version that
    none has had yet. Or it names digests of today's suite, and today's files have others; or a commit that is
    not in the history, or whose files have other digests, or where the benchmarks or their verdicts are
    others. Of the commits of former states, that of the last record of a run or judge to be added is read;
    the others only have to exist.

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
    dated: Sequence[Run | Measured] = (*suite.runs, *suite.judge_records)
    for record in dated:
        for part in ("benchmarks", "rubrics"):
            for code in getattr(record.fields, part, ()):
                if code not in known and not suite.broken_file(code):
                    message = f"the suite never had a benchmark or rubric `{code}`"
                    yield Violation(record.document, at_key(part, code), message, did_you_mean(code, known))
    for run in suite.runs:
        for code, then in run.fields.benchmarks.items():
            spec = suite.benchmark.get(suite.known_code(code) or "")
            if spec and then.version > (spec.fields.version or 1):
                message = f"`{code}` is version {spec.fields.version or 1}, and never was {then.version}"
                yield Violation(run.document, at("benchmarks", code, "version"), message, _WRITES)
    former = []
    for record in dated:
        if is_of_today(suite, record):
            yield from _other_digests(suite, record, "today's suite")
        else:
            former.append(record)
    if former:  # else git need not be asked
        yield from _unknown_states(suite, former)


def _unknown_states(suite: Suite, former: Sequence[Run | Measured]) -> Iterator[Violation]:
    """Yield records of former states of the suite that never were; only that of the last one is read."""
    from benchdocs.history.git import GitError, git, head  # a check without runs starts faster
    from benchdocs.history.log import read_log

    try:
        if head(suite.root).is_shallow:
            return
        commits = {*git(suite.root, "rev-list", "HEAD").decode().split()}
    except GitError:
        return  # there is no history, or RUN1801 says why git cannot tell it
    ages: dict[str, int] = {}
    history = read_log(suite.root, records_only=True)
    for age, added_by in enumerate(history.commits):
        ages |= dict.fromkeys(history.files[added_by.id], age)
    last = ""
    for record in sorted(former, key=lambda each: ages.get(each.document.path, -1)):
        commit = record.fields.suite.commit or ""
        if commit not in commits:
            message = f"no commit before this one is `{commit}`" if commit else "the record names no commit"
            message += ", and its suite is not today's"
            yield Violation(record.document, at_key("suite"), message, _WRITES)
            continue
        last = last or commit
        if commit != last:
            continue
        then, digest = _state_at(suite, commit)
        if then and record.fields.suite.digest == digest:
            yield from _other_digests(then, record, "the suite at its commit")
            yield from _contents_of_today(suite, then, record)
            if isinstance(record.fields, RunRecord):
                yield from _verdicts_at(then, suite, Spec(record.document, record.fields))
        else:
            message = "at this commit, the suite has another digest"
            yield Violation(record.document, at("suite", "digest"), message, _WRITES)


def _verdicts_at(then: Suite, suite: Suite, run: Run) -> Iterator[Violation]:
    """Yield benchmarks of a former state that a record lacks, and verdicts that only this rule computes."""
    for spec in filter(is_in_use, then.benchmark.values()):
        stated = run.fields.benchmarks.get(spec.code)
        if stated is None:
            message = f"the record lacks `{spec.code}`, which the suite has at its commit"
            yield Violation(run.document, at_key("benchmarks"), message, _WRITES)
        elif _is_computable(stated) and not is_comparable(suite, run, spec.code):
            try:
                given = verdict_of(then, spec.code, passed_in(stated))
            except ValueError:
                continue  # it has no threshold there
            if given is not stated.verdict:
                message = (
                    f"`{spec.code}` is said to {stated.verdict}, and at this commit its counts give {given}"
                )
                yield Violation(run.document, at_key("benchmarks", spec.code), message, _WRITES)


def _contents_of_today(suite: Suite, then: Suite, record: Run | Measured) -> Iterator[Violation]:
    """Yield benchmarks that a record says to be what they are today, and that were something else."""
    changed = _former_contents(suite, then)
    for code, stated in record.fields.benchmarks.items():
        if code in changed and getattr(stated, "content", "") == contents(suite)[code] != changed[code]:
            message = f"at this commit, the content of `{code}` was not that of today"
            yield Violation(record.document, at("benchmarks", code), message, _WRITES)


@lru_cache(maxsize=1)
def _former_contents(suite: Suite, then: Suite) -> dict[str, str]:
    """Return the content that benchmarks had whose score is another since then, by code."""
    from benchdocs.history.changes import score_changes

    former = {}
    for code in contents(suite):
        before = spec_of(then, code)
        if before and any(score_changes(then, suite, before, suite.benchmark[code])):
            former[code] = content(then, before)
    return former


@lru_cache(maxsize=2)
def _state_at(suite: Suite, commit: str) -> tuple[Suite | None, str]:
    """Return a suite as it was in a commit, with its digest; None where it cannot be read."""
    from benchdocs.history.git import GitError
    from benchdocs.history.provenance import digest_at
    from benchdocs.history.revisions import RevisionError, suite_at

    try:
        then = suite_at(commit, suite.root)
        return then, digest_at(then, suite.root, commit)
    except (RevisionError, GitError):
        return None, ""


def _other_digests(suite: Suite, record: Run | Measured, whose: str) -> Iterator[Violation]:
    """Yield versions and digests of files of benchmarks that a state of the suite does not have.

    Another version of this package may see another content in the same files, so another one is no lie.
    """
    for code, then in record.fields.benchmarks.items():
        spec = spec_of(suite, code)
        if spec is None:
            continue
        right: dict[str, object] = {**digests(suite)[spec.code], "version": spec.fields.version or 1}
        for name in sorted(type(then).model_fields.keys() & {"version", "prompt", "script"}):
            if getattr(then, name) != right.get(name):
                message = f"{whose} has another {name} of `{code}`"
                yield Violation(record.document, at("benchmarks", code), message, _WRITES)


@rule("RUN1804", "label of a trace that cannot be")
def wrong_label(suite: Suite) -> Iterator[Violation]:
    """A label names no benchmark that the suite has or had, and is not `NONE_OF_THE_ABOVE`. Or a trace has
    two labels. Or the record of a label says that its trace failed, and does not name the benchmark that
    failed it, or the other way round.

    Why: what people found is counted by code, each trace once.

    Fix: write the code of a benchmark, and keep of each trace the label of its most important fault.

    Bad (whole file) runs/labels/first.yaml:

        product: Product 1
        date: 2026-01-31
        plan: "0000000000000000000000000000000000000000000000000000000000000000"
        labels:
          - {trace_id: call-1, benchmark_code: A-XYZ1, outcome: absent}

    Good (whole file) runs/labels/first.yaml:

        product: Product 1
        date: 2026-01-31
        plan: "0000000000000000000000000000000000000000000000000000000000000000"
        labels:
          - {trace_id: call-1, benchmark_code: A-DEM1, outcome: absent}
    """
    codes = {*suite.benchmark, *suite.alias}
    files: Sequence[Spec[LabelFile] | Spec[LabelRecord]] = (*suite.label_files, *suite.label_records)
    for file in files:
        first: dict[str, int] = {}
        for index, label in enumerate(file.fields.labels):
            named: dict[str, str] = {}
            if label.benchmark_code and label.benchmark_code != NONE_OF_THE_ABOVE:
                named[label.benchmark_code] = "benchmark_code"
            if isinstance(label, RecordedLabel):
                named = dict.fromkeys(label.failed, "failed") | named
                if (label.outcome is TraceOutcome.FAILED) is not label.is_failed:
                    failed = ", ".join(label.failed) or "none"
                    message = f"the outcome is {label.outcome}, and `failed` names {failed}"
                    yield Violation(file.document, at("labels", index), message)
            for code, field in named.items():
                if code not in codes:
                    message = f"the suite never had a benchmark `{shorten(code)}`"
                    hint = (
                        did_you_mean(code, codes)
                        or f"where none fits, `benchmark_code` is `{NONE_OF_THE_ABOVE}`"
                    )
                    yield Violation(file.document, at("labels", index, field), message, hint)
            earlier = first.setdefault(compared_name(label.trace_id or ""), index)
            if earlier != index and label.trace_id:
                message = f"the trace `{shorten(label.trace_id)}` has two labels"
                link = Link(file.document, at("labels", earlier), "the first one")
                hint = "keep the one of its most important fault"
                yield Violation(file.document, at("labels", index, "trace_id"), message, hint, (link,))
