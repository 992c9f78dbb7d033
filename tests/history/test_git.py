"""Nobody's configuration and environment change what git answers, and what it cannot answer is said."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchdocs.history import log, revisions
from benchdocs.history.git import GitError, blobs, folder_in_repository, head, tree
from benchdocs.history.log import read_log
from benchdocs.history.provenance import commit
from benchdocs.history.revisions import suite_at
from benchdocs.rules.check import check
from support.commands import run
from support.repositories import Repository
from support.reviews import DEM1, REVIEWERS, review
from support.suites import suite_with
from support.tables import table

DEM2, PROMPT = "a-component/A-DEM2.yaml", "evaluators/llm-judge/arrival_prompt.md"
ANSWERS: tuple[Callable[[Path], Any], ...] = (
    *(head, folder_in_repository, read_log, lambda root: read_log(root, records_only=True)),
    lambda root: list(tree(root, "HEAD")),
    lambda root: commit(check(root).suite),
    lambda root: [spec.document.text for spec in suite_at("HEAD~1", root).specs],
    lambda root: run("review", "A-DEM2", "--reviewer", "ems-1", "--on", "2023-11-17", "--root", root).output,
    lambda root: (root / "reviews/A-DEM2/2023-11-17-ems-1.yaml").unlink(),
    lambda root: [finding.message for finding in check(root).findings],
)
"""Everything that the program asks git for."""


def answers(root: Path) -> list[Any]:
    log._log.cache_clear()
    log._records_log.cache_clear()
    revisions._of_commit.cache_clear()
    return [ask(root) for ask in ANSWERS]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """What git could tell in another way: renames, a merge that edits a record, odd names, signed commits."""
    repository = Repository(tmp_path_factory.mktemp("configured") / "top")
    root = repository.root
    (root / "reviewers.yaml").write_text(REVIEWERS)
    (root / ".mailmap").write_text("Somebody Else <else@example.org> <author@example.org>\n")
    repository.commit("Reviewers")
    repository.git("switch", "-q", "-c", "side")
    review(root, on="2023-11-16")
    (root / "reviews/A-DEM1/é 2.yaml").write_text("code: A-DEM1\n")
    repository.commit("Reviews")
    repository.git("switch", "-q", "main")
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.commit("A label")
    repository.git("merge", "-q", "--no-ff", "--no-commit", "side")
    repository.edit("reviews/A-DEM1/2023-11-16-ems-1.yaml", "all: agree", "weight: agree")
    repository.commit("Merged")
    # A commit that only a submodule tells of, dated after the next one.
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},a-component/part")
    (root / "a-component/part").mkdir()
    late = {f"{who}_DATE": "1800000000 +0000" for who in ("AUTHOR", "COMMITTER")}
    repository.git("commit", "-qm", "A submodule", **late)
    # Alike but for the ends of their lines: a rename where both count as text. And another in one commit.
    content = (root / DEM2).read_bytes()
    repository.move(DEM2, "a-component/A-DEM2 ä.yaml")
    (root / "a-component/A-DEM2 ä.yaml").write_bytes(content.replace(b"\n", b"\r\n"))
    repository.move(PROMPT, PROMPT.replace("arrival", "coming"))
    repository.edit(PROMPT.replace("arrival", "coming"), "Whether the", "Tell whether the")
    repository.commit("Other names")
    _sign(repository)
    return repository


def _sign(repository: Repository) -> None:
    """Put a signature, which nobody can verify, on the last commit."""
    written = repository.git("cat-file", "commit", "HEAD")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n"
    top, _, message = written.partition("\n\n")
    command = ["git", "-C", str(repository.root), "hash-object", "-t", "commit", "-w", "--stdin"]
    signed = subprocess.run(
        command, input=f"{top}\n{signature}\n{message}", text=True, capture_output=True, check=True
    )
    repository.git("update-ref", "HEAD", signed.stdout.strip())


# Configuration ----------------------------------------------------------------------------------------

KEYS = [
    re.sub(r"<.*?>|\*", "odd", key)
    for key in subprocess.run(["git", "help", "--config"], capture_output=True, text=True, check=True)
    .stdout.partition("\n\n")[0]
    .split()
    if "_" not in key  # `gitweb.remote_heads` is none that a file may have
]
"""All keys of git's configuration, as git itself lists them."""
STRUCTURE = ("core.bare", "core.repositoryformatversion", "core.worktree", "extensions.")
"""Keys that say what the repository is and where its files are."""
TELLING = {
    **{"log.showSignature": "true", "log.diffMerges": "first-parent", "log.showRoot": "false"},
    **{"log.mailmap": "true", "mailmap.blob": "HEAD:.mailmap", "format.pretty": "fuller"},
    **{"diff.renames": "copies", "diff.renameLimit": "1", "diff.relative": "true", "diff.noprefix": "true"},
    **{"diff.external": "false", "diff.ignoreSubmodules": "all", "core.bigFileThreshold": "1"},
    **{"core.quotePath": "true", "core.abbrev": "4", "color.ui": "always", "log.date": "relative"},
    **{"core.autocrlf": "false", "core.eol": "crlf", "core.fsmonitor": "false", "diff.odd.binary": "true"},
    **{"i18n.logOutputEncoding": "utf-16", "core.useReplaceRefs": "true", "filter.odd.clean": "false"},
    **{"diff.orderFile": "/nowhere", "core.excludesFile": "/dev/zero", "status.showUntrackedFiles": "no"},
}
"""Values that each change what git prints, or what it takes for text."""


