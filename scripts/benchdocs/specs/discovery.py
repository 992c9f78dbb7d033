"""Find the files of a suite, and files near them that are not read because of their names."""

import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from benchdocs.documents.locations import Place, printable
from benchdocs.documents.spelling import alike
from benchdocs.documents.text_file import (
    OFFICE_ENDINGS,
    Problem,
    ProblemKind,
    TextFile,
    as_plain_text,
    first_link,
    read_text,
)
from benchdocs.files.tree import entries, without_leftovers

SETTINGS_FILES = ("benchdocs.toml", "pyproject.toml")
"""Files with the settings of a suite: the first one that exists is read."""
_NEARLY_SETTINGS = re.compile(r"\.?bench[ _-]?docs?\.(toml|tml|tom|tolm)(\.txt)?", re.IGNORECASE)
PROMPT_FOLDER = "evaluators/llm-judge"
CODE_FOLDER = "evaluators/code"
CASE_FOLDER = "evaluators/cases"
CALL_FOLDER = "evaluators/calls"
LABELS_FILE = "evaluators/labels.yaml"
"""Data dictionary of the cases."""
RUBRIC_FOLDER = "rubrics"
COMPONENT_FOLDER = re.compile(r"[^.].*-component")
_LIKE_COMPONENT = re.compile(r"([a-z]{1,12})[-_ ](\w+)", re.IGNORECASE)
_IS_YAML = re.compile(r"\.ya?ml$")
_LIKE_BENCHMARK = re.compile(r"[A-Z]{1,4}-[A-Z]{2,}[0-9].*\.ya?ml")
_ALIKE = 0.72
"""How alike `component` a word is, at least, that may stand for it: `composante` is."""
PROMPT_REFERENCE = f"{PROMPT_FOLDER}/PROMPT_SPECS.md"
REFERENCE_FILES = (
    "a-component/FIELD_SPECS.md",
    "rubrics/FIELD_SPECS.md",
    PROMPT_REFERENCE,
)
"""Files of a project, beside the specs, that pages are made from."""
NORM_FILES = (*REFERENCE_FILES, "mkdocs.yml", "requirements.txt")
"""Files of a project that decide how specs are read and shown."""
REVIEW_FOLDER = "reviews"
REVIEWERS_FILE = "reviewers.yaml"
RUN_FOLDER = "runs"
JUDGE_FOLDER, LABEL_FOLDER = f"{RUN_FOLDER}/judges", f"{RUN_FOLDER}/labels"
_KINDS_OF_RECORDS = (JUDGE_FOLDER, LABEL_FOLDER)
"""Folders in that of the runs with records of other kinds."""
_RECORD_NAME = r"[a-z0-9][a-z0-9.-]{0,63}"
"""Form of a record's name, which is a part of addresses."""
MOST_RUN_RECORDS = 1_000
"""Records of a kind that are read; a suite with more keeps the older ones elsewhere."""
SEARCH_FILE = "docs/search.yaml"
"""File of a project with the words that its authors give the search; a project may have none."""
TOPIC_FILE = "docs/topics.yaml"
"""File of a suite with the topics by which people find a benchmark; a suite may have none."""
SCHEMA_FOLDER = "schemas"
REPLY_SCHEMA = f"{SCHEMA_FOLDER}/judge_reply.schema.json"
"""File of a project that says which reply of a judge counts."""
_RECORD_FOLDERS = {REVIEW_FOLDER: ".yaml", CASE_FOLDER: ".yaml", CALL_FOLDER: ".yaml", SCHEMA_FOLDER: ".json"}
"""Folders with files whose changes the history lists, by the ending of their names."""
RECORD_FILES = (REVIEWERS_FILE, LABELS_FILE)
"""Other files whose changes the history lists."""
METHODOLOGY = "docs/methodology"
"""Folder of a project with the pages that say how scores come about."""
LAYOUT_FOLDERS = ("docs/javascripts", "docs/stylesheets")
"""Folders of a project with what decides only how the site looks and is used."""
NORM_FOLDERS = (METHODOLOGY, "docs/overrides", *LAYOUT_FOLDERS)
"""Folders of a project with what decides how specs are read and shown."""
SUITE_NAMES = (
    *("*-component", "*/*-component", "rubrics", "evaluators", *SETTINGS_FILES),
    *(REVIEW_FOLDER, REVIEWERS_FILE, RUN_FOLDER),
)
"""Names in a root of what a suite is read from; component folders may lie one folder further down."""
HANDWRITTEN = ("mkdocs.yml", "README.md", "AGENTS.md", "docs")
"""Names in a root of what people write beside the suite itself."""
MAX_FOLDERS = 32
"""Levels of folders below a component's that are searched."""
_LINKED = Problem.unreadable(
    "the folder is a link, and the files of a linked folder are not read", "put the folder itself here"
)
_SIMILAR = re.compile(r"component|rubric|evaluator", re.IGNORECASE)
_MOST_FILES = 10_000
"""Entries of folders that are searched for unread files."""


