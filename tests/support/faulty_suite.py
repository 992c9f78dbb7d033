"""Files of the demonstration suite with faults in them, and waivers."""

from __future__ import annotations

from support.paths import BASE


def base_with(path: str, *changes: tuple[str, str], end: str = "") -> str:
    """A file of the demonstration suite with passages replaced and lines added."""
    text = (BASE / path).read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text + end


FAULTY = {
    "a-component/A-AUX1.yaml": base_with(
        "a-component/A-AUX1.yaml",
        ("label: Missing time announced", "label: no"),
        ("criticality: hard_gate", "criticality: hardgate"),
        ("Apply when a time", "Applies if a time"),
        ("missing_time_prompt.md", "Missing_time_prompt.md"),
    ),
    "a-component/A-DEM1.yaml": base_with(
        "a-component/A-DEM1.yaml",
        ("threshold: 0.90", "threshold: 0.95"),
        ('normalization_formula: "x"', 'normalization_formula: "log(x)"'),
        ('0.90: "A rare miss"', '1.90: "A rare miss"'),
        ("use A-DEM2 instead", "use A-DEM7 instead"),
    ),
    "a-component/A-DEM2.yaml": base_with(
        "a-component/A-DEM2.yaml",
        ("label: Departure time recorded", 'label: ""'),
        ("Flag if the record lacks it.", "The record lacks it."),
        ("Do not use for", "(1) Not for"),
        end="weight: 0.50\nnotes: none\n",
    ),
    "a-component/A-DEM3.yaml": 'code: A-DEM3\nlabel: "Not closed\nweight: 0\n',
    "a-component/A-DEM4.yaml": "# to be written\n",
    "a-component/A-DEM5.yaml": "code: A-DEM5\nmetric: &shared {}\nexamples: *shared\n",
    "rubrics/A-AUX.yaml": base_with(
        "rubrics/A-AUX.yaml", ("passing_threshold: 0.90", "passing_threshold: 90"), ("MINIMUM", "LOWEST")
    ),
    "rubrics/A-DEM.yaml": base_with(
        "rubrics/A-DEM.yaml",
        ("passing_threshold: 0.80\n", ""),
        end="  - A-DEM3\n  - A-DEM4\n  - A-DEM5\n  - A-DEM6\n  - demo7\n",
    ),
    "rubrics/A.yaml": base_with("rubrics/A.yaml", ("[A-DEM, A-AUX]", "[A-DEM, A-AUX, A-DEP]")),
    "rubrics/suite.yaml": base_with("rubrics/A.yaml", ("code: A", "code: DII"), ("[A-DEM, A-AUX]", "[]")),
    "evaluators/llm-judge/arrival_prompt.md": base_with(
        "evaluators/llm-judge/arrival_prompt.md",
        ("Uncertainty policy:\nIncomplete evidence counts as a fail; say so in the reason.\n", ""),
        ('"pass": true', '"verdict": true'),
    ),
    "pyproject.toml": """\
[tool.benchdocs]
excludes = []

[[tool.benchdocs.waivers]]
rule = "TXT506"
code = "A-DEM1"
""",
}
"""Files to lay over the demonstration suite, with thirty violations between them."""
WITHOUT_EXAMPLES = base_with(
    "a-component/A-DEM2.yaml",
    ("examples:\n  - \"Narrative: 'left at 14:40' but the record has no departure time.\"\n", ""),
)


def waiver(rule: str, code: str, reason: str = "Agreed on for this test.") -> str:
    """A waiver as an author writes it."""
    table = f'[[tool.benchdocs.waivers]]\nrule = "{rule}"\ncode = "{code}"\nreason = "{reason}"\n'
    return f'{table}by = "The suite\'s owners"\non = 2026-01-31\n'
