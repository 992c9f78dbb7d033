"""REF216: topics that do not lead to the benchmarks of the suite."""

from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import Vocabulary
from benchdocs.suite.suite import Suite, is_in_use


@rule(
    "REF216",
    "topics and benchmarks do not match",
    source="Project conventions: topics",
)
def topics_lead_to_benchmarks(suite: Suite) -> Iterator[Violation]:
    """A topic in `docs/topics.yaml` names a code that no benchmark in use has. Or a benchmark in use is in no
    topic, which is a warning.

    Why: people who label runs find the code for a fault by the topic. A code that leads nowhere, or that no
    topic leads to, is never given.

    Fix: correct the code, or add the benchmark to the topics of the runs that it is about.

    Bad (whole file) docs/topics.yaml:

        topics:
          - name: Arrival
            ask: Is the time wrong, or is it missing?
            codes: [A-DEM1, A-DEM7, A-DEM2, A-AUX1]

    Good (whole file) docs/topics.yaml:

        topics:
          - name: Arrival
            ask: Is the time wrong, or is it missing?
            codes: [A-DEM1, A-DEM2, A-AUX1]
    """
    if not suite.topics:
        return
    in_use = {spec.code for spec in suite.benchmarks if is_in_use(spec)}
    named: set[str] = set()
    for number, topic in enumerate(suite.topics.fields.topics or ()):
        for index, code in enumerate(topic.codes or ()):
            named.add(code)
            if code not in in_use:
                message = f"no benchmark in use has the code `{code}`"
                place = at("topics", number, "codes", index)
                yield Violation(suite.topics.document, place, message, _hint(suite, code, in_use))
    for code in sorted(in_use - named):
        message = f"no topic leads to the benchmark `{code}`"
        hint = "add it to the topics of the runs that it is about"
        yield Violation(suite.topics.document, at("topics"), message, hint, severity=Severity.WARNING)


def _hint(suite: Suite, code: str, in_use: set[str]) -> str:
    """Return what to write in place of a code; one that is known or reserved is not misspelled."""
    now = suite.known_code(code)
    if now in suite.benchmark:
        now = suite.benchmark[now].fields.replaced_by or now
    if now in in_use:
        return f"write `{now}`"
    near = None
    if now is None and code not in suite.settings.reserved:
        near = Vocabulary(in_use).did_you_mean(code)
    return near or "name a benchmark, or take the code out"
