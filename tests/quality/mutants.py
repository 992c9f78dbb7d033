"""Do the tests notice it when the checker is wrong? Faults are put into it one by one, and tests run on each.

Run by `make mutants`. Prints the faults that go unnoticed, but for those that `survivors.toml` gives a reason
for, and how many of each module were noticed. Fails where less than nine in ten are.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import sys
import tempfile
import tomllib
from pathlib import Path

from support.mutant_runs import BAR, MODULES, Verdict, dotted, verdicts
from support.mutation import Mutant, Name, mutants
from support.paths import REPOSITORY, TESTS

SURVIVORS = TESTS / "quality/survivors.toml"
SHARE, SEED = 0.14, 2


def interval(noticed: int, count: int) -> tuple[float, float]:
    """Between which shares the whole lies with 95% certainty, by a sample (Wilson's score interval)."""
    z = 1.96
    share, width = noticed / count, z * z / count
    root = z * math.sqrt(share * (1 - share) / count + width / count / 4)
    return (share + width / 2 - root) / (1 + width), (share + width / 2 + root) / (1 + width)


def as_toml(mutant: Mutant, reason: str) -> str:
    """A survivor as `survivors.toml` lists it, its lines before and after as a comment."""
    shown = [f"# - {line}" for line in mutant.was.splitlines()]
    shown += [f"# + {line}" for line in mutant.becomes.splitlines()]
    pairs = {**mutant.name._asdict(), "reason": reason}
    written = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in pairs.items())
    return "\n".join([*shown, "[[survivor]]", *written, ""])


def listed() -> dict[Name, str]:
    """The reasons of `survivors.toml`, by the mutants' names."""
    entries = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("survivor", [])
    return {Name(**entry): reason for entry in entries for reason in [entry.pop("reason")]}


def drawn(options: argparse.Namespace, reasons: dict[Name, str]) -> list[Mutant]:
    """The mutants to try, of all modules."""
    share = 1 if options.listed else options.share
    made = [
        mutant
        for path in MODULES
        if options.only in dotted(path)
        for mutant in mutants(dotted(path), path, share, options.seed)
    ]
    return [mutant for mutant in made if mutant.name in reasons] if options.listed else made


def summary(tried: list[Verdict]) -> str:
    """How many mutants of each module were noticed, and of all."""
    lines = []
    for path in MODULES:
        own = [verdict for verdict in tried if verdict.mutant.name.module == dotted(path)]
        if own:
            lines.append(f"{dotted(path)}: {sum(verdict.noticed for verdict in own)} of {len(own)}")
    noticed = sum(verdict.noticed for verdict in tried)
    late = sum(verdict.status in (-signal.SIGXCPU, -signal.SIGALRM) for verdict in tried)
    low, high = interval(noticed, len(tried))
    share = f"{noticed / len(tried):.1%} ({low:.1%} to {high:.1%})"
    return "\n".join([*lines, f"all: {noticed} of {len(tried)}, {share}; {late} ran out of time"])


def main() -> int:
    """Try the mutants; 1 where too few of them are noticed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=float, default=SHARE, help="how much of all mutants is tried, 0 to 1")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed draws other mutants")
    parser.add_argument("--only", default="", help="a part of a module's name")
    parser.add_argument("--listed", action="store_true", help="try those of survivors.toml, and no others")
    options = parser.parse_args()
    os.chdir(REPOSITORY)
    reasons = listed()
    with tempfile.TemporaryDirectory() as name:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(Path(name) / "cache")
        tried = []
        for verdict in verdicts(drawn(options, reasons), Path(name)):
            tried.append(verdict)
            if not verdict.noticed and (options.listed or not reasons.get(verdict.mutant.name)):
                print(as_toml(verdict.mutant, reasons.get(verdict.mutant.name, "")), flush=True)
    print(summary(tried))
    return int(sum(verdict.noticed for verdict in tried) < BAR * len(tried))


if __name__ == "__main__":
    sys.exit(main())
