"""`mkdocs build` is a gate: what breaks the specification never reaches the site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from benchdocs.files.directory_swap import MARKER, Staging
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.folders import listing
from support.fork_server import fork_server
from support.mkdocs_command import fresh_mkdocs, mkdocs
from support.paths import OWNERS_EXAMPLE, REPOSITORY
from support.suites import suite_with, write
from support.tables import table

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nweight: 25%\nlabel: no\n"}


@pytest.fixture
def good(tmp_path: Path, small_site: Path) -> tuple[Path, Path]:
    """A clean suite, and a copy of the site built from it."""
    root, target = suite_with(tmp_path / "suite"), tmp_path / "site"
    shutil.copytree(small_site, target)
    return root, target


@pytest.mark.nightly
def test_properdocs_builds_the_same_site(tmp_path: Path, small_site: Path) -> None:
    root, target = suite_with(tmp_path / "suite"), tmp_path / "site"
    done = fresh_mkdocs("build", "--quiet", "-d", str(target), root=root, program="properdocs")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    found = listing(target)
    generator = re.compile(rb'(<meta name="generator" content=")[^"]*')
    assert found.keys() == listing(small_site).keys()
    for path, content in listing(small_site).items():
        assert generator.sub(rb"\1", found[path]) == generator.sub(rb"\1", content), path


@pytest.mark.sweep(4)
@pytest.mark.parametrize("options", [(), ("--quiet",), ("--no-strict",), ("--strict", "--quiet")])
def test_a_violation_fails_the_build_with_all_findings_and_leaves_the_last_site_and_nothing_else(
    good: tuple[Path, Path], options: tuple[str, ...]
) -> None:
    root, target = good
    before = listing(target)
    suite_with(root, BROKEN)
    result = mkdocs("build", "-d", str(target), *options, root=root)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    for expected in (
        "a-component/A-DEM1.yaml:2:9: error FLD103",
        "a-component/A-DEM1.yaml:3:8: error FLD103",
        "a-component/A-DEM1.yaml:1:1: error FLD101: the required field `concept` is missing",
    ):
        assert expected in result.stderr
    assert listing(target) == before
    assert {path.name for path in target.parent.iterdir()} == {"suite", "site"}


def test_a_warning_fails_a_strict_build_only(good: tuple[Path, Path]) -> None:
    root, target = good
    path = root / "a-component/A-DEM2.yaml"
    path.rename(path.with_name("A-DEM3.yaml"))
    strict = mkdocs("build", "--quiet", "-d", str(target), root=root)
    assert strict.returncode != 0
    assert "A-DEM3.yaml:1:7: warning YML005" in strict.stderr
    lenient = mkdocs("build", "--no-strict", "-d", str(target), root=root)
    assert lenient.returncode == 0
    assert "A-DEM3.yaml:1:7: warning YML005" in lenient.stderr


KILLED = """
import os, sys
from pathlib import Path
from benchdocs.files import directory_swap as module
from benchdocs.files.directory_swap import Staging
module._exchange = lambda *folders: False
staging = Staging(Path(sys.argv[1]))
rename = os.rename
os.rename = lambda *paths: (rename(*paths), os._exit(9))
staging.publish()
"""


def kill_while_publishing(target: Path) -> None:
    """Leave what a build leaves that is killed when it has moved the old site aside, as it does where two
    folders cannot change places at once."""
    assert subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False).returncode == 9
    assert not target.exists()


def test_the_site_that_a_killed_build_moved_aside_is_put_back(good: tuple[Path, Path]) -> None:
    _, target = good
    before = listing(target)
    kill_while_publishing(target)
    Staging(target).discard()
    assert listing(target) == before
    assert {path.name for path in target.parent.iterdir()} == {"suite", "site"}


def test_a_build_clears_away_what_a_killed_one_left_and_nothing_else(good: tuple[Path, Path]) -> None:
    """Dot files of the old site stay, and so do folders that are only named like a staging folder."""
    root, target = good
    (target / ".keep").write_text("mine")
    names = (".site-999999999", f".site-{10**30}", ".site-999999999-old", ".site-2024")
    for name in names:
        write(target.with_name(name), {"index.html": "mine"})
    kill_while_publishing(target)
    assert mkdocs("build", "-d", str(target), root=root).returncode == 0
    assert [listing(target.with_name(name)) for name in names] == [{"index.html": b"mine"}] * len(names)
    assert {path.name for path in target.parent.iterdir()} == {"suite", "site", *names}
    assert (target / ".keep").read_text() == "mine"
    assert not (target / MARKER).exists()
    Staging(target.with_name("missing")).discard()
    assert not target.with_name("missing").exists()


def test_a_folder_that_looks_moved_aside_never_becomes_the_site(tmp_path: Path) -> None:
    mine = tmp_path / ".site-999999999-old"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    Staging(tmp_path / "site").discard()
    assert {path.name for path in tmp_path.iterdir()} == {mine.name}
    (mine / MARKER).touch()
    (tmp_path / "site").mkdir()
    Staging(tmp_path / "site").discard()
    assert (mine / "notes.txt").read_text() == "mine"


def test_a_site_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "site"
    target.mkdir()
    (target / "sitemap.xml").write_text("old")
    staging = Staging(target)
    rename = os.rename
    monkeypatch.setattr("benchdocs.files.directory_swap._exchange", lambda *folders: False)

    def failing(source: Path, to: Path) -> None:
        if source == staging.folder:
            raise PermissionError(1, "no")
        rename(source, to)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(PermissionError):
        staging.publish()
    staging.discard()
    assert listing(tmp_path) == {"site/sitemap.xml": b"old"}


def test_a_folder_with_somebodys_files_is_refused_and_untouched(tmp_path: Path) -> None:
    root, target = suite_with(tmp_path / "suite"), tmp_path / "mine"
    (target / "sub").mkdir(parents=True)
    (target / "sub/thesis.txt").write_text("years of work")
    result = mkdocs("build", "-q", "-d", str(target), root=root)
    assert_one_sentence(result, target)
    assert listing(target) == {"sub/thesis.txt": b"years of work"}
    assert {path.name for path in tmp_path.iterdir()} == {"suite", "mine"}


def test_a_plain_file_is_refused_and_untouched(tmp_path: Path) -> None:
    root, target = suite_with(tmp_path / "suite"), tmp_path / "mine"
    target.write_text("years of work")
    assert_one_sentence(mkdocs("build", "-q", "-d", str(target), root=root), target)
    assert target.read_text() == "years of work"


@pytest.mark.parametrize("target", ["/proc/benchdocs-site", "/dev/null/site"])
def test_a_site_whose_parent_cannot_be_written_is_one_sentence(tmp_path: Path, target: str) -> None:
    result = mkdocs("build", "-q", "-d", target, root=suite_with(tmp_path / "suite"))
    assert_one_sentence(result, Path(target))


def assert_one_sentence(result: subprocess.CompletedProcess[str], target: Path) -> None:
    """Check that a build failed with nothing but a sentence that names the folder it was given."""
    assert result.returncode != 0
    lines = (result.stdout + result.stderr).strip().splitlines()
    assert len(lines) == 1
    assert f"`{target}`" in lines[0]


def test_a_prompt_called_index_leaves_the_index_its_address(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"evaluators/llm-judge/index_prompt.md": "You judge.\n"})
    pages = Site(check(root)).pages
    addresses = [page.path for page in pages]
    assert addresses.count("prompts/index.md") == 1
    assert "prompts/index-prompt.md" in addresses


def test_prompts_with_the_same_address_differ_by_their_paths_alone(tmp_path: Path) -> None:
    names = ["evaluators/llm-judge/to-do_prompt.md", "evaluators/llm-judge/to_do_prompt.md"]
    urls = Site(check(suite_with(tmp_path, dict.fromkeys(names, "You judge.\n")))).prompt_urls
    for name in names:
        assert urls[name] == f"prompts/to-do-{sha256(name.encode()).hexdigest()[:6]}/"
    third = "evaluators/llm-judge/to do_prompt.md"
    more = Site(check(suite_with(tmp_path, {third: "You judge.\n"}))).prompt_urls
    assert {name: more[name] for name in urls} == urls
    assert len(set(more.values())) == len(more)


MEANWHILE = """\
import sys
from pathlib import Path
from mkdocs.__main__ import cli

