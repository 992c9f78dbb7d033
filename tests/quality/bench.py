"""Holds what the tool promises of its speed and size, in one run on this machine.

Run by `make bench`, as a whole or in parts (`make bench ARGS="growth check"`). Prints each result as it
comes, and fails over the bars. A whole run writes all of them into `RESULTS.md`, and the builds
into the documentation.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from quality.promises import browsing, checking, growth, results, rivals, serving
from quality.promises.results import Detail, Result
from quality.promises.works import Works

PARTS = {
    "growth": growth,
    "rivals": rivals,
    "check": checking,
    "serve": serving,
    "browser": browsing,
}
"""What can be measured alone; parts of one run share their builds."""


def main(names: list[str]) -> int:
    """Measure these parts, or all; 1 where a bar is missed, 2 where there is no such part."""
    if unknown := set(names) - set(PARTS):
        print(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    found: list[Result] = []
    details: list[Detail] = []
    with tempfile.TemporaryDirectory() as folder:
        works = Works(Path(folder))
        for name in names or PARTS:
            for outcome in PARTS[name].measure(works):
                if isinstance(outcome, Result):
                    found.append(outcome)
                    print(" | ".join(filter(None, outcome.cells)), flush=True)
                else:
                    details.append(outcome)
                    print(f"\n{outcome.title}\n{outcome.table}", flush=True)
    if not names:
        results.write(results.RESULTS, results.report(found, details))
        results.write(results.PAGE, "\n".join(detail.table for detail in details))
    return int(not all(result.is_kept for result in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
