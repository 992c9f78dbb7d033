"""`schema`: the JSON Schemas by which editors check specs, and those of replies and results."""

from pathlib import Path

import click

from benchdocs.cli.options import root_option, suite_lock
from benchdocs.files.atomic import read_exactly, reason


@click.command()
@click.argument(
    "kind",
    required=False,
    type=click.Choice(
        [
            *("benchmark", "rubric", "cases", "calls", "labels"),
            *("run_record", "judge_record", "label_record"),
            *("settings", "judge_reply", "results", "record"),
        ]
    ),
)
@click.option("--write", is_flag=True, help="Write the schemas to the folder `schemas` of the root.")
@root_option
def schema(kind: str | None, write: bool, root: Path) -> None:
    """Show the JSON Schemas of specs, of a judge's reply and of a record, or only that of one KIND.

    Editors use them to check and explain specs. Without KIND, one object contains all of them by file name.
    """
    # Not for `check`, whose start they would slow down.
    from benchdocs.authoring.changeset import Step, StoppedError, carry_out
    from benchdocs.schemas import build
    from benchdocs.specs.loading import read_dictionary
    from benchdocs.specs.prompt_settings import reply_schema
    from benchdocs.specs.settings_file import read_settings

    settings = read_settings(root)
    schemas = build.with_record(read_dictionary(root), settings)
    if path := settings.prompts.reply:
        reply = reply_schema(root, path)
        if reply is None:
            raise click.UsageError(f"`{path}`, which `reply` names, is missing or no JSON object")
        schemas[build.REPLY_FILE] = reply
    chosen = {name: schemas[name] for name in schemas if kind is None or name.startswith(f"{kind}.")}
    if not write:
        shown = chosen if kind is None else next(iter(chosen.values()))
        click.echo(build.json_text(shown), nl=False)
        return
    click.get_current_context().with_resource(suite_lock(root, for_writing=True))
    texts = {f"{build.FOLDER}/{name}": build.json_text(body) for name, body in chosen.items()}
    try:
        outdated = []
        for path, text in texts.items():
            if not (root / path).exists() or read_exactly(root / path) != text:
                outdated.append(path)
        carry_out(root, [Step(path, texts[path]) for path in outdated])
    except (StoppedError, OSError) as error:
        why = reason(error) if isinstance(error, OSError) else error.reason
        raise click.UsageError(f"the schemas cannot be written: {why}") from None
    for path in texts:
        state = "is updated" if path in outdated else "was up to date"
        click.echo(f"{root / path} {state}")
