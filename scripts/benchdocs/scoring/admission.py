"""Whether results may be scored: of one suite, plan, product and judge, by the benchmarks as they are now."""

from collections.abc import Mapping
from operator import attrgetter

from benchdocs.documents.text_file import shorten
from benchdocs.scoring.causes import first_of
from benchdocs.scoring.plan import Plan, halves_of
from benchdocs.scoring.results import Results
from benchdocs.suite.suite import Suite, is_in_use

_ONE_EACH = ("suite", "plan", "product", "judge")


def refuse_unfit(results: Results, plan: Plan | None, suite: Suite, digest: str) -> None:
    """Raise ValueError, as a sentence, for results that give no verdict; `digest` is that of the suite."""
    _refuse_repeated(results)
    if any(about.is_calibration for about in results.stated):
        raise ValueError("a file in which a judge is measured is scored without those of runs")
    about = _stated_once(results)
    if plan:
        _refuse_other_plan(results, plan)
    state = plan.suite if plan else about.get("suite")
    versions = _versions(results, plan)
    if state in (None, digest) and not versions:
        return
    if not versions:
        raise ValueError("the results are of another state of the suite, and name no versions of benchmarks")
    differing = [code for code, version in versions.items() if not _is_current(code, version, plan, suite)]
    if differing:
        listed = first_of([*map(shorten, differing)])
        raise ValueError(f"the results are of another suite, or of other versions of {listed}")


def refuse_unfit_calibration(results: Results, plan: Plan) -> None:
    """Raise ValueError, as a sentence, for results that do not measure one judge by the plan of today."""
    _refuse_repeated(results)
    if "judge" not in _stated_once(results):
        raise ValueError("the results do not name the judge")
    measuring = filter(attrgetter("is_calibration"), results.stated)
    fitting = {each.file for each in measuring if each.values.get("plan") == plan.digest}
    for file in results.files:
        if file not in fitting:
            why = "is not of the cases that are confirmed today, in today's state of the suite"
            raise ValueError(f"{file} {why}: export them again with `--calibration`, and run that")
    for code, answers in results.answers.items():
        for question in answers:
            if question.case not in plan.cases or code not in plan.cases[question.case].benchmarks:
                raise ValueError(f"the plan does not have the case `{shorten(question.case)}` of `{code}`")


def _refuse_repeated(results: Results) -> None:
    """Raise ValueError where two lines answer the same."""
    if results.repeated:
        again = results.repeated[0]
        raise ValueError(f"{again.file}:{again.line}: {again.why}; which of them counts is not known")


def _is_current(code: str, version: int, plan: Plan | None, suite: Suite) -> bool:
    """Return whether a benchmark has this version, and in a plan the halves, that it has now."""
    spec = suite.benchmark.get(suite.known_code(code) or "")
    if spec is None or not is_in_use(spec) or int(spec.fields.version or 1) != version:
        return False
    return plan is None or {*plan.halves.get(code, ())} == {*halves_of(spec)}


def _stated_once(results: Results) -> dict[str, str]:
    """Return what all files say of the run. Raises ValueError where they name two of what there is one of."""
    once: dict[str, str] = {}
    for about in results.stated:
        for key in _ONE_EACH:
            value = about.values.get(key)
            if value is not None and once.setdefault(key, value) != value:
                first, second = shorten(once[key]), shorten(value)
                raise ValueError(
                    f"the results name two of `{key}`, `{first}` and `{second}`: score each alone"
                )
    return once


def _refuse_other_plan(results: Results, plan: Plan) -> None:
    """Raise ValueError for results that name another plan than this one, or a file that names none."""
    for about in results.stated:
        named, suite = about.values.get("plan"), about.values.get("suite", plan.suite)
        if named not in (None, plan.digest):
            raise ValueError(f"the results name the plan {shorten(named, 64)}, and the plan is {plan.digest}")
        if suite != plan.suite:
            raise ValueError("the results name another suite than their plan")
    naming = {about.file for about in results.stated if "plan" in about.values}
    for file in results.files:
        if file not in naming:
            line = f'{{"about": {{"plan": "{plan.digest}", "product": …}}}}'
            raise ValueError(f"{file} names no plan: begin it with the line `{line}`")


def _versions(results: Results, plan: Plan | None) -> Mapping[str, int]:
    """Return the versions of the benchmarks that were run. Raises ValueError where two are stated."""
    versions = dict(plan.versions) if plan else {}
    for about in results.stated:
        for code, version in about.versions.items():
            if versions.setdefault(code, version) != version:
                raise ValueError(
                    f"two versions of `{shorten(code)}` are stated: {versions[code]} and {version}"
                )
    return versions
