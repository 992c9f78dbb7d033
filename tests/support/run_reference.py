"""An independent reference for the report of a run, from result lines and a plain tree alone."""

import json
from fractions import Fraction
from typing import Any

FAIL, OPEN, PASS = "fail", "undecided", "pass"


def benchmark(spec: dict[str, Any], lines: list[dict[str, Any]], due: set[str]) -> dict[str, Any]:
    """Return score, verdict and counts of one benchmark from its result lines and the cases it applies to."""
    cases: dict[str, list[Fraction | None]] = {
        case: [None] for case in due - {each["case"] for each in lines}
    }
    unread = {line["case"] for line in lines if "unreadable" in line}
    for line in lines:
        found = cases.setdefault(line["case"], [])
        if "failed" in line:
            found.append(None)
        elif "unreadable" in line:
            found += [Fraction(0)] if spec["fails_unread"] else []
        elif line["reply"]["applicable"]:
            items = line["reply"]["items"]
            share = Fraction(sum(item["met"] for item in items), len(items))
            whole = Fraction(line["reply"]["pass"])
            found.append(share if spec["item"] and not line["reply"]["uncertain"] else whole)
    shares, open_cases, unreadable = [], 0, 0
    for case, found in cases.items():
        values = [value for value in found if value is not None]
        if None in found and (not values or min(values) != 0):
            open_cases += 1
        elif values:
            shares.append(min(values))
        elif case in unread:
            unreadable += 1
    if not shares:
        return {"verdict": "missing", "score": None, "evaluated": 0}
    total, count = sum(shares, Fraction(0)), len(shares)
    outcomes = set()
    for failed in (0, unreadable):
        planned = count + failed + open_cases
        needed = max(planned, spec["least"])
        others = needed - count - failed
        if total + others < spec["threshold"] * needed:
            outcomes.add(FAIL)
        elif open_cases or planned < needed:
            outcomes.add(OPEN)
        else:
            outcomes.add(PASS)
    verdict = outcomes.pop() if len(outcomes) == 1 else OPEN
    low = total / (count + unreadable + open_cases)
    ends = (low, (total + open_cases) / (count + open_cases))
    return {"verdict": verdict, "score": total / count, "evaluated": count, "ends": ends}


def rubric(node: dict[str, Any], found: dict[str, Any]) -> tuple[Fraction, Fraction, str]:
    """Return lowest and highest score and verdict of a rubric; what is below it is added to `found`."""
    ends, gates = [], []
    for member in node["members"]:
        if "members" in member:
            low, high, verdict = rubric(member, found)
            gates += found[member["code"]]["gates"]
        else:
            own = found[member["code"]]
            verdict = own["verdict"].replace("missing", OPEN)
            low, high = own.get("ends", (Fraction(0), Fraction(1)))
        ends.append((low, high, member["weight"]))
        gates += [verdict] if member["gate"] == "hard_gate" else []
    methods: Any = {"MINIMUM": min, "MAXIMUM": max, "MEAN": lambda all_: sum(all_) / len(all_)}
    if node["method"] in methods:
        low, high = (methods[node["method"]]([end[side] for end in ends]) for side in (0, 1))
    else:
        total = sum(end[2] for end in ends)
        low, high = (sum(end[side] * end[2] for end in ends) / total for side in (0, 1))
    reached = PASS if low >= node["threshold"] else FAIL if high < node["threshold"] else OPEN
    verdict = FAIL if FAIL in (reached, *gates) else OPEN if OPEN in (reached, *gates) else PASS
    missing = all(found[member["code"]]["verdict"] == "missing" for member in node["members"])
    shown = "missing" if missing else "blocked" if verdict == FAIL and FAIL in gates else verdict
    found[node["code"]] = {"verdict": shown, "low": low, "high": high, "gates": gates}
    return low, high, verdict


def report(
    text: str, tree: dict[str, Any], specs: dict[str, dict[str, Any]], stated: dict[str, set[str]]
) -> dict[str, Any]:
    """Return what every code of a tree comes to; `stated` has the codes that apply to known cases."""
    lines = [json.loads(line) for line in text.splitlines()]
    own = {code: [line for line in lines if line["benchmark"] == code] for code in specs}
    cases = {line["case"] for line in lines}
    due = {code: {case for case in cases if code in stated.get(case, ())} for code in specs}
    found = {code: benchmark(spec, own[code], due[code]) for code, spec in specs.items()}
    rubric(tree, found)
    return found
