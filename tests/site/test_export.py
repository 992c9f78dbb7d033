"""An export is the whole site as a plain project, and other generators build the same pages from it."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from errno import ENOSPC
from html import escape, unescape
from pathlib import Path

import markdown
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from benchdocs.cli.main import main
from benchdocs.files.directory_swap import MANIFEST, Staging
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.defaults import read_settings
from benchdocs.site import plain_export
from benchdocs.site.links import Linker
from benchdocs.site.page import Page, PageKind
from benchdocs.site.plain_export import refusal, write
from benchdocs.site.renderer import Renderer, Section
from support.elements import parsed
from support.folders import listing
from support.main_content import contents, differences
from support.mkdocs_command import built_site
from support.paths import BASE, REPOSITORY, RULE_CASES
from support.projects import project_with
from support.repositories import Repository
from support.site_generators import built, run
from support.suites import suite_with

SPEC, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
CALLS = ("evaluators/labels.yaml", "evaluators/calls/arrival.yaml")
LABEL = r"""</title><script>alert(1)</script> {{ 7*7 }} 'q" & {% x %} *a* [b](source/c.md)"""
VERBATIM = """
```json
{"a":\t1}
```
   
~~~
</div></pre><script>alert(2)</script> {{ 7*7 }} {% raw %} &amp; &#9;
# heading {: .class }
[reference]: source/x.md
--8<-- "README.md"
"""  # noqa: W293
OLD = {"mkdocs.yml": b"old", "docs/index.md": b"old"}


def hostile_suite(target: Path) -> Path:
    """A suite with texts that a generator could take for markup of its own, and every page that ours link."""
    files = {path: (RULE_CASES / "CAS1613/ok" / path).read_text() for path in (SPEC, *CALLS)}
    label = f"'{LABEL.replace(chr(39), chr(39) * 2)}'"
    files[SPEC] = files[SPEC].replace("Arrival time recorded", label)
    files[SPEC] = files[SPEC].replace("weight: 0.5", "aliases: [A-DEM9]\nweight: 0.5")
    return suite_with(target, {**files, PROMPT: (BASE / PROMPT).read_text() + VERBATIM})


@pytest.mark.nightly
def test_zensical_and_plain_mkdocs_build_every_page_with_the_same_text(tmp_path: Path) -> None:
    root, project, own = hostile_suite(tmp_path / "suite"), tmp_path / "project", tmp_path / "own"
    built_site(root, own, "--no-strict", "-q")
    told = run("benchdocs", "export", project, "--no-strict", "--root", root)
    assert told.endswith("status 0"), told
    expected = contents(own)
    assert LABEL in expected["benchmarks/a-dem1/index.html"].text
    assert VERBATIM in "".join(expected["prompts/arrival/index.html"].verbatim)
    for program in ("zensical", "mkdocs"):
        site = built(program, project)
        assert differences(expected, contents(site)) == []
        head = (
            (site / "benchmarks/a-dem1/index.html")
            .read_text()
            .partition("<title>")[2]
            .partition("</title>")[0]
        )
        assert unescape(head).startswith(f"A-DEM1 {LABEL} - ")
        for path in (SPEC, PROMPT):
            name = f"{path}.txt" if path.endswith(".md") else path
            assert (site / "source" / name).read_bytes() == (root / path).read_bytes()


@pytest.mark.nightly
def test_properdocs_builds_the_same_site(tmp_path: Path, small_site: Path) -> None:
    told = run("properdocs", "build", "--quiet", "-d", tmp_path / "site", root=suite_with(tmp_path / "suite"))
    assert told == "status 0"
    found = listing(tmp_path / "site")
    generator = re.compile(rb'(<meta name="generator" content=")[^"]*')
    assert found.keys() == listing(small_site).keys()
    for path, content in listing(small_site).items():
        assert generator.sub(rb"\1", found[path]) == generator.sub(rb"\1", content), path


def test_the_settings_list_every_page_once_and_written_links_follow_the_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config, written = read_settings(REPOSITORY / "mkdocs.yml")
    build = Build(config, root=BASE)
    site, pages = build.site, build.added
    written["nav"] = config.nav
    files = plain_export.project(site, written, REPOSITORY, pages)
    settings = yaml.safe_load(files["mkdocs.yml"])
    listed = re.findall(r"[\w/.-]+\.md\b", files["mkdocs.yml"].decode().partition("\nnav:")[2])
    assert len(listed) == len(set(listed))
    assert {f"docs/{path}" for path in listed} <= files.keys()
    assert {f"{page.url}index.md" for page in site.pages} <= set(listed)
    assert settings["plugins"] == ["search"]
    assert "hooks" not in settings
    assert b"](fields/index.md)" in files["docs/authoring/index.md"]
    assert not any("overrides" in path for path in files if path.startswith("docs/"))
    assert not [path for path in files if re.search(r"__pycache__|\.py$|mkdocs_theme", path)]
    monkeypatch.setattr(plain_export, "MOST_IN_NAVIGATION", len(site.pages) - 1)
    short = plain_export.project(site, written, REPOSITORY, pages)["mkdocs.yml"].decode()
    assert "benchmarks/index.md" in short
    assert "benchmarks/a-dem1" not in short


def test_links_to_files_name_them_as_they_are_exported(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "suite")
    repository.edit(PROMPT, "Whether the", "Tell whether the")
    repository.commit("Another text of the prompt")
    told = run("benchdocs", "export", tmp_path / "project", "--no-strict", "--root", repository.root)
    assert told.endswith("status 0"), told
    docs = tmp_path / "project/docs"
    page = docs / "prompts/arrival/index.md"
    files = re.findall(r'<a href="([^":#]*\.(?:md|txt|yaml))"', page.read_text())
    assert any(file.startswith("at-") for file in files)
    for file in files:
        assert (page.parent / file).exists(), file


