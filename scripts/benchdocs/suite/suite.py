"""The suite as a whole: membership, weights, delegations and who uses which prompt."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple

from benchdocs.documents.locations import Route
from benchdocs.documents.sentences import sentences
from benchdocs.specs.choices import Status
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.field_index import criteria
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.reviews import ReviewRecord
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.codes import KnownCodes, Mention, component_of, implied_rubric, is_component
from benchdocs.suite.files import SuiteFiles, grouped

BenchmarkSpec = Spec[Benchmark]
RubricSpec = Spec[Rubric]
Record = Spec[ReviewRecord]


class Delegation(NamedTuple):
    """Cases that one benchmark's criteria leave to another benchmark or rubric."""

    giver: str
    taker: str
    sentence: str


class WeightStep(NamedTuple):
    """One step of the way from a spec up to the top: the spec's weight among its siblings.

    Attributes:
        parent: Code of the rubric whose part it is, or of its component where no rubric lists it.
        total: The siblings' weights taken together, its own included.
        share: Its weight divided by the total.
    """

    spec: AnySpec
    parent: str
    total: Fraction
    share: Fraction


class Suite(SuiteFiles):
    """The cross-references of a suite's specs."""

    def __repr__(self) -> str:
        """Return the folder and the numbers of specs in a line."""
        return f"<suite in {self.root}: {len(self.rubrics)} rubrics, {len(self.benchmarks)} benchmarks>"

    # Membership -----------------------------------------------------------------------------------

    def parent_code(self, spec: BenchmarkSpec) -> str:
        """Return the code of a benchmark's rubric, stated or derived from its own code."""
        return spec.fields.parent_rubric or implied_rubric(spec.code)

    def members(self, rubric: RubricSpec) -> tuple[BenchmarkSpec, ...]:
        """Return the benchmarks of a rubric that count, in the order of its list."""
        return self._members[rubric.code]

    @cached_property
    def _members(self) -> dict[str, tuple[BenchmarkSpec, ...]]:
        members = {}
        for rubric in self.rubric.values():
            listed = filter(None, map(self.benchmark.get, dict.fromkeys(rubric.fields.benchmarks or ())))
            mutual = (spec for spec in listed if self.parent_code(spec) == rubric.code)
            members[rubric.code] = tuple(filter(is_in_use, mutual))
        return members

    def absent_members(self, rubric: RubricSpec) -> tuple[str, ...]:
        """Return the codes that a rubric lists of specs that are broken: they lack weights."""
        listed = dict.fromkeys((*(rubric.fields.benchmarks or ()), *(rubric.fields.sub_rubrics or ())))
        unknown = (code for code in listed if not self.known_code(code))
        return tuple(code for code in unknown if self.broken_file(code))

    def sub_rubrics(self, rubric: RubricSpec) -> tuple[RubricSpec, ...]:
        """Return a composite's rubrics, in the order of its list."""
        return self._sub_rubrics[rubric.document.path]

    @cached_property
    def _sub_rubrics(self) -> dict[str, tuple[RubricSpec, ...]]:
        by_path = {}
        for rubric in self.rubrics:
            subs = map(self.rubric.get, dict.fromkeys(rubric.fields.sub_rubrics or ()))
            by_path[rubric.document.path] = tuple(sub for sub in subs if sub and sub.code != rubric.code)
        return by_path

    def rubrics_below(self, rubric: RubricSpec) -> dict[str, RubricSpec]:
        """Return a rubric and all that it consists of by code, each composite before its parts."""
        rubrics: dict[str, RubricSpec] = {}

        def visit(part: RubricSpec) -> None:
            if part.code not in rubrics:
                rubrics[part.code] = part
                for sub in self.sub_rubrics(part):
                    visit(sub)

        visit(rubric)
        return rubrics

    def below(self, rubric: RubricSpec) -> list[AnySpec]:
        """Return the benchmarks and rubrics below a rubric, at any depth, each rubric before its members."""
        below: list[AnySpec] = []
        for part in self.rubrics_below(rubric).values():
            if part is not rubric:
                below.append(part)
            below += self.members(part)
        return below

    @cached_property
    def ordered_rubrics(self) -> tuple[RubricSpec, ...]:
        """Rubrics in the order of their composites, each composite before its parts."""
        tops = [rubric for rubric in self.rubric.values() if rubric.code not in self.composite_of]
        order: dict[str, RubricSpec] = {}
        for rubric in (*tops, *self.rubric.values()):
            order |= self.rubrics_below(rubric)
        return tuple(order.values())

    @cached_property
    def ordered_benchmarks(self) -> tuple[BenchmarkSpec, ...]:
        """Benchmarks in the order of the rubrics and their lists; those without a rubric come last."""
        order: dict[str, BenchmarkSpec] = {}
        for rubric in self.ordered_rubrics:
            order |= {spec.code: spec for spec in self.members(rubric)}
        return tuple({**order, **self.benchmark}.values())

    @cached_property
    def composite_of(self) -> dict[str, RubricSpec]:
        """The composite that lists a rubric, by the rubric's code."""
        composites = {}
        for rubric in reversed(self.rubrics):
            for sub in self.sub_rubrics(rubric):
                composites[sub.code] = rubric
        return composites

    @cached_property
    def _loose_rubrics(self) -> dict[str, tuple[RubricSpec, ...]]:
        loose = []
        for code, rubric in self.rubric.items():
            if code not in self.composite_of and not is_component(code):
                loose.append((component_of(code), rubric))
        return grouped(loose)

    def top_of(self, code: str) -> str:
        """Return the code at the top of the tree that a code is in: a root's, else its component's."""
        seen = set[str]()
        while code not in seen:
            seen.add(code)
            if composite := self.composite_of.get(code):
                code = composite.code
            elif spec := self.benchmark.get(code):
                code = self.parent_code(spec)
            else:
                code = component_of(code)
        return code

    def kind(self, rubric: RubricSpec) -> str:
        """Return what a rubric is called: `root` above components, `component`, or `rubric`."""
        if not is_component(rubric.code):
            return "rubric"
        if any(is_component(sub.code) for sub in self.sub_rubrics(rubric)):
            return "root"
        return "component"

    def above(self, spec: AnySpec) -> list[RubricSpec]:
        """Return the rubrics above a spec, the nearest first; lists may go in circles."""
        rubrics: list[RubricSpec] = []
        above = self.composite_of.get(spec.code)
        if isinstance(spec.fields, Benchmark):
            above = self.rubric.get(self.parent_code(spec))
        while above and above not in rubrics:
            rubrics.append(above)
            above = self.composite_of.get(above.code)
        return rubrics

    # Weights --------------------------------------------------------------------------------------

    def share(self, spec: AnySpec) -> Fraction | None:
        """Return a spec's weight among its siblings, their weights taken together as 1; None without one."""
        step = self._weight_steps.get(spec.document.path)
        return step.share if step else None

    def weight_path(self, spec: AnySpec) -> tuple[WeightStep, ...] | None:
        """Return the steps from a spec up to the top of its tree, its own first; none for the top itself.

        The product of their shares is the spec's effective weight. None where that cannot be worked out: a
        weight is missing, siblings weigh nothing together, or rubrics list each other in a circle.
        """
        path: dict[str, WeightStep] = {}
        above: AnySpec | None = spec
        top = self.top_of(spec.code)
        while above and above.code != top:
            step = self._weight_steps.get(above.document.path)
            if step is None or above.code in path:
                return None
            path[above.code] = step
            above = self.rubric.get(step.parent)
        return None if top in self.composite_of else tuple(path.values())

    def effective_weight(self, spec: AnySpec) -> Fraction | None:
        """Return a spec's share of the score at the top of its tree, from 0 to 1.

        None for the top itself, and where a rubric above makes no use of weights.
        """
        path = self.weight_path(spec)
        if not path or self.unused_by(spec):
            return None
        return prod((step.share for step in path), start=Fraction(1))

    def unused_by(self, spec: AnySpec) -> RubricSpec | None:
        """Return the nearest rubric above a spec whose aggregation makes no use of weights."""
        return next(filter(self.ignores_weights, self.above(spec)), None)

    def only_within(self, spec: AnySpec) -> RubricSpec | None:
        """Return the rubric of a spec if it uses weights and one above it does not: the weight ends there."""
        parent = next(iter(self.above(spec)), None)
        return parent if self.unused_by(spec) not in (None, parent) else None

    def counted_as(self, spec: AnySpec) -> AnySpec:
        """Return what a spec's score counts as: the topmost rubric above that ignores weights, or itself."""
        return next(filter(self.ignores_weights, reversed(self.above(spec))), spec)

    def ignores_weights(self, rubric: RubricSpec) -> bool:
        """Return whether a rubric's aggregation makes no use of weights; an only member has all of it."""
        method = rubric.fields.aggregation_method
        members = len(self.members(rubric)) + len(self.sub_rubrics(rubric))
        return method is not None and not method.uses_weights and members > 1

    @cached_property
    def _weight_steps(self) -> dict[str, WeightStep]:
        """Steps by the path of the spec's file; none where the siblings' weights cannot be summed up."""
        steps: dict[str, WeightStep] = {}
        for parent, siblings in self._sibling_groups():
            stated = [sibling.fields.weight for sibling in siblings]
            weights = [Fraction(weight) for weight in stated if weight is not None]
            total = sum(weights, Fraction(0))
            if not total or len(weights) < len(siblings):
                continue
            for sibling, weight in zip(siblings, weights, strict=True):
                composite = self.composite_of.get(sibling.code)
                # A rubric that two composites list is a part of one of them.
                if composite is None or composite.code == parent:
                    steps[sibling.document.path] = WeightStep(sibling, parent, total, weight / total)
        return steps

    def _sibling_groups(self) -> Iterator[tuple[str, tuple[AnySpec, ...]]]:
        """Yield the specs whose weights are shares of one whole, each group with its parent's code."""
        incomplete = {component_of(file.code) for file in self.broken if file.model is Rubric}
        for rubric in self.rubric.values():
            if not self.absent_members(rubric):
                yield rubric.code, self.members(rubric)
                yield rubric.code, self.sub_rubrics(rubric)
            if is_component(rubric.code) and rubric.code not in self.composite_of:
                yield "", (rubric,)
        for component, rubrics in self._loose_rubrics.items():
            if component not in incomplete:
                yield component, rubrics

    # Mentions -------------------------------------------------------------------------------------

    @cached_property
    def codes(self) -> KnownCodes:
        """All codes, to be found in texts."""
        return KnownCodes(self._known, self.rubric.keys())

    @cached_property
    def mentions_in_criteria(self) -> tuple[tuple[BenchmarkSpec, Route, tuple[Mention, ...]], ...]:
        """The codes that criteria name, by benchmark and place."""
        mentions = []
        for spec in self.benchmarks:
            for route, text in criteria(spec.fields):
                mentions.append((spec, route, self.codes.meant_in(text)))
        return tuple(mentions)

    @cached_property
    def delegations(self) -> tuple[Delegation, ...]:
        """All cases and items left to other benchmarks, in the order of the suite."""
        delegations = []
        for spec in self.benchmarks:
            for sentence in (*sentences(spec.fields.exclusion_criteria or ""), *spec.fields.out_of_scope):
                codes = dict.fromkeys(mention.code for mention in self.codes.mentions(sentence))
                takers = (code for code in codes if code and code != spec.code)
                delegations += [Delegation(spec.code, taker, sentence) for taker in takers]
        return tuple(delegations)

    @cached_property
    def takers(self) -> dict[str, tuple[str, ...]]:
        """Codes that each benchmark leaves cases to, once for each sentence that does."""
        return grouped((delegation.giver, delegation.taker) for delegation in self.delegations)

    # Prompts and code evaluators --------------------------------------------------------------------

    @cached_property
    def users(self) -> dict[str, tuple[BenchmarkSpec, ...]]:
        """Benchmarks that a prompt or code evaluator judges, by its path."""
        pairs = []
        for spec in self.benchmarks:
            pairs += [(path, spec) for path in self.judged_by(spec.fields)]
        return grouped(pairs)

    def judged_by(self, fields: Benchmark) -> tuple[str, ...]:
        """Return the paths of what judges a benchmark: its prompt, its script and what that imports."""
        paths = []
        if fields.llm_prompt_file:
            paths.append(fields.llm_prompt_file)
        if fields.implementation and fields.implementation not in self.prompt:
            paths.append(fields.implementation)
        if script := self.script_of(fields):
            paths += [module.path for module in self.imported_by(script)]
        return tuple(paths)

    def script_of(self, fields: Benchmark) -> CodeEvaluator | None:
        """Return the script that judges a benchmark; None where it has none that can be read."""
        script = self.evaluator.get(fields.implementation or "")
        return script if isinstance(script, CodeEvaluator) else None

    def imported_by(self, script: CodeEvaluator) -> tuple[CodeEvaluator, ...]:
        """Return the modules beside a script that it imports, and those that these import."""
        modules: dict[str, CodeEvaluator] = {}
        waiting = [script]
        while waiting:
            importing = waiting.pop()
            for name in sorted(importing.imported & self._module.keys() - modules.keys() - {script.name}):
                modules[name] = self._module[name]
                waiting.append(modules[name])
        return tuple(modules[name] for name in sorted(modules))

    @cached_property
    def shared_scripts(self) -> frozenset[str]:
        """Paths of the modules that scripts import and that no benchmark names."""
        imported: set[str] = set()
        for script in self.code_evaluators:
            imported.update(module.path for module in self.imported_by(script))
        return frozenset(imported) - {spec.fields.implementation for spec in self.benchmarks}

    @cached_property
    def _module(self) -> dict[str, CodeEvaluator]:
        return {script.name: script for script in self.code_evaluators}

    def users_in_use(self, prompt: PromptFile) -> list[BenchmarkSpec]:
        """Return the benchmarks in use that use a prompt."""
        return list(filter(is_in_use, self.users.get(prompt.path, ())))

    def category(self, rubric: RubricSpec) -> str | None:
        """Return the name of a rubric's category, stated or taken from the project's settings."""
        return rubric.fields.category or self.settings.category_of.get(rubric.code)


def is_in_use(spec: BenchmarkSpec) -> bool:
    """Return whether a benchmark is not deprecated."""
    return spec.fields.status is not Status.DEPRECATED
