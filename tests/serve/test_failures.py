"""What a preview runs into is a page that names the file; it goes on, and starts though all is broken."""

from __future__ import annotations

from pathlib import Path

from mkdocs.exceptions import Abort, PluginError

from benchdocs.mkdocs_adapter.failure_page import description
from support.mkdocs_command import previewed
from support.projects import project_with
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
WAY_BACK = "Fix or undo the last change: the page then loads again by itself."


def described(code: str, **names: object) -> str:
    """What is said of the error that code ends in."""
    try:
        exec(code, dict(names))
    except BaseException as error:
        return description(error)
    raise AssertionError(code)


def aborted() -> None:
    try:
        raise PluginError("`hook.py` has no `on_page`")
    except PluginError:
        raise Abort("Aborted with a BuildError!")  # noqa: B904


@table
def test_a_failure_is_said_in_the_words_of_its_error(code: str, words: str) -> None:
    said = described(code, aborted=aborted)
    assert words in said
    assert "Traceback" not in said


PREVIEW = r"""
import sys
from pathlib import Path
from benchdocs.site.views.history import Past
from support.preview_program import Preview

project = Path(sys.argv[1])
pages, files_of = project / "scripts/gen_pages.py", Past.files_of
spec, page = project / "a-component/A-DEM1.yaml", project / "docs/methodology/scoring-flow.md"


def broken(past, spec):
    if "boom" in spec.document.text:
        raise ValueError("boom")
    return files_of(past, spec)


Past.files_of = broken


def expect(*words, at=("/", "/benchmarks/a-dem1/", "/nowhere/")):
    for path in at:
        status, body = preview.ask(path)
        page, script, _ = body.decode().partition("function livereload")
        missing = [word for word in words if word not in page]
        assert script and not missing and not status.startswith("5"), (status, path, missing)
        assert words or 'aria-label="Build failure"' not in page, path


def saved(path, content):
    path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)


good, script, settings = spec.read_text(), pages.read_text(), (project / "mkdocs.yml").read_text()
pages.write_text("raise RuntimeError\n" + script)
preview = Preview()
expect("scripts/gen_pages.py:1: RuntimeError")
preview.ask("/data/suite.json")
saved(pages, script)
expect()
expect("Arrival time recorded", at=["/benchmarks/a-dem1/"])

saved(spec, good + "rationale: boom\n")
expect("ValueError: boom", at=["/benchmarks/a-dem1/"])
expect(at=["/", "/methodology/"])
assert preview.ask("/benchmarks/criteria.js")[0] == "200 OK"
saved(spec, good)
expect()

hook = project / "hook.py"
hook.write_text("def on_page_markdown(markdown, **_):\n    return markdown.nothing\n")
saved(project / "mkdocs.yml", settings + "hooks: [hook.py]\n")
expect("hook.py:2", "AttributeError")
saved(project / "mkdocs.yml", "site_name: [")
expect("mkdocs.yml")
saved(project / "mkdocs.yml", settings)
expect()

text = page.read_bytes()
saved(page, text + b"\xff\x85")
expect("DOC1201")
saved(page, text)
expect()
"""


def test_a_preview_starts_broken_and_lives_on_whatever_is_broken_next(tmp_path: Path) -> None:
    """Its script, a spec that the program fails at, a hook, the settings, the bytes of a page."""
    project = project_with(tmp_path / "project", {})
    assert "Traceback" not in previewed(project, PREVIEW, project).stderr
