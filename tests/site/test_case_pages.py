"""Cases and the data dictionary are shown where they are looked for, called what they are."""

from __future__ import annotations

import html
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.dataset.downloads import files as downloads
from benchdocs.site.site import Site
from benchdocs.site.views.cases import as_json
from benchdocs.specs.choices import Comparison
from support.case_files import CASE_FILES, CASES, LABELS, WITH_LABEL
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

PROMPT = "prompts/arrival.md"
BENCHMARK = "benchmarks/a-dem1.md"
KEYS = "evaluators/labels.md"
AUDIT = "audit/traceability/cases.md"


def site(root: Path, files: dict[str, str]) -> Site:
    return Site(check(suite_with(root, files)))


def section(of: Site, path: str, id: str) -> str:
    return next((part.html for part in of.page[path].sections if part.id == id), "")


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text.replace("<wbr>", ""))).split())


def test_a_prompt_shows_its_cases_folded_and_called_synthetic(tmp_path: Path) -> None:
    shown = section(site(tmp_path, CASE_FILES), PROMPT, "cases")
    assert shown.count("<details") == 6
    assert "<details open" not in shown
    assert 'id="case-time-lost"' in shown
    kinds = "2 clear passes, 2 clear fails, 1 borderline case and 1 prompt-injection attempt"
    assert f"6 synthetic cases of A-DEM1 : {kinds}." in words(shown)
    assert "Nobody has confirmed them yet." in words(shown)
    assert 'Candidate output {"arrival": {"contact_time": "06:12"}}' in words(shown)


@table
def test_what_a_case_states_is_shown(tmp_path: Path, added: str, words_of_the_case: str) -> None:
    reviewers = "reviewers:\n  - {id: ems-1, role: Medic, qualification: A, conflicts: None}\n"
    files = {**CASE_FILES, CASES: f"{CASE_FILES[CASES]}    {added}\n", "reviewers.yaml": reviewers}
    assert words_of_the_case in words(section(site(tmp_path, files), PROMPT, "cases"))


def test_a_script_shows_its_cases_on_its_own_page_and_a_judge_links_to_them(tmp_path: Path) -> None:
    of_script = CASE_FILES[CASES].replace("A-DEM1", "A-DEM2")
    shown = site(tmp_path, {**CASE_FILES, "evaluators/cases/a-dem2.yaml": of_script})
    assert section(shown, "benchmarks/a-dem2.md", "cases").count("<details") == 6
    assert section(shown, BENCHMARK, "cases") == ""
    assert '<a href="../../prompts/arrival/#cases">6 calibration cases</a>' in section(
        shown, BENCHMARK, "evaluator"
    )


def test_a_label_of_a_metric_leads_to_its_meaning(tmp_path: Path) -> None:
    shown = site(tmp_path, {**CASE_FILES, **WITH_LABEL})
    link = '<a href="../../evaluators/labels/#label-stated_times"><code>stated_times</code></a>'
    assert link in section(shown, BENCHMARK, "measurement")
    assert 'id="label-stated_times"' in section(shown, KEYS, "labels")
    bare = site(tmp_path / "bare", WITH_LABEL)
    assert "labels: </strong> <code>stated_times</code>".replace(": <", ":<") in section(
        bare, BENCHMARK, "measurement"
    )


def test_the_dictionary_lists_each_key_with_who_reads_and_who_uses_it(tmp_path: Path) -> None:
    shown = site(tmp_path, {**CASE_FILES, **WITH_LABEL})
    labels, record = (words(section(shown, KEYS, part)) for part in ("labels", "record"))
    assert "stated_times Times that were dictated. list A-DEM1" in labels
    assert "Read by:" not in labels
    assert "contact_time When the crew reached the patient. time A-DEM1" in record
    top = words(section(shown, KEYS, "top"))
    assert top.startswith("Labels and output Labels are the ground truth")
    number = len(re.findall(r'<tr id="record-', section(shown, KEYS, "record")))
    assert f"explains 1 label in 1 group and {number} keys of the output" in top


