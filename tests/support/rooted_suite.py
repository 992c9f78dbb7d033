"""The demonstration suite twice, as components S and L below a root, with what its numbers are by hand."""

from __future__ import annotations

import re
from pathlib import Path

from support.paths import BASE
from support.tables import data

EFFECTIVE = data(__file__)["effective"]
"""Shares of the root's score: 0.6 and 0.4, times 0.75 and 0.25, times 0.5 where a rubric has two members."""
SETTLED = {"S": 6, "S-DEM": 45, "S-DEM1": 225}
"""What has an established weight, as has all that is above it."""
_ROOT = """\
code: ROOT
label: Demonstration root
weight: 1
aggregation_method: WEIGHTED_AVERAGE
passing_threshold: 0.70
sub_rubrics: [S, L]
"""
_DECIDED = "decisions:\n  - {fields: [weight], state: established, by: The owners, on: 2026-01-31}\n"


def rooted_suite(target: Path) -> Path:
    """Write the suite into a folder."""
    for letter, weight in (("S", "0.6"), ("L", "0.4")):
        for path in BASE.rglob("*.*"):
            text = re.sub(r"\bA-(?=[A-Z])", f"{letter}-", path.read_text())
            name = path.relative_to(BASE).as_posix().replace("a-component", f"{letter.lower()}-component")
            name = re.sub(r"/A\b", f"/{letter}", name)
            if name == f"rubrics/{letter}.yaml":
                text = text.replace("code: A\n", f"code: {letter}\n").replace(
                    "weight: 1\n", f"weight: {weight}\n"
                )
            for prompt in ("arrival", "missing_time"):
                text = text.replace(f"/{prompt}_prompt", f"/{letter.lower()}_{prompt}_prompt")
                name = name.replace(f"/{prompt}_prompt", f"/{letter.lower()}_{prompt}_prompt")
            if Path(name).stem in SETTLED:
                text += _DECIDED
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_text(text)
    (target / "rubrics/ROOT.yaml").write_text(_ROOT)
    return target
