"""A link is an error wherever it leads, and nothing of what it leads to is read."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchdocs.cli.check import show_report
from benchdocs.documents import text_file
from benchdocs.rules.check import check
from support.faulty_suite import waiver
from support.suites import link, suite_with

SPEC, RUBRIC = "a-component/A-DEM2.yaml", "rubrics/A-DEM.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
PAGE, PICTURE = "docs/note.md", "docs/deep/figure.png"
SECRET = "label: open-sesame-4711\n"
INSIDE = {
    **dict.fromkeys((".env", "secret.yaml", "secret.md", "secret_prompt.md", "secret.png"), SECRET),
    **dict.fromkeys((".git/config.yaml", "notes/secret.yaml", "notes/secret.md"), SECRET),
    **{
        f"{folder}/.secret{ending}": SECRET
        for folder in ("a-component", "docs")
        for ending in (".yaml", ".md")
    },
    "a-component/secret.txt": SECRET,
    "evaluators/secret_prompt.md": SECRET,
}
ELSEWHERE = (
    *("../../outside/secret.yaml", "../../outside/secret.md", "/etc/hostname", "/dev/zero", "/dev/stdin"),
    *("/proc/self/environ", "/proc/self/root/etc/hostname", "nowhere.yaml", "nowhere.md", "../../outside"),
    *("../.env", "../.git/config.yaml", "../secret.yaml", "../secret.md", "../notes/secret.yaml"),
    *(".secret.yaml", ".secret.md", "secret.txt", "..", ".", "pipe.yaml", "pipe.md", "round.yaml", "x" * 300),
    *("through/secret.yaml", "through/secret.md", "../chain.yaml", "../chain.md", "../notes/secret.md"),
)
FOREIGN = {
    SPEC: ("A-DEM1.yaml", f"../{RUBRIC}", f"../{PROMPT}", "../docs/index.md", "FIELD_SPECS.md"),
    RUBRIC: (f"../{SPEC}", f"../{PROMPT}", "FIELD_SPECS.md"),
    PROMPT: ("PROMPT_SPECS.md", f"../../{SPEC}", "../secret_prompt.md", "../../secret_prompt.md"),
    PAGE: ("index.md", "../README.md", f"../{SPEC}", f"../{PROMPT}", "figure.svg"),
    PICTURE: ("../picture.png", "../../secret.png", "../index.md"),
    "docs/overrides/main.html": ("../../secret.md", "/etc/hostname", "../index.md"),
    "docs/.hidden": ("/etc", "../rubrics", "/etc/hostname"),
    "docs/pages": ("/etc", "..", ".", "../rubrics", "deep"),
    "mkdocs.yml": ("outside.yml", "secret.md", "/proc/self/environ"),
    "AGENTS.md": (".env", "/proc/self/environ", "a-component/secret.txt"),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The suite among files that are none of its own, some of which never end."""
    (tmp_path / "outside").mkdir()
    for ending in ("yaml", "md"):
        (tmp_path / f"outside/secret.{ending}").write_text(SECRET)
    pages = {
        "docs/index.md": "# Pages\n",
        "docs/deep/more.md": "# More\n",
        "docs/figure.svg": "<svg/>",
        "docs/picture.png": "",
    }
    guides = {f"{folder}/FIELD_SPECS.md": "# Fields\n" for folder in ("a-component", "rubrics")}
    root = suite_with(tmp_path / "suite", {**INSIDE, **pages, **guides, "docs/note.txt": SECRET})
    for folder in ("a-component", "rubrics", "evaluators/llm-judge", "docs", "docs/deep"):
        for ending in ("yaml", "md") if hasattr(os, "mkfifo") else ():
            os.mkfifo(root / folder / f"pipe.{ending}")
        link(root / folder / "through", tmp_path / "outside")
        link(root / folder / "round.yaml", "round.yaml")
    for ending in ("yaml", "md"):
        link(root / f"chain.{ending}", f"chain-2.{ending}")
        link(root / f"chain-2.{ending}", tmp_path / f"outside/secret.{ending}")
    return root


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The paths of the files that are opened."""
    paths: set[str] = set()

    def recording(open_file: Callable[..., object]) -> Callable[..., object]:
        def record(path: str | Path, *arguments: object, **named: object) -> object:
            paths.add(str(path))
            return open_file(path, *arguments, **named)

        return record

    monkeypatch.setattr(text_file, "open", recording(open), raising=False)
    monkeypatch.setattr(io, "open", recording(io.open))
    return paths


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("path", "target"),
    [
        *((path, target) for path in (SPEC, RUBRIC, PROMPT, PAGE, PICTURE) for target in ELSEWHERE),
        *((path, target) for path, targets in FOREIGN.items() for target in targets),
    ],
)
def test_a_link_is_an_error_and_nothing_of_it_is_read(
    root: Path, opened: set[str], capsys: pytest.CaptureFixture[str], path: str, target: str
) -> None:
    code = Path(path).stem
    waivers = [
        waiver(rule, name) for rule in ("YML001", "DOC1201", "DOC1202") for name in (code, Path(path).name)
    ]
    suite_with(root, {"pyproject.toml": "".join(waivers)})
    (root / path).unlink(missing_ok=True)
    link(root / path, target)
    rules = ["YML001"] if path in (SPEC, RUBRIC, PROMPT) else ["DOC1202"]
    if path == "mkdocs.yml":
        rules.append("YML001")  # it cannot be read as settings, either
    report = check(root)
    assert [
        (finding.rule, finding.severity, finding.excerpt or "")
        for finding in report.findings
        if finding.path == path and finding.rule != "INV801"
    ] == [(rule, "error", "") for rule in rules]
    assert str(root / path) not in opened
    assert str(root / SPEC) in opened or path == SPEC
    for form in ("text", "json", "github", "sarif"):
        show_report(report, root, form)
    assert "open-sesame" not in capsys.readouterr().out


@pytest.mark.parametrize("folder", ["b-component", "rubrics", "evaluators", "evaluators/llm-judge", "docs"])
@pytest.mark.parametrize("target", ["outside", "suite/notes", "suite/a-component"])
def test_nothing_below_a_linked_folder_is_listed(root: Path, folder: str, target: str) -> None:
    for name in ("A-DEM2.yaml", "hidden\u200b_prompt.md", "llm-judge/x_prompt.md", "arrival_prompt.md"):
        suite_with(root.parent / "outside", {f"open-sesame/{name}": SECRET, name: SECRET})
    if (root / folder).exists():
        (root / folder).rename(root / f"{folder}-before")
    link(root / folder, root.parent / target)
    findings = check(root).findings
    assert [finding.path for finding in findings if finding.path.startswith(folder)] == [folder]
    assert not any("sesame" in f"{finding.message}{finding.hint}{finding.excerpt}" for finding in findings)
