"""Prompts of another team's form: its headings and placeholders, and the settings that say so."""

from __future__ import annotations

import re

from benchdocs.specs.prompt_file import HEADINGS

OTHER_HEADINGS = {
    "system": "ROLE:",
    "behavior": "QUESTION:",
    "description": "MEANING:",
    "scope": "WHAT TO READ:",
    "include": "Read:",
    "ignore": "Pass over:",
    "rubric": "VERDICT",
    "automatic_fail": "Reject if:",
    "pass_conditions": "Accept if:",
    "acceptable_variations": "Also accept:",
    "uncertainty": "In doubt:",
    "inputs": "MATERIAL",
    "ground_truth": "FACTS OF THE FILE:",
}
OTHER_INPUTS = {"ground_truth": "facts", "source_narrative": "letter", "candidate_output": "memo"}
OTHER_FORM = "\n".join(
    (
        "[prompts]",
        f"inputs = {list(OTHER_INPUTS.values())}",
        "[prompts.headings]",
        *(f'{key} = "{text}"' for key, text in OTHER_HEADINGS.items()),
    )
)

GERMAN_KEYS = {
    "pass": "bestanden",
    "reason": "begründung",
    "applicable": "anwendbar",
    "uncertain": "unklar",
    "uncertain_reason": "zweifel",
}
GERMAN_REPLY = {
    "benchdocs.toml": "\n".join(
        (
            '[prompts]\nreply = "schemas/urteil.json"\n[prompts.reply_keys]',
            *(f'{key} = "{own}"' for key, own in GERMAN_KEYS.items()),
        )
    ),
    "schemas/urteil.json": '{"properties": {"bestanden": {"type": "boolean"}, "begründung": {}}}',
}
"""Settings of a suite whose judges reply in German, and the schema of their replies."""


def in_other_form(text: str) -> str:
    """A prompt with the headings and placeholders of another team."""
    for heading in HEADINGS:
        other = OTHER_HEADINGS.get(heading.key) or f"{OTHER_INPUTS.get(heading.key, heading.key).upper()}:"
        text = re.sub(rf"^{re.escape(heading.text)}", other, text, flags=re.MULTILINE)
    for key, name in OTHER_INPUTS.items():
        text = text.replace(f"{{{key}}}", f"{{{name}}}")
    return text