def test_the_dictionary_says_how_scripts_compare_a_key(tmp_path: Path) -> None:
    compared = CASE_FILES[LABELS].replace(
        "type: list",
        "type: list, compare: {time: time, event: words, note: words}, "
        'keys: {time: [contact_time, at], note: [notes]}, topics: {note: "remark, <b>"}',
        1,
    )
    shown = site(tmp_path, {**CASE_FILES, LABELS: compared})
    text = words(section(shown, KEYS, "labels"))
    assert "Scripts compare time ( time ); event , note ( words )" in text
    assert "Keys of the output: time in contact_time , at ; note in notes" in text
    assert "Words that may tell of it: note remark, <b>" in text
    links = re.findall(r'<a href="#comparisons">(\w+)</a>', section(shown, KEYS, "labels"))
    assert links == ["time", "words"]
    explained = re.findall(r"<strong>(\w+)</strong>", section(shown, KEYS, "comparisons"))
    assert explained == [*Comparison]
    (key, *_) = json.loads(dict(downloads(shown))["data/suite.json"])["dictionary"]
    assert key["compare"] == {"time": "time", "event": "words", "note": "words"}
    assert key["record_keys"] == {"time": ["contact_time", "at"], "note": ["notes"]}
    assert key["topics"] == {"note": "remark, <b>"}


def test_clauses_that_decide_no_case_are_named_where_the_cases_are_and_in_the_audit(tmp_path: Path) -> None:
    text = CASE_FILES[CASES].replace("expected: fail", "expected: fail\n    decides: [fail 2]", 1)
    shown = site(tmp_path, {**CASE_FILES, CASES: text})
    cases, clauses = section(shown, PROMPT, "cases"), section(shown, AUDIT, "clauses")
    without = "fail 1 , pass 1 , variation 1 , ignored 1 , doubt 1 , exclusion 1 , exclusion 2"
    assert "No case decides 7 of 8 clauses ." in words(cases)
    assert 'href="../../audit/traceability/cases/#clauses-a-dem1"' in cases
    assert 'id="clauses-a-dem1"' in clauses
    assert "Decided by fail 2 ." in words(cases)
    assert f"A-DEM1 8 7 {without}" in words(clauses)
    for kind, number in (("automatic_fail", 1), ("ignore", 1), ("uncertainty", 1)):
        place = f"asks-{kind}-{number}"
        assert f'href="../../../prompts/arrival/#{place}"' in clauses
        assert f'id="{place}"' in section(shown, PROMPT, "asks")
    assert 'href="../../../benchmarks/a-dem1/#excluded-2"' in clauses


def test_a_script_is_tested_by_the_clauses_of_its_criteria(tmp_path: Path) -> None:
    text = CASE_FILES[CASES].replace("A-DEM1", "A-DEM2")
    text = text.replace("expected: fail", "expected: fail\n    decides: [inclusion 2]", 1)
    shown = section(site(tmp_path, {**CASE_FILES, "evaluators/cases/a-dem2.yaml": text}), AUDIT, "clauses")
    assert "A-DEM2 3 2 inclusion 1 , exclusion 1" in words(shown)
    assert 'href="../../../benchmarks/a-dem2/#applies-1"' in shown


def test_cases_that_name_no_clause_leave_the_clauses_out(tmp_path: Path) -> None:
    shown = site(tmp_path, CASE_FILES)
    assert "No case decides" not in words(section(shown, PROMPT, "cases"))
    assert "No case names the clause that decides it." in words(section(shown, AUDIT, "top"))
    assert section(shown, AUDIT, "clauses") == ""


def test_the_audit_counts_the_expected_verdicts_and_names_what_is_missing(tmp_path: Path) -> None:
    shown = site(tmp_path, CASE_FILES)
    found = words(section(shown, AUDIT, "verdicts"))
    assert "A-DEM1 6 3 pass, 3 fail" in found
    assert "A-DEM2 0 –" in found
    assert "Uncertain: 3 benchmarks without a case; with one: none" in found
    assert "6 cases: 3 pass, 3 fail, 0 not applicable, 0 uncertain." in words(section(shown, AUDIT, "top"))


def test_a_key_that_is_read_but_in_no_case_says_both(tmp_path: Path) -> None:
    shown = site(
        tmp_path, {path: text for path, text in {**CASE_FILES, **WITH_LABEL}.items() if path != CASES}
    )
    assert "list Read by: A-DEM1 . In cases of: –" in words(section(shown, KEYS, "labels"))


