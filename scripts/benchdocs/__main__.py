"""Run the `benchdocs` command with `python -m benchdocs`."""

from benchdocs.cli.main import main

main(prog_name="benchdocs")
