"""A configuration of promptfoo that tests every judge on its cases."""

import re
from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, Judge, JudgedCase, json_text
from benchdocs.specs.prompt_file import BOUNDARY, INPUTS

_OF_TEMPLATES = re.compile(r"\{(?=[{%#])|#(?=\})")
"""First of two signs that open a template of promptfoo, or end a comment in one."""
_README = """\
# Judges and their cases for promptfoo

- `promptfooconfig.yaml`: one prompt per judge, and its cases as tests.
- `prompts/CODE.json`: the judge's prompt as a chat, a system message and the message of a case.
- `tests/CODE.json`: the cases, each with the inputs of the judge and the expected verdict.
- `verdict.js`: the assertion. It reads the judge's reply and compares the verdict.
- `scoring.json`: weights, thresholds and gates, which are applied to the results.

`promptfoo eval -r PROVIDER` runs all with the model that you name; add `--filter-metadata benchmark=CODE` for
one judge. The provider in the file, `echo`, sends back the input of the judge, so every test fails.

To judge your own output, use it instead of `candidate_output`, and choose another `boundary`: a
code that is in no other case and in none of the texts.
"""
_CONFIG = """\
description: {description}
prompts:
{prompts}
providers:
  # Sends back the input of the judge. Name the model of your judge instead.
  - echo
defaultTest:
  assert:
    - type: javascript
      value: file://verdict.js
tests:
{tests}
"""
_VERDICT = """\
// Compares the verdict in a judge's reply with the one that its case expects.
module.exports = (output, {vars}) => {
  const expected = vars.expected;
  let reply;
  try {
    reply = typeof output === "string" ? JSON.parse(output) : output;
  } catch {
    reply = null;
  }
  if (!reply || typeof reply.pass !== "boolean") {
    return {pass: false, score: 0, reason: "The reply is not a JSON object with `pass`."};
  }
  const verdict = reply.applicable === false ? "not_applicable"
    : reply.uncertain === true ? "uncertain"
      : reply.pass ? "pass" : "fail";
  const agrees = verdict === expected;
  return {pass: agrees, score: agrees ? 1 : 0, reason: `The judge says ${verdict}, the case ${expected}.`};
};
"""


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    judged = evaluators.judged
    yield "README.md", _README.encode()
    yield "scoring.json", evaluators.scoring
    yield "verdict.js", _VERDICT.encode()
    yield "promptfooconfig.yaml", _config([each.code for each, _ in judged]).encode()
    for each, judge in judged:
        yield f"prompts/{each.code}.json", json_text(_messages(judge)).encode()
        yield f"tests/{each.code}.json", json_text([_test(each, case) for case in each.cases]).encode()


def _config(codes: list[str]) -> str:
    prompts = "\n".join(f"  - id: file://prompts/{code}.json\n    label: {code}" for code in codes)
    tests = "\n".join(f"  - file://tests/{code}.json" for code in codes)
    return _CONFIG.format(description="Judges of the suite on their cases", prompts=prompts, tests=tests)


def _messages(judge: Judge) -> list[dict[str, str]]:
    """Return the prompt as a chat, with variables of promptfoo for what changes from case to case.

    The inputs are in one variable: promptfoo looks into texts for other variables, but not into objects.
    """
    user = _literal(judge.case_part).replace(BOUNDARY, "{{ inputs.boundary }}")
    for name in INPUTS:
        user = user.replace(f"{{{name}}}", f"{{{{ inputs.{name} }}}}")
    return [{"role": "system", "content": _literal(judge.system)}, {"role": "user", "content": user}]


def _literal(text: str) -> str:
    """Return a text of which promptfoo takes nothing for a template."""
    return _OF_TEMPLATES.sub(r"{{ '\g<0>' }}", text)


def _test(each: Evaluator, case: JudgedCase) -> dict[str, Any]:
    return {
        "description": f"{each.code} {case.id}",
        "vars": {"inputs": {**case.inputs, "boundary": case.boundary}, "expected": case.expected.value},
        "metadata": {**each.scoring, **case.data},
        "prompts": [each.code],
    }
