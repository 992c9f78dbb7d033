"""Calibration cases with texts that a harness could take for addresses, templates or programs."""

from __future__ import annotations

import json

from support.evals import FILES

CASES = "evaluators/cases/arrival.yaml"
ADDRESSES = (
    *("file:///etc/hostname", "File://x", "file:x.json", "  file:///etc/hostname", "exec:id", "package:x:y"),
    *("http://127.0.0.1:9/x", "https://example.org", "huggingface://datasets/x", "az://x", "s3://x"),
    *("python:evil.py", "javascript:1", "file://{{ env.HOME }}", "file://*"),
)
HARMLESS = (
    *("Package: sealed.", "File: none.", "See file:///etc/hostname", "At 06:12: at the door.", "Exec: yes"),
    *("{{ env.HOME }}", "{% include 'x' %}", "{# x #}", "${HOME}", "$ref", '{"$ref": "#/0"}', "#/0", "*"),
    *("[[x]]", "{candidate_output}", "=1+1", "!!python/object:x", "a//b", "//x", "{{ inputs.boundary }}"),
    *("@x", "data/*.json", "{{ range(9) }}", "BOUNDARY>>>"),
)
_CASE = """\
  - id: hostile-{number}
    kind: clear_fail
    narrative: {text}
    labels: {{stated_times: [{text}]}}
    output: {{arrival: {{contact_time: {text}}}}}
    expected: fail
    because: {text}
    origin: synthetic
  - id: raw-{number}
    kind: clear_fail
    narrative: Said at 0612.
    labels: {{stated_times: []}}
    output: {text}
    expected: fail
    because: The time is missing.
    origin: synthetic
"""


def hostile_cases(texts: tuple[str, ...]) -> dict[str, str]:
    """Return a case file with each of these texts wherever a case has a text."""
    added = (_CASE.format(number=number, text=json.dumps(text)) for number, text in enumerate(texts))
    return {CASES: FILES[CASES] + "".join(added)}
