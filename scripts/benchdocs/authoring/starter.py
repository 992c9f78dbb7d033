"""Start a suite: the files that a folder needs for a site of its own, with one finished rubric."""

import os
from importlib.metadata import version
from pathlib import Path

from benchdocs.authoring.available_codes import CodeError
from benchdocs.authoring.changeset import Plan, Step
from benchdocs.authoring.scaffold import TEMPLATES, filled
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.loading import load
from benchdocs.specs.settings import parse_settings

_FOLDER = "starter/"
_SITE = "mkdocs.yml"
_PLUGINS = "`- gen-files: {scripts: [scripts/gen_pages.py]}` and `- benchdocs`"
_EXAMPLE = ("a-component/", "rubrics/", "evaluators/")
"""Folders of the rubric that shows how a suite is written."""


def starter(root: Path, product: str) -> Plan:
    """Return the steps that start a suite in a folder; files that exist are kept, and named.

    The example is left out where there are other specs. Its last step is the one that makes it whole.
    Raises CodeError for a product that the settings would refuse.
    """
    names = [name.removeprefix(_FOLDER) for name in TEMPLATES.list_templates() if name.startswith(_FOLDER)]
    files = {name.removesuffix(".j2"): f"{_FOLDER}{name}" for name in sorted(names, reverse=True)}
    loaded = load(root) if root.is_dir() else None
    specs = (*loaded.benchmarks, *loaded.rubrics) if loaded else ()
    is_new = all(spec.document.path in files for spec in specs)
    has_settings = loaded and "[tool.benchdocs" in loaded.settings.file.text
    left_out = (*(() if is_new else _EXAMPLE), *([SETTINGS_FILES[0]] if has_settings else ()))
    paths = [path for path in files if not path.startswith(left_out)]
    values = {"product": product, "version": version("benchdocs")}
    texts = {path: filled(files[path], **values) for path in files}
    if faults := parse_settings(TextFile(SETTINGS_FILES[0], texts[SETTINGS_FILES[0]])).faults:
        raise CodeError(faults[0][1])
    steps = [Step(path, texts[path]) for path in paths if not os.path.lexists(root / path)]
    kept = [f"keeps {path}" for path in paths if os.path.lexists(root / path)]
    example = [] if is_new else ["The folder has specs, so the example of a rubric is left out."]
    start = "Run"
    if os.path.lexists(root / _SITE) and "benchdocs" not in read_text(root, _SITE).text:
        start = f"Write `theme: benchdocs` into `{_SITE}` and, below `plugins`, {_PLUGINS}. Then run"
    to_do = (
        f"{start} `mkdocs serve` to see the site, and `benchdocs new rubric CODE` for a rubric of your own."
    )
    return Plan(tuple(steps), (*kept, *example, to_do))
