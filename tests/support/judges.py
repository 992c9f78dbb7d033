"""A suite with confirmed calibration cases, and judges that are measured on them; all of it is synthetic."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

from benchdocs.scoring.calibration import calibration_plan
from benchdocs.suite.cases import cases_of, short_digest
from benchdocs.suite.digest import suite_digest
from support.case_files import CASE_FILES, LABELS
from support.commands import run
from support.result_files import line, reply, text_of
from support.reviews import REVIEWERS
from support.suites import suite_in, suite_with, write

FILES = {"A-DEM1": "evaluators/cases/arrival.yaml", "A-AUX1": "evaluators/cases/missing_time.yaml"}
"""The files of the cases of a hybrid and of a judge."""


def case(name: str, expected: str, narrative: str = "") -> str:
    """A calibration case as it is written; a record is faulty that has no time."""
    time = 'contact_time: "06:12"' if expected == "pass" else ""
    kind = {"lost-0": "injection", "lost-1": "clear_fail"}.get(name, f"clear_{expected}")
    if name == "good-0" or expected not in ("pass", "fail"):
        kind = "borderline"
    return f"""  - id: {name}
    kind: {kind}
    narrative: {narrative or f"Toned out before dawn for {name}, at the door by 0612."}
    labels: {{stated_times: ["06:12"]}}
    output: {{arrival: {{{time}}}}}
    expected: {expected}
    because: The time decides.
    origin: synthetic
"""


def confirmed_suite(target: Path, cases: Mapping[str, list[str]]) -> Path:
    """The demonstration suite with these cases, all confirmed but those that are called open."""
    root = suite_with(target, {LABELS: CASE_FILES[LABELS], "reviewers.yaml": REVIEWERS})
    for code, texts in cases.items():
        write(root, {FILES[code]: f"benchmark: {code}\ncases:\n{''.join(texts)}"})
    suite = suite_in(root)
    for code in cases:
        file = cases_of(suite, code)
        assert file
        text = (root / FILES[code]).read_text()
        for each in file.fields.cases or ():
            if str(each.id).startswith("open"):
                continue
            who = f"    confirmed_by: [ems-1 {short_digest(each)}]\n"
            text = text.replace(f"  - id: {each.id}\n", f"  - id: {each.id}\n{who}")
        write(root, {FILES[code]: text})
    return root


def replies(root: Path, path: Path, wrong: Container[str] = (), judge: str = "Judge 1", **about: Any) -> Path:
    """The results of a judge that is wrong on these cases, by name, and right on all others."""
    suite = suite_in(root)
    plan = calibration_plan(suite, suite_digest(suite))
    stated = {"plan": plan.digest, "judge": judge, "calibration": True, **about}
    lines: list[dict[str, Any]] = [{"about": {key: value for key, value in stated.items() if value}}]
    for file in suite.cases:
        for each in file.fields.cases or ():
            name = f"{file.fields.benchmark}/{each.id}"
            if name in plan.cases:
                passes = (each.expected == "pass") != (name in wrong)
                lines.append(line(name, str(file.fields.benchmark), reply=reply([passes])))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(lines))
    return path


def measure(root: Path, name: str, *options: str, **given: Any) -> Any:
    """What `score --record` says of such a measurement."""
    path = replies(root, root.parent / f"judge-{name}.jsonl", **given)
    return run("score", "--root", root, path, "--record", name, *options)
