"""The data files of a site as tests read them, and a suite that has a bit of everything."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from benchdocs.rules.rule import Sample
from benchdocs.site.dataset.downloads import files
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from support.case_folders import RULE_CASES
from support.faulty_suite import waiver
from support.shipped import shipped_report
from support.suites import overlay_samples

SITE = Site(shipped_report(), about=About("Suite under test"))
SUITE = SITE.report.suite
HOSTILE = '=HYPERLINK("http://evil.example")'


@cache
def downloads(site: Site) -> dict[str, bytes]:
    """The data files that a site hands out, by their paths."""
    return dict(files(site))


def suite_json(site: Site) -> Any:
    return json.loads(downloads(site)["data/suite.json"], parse_float=Decimal)


def validator(site: Site = SITE) -> Draft202012Validator:
    schema = json.loads(downloads(site)["data/suite.schema.json"])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def rows(site: Site, name: str) -> list[dict[str, str]]:
    text = downloads(site)[f"data/{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def workbook(site: Site) -> Workbook:
    return load_workbook(io.BytesIO(downloads(site)["data/suite.xlsx"]))


def rich_suite(root: Path) -> Path:
    """The demonstration suite with what the shipped one lacks: findings, a waiver, a review, all fields."""
    lines = [
        f"label: {json.dumps(HOSTILE)}",
        "examples: ['+1 is what the medic said', 'Ölfleck, \"quoted\"']",
        "metric: {1: .inf, when: 2026-01-31, parts: [0.10, true, null], big: 12345678901234.5678}",
    ]
    overlay_samples(root, (Sample("a-component/A-DEM1.yaml", "\n".join(lines) + "\n", whole=False),))
    for code in ("A-DEM2", "A-AUX1"):
        path = root / f"a-component/{code}.yaml"
        path.write_text(re.sub(r"^examples:\n( .*\n)+", "", path.read_text(), flags=re.MULTILINE))
    excused = waiver("TXT506", "A-AUX1", "It is auxiliary.")
    (root / "pyproject.toml").write_text(excused)
    reviewed = RULE_CASES / "REV1106/ok"
    shutil.copytree(reviewed / "reviews", root / "reviews")
    shutil.copy(reviewed / "reviewers.yaml", root)
    return root
