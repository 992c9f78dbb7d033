"""Every page is valid HTML, but for what Material's own templates get wrong on an empty site too."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from benchdocs.reports.scores.forms import score_html
from benchdocs.scoring.report import ScoreReport
from support.empty_site import build_empty_site
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.result_files import DIGEST, planned, read, run_lines
from support.shipped import shipped_report

CHECKER = REPOSITORY / "tests/tools/checker/node_modules/vnu-jar/build/dist/vnu.jar"
OF_MATERIAL = (
    "Attribute “autocomplete” is only allowed when the input type is “color”, “date”, “datetime-local”, "
    "“email”, “hidden”, “month”, “number”, “password”, “range”, “search”, “tel”, “text”, “time”, “url”, or "
    "“week”."
)
"""What the checker says of Material's two hidden switches."""


JAVA_OPTIONS = ("-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Room for deep nesting, and no compiler that takes longer than the whole check."""


def _errors(folder: Path) -> dict[str, list[str]]:
    """What the checker says of the pages below a folder, each with its places."""
    java = shutil.which("java")
    assert java, "no Java found: install it (on Debian: apt-get install default-jre-headless)"
    assert CHECKER.exists(), f"the HTML checker is missing: npm ci --prefix {CHECKER.parents[4]}"
    command = [java, *JAVA_OPTIONS, "-jar", str(CHECKER), "--skip-non-html", "--errors-only"]
    result = subprocess.run(
        [*command, "--stdout", "--format", "json", str(folder)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    errors: dict[str, list[str]] = {}
    for message in json.loads(result.stdout)["messages"]:
        place = f"{message.get('url', '').rpartition(f'{folder}/')[2]}: {message.get('extract', '')}"
        errors.setdefault(message["message"], []).append(place)
    return errors


@pytest.mark.nightly
def test_every_page_is_valid_but_for_what_is_materials_own(shipped_site: Path, tmp_path: Path) -> None:
    build_empty_site(tmp_path / "empty")
    (tmp_path / "shipped").symlink_to(shipped_site)
    of_material, ours = [], {}
    for message, places in _errors(tmp_path).items():
        if any(place.startswith("empty/") for place in places):
            of_material.append(message)
        else:
            ours[message] = places[:3]
    assert ours == {}
    assert of_material == [OF_MATERIAL]


@pytest.mark.nightly
def test_the_report_of_a_run_is_valid(tmp_path: Path) -> None:
    suite = shipped_report().suite
    plan = planned(suite, {"A-NEG2": 19, "A-UNC2": 29, "A-FMT1": 59})
    lines = [*run_lines({"A-NEG2": "f6 u1 p12", "A-FMT1": "f1 p57 -1"})]
    before, after = (ScoreReport(suite, read(each, suite, plan), DIGEST, plan) for each in (lines[1:], lines))
    (tmp_path / "report.html").write_text(score_html(after, before), encoding="utf-8")
    assert _errors(tmp_path) == {}
