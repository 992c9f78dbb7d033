"""Run one code evaluator of a suite on many cases, apart from everything else. This file is a program.

It is started by `code_runs.py` with Python's isolated mode and without installed packages, reads one JSON
object from standard input, and writes a line of JSON for each case. Before the evaluator is loaded, memory is
limited and an audit hook refuses files, network, programs and other imports. That stops mistakes and most
malice; it is no sandbox, so evaluators are read before they are run.
"""

import builtins
import json
import sys
import types
from importlib import import_module
from typing import Any, NoReturn

MEMORY = 1 << 30
"""Most bytes of memory."""
LONGEST = 1_000_000
"""Most characters of a reply."""
_REFUSED = ("open", "import", "os.", "socket.", "subprocess.", "shutil.", "ctypes.", "sys.", "gc.", "code.")


class ForbiddenError(Exception):
    """What the evaluator tried and may not do."""


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_REFUSED):
        shown = ", ".join(repr(argument)[:60] for argument in arguments[:1])
        raise ForbiddenError(f"it tried `{event}` ({shown}), which no evaluator may do")


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the time is limited everywhere
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _loaded(name: str, source: str) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__file__ = f"{name}.py"
    sys.modules[name] = module
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module


def _import(name: str, *arguments: Any) -> Any:
    if name in _shared and name not in sys.modules:
        _loaded(name, _shared[name])
    if name not in _shared and name.partition(".")[0] not in _allowed:
        raise ForbiddenError(f"it tried to import `{name}`, which no evaluator may do")
    return _real_import(name, *arguments)


_real_import = builtins.__import__
_allowed: set[str] = set()
_shared: dict[str, str] = {}
"""Texts of the modules that the evaluator imports from beside it, by their names."""


def _main() -> None:
    job = json.load(sys.stdin)
    answers, sys.stdout = sys.stdout, sys.stderr
    for name in job["modules"]:
        import_module(name)
    _allowed.update(job["modules"])
    _shared.update(job["shared"])
    import_module("_strptime")
    _limit_memory()
    try:
        sys.addaudithook(_guard)
        builtins.__import__ = _import  # type: ignore[assignment]
        evaluate = getattr(_loaded("evaluator", job["source"]), job["entry"])
    except BaseException as error:
        evaluate = _raising(error)
    for case in job["cases"]:
        try:
            answer: Any = {"reply": evaluate(case["labels"], case["output"], case["narrative"])}
            line = json.dumps(answer)
            if len(line) > LONGEST:
                raise ForbiddenError(f"its reply has {len(line)} characters")
        except BaseException as error:
            line = json.dumps({"failed": _words(error)})
        answers.write(f"{line}\n")
        answers.flush()


def _raising(error: BaseException) -> Any:
    def evaluate(*_: Any) -> NoReturn:
        raise error.with_traceback(None)

    return evaluate


def _words(error: BaseException) -> str:
    """Return an error in one line."""
    if isinstance(error, MemoryError):
        return "it needed more memory than an evaluator may have"
    text = " ".join(str(error).split())[:150]
    return text if isinstance(error, ForbiddenError) else f"{type(error).__name__}: {text}"


if __name__ == "__main__":
    _main()
