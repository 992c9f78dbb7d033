"""`review`: record reviews, and tell what is reviewed."""

import datetime
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from benchdocs.cli.options import root_option, suite_lock, with_specs
from benchdocs.cli.output import change
from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.spelling import did_you_mean
from benchdocs.specs.choices import Outcome
from benchdocs.specs.reviews import ALL
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import Suite

_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Line breaks of other systems, which YAML makes spaces of."""


def _readable(context: click.Context, parameter: click.Parameter, given: str) -> str:
    """Return a text that others can read in a file; wrong usage where it holds what nobody sees."""
    hidden = _BREAKS.findall(given) or [run for _, run in hidden_runs(given)]
    if hidden:
        code_point = ord(hidden[0][0])
        raise click.BadParameter(f"it contains U+{code_point:04X}, which is not a readable character")
    return given


@click.command()
@click.argument("codes", nargs=-1)
@click.option("--reviewer", metavar="ID", help="ID in `reviewers.yaml`.")
@click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Date of the review: YYYY-MM-DD (default: today)."
)
@click.option(
    "--outcome",
    "outcomes",
    multiple=True,
    metavar="ITEM=OUTCOME",
    help=f"A value's name, or `{ALL}`, and {', '.join(Outcome)} (default: {ALL}={Outcome.AGREE}).",
)
@click.option("--comment", default="", callback=_readable, help="What the reviewer says.")
@click.option("--with-members", is_flag=True, help="For a rubric, also review everything below it.")
@click.option(
    "--status", is_flag=True, help="List what is reviewed, suspect or rejected, and record nothing."
)
@root_option
def review(
    codes: tuple[str, ...],
    reviewer: str | None,
    on: datetime.datetime | None,
    outcomes: tuple[str, ...],
    comment: str,
    with_members: bool,
    status: bool,
    root: Path,
) -> None:
    """Record a review of the benchmarks and rubrics with these CODES in their current state.

    Each record is a new file, `reviews/CODE/DATE-REVIEWER.yaml`; committed records are never changed. Without
    a code, --status covers all specs. The command refuses an unknown reviewer, a spec with
    errors, a date in the future or before the suite's first commit, and a record where another one exists.
    Exit status: 0 done, 1 refused, 2 wrong usage.
    """
    from benchdocs.authoring import review as authoring
    from benchdocs.authoring.changeset import ChangeSet
    from benchdocs.rules.check import check
    from benchdocs.rules.support.records import today

    if status:
        click.get_current_context().with_resource(suite_lock(with_specs(root)))
        suite = check(root).suite
        for line in _status(suite, _specs(suite, codes, with_members=with_members, default=True)):
            click.echo(line)
        return

    def plan() -> ChangeSet:
        report = check(root)
        specs = _specs(report.suite, codes, with_members=with_members, default=False)
        if not reviewer:
            raise click.UsageError("`--reviewer ID` is missing; `reviewers.yaml` lists the reviewers")
        day = on.date() if on else today()
        decided = _outcomes(specs, outcomes or (f"{ALL}={Outcome.AGREE}",))
        steps = tuple(authoring.new_records(report, specs, reviewer, day, decided, comment))
        if not steps:
            return ChangeSet((), ("nothing to do: this review is recorded already",))
        return ChangeSet(steps, ())

    change(root, plan)


def _specs(suite: Suite, codes: Sequence[str], *, with_members: bool, default: bool) -> tuple[AnySpec, ...]:
    """Return the specs with these codes, each once; all where none is named and that is the default."""
    if not codes and not default:
        raise click.UsageError("name the code of a benchmark or rubric")
    named: dict[str, AnySpec] = {}
    for code in codes or (*suite.rubric, *suite.benchmark):
        spec = suite.spec(code)
        if file := suite.broken_file(code):
            raise click.ClickException(f"{code} has errors; fix them first: {file.document.path}")
        if spec is None:
            hint = did_you_mean(code, (*suite.benchmark, *suite.rubric)) or "see `benchdocs inventory`"
            if code in suite.alias:
                hint = f"it is a former code; use `{suite.alias[code]}`"
            raise click.UsageError(f"there is no benchmark or rubric `{code}`; {hint}")
        named[code] = spec
        if with_members and code in suite.rubric:
            for rubric in suite.rubrics_below(suite.rubric[code]).values():
                named[rubric.code] = rubric
                named |= {member.code: member for member in suite.members(rubric)}
    return tuple(named.values())


def _outcomes(specs: Sequence[AnySpec], pairs: Sequence[str]) -> dict[str, Outcome]:
    allowed = set.intersection(*({*type(spec.fields).decided(), ALL} for spec in specs))
    outcomes: dict[str, Outcome] = {}
    for pair in pairs:
        item, _, outcome = pair.partition("=")
        if item not in allowed or outcome not in list(Outcome):
            items, words = ", ".join(sorted(allowed)), ", ".join(Outcome)
            if len(specs) > 1:
                items += ", the values that all of these have"
            raise click.UsageError(
                f"`{pair}` is not an outcome: write ITEM=OUTCOME, with {items}, and {words}"
            )
        outcomes[item] = Outcome(outcome)
    return outcomes


def _status(suite: Suite, specs: Sequence[AnySpec]) -> Iterator[str]:
    """Yield a line for each spec: what its reviews say of it as it is now."""
    from benchdocs.history.signatures import reviewed

    for spec in specs:
        state = reviewed(suite, spec)
        yield f"{spec.code}: {state.in_words}"
