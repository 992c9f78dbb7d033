"""Start a suite: the files that a folder needs for a site of its own, with one finished rubric."""

import os
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution, version
from pathlib import Path

from benchdocs.authoring.available_codes import CodeError
from benchdocs.authoring.changeset import ChangeSet, Step
from benchdocs.authoring.scaffold import TEMPLATES, filled
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.history.git import GitError, folder_in_repository
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.loading import load
from benchdocs.specs.settings_file import parse_settings

_FOLDER = "starter/"
_AT_TOP = (".github/workflows/benchmarks.yml", ".pre-commit-config.yaml")
"""Files that are only read at the top of a git repository."""
_PLUGINS = "`- gen-files: {scripts: [scripts/gen_pages.py]}` and `- benchdocs`"
_NEEDED = {
    "mkdocs.yml": ("benchdocs", f"`theme: benchdocs` and, below `plugins`, {_PLUGINS}"),
    "requirements.txt": ("benchdocs", "`benchdocs`, which the workflow installs from there"),
    ".gitignore": (".site-", "`/site/` and `/.site-*`, the built site and what it is built in"),
    ".pre-commit-config.yaml": ("benchdocs", "a hook that runs `benchdocs check --strict`"),
}
"""What files that are kept have to contain, also in words."""
_EXAMPLE = ("a-component/", "rubrics/", "evaluators/")
"""Folders of the rubric that shows how a suite is written."""


def starter(root: Path, product: str) -> ChangeSet:
    """Return the steps that start a suite in a folder; files that exist are kept, and named.

    The example is left out where there are other specs. Its last step is the one that makes it whole.
    Raises CodeError for a product that the settings would refuse.
    """
    loaded = None
    if root.is_dir():
        loaded = load(root)
    has_table = loaded and "[tool.benchdocs" in loaded.settings.file.text
    has_settings = has_table or os.path.lexists(root / SETTINGS_FILES[0])
    folder = _folder_in_repository(root)
    values = {"product": product, "site_name": _site_name(product), "has_settings": has_settings}
    values |= {"version": version("benchdocs"), "folder": folder}
    texts = _texts(values)
    if faults := parse_settings(TextFile(SETTINGS_FILES[0], texts[SETTINGS_FILES[0]])).faults:
        raise CodeError(faults[0].message)
    left_out, notes = [], []
    if has_table:
        left_out.append(SETTINGS_FILES[0])
    if loaded and any(spec.document.path not in texts for spec in (*loaded.benchmarks, *loaded.rubrics)):
        left_out += _EXAMPLE
        notes.append("The folder has specs, so the example of a rubric is left out.")
    if loaded and has_settings and product and loaded.settings.nouns.product != product:
        notes.append(f"`{loaded.settings.file.path}` is kept, and so is the name of the product there.")
    if folder:
        top = root.resolve().parents[folder.count("/")]
        left_out += [path for path in _AT_TOP if "benchdocs" in read_text(top, path).text]
    steps, present = [], []
    for path, text in texts.items():
        if path.startswith(tuple(left_out)):
            continue
        if os.path.lexists(root / path):
            present.append(path)
        else:
            steps.append(Step(path, text))
    keeps = [f"keeps {path}" for path in present]
    to_move = [path for path in _AT_TOP if folder and path in texts and path not in left_out]
    return ChangeSet(tuple(steps), (*keeps, *notes, *_to_do(root, folder, present, to_move)))


def _texts(values: dict[str, object]) -> dict[str, str]:
    """Return the files of a suite by path, in an order in which the last one makes it whole."""
    texts = {}
    for template in sorted(TEMPLATES.list_templates(), reverse=True):
        if template.startswith(_FOLDER):
            path = template.removeprefix(_FOLDER).removesuffix(".j2")
            texts[path] = filled(template, **values)
    return texts


def _to_do(root: Path, folder: str, present: Sequence[str], to_move: Sequence[str]) -> Iterator[str]:
    """Yield what its author has to do, given the paths of files that were there, and of some to be moved."""
    for path, (text, words) in _NEEDED.items():
        if path in present and text not in read_text(root, path).text:
            yield f"Add to `{path}`: {words}."
    if to_move:
        where = "to the top of the repository, or add what they say to the files that are there"
        yield f"Move `{'` and `'.join(to_move)}` {where}: nothing looks for them in `{folder}`."
    if distribution("benchdocs").read_text("direct_url.json"):
        yield "Your package index may not have benchdocs: `requirements.txt` says what to do then."
    yield "Run `mkdocs serve` to see the site, and `benchdocs new rubric CODE` for a rubric of your own."


def _site_name(product: str) -> str:
    """Return the name of a product's site, as a title: without an article, which it has in sentences."""
    name = re.sub(r"^(?:[Tt]he|[Aa]n|a) (?=\w)", "", product)
    if not name:
        return "Benchmarks"
    if name.partition(" ")[0].islower():
        name = name[:1].upper() + name[1:]
    return f"{name} benchmarks"


def _folder_in_repository(root: Path) -> str:
    """Return a folder's path from the top of its git repository; empty at the top, and outside of any."""
    if not root.is_dir():
        return ""
    try:
        return folder_in_repository(root).rstrip("/")
    except GitError:
        return ""