def has_specs(root: Path) -> bool:
    """Return whether a folder looks like the root of a suite."""
    names = os.listdir(root) if root.is_dir() else ()
    return any(name == RUBRIC_FOLDER or COMPONENT_FOLDER.fullmatch(name) for name in names)


def component_folders(root: Path, within: str) -> list[str]:
    """Return the component folders of a root, or of its folder `within`, if one is named."""
    prefix = f"{within}/" if within else ""
    return [f"{prefix}{name}" for name in _names(root, within) if COMPONENT_FOLDER.fullmatch(name)]


def component_folders_elsewhere(root: Path, within: str) -> list[str]:
    """Return the component folders that `component_folders` leaves out, in the root or one folder below it.

    Only those that contain a spec count.
    """
    below = [name for name in _names(root) if not name.startswith(".") and (root / name).is_dir()]
    folders: list[str] = []
    for place in ("", *below):
        if place != within:
            folders += component_folders(root, place)
    return [folder for folder in folders if any(map(_IS_YAML.search, _names(root, folder)))]


def misnamed_component_folders(root: Path, within: str) -> list[str]:
    """Return folders of benchmarks beside those of components that are called almost like these."""
    prefix, found = f"{within}/" if within else "", []
    names = _names(root, within)
    for name in names:
        match = _LIKE_COMPONENT.fullmatch(name)
        if not match or f"{match[1].lower()}-component" in names or alike(match[2], "component") < _ALIKE:
            continue
        if any(_LIKE_BENCHMARK.fullmatch(file) for file in _names(root, f"{prefix}{name}")):
            found.append(f"{prefix}{name}")
    return found


def is_in_suite(path: str) -> bool:
    """Return whether a path below a root lies in what a suite is read from, or is a part of it."""
    parts = path.split("/")
    for name in SUITE_NAMES:
        start = "/".join(parts[: name.count("/") + 1])
        if fnmatchcase(start, name):
            return True
    return False


# Files of a suite -------------------------------------------------------------------------------------


def walk(root: Path, folder: str, unlisted: list[TextFile]) -> Iterator[str]:
    """Yield the paths of everything below a folder that looks like a file, sorted, without dot-files.

    Folders that cannot be read, or that are links, are added to `unlisted`.
    """
    if linked := first_link(root, folder):
        if all(file.path != printable(linked) for file in unlisted):
            unlisted.append(unreadable_entry(linked, _LINKED))
        return
    try:
        present = without_leftovers(root / folder)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            return
        problem = Problem.unreadable(f"the folder cannot be read: {error.strerror}")
        unlisted.append(unreadable_entry(folder, problem))
        return
    for entry in present:
        path = f"{folder}/{entry.name}"
        if entry.name.startswith("."):
            continue
        is_folder = os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir(follow_symlinks=False)
        if entry.name.lower().endswith((".yaml", ".yml", "_prompt.md", *OFFICE_ENDINGS)) or not is_folder:
            yield path
        elif refusal := _folder_problem(entry, path):
            unlisted.append(unreadable_entry(path, refusal))
        else:
            yield from walk(root, path, unlisted)


def _folder_problem(entry: os.DirEntry[str], path: str) -> Problem | None:
    """Return why a folder is not entered: it may lead around in a circle, or down without an end."""
    if entry.is_symlink():
        return _LINKED
    if path.count("/") > MAX_FOLDERS:
        message = f"the folders are nested deeper than {MAX_FOLDERS} levels"
        return Problem(ProblemKind.LIMIT, Place(), message, "move the folder up; a component needs one level")
    return None


def unreadable_entry(path: str, problem: Problem) -> TextFile:
    """Return an empty file with the problem, in place of a file or folder that cannot be read."""
    return TextFile(printable(path), "", (problem,))


def handwritten(root: Path) -> Iterator[TextFile]:
    """Yield the pages, guides and settings of MkDocs; what is below `docs` and no page has no text."""
    folders = (*filter(COMPONENT_FOLDER.fullmatch, _names(root)), RUBRIC_FOLDER)
    guides = [f"{name}/FIELD_SPECS.md" for name in folders]
    for path in (*HANDWRITTEN[:-1], *guides, PROMPT_REFERENCE):
        if os.path.lexists(root / path):
            yield read_text(root, path)
    if first_link(root, HANDWRITTEN[-1]):
        return
    for entry in entries(root / HANDWRITTEN[-1], MAX_FOLDERS):
        path = Path(entry.path).relative_to(root).as_posix()
        if path.isprintable() and path.lower().endswith(".md"):
            yield read_text(root, path)
        else:
            yield TextFile(path, "")


def record_folder(path: str) -> str:
    """Return the folder below which a path in that of the runs lies; it tells the kind of the record."""
    return next((folder for folder in _KINDS_OF_RECORDS if path.startswith(f"{folder}/")), RUN_FOLDER)


