"""A suite in German, of another subject, needs its settings alone: no rule, page or run expects English."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchdocs.documents.sentences import sentences
from benchdocs.rules.check import check
from benchdocs.site.reference_pages import read_references
from benchdocs.site.site import Site
from support.browser import script
from support.commands import run
from support.mkdocs_command import mkdocs
from support.paths import BASE, DATA
from support.scripted_run import results, run_program
from support.tables import data, table

GERMAN = DATA / "german"
TEXTS = (GERMAN / "sentences.txt").read_text("utf-8").splitlines()
EXPECTED_PASSES = {"A-VOL1": 2, "A-VOL2": 2}
WORDS = data(__file__)["words"]
"""Words of the suite on its pages; no condition keeps its `, ODER`."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `init` writes, with specs in German in place of its example."""
    folder = tmp_path_factory.mktemp("german")
    assert run("init", folder, "--product", "Fundmelder").exit_code == 0
    for example in ("a-component", "rubrics", "evaluators"):
        shutil.rmtree(folder / example)
    shutil.copytree(GERMAN, folder, dirs_exist_ok=True)
    return folder


def test_nothing_is_found_in_it(root: Path) -> None:
    report = check(root)
    assert report.findings == ()
    assert len(report.suite.benchmarks) == 2


def test_no_ordinary_sentence_is_mistaken(root: Path, tmp_path: Path) -> None:
    assert len(TEXTS) >= 45
    assert sentences(" ".join(TEXTS)) == TEXTS
    folder = tmp_path / "suite"
    shutil.copytree(root, folder)
    path = folder / "a-component/A-VOL2.yaml"
    text = path.read_text("utf-8")
    for start in ("Misst, ob", "Zwei Schirme", "Übersetzte Merkmale"):
        text = text.replace(start, "\n  ".join((*TEXTS, start)))
    path.write_text(text, "utf-8")
    assert check(folder).findings == ()


def test_its_pages_have_its_words(root: Path) -> None:
    report = check(root)
    shown = {
        page.url: " ".join("".join(part.html for part in page.sections).split())
        for page in Site(report).pages
    }
    for url, words in WORDS.items():
        for each in words:
            assert each in unescape(shown[url]), url
    about_rules = ("rules/", "audit/downloads/")
    own = {url: text for url, text in shown.items() if not url.startswith(about_rules)}
    assert not [url for url, text in own.items() if "Anrufs" in text or "Fundmeldungs" in text]
    assert not [url for url, text in own.items() if "ODER</li>" in text or "Apply when" in text]
    (texts,) = (page for page in Site(report).pages if page.url == "rules/txt/")
    titles = {part.anchor: part.title for part in texts.parts}
    assert titles["txt501"] == 'TXT501 Inclusion does not start with "Gilt, wenn"'
    assert titles["txt504"] == 'TXT504 Exclusion does not start with "Gilt nicht, wenn"'


