"""An independent reference for the report of a run, from its plan, its lines and a plain tree alone."""

from fractions import Fraction
from typing import Any, NamedTuple

FAIL, OPEN, PASS = "fail", "undecided", "pass"
Half = tuple[str, Fraction]


def half(line: dict[str, Any], spec: dict[str, Any]) -> Half:
    """Return what a line says, and what it counts."""
    if "failed" in line:
        return "failed", Fraction(0)
    if "unreadable" in line or "no_output" in line:
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
    """Return what the halves of a benchmark come to in one run, and at most; the last one is the judge."""
    words = [each[0] if each else "missing" for each in halves]
    most = min((each[1] for each in halves if each and each[0] in (PASS, FAIL)), default=Fraction(1))
    if "uncertain" in words or not most:
        return ("uncertain" if "uncertain" in words else FAIL), Fraction(0)
    for word in ("unreadable", "failed", "missing", FAIL):
        if word in words:
            return word, most
    return (words[-1] if words[-1] == "not_applicable" else PASS), most


class Open(NamedTuple):
    """A case without a result."""

    most: Fraction


def case(runs: list[Half], spec: dict[str, Any]) -> Fraction | Open | None:
    """Return what a case counts, or at most; None where it is left out."""
    if spec["fails_unread"]:
        runs = [(FAIL, Fraction(0)) if word == "unreadable" else (word, share) for word, share in runs]
    known = [share for word, share in runs if word in (PASS, FAIL, "uncertain")]
    if 0 in known or len(known) == len(runs):
        return min(known)
    if {word for word, _ in runs} <= {PASS, FAIL, "unreadable"}:
        return None
    return Open(min(share for _, share in runs))


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def benchmark(code: str, spec: dict[str, Any], lines: list[dict[str, Any]], plan: Any) -> dict[str, Any]:
    """Return score, verdict and counts of one benchmark."""
    said: dict[Any, Half] = {}
    for line in lines:
        if line.get("benchmark") == code:
            given = line.get("half", spec["halves"][-1])
            said[line["case"], line.get("run", 1), given] = half(line, spec)
    cases: dict[str, Fraction | Open | None] = {}
    sources: dict[str, list[Fraction | Open | None]] = {}
    for name, codes in plan["cases"].items():
        if code in codes:
            runs = [run([said.get((name, n + 1, h)) for h in spec["halves"]]) for n in range(plan["runs"])]
            cases[name] = case(runs, spec)
            sources.setdefault(plan["sources"].get(name, name), []).append(cases[name])
    everything = [*cases.values()]
    missing = sum(isinstance(each, Open) for each in everything)
    evaluated = sum(isinstance(each, Fraction) for each in everything)
    found = {"evaluated": evaluated, "missing": missing, "planned": len(everything), "cases": cases}
    shown = [[each for each in own if isinstance(each, Fraction)] for own in sources.values()]
    if not evaluated:
        return {**found, "verdict": "missing", "score": None}
    ends = [lowest_and_highest([*sources.values()], unreadable_fail) for unreadable_fail in (True, False)]
    verdicts = {decided(spec, *each) for each in ends}
    return {
        **found,
        "verdict": verdicts.pop() if len(verdicts) == 1 else OPEN,
        "score": mean([mean(own) for own in shown if own]),
        "ends": (mean(ends[0][0]), mean(ends[1][1])),
    }


def lowest_and_highest(
    sources: list[list[Fraction | Open | None]], unreadable_fail: bool
) -> tuple[list[Fraction], list[Fraction]]:
    """Return what each source counts if all missing cases fail, and if they pass as far as they can."""
    low, high = [], []
    for own in sources:
        kept = [each or Fraction(0) for each in own if each is not None or unreadable_fail]
        if kept:
            low.append(mean([Fraction(0) if isinstance(each, Open) else each for each in kept]))
            high.append(mean([each.most if isinstance(each, Open) else each for each in kept]))
    return low, high


def decided(spec: dict[str, Any], low: list[Fraction], high: list[Fraction]) -> str:
    """Return the verdict on sources of cases, of which some may be missing."""
    needed = max(len(low), spec["least"])
    if sum(high) + needed - len(high) < spec["threshold"] * needed:
        return FAIL
    if low != high or len(low) < needed:
        return OPEN
    return PASS


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


def labeled(trace: str, code: str, found: dict[str, Any], plan: Any) -> tuple[str, list[str]]:
    """Return what a run says of a trace with a code of people, or `none`, and what fails it."""
    shares = {each: found[each]["cases"][trace] for each in plan["cases"].get(trace, ())}
    failed = [each for each, share in shares.items() if isinstance(share, Fraction) and share < 1]
    failed = sorted(failed, key=lambda each: (each != code, each))
    asked = [*shares] if code == "none" else [code]
    if trace not in plan["cases"]:
        return "absent", []
    if any(each in failed for each in asked):
        return "failed", failed
    known = all(isinstance(shares.get(each), Fraction) for each in asked)
    return ("passed" if known else "open"), failed


def judged(given: list[tuple[str, str, str]], right: str) -> tuple[Fraction, int]:
    """Return how often a judge was right of the sources of one side, and their number.

    Of each case there are the right verdict, the one given and its source.
    """
    taken = {PASS: [PASS], FAIL: [FAIL, "uncertain"]}[right]
    sources: dict[str, list[Fraction]] = {}
    for expected, said, source in given:
        if expected == right:
            sources.setdefault(source, []).append(Fraction(said in taken))
    return sum(map(mean, sources.values()), Fraction(0)), len(sources)