def is_record_name(name: str) -> bool:
    """Return whether a record may have a name, which is no kind's: the address of its page is taken."""
    is_of_kind = f"{RUN_FOLDER}/{name}" in _KINDS_OF_RECORDS
    is_file = name.endswith((".yaml", ".yml", ".json"))
    return re.fullmatch(_RECORD_NAME, name) is not None and not (is_of_kind or is_file)


def is_record_path(path: str) -> bool:
    """Return whether a path is that of a record with its name, in the folder of its kind."""
    name = path.removeprefix(f"{record_folder(path)}/")
    return name.endswith(".yaml") and is_record_name(name.removesuffix(".yaml"))


def is_spec_or_evaluator(path: str) -> bool:
    """Return whether a file of a suite is called as one with a benchmark, a rubric, a prompt or a script."""
    folders, name = path.split("/")[:-1], path.lower()
    if path.startswith(f"{PROMPT_FOLDER}/"):
        return name.endswith("_prompt.md")
    if path.startswith(f"{CODE_FOLDER}/"):
        return name.endswith(".py")
    in_specs = folders[:1] == [RUBRIC_FOLDER] or any(map(COMPONENT_FOLDER.fullmatch, folders[:2]))
    return in_specs and name.endswith((".yaml", ".yml"))


def is_norm(path: str) -> bool:
    """Return whether a file of a project is one that its specs are held to."""
    return path in NORM_FILES or path.startswith(tuple(f"{folder}/" for folder in NORM_FOLDERS))


def is_record(path: str) -> bool:
    """Return whether a file is a review, about cases, a schema, or another that the history lists."""
    folders = (folder for folder in _RECORD_FOLDERS if path.startswith(f"{folder}/"))
    return path in RECORD_FILES or any(path.endswith(_RECORD_FOLDERS[folder]) for folder in folders)


def records(root: Path) -> Iterator[str]:
    """Yield the paths of these files, without links."""
    yield from _present(root, RECORD_FILES, _RECORD_FOLDERS)


def norms(project: Path) -> Iterator[str]:
    """Yield the paths of what a project's specs are held to, from the project's folder, without links."""
    yield from _present(project, NORM_FILES, dict.fromkeys(NORM_FOLDERS, ""))


def _present(root: Path, names: Iterable[str], folders: Mapping[str, str]) -> Iterator[str]:
    """Yield the paths of the files that exist, then of those below folders with an ending, without links."""
    paths = [root / name for name in names]
    for folder, ending in folders.items():
        below = (Path(entry.path) for entry in entries(root / folder, MAX_FOLDERS))
        paths += sorted(path for path in below if path.name.endswith(ending))
    for path in paths:
        relative = path.relative_to(root).as_posix()
        if path.is_file() and not first_link(root, relative):
            yield relative


def refused_format(path: str, ending: str) -> TextFile:
    """Return an entry for a text with fonts and pages in a folder of specs, which would have this ending."""
    name = path.rpartition("/")[2].split(".")[0].removesuffix("_prompt")
    hint = f"{as_plain_text(name + ending)}; or move the file elsewhere"
    return unreadable_entry(path, Problem.unreadable("this is not plain text, so it is not read", hint))


def nearly_settings(root: Path) -> list[str]:
    """Return files that are called almost like that of the settings, where it does not exist."""
    if os.path.lexists(root / SETTINGS_FILES[0]):
        return []
    return list(filter(_NEARLY_SETTINGS.fullmatch, _names(root)))


# Files that are not read ------------------------------------------------------------------------------


def unread_files(root: Path, read: Container[str]) -> dict[str, list[str]]:
    """Return the paths of files in and around the folders of a suite that were not read, by `plain_name`."""
    unread = dict[str, list[str]]()
    left = _MOST_FILES
    for folder in _folders_searched(root):
        for name in _names(root, folder)[:left]:
            left -= 1
            path = f"{folder}/{name}" if folder else name
            if path not in read and (root / path).is_file():
                unread.setdefault(plain_name(name), []).append(path)
    return unread


def rename_hint(stray: str, right: str) -> str:
    """Return the hint for a file that is not read, and that was meant as the one at another path."""
    how = as_plain_text(right) if stray.lower().endswith(OFFICE_ENDINGS) else f"name it `{right}`"
    return f"`{stray}` is not read: {how}"


def plain_name(name: str) -> str:
    """Return a file's name for comparison: without extension, case, and difference of spaces and hyphens."""
    return re.sub(r"[\s_-]+", "_", name.partition(".")[0].strip().casefold())


def _folders_searched(root: Path) -> list[str]:
    """Return the root, the folders that specs and prompts are read from, and those with similar names."""
    similar = list(filter(_SIMILAR.search, _names(root)))
    below = []
    for name in similar:
        below += [f"{name}/{child}" for child in _names(root, name) if "." not in child]
    return ["", *dict.fromkeys((RUBRIC_FOLDER, PROMPT_FOLDER, *similar, *below))]


def _names(root: Path, folder: str = "") -> list[str]:
    try:
        if folder and first_link(root, folder):
            return []
        return sorted(os.listdir(root / folder))
    except OSError:
        return []
