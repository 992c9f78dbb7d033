"""Say what to use instead of commands and options that this version no longer has."""

from collections.abc import Iterable

RETIRED = {
    "rename": "`rename` is gone: write the new code in every file, and the old one in the `aliases`.",
    "deprecate": "`deprecate` is gone: write `status: deprecated` and `replaced_by` in the benchmark.",
    "release": "`release` is gone: a git tag names a state, as in `git tag 1.0` and `benchdocs diff 1.0`.",
    "export": "`export` is gone: ProperDocs builds the project as it is, with `properdocs build`.",
    "headers": "`headers` is gone: one policy fits every page now, and the guide on hosting has its line.",
    "diff --scores": "`--scores` is gone: run `benchdocs score` on the results in both states of the suite.",
    "score --outputs": "`--outputs` is gone: `benchdocs export-evals` writes a program that runs scripts.",
    "score --out-results": "`--out-results` is gone: an export writes all results into one file.",
    "new prompt": "`new prompt` is gone: copy a prompt, or let `new benchmark` write one with its benchmark.",
    "new cases": "`new cases` is gone: copy a file of cases, or let `new benchmark` write one.",
    "check --diff": "`--diff` is gone: run `check --fix` alone, and see by `git diff` what it changed.",
    "init --dry-run": "`--dry-run` is gone: no file is overwritten, and `git status` names the new ones.",
    "new --dry-run": "`--dry-run` is gone: `git diff` shows what was written, and `git restore` undoes it.",
    "review --dry-run": "`--dry-run` is gone: a record is a new file, which you may delete.",
    "review --replace": "`--replace` is gone: delete a record that is not committed, and record it again.",
    "new --category": "`--category` is gone: write the `category` in the new rubric.",
    "rules --format": "`--format` is gone: the pages of the site have every rule, and findings name theirs.",
    "score --tag": "`--tag` is gone: `benchdocs export-evals --tag` plans the cases that have a tag.",
    "check --watch": "`--watch` is gone: `mkdocs serve` checks after every change, and shows the findings.",
}
"""What to use instead of a command or an option. Each entry goes with the next version."""


def replacement(command: str, arguments: Iterable[str]) -> str | None:
    """Return what to use instead of this command or of one of its options; None if nothing is retired."""
    for argument in (None, *arguments):
        if argument == "--":
            break
        name = command if argument is None else f"{command} {argument.partition('=')[0]}"
        if name in RETIRED:
            return RETIRED[name]
    return None
