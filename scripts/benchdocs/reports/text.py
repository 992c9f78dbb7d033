"""Findings as a person or a program reads them: compiler-like text, and JSON."""

import os
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TextIO

import click

from benchdocs.reports.urls import rule_url
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.rule import Rule, Sample
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.numbers import counted

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_WIDEST_EXCERPT = 110


def findings_text(findings: Iterable[Finding], *, color: bool = False) -> Iterator[str]:
    """Yield one block of lines for each finding: place, rule, message, the line at fault, hint."""
    style = click.style if color else _plain
    for finding in findings:
        marked = partial(style, fg=_COLORS[finding.severity], bold=True)
        place, severity = style(finding.place, bold=True), marked(finding.severity)
        yield f"{place}: {severity} {finding.rule}: {finding.message}"
        if cut := excerpt(finding):
            yield f"{style(f'{finding.line:>4} |', dim=True)} {cut.text}"
            yield f"{style('     |', dim=True)} {' ' * cut.caret}{marked('^')}"
        if finding.hint:
            yield f"     = {style('hint', bold=True)}: {finding.hint}"
        for related in finding.related:
            yield f"     = {related.note}: {related.place}"
        yield ""


def _plain(text: str, **_: Any) -> str:
    return text


def shows_color(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a stream shows colors: if it is a terminal, or the environment forces them."""
    terminal = stream.isatty() and environment.get("TERM") != "dumb"
    forced = any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    return not environment.get("NO_COLOR") and (forced or terminal)


class Excerpt(NamedTuple):
    """The line at fault, cut around the place where it is long.

    `at` is the character at fault with its combining marks, or empty where the line ends before it.
    """

    before: str
    at: str
    after: str

    @property
    def text(self) -> str:
        """The line as it is shown."""
        return f"{self.before}{self.at}{self.after}".rstrip()

    @property
    def caret(self) -> int:
        """Columns before the caret in a terminal."""
        return sum(map(_width, self.before))


def excerpt(finding: Finding) -> Excerpt | None:
    """Return as many characters as fit of the line at fault; None where there is nothing to see."""
    line, start = finding.excerpt or "", finding.column - 1
    if not line or line.isspace():
        return None
    cut, lead = 0, ""
    if len(line) > _WIDEST_EXCERPT:
        cut = max(0, start - _WIDEST_EXCERPT // 2)
    if cut:
        lead, start = "…", start - cut + 1
    shown = "".join(map(_harmless, line[cut : cut + _WIDEST_EXCERPT]))
    tail = "…" if line[cut + _WIDEST_EXCERPT :].strip() else ""
    text = f"{lead}{shown.rstrip()}{tail}".ljust(start)
    end = start + 1
    while end < len(text) and _stands_on_another(text[end]):
        end += 1
    return Excerpt(text[:start], text[start:end], text[end:])


def _stands_on_another(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") or "\U0001f3fb" <= character <= "\U0001f3ff"


def _harmless(character: str) -> str:
    """Return a character, or a substitute for one that would control the terminal."""
    if character.isprintable():
        return character
    return " " if character == "\t" else "\ufffd"


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def closing_lines(
    report: Report, shown: Sequence[Finding], counted: Sequence[Finding], site: str = ""
) -> Iterator[str]:
    """Yield what follows the findings: how to have the first one's rule explained, and the summary."""
    if shown:
        rule = shown[0].rule
        page = f", or read {site}{rule_url(rule)}" if site else ""
        yield f"To explain a rule, run `benchdocs rules {rule}`{page}"
    yield summary_line(report, counted)


def summary_line(report: Report, findings: Sequence[Finding]) -> str:
    """Return the closing line: what was checked and what was found."""
    suite = report.suite
    kinds = {
        "rubric": suite.count(Rubric),
        "benchmark": suite.count(Benchmark),
        "prompt": len(suite.prompts),
    }
    checked = ", ".join(counted(count, name) for name, count in kinds.items())
    counts = Counter(finding.severity for finding in findings)
    nothing = "no findings" if any(kinds.values()) else "nothing to check"
    listed = ", ".join(counted(counts[severity], severity) for severity in Severity if counts[severity])
    waived = f", {counted(len(report.waived), 'finding')} waived" if report.waived else ""
    return f"{checked}: {listed or nothing}{waived}"


def listed(parts: Sequence[str]) -> str:
    """Return parts as a list within a sentence: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def rules_text(rules: Iterable[Rule]) -> str:
    """Return one line for each rule: identifier, severity, title."""
    return "\n".join(f"{rule.id}  {rule.severity:<7}  {rule.title}" for rule in rules)


def rule_text(rule: Rule) -> str:
    """Return the page of one rule, for a terminal."""
    page = rule.explanation
    paragraphs = [f"{rule.id}: {rule.title} ({rule.severity})", _filled(page.what)]
    paragraphs += [f"Why it matters: {_filled(page.why)}", f"How to fix it: {_filled(page.fix)}"]
    paragraphs += [_sample("Breaks the rule", sample) for sample in page.bad]
    paragraphs += [_sample("Follows the rule", sample) for sample in page.good]
    paragraphs.append(f"Source: {rule.source}")
    return "\n\n".join(paragraphs)


def _filled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 96)


def _sample(title: str, sample: Sample) -> str:
    return f"{title} ({sample.path}):\n\n{textwrap.indent(sample.text.rstrip(), '    ')}"
