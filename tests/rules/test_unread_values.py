"""A value that cannot be read is unknown: one finding says so, and none concludes anything from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from support.case_files import CASE_FILES
from support.faulty_suite import waiver
from support.paths import BASE
from support.rule_cases import case_name, cases, found
from support.suites import overlay_folder, suite_with
from support.tables import table

EVERY = 12
"""Of so many breaks of values one is tried, another in each file and case."""
READ = r"([^/]+-component|rubrics|evaluators|reviews)/.*(\.yaml|_prompt\.md)|reviewers\.yaml"
UNREADABLE = ("YML001", "YML002", "YML003", "YML004")
REFUSED = (*UNREADABLE, "FLD", "PRM602", "PRM603")
"""Rules that say that a value could not be read."""
FIELD = re.compile(r"(?P<start> *(?:- )?)(?P<name>\w{4,}): +(?P<value>[^\s>|#].*)\n?")


def unreadable(data: bytes, number: int) -> bytes:
    """A file in which a quote is not closed, a byte is not UTF-8, or a character is not allowed."""
    return data + (b'\nbroken: "not closed\n', b"\n# \xff\n", b"\n# \x07\n")[number % 3]


def with_broken_values(text: str) -> Iterator[tuple[int, str]]:
    """A file with one value each that its field does not take, or whose field has no such name."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if field := FIELD.fullmatch(line):
            start, name, value = field.groups()
            others = [f"{start}{name}: {{broken: {value}}}\n", f"{start}{name}: [[{value}]]\n"]
            others += [f"{start}{name}: {value}O\n"] if value.replace(".", "").isdigit() else []
            others += [line.replace("_prompt.md", "_promt.md")] if name == "llm_prompt_file" else []
            others += [f"{start}{name[0]}{name[2:]}: {value}\n"] if not start else []
            for other in others:
                yield number + 1, "".join((*lines[:number], other, *lines[number + 1 :]))


class Broken:
    """A case of a rule whose files are broken one after the other."""

    def __init__(self, case: Path, root: Path) -> None:
        self.root, self.rule, self.name = overlay_folder(root, case), case.parent.name, case_name(case)
        self.before = found(self.root, self.rule)
        paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
        unread = {finding.path for finding in self.before if finding.rule in UNREADABLE}
        self.paths = [path for path in paths if re.fullmatch(READ, path) and path not in unread]

    def breaks(self, path: str) -> Iterator[tuple[int | None, bytes]]:
        """The contents of a broken file, each with the broken line, if it is one."""
        data, seed = (self.root / path).read_bytes(), crc32(f"{self.name} {path}".encode())
        yield None, unreadable(data, seed)
        if path.endswith(".yaml"):
            is_own = not (BASE / path).exists() or (BASE / path).read_bytes() != data
            values = list(with_broken_values(data.decode()))
            step = EVERY if is_own else EVERY * 5
            yield from ((line, text.encode()) for line, text in values[seed % step :: step])

    def concluded(self, path: str, line: int | None, broken: bytes) -> list[str]:
        """What is found once a file is broken, beside what says so, and was not found before."""
        kept = (self.root / path).read_bytes()
        (self.root / path).write_bytes(broken)
        after = found(self.root, self.rule)
        (self.root / path).write_bytes(kept)

        stood = Counter((each.rule, each.path, each.line) for each in self.before)
        new = []
        for each in after:
            stood[place := (each.rule, each.path, each.line)] -= 1
            new += [each] if stood[place] < 0 else []
        at_break = [each for each in new if each.path == path and line in (None, each.line)]
        if not any(each.rule.startswith(REFUSED) for each in at_break):
            return []  # the value can be read all the same
        return [f"{each.place} {each.rule}: {each.message}" for each in new if each not in at_break]


@pytest.mark.sweep(8)
@pytest.mark.parametrize("case", cases("err"), ids=case_name)
def test_nothing_is_concluded_from_what_cannot_be_read(case: Path, tmp_path: Path) -> None:
    broken = Broken(case, tmp_path)
    for path in broken.paths:
        for line, data in broken.breaks(path):
            assert broken.concluded(path, line, data) == [], (path, line)


RUBRIC = (BASE / "rubrics/A-AUX.yaml").read_text() + (
    "evaluation_guidelines:\n"
    "  critical_requirements:\n"
    "    - {text: No time may be invented., enforced_by: [A-AUX1]}\n"
)
DEM1, AUX1 = ((BASE / f"a-component/{code}.yaml").read_text() for code in ("A-DEM1", "A-AUX1"))
FORMER = (BASE / "a-component/A-DEM2.yaml").read_text() + "rationale: It was split off A-OLD1.\n"
SUITE = {
    **CASE_FILES,
    "a-component/A-DEM1.yaml": f"{DEM1}aliases: [A-OLD1]\n",
    "a-component/A-DEM2.yaml": FORMER,
    "rubrics/A-AUX.yaml": RUBRIC,
    "pyproject.toml": waiver("TXT506", "A-AUX1"),
    "a-component/A-AUX1.yaml": re.sub("examples:\n.*\n", "", AUX1),
}
"""A former code and a gate that others name, cases, and a waiver."""


@table
def test_a_broken_file_is_the_only_one_that_is_reported(
    tmp_path: Path, path: str, old: str, new: str, encoding: str
) -> None:
    root = suite_with(tmp_path, SUITE)
    assert found(root, "") == ()
    (root / path).write_bytes((root / path).read_text().replace(old, new).encode(encoding))
    findings = found(root, "")
    assert {each.path for each in findings} == {path}
    assert {each.rule for each in findings} <= {*UNREADABLE, "FLD103", "FLD105", "FLD102", "PRM602"}
