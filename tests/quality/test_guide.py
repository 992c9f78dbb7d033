"""The guide to a new benchmark holds what it says, carried out literally on a copy of the shipped suite."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchdocs.cli.main import main
from benchdocs.rules.check import check
from benchdocs.specs.discovery import HANDWRITTEN, SUITE_NAMES
from support.paths import DATA, REPOSITORY
from support.shipped import shipped_report

GUIDE = (REPOSITORY / "docs/authoring/worked-example.md").read_text()
STEPS = (REPOSITORY / "scripts/benchdocs/pages/authoring/new-benchmark.md").read_text()
CODE, LABEL = "A-NEG5", "Negation in Quoted Speech"
SPEC = "a-component/A-NEG5.yaml"
PROMPT = "evaluators/llm-judge/negation_in_quoted_speech_prompt.md"
CASES = "evaluators/cases/negation_in_quoted_speech.yaml"
LABELS = "evaluators/labels.yaml"
IDENTITY = ("-c", "user.name=An Author", "-c", "user.email=author@example.org")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


PROMPT_PART, TOTAL = blocks("text")
BLANKS, FILLED, LABEL_KEY = blocks("yaml")
PRINTED_BY_NEW, PRINTED_BY_CHECK = (
    (DATA / f"guide/printed/{name}.txt").read_text() for name in ("new", "check")
)
"""What two commands print, which the guide sums up."""
DIFF = (DATA / "guide/neighbors.diff").read_text()
"""Changes to other specs, which the guide only describes."""
EXAMPLES = (DATA / "guide/examples.txt").read_text()
"""The examples of the prompt, which the guide names."""
SIX_CASES = (DATA / "guide/cases.yaml").read_text()
"""The case file, which the guide names."""


def run(root: Path, *arguments: str) -> Result:
    assert Path.cwd() == root
    return CliRunner().invoke(main, [*arguments])


def git(root: Path, *arguments: str, text: str | None = None) -> None:
    command = ["git", "-C", str(root), *IDENTITY, *arguments]
    subprocess.run(command, input=text, check=True, capture_output=True, text=True)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped suite with its pages in a repository of its own, on a branch beside `main`."""
    for name in (*SUITE_NAMES, *HANDWRITTEN):
        for path in REPOSITORY.glob(name):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "The suite")
    git(tmp_path, "switch", "-q", "-c", "a-neg5")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fill_in(root: Path) -> None:
    """Write what the guide shows in place of the blanks."""
    (root / SPEC).write_text(FILLED)
    text = (root / PROMPT).read_text()
    before, rest = text.split("BEHAVIOR:\n")
    fixed, _, shown = rest.partition("\nUncertainty policy:")[2].partition("EXAMPLES:\n")
    inputs = shown.partition("\n---\n")[2]
    (root / PROMPT).write_text(f"{before}{PROMPT_PART}\nUncertainty policy:{fixed}{EXAMPLES}\n---\n{inputs}")


def count(root: Path) -> None:
    """Explain the label of the metric where the guide says, and write the cases."""
    text = (root / LABELS).read_text()
    before, hedged, after = text.partition("  hedged_findings:\n")
    own, found, rest = after.partition("    type: list\n")
    assert hedged
    assert found
    (root / LABELS).write_text(f"{before}{hedged}{own}{found}{LABEL_KEY}{rest}")
    head = (root / CASES).read_text().partition("cases: []")[0]
    assert SIX_CASES.startswith(f"{head}cases:\n")
    (root / CASES).write_text(SIX_CASES)


def new_rules(root: Path, severity: str | None = None) -> set[str]:
    """Return the rules of the findings of one severity, or of any, that the shipped suite does not have."""
    known = {(finding.rule, finding.path) for finding in shipped_report().findings}
    return {
        finding.rule
        for finding in check(root).findings
        if (finding.rule, finding.path) not in known and severity in (None, finding.severity)
    }


