"""The suite as a whole: who belongs to whom, who names whom, and what everything weighs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from benchdocs.documents.locations import Route, Source
from benchdocs.documents.sentences import sentences
from benchdocs.specs.discovery import plain_name, unread_files
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Category, Rubric, Status
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import AnySpec, Spec, SpecT
from benchdocs.suite.codes import (
    DASHES,
    NUMBERED,
    ODD_CODE,
    codes_in,
    component_of,
    implied_rubric,
    may_be_odd,
)

BenchmarkSpec = Spec[Benchmark]
RubricSpec = Spec[Rubric]

_HANDS_OVER = (
    r"\b(?:use|see|(?:covered|handled|judged|scored|owned|checked) (?:by|under|in)|belongs? to|left to)"
    r"\s+(?:the\s+)?$"
)
_LOOK_BACK = 40
"""Characters ahead of a code in which scope is handed to it."""
CRITERIA = ("inclusion_criteria", "exclusion_criteria")


class Mention(NamedTuple):
    """A code that a text names; `code` is the known code, or None where the suite has no such code."""

    route: Route
    text: str
    code: str | None


class Delegation(NamedTuple):
    """Scope that one benchmark's criteria hand over to another benchmark or rubric."""

    giver: str
    taker: str
    sentence: str


class Suite:
    """Cross-references over everything that was loaded; the first of two equal codes counts."""

    def __init__(self, loaded: Loaded) -> None:
        self.root = loaded.root
        self.settings = loaded.settings
        self.benchmarks = loaded.benchmarks
        self.rubrics = loaded.rubrics
        self.specs: tuple[AnySpec, ...] = (*loaded.benchmarks, *loaded.rubrics)
        has_gaps = any(spec.document.problems or spec.faults for spec in self.specs)
        self.is_whole = not (has_gaps or loaded.settings.faults)
        """Whether the settings and every spec could be read in full, so that all they say is known."""
        self.prompts = loaded.prompts
        self.unlisted = loaded.unlisted

    # Look-ups -------------------------------------------------------------------------------------

    @cached_property
    def benchmark(self) -> dict[str, BenchmarkSpec]:
        """Benchmarks by code."""
        return _first_by_code(self.benchmarks)

    @cached_property
    def rubric(self) -> dict[str, RubricSpec]:
        """Rubrics by code."""
        return _first_by_code(self.rubrics)

    @cached_property
    def prompt(self) -> dict[str, PromptFile]:
        """Prompts by path."""
        return {prompt.path: prompt for prompt in self.prompts}

    @cached_property
    def alias(self) -> dict[str, str]:
        """Former codes, each with the code that carries it now."""
        return {alias: spec.code for spec in self.benchmarks for alias in spec.fields.aliases}

    @cached_property
    def called(self) -> dict[str, AnySpec]:
        """Specs by the name of their file, where that is not the code that they hold."""
        return {spec.stem: spec for spec in self.specs if spec.fields.code != spec.stem}

    def unread_file(self, name: str) -> str | None:
        """The path of the one file that is called so, but for its ending, and from which nothing was read."""
        paths = self._unread_files.get(plain_name(name), [])
        return paths[0] if len(paths) == 1 else None

    @cached_property
    def _unread_files(self) -> dict[str, list[str]]:
        read = {*(spec.document.path for spec in self.specs), *(prompt.path for prompt in self.prompts)}
        return unread_files(self.root, read)

    @cached_property
    def components(self) -> frozenset[str]:
        """The component letters that the suite's codes open with."""
        return frozenset(component_of(spec.code) for spec in self.specs)

    def subject(self, source: Source) -> str:
        """What a waiver calls a file: its code, or a prompt's file name."""
        return self._subjects.get(source.path, source.path.rsplit("/", 1)[-1])

    @cached_property
    def _subjects(self) -> dict[str, str]:
        return {spec.document.path: spec.code for spec in self.specs}

    # Membership -----------------------------------------------------------------------------------

    def parent_code(self, spec: BenchmarkSpec) -> str:
        """Code of the rubric that a benchmark belongs to, stated or taken from its code."""
        return spec.fields.parent_rubric or implied_rubric(spec.code)

    def members(self, rubric: RubricSpec) -> tuple[BenchmarkSpec, ...]:
        """A leaf rubric's own benchmarks that count, in the order the rubric lists them."""
        return self._members[rubric.code]

    @cached_property
    def _members(self) -> dict[str, tuple[BenchmarkSpec, ...]]:
        members = {}
        for rubric in self.rubric.values():
            listed = (self.benchmark.get(code) for code in dict.fromkeys(rubric.fields.benchmarks or ()))
            members[rubric.code] = tuple(
                spec
                for spec in listed
                if spec
                and self.parent_code(spec) == rubric.code
                and spec.fields.status is not Status.DEPRECATED
            )
        return members

    def sub_rubrics(self, rubric: RubricSpec) -> tuple[RubricSpec, ...]:
        """A composite's rubrics, in the order it lists them."""
        codes = dict.fromkeys(rubric.fields.sub_rubrics or ())
        return tuple(self.rubric[code] for code in codes if code in self.rubric and code != rubric.code)

    @cached_property
    def composite_of(self) -> dict[str, RubricSpec]:
        """The composite that lists a rubric, by the rubric's code."""
        return {sub.code: rubric for rubric in reversed(self.rubrics) for sub in self.sub_rubrics(rubric)}

    def siblings(self, rubric: RubricSpec) -> tuple[RubricSpec, ...]:
        """The rubrics among which a rubric's weight is a share, itself included."""
        composite = self.composite_of.get(rubric.code)
        if composite:
            return self.sub_rubrics(composite)
        return self._loose_rubrics[component_of(rubric.code)] if "-" in rubric.code else (rubric,)

    @cached_property
    def _loose_rubrics(self) -> dict[str, tuple[RubricSpec, ...]]:
        loose = defaultdict(list)
        for rubric in self.rubric.values():
            if rubric.code not in self.composite_of and "-" in rubric.code:
                loose[component_of(rubric.code)].append(rubric)
        return {component: tuple(rubrics) for component, rubrics in loose.items()}

    # Weights --------------------------------------------------------------------------------------

    def share(self, spec: BenchmarkSpec) -> Decimal | None:
        """A benchmark's weight within its rubric, the members' weights taken together as 1."""
        return self._shares.get(self.parent_code(spec), {}).get(spec.code)

    @cached_property
    def _shares(self) -> dict[str, dict[str, Decimal]]:
        """Shares of benchmarks by their rubric's code and their own."""
        return {code: _shares(self.members(rubric)) for code, rubric in self.rubric.items()}

    def rubric_share(self, rubric: RubricSpec) -> Decimal | None:
        """A rubric's weight among its siblings, their weights taken together as 1."""
        return self._rubric_shares.get(rubric.code)

    @cached_property
    def _rubric_shares(self) -> dict[str, Decimal]:
        tops = [rubric for rubric in self.rubric.values() if "-" not in rubric.code]
        alone = [(top,) for top in tops if top.code not in self.composite_of]
        groups = (*alone, *self._loose_rubrics.values())
        shares = {code: share for group in groups for code, share in _shares(group).items()}
        for composite in {composite.code: composite for composite in self.composite_of.values()}.values():
            found = _shares(self.sub_rubrics(composite))
            # A rubric that two composites list is a part of one of them.
            shares |= {code: found[code] for code in found if self.composite_of[code] is composite}
        return shares

    def effective_weight(self, spec: BenchmarkSpec) -> Decimal | None:
        """A benchmark's share of its component's score: the product of the shares down the tree."""
        share = self.share(spec)
        rubric = self.rubric.get(self.parent_code(spec))
        above = self.effective_rubric_weight(rubric) if rubric else None
        return None if share is None or above is None else share * above

    def effective_rubric_weight(self, rubric: RubricSpec) -> Decimal | None:
        """A rubric's share of its component's score; None for a component, which has nothing above it."""
        if "-" not in rubric.code:
            return None
        product = Decimal(1)
        node: RubricSpec | None = rubric
        seen: set[str] = set()
        while node and "-" in node.code:
            share = self.rubric_share(node)
            if share is None or node.code in seen:
                return None
            seen.add(node.code)
            product *= share
            node = self.composite_of.get(node.code)
        return product

    # Mentions -------------------------------------------------------------------------------------

    def known_code(self, text: str) -> str | None:
        """The benchmark or rubric that a code in a text stands for; former codes count."""
        return self._known.get(text)

    @cached_property
    def _known(self) -> dict[str, str]:
        """The code that each code stands for: itself, or for a former one the present one."""
        codes = (*self.benchmark, *self.rubric)
        return {**self.alias, **dict(zip(codes, codes, strict=True))}

    def mentions(self, text: str, route: Route = ()) -> Iterator[Mention]:
        """Codes that a text names. What merely looks like a code (`X-RAY`) is left out."""
        known = self._known
        for start, base, whole in codes_in(text):
            if whole in known:
                yield Mention(route, whole, known[whole])
            elif self._meant_as_code(base, text[max(0, start - _LOOK_BACK) : start]):
                yield Mention(route, whole, None)

    def unknown_codes(self, text: str) -> tuple[str, ...]:
        """Codes that a text names and the suite has not, or not in this spelling, each once."""
        named = () if all(whole in self._known for _, _, whole in codes_in(text)) else self.mentions(text)
        unknown = (mention.text for mention in named if mention.code is None)
        return tuple(dict.fromkeys((*unknown, *(mention.text for mention in self._oddly_written(text)))))

    @cached_property
    def mentions_in_criteria(self) -> tuple[tuple[BenchmarkSpec, str, tuple[Mention, ...]], ...]:
        """Codes that criteria name, by benchmark and field."""
        texts = (
            (spec, field, getattr(spec.fields, field) or "") for spec in self.benchmarks for field in CRITERIA
        )
        return tuple(
            (spec, field, (*self.mentions(text), *self._oddly_written(text))) for spec, field, text in texts
        )

    def _oddly_written(self, text: str) -> Iterator[Mention]:
        """Codes of rubrics and their benchmarks with another sign in a hyphen's place: `A_NEG 1`."""
        for match in re.finditer(ODD_CODE, text) if may_be_odd(text) else ():
            code = re.sub(rf"[ {DASHES}]", "-", match[0])
            if re.sub(r"-?\d+$", "", code) in self.rubric:
                yield Mention((), match[0], None)

    def _meant_as_code(self, base: str, before: str) -> bool:
        """Whether text of a code's shape has to be a code: it is numbered, or scope is handed to it."""
        if base.upper() in self._codes_upper:
            return True
        component = base.split("-")[0]
        if NUMBERED.fullmatch(base):
            return len(component) == 1 or component in self.components
        if not base.isupper() or component not in self.components:
            return False
        return bool(re.search(_HANDS_OVER, before, re.IGNORECASE))

    @cached_property
    def _codes_upper(self) -> frozenset[str]:
        return frozenset(code.upper() for code in (*self.benchmark, *self.rubric))

    @cached_property
    def delegations(self) -> tuple[Delegation, ...]:
        """All scope handed over in exclusion criteria, in the order of the suite."""
        found = []
        for spec in self.benchmarks:
            for sentence in sentences(spec.fields.exclusion_criteria or ""):
                takers = dict.fromkeys(mention.code for mention in self.mentions(sentence))
                found += [
                    Delegation(spec.code, taker, sentence) for taker in takers if taker and taker != spec.code
                ]
        return tuple(found)

    # Prompts --------------------------------------------------------------------------------------

    @cached_property
    def users(self) -> dict[str, tuple[BenchmarkSpec, ...]]:
        """Benchmarks that use a prompt, by the prompt's path."""
        users = defaultdict(list)
        for spec in self.benchmarks:
            if spec.fields.llm_prompt_file:
                users[spec.fields.llm_prompt_file].append(spec)
        return {path: tuple(specs) for path, specs in users.items()}

    def category(self, rubric: RubricSpec) -> Category | None:
        """A rubric's category, stated or taken from the project's settings."""
        if rubric.fields.category:
            return rubric.fields.category
        stated = self.settings.categories.get(rubric.code)
        return Category(stated) if stated in list(Category) else None


def _first_by_code(specs: Iterable[Spec[SpecT]]) -> dict[str, Spec[SpecT]]:
    by_code: dict[str, Spec[SpecT]] = {}
    for spec in specs:
        by_code.setdefault(spec.code, spec)
    return by_code


def _shares(members: Iterable[BenchmarkSpec | RubricSpec]) -> dict[str, Decimal]:
    """Weights as parts of their sum, by code; none where a weight is missing or all are 0."""
    weights = {member.code: member.fields.weight for member in members}
    known = {code: weight for code, weight in weights.items() if weight is not None}
    total = sum(known.values(), Decimal(0))
    return (
        {code: weight / total for code, weight in known.items()}
        if total and len(known) == len(weights)
        else {}
    )
