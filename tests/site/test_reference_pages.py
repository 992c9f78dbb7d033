"""The references beside the specs have pages, and one without its file costs no other page."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest

from benchdocs.rules.registry import RULE_BY_ID, RULES
from benchdocs.site.reference_pages import PARTS, read_references, with_links
from benchdocs.specs.discovery import PROMPT_REFERENCE, REFERENCE_FILES
from benchdocs.specs.settings import CriteriaWords
from support.mkdocs_command import mkdocs, previewed
from support.page_findings import of_check, of_page
from support.paths import REPOSITORY
from support.suites import suite_with
from support.tables import table

FIELDS = "a-component/FIELD_SPECS.md"


def project_in(folder: Path) -> Path:
    """A project with the demonstration suite, and with the references beside its specs."""
    project = suite_with(folder)
    (project / "scripts").symlink_to(REPOSITORY / "scripts")
    of_suite = shutil.ignore_patterns("topics.yaml")
    shutil.copytree(REPOSITORY / "docs", project / "docs", ignore=of_suite)
    shutil.copy(REPOSITORY / "mkdocs.yml", project)
    for source in REFERENCE_FILES:
        (project / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / source, project / source)
    return project


PREVIEW = """
import json, sys
from pathlib import Path
from support.preview_program import Preview, write

preview = Preview()
preview.ask("/methodology/")
for files in json.loads(sys.argv[1]):
    write(Path.cwd(), files)
    shown = [preview.content(path) for path in sys.argv[2:]]
    print(json.dumps([page.decode() for page in shown]))
"""


def previewed_in(
    project: Path, steps: list[dict[str, str | None]], *pages: str
) -> tuple[list[list[str]], str]:
    """Pages of a preview of a project after each of these edits, and what the terminal shows."""
    served = previewed(project, PREVIEW, json.dumps(steps), *(f"{page}index.html" for page in pages))
    return [json.loads(line) for line in served.stdout.splitlines()[-len(steps) :]], served.stderr


@table
def test_rules_and_the_other_references_are_links(text: str, expected: str) -> None:
    assert with_links(text, frozenset(RULE_BY_ID)) == expected


def without_links(text: str) -> str:
    pages = r"\.\./rules/\w+\.md#\w+|fields\.md#[\w-]+|prompt-reference\.md"
    return re.sub(rf"\[([^\]\n]*)\]\((?:{pages})\)", r"\1", text)


def test_nothing_but_links_is_added_to_the_reference_of_prompts() -> None:
    text = read_references(REPOSITORY, RULES, CriteriaWords())["authoring/prompt-reference.md"].markdown
    assert without_links(text) == (REPOSITORY / PROMPT_REFERENCE).read_text() != text


def test_the_reference_of_fields_has_all_lines_of_both_files_in_their_order() -> None:
    text = without_links(read_references(REPOSITORY, RULES, CriteriaWords())["authoring/fields.md"].markdown)
    lines = iter(text.splitlines())
    for part in PARTS:
        _, *written = (REPOSITORY / part.source).read_text().splitlines()
        for line in written:
            plain = re.sub(r"\]\(#[\w-]+\)", "](", line)
            shown = (re.sub(r"\]\(#[\w-]+\)", "](", each) for each in lines)
            assert any(
                each == plain or (plain.startswith("##") and each.startswith(f"#{plain.partition(' {')[0]}"))
                for each in shown
            ), line


def test_no_heading_of_the_reference_of_fields_takes_the_anchor_of_one_in_another_file() -> None:
    text = read_references(REPOSITORY, RULES, CriteriaWords())["authoring/fields.md"].markdown
    _, benchmarks, rubrics = re.split(r"^## .*$", text, flags=re.MULTILINE)
    of_benchmarks, of_rubrics = (
        {*re.findall(r"^#{3,} (.*?)(?: \{.*)?$", part, re.MULTILINE)} for part in (benchmarks, rubrics)
    )
    assert "`code` of a rubric" in of_rubrics
    assert not of_benchmarks & of_rubrics


def test_a_site_without_a_reference_has_that_of_the_package(tmp_path: Path) -> None:
    project = project_in(tmp_path / "project")
    own = read_references(project, RULES, CriteriaWords())["authoring/fields.md"]
    assert "[TXT501](../rules/txt.md#txt501)" in own.markdown
    assert "[`rubrics/FIELD_SPECS.md`](fields.md#rubric-files)" in own.markdown
    (project / FIELDS).unlink()
    fallback = read_references(project, RULES, CriteriaWords())["authoring/fields.md"]
    parts = re.findall("^### .*", own.markdown, re.MULTILINE)
    others = [part for part in parts if not part.startswith("### In this suite")]
    assert re.findall("^### .*", fallback.markdown, re.MULTILINE) == others != parts
    assert "the [rubric field reference](fields.md#rubric-files)" in " ".join(fallback.markdown.split())
    assert FIELDS not in fallback.markdown.partition("## Rubric files")[0]


def test_a_reference_that_cannot_be_read_fails_a_strict_build_and_is_told_on_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = project_in(tmp_path / "project")
    (project / FIELDS).write_bytes(b"")
    monkeypatch.setenv("BENCHDOCS_EDIT_URL", "https://code.example/edit")
    build = ("build", "-d", str(project / "site"))
    told = mkdocs(*build, root=project, folder=project).stderr
    assert f"The file `{FIELDS}` cannot be read: it is empty" in told
    result = mkdocs(*build, "--no-strict", root=project, folder=project)
    assert result.returncode == 0, result.stderr
    page = (project / "site/authoring/fields/index.html").read_text()
    assert f"{FIELDS}</code></a> cannot be read: it is empty. It is what is shown here." in page
    assert 'id="what-a-rubric-is"' in page
    assert "code.example/edit" not in page.partition("<article")[2]


def test_a_preview_without_the_folder_of_the_benchmarks_shows_what_the_check_says(tmp_path: Path) -> None:
    project = project_in(tmp_path / "project")
    shown = ("authoring/fields/", "methodology/")
    edit: dict[str, str | None] = {FIELDS: "# Benchmark field reference\n\nEdited, and (TXT502).\n"}
    gone: dict[str, str | None] = {
        path.relative_to(project).as_posix(): None for path in project.glob("a-component/*")
    }
    ((edited, _), (page, box)), _ = previewed_in(project, [edit, gone], *shown)
    assert "Edited, and" in edited
    assert 'href="../../rules/txt/#txt502">TXT502</a>' in edited
    assert "What a benchmark is" in page
    assert "Edited, and" not in page
    assert "The build failed" not in box
    assert sorted(of_page(box)) == of_check(project)


def test_a_link_to_an_anchor_that_no_page_has_is_told_in_the_box_once(tmp_path: Path) -> None:
    project = project_in(tmp_path / "project")
    with (project / "docs/methodology/glossary.md").open("a") as page:
        page.write("\nSee [there](../authoring/index.md#nowhere).\n")
    new_page: dict[str, str | None] = {"a-component/A-DEM3.yaml": "code: A-DEM3\n"}  # all is read once more
    ((shown,),), log = previewed_in(project, [new_page], "methodology/")
    assert unescape(shown).count("does not contain an anchor '#nowhere'") == 1
    assert log.count("does not contain an anchor '#nowhere'") == 2
