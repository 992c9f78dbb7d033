"""The history of a suite is reported commit by commit, in the suite's own terms."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from benchdocs.history import git_log
from benchdocs.history.change import State
from benchdocs.history.changes import changes
from benchdocs.history.git_log import EMPTY, NOT_TRACKED, SHALLOW, UNKNOWN, history
from benchdocs.history.revisions import RevisionError, suite_at
from benchdocs.specs.field_facts import Effect
from support.repositories import Repository
from support.suites import suite_with

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
RUBRIC, TOP = "rubrics/A-DEM.yaml", "rubrics/A.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
SCORE, _, EDITORIAL = Effect
Step = tuple[str, Callable[[Repository], None], str, Effect]


def edit(path: str, old: str, new: str) -> Callable[[Repository], None]:
    return lambda repository: repository.edit(path, old, new)


def rename(repository: Repository) -> None:
    repository.move(DEM2, "a-component/A-DEM3.yaml")
    repository.edit("a-component/A-DEM3.yaml", "code: A-DEM2", "code: A-DEM3\naliases: [A-DEM2]")
    repository.edit(RUBRIC, "- A-DEM2", "- A-DEM3")


def reorder(repository: Repository) -> None:
    path = repository.root / DEM1
    fields = yaml.load(path.read_text(), yaml.BaseLoader)
    fields["label"] = fields.pop("label")
    blocks = path.read_text().split("\nlabel: ")
    label, rest = blocks[1].split("\n", 1)
    path.write_text(f"{blocks[0]}\n{rest.rstrip()}\nlabel: {label}\n")


def move_prompt(repository: Repository) -> None:
    repository.move(PROMPT, PROMPT.replace("arrival", "coming"))
    repository.edit(DEM1, PROMPT, PROMPT.replace("arrival", "coming"))


COMING = PROMPT.replace("arrival", "coming")
STEPS: list[Step] = [
    ("weight", edit(AUX1, "weight: 1", "weight: 0.9"), "A-AUX1 weight 1 → 0.9", SCORE),
    ("rename with alias", rename, "A-DEM2 renamed to A-DEM3", EDITORIAL),
    ("prompt", edit(PROMPT, "Whether the", "Tell whether the"), f"{PROMPT} reworded", SCORE),
    ("order of keys", reorder, "A-DEM1 written differently", EDITORIAL),
    ("weight of a rubric", edit(RUBRIC, "weight: 0.75", "weight: 0.7"), "A-DEM weight 0.75 → 0.7", SCORE),
    ("part", edit(TOP, "[A-DEM, A-AUX]", "[A-DEM]"), "A gives up A-AUX", SCORE),
    (
        "moved spec",
        lambda repository: repository.move(AUX1, "b-component/A-AUX1.yaml"),
        f"A-AUX1 moved from {AUX1} to b-component/A-AUX1.yaml",
        EDITORIAL,
    ),
    ("moved prompt", move_prompt, f"{COMING} moved from {PROMPT}", EDITORIAL),
]
TOLD = [(name, text, effect) for name, _, text, effect in STEPS]
TOLD.insert(2, ("rename with alias", "A-DEM written differently", EDITORIAL))


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository with what moves and gets other names; `support.auditor_script` has the other kinds."""
    repository = Repository(tmp_path_factory.mktemp("scripted") / "repository")
    for name, step, _, _ in STEPS:
        step(repository)
        repository.commit(name)
    return repository


def test_all_commits_are_reported(scripted: Repository) -> None:
    *told, first = history(scripted.root).entries
    assert first.commit.subject == "The demonstration suite"
    assert [
        (entry.commit.subject, change.text, change.effect)
        for entry in reversed(told)
        for change in entry.changes
    ] == TOLD


def test_diff_reports_the_same_changes(scripted: Repository) -> None:
    commits = scripted.git("log", "--format=%H", "--reverse").split()
    found = []
    for old, new in pairwise(commits):
        states = [State.of(suite_at(name, scripted.root)) for name in (old, new)]
        found += [(change.text, change.effect) for change in changes(*states)]
    assert found == [told[1:] for told in TOLD]


