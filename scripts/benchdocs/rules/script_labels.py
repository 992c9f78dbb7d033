"""EVL1707: labels that a script reads or compares unlike metrics and the data dictionary say."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from benchdocs.documents.locations import Place, Position, at, at_key
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.choices import Comparison
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.script_meaning import labels_read
from benchdocs.suite.suite import Suite

SOURCE = "Measurement"


@rule("EVL1707", "label that a script reads or compares unlike what is stated", Severity.WARNING)
def other_labels(suite: Suite) -> Iterator[Violation]:
    """A script compares a field of a label by another kind than `evaluators/labels.yaml` says. Or the
    dictionary says how to compare a label that no script reads. As a note: a script reads a label that
    `metric.labels` does not name.

    Why: readers learn from the dictionary what counts as equal. Whether a benchmark applies follows from
    `metric.labels` alone; reviews cover every label that a script reads.

    Fix: correct the kind in the script or the dictionary, or delete it. Name a label that is counted.

    Bad (whole file) evaluators/labels.yaml:

        labels:
          stated_times: {meaning: Times that were stated., type: list, compare: {value: time}}
        record: {}

    Bad (whole file) evaluators/code/departure.py:

        COMPARE = {"stated_times": {"value": "exact"}}

        def evaluate(labels, output, narrative):
            return COMPARE

    Bad a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py
          labels: [stated_times]

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    dictionary = suite.dictionary
    if dictionary is None or not suite.code_evaluators:
        return
    labels, records = dictionary.fields.labels or {}, dictionary.fields.record or {}
    read = {script.path: labels_read(suite, script) for script in suite.code_evaluators}
    for spec in suite.benchmarks:
        counted = spec.fields.metric.labels if spec.fields.metric else []
        for label in read.get(spec.fields.implementation or "", ()) if counted else ():
            if label not in counted and label not in records:
                message = f"the script of `{spec.code}` reads the label `{label}`, which is not named"
                place, hint = at("metric", "labels"), "name it, if it is counted"
                yield Violation(spec.document, place, message, hint, severity=Severity.NOTE)
    for label, key in labels.items():
        if key.compare and not any(label in names for names in read.values()):
            message = f"no script reads the label `{label}`, whose comparison is stated"
            yield Violation(dictionary.document, at_key("labels", label), message, "delete its `compare`")
        for script in suite.code_evaluators if key.compare else ():
            for node, field, kind in _comparisons(script, label):
                right = key.compare.get(field, kind)
                if right != kind:
                    message = (
                        f"it compares `{field}` of `{label}` by `{kind}`, and `{LABELS_FILE}` by `{right}`"
                    )
                    place = Place(position=Position(node.lineno, node.col_offset + 1))
                    yield Violation(script, place, message, "correct the one or the other")


def _comparisons(script: CodeEvaluator, label: str) -> Iterator[tuple[ast.Constant, str, str]]:
    """Yield the kinds of comparison that tables of a script state for a label, each with place and field.

    A kind stands right after the name of its field: as the value of a key, or as the next argument of a call.
    """
    for table in ast.walk(script.tree) if script.tree and label in script.text else ():
        entries = zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ()
        for name, value in entries:
            if isinstance(name, ast.Constant) and name.value == label:
                constants = [node for node in ast.walk(value) if isinstance(node, ast.Constant)]
                constants.sort(key=lambda node: (node.lineno, node.col_offset))
                for field, kind in pairwise(constants):
                    if kind.value in {*Comparison}:
                        yield kind, str(field.value), str(kind.value)
