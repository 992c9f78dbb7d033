"""A scripted product and judge for runs in other harnesses, and the report that they get without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluators, JudgedCase
from benchdocs.reports.evals.export import files
from benchdocs.specs.cases import Case, plain_value
from benchdocs.specs.choices import Expected
from benchdocs.suite.cases import applying
from benchdocs.suite.suite import Suite
from support.commands import run
from support.paths import REPOSITORY

ABOUT = {"about": {"product": "scripted", "judge": "scripted"}}
SCRIPTED = '''
import json
from hashlib import sha256
from pathlib import Path

RECORDS = json.loads(Path("records.json").read_text())
REASON = "A scripted reply of a test, which says nothing of any product."

def product(narrative):
    """Write the record of the first case with this dictation, sometimes a broken one or none."""
    chance = sha256(narrative.encode()).digest()[0]
    record = RECORDS[narrative]
    text = record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
    return text[:-1] if chance < 12 else narrative if chance < 20 else text

def judge(user):
    """Reply by the message alone: mostly a pass; now and then what no judge may say."""
    chance = sha256(user.encode()).digest()[0]
    met, applicable, uncertain = chance > 96, not 60 < chance <= 80, 40 < chance <= 60
    items = [{"label": "x", "quote": "", "entry": "", "met": met}] if applicable else []
    why = {"uncertain_reason": "in doubt"} if uncertain else {}
    reply = {"applicable": applicable, "items": items, "uncertain": uncertain, **why, "reason": REASON}
    reply["pass"] = applicable and met and not uncertain
    if chance < 20:
        reply["pass"] = True
    return "I think that it passes." if 20 <= chance < 40 else json.dumps(reply)
'''
"""Python that every harness runs; `records.json` has a record by dictation."""


STEP = 7
"""Of so many cases one is run."""


def lay_out(folder: Path, form: str, suite: Suite) -> None:
    """Write an export with some of its cases into a folder, and the records that its product knows."""
    for path, content in files(suite, form).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    lines = (folder / "cases.jsonl").read_text().split("\n")[:-1]
    (folder / "cases.jsonl").write_text("".join(f"{line}\n" for line in lines[::STEP]))
    if (tests := folder / "product_tests.json").exists():
        tests.write_text(json.dumps(json.loads(tests.read_text())[::STEP]))
    records: dict[str, Any] = {
        call.fields.narrative or "": plain_value(call.fields.output) for call in suite.calls
    }
    for each in Evaluators(suite):
        for case in each.cases:
            records.setdefault(case.case.narrative or "", case.output)
    (folder / "records.json").write_text(json.dumps(records))
    (folder / "scripted.py").write_text(SCRIPTED)


def score(*arguments: str | Path) -> Any:
    """Return the report of results as data."""
    done = run("score", *map(str, arguments), "--format", "json", "--root", str(REPOSITORY))
    assert done.exit_code in (0, 1, 3), done.output
    report = json.loads(done.stdout)
    for by_benchmark in report["cases"].values():
        for cases in by_benchmark.values():
            cases.sort()  # they are in the order of the lines
    return report


def direct_report(folder: Path, suite: Suite) -> Any:
    """Return the report of the same product and judge, by `benchdocs score --outputs` alone.

    What the judge replies to which message is left in `replies.json`.
    """
    scripted: dict[str, Any] = {}
    source = SCRIPTED.replace("records.json", str(folder / "records.json"))
    exec(source, scripted)
    judges = {each.code: judge for each, judge in Evaluators(suite).judged}
    cases = [(each.code, case) for each in Evaluators(suite) for case in each.cases if case.case.narrative]
    ids = [case.id for _, case in cases]
    rows = [
        (call.stem, applying(suite, call.fields.labels or {}), call.fields.labels, call.fields.narrative)
        for call in suite.calls
    ]
    for code, case in cases:
        name = case.id if ids.count(case.id) == 1 else f"{code}/{case.id}"
        rows.append((name, (code,), case.case.labels, case.case.narrative))
    records: list[Any] = []
    lines: list[Any] = [ABOUT]
    replies: dict[str, str] = {}
    for name, codes, labels, narrative in rows[::STEP]:
        output = scripted["product"](narrative)
        records.append({"case": name, "output": output})
        written = Case.model_construct(labels=labels, narrative=narrative, output=output)
        for code in filter(judges.__contains__, codes):
            user = judges[code].user(JudgedCase(name, written, Expected.PASS))
            replies[user] = text = scripted["judge"](user)
            lines.append({"case": name, "benchmark": code, **_answer(text)})
    (folder / "replies.json").write_text(json.dumps(replies))
    for path, part in (("records.jsonl", records), ("judged.jsonl", lines)):
        (folder / path).write_text("".join(f"{json.dumps(line)}\n" for line in part))
    return score(folder / "judged.jsonl", "--outputs", folder / "records.jsonl")


def _answer(text: str) -> dict[str, Any]:
    """Return a reply of the scripted judge as the answer of a line."""
    if not text.startswith("{"):
        return {"failed": "the reply is not JSON"}
    reply = json.loads(text)
    met = all(item["met"] for item in reply["items"])
    fault = "the reply passes, but is uncertain or has an item that is not met"
    return {"failed": fault} if reply["pass"] and not met else {"reply": reply}
