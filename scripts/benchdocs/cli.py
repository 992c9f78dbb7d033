"""The `benchdocs` command: what authors and continuous integration run."""

from __future__ import annotations

import click

from benchdocs.commands import checking, comparing, describing, publishing, reviewing


@click.group()
@click.version_option(package_name="benchdocs")
def main() -> None:
    """Check benchmark specs, and explain what is found."""


for _command in (
    checking.check,
    checking.rules,
    comparing.diff,
    reviewing.review,
    publishing.inventory,
    publishing.headers,
    describing.schema,
):
    main.add_command(_command)


if __name__ == "__main__":
    main()
