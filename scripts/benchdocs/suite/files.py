"""The files of a suite, to be found by code, path and name; those too that were not read."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cached_property
from pathlib import Path
from typing import Generic, NamedTuple, Self, TypeVar

from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.specs import discovery
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.fields import Fields
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.search_words import SearchFile
from benchdocs.specs.topics import TopicFile
from benchdocs.specs.validation import AnyFile, AnySpec, Broken, Spec, SpecT, forgiven

FileT = TypeVar("FileT")
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, tuple[_Value, ...]]:
    """Return the values of each key, in their order; the keys are in that of their first values."""
    lists: dict[_Key, list[_Value]] = defaultdict(list)
    for key, value in pairs:
        lists[key].append(value)
    return {key: tuple(values) for key, values in lists.items()}


class _Holder(NamedTuple, Generic[FileT]):
    """A file with the texts that no file before it has.

    `sources` are the numbers of the files that each of its texts is in first.
    """

    file: FileT
    new_texts: list[str]
    sources: frozenset[int]


class SharedTexts(Generic[FileT]):
    """The texts of some files, many of which repeat those of others; each is searched where it is first."""

    def __init__(self, files: Iterable[tuple[FileT, list[str]]]) -> None:
        first: dict[str, int] = {}
        self._holders: list[_Holder[FileT]] = []
        for number, (file, texts) in enumerate(files):
            distinct = dict.fromkeys(texts)
            new_texts = [text for text in distinct if text not in first]
            first.update(dict.fromkeys(new_texts, number))
            self._holders.append(_Holder(file, new_texts, frozenset(map(first.__getitem__, distinct))))

    def holding(self, may_hold: Callable[[str], object]) -> Iterator[FileT]:
        """Yield the files that a quick look at their texts, joined by blank lines, does not clear."""
        suspects = set()
        for number, holder in enumerate(self._holders):
            if may_hold("\n\n".join(holder.new_texts)):
                suspects.add(number)
        if suspects:
            for holder in self._holders:
                if not suspects.isdisjoint(holder.sources):
                    yield holder.file


class SuiteFiles(Loaded):
    """Everything that was loaded, by code, path and name; of two equal codes the first counts.

    Attributes:
        project: Folder of `mkdocs.yml` and `docs/`.
        is_whole: Whether the settings and every file could be read, and none of them is broken.
        sound: Every file of fields that is not broken.
        files: The same without those of the project, which are no part of the suite.
    """

    def __init__(self, loaded: Loaded, project: Path | None = None) -> None:
        super().__init__(**{field.name: getattr(loaded, field.name) for field in fields(Loaded)})
        self._loaded = loaded
        self.project = project or self.root
        self.specs: tuple[AnySpec, ...] = (*self.benchmarks, *self.rubrics)
        self.is_whole = not (self.broken or self.unlisted or self.elsewhere or self.settings.faults)
        self.sound: tuple[AnyFile, ...] = tuple(file for file in self.read if isinstance(file, Spec))
        self.files = tuple(file for file in self.sound if file.model not in (SearchFile, TopicFile))

    @property
    def forgiven(self) -> Self:
        """The same suite with each broken file as if it did not have its values at fault."""
        return self._forgiven if self.broken else self

    @cached_property
    def _forgiven(self) -> Self:
        read = (forgiven(file) if isinstance(file, Broken) else file for file in self.read)
        suite = type(self)(replace(self._loaded, read=tuple(read)), self.project)
        if "norms" in vars(self):  # those of a former state were read while its files were there
            vars(suite)["norms"] = self.norms
        return suite

    @cached_property
    def benchmark(self) -> dict[str, Spec[Benchmark]]:
        """Benchmarks by code."""
        return _first_by_code(self.benchmarks)

    @cached_property
    def rubric(self) -> dict[str, Spec[Rubric]]:
        """Rubrics by code."""
        return _first_by_code(self.rubrics)

    def spec(self, code: str) -> AnySpec | None:
        """Return the benchmark or rubric with a code; None if there is none."""
        return self.benchmark.get(code) or self.rubric.get(code)

    @cached_property
    def prompt(self) -> dict[str, PromptFile]:
        """Prompts by path."""
        return {prompt.path: prompt for prompt in self.prompts}

    @cached_property
    def evaluators(self) -> tuple[PromptFile | CodeEvaluator, ...]:
        """Everything that benchmarks are judged by: prompts and code evaluators."""
        return (*self.prompts, *self.code_evaluators)

    @cached_property
    def evaluator(self) -> dict[str, PromptFile | CodeEvaluator]:
        """Prompts and code evaluators by path."""
        return {file.path: file for file in self.evaluators}

    @cached_property
    def documents(self) -> tuple[YamlDocument, ...]:
        """The documents of all files of fields, sound or broken."""
        return tuple(file.document for file in self.read)

    @cached_property
    def texts(self) -> SharedTexts[AnySpec]:
        """The specs with all that they say in words."""
        return SharedTexts((spec, spec.document.texts) for spec in self.specs)

    @cached_property
    def paragraphs(self) -> SharedTexts[PromptFile]:
        """The prompts with their paragraphs."""
        return SharedTexts((prompt, prompt.text.split("\n\n")) for prompt in self.prompts)

    @cached_property
    def alias(self) -> dict[str, str]:
        """Former codes, each with the present code."""
        present: dict[str, str] = {}
        for spec in self.benchmarks:
            present.update(dict.fromkeys(spec.fields.aliases, spec.code))
        return present

    @cached_property
    def by_file_name(self) -> dict[str, AnySpec]:
        """Specs by the name of their file, where that is not their code."""
        return {spec.stem: spec for spec in self.specs if spec.fields.code != spec.stem}

    def unread_file(self, name: str) -> str | None:
        """Return the path of the only file of this name, without its suffix, that was not read."""
        paths = self._unread_files.get(discovery.plain_name(name), [])
        return paths[0] if len(paths) == 1 else None

    @cached_property
    def handwritten(self) -> tuple[TextFile, ...]:
        """Pages and guides that people wrote beside the suite."""
        return tuple(discovery.handwritten(self.root))

    @cached_property
    def norms(self) -> tuple[TextFile, ...]:
        """Pages and specifications that say how the suite is to be read, with reviews and cases."""
        paths = (*discovery.norms(self.root), *discovery.records(self.root))
        return tuple(read_text(self.root, path) for path in paths)

    @cached_property
    def _unread_files(self) -> dict[str, list[str]]:
        read = {*(file.path for file in (*self.documents, *self.unlisted)), *self.evaluator}
        return discovery.unread_files(self.root, read)

    def count(self, model: type[Fields]) -> int:
        """Return how many files of a kind there are, broken ones included."""
        return sum(file.model is model for file in self.read)

    def broken_file(self, name: str) -> Broken | None:
        """Return the broken file of this code, name or path; None if there is none."""
        for file in self.broken:
            if name in file.names:
                return file
        return None

    def subject(self, source: TextFile) -> str:
        """Return the name of a file in waivers: its code, or a prompt's file name."""
        return self._subjects.get(source.path, source.path.rsplit("/", 1)[-1])

    @cached_property
    def _subjects(self) -> dict[str, str]:
        return {file.document.path: file.code for file in self.read if file.model in (Benchmark, Rubric)}

    def known_code(self, text: str) -> str | None:
        """Return the present code for a code in a text, which may be a former one; None if unknown."""
        return self._known.get(text)

    @cached_property
    def _known(self) -> dict[str, str]:
        """The present code for each code: itself, or the one that replaced a former code."""
        codes = (*self.benchmark, *self.rubric)
        return {**self.alias, **dict(zip(codes, codes, strict=True))}


def _first_by_code(specs: Iterable[Spec[SpecT]]) -> dict[str, Spec[SpecT]]:
    by_code: dict[str, Spec[SpecT]] = {}
    for spec in specs:
        by_code.setdefault(spec.code, spec)
    return by_code
