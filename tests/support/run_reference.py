"""An independent reference for the report of a run, from its plan, its lines and a plain tree alone."""

from fractions import Fraction
from typing import Any

FAIL, OPEN, PASS = "fail", "undecided", "pass"
Half = tuple[str, Fraction]


def half(line: dict[str, Any], spec: dict[str, Any]) -> Half:
    """Return what a line says, and what it counts."""
    if "failed" in line:
        return "failed", Fraction(0)
    if "unreadable" in line:
        return "unreadable", Fraction(0)
    reply = line["reply"]
    if not reply["applicable"]:
        return "not_applicable", Fraction(0)
    if reply["uncertain"]:
        return "uncertain", Fraction(0)
    met = [item["met"] for item in reply["items"]]
    share = Fraction(sum(met), len(met)) if spec["item"] else Fraction(all(met))
    return (PASS if reply["pass"] else FAIL), share


def run(halves: list[Half | None]) -> Half:
    """Return what the halves of a benchmark come to in one run; the last one is the judge."""
    words = [each[0] if each else "missing" for each in halves]
    shares = [each[1] for each in halves if each and each[0] in (PASS, FAIL)]
    for word in ("uncertain", FAIL, "unreadable", "failed", "missing"):
        if word in words:
            return word, min(shares) if word == FAIL else Fraction(0)
    if words[-1] == "not_applicable":
        return words[-1], Fraction(0)
    return PASS, min(shares)


def case(runs: list[Half], spec: dict[str, Any]) -> Fraction | str:
    """Return what a case counts, or why it does not: `left_out` or `open`."""
    counted = ["pass", "fail", "uncertain", *(["unreadable"] if spec["fails_unread"] else [])]
    shares = [share for word, share in runs if word in counted]
    if 0 in shares or len(shares) == len(runs):
        return min(shares)
    others = {word for word, _ in runs if word not in counted}
    return "left_out" if others == {"unreadable"} else "open"


def benchmark(code: str, spec: dict[str, Any], lines: list[dict[str, Any]], plan: Any) -> dict[str, Any]:
    """Return score, verdict and counts of one benchmark."""
    said: dict[Any, Half] = {}
    for line in lines:
        if line.get("benchmark") == code:
            given = line.get("half", spec["halves"][-1])
            said[line["case"], line.get("run", 1), given] = half(line, spec)
    cases = {}
    for name, codes in plan["cases"].items():
        if code in codes:
            runs = [run([said.get((name, n + 1, h)) for h in spec["halves"]]) for n in range(plan["runs"])]
            cases[name] = case(runs, spec)
    shares = [share for share in cases.values() if isinstance(share, Fraction)]
    missing = sum(share == "open" for share in cases.values())
    left_out = len(cases) - len(shares) - missing
    found = {"evaluated": len(shares), "missing": missing, "planned": len(cases)}
    if not shares:
        return {**found, "verdict": "missing", "score": None}
    total, count = sum(shares, Fraction(0)), len(shares)
    verdicts = {decided(spec, total, count + unread, missing) for unread in (0, left_out)}
    verdict = verdicts.pop() if len(verdicts) == 1 else OPEN
    ends = (total / (count + left_out + missing), (total + missing) / (count + missing))
    return {**found, "verdict": verdict, "score": total / count, "ends": ends}


def decided(spec: dict[str, Any], total: Fraction, count: int, missing: int) -> str:
    """Return the verdict on so many passed of so many evaluated cases, with some of the plan missing."""
    needed = max(count + missing, spec["least"])
    if total + needed - count < spec["threshold"] * needed:
        return FAIL
    return OPEN if missing or count < needed else PASS


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


def report(lines: list[dict[str, Any]], tree: Any, specs: dict[str, Any], plan: Any) -> dict[str, Any]:
    """Return what every code of a tree comes to; the `cases` of a plan have codes by name."""
    found = {code: benchmark(code, spec, lines, plan) for code, spec in specs.items()}
    rubric(tree, found)
    return found