def test_the_guide_names_the_files_that_it_does_not_show() -> None:
    shown = {f"tests/data/guide/{path.name}" for path in (DATA / "guide").glob("*.*")}
    assert {*re.findall(r"`(tests/data/guide/[^`]+)`", GUIDE)} == shown


def only_blanks_differ(root: Path, written: dict[str, str]) -> None:
    """Check that what was written is what is there now, but for its blanks and the weight."""
    for path, text in written.items():
        own = text.replace("weight: 0\n", "weight: 0.20\n")
        own = own.replace("_labeled\n", "_labeled\n  labels: [quoted_denials]\n")
        plain = " ".join(own.split())
        words = re.split(r"""TODO: .*?(?=, OR|[.:](?: |"|$)|["'])""", plain)
        pattern = ".+?".join(re.escape(piece) for piece in words)
        assert re.fullmatch(pattern, " ".join((root / path).read_text().split())), path


def test_the_guide_leads_to_a_suite_that_is_clean_against_the_branch_it_is_merged_into(root: Path) -> None:
    assert f'benchdocs new benchmark {CODE} --label "{LABEL}"' in GUIDE
    assert run(root, "new", "benchmark", CODE, "--label", LABEL).output == PRINTED_BY_NEW
    assert BLANKS in (root / SPEC).read_text()
    assert new_rules(root, "note") == {"TXT509", "CAS1604"}
    written = {path: (root / path).read_text() for path in (SPEC, PROMPT)}
    fill_in(root)
    only_blanks_differ(root, written)
    count(root)
    assert new_rules(root) == {"WGT301", "REF216"}
    git(root, "apply", "-", text=DIFF)
    for path in (root / "a-component").glob("A-NEG*.yaml"):
        rationale = " ".join(path.read_text().split("rationale: >")[1].split())
        assert not re.search(r"quarter|0\.25|three siblings|other three", rationale), path.name

    # The version that has to be raised is the one that is asked for.
    sibling = root / "a-component/A-NEG1.yaml"
    [(before, after)] = re.findall(r"^-(version: \d+)\n[^-]*\+(version: \d+)", DIFF, re.MULTILINE)[:1]
    raised = sibling.read_text()
    sibling.write_text(raised.replace(after, before))
    told = run(root, "check", "a-component", "--strict", "--against", "main").output
    assert told.startswith(PRINTED_BY_CHECK)
    sibling.write_text(raised)

    assert run(root, "inventory", "--write").exit_code == 0
    assert run(root, "check", "--strict", "--against", "main").exit_code == 0
    assert new_rules(root) == set()
    changes = CliRunner().invoke(main, ["diff", "main", "--root", str(root)]).output
    assert changes.endswith(f"\n{TOTAL}")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "A-NEG5: whose denial it is when the medic quotes someone")
    shown = re.findall(r"^\+\+\+ b/(.*)", DIFF, re.MULTILINE)
    listed = subprocess.run(
        ["git", "-C", str(root), "diff", "--name-only", "main"], capture_output=True, text=True, check=True
    )
    assert set(listed.stdout.splitlines()) == {
        *(*shown, SPEC, PROMPT, CASES, LABELS, "AGENTS.md", "rubrics/A-NEG.yaml"),
    }


@pytest.mark.sweep(2)
@pytest.mark.parametrize("code", ["A-SFT5", CODE])
def test_the_steps_name_every_rule_that_a_new_benchmark_breaks(root: Path, code: str) -> None:
    def rules() -> set[str]:
        printed = run(root, "check", "--strict", "--against", "main", "--format", "json").output
        return {finding["rule"] for finding in json.loads(printed)["findings"]}

    noted = rules()
    assert run(root, "new", "benchmark", code).exit_code == 0
    broken = rules() - noted
    assert {"TXT507", "REF216", "VER1001", "VER1004"} <= broken
    assert [rule for rule in sorted(broken) if f"({rule})" not in STEPS] == []
