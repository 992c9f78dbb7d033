"""A suite with hostile text wherever text can stand."""

from __future__ import annotations

import json
from pathlib import Path

from support.suites import suite_with

LONG_WORD = "w" * 3000
TEXTS = {
    "label": "</title><script>window.ran = 'label'</script> 😀 <b>bold</b> & &amp; {{ 7*7 }}",
    "concept": "</p><script>window.ran = 'concept'</script> [x](javascript:window.ran=1) *no* _emphasis_ "
    "{: .class #id } ![i](x) <img src=x onerror=\"window.ran='img'\"> &lt;b&gt; a | b | c {% raw %} $x$ :a: "
    'Formula: (a / b). Threshold: >=0.90. <div data-slot="top"></div> ' + LONG_WORD,
    "inclusion_criteria": "Apply when {{ 7*7 }} <svg onload=\"window.ran='svg'\"> is dictated. "
    'Flag if --8<-- "f" or # heading or | table | is lost.',
    "exclusion_criteria": "Do not apply when <!-- nothing --> or ]]> or \\\\backslash or ``ticks`` appear.",
    "rationale": "[ref]: http://evil.example ~~~ ``` <details open ontoggle=\"window.ran='details'\">",
}
EXAMPLE = 'Narrative: \'<script>window.ran="example"</script>\' --8<-- "mkdocs.yml" 1. not a list'
LEVEL = "</table><script>window.ran='level'</script> | pipe & <i>"
RUBRIC_LABEL = "R </title><script>window.ran='rubric'</script> \"quoted\" & <i>"


def hostile_suite(root: Path) -> Path:
    """The demonstration suite with hostile text wherever text can stand."""
    suite_with(root)
    path = root / "a-component/A-DEM1.yaml"
    kept = [
        line
        for line in path.read_text().splitlines()
        if line.split(":")[0] in ("code", "parent_rubric", "weight")
    ]
    kept += [f"{name}: {json.dumps(text, ensure_ascii=False)}" for name, text in TEXTS.items()]
    kept += [
        "threshold: 0.90",
        f"examples: [{json.dumps(EXAMPLE, ensure_ascii=False)}]",
        "evaluator_type: hybrid",
    ]
    kept += ["llm_prompt_file: evaluators/llm-judge/arrival_prompt.md", "scoring_scale:", "  min_value: 0"]
    kept += [
        "  max_value: 1",
        "  descriptions:",
        f"    1: {json.dumps(LEVEL, ensure_ascii=False)}",
        "    0: nothing",
    ]
    path.write_text("\n".join(kept) + "\n")
    rubric = root / "rubrics/A-DEM.yaml"
    rubric.write_text(
        rubric.read_text().replace(
            "label: Demonstration", f"label: {json.dumps(RUBRIC_LABEL, ensure_ascii=False)}"
        )
    )
    prompt = root / "evaluators/llm-judge/arrival_prompt.md"
    text = prompt.read_text().replace(
        "- formatting", f"- {TEXTS['inclusion_criteria']} <script>window.ran=1</script>"
    )
    prompt.write_text(text)
    return root