path, moment, deed = Path(sys.argv.pop(1)), sys.argv.pop(1), sys.argv.pop(1)


def meddle(event, args):
    if event == "open" and str(args[0]).endswith(moment) and path.exists():
        path.write_text(path.read_text() + "# later\\n") if deed == "edited" else path.unlink()


sys.addaudithook(meddle)
cli()
"""
DEM1 = "a-component/A-DEM1.yaml"


@table
@pytest.mark.sweep(4)
def test_a_file_that_changes_while_it_builds_fails_the_build_and_is_named(
    good: tuple[Path, Path], path: str, moment: str, deed: str
) -> None:
    """Its page would show one text, and its copy and the archive of evidence another."""
    root, target = good
    before = listing(target)
    program = root.with_name("meanwhile.py")
    program.write_text(MEANWHILE)
    arguments = (str(program), str(root / path), moment, deed, "build", "-d", str(target))
    environment = {**os.environ, "BENCHDOCS_ROOT": str(root)}
    result = fork_server().run(*arguments, folder=REPOSITORY, environment=environment)
    assert result.returncode == 1
    told = result.stdout.strip()
    assert re.fullmatch(r"The site was not built: .*\. Build it again\.", told), told + result.stderr
    assert path in told
    assert listing(target) == before


def test_a_folder_without_specs_is_refused(tmp_path: Path) -> None:
    result = mkdocs("build", "-d", str(tmp_path / "site"), root=tmp_path)
    assert result.returncode != 0
    assert "no specs in" in result.stderr
    assert "Traceback" not in result.stderr
    result = mkdocs("build", "-d", str(tmp_path / "site"), root=tmp_path / "nope")
    assert result.returncode != 0
    assert f"the folder `{tmp_path / 'nope'}` of BENCHDOCS_ROOT does not exist" in result.stderr
    assert "no specs in" not in result.stderr


def test_an_empty_folder_becomes_the_site_whose_pages_link_to_their_yaml_and_to_its_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, target = suite_with(tmp_path / "suite"), tmp_path / "empty"
    target.mkdir()
    (target / ".keep").touch()
    monkeypatch.setenv("BENCHDOCS_EDIT_URL", "https://code.example/edit/main")
    assert mkdocs("build", "-d", str(target), root=root).returncode == 0
    page = (target / "benchmarks/a-dem1/index.html").read_text()
    assert 'href="https://code.example/edit/main/a-component/A-DEM1.yaml"' in page
    assert 'href="../../source/a-component/A-DEM1.yaml"' in page
    copy = (target / "source/a-component/A-DEM1.yaml").read_bytes()
    assert copy == (root / "a-component/A-DEM1.yaml").read_bytes()
    assert (target / "index.html").is_file()
    assert (target / ".keep").is_file()


def test_the_owners_complete_example_builds_without_strict(tmp_path: Path) -> None:
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "site"), root=OWNERS_EXAMPLE)
    assert result.returncode == 0, result.stderr
    assert "Straightforward denials" in (tmp_path / "site/benchmarks/a-neg1/index.html").read_text()
