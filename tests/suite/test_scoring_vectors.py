"""The published scoring vectors are current, and every scorer of the project gives their verdicts."""

from __future__ import annotations

import json
from collections import Counter

from support.score_reference import judged
from support.scoring_vectors import PATH, SETS, TREES, node, read, text

VECTORS = json.loads(PATH.read_text())["vectors"]


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
            found = judged(tree, {code: read(score) for code, score in each["scores"].items()})
            shown = {code: [verdict, str(low), str(high)] for code, (low, high, verdict) in found.items()}
            assert shown == each["verdicts"], (vector["tree"]["code"], each["scores"])
