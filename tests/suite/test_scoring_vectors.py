"""The published scoring vectors are current, and every scorer of the project gives their verdicts."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from benchdocs.scoring.agenda import of_plan
from benchdocs.scoring.tally import tally
from support.result_files import line, planned, read, reply
from support.score_reference import judged
from support.scoring_vectors import PATH, SETS, TREES, node, text
from support.scoring_vectors import read as as_score
from support.shipped import shipped_report

FILE = json.loads(PATH.read_text())
VECTORS = FILE["vectors"]
SUITE = shipped_report().suite


def test_the_file_is_current() -> None:
    assert PATH.read_text() == text(), "run `make vectors`"


def test_it_has_three_hundred_sets_and_every_verdict_often() -> None:
    sets = [each for vector in VECTORS for each in vector["sets"]]
    assert len(sets) == TREES * SETS == 300
    tops = Counter(next(iter(each["verdicts"].values()))[0] for each in sets)
    below = Counter(it[0] for each in sets for it in [*each["verdicts"].values()][1:])
    assert tops.keys() == below.keys() == {"pass", "fail", "blocked", "open"}
    assert min(*tops.values(), *below.values()) >= 30
    assert sum(vector["tree"]["method"] == "WEIGHTED_AVERAGE" for vector in VECTORS) >= TREES / 2
    written = PATH.read_text()
    for word in ("WEIGHTED_AVERAGE", "MEAN", "MINIMUM", "MAXIMUM", "hard_gate", "threshold_gate", '"0.95"'):
        assert word in written


def test_the_independent_reference_gives_every_verdict() -> None:
    for vector in VECTORS:
        tree = node(vector["tree"])
        for each in vector["sets"]:
            found = judged(tree, {code: as_score(score) for code, score in each["scores"].items()})
            shown = {code: [verdict, str(low), str(high)] for code, (low, high, verdict) in found.items()}
            assert shown == each["verdicts"], (vector["tree"]["code"], each["scores"])


@pytest.mark.parametrize("vector", FILE["runs"], ids=str)
def test_results_of_several_runs_come_to_their_score(vector: dict[str, Any]) -> None:
    counts = [Fraction(each) for case in vector["cases"] for each in case if each]
    code = "A-NEG2" if {*counts} <= {0, 1} else "A-PRT1"
    lines = []
    for number, case in enumerate(vector["cases"]):
        for run, share in enumerate(case, 1):
            if share is not None:
                met, items = Fraction(share).as_integer_ratio()
                said = reply([True] * met + [False] * (items - met), share=code == "A-PRT1")
                lines.append(line(f"case-{number}", code, run=run, reply=said))
    plan = planned(SUITE, {code: len(vector["cases"])}, len(vector["cases"][0]))
    answers = read(lines, SUITE, plan).answers[code]
    given = tally(SUITE.benchmark[code], answers, of_plan(plan, SUITE)).given
    assert given
    assert (given.passed, given.evaluated, given.planned) == as_score(vector["score"])
    assert [*map(str, given.ends)] == vector["range"]