def config(values: dict[str, str]) -> str:
    """A file of git's configuration with these values by their keys."""
    lines = []
    for key, value in values.items():
        section, *middle, name = key.split(".")
        title = f'[{section} "{".".join(middle)}"]' if middle else f"[{section}]"
        lines.append(f'{title}\n\t{name} = "{value}"\n')
    return "".join(lines)


@pytest.fixture(scope="module")
def expected(repository: Repository) -> list[Any]:
    return answers(repository.root)


@pytest.fixture
def own_config(repository: Repository) -> Iterator[Callable[[dict[str, str]], object]]:
    """A function that sets values in the repository's own configuration, until the end of a test."""
    file = repository.root / ".git/config"
    before = file.read_text()
    yield lambda values: file.write_text(before + config(values))
    file.write_text(before)


def refusal(root: Path) -> str:
    """Why git does not even start to answer; empty where it does."""
    asked: Sequence[Callable[[Path], Any]] = (
        *(head, folder_in_repository),
        lambda root: log._log.__wrapped__(root, head(root).commit),
        lambda root: list(blobs(root, [entry.blob for entry in tree(root, "HEAD")])),
    )
    try:
        return "".join("" for ask in asked if ask(root) is None)
    except GitError as error:
        return str(error)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("values", [(), ("true", "7", "/nowhere/odd")])
def test_no_key_of_a_repository_s_configuration_changes_an_answer(
    values: tuple[str, ...],
    repository: Repository,
    expected: list[Any],
    own_config: Callable[[dict[str, str]], object],
    tmp_path: Path,
) -> None:
    files = {
        "core.attributesFile": "* filter=odd diff=odd\n*.yaml binary\n",
        "gpg.program": "#!/bin/sh\necho '[GNUPG:] GOODSIG 1 An Author'\necho 'Good signature' >&2\n",
    }
    for key, content in files.items():
        (tmp_path / key).write_text(content)
        (tmp_path / key).chmod(0o755)
    telling = TELLING | {key: str(tmp_path / key) for key in files}
    keys = [key for key in KEYS if not key.lower().startswith(STRUCTURE)]
    left = {key: [value] for key, value in telling.items()}
    if values:
        left = {key: ["red"] * key.startswith("color.") + list(values) for key in keys}

    def refusal_of(some: Sequence[str]) -> str:
        own_config({key: left[key][0] for key in some if left[key]})
        return refusal(repository.root)

    while reason := refusal_of([*left]):
        # Git refuses a value. Its reason names the key, or else the key is searched for.
        suspects = [key for key in left if f"'{key.lower()}'" in reason.lower()] or [*left]
        while len(suspects) > 1:
            half = suspects[: len(suspects) // 2]
            suspects = half if refusal_of(half) else suspects[len(half) :]
        left[suspects[0]].pop(0)
    assert answers(repository.root) == expected
    assert sum(not some for some in left.values()) < (20 if values else 1)


@table
def test_a_value_that_git_refuses_is_told_with_its_reason(
    key: str, value: str, reason: str, repository: Repository, own_config: Callable[[dict[str, str]], object]
) -> None:
    own_config({"core.repositoryFormatVersion": "1", key: value})
    assert reason in read_log(repository.root).gap
    (found,) = [each for each in check(repository.root).findings if "git cannot tell" in each.message]
    assert reason in found.message


def test_nothing_that_a_user_or_a_system_configures_is_even_read(
    repository: Repository, expected: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".gitconfig"
    file.write_text(config(dict.fromkeys(KEYS, "odd")) + "[[[ no configuration at all")
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG"):
        monkeypatch.setenv(name, str(file))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(KEYS)))
    for number, key in enumerate(KEYS):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", "odd")
    assert answers(repository.root) == expected


# Environment ------------------------------------------------------------------------------------------


def test_a_hook_in_a_linked_worktree_asks_about_the_suite_s_own_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path / "main")
    suite_with(repository.root / "specs", {"reviewers.yaml": REVIEWERS})
    repository.commit("A suite in a folder")
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"))
    root = tmp_path / "linked/specs"
    expected = [head(root), folder_in_repository(root), len(suite_at("HEAD", root).specs)]
    for name, value in {
        "GIT_DIR": str(repository.root / ".git/worktrees/linked"),
        "GIT_INDEX_FILE": str(repository.root / ".git/index"),
        "GIT_WORK_TREE": str(tmp_path),
        "GIT_PREFIX": "",
        "GIT_OBJECT_DIRECTORY": "/nowhere",
        "GIT_NAMESPACE": "odd",
        "GIT_CEILING_DIRECTORIES": str(tmp_path / "linked"),
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_CONFIG_PARAMETERS": "'log.showsignature=true'",
        "GIT_TRACE": "2",
    }.items():
        monkeypatch.setenv(name, value)
    assert [head(root), folder_in_repository(root), len(suite_at("HEAD", root).specs)] == expected
    assert review(root, on="2023-11-16").exit_code == 0
    record = root / "reviews/A-DEM1/2023-11-16-ems-1.yaml"
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    subprocess.run(["git", "-C", root, "add", "."], check=True)
    subprocess.run(
        [
            "git",
            "-C",
            root,
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "commit",
            "-qm",
            "A review",
        ],
        check=True,
    )
    monkeypatch.setenv("GIT_DIR", str(repository.root / ".git/worktrees/linked"))
    record.write_text(record.read_text().replace("all: agree", "all: reject"))
    assert "was changed after commit" in str(check(root).findings)


def test_a_replaced_commit_hides_nothing(repository: Repository, expected: list[Any]) -> None:
    repository.git("replace", "HEAD~1", "HEAD~2")
    try:
        assert answers(repository.root) == expected
    finally:
        repository.git("replace", "-d", repository.git("rev-parse", "HEAD~1").strip())
