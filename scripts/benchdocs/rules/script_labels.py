"""EVL1707: labels that a script reads or compares unlike metrics and the data dictionary say."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from benchdocs.documents.locations import Place, Position, at_key
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.choices import Comparison
from benchdocs.specs.code_evaluator import CodeEvaluator, parts
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.suite.script_meaning import labels_read
from benchdocs.suite.suite import Suite

SOURCE = "Measurement"


@rule("EVL1707", "label that a script reads or compares unlike what is stated", Severity.WARNING)
def other_labels(suite: Suite) -> Iterator[Violation]:
    """A script compares a field of a label by another kind than `evaluators/labels.yaml` says. Or the
    dictionary says how to compare a label that no script reads.

    Why: readers learn from the dictionary what counts as equal.

    Fix: correct the kind in the script or the dictionary, or delete it.

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
    read = {label for script in suite.code_evaluators for label in labels_read(suite, script)}
    for label, key in (dictionary.fields.labels or {}).items():
        if key.compare and label not in read:
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
    for table in script.nodes if label in script.text else ():
        entries = zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ()
        for name, value in entries:
            if isinstance(name, ast.Constant) and name.value == label:
                constants = [node for node in parts(value) if isinstance(node, ast.Constant)]
                constants.sort(key=lambda node: (node.lineno, node.col_offset))
                for field, kind in pairwise(constants):
                    if kind.value in {*Comparison}:
                        yield kind, str(field.value), str(kind.value)
