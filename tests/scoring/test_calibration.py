"""A judge is measured on the confirmed cases: exported, asked, scored and recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.suite.judges import JudgeStanding, measurement, standing_of
from support.commands import edit, run
from support.judges import case, confirmed_suite, measure, replies
from support.repositories import Repository
from support.run_records import results
from support.scripted_run import run_export
from support.suites import suite_in, write
from support.tables import table

GOOD, FAULTY = 24, 22
CASES = [case(f"good-{n}", "pass") for n in range(GOOD)] + [case(f"lost-{n}", "fail") for n in range(FAULTY)]
WRONG = "A-DEM1/good-5, A-DEM1/lost-3 and A-DEM1/lost-4"
OTHERS = [case("not-asked", "not_applicable"), case("in-doubt", "uncertain"), case("open-1", "pass")]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return confirmed_suite(tmp_path / "suite", {"A-DEM1": [*CASES, *OTHERS], "A-AUX1": [CASES[0]]})


def exported(root: Path, *options: str) -> Any:
    return run("export-evals", root.parent / "export", "--root", root, "--format", "python", *options)


def asked(root: Path, judge: str, *arguments: str, status: int = 0) -> str:
    """What the exported program says with this judge."""
    folder = root.parent / "export"
    (folder / "mine.py").write_text(judge)
    return run_export(folder, *arguments, status=status)


JUDGE = """
import json

def ask(system, user):
    output = user[user.index("CANDIDATE_OUTPUT"):]
    met = "contact_time" in output or "lost-3," in user or "lost-4," in user
    if "good-5," in user:
        raise TimeoutError("the model is busy")
    items = [{"label": "time", "quote": "", "entry": "", "met": met}]
    reply = {"applicable": True, "items": items, "uncertain": False, "pass": met}
    return json.dumps(reply | {"reason": "A synthetic reply of a test, which says nothing of any judge."})
