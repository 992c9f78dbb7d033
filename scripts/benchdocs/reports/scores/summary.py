"""What the report of a run says first, in every form: the answer, what blocks or is open, and the facts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchdocs.reports.text import listed
from benchdocs.scoring.report import LEVEL_TEXT, ReportLine, ScoreReport
from benchdocs.specs.choices import Criticality, RunVerdict
from benchdocs.specs.numbers import counted, round_down, shown_score
from benchdocs.suite.gates import Block, release_blockers
from benchdocs.suite.judges import JudgeStanding

SIGNS = {"block": "✕", "fail": "✕", "open": "?", "none": "–", "pass": "✓"}
"""Signs of what a line is: it blocks the release, fails, is open, has no result at all, or passes."""
VERDICT_KINDS = {
    RunVerdict.BLOCKED: "block",
    RunVerdict.FAIL: "fail",
    RunVerdict.UNDECIDED: "open",
    RunVerdict.MISSING: "none",
    RunVerdict.PASS: "pass",
}
_GROUPS = {"block": "Blocks", "fail": "Fails, but does not block release", "open": "Open"}
ANSWERS = {
    "block": "No. The release is blocked.",
    "fail": "No. It fails.",
    "open": "Not decided.",
    "pass": "Nothing in this suite stops it.",
}
_MOST_NAMED = 6


@dataclass(frozen=True)
class GroupEntry:
    """A benchmark or rubric that blocks, fails or is open, with why, or what would decide it."""

    line: ReportLine
    words: str


@dataclass(frozen=True)
class Group:
    """All that blocks, fails or is open; `closing` says what would decide all of them."""

    kind: str
    title: str
    entries: Sequence[GroupEntry]
    closing: str = ""


@dataclass(frozen=True)
class Summary:
    """What the report of a run says first; `before` is an earlier run to compare it with."""

    report: ScoreReport
    before: ScoreReport | None = None

    @property
    def question(self) -> str:
        """What the run was made for."""
        product = self.report.results.about.get("product") or self.report.suite.settings.nouns.product
        return f"Would you release {product}?"

    @property
    def kind(self) -> str:
        """What the run as a whole is: a key of `SIGNS`, but never `none`."""
        kind = VERDICT_KINDS[self.report.verdict]
        return "open" if kind == "none" else kind

    @property
    def answer(self) -> str:
        """The answer to the question."""
        if self.kind == "open" and self.report.plan is None:
            return "Cannot say."
        return ANSWERS[self.kind]

    @cached_property
    def gates(self) -> dict[str, str]:
        """Sign of how each line blocks a release, by its code; empty where a miss blocks nothing."""
        gates, blockers = dict[str, str](), release_blockers(self.report.suite)
        for line in self.report.lines:
            gates[line.code] = blockers.get(line.code, "")
            if line.gate is Criticality.HARD_GATE:
                gates[line.code] = Block.ITSELF
        return gates

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each line is, by its code: a key of `SIGNS`."""
        missed = {code for top in self.report.judged for code in top.blocked_by}
        kinds = {line.code: VERDICT_KINDS[line.outcome] for line in self.report.lines}
        for code, kind in kinds.items():
            if kind == "fail" and (code in missed or self.gates[code] == Block.RUBRIC):
                kinds[code] = "block"
        return kinds

    @cached_property
    def groups(self) -> list[Group]:
        """What may never happen and did, then gates newly missed; then what blocks, fails and is open."""
        lines = {line.code: line for line in self.report.lines}
        events = []
        for text, code, cases in self.report.never_events:
            words = f"{text} It fails in {counted(len(cases), 'case')}: {shortened(cases)}"
            events.append(GroupEntry(lines[code], words))
        groups = [Group("block", "May never happen, and did", events)] if events else []
        if newly := [*self._newly()]:
            groups.append(Group("block", "Newly failing hard gates", newly))
        for kind, title in _GROUPS.items():
            entries = sorted(self._entries(kind), key=self._rank)
            if entries:
                groups.append(Group(kind, title, entries, self._closing(entries) if kind == "open" else ""))
        return groups

    def _entries(self, kind: str) -> Iterator[GroupEntry]:
        """Yield what blocks, fails or is open: benchmarks, and rubrics that fail by their own score."""
        for line in self.report.lines:
            own = self.kinds[line.code]
            if kind != ("open" if own == "none" else own):
                continue
            if line.tally is None and not self._fails_by_its_score(line):
                continue
            passed = f"{cases_text(line, ' pass')}, " if line.tally else ""
            words = f"{passed}score {score_of(line)}; {line.because}"
            if kind == "open":
                words = line.because
                if line.deciding:
                    words = f"a new plan with at least {counted(line.deciding, 'new case')} decides"
            yield GroupEntry(line, words)

    def _newly(self) -> Iterator[GroupEntry]:
        """Yield the benchmarks that block, and did not fail in the earlier run."""
        then = {line.code: line.outcome for line in self.before.lines} if self.before else {}
        for line in self.report.lines:
            was = then.get(line.code, RunVerdict.FAIL)
            if self.kinds[line.code] == "block" and line.tally and was is not RunVerdict.FAIL:
                yield GroupEntry(line, f"{was} → {line.outcome}; {cases_text(line, ' pass')}")

    def _rank(self, entry: GroupEntry) -> tuple[bool, bool]:
        """Return what comes later: what a doubt of the whole run keeps open, and no gate."""
        return entry.line.because == self.report.doubt, not self.gates[entry.line.code]

    def _fails_by_its_score(self, line: ReportLine) -> bool:
        """Return whether a rubric below the top fails, and not for a benchmark that blocks."""
        suite = self.report.suite
        rubric = suite.rubric[line.code]
        if line.outcome is not RunVerdict.FAIL or rubric.code not in suite.composite_of:
            return False
        return all(self.kinds.get(member.code) != "block" for member in suite.members(rubric))

    def _closing(self, entries: Sequence[GroupEntry]) -> str:
        """Return what would decide all that is open."""
        missing = sum(len(entry.line.tally.missing) for entry in entries if entry.line.tally)
        unread = sum(entry.line.tally.is_open_unread for entry in entries if entry.line.tally)
        too_few = sum(entry.line.deciding is not None for entry in entries)
        sentences = []
        if missing:
            results, them = counted(missing, "result"), "it" if missing == 1 else "these"
            how = f"give the run a judge, run {them}" if self.report.lacks_judge else f"run {them}"
            sentences.append(f"What is open lacks {results}: {how}, and score again.")
        if too_few:
            few = f"With too few cases: {counted(too_few, 'benchmark')}."
            sentences.append(f"{few} Only a new plan can decide, since no case is added to a run.")
        if unread:
            kept = counted(unread, "benchmark")
            sentences.append(f"Without a readable output of each case: {kept}. Only a new run can decide.")
        if any(self.gates[entry.line.code] for entry in entries):
            sentences.append(f"While a {Block.ITSELF} is open, nothing is released.")
        return " ".join(sentences)

    @property
    def because(self) -> str:
        """Why the answer is what it is; of another state of the suite, which one."""
        state = self.report.state
        if state in (None, self.report.digest):
            return self._because
        return f"{self._because} Another state of the suite was run, SHA-256 {state}, with the same versions."

    @property
    def _because(self) -> str:
        report, groups = self.report, {group.title: group.entries for group in self.groups}
        benchmarks = [line for line in report.lines if line.tally]
        if self.kind == "block":
            signs = {entry.line.code: self.gates[entry.line.code] for entry in groups[_GROUPS["block"]]}
            return blocking(signs, [code for code in signs if self._is_strict(code)])
        if self.kind == "fail":
            tops = {top.node.code for top in report.judged}
            failing = next(line for line in report.lines if line.code in tops and line.outcome == "fail")
            return f"No hard gate is missed. {failing.code} scores {score_of(failing)}; {failing.because}."
        if self.kind == "pass":
            passed = sum(line.outcome is RunVerdict.PASS for line in benchmarks)
            passing = f"{passed} of {counted(len(benchmarks), 'benchmark')} pass."
            return f"{passing} {self._of_gates()}The decision stays yours."
        why = ""
        if self._tags:
            why = "A subset of the cases decides nothing. "
        elif doubt := report.doubt:
            why = f"{doubt[0].upper()}{doubt[1:]}. "
        count = len(groups.get(_GROUPS["open"], ()))
        return f"{why}Open: {count} of {counted(len(benchmarks), 'benchmark')}."

    def _is_strict(self, code: str) -> bool:
        spec = self.report.suite.benchmark.get(code)
        return spec is not None and spec.fields.threshold == 1

    def _of_gates(self) -> str:
        """Return what is known of all hard gates at once."""
        low = self.report.lowest_gate_bound
        if low is None:
            return ""
        least = f"a true rate of at least {round_down(low)}"
        return f"At {LEVEL_TEXT} confidence, even the worst hard gate has {least}. "

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of verdicts, one for each case and benchmark, by what they are."""
        totals = self.report.totals
        counts = {"planned": totals["planned"]} if self.report.plan else {}
        counts |= {"evaluated": totals["evaluated"], "failed": totals["fails"]}
        return counts | {"not readable": totals["left_out"], "without a result": totals["missing"]}

    @property
    def facts(self) -> dict[str, str]:
        """What was run, by name."""
        report, about = self.report, self.report.results.about
        facts = {"Product": about.get("product", "not stated"), "Judge": about.get("judge", "not stated")}
        facts["Suite"] = f"SHA-256 {report.digest}"
        facts["Plan"] = "none"
        if report.plan is None and "plan" in about:
            facts["Plan"] = f"none; {about['plan'][:8]} is not next to the results"
        if plan := report.plan:
            runs = counted(plan.runs, "run")
            facts["Plan"] = f"{plan.short}: {counted(len(plan.cases), 'case')}, {runs} of each"
            if report.others:
                facts["Plan"] += f"; results of this plan and product: {report.others + 1} files"
        for key in ("settings", "comment"):
            if key in about:
                facts[key.capitalize()] = about[key]
        return facts

    @property
    def notes(self) -> Iterator[str]:
        """What a reader has to know of the run, in sentences."""
        report = self.report
        if self.before:
            if not [*self._newly()]:
                yield "Against the earlier run, no hard gate fails newly."
            judge = self.before.results.about.get("judge", "not stated")
            if judge != self.facts["Judge"]:
                yield f"The earlier run had another judge, {judge}: it may be what made a difference."
        if self._tags:
            yield f"Only the cases with the tag {listed(self._tags)}: a subset decides nothing."
        if report.results.bad:
            yield f"Lines that cannot be used: {len(report.results.bad)}."
        if report.lacks_judge:
            yield "No judge was asked, so what a judge has to tell is open."
        if doubtful := doubtful_judges(report.judges):
            yield doubtful
        if report.state is None:
            yield "The results do not say which state of the suite was run."
        if published := len(report.agenda.codes) - len(report.unknown):
            yield f"Published with the suite, so that a product may know them: {counted(published, 'case')}."
        planned = report.plan.cases.values() if report.plan else ()
        if same := len(planned) - len({case.content for case in planned}):
            yield f"With the narrative of another case, and one source with it: {same}."
        if report.plan is None and report.unknown:
            unknown = shortened(report.unknown)
            yield f"The suite does not have {counted(len(report.unknown), 'case')}: {unknown}."
        if lines := sum(report.outside.values()):
            cases = shortened([*report.outside])
            failing = f"failing: {report.outside_failing}"
            yield f"Outside the plan, not counted: {counted(lines, 'line')}, of {cases}; {failing}."
        if failed := len(report.without_output):
            cases = f"{failed:,} of {len(report.agenda.codes):,}"
            yield f"Cases in which the product failed or took too long: {cases}. They count as not readable."
        if lacking := report.without_result:
            yield f"Cases without any result: {lacking:,} of {len(report.agenda.codes):,}."
        totals = report.totals
        if totals["missing"]:
            kinds = f"{totals['without_line']} without a line, {totals['no_verdict']} gave no verdict"
            yield f"Verdicts without a result: {kinds}, {totals['not_applicable']} called not applicable."
        if report.trimmed:
            yield f"Text around the reply was dropped in {counted(report.trimmed, 'answer')} of the judge."

    @property
    def _tags(self) -> Sequence[str]:
        """The tags that the cases have, where they are a subset."""
        plan = self.report.plan
        return plan.tags if plan else ()


def score_of(line: ReportLine) -> str:
    """Return a line's score or its range, never rounded across its threshold; a dash where it has none."""
    if line.score is None:
        return "–"
    given = line.tally.given if line.tally else None
    ends = [given.share] if given else [*dict.fromkeys(line.score)]
    return " to ".join(shown_score(end, line.threshold) for end in ends)