@given(st.text(st.sampled_from("`~ \t\n#<>&;[]()*_{}:|-=x1\\'\"\x0b\x85\u2028"), max_size=60))
@example("```\n\ta\n   \n```")
def test_no_text_is_altered_by_a_markdown_parser(text: str) -> None:
    section = Section("part", "Part", f'<pre title="{escape(text)}">\n{escape(text)}</pre>')
    page = Page(PageKind("x", lambda _: iter(())), "x/", "X", "", Renderer(Linker({})), {})
    vars(page)["sections"] = (section,)
    source = plain_export._markdown(page).partition("## Part {#part}")[2]
    made = markdown.markdown(source, extensions=["attr_list", "tables", "toc", "fenced_code"])
    assert "".join(parsed(made).itertext()).strip("\n") == text.strip("\n")


# The folder -------------------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A small export."""
    target = tmp_path / "export"
    write(target, with_manifest(OLD))
    return target


def with_manifest(files: dict[str, bytes]) -> dict[str, bytes]:
    lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in files.items()]
    return {**files, MANIFEST: "".join(lines).encode()}


def test_an_export_takes_the_place_of_the_last_one_with_what_was_built_from_it(exported: Path) -> None:
    for name in ("site/index.html", ".cache/x", ".git/HEAD"):
        (exported / name).parent.mkdir()
        (exported / name).write_text("made since")
    assert refusal(exported) == ""
    write(exported, with_manifest({"mkdocs.yml": b"new"}))
    assert listing(exported).keys() == {"mkdocs.yml", MANIFEST, ".cache/x", ".git/HEAD"}


@pytest.mark.parametrize("name", ["mkdocs.yml", "docs/mine.md", "docs/index.md"])
def test_a_file_that_was_added_or_altered_is_not_overwritten(exported: Path, name: str) -> None:
    (exported / name).write_text("mine")
    assert f"`{name}` was added or changed" in refusal(exported)
    assert CliRunner().invoke(main, ["export", str(exported)]).exit_code == 2
    assert (exported / name).read_text() == "mine"


@pytest.mark.parametrize("name", ["mkdocs.yml", "thesis.txt"])
def test_a_folder_that_no_export_made_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    assert "files that no export wrote" in refusal(tmp_path)
    assert "not a folder" in refusal(tmp_path / name)
    assert refusal(tmp_path / "new") == ""


@pytest.mark.parametrize("folder", ["rubrics/out", "a-component", "evaluators/llm-judge/deep/out"])
def test_a_folder_that_specs_are_read_from_is_refused(tmp_path: Path, folder: str) -> None:
    root = suite_with(tmp_path / "suite")
    (root / folder).mkdir(parents=True, exist_ok=True)
    before = listing(root)
    done = CliRunner().invoke(main, ["export", str(root / folder), "--root", str(root)])
    assert done.exit_code == 2
    assert "it contains specs of the suite" in done.output or "files that no export wrote" in done.output
    assert listing(root) == before


def test_a_full_folder_for_temporary_files_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device", "/tmp/benchdocs-x/data")

    monkeypatch.setattr("benchdocs.site.site.write_bundle", full)
    monkeypatch.chdir(project_with(tmp_path / "project", {}))
    done = CliRunner().invoke(main, ["export", str(tmp_path / "out"), "--no-strict"])
    assert done.exit_code == 1
    assert "cannot be written: /tmp/benchdocs-x/data: No space left on device" in done.output
    assert not (tmp_path / "out").exists()


def test_a_full_disk_leaves_the_last_export(exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, write_bytes = listing(exported), Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "index.md":
            raise OSError(ENOSPC, "No space left on device")
        return write_bytes(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write(exported, with_manifest(OLD | {"mkdocs.yml": b"new"}))
    assert listing(exported.parent) == {f"export/{path}": content for path, content in before.items()}


KILLED = """
import os, sys
from pathlib import Path
from benchdocs.files import directory_swap
from benchdocs.site import plain_export
count = int(sys.argv[2])
def dying(act):
    def acting(*arguments):
        global count
        count -= 1
        done = act(*arguments)
        return done if count else os._exit(9)
    return acting
directory_swap._exchange, Path.write_bytes = dying(directory_swap._exchange), dying(Path.write_bytes)
plain_export.write(Path(sys.argv[1]), {"mkdocs.yml": b"new"})
"""


@pytest.mark.parametrize("count", [1, 2])
def test_an_export_that_is_killed_leaves_the_old_or_the_new_one_to_the_next(
    exported: Path, count: int
) -> None:
    before = listing(exported)
    assert subprocess.run([sys.executable, "-c", KILLED, exported, str(count)], check=False).returncode == 9
    Staging(exported, refusal).discard()
    found = {path: content for path, content in listing(exported).items() if not path.startswith(".")}
    assert found == (before if count < 2 else {"mkdocs.yml": b"new"})
    assert [path.name for path in exported.parent.iterdir()] == ["export"]


def test_nothing_is_written_for_a_suite_that_fails(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {SPEC: "code: A-DEM1\n"})
    result = CliRunner().invoke(main, ["export", str(tmp_path / "project"), "--root", str(root)])
    assert "a-component/A-DEM1.yaml:1:1: error FLD101" in result.output
    assert result.exit_code == 1
    assert not (tmp_path / "project").exists()