def test_labels_are_grouped_in_the_order_of_the_rubrics_and_the_first_group_is_open() -> None:
    found = Site(shipped_report())
    groups = re.findall(r"<details class=\"fold\"( open)?><summary>(\S+) ", section(found, KEYS, "labels"))
    order = [view.code for view in found.views.rubrics]
    codes = [code for _, code in groups]
    assert codes[-1] == "Other"
    assert codes[:-1] == sorted(codes[:-1], key=order.index)
    assert [bool(is_open) for is_open, _ in groups] == [True] + [False] * (len(groups) - 1)


def test_a_suite_without_a_dictionary_has_no_page_of_it_and_an_empty_one_says_so(tmp_path: Path) -> None:
    assert KEYS not in site(tmp_path, {}).page
    assert "no data dictionary yet" in words(section(site(tmp_path, {LABELS: "labels: {}\n"}), KEYS, "top"))


HOSTILE = "<script>window.ran=1</script>"


def test_text_of_cases_and_keys_is_shown_as_written(tmp_path: Path) -> None:
    text = json.dumps(f"</code></pre>{HOSTILE} {{{{ 7*7 }}}}")
    case = CASE_FILES[CASES]
    for old in (
        "Toned out before dawn, at the door by 0612.",
        '"06:12"',
        "The time is charted.",
        "time-kept",
    ):
        assert old in case
        case = case.replace(old, text)
    keys = CASE_FILES[LABELS].replace("Times that were dictated.", text).replace("stated_times", text, 1)
    shown = site(tmp_path, {CASES: case, LABELS: keys})
    parts = [section(shown, PROMPT, "cases")]
    parts += [section(shown, KEYS, part) for part in ("top", "labels", "record")]
    for part in parts:
        assert "<script" not in part
        assert "49" not in part
    assert html.escape(HOSTILE) in "".join(parts)


def test_a_finding_in_a_file_of_cases_is_shown_beside_them(tmp_path: Path) -> None:
    files = {**CASE_FILES, CASES: CASE_FILES[CASES].replace("kind: borderline", "kind: clear_pass")}
    shown = section(site(tmp_path, files), PROMPT, "cases")
    assert "CAS1604" in shown
    assert "lacks cases: 1" in words(shown)


def test_the_published_data_hold_cases_and_keys(tmp_path: Path) -> None:
    shown = site(tmp_path, {**CASE_FILES, **WITH_LABEL})
    data = json.loads(dict(downloads(shown))["data/suite.json"])
    (file,) = data["cases"]
    assert (file["benchmark"], file["path"], file["url"]) == ("A-DEM1", CASES, "prompts/arrival/#cases")
    assert file["cases"][0]["output"] == {"arrival": {"contact_time": "06:12"}}
    assert [(key["part"], key["key"]) for key in data["dictionary"]] == [
        ("label", "stated_times"),
        ("record", "arrival"),
        ("record", "contact_time"),
    ]


@pytest.mark.parametrize("path", [CASES, LABELS])
def test_files_of_cases_are_listed_with_their_digest_and_handed_out(path: str, tmp_path: Path) -> None:
    shown = site(tmp_path, CASE_FILES)
    (row,) = [file for file in shown.conformance.files if file.path == path]
    assert (row.kind, len(row.digest)) == ("Cases", 64)
    assert dict(shown.copies())[path] == CASE_FILES[path].encode()


def test_benchmarks_without_cases_are_a_gap(tmp_path: Path) -> None:
    points = open_points(site(tmp_path, CASE_FILES)).open
    (point,) = [point for point in points if "calibration" in point.title]
    assert point.codes == ("A-DEM2", "A-AUX1")


@pytest.mark.parametrize("note", ["short", "long " * 30])
def test_a_number_stays_one_on_one_line_and_on_many(note: str) -> None:
    value = {"note": note, "drugs": [{"drug": "oxygen", "count": Decimal(3), "rate": Decimal("0.50")}]}
    assert json.loads(as_json(value))["drugs"] == [{"drug": "oxygen", "count": 3, "rate": 0.5}]
