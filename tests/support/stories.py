"""Stories: what happens to a scratch suite, step by step, and what is so afterwards.

A story stands below its claim, which is marked `!stories`, in the module's table (`support/tables.py`). It
begins with the demonstration suite, or with another one (`suite`: `committed` to a repository, `rooted`,
`none`, `shipped`), with settings of the program (`set`, `environment`). It is one step, or has `steps` after
a first change, which share its `rule`, `path` and `form`. A step has, in this order:
 - a change as in `support/change_tables.py`, and files to `remove`,
 - a `commit` with this message, a command of `git`,
 - a command to `run` in the suite (or from a folder `in` it, which it finds itself), its `status`, what it
   `says` and `hides`, or its whole `output`,
 - the `findings` of a check (of a `rule` and `path`, `against` a revision, in a `form`), or what they `tell`,
 - what has `changed` since the step began, each with its class,
 - what files `hold` and `lack`, which are `gone`, whether all is `unchanged`,
 - what pages `show` and `avoid`, each `url` or `url#section`, in words or HTML, and what files `publish`;
   `avoid` looks for `<` and `&` in the HTML alone: the words of a spec may hold them. `[...]` in a text
   stands for any text, `{head}` for the last commit.
"""

from __future__ import annotations

import html
import re
import shlex
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from benchdocs.history.changes import changes
from benchdocs.history.log import read_log
from benchdocs.history.revisions import suite_at
from benchdocs.rules.check import Report, check
from benchdocs.site.dataset.downloads import files as downloads
from benchdocs.site.site import Site
from support.case_folders import RULE_CASES
from support.change_tables import apply
from support.commands import run
from support.folders import listing
from support.paths import REPOSITORY
from support.repositories import Repository
from support.rooted_suite import rooted_suite
from support.shipped import shipped_report
from support.suites import overlay_folder, suite_in, suite_with
from support.tables import Stories, data, each_row

Step = dict[str, Any]


