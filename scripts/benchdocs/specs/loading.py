"""Read every file of a suite: from a folder to typed specs, with all their faults.

A spec with faults is loaded all the same, without the values that were refused, so that the other
checks can go on and one broken field hides no other problem.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from benchdocs.documents.hidden_characters import hidden_runs, named
from benchdocs.documents.text_file import OFFICE_ENDINGS, Problem, TextFile, read_text
from benchdocs.files.safe_path import refusal
from benchdocs.specs import discovery
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile, parse_prompt
from benchdocs.specs.reviews import Reviewers, ReviewRecord
from benchdocs.specs.search_words import SearchFile
from benchdocs.specs.settings import Exclusion, Settings
from benchdocs.specs.settings_file import read_settings
from benchdocs.specs.topics import TopicFile
from benchdocs.specs.validation import Fault, FaultKind, Spec, SpecT, read_spec

_SPEC_ENDINGS = (".yaml", ".yml", ".yaml.txt", ".yml.txt")
"""Endings of specs; the last two are misnamed, but meant as specs."""


@dataclass(eq=False)
class Loaded:
    """Everything that was read from a root, sorted by path.

    Attributes:
        unlisted: Folders and files that could not be read, as empty files with a problem.
        excluded: Paths of specs and prompts that the settings leave out, each with the first entry that names
            it.
        reviewers: The list of reviewers; None where there is no such file.
        dictionary: What the keys of the cases mean; None where there is no such file.
        search: The words for the search; None where there is no such file.
        elsewhere: Component folders in another place than the settings say, where that place has none.
        topics: The topics by which people find a benchmark; None where there is no such file.
        code_evaluators: The scripts that judge, and the module that they share.
    """

    root: Path
    settings: Settings
    benchmarks: tuple[Spec[Benchmark], ...]
    rubrics: tuple[Spec[Rubric], ...]
    prompts: tuple[PromptFile, ...]
    unlisted: tuple[TextFile, ...] = ()
    excluded: Mapping[str, Exclusion] = field(default_factory=dict)
    reviews: tuple[Spec[ReviewRecord], ...] = ()
    reviewers: Spec[Reviewers] | None = None
    cases: tuple[Spec[CaseFile], ...] = ()
    dictionary: Spec[Dictionary] | None = None
    search: Spec[SearchFile] | None = None
    topics: Spec[TopicFile] | None = None
    elsewhere: tuple[str, ...] = ()
    code_evaluators: tuple[CodeEvaluator, ...] = ()
    calls: tuple[Spec[Call], ...] = ()


def load(root: Path, project: Path | None = None) -> Loaded:
    """Read the settings, specs, evaluators and topics below a root, and the search words of a project."""
    settings = read_settings(root)
    unlisted: list[TextFile] = []
    excluded: dict[str, Exclusion] = {}
    os.listdir(root)  # a root that cannot be listed is an error, not an empty suite
    folders = discovery.component_folders(root, settings.benchmarks)
    is_known = folders or settings.faults
    elsewhere = [] if is_known else discovery.component_folders_elsewhere(root, settings.benchmarks)

    def files(folder: str, *endings: str) -> Iterator[TextFile]:
        for path in discovery.walk(root, folder, unlisted):
            if path.lower().endswith(OFFICE_ENDINGS):
                unlisted.append(discovery.refused_format(path, endings[0]))
            elif not path.lower().endswith(endings):
                continue
            elif entry := settings.excluding(path):
                excluded[path] = entry
            elif path.isprintable() and not refusal(path):
                yield read_text(root, path)
            else:
                unlisted.append(discovery.unreadable_entry(path, _unfit_name(path)))

    benchmarks = [_spec(file, Benchmark) for folder in folders for file in files(folder, *_SPEC_ENDINGS)]
    rubrics = [_spec(file, Rubric) for file in files(discovery.RUBRIC_FOLDER, *_SPEC_ENDINGS)]
    if not settings.faults:
        known = [*map(str, settings.known_categories)]
        rubrics = [_categorized(rubric, known) for rubric in rubrics]
    prompts = [parse_prompt(file, settings.prompts) for file in files(discovery.PROMPT_FOLDER, "_prompt.md")]
    scripts = files(discovery.CODE_FOLDER, ".py")
    code = [CodeEvaluator(file.path, file.text, file.problems) for file in scripts]
    reviews = [_spec(file, ReviewRecord) for file in files(discovery.REVIEW_FOLDER, *_SPEC_ENDINGS)]
    cases = [_spec(file, CaseFile) for file in files(discovery.CASE_FOLDER, *_SPEC_ENDINGS)]
    calls = [_spec(file, Call) for file in files(discovery.CALL_FOLDER, *_SPEC_ENDINGS)]
    reviewers = _single(root, discovery.REVIEWERS_FILE, Reviewers)
    dictionary = read_dictionary(root)
    search = _single(project or root, discovery.SEARCH_FILE, SearchFile)
    topics = _single(root, discovery.TOPIC_FILE, TopicFile)
    left_out = settings.excluding
    unfit = tuple(file for file in unlisted if left_out(file.path) is left_out(f"{file.path}/") is None)
    specs = tuple(benchmarks), tuple(rubrics), tuple(prompts)
    return Loaded(
        *(root, settings, *specs, unfit, excluded, tuple(reviews), reviewers),
        *(
            tuple(cases),
            dictionary,
            search,
            topics,
            tuple(elsewhere),
            tuple(code),
            tuple(calls),
        ),
    )


def read_dictionary(root: Path) -> Spec[Dictionary] | None:
    """Read the data dictionary of the cases; None where there is none."""
    return _single(root, discovery.LABELS_FILE, Dictionary)


def _single(root: Path, path: str, model: type[SpecT]) -> Spec[SpecT] | None:
    """Read the one file of its kind; None where there is none, or only in a linked folder."""
    folder = path.rpartition("/")[0]
    if not os.path.lexists(root / path) or (folder and discovery.linked_folder(root, folder)):
        return None
    return _spec(read_text(root, path), model)


def _unfit_name(path: str) -> Problem:
    """Return the problem of a name with characters that cannot be shown, or that not every system accepts."""
    if path.isprintable():
        return Problem.unreadable(refusal(path), "rename it")
    hidden = "".join(run for _, run in hidden_runs(path))
    shown = f": {named(hidden)}" if hidden else ""
    return Problem.unreadable(f"the name contains a character that cannot be shown{shown}", "rename the file")


def _categorized(rubric: Spec[Rubric], known: list[str]) -> Spec[Rubric]:
    """Return a rubric, in which a category that the suite does not know becomes a fault."""
    category = rubric.fields.category
    if category is None or category in known:
        return rubric
    words = " or ".join(f"'{name}'" for name in known)
    fault = Fault(FaultKind.ENUM, ("category",), category, words)
    fields = rubric.fields.model_copy(update={"category": None})
    return rubric._replace(fields=fields, faults=(*rubric.faults, fault))


def _spec(file: TextFile, model: type[SpecT]) -> Spec[SpecT]:
    spec: Spec[SpecT] = _cached_spec(file.path, file.text, file.problems, model)
    return spec


@lru_cache(maxsize=4096)
def _cached_spec(path: str, text: str, problems: tuple[Problem, ...], model: Any) -> Any:
    """Read a spec; a preview reads all of them on every save, of which few have changed."""
    return read_spec(TextFile(path, text, problems), model)
