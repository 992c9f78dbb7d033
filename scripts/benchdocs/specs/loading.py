"""Read every file of a suite: from a folder to typed specs, and to those that are broken."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TypeVar, cast

from benchdocs.documents.hidden_characters import hidden_runs, named
from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import (
    OFFICE_ENDINGS,
    Problem,
    ProblemKind,
    TextFile,
    first_link,
    read_text,
)
from benchdocs.files.safe_path import refusal
from benchdocs.specs import discovery
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.discovery import is_record_path
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile, parse_prompt
from benchdocs.specs.records import JudgeRecord, LabelFile, LabelRecord, RunRecord
from benchdocs.specs.reviews import Reviewers, ReviewRecord
from benchdocs.specs.search_words import SearchFile
from benchdocs.specs.settings import Settings
from benchdocs.specs.settings_file import read_settings
from benchdocs.specs.topics import TopicFile
from benchdocs.specs.validation import AnyRead, Broken, Fault, Spec, SpecT, read_spec

_SPEC_ENDINGS = (".yaml", ".yml", ".yaml.txt", ".yml.txt")
"""Endings of specs; the last two are misnamed, but meant as specs."""
_RECORDS: dict[str, type[Fields]] = {
    discovery.RUN_FOLDER: RunRecord,
    discovery.JUDGE_FOLDER: JudgeRecord,
    discovery.LABEL_FOLDER: LabelRecord,
}
"""What the records in each folder are of."""
_TOO_MANY_RUNS = Problem(
    ProblemKind.LIMIT,
    Place(),
    f"the folder has more than {discovery.MOST_RUN_RECORDS:,} files, and the others are not read",
    "keep the records of older runs elsewhere",
)


FileT = TypeVar("FileT", PromptFile, CodeEvaluator)
RecordT = TypeVar("RecordT", RunRecord, JudgeRecord, LabelRecord)
AnyRecord = Spec[RunRecord] | Spec[JudgeRecord] | Spec[LabelRecord]


def _sound(loaded: "Loaded", model: type[SpecT]) -> tuple[Spec[SpecT], ...]:
    sound = (file for file in loaded.read if isinstance(file, Spec))
    return cast(tuple[Spec[SpecT], ...], tuple(file for file in sound if isinstance(file.fields, model)))


def _all_of(model: type[SpecT]) -> cached_property[tuple[Spec[SpecT], ...]]:
    """Make a property of the sound files of a kind."""
    return cached_property(lambda loaded: _sound(loaded, model))


def _one_of(model: type[SpecT]) -> cached_property[Spec[SpecT] | None]:
    """Make a property of the file of a kind; None where there is no sound one."""
    return cached_property(lambda loaded: next(iter(_sound(loaded, model)), None))


def _newest_of(model: type[RecordT]) -> cached_property[tuple[Spec[RecordT], ...]]:
    """Make a property of the records of a kind that have all fields, a name and a place, the newest first."""

    def newest_first(loaded: "Loaded") -> tuple[Spec[RecordT], ...]:
        of_kind = _sound(loaded, model)
        named = (each for each in of_kind if not each.faults and is_record_path(each.document.path))
        return tuple(sorted(named, key=lambda each: (each.fields.date, each.stem), reverse=True))

    return cached_property(newest_first)


@dataclass(eq=False)
class Loaded:
    """Everything that was read from a root, sorted by path.

    Attributes:
        read: Every file of fields, sound or broken.
        unlisted: Folders, prompts, scripts and other files that could not be read, each with a problem.
        elsewhere: Component folders in another place than the settings say, where that place has none; or
            folders of benchmarks in that place that are called almost like a component's.
        code_evaluators: The scripts that judge, and the module that they share.
        benchmarks: The sound benchmarks; likewise `rubrics`, `reviews`, `cases` and `calls`.
        runs: The complete records of runs, the newest first; likewise those of judges and of labels.
        label_files: Files of labels as people wrote them, which are no part of a suite.
        reviewers: The list of reviewers; None where there is no sound one.
        dictionary: What the keys of the cases mean; None where no sound file says so.
        search: The words for the search; None where there is no sound file.
        topics: The topics by which people find a benchmark; None where there is no sound file.
    """

    root: Path
    settings: Settings
    read: tuple[AnyRead, ...]
    prompts: tuple[PromptFile, ...]
    code_evaluators: tuple[CodeEvaluator, ...] = ()
    unlisted: tuple[TextFile, ...] = ()
    elsewhere: tuple[str, ...] = ()

    benchmarks = _all_of(Benchmark)
    rubrics = _all_of(Rubric)
    reviews = _all_of(ReviewRecord)
    cases = _all_of(CaseFile)
    calls = _all_of(Call)
    runs = _newest_of(RunRecord)
    judge_records = _newest_of(JudgeRecord)
    label_records = _newest_of(LabelRecord)
    label_files = _all_of(LabelFile)
    reviewers = _one_of(Reviewers)
    dictionary = _one_of(Dictionary)
    search = _one_of(SearchFile)
    topics = _one_of(TopicFile)

    @cached_property
    def broken(self) -> tuple[Broken, ...]:
        """The files of fields that have a problem or a fault."""
        return tuple(file for file in self.read if isinstance(file, Broken))

    @cached_property
    def records(self) -> tuple[AnyRecord, ...]:
        """The complete records of all kinds."""
        return (*self.runs, *self.judge_records, *self.label_records)


def load(root: Path) -> Loaded:
    """Read the settings, specs, evaluators, topics and search words below a root."""
    settings = read_settings(root)
    unlisted: list[TextFile] = []
    os.listdir(root)  # a root that cannot be listed is an error, not an empty suite
    folders = discovery.component_folders(root, settings.benchmarks)
    is_known = folders or settings.faults
    elsewhere = discovery.misnamed_component_folders(root, settings.benchmarks)
    if not (elsewhere or is_known):
        elsewhere = discovery.component_folders_elsewhere(root, settings.benchmarks)

    def files(paths: Iterable[str], *endings: str) -> Iterator[TextFile]:
        for path in paths:
            if path.lower().endswith(OFFICE_ENDINGS):
                unlisted.append(discovery.refused_format(path, endings[0]))
            elif not path.lower().endswith(endings):
                continue
            elif path.isprintable() and not refusal(path):
                yield read_text(root, path)
            else:
                unlisted.append(discovery.unreadable_entry(path, _unfit_name(path)))

    def below(folder: str) -> Iterator[str]:
        return discovery.walk(root, folder, unlisted)

    def specs(paths: Iterable[str], model: type[Fields]) -> Iterator[AnyRead]:
        return (_spec(file, model) for file in files(paths, *_SPEC_ENDINGS))

    def readable(texts: Iterable[FileT]) -> Iterator[FileT]:
        for file in texts:
            if file.problems:
                unlisted.append(file)
            else:
                yield file

    read: list[AnyRead] = []
    for folder in folders:
        read += specs(below(folder), Benchmark)
    categories = [*map(str, settings.known_categories)]
    for rubric in specs(below(discovery.RUBRIC_FOLDER), Rubric):
        read.append(rubric if settings.faults else _categorized(rubric, categories))
    read += specs(below(discovery.REVIEW_FOLDER), ReviewRecord)
    records = [*below(discovery.RUN_FOLDER)]
    for folder, model in _RECORDS.items():
        of_kind = specs((path for path in records if discovery.record_folder(path) == folder), model)
        read += islice(of_kind, discovery.MOST_RUN_RECORDS)
        if next(of_kind, None):
            unlisted.append(discovery.unreadable_entry(folder, _TOO_MANY_RUNS))
    read += specs(below(discovery.CASE_FOLDER), CaseFile)
    read += specs(below(discovery.CALL_FOLDER), Call)
    read += _single(root, discovery.REVIEWERS_FILE, Reviewers)
    read += _single(root, discovery.LABELS_FILE, Dictionary)
    read += _single(root, discovery.SEARCH_FILE, SearchFile)
    read += _single(root, discovery.TOPIC_FILE, TopicFile)
    texts = files(below(discovery.PROMPT_FOLDER), "_prompt.md")
    prompts = tuple(readable(parse_prompt(file, settings.prompts) for file in texts))
    texts = files(below(discovery.CODE_FOLDER), ".py")
    code = tuple(readable(_cached_script(file.path, file.text, file.problems) for file in texts))
    return Loaded(root, settings, tuple(read), prompts, code, tuple(unlisted), tuple(elsewhere))


def read_dictionary(root: Path) -> Spec[Dictionary] | None:
    """Read the data dictionary of the cases; None where there is no sound one."""
    file = next(_single(root, discovery.LABELS_FILE, Dictionary), None)
    return cast(Spec[Dictionary], file) if isinstance(file, Spec) else None


def _single(root: Path, path: str, model: type[Fields]) -> Iterator[AnyRead]:
    """Yield the one file of its kind; nothing where there is none, or only in a linked folder."""
    folder = path.rpartition("/")[0]
    if os.path.lexists(root / path) and not (folder and first_link(root, folder)):
        yield _spec(read_text(root, path), model)


def _unfit_name(path: str) -> Problem:
    """Return the problem of a name with characters that cannot be shown, or that not every system accepts."""
    if path.isprintable():
        return Problem.unreadable(refusal(path), "rename it")
    hidden = "".join(run for _, run in hidden_runs(path))
    shown = f": {named(hidden)}" if hidden else ""
    return Problem.unreadable(f"the name contains a character that cannot be shown{shown}", "rename the file")


def _categorized(rubric: AnyRead, categories: list[str]) -> AnyRead:
    """Return a rubric; one with a category that the suite does not know is broken."""
    category = rubric.document.data.get("category")
    if not isinstance(category, str) or not category.strip() or category.strip() in categories:
        return rubric
    fault = Fault("FLD105", ("category",), category, " or ".join(f"'{name}'" for name in categories))
    faults = rubric.faults if isinstance(rubric, Broken) else ()
    return Broken(rubric.document, Rubric, (*faults, fault))


def _spec(file: TextFile, model: type[Fields]) -> AnyRead:
    return _cached_spec(file.path, file.text, file.problems, model)


@lru_cache(maxsize=4096)
def _cached_spec(path: str, text: str, problems: tuple[Problem, ...], model: type[Fields]) -> AnyRead:
    """Read a spec; a preview reads all of them on every save, of which few have changed."""
    return read_spec(TextFile(path, text, problems), model)


@lru_cache(maxsize=512)
def _cached_script(path: str, text: str, problems: tuple[Problem, ...]) -> CodeEvaluator:
    """Return a script; the states of a suite that are compared share those that did not change."""
    return CodeEvaluator(path, text, problems)