def stories(module: str) -> Any:
    """Return a test that plays all stories of a module's table; the module names itself with `__file__`."""
    told: dict[str, Step] = {}
    for claim, found in data(module).items():
        if isinstance(found, Stories):
            told |= {f"{claim}: {name}": story for name, story in found.items()}

    @each_row("story", told)
    def test(story: Step, tmp_path: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            _Story(story, tmp_path / "suite", patch).play()

    return test


class _Story:
    """A story, and the suite in which it takes place."""

    def __init__(self, told: Step, root: Path, patch: pytest.MonkeyPatch) -> None:
        self._told = told
        self._root = root
        self._patch = patch
        self._repository: Repository | None = None

    def play(self) -> None:
        """Do each step, and hold what is so against what the step says."""
        self._begin()
        shared = {kind: self._told[kind] for kind in ("rule", "path", "form") if kind in self._told}
        for step in self._told.get("steps", [self._told]):
            if "in" in step:
                self._patch.chdir(self._root / step["in"])
            _Played(shared | step, self._root, self._repository).hold()

    def _begin(self) -> None:
        kind = self._told.get("suite")
        if kind == "committed":
            self._repository = Repository(self._root)
        elif kind == "rooted":
            rooted_suite(self._root)
        elif kind == "shipped":
            self._root = REPOSITORY
        elif kind == "none":
            self._root.mkdir()
        else:
            suite_with(self._root)
        for case in self._told.get("over", "").split():
            overlay_folder(self._root, RULE_CASES / case)
        for name, value in self._told.get("set", {}).items():
            self._patch.setattr(name, value)
        for name, value in self._told.get("environment", {}).items():
            self._patch.setenv(name, value)
        if "steps" in self._told:
            apply(self._root, self._told)


class _Played:
    """A step that was done."""

    def __init__(self, step: Step, root: Path, repository: Repository | None) -> None:
        self._step = step
        self._root = root
        self._repository = repository
        self._earlier = suite_in(root) if "changed" in step else None
        apply(root, step)
        for path in step.get("remove", ()):
            (root / path).unlink()
        if repository and "commit" in step:
            repository.commit(step["commit"])
        if repository and "git" in step:
            repository.git(*shlex.split(step["git"]))
        self._before = listing(root) if step.get("unchanged") else {}

    def hold(self) -> None:
        """Hold what is so against what the step says."""
        if "run" in self._step:
            self._hold_output()
        self._hold_findings()
        if self._earlier:
            found = [f"{each.text} | {each.effect}" for each in changes(self._earlier, suite_in(self._root))]
            assert found == self._step["changed"], found
        self._hold_files()
        for where, texts in self._step.get("show", {}).items():
            words, source = self._page(where)
            for text in texts:
                assert self._is_in(text, words) or self._is_in(text, source), (where, text, words)
        for where, texts in self._step.get("avoid", {}).items():
            words, source = self._page(where)
            for text in texts:
                assert not self._is_in(text, source), (where, text, source)
                assert not self._is_in(text, words) or set("<&") & set(text), (where, text, words)
        files = dict([*self._site.files(), *downloads(self._site)]) if "publish" in self._step else {}
        for path, texts in self._step.get("publish", {}).items():
            published = " ".join(files[path].decode().split())
            for text in texts:
                assert self._is_in(text, published), (path, text, published)

    def _hold_output(self) -> None:
        words = shlex.split(self._step["run"].replace("{root}", str(self._root)))
        is_complete = "{root}" in self._step["run"] or "in" in self._step
        result = run(*words) if is_complete else run(*words, "--root", self._root)
        assert result.exit_code == self._step.get("status", 0), result.output
        assert result.output == self._step.get("output", result.output), result.output
        unsaid = [text for text in self._step.get("says", ()) if not self._is_in(text, result.output)]
        assert unsaid == [], result.output
        assert [text for text in self._step.get("hides", ()) if text in result.output] == [], result.output

    def _hold_findings(self) -> None:
        if "findings" in self._step:
            found = self._lines(self._step.get("form", "{place} {rule}"))
            assert found == self._step["findings"], found
        if "tell" in self._step:
            told = "\n".join(self._lines("{place} {severity} {rule}: {message} | {hint} → {new}"))
            assert [text for text in self._step["tell"] if text not in told] == [], told

    def _lines(self, form: str) -> list[str]:
        """The findings of the step's rule in the file of its path, in a form."""
        rule, path = self._step.get("rule", ""), self._step.get("path", "")
        lines = []
        for each in self._report.findings:
            if each.rule.startswith(rule) and each.path.startswith(path):
                new = each.fix.new if each.fix else ""
                lines.append(form.format(place=each.place, new=new, **each._asdict()))
        return lines

    def _hold_files(self) -> None:
        for path, texts in self._step.get("hold", {}).items():
            content = (self._root / path).read_bytes().decode()
            assert [text for text in texts if text not in content] == [], content
        for path, texts in self._step.get("lack", {}).items():
            content = (self._root / path).read_bytes().decode()
            assert [text for text in texts if text in content] == [], content
        assert [path for path in self._step.get("gone", ()) if (self._root / path).exists()] == []
        if self._step.get("unchanged"):
            assert listing(self._root) == self._before

    @cached_property
    def _report(self) -> Report:
        if self._root == REPOSITORY:
            return shipped_report()
        against = self._step.get("against")
        return check(self._root, suite_at(against, self._root) if against else None)

    @cached_property
    def _site(self) -> Site:
        return Site(self._report, history=read_log(self._root) if self._repository else None)

    def _is_in(self, text: str, shown: str) -> bool:
        """Whether what is shown has a text of a story."""
        if "{head}" in text and self._repository:
            text = text.replace("{head}", self._repository.git("rev-parse", "HEAD")[:12])
        return bool(re.search(".*".join(map(re.escape, text.split("[...]"))), shown, re.DOTALL))

    def _page(self, where: str) -> tuple[str, str]:
        """The words of a page or of its section, and its HTML, a space at most between two words."""
        url, _, id = where.partition("#")
        (page,) = (page for page in self._site.pages if page.url == ("" if url == "home" else url))
        parts = [part for part in page.sections if id in ("", part.id)]
        source = "".join(f"{html.escape(part.heading)}\n{part.html}" for part in parts)
        words = html.unescape(re.sub(r"<[^>]+>", " ", source.replace("<wbr>", "")))
        return " ".join(words.split()), " ".join(source.split())