def cases_text(line: ReportLine, verb: str = "") -> str:
    """Return how many of a benchmark's cases passed, were evaluated and were planned."""
    if line.tally is None:
        return ""
    planned, evaluated = line.tally.planned, len(line.tally.shares)
    text = f"{evaluated - len(line.tally.fails)} of {evaluated}{verb}"
    return text if planned == evaluated else f"{text} ({planned} planned)"


def blocking(signs: Mapping[str, str], strict: Sequence[str]) -> str:
    """Return what blocks: what misses a hard gate, and what blocks through its rubric, which is one.

    `strict` need every case to pass; a failed case stays one, whatever is added.
    """
    missed = [code for code, sign in signs.items() if sign == Block.ITSELF]
    through = [code for code in signs if code not in missed]
    sentences = ["No benchmark misses a hard gate."]
    if missed:
        verb = "misses" if len(missed) == 1 else "miss"
        sentences = [f"{len(missed)} {verb} a hard gate: {shortened(missed)}."]
    if through:
        each = "blocks through its rubric" if len(through) == 1 else "block through their rubrics"
        sentences.append(f"{shortened(through)} {each}.")
    if strict:
        sentences.append(f"More cases can't change this: {shortened(strict)} must pass every one.")
    return " ".join(sentences)


def doubtful_judges(standings: Mapping[str, JudgeStanding]) -> str:
    """Return which verdicts rest on judges that are not qualified, in a sentence; empty where none does."""
    codes = [code for code, standing in standings.items() if standing is not JudgeStanding.QUALIFIED]
    if not codes:
        return ""
    unmeasured = sum(standings[code] is JudgeStanding.UNMEASURED for code in codes)
    named = f"{counted(len(codes), 'benchmark')}: {shortened(codes)}."
    if unmeasured == len(codes):
        return f"Nobody has measured the judge for {named}"
    rest = f" For {unmeasured} of them, nobody has measured it." if unmeasured else ""
    return f"The judge is not qualified for {named}{rest}"


def shortened(names: Sequence[str]) -> str:
    """Return names as a list within a sentence, the first of many."""
    if len(names) <= _MOST_NAMED:
        return listed(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED:,} more"
