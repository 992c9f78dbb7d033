"""Lighthouse on seven kinds of page, as a desktop and as a phone, beside an empty page of Material's.

Run by `make lighthouse`. Prints the scores and fails under the bars. Everything is served from this machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from support.browser import chromium_program
from support.empty_site import build_empty_site
from support.mkdocs_command import built_site
from support.page_kinds import KINDS
from support.paths import REPOSITORY
from support.web_server import hosted

PAGES = ("home", "inventory", "rubric", "benchmark", "prompt", "audit")
PRESETS = {"desktop": ["--preset=desktop"], "mobile": []}
BARS = {"accessibility": 100, "best-practices": 100, "seo": 100, "agentic-browsing": 100, "performance": 98}
MOBILE_SHARE = 0.95
"""Least performance as a phone: this share of an empty page's score in the same run."""
TRIES = 3
"""Runs that a page gets; performance is measured in time, of which a busy machine has less to give."""
PROGRAM = REPOSITORY / "tests/tools/lighthouse/node_modules/lighthouse/cli/index.js"


def main() -> int:
    """Measure every page and print a table; 1 where a page is under a bar."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built_site(REPOSITORY, folder / "site")
        print(f"{'':20}" + "".join(f"{category:>18}" for category in BARS))
        with hosted(build_empty_site(folder / "empty")) as empty, hosted(folder / "site") as site:
            for preset in PRESETS:
                report = _report(empty, preset, folder)
                _row(f"(empty) {preset}", report)
                bars = dict(BARS)
                if preset == "mobile":
                    bars["performance"] = round(MOBILE_SHARE * _scores(report)["performance"])
                for kind in PAGES:
                    failures += _judged(f"{kind} {preset}", site + KINDS[kind], preset, bars, folder)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


def _judged(name: str, url: str, preset: str, bars: dict[str, int], folder: Path) -> list[str]:
    """Print a page's scores; what it fails, in words. A page that fails gets another try."""
    for _ in range(TRIES):
        report = _report(url, preset, folder)
        under = {category for category, score in _scores(report).items() if score < bars[category]}
        if under != {"performance"}:
            break
    _row(name, report)
    return [
        f"{name}: {category}: {audit['title']} ({audit['id']})"
        for category in sorted(under)
        for audit in _failing(report, category)
    ]


def _report(url: str, preset: str, folder: Path) -> dict[str, Any]:
    node, _ = compute_driver_executable()
    target = folder / "report.json"
    command = [
        *(node, str(PROGRAM), url, "--quiet", "--output=json", f"--output-path={target}"),
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        f"--only-categories={','.join(BARS)}",
        *PRESETS[preset],
    ]
    environment = {**os.environ, "CHROME_PATH": chromium_program()}
    for left in reversed(range(TRIES)):
        # Lighthouse now and then loses the trace of a page load, and says so.
        if subprocess.run(command, env=environment, check=left == 0, timeout=300).returncode == 0:
            break
    report: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return report


def _scores(report: dict[str, Any]) -> dict[str, float]:
    categories = report["categories"]
    return {name: round(100 * (categories[name]["score"] or 0)) for name in BARS}


def _row(name: str, report: dict[str, Any]) -> None:
    print(f"{name:20}" + "".join(f"{score:18.0f}" for score in _scores(report).values()), flush=True)


def _failing(report: dict[str, Any], category: str) -> list[dict[str, Any]]:
    parts = report["categories"][category]["auditRefs"]
    audits = (report["audits"][part["id"]] for part in parts if part["weight"])
    return [audit for audit in audits if audit["score"] is not None and audit["score"] < 1]


if __name__ == "__main__":
    sys.exit(main())
