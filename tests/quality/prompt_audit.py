"""Hold the judge prompts of a folder against what is promised of them, without the project's own modules.

Run it with the root of a suite: `python tests/quality/prompt_audit.py .` It needs PyYAML and jsonschema.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

FOLDER = "evaluators/llm-judge"
PLACEHOLDERS = ("{ground_truth}", "{source_narrative}", "{candidate_output}")
SECTIONS = (
    *("SYSTEM:", "BEHAVIOR:", "DESCRIPTION:", "EVALUATION SCOPE:", "Include:", "Ignore:", "RUBRIC"),
    *("Automatic fail if any of the following are true:", "Pass conditions (all must be satisfied):"),
    *("Acceptable variations (still treated as pass):", "Uncertainty policy:", "REPLY:", "EXAMPLES:"),
    *("INPUTS", "GROUND_TRUTH:", "SOURCE_NARRATIVE:", "CANDIDATE_OUTPUT:"),
)
CODE = r"\b[A-Z]-[A-Z]{3}(?:\d+(?:-[a-z]+)?)?\b"


def faults(root: Path) -> list[str]:
    """Everything that is wrong with the prompts of a suite, each with the name of its file."""
    reference = (root / FOLDER / "PROMPT_SPECS.md").read_text()
    limit = re.search(r"at most ([\d,]+) characters", reference.split("\n## Length\n")[1])
    validator = Draft202012Validator(json.loads((root / "schemas/judge_reply.schema.json").read_text()))
    specs = [yaml.safe_load(path.read_text()) for path in sorted(root.glob("*-component/*.yaml"))]
    judged = {spec["llm_prompt_file"]: spec for spec in specs if spec.get("llm_prompt_file")}
    assert limit
    return [
        f"{path.name}: {fault}"
        for path in sorted((root / FOLDER).glob("*_prompt.md"))
        for fault in (
            *_of_form(path.read_text(), int(limit[1].replace(",", ""))),
            *_of_examples(path.read_text(), validator),
            *_of_scope(path.read_text(), judged[f"{FOLDER}/{path.name}"]),
        )
    ]


def _of_form(text: str, limit: int) -> Iterator[str]:
    lines = text.splitlines()
    places = [lines.index(section) if section in lines else -1 for section in SECTIONS]
    if -1 in places or places != sorted(places):
        yield "the sections are not those of the specification"
    for placeholder in PLACEHOLDERS:
        start = lines.index(placeholder) if placeholder in lines else 0
        if text.count(placeholder) != 1 or lines[start - 1 : start + 2 : 2] != ["<<<BOUNDARY", "BOUNDARY>>>"]:
            yield f"{placeholder} does not stand once, between two marks"
    if sorted(re.findall(r"\{\w+\}", text)) != sorted(PLACEHOLDERS):
        yield "there are other placeholders"
    if "BOUNDARY" in text.partition("\nINPUTS\n")[0]:
        yield "the system message holds the boundary"
    if '{"pass":' not in text:
        yield "it does not state the short form"
    if codes := re.findall(CODE, text):
        yield f"it names {', '.join(codes)}"
    if len(text) > limit:
        yield f"it has {len(text)} characters, more than {limit}"


def _of_examples(text: str, validator: Draft202012Validator) -> Iterator[str]:
    shown = text.partition("\nEXAMPLES:\n")[2].partition("\n---\n")[0]
    words, decoder, end = [], json.JSONDecoder(), 0
    for match in re.finditer(r"^(Pass|Fail|Unclear|Not applicable): .+\n(?=\{)", shown, re.MULTILINE):
        reply, end = decoder.raw_decode(shown, match.end())
        yield from (f"an example is refused: {error.message}" for error in validator.iter_errors(reply))
        words.append(match[1])
        if match[1] != _word(reply):
            yield f"`{match[1]}` stands above another reply"
    if shown[end:].strip():
        yield "there is text behind the examples"
    if not {"Pass", "Fail"} <= set(words) or len(words) > 3:
        yield f"the examples are {', '.join(words) or 'none'}"


def _word(reply: dict[str, Any]) -> str:
    if not reply.get("applicable"):
        return "Not applicable"
    return "Unclear" if reply.get("uncertain") else "Pass" if reply.get("pass") else "Fail"


def _of_scope(text: str, spec: dict[str, Any]) -> Iterator[str]:
    section = text.partition("\nIgnore:\n")[2].partition("\nRUBRIC\n")[0]
    ignored = [" ".join(entry.split()) for entry in re.split(r"^- ", section, flags=re.MULTILINE)[1:]]
    entries = (re.sub(rf"\s*\([^()]*{CODE}[^()]*\)", "", entry) for entry in spec.get("out_of_scope", ()))
    if ignored != [" ".join(entry.split()) for entry in entries]:
        yield f"what it ignores is not what {spec['code']} leaves out of scope"


if __name__ == "__main__":
    found = faults(Path(sys.argv[1]))
    print("\n".join(found) or "no faults")
    sys.exit(bool(found))