def test_commands_and_drafts_have_its_words(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    shutil.copytree(root, folder)
    assert "exclusion does not start with `Gilt nicht, wenn`" in run("rules", "--root", folder).output
    assert 'start with "Gilt, wenn" and' in run("rules", "TXT501", "--root", folder).output
    assert "`Apply when`" in run("rules", "--root", BASE).output
    assert run("new", "benchmark", "A-VOL3", "--evaluator", "code", "--root", folder).exit_code == 0
    draft = (folder / "a-component/A-VOL3.yaml").read_text("utf-8")
    assert draft.count("\"Anruf: 'TODO: words of the Anruf.'") == 2
    assert "Narrative" not in draft
    fields = read_references(folder, (), check(folder).suite.settings.criteria)["authoring/fields.md"]
    assert 'starts with "Gilt, wenn" and names the' in " ".join(fields.markdown.split())
    assert "Apply when" not in fields.markdown


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its site, built strictly, whose `mkdocs.yml` names the language of the suite."""
    settings, site = root / "mkdocs.yml", tmp_path_factory.mktemp("site") / "site"
    text = settings.read_text("utf-8")
    settings.write_text(
        text.replace("theme: benchdocs", "theme: {name: benchdocs, language: de}\nextra_css: [own.css]"),
        "utf-8",
    )
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs/own.css").write_text("[data-md-color-scheme] { --mark: light-dark(#a00000, #ffa0a0); }\n")
    (root / "docs/eigene.md").write_text("# Eigene Seite\n\nWer etwas findet, ruft an.\n", "utf-8")
    done = mkdocs("build", "--strict", "-d", str(site), root=root, folder=root)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return site


def test_its_guide_for_programs_speaks_of_its_words(built: Path) -> None:
    guide = (built / "llms.txt").read_text("utf-8")
    assert "`Gilt, wenn` says which cases count, `Melden, wenn` says" in " ".join(guide.split())


def test_its_texts_are_marked_as_german_on_english_pages(built: Path) -> None:
    page = (built / "benchmarks/a-vol1/index.html").read_text("utf-8")
    assert '<html lang="en"' in page
    assert '<span lang="de">die Angaben einen Fundort' in page
    assert '<span lang="de">Misst, ob Fundort' in page
    guide = (built / "authoring/settings/index.html").read_text("utf-8")
    assert 'lang="de"' not in guide
    own = (built / "eigene/index.html").read_text("utf-8")
    assert '<article lang="de"' in own


def test_its_words_are_found_as_keyboards_without_umlauts_spell_them(
    built: Path, tab: Page, serve: Callable[[Path], str]
) -> None:
    address = serve(built)
    tab.goto(f"{address}benchmarks/")
    link = tab.locator("#inventory tbody th a").first
    expect(link).to_have_css("color", "rgb(160, 0, 0)")
    for typed, code in (("strasse", "A-VOL1"), ("oesterreichische", "A-VOL2"), ("Österreich", "A-VOL2")):
        tab.keyboard.press("Control+k")
        tab.wait_for_function("window.searchEngine?.ready.then(() => true)")
        hits = tab.evaluate(script("best-hits"), [typed])[typed]
        assert f"benchmarks/{code.lower()}/" in hits, (typed, hits)
        tab.keyboard.press("Escape")
    for typed, codes in (("nr", ["A-VOL2"]), ("7", ["A-VOL2"]), ("am", ["A-VOL1"]), ("0,5", [])):
        tab.locator("[name=find]").fill(typed)
        rows = tab.locator("#inventory tbody tr:visible th")
        expect(rows).to_have_text(codes)


def test_its_export_is_run_and_scored_with_its_own_reply(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "export"
    assert run("export-evals", folder, "--format", "python", "--root", root).exit_code == 0
    replies, outputs = {}, []
    for spec in check(root).suite.cases:
        for case in spec.fields.cases or ():
            outputs.append({"case": case.id, "output": case.output})
            words = {"bestanden": case.expected == "pass", "begründung": f"Geprüft: {case.because}"}
            replies[case.narrative] = json.dumps(words, ensure_ascii=False)
    (folder / "outputs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in outputs))
    (folder / "mine.py").write_text(
        f"REPLIES = {replies!r}\n"
        "def ask(system, user):\n"
        "    return next(reply for said, reply in REPLIES.items() if said in user)\n",
        "utf-8",
    )
    run_program(folder, "--outputs", "outputs.jsonl", "--judge", "mine:ask", "--judge-name", "m 1")
    lines = results(folder)[1]
    assert {line["reply"]["bestanden"] for line in lines} == {True, False}
    done = run("score", folder / "results.jsonl", "--root", root, "--format", "json")
    verdicts = {each["code"]: each for each in json.loads(done.output)["verdicts"]}
    for code, passes in EXPECTED_PASSES.items():
        assert (verdicts[code]["passed"], verdicts[code]["evaluated"]) == (passes, 6)
    shown = run("score", folder / "results.jsonl", "--root", root).output
    assert "Geprüft: Der Monat ist ein anderer." in shown


def test_a_draft_of_it_has_its_words(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    shutil.copytree(root, folder)
    done = run("new", "benchmark", "A-VOL3", "--label", "Übergabe der Größe", "--root", folder)
    assert done.exit_code == 0, done.output
    draft = (folder / "a-component/A-VOL3.yaml").read_text("utf-8")
    assert "\n  Gilt, wenn TODO" in draft
    assert "\n  Melden, wenn TODO" in draft
    assert "\n  Gilt nicht, wenn TODO" in draft
    prompt = (folder / "evaluators/llm-judge/uebergabe_der_groesse_prompt.md").read_text("utf-8")
    assert "\n- TODO: what fails the case, ODER\n" in prompt


@table
def test_its_own_words_are_demanded_and_put_in(
    root: Path, tmp_path: Path, old: str, new: str, path: str, finding: tuple[str, str | None]
) -> None:
    folder = tmp_path / "suite"
    shutil.copytree(root, folder)
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new), "utf-8")
    found = [each for each in check(folder).findings if each.path == path]
    assert {each.rule for each in found} == {finding[0]}
    assert not any(word in str(found[0].hint) for word in ('with "Apply', 'with "Flag', "`Ignore:`", ", OR`"))
    if finding[1]:
        assert found[0].fix
        assert found[0].fix.new == finding[1]
        assert run("check", "--fix", "--root", folder).exit_code == 0
        assert check(folder).findings == ()
