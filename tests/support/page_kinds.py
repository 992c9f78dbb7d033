"""One page of every kind that the site has, and the sizes and schemes it is looked at in."""

from __future__ import annotations

KINDS = {
    "home": "",
    "inventory": "benchmarks/",
    "rubrics": "rubrics/",
    "component": "rubrics/a/",
    "rubric": "rubrics/a-neg/",
    "benchmark": "benchmarks/a-neg1/",
    "prompts": "prompts/",
    "prompt": "prompts/negation-simple/",
    "rules": "rules/",
    "rule": "rules/fld103/",
    "audit": "audit/",
    "changes": "audit/changes/",
    "conformance": "audit/conformance/",
    "files": "audit/files/",
    "traceability": "audit/traceability/",
    "weights": "audit/traceability/weights/",
    "delegation": "audit/traceability/delegation/",
    "protocols": "audit/traceability/protocols/",
    "gaps": "audit/traceability/gaps/",
    "judged": "audit/traceability/prompts/",
    "decisions": "audit/decisions/",
    "assessment": "audit/self-assessment/",
    "card": "audit/benchmark-card/",
    "downloads": "audit/downloads/",
    "print": "audit/print/",
    "methodology": "methodology/scoring-flow/",
    "sampling": "methodology/how-sure-is-a-pass/",
    "glossary": "methodology/glossary/",
    "authoring": "authoring/",
    "fields": "authoring/fields/",
    "hosting": "authoring/hosting/",
    "not-found": "404.html",
}
"""Address of the page of each kind, below the site's root."""