"""


def test_a_judge_is_asked_about_the_records_of_confirmed_cases_and_no_product_is_run(root: Path) -> None:
    done = exported(root, "--calibration")
    assert done.exit_code == 0, done.output
    assert f": {GOOD + FAULTY + 1} cases, 1 run of each" in done.output
    assert "Enough confirmed cases to qualify, if every reply is right: 1 of 2 judges." in done.output
    folder = root.parent / "export"
    assert not (folder / "evaluators").exists()
    usage = asked(root, JUDGE, "--product", "P 1", status=2)
    assert "--outputs" not in usage
    assert asked(root, JUDGE, "--judge", "mine:ask", "--judge-name", "Judge 1").startswith(
        "results.jsonl: 47 of 47 cases run, 1 failed\nfirst failure: TimeoutError: the model is busy"
    )
    about, *lines = map(json.loads, (folder / "results.jsonl").read_text().splitlines())
    assert (about["about"]["calibration"], about["about"]["judge"]) == (True, "Judge 1")
    assert "product" not in about["about"]
    assert {line["benchmark"] for line in lines} == {"A-DEM1", "A-AUX1"}, "the judge's half of a hybrid"
    assert not {line["case"] for line in lines} & {"A-DEM1/open-1", "A-DEM1/in-doubt", "A-DEM1/not-asked"}
    text = run("score", "--root", root, folder / "results.jsonl")
    assert text.exit_code == 0, text.output
    assert text.stdout.splitlines() == [
        "Judge 1 on 47 confirmed cases of 2 benchmarks",
        "",
        "        judge        good records it passes    faulty records it fails   wrong",
        f"A-DEM1  unqualified  23 of 24, at least 0.817  20 of 22, at least 0.740  {WRONG}",
        "A-AUX1  unqualified  1 of 1, at least 0.050    0 of 0, at least 0.000",
        "",
        "Qualified: both rates are at least 0.80 by their lower bounds at 95%.",
    ]


def test_a_measurement_is_recorded_with_what_was_measured(root: Path) -> None:
    done = measure(root, "first", "--format", "json", wrong=("A-DEM1/good-5", "A-DEM1/lost-3"))
    assert "writes runs/judges/first.yaml" in done.stderr, done.output
    shown = json.loads(done.stdout)
    assert [(each["code"], each["judge"]) for each in shown["benchmarks"]] == [
        ("A-DEM1", "qualified"),
        ("A-AUX1", "unqualified"),
    ]
    assert shown["benchmarks"][0]["good"] == {"right": 23, "cases": 24, "low": 0.817107}
    kept = yaml.safe_load((root / "runs/judges/first.yaml").read_text())
    assert [*kept] == ["judge", "date", "suite", "benchmarks"]
    then = kept["benchmarks"]["A-DEM1"]
    assert (then["good"], then["faulty"]) == ({"right": 23, "cases": 24}, {"right": 21, "cases": 22})
    assert then["wrong"] == ["A-DEM1/good-5", "A-DEM1/lost-3"]
    assert kept["benchmarks"]["A-AUX1"].keys() == {"prompt", "cases", "good", "faulty"}
    assert [each for each in check(root).findings if each.rule.startswith(("RUN", "FLD"))] == []


def test_cases_of_one_narrative_count_once(tmp_path: Path) -> None:
    twins = [case(f"twin-{n}", "pass", "At the door by 0612, said twice.") for n in range(2)]
    root = confirmed_suite(tmp_path / "suite", {"A-DEM1": [*CASES, *twins]})
    assert measure(root, "twins", wrong=["A-DEM1/twin-0"]).exit_code == 0
    then = yaml.safe_load((root / "runs/judges/twins.yaml").read_text())["benchmarks"]["A-DEM1"]
    assert then["good"] == {"right": 25, "cases": 26, "total": "49/2", "sources": 25}
    assert then["faulty"] == {"right": 22, "cases": 22, "total": "22", "sources": 22}
    found = measurement(suite_in(root), "Judge 1", "A-DEM1")
    assert found
    assert (found.quality.by_share, float(found.quality.good.passed)) == (True, 24.5)


def test_the_newest_measurement_of_a_judge_with_todays_prompt_counts(root: Path) -> None:
    qualified, unqualified, unmeasured = JudgeStanding
    with pytest.MonkeyPatch.context() as patch:
        for day, (name, wrong) in enumerate([("b", ()), ("a", [f"A-DEM1/lost-{n}" for n in range(2)])]):
            patch.setenv("SOURCE_DATE_EPOCH", str(1769860800 + day * 86400))
            assert measure(root, name, wrong=wrong).exit_code == 0
        measure(root, "other", judge="Judge 2")
    suite = suite_in(root)
    found = measurement(suite, "Judge 1", "A-DEM1")
    assert found
    assert (found.record.stem, found.number) == ("a", 2)
    assert standing_of(suite, "Judge 1", "A-DEM1") is unqualified
    assert standing_of(suite, "Judge 2", "A-DEM1") is qualified
    assert [standing_of(suite, name, "A-DEM1") for name in ("judge 1", None)] == [unmeasured] * 2
    write(root, {"benchdocs.toml": "judge_floor = 0.72"})
    assert standing_of(suite_in(root), "Judge 1", "A-DEM1") is qualified
    edit(root, "evaluators/llm-judge/arrival_prompt.md", "formatting", "formatting, and spelling")
    assert standing_of(suite_in(root), "Judge 2", "A-DEM1") is unmeasured, "a new prompt starts at zero"


def test_a_report_says_which_verdicts_rest_on_judges_that_are_not_qualified(root: Path) -> None:
    run_of_product = results(root, root.parent / "run")

    def told() -> tuple[dict[str, str], set[str]]:
        shown = run("score", "--root", root, run_of_product, "--format", "json").stdout
        verdicts = {each["code"]: each.get("judge") for each in json.loads(shown)["verdicts"]}
        notes = {note for note in json.loads(shown)["release"]["notes"] if "the judge" in note.lower()}
        for form in ("text", "markdown"):
            text = run("score", "--root", root, run_of_product, "--format", form).stdout
            assert all(note in text for note in notes)
        return verdicts, notes

    nobody = "Nobody has measured the judge for 2 benchmarks: A-DEM1 and A-AUX1."
    plain = {"A": None, "A-DEM": None, "A-DEM2": None, "A-AUX": None}
    assert told() == ({**plain, "A-DEM1": "unmeasured", "A-AUX1": "unmeasured"}, {nobody})
    measure(root, "other", judge="Judge 2")
    assert told()[1] == {nobody}, "another judge"
    measure(root, "first")
    few = "The judge is not qualified for 1 benchmark: A-AUX1."
    assert told() == ({**plain, "A-DEM1": "qualified", "A-AUX1": "unqualified"}, {few})
    html = root.parent / "report.html"
    run("score", "--root", root, run_of_product, "--html", html)
    assert few in html.read_text()


def test_without_a_confirmed_case_nothing_is_measured(tmp_path: Path) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-DEM1": [case("open-1", "pass"), OTHERS[0]]})
    done = exported(root, "--calibration")
    assert (done.exit_code, (tmp_path / "export").exists()) == (2, False)
    assert "no calibration case on which a judge has to pass or fail a record is confirmed" in " ".join(
        done.output.split()
    )
    assert "`confirmed_by`" in done.output


@pytest.mark.parametrize("options", [["--runs", "2"], ["--tag", "x"], ["--cases", "README.md"]])
def test_a_judge_is_measured_in_one_way_alone(root: Path, options: list[str]) -> None:
    done = exported(root, "--calibration", *options)
    assert done.exit_code == 2
    assert "measures a judge once on all confirmed cases" in " ".join(done.output.split())
    other = run(
        "export-evals", root.parent / "export", "--root", root, "--format", "inspect", "--calibration"
    )
    assert (other.exit_code, "with `--format python` alone" in " ".join(other.output.split())) == (2, True)


@table
def test_what_measures_no_judge_is_refused(root: Path, why: str, given: dict[str, Any]) -> None:
    extra = {key: given.pop(key, None) for key in ("second", "repeat", "line", "options", "later")}
    path = replies(root, root.parent / "replies.jsonl", **given)
    about, *lines = path.read_text().splitlines()
    if extra["second"]:
        lines.append(about.replace("Judge 1", extra["second"]))
    if extra["line"]:
        lines.append(json.dumps(extra["line"]))
    lines += lines[:1] if extra["repeat"] else []
    first = ['{"about": {"comment": "x"}}'] if extra["later"] else []
    path.write_text("\n".join([*first, about, *lines]))
    done = run("score", "--root", root, path, "--record", "no", *(extra["options"] or ()))
    assert (done.exit_code, (root / "runs").exists()) == (2, False)
    assert why in " ".join(done.stderr.split()), done.stderr


# Hostile records ------------------------------------------------------------------------------------


def found(root: Path) -> list[str]:
    findings = (each for each in check(root).findings if each.path.startswith("runs"))
    return [f"{each.path} {each.rule} {each.message}" for each in findings]


def test_a_measurement_is_only_added_and_held_against_its_commit(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "suite")
    root = confirmed_suite(repository.root, {"A-DEM1": CASES})
    assert "is not committed" in " ".join(measure(root, "early").stderr.split())
    repository.commit("Confirmed cases")
    measure(root, "first")
    text = (root / "runs/judges/first.yaml").read_text()
    kept = yaml.safe_load(text)
    edit(root, "evaluators/llm-judge/arrival_prompt.md", "formatting", "formatting, and spelling")
    repository.commit("A measurement, and another prompt")
    assert found(root) == []
    prompt, commit = kept["benchmarks"]["A-DEM1"]["prompt"], kept["suite"]["commit"]
    write(root, {"runs/judges/prompt.yaml": text.replace(prompt, "a" * 64)})
    write(root, {"runs/judges/commit.yaml": text.replace(commit, "c" * 40)})
    write(root, {"runs/judges/first.yaml": text.replace('"right": 24', '"right": 23')})
    unknown = f"no commit before this one is `{'c' * 40}`, and its suite is not today's"
    changed = f"after commit {repository.git('rev-parse', '--short=12', 'HEAD').strip()}, which added it"
    assert found(root) == [
        f"runs/judges/commit.yaml RUN1803 {unknown}",
        "runs/judges/first.yaml RUN1801 the record was changed " + changed + "; records are only added",
        "runs/judges/first.yaml RUN1802 1 cases are judged wrongly, and 0 are listed",
        "runs/judges/prompt.yaml RUN1803 the suite at its commit has another prompt of `A-DEM1`",
    ]


@table
def test_a_hostile_measurement_gets_a_finding_and_qualifies_nobody(
    tmp_path: Path, old: str, new: str, rules: list[str]
) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-DEM1": CASES})
    measure(root, "first")
    file = root / "runs/judges/first.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    report = check(root)
    assert sorted({each.rule for each in report.findings if each.path.startswith("runs")}) == rules
    assert [page for page in Site(report).pages if page.url == "runs/judges/" and not page.sections] == []
    if rules != ["RUN1801"]:  # of a future
        assert standing_of(report.suite, "Judge 1", "A-DEM1") is JudgeStanding.UNMEASURED
