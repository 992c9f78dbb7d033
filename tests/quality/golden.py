"""Write everything that the program makes into a folder, and compare it with what another run wrote there.

    PYTHONPATH=tests python tests/quality/golden.py OUT [--suite REV] [--against OTHER] [--only cases|sites]

One hash is printed for each part. A refactoring keeps them all: run it before with OUT=a, afterwards with
OUT=b and `--against a`, which lists every file that differs. The digest of the program's own files, which
every site names, is taken over no files at all; nothing else is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from support.case_folders import RULE_CASES
from support.generated_suites import generate
from support.hostile_files import CORPUS
from support.paths import BASE, REPOSITORY
from support.suites import overlay_folder, suite_with
from support.syntax_error_cases import syntax_error_cases

TESTS = REPOSITORY / "tests"
FORMATS = ("text", "json", "github", "sarif")
SITES = ("shipped", "base", "owners_example", "generated_500")
_SEPARATOR = "\n--- {} ---\n"


def main() -> int:
    """Run the whole harness; exit status 1 where two runs differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path, help="folder to write, made anew")
    parser.add_argument("--suite", default="HEAD", help="revision whose suite and history are used")
    parser.add_argument("--against", type=Path, help="folder that an earlier run wrote")
    parser.add_argument("--only", choices=("cases", "sites"), help="make one half only")
    options = parser.parse_args()
    _hide_program_files()
    out: Path = options.out.absolute()
    against: Path | None = options.against and options.against.absolute()
    shutil.rmtree(out, ignore_errors=True)
    folder = Path(tempfile.mkdtemp())
    try:
        suites = _suites(folder, options.suite)
        halves = {
            "cases": lambda: _cases(out / "cases", folder),
            "sites": lambda: _sites_and_commands(out, suites),
        }
        children = [_fork(work) for name, work in halves.items() if options.only in (None, name)]
        failed = [os.waitpid(child, 0)[1] for child in children]
    finally:
        _remove(folder)
    for part in sorted(path for path in out.iterdir()):
        print(f"{_hash(part)}  {part.name}")
    if any(failed):
        print("the harness itself failed")
        return 1
    return _report_differences(against, out, options.only) if against else 0


def _suites(folder: Path, revision: str) -> dict[str, Path]:
    """Return the suites by name: the shipped one as a clone of a revision, with its history."""
    shipped = folder / "shipped"
    for command in (
        ["git", "clone", "--quiet", "--no-checkout", str(REPOSITORY), str(shipped)],
        ["git", "-C", str(shipped), "checkout", "--quiet", "--detach", revision],
    ):
        subprocess.run(command, check=True)
    return {
        "shipped": shipped,
        "base": suite_with(folder / "base"),
        "owners_example": Path(shutil.copytree(TESTS / "data/owners_example", folder / "owners_example")),
        "generated_500": generate(folder / "generated_500", 500),
    }


def _hide_program_files() -> None:
    """Let the program's folder show no files, so that its digest stays the same when its code changes."""
    everything = Path.rglob

    def rglob(self: Path, pattern: str) -> Iterator[Path]:
        return iter(()) if (self.name, pattern) == ("benchdocs", "*") else everything(self, pattern)

    Path.rglob = rglob  # type: ignore[method-assign, assignment]


def _fork(work: object) -> int:
    """Run a function in a child process and return its number."""
    child = os.fork()
    if not child:
        status = 1
        try:
            assert callable(work)
            work()
            status = 0
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            os._exit(status)
    return child


def _sites_and_commands(out: Path, suites: dict[str, Path]) -> None:
    for name in SITES:
        _build(suites[name], out / f"site-{name}")
    commands = out / "commands"
    for name, root in suites.items():
        old = next((f"{revision}" for revision in ("HEAD~60",) if name == "shipped"), str(BASE))
        for words in (
            ("inventory",),
            *(("check", "--format", form) for form in FORMATS),
            *(("diff", old, "--format", form) for form in ("text", "json", "markdown")),
        ):
            _write(commands / name / "-".join(words[::2]), _run(words, root))
    root = suites["base"]
    for words in (
        ("--help",),
        *((command, "--help") for command in ("check", "diff", "new", "review", "rules")),
        ("schema",),
        ("schema", "benchmark"),
        ("schema", "rubric"),
        ("rules",),
        ("rules", "--format", "json"),
        ("rules", "WGT301"),
        ("new", "benchmark", "A-DEM3"),
        ("new", "rubric", "A-NEW"),
        ("review", "--status"),
    ):
        _write(commands / "-".join(words).replace(" ", "_"), _run(words, root))
    shutil.copytree(root, commands / "suite-after-commands")


def _cases(out: Path, folder: Path) -> None:
    """Check and mend every rule, syntax-error and hostile case."""
    earlier = str(TESTS / "data/earlier")
    for case in sorted(path for path in RULE_CASES.glob("*/*") if path.is_dir()):
        rule = case.parent.name
        root = overlay_folder(folder / "case", case)
        _check(
            out / "rules" / f"{rule}-{case.name}", root, ["--against", earlier] if rule[:3] == "VER" else []
        )
    for slip in syntax_error_cases():
        _check(out / "slips" / slip.name, slip.lay(folder / "case"))
    for number, hostile in enumerate(CORPUS):
        root = suite_with(folder / "case")
        hostile.lay(root / hostile.path)
        _check(out / "hostile" / f"{number:03}", root)


def _check(target: Path, root: Path, more: Sequence[str] = ()) -> None:
    pieces = []
    for words in (*(["--format", form] for form in FORMATS), ["--fix", "--diff"]):
        pieces += [_SEPARATOR.format(" ".join(words)), _run(["check", *words, *more], root)]
    _write(target, "".join(pieces))
    _remove(root)


def _remove(folder: Path) -> None:
    """Delete a folder, however deep it is."""
    subprocess.run(["rm", "-rf", folder], check=False)


def _run(words: Sequence[str], root: Path) -> str:
    """Run a command within a suite and return its output and its exit status."""
    from benchdocs.cli.main import main as command

    output = io.StringIO()
    status: object = 0
    with _inside(root), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            command.main(list(words), prog_name="benchdocs")
        except SystemExit as end:
            status = end.code
        except Exception as error:
            status = f"raised {type(error).__name__}"
    return f"{output.getvalue()}\nexit status {status}\n"


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


def _build(root: Path, target: Path) -> None:
    """Build the site of a suite in a process of its own."""

    def build() -> None:
        from mkdocs.__main__ import cli

        os.environ.update(BENCHDOCS_ROOT=str(root), SOURCE_DATE_EPOCH="1700000000")
        os.chdir(REPOSITORY)
        with contextlib.redirect_stderr(io.StringIO()):
            cli.main(["build", "--no-strict", "--quiet", "-d", str(target)], standalone_mode=False)

    os.waitpid(_fork(build), 0)
    assert (target / "index.html").is_file(), f"{target} was not built"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")


def _files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def _hash(folder: Path) -> str:
    digest = sha256()
    for name, path in _files(folder).items():
        digest.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]


def _report_differences(old: Path, new: Path, only: str | None) -> int:
    before, after = _files(old), _files(new)
    if only:
        before = {
            name: path for name, path in before.items() if name.startswith("cases/") == (only == "cases")
        }
    lines = [f"gone     {name}" for name in before if name not in after]
    lines += [f"new      {name}" for name in after if name not in before]
    lines += [
        f"differs  {name}"
        for name in before
        if name in after and before[name].read_bytes() != after[name].read_bytes()
    ]
    print("\n".join(lines) or f"all {len(after)} files are equal")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