def test_the_last_change_of_a_file_is_git_s_own(scripted: Repository) -> None:
    last = history(scripted.root).last
    files = {path.relative_to(scripted.root).as_posix() for path in scripted.root.rglob("*.*")}
    files = {path for path in files if not path.startswith(".git")}
    assert files <= last.keys()
    for path in files:
        commit = last[path]
        known = scripted.git("log", "-1", "--format=%H %as %an %s", "--", path).strip()
        assert f"{commit.id} {commit.date} {commit.author} {commit.subject}" == known


def test_changes_are_found_under_their_subject_whatever_its_name_was(scripted: Repository) -> None:
    of = history(scripted.root).of
    assert [change.text for _, change in of["A-AUX1"]] == [
        f"A-AUX1 moved from {AUX1} to b-component/A-AUX1.yaml",
        "A-AUX1 weight 1 → 0.9",
        "A-AUX1 added (benchmark)",
    ]
    assert [change.text.partition(" ")[2] for _, change in of[COMING]] == [
        f"moved from {PROMPT}",
        "reworded",
        "added (prompt)",
    ]


def test_a_suite_in_a_subfolder_has_its_own_history_only(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    suite_with(repository.root / "inner suite")
    repository.commit("another suite")
    repository.edit(f"inner suite/{DEM1}", "weight: 0.5", "weight: 0.4")
    repository.commit("its weight")
    entries = history(repository.root / "inner suite").entries
    assert [entry.commit.subject for entry in entries] == ["its weight", "another suite"]
    assert [change.text for change in entries[0].changes] == ["A-DEM1 weight 0.5 → 0.4"]


def test_bytes_that_are_no_text_and_links_and_odd_names_are_reported_as_diff_does(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    (repository.root / PROMPT).write_bytes(b"x\0\0y\n\0z")
    (repository.root / DEM2).write_bytes(b"\0" * 400)
    repository.commit("zeros")
    suite_with(repository.root)
    (repository.root / "a-component/A-DEM7.yaml").symlink_to("A-DEM2.yaml")
    (repository.root / "a-component/A-DEM6.yaml").symlink_to("/etc/hostname")
    (repository.root / ".gitattributes").write_text("*.yaml export-ignore\n")
    repository.commit("mended, and links")
    repository.git("rm", "-q", "a-component/A-DEM7.yaml", "a-component/A-DEM6.yaml")
    repository.move(DEM1, 'a-component/A-"DEM1.yaml')
    repository.edit('a-component/A-"DEM1.yaml', "weight: 0.5", "weight: 0.4")
    (repository.root / DEM2).write_bytes((repository.root / DEM2).read_bytes() + "# \u00e9".encode("latin-1"))
    repository.commit("names and bytes")
    repository.edit("rubrics/A-DEM.yaml", "  - A-DEM2\n", "")
    (repository.root / DEM2).write_text("")
    repository.commit("a member less")
    told = [[change.text for change in entry.changes] for entry in reversed(history(repository.root).entries)]
    assert len(told) == 5
    for place, (old, new) in enumerate(pairwise(repository.git("log", "--format=%H", "--reverse").split())):
        states = [State.of(suite_at(name, repository.root)) for name in (old, new)]
        # The one takes a link for a broken file, the other for none of the suite's.
        links = ("A-DEM6 ", "A-DEM7 ")
        expected = [change.text for change in changes(*states) if not change.text.startswith(links)]
        assert told[place + 1] == expected
    assert "A-DEM gives up A-DEM2" in told[-1]


def test_moves_and_other_prompts_are_reported_as_diff_does(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.move(DEM2, "a-component/A-DEM2 sp \u00e4.yaml")
    repository.commit("a name that is no code")
    copy = PROMPT.replace("arrival", "copied")
    (repository.root / copy).write_text((repository.root / PROMPT).read_text())
    repository.commit("a copy")
    repository.edit(DEM1, PROMPT, copy)
    repository.commit("the copy is used")
    for name in ("arrival", "copied"):
        repository.move(PROMPT.replace("arrival", name), PROMPT.replace("arrival", f"sub/{name}"))
    repository.commit("both moved")
    repository.edit(DEM1, copy, PROMPT.replace("arrival", "departure"))
    repository.commit("another prompt")
    texts = {
        entry.commit.id: [change.text for change in entry.changes]
        for entry in history(repository.root).entries
    }
    for old, new in pairwise(repository.git("log", "--format=%H", "--reverse").split()):
        states = [State.of(suite_at(name, repository.root)) for name in (old, new)]
        assert texts.get(new, []) == [change.text for change in changes(*states)]


def test_settings_that_move_to_their_own_file_change_nothing_and_count_there(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    own, shared = repository.root / "benchdocs.toml", repository.root / "pyproject.toml"
    entries = f'exclude = [{{path = "{DEM2}", reason = "Its labels are redone."}}]\nreserved = ["A-DEM8"]\n'
    more = "".join(f'name{number} = "of others"\n' for number in range(20))
    gone = "no longer reserves"
    excluded, no_longer = "A-DEM2 excluded from the suite", "A-DEM2 no longer excluded from the suite"
    steps: dict[str, tuple[dict[Path, str | None], list[str]]] = {
        "table": (
            {shared: f"[tool.benchdocs]\n{entries}"},
            [
                f"{excluded}: Its labels are redone.",
                f"pyproject.toml excludes {DEM2}: Its labels are redone.",
                "pyproject.toml reserves A-DEM8",
            ],
        ),
        "renamed": ({shared: None, own: entries}, []),
        "a table beside it": ({shared: '[tool.benchdocs]\nreserved = ["A-DEM9"]\n'}, []),
        "own": ({own: entries.replace("DEM8", "DEM6")}, ["A-DEM6", "A-DEM8"]),
        "back to the table": (
            {own: None},
            [no_longer, DEM2, f"benchdocs.toml {gone} A-DEM6", "pyproject.toml reserves A-DEM9"],
        ),
        "own again, the table kept": ({own: 'reserved = ["A-DEM9"]\n'}, []),
        "moved out of what others wrote": ({shared: f"[tool.other]\n{more}"}, []),
        "gone": ({own: None}, ["A-DEM9"]),
    }
    for message, (files, _) in steps.items():
        for path, text in files.items():
            path.write_text(text) if text is not None else path.unlink()
        repository.commit(message)
    entries_found = history(repository.root).entries
    found = {entry.commit.subject: [change.text for change in entry.changes] for entry in entries_found}
    for message, (_, expected) in steps.items():
        texts = found.get(message, [])
        assert len(texts) == len(expected), (message, texts)
        assert all(each in text for each, text in zip(expected, texts, strict=True)), (message, texts)
    commits = repository.git("log", "--format=%H %s", "--reverse").splitlines()
    for old, new in pairwise(commits):
        states = [State.of(suite_at(line.partition(" ")[0], repository.root)) for line in (old, new)]
        assert [change.text for change in changes(*states)] == found.get(new.partition(" ")[2], []), new


def test_what_git_cannot_read_is_said(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    blob = repository.git("rev-parse", f"HEAD:{DEM1}").strip()
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("weight")
    (repository.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    reason = f"the object {blob} is missing"
    assert history(repository.root) == (*history(tmp_path)[:-1], UNKNOWN.format(reason))
    with pytest.raises(RevisionError, match="git cannot read all files of revision `HEAD~1`"):
        suite_at("HEAD~1", repository.root)


def test_a_user_s_own_configuration_changes_nothing(scripted: Repository) -> None:
    expected = history(scripted.root)
    odd = {
        **{"log.showRoot": "false", "log.showSignature": "true", "log.diffMerges": "off"},
        **{"diff.suppressBlankEmpty": "true", "diff.noPrefix": "true", "diff.mnemonicPrefix": "true"},
        **{"diff.renames": "false", "diff.external": "false", "diff.algorithm": "patience"},
        **{"color.ui": "always", "core.quotePath": "true", "i18n.logOutputEncoding": "latin1"},
        **{"log.mailmap": "true", "mailmap.blob": "HEAD:.mailmap", "log.follow": "true"},
        **{"log.date": "relative", "format.pretty": "oneline", "diff.renameLimit": "1"},
    }
    try:
        for name, value in odd.items():
            scripted.git("config", name, value)
        git_log._history.cache_clear()
        assert history(scripted.root) == expected
    finally:
        for name in odd:
            scripted.git("config", "--unset", name)


def test_a_commit_of_any_length_is_shown_in_bounds(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    message = tmp_path / "message"
    message.write_text(f"{'x' * 2_000_000}\n\n{'y' * 2_000_000}")
    names = {f"{who}_NAME": f"{who} {'n' * 100_000}" for who in ("AUTHOR", "COMMITTER")}
    repository.git("add", "-A")
    repository.git("commit", "-qF", str(message), **names)
    commit = history(repository.root).entries[0].commit
    assert commit.subject == f"{'x' * 497}..."
    assert commit.author.startswith("AUTHOR n")
    assert {len(commit.author), len(commit.committer)} == {500}
    assert commit.body == f"{'y' * 10_000}\n..."


def test_odd_files_stop_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    (repository.root / DEM1).write_bytes(b"code: A-DEM1\nweight: \xff\0\nthreshold: [\n")
    (repository.root / "a-component/nothing.yaml").touch()
    (repository.root / "a-component/a name with spaces \u00e4.yaml").write_text("code: A-DEM8\nweight: x\n")
    (repository.root / "a-component/A-DEM2.yaml").chmod(0o755)
    repository.commit("odd")
    suite_with(repository.root)
    repository.commit("mended")
    mended, odd, _ = history(repository.root).entries
    assert [change.text for change in mended.changes] == ["A-DEM1 can be read again"]
    assert [change.text for change in odd.changes][:2] == [
        "A-DEM1 can no longer be read",
        "A-DEM8 added (benchmark)",
    ]
    assert "a-component/a name with spaces \u00e4.yaml" in history(repository.root).last


def test_without_a_whole_history_there_is_a_sentence_instead(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("weight")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", repository.root.as_uri(), shallow], check=True)
    assert history(shallow) == (*history(tmp_path)[:-1], SHALLOW)
    assert history(suite_with(tmp_path / "plain")).gap == NOT_TRACKED
    suite_with(repository.root / "fresh")
    assert history(repository.root / "fresh").gap == EMPTY
    subprocess.run(["git", "init", "-q", tmp_path / "born"], check=True)
    assert history(suite_with(tmp_path / "born")).gap.endswith("does not have any commits yet.")


def test_a_byte_order_mark_is_listed_as_written_differently(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "suite")
    for path in (DEM1, PROMPT):
        file = repository.root / path
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    repository.commit("Saved by another editor")
    found = history(repository.root).entries[0].changes
    assert [(change.text, change.effect) for change in found] == [
        ("A-DEM1 written differently", EDITORIAL),
        (f"{PROMPT} written differently", EDITORIAL),
    ]


def test_the_checkers_own_code_is_compared_between_commits(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "suite")
    code = repository.root / "scripts/benchdocs/check.py"
    code.parent.mkdir(parents=True)
    code.write_text("a = 1\n")
    repository.commit("A checker")
    code.write_text("a = 2\n")
    old, new = (State.of(suite_at(name, repository.root)) for name in ("HEAD", str(repository.root)))
    [change] = changes(old, new)
    assert change.subject == "scripts/benchdocs"
    assert changes(old, State.of(suite_at("HEAD", repository.root))) == ()
