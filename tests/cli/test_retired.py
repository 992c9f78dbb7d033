"""Commands and options that are gone say in one sentence what to use instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.cli.retired import RETIRED
from support.commands import run
from support.paths import REPOSITORY
from support.suites import suite_with


@pytest.mark.parametrize("name", RETIRED)
def test_what_is_gone_says_in_one_sentence_what_to_use_instead(tmp_path: Path, name: str) -> None:
    result = run(*name.split(), "--root", suite_with(tmp_path))
    assert result.exit_code == 2
    assert result.output.splitlines()[-1] == f"Error: {RETIRED[name]}"
    assert re.fullmatch(r"`[^`]+` is gone: .+[^.]\.", RETIRED[name])
    assert f"`{name}`" in (REPOSITORY / "CHANGELOG.md").read_text("utf-8")


def test_an_option_is_found_with_its_value_but_not_among_the_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(suite_with(tmp_path))
    assert "is gone" in run("check", "--watch=yes").output
    assert "`--watch` does not exist" in run("check", "--", "--watch").output
    assert "No such option" in run("diff", "--watch", "x").output
