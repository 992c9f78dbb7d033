"""The families of rules: what the letters of a rule's identifier stand for; and the retired rules."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from benchdocs.rules.rule import Rule


class Family(NamedTuple):
    """What a family of rules is called, and what its rules check."""

    name: str
    checks: str


FAMILIES = {
    "YML": Family(
        "Files", "Can the file be read, does its name match its code, and is every character visible?"
    ),
    "FLD": Family("Fields", "Is every field present and known, with an allowed value?"),
    "REF": Family("References", "Does every code that a file names exist, and do both sides agree?"),
    "WGT": Family("Weights", "Do the weights add up, and do texts repeat the numbers correctly?"),
    "SCL": Family("Scales", "Do the scale and its formula turn every score into a number from 0 to 1?"),
    "TXT": Family("Texts", "Are the criteria worded as required, with nothing left blank?"),
    "PRM": Family("Prompts", "Does each judge prompt exist, have its sections and agree with its benchmark?"),
    "SCP": Family("Scope", "Do specs and prompts stay free of what the suite forbids?"),
    "INV": Family("Inventory", "Does the inventory in `AGENTS.md` match the specs?"),
    "WVR": Family("Waivers", "Does every exception have a reason and an author, and is it still needed?"),
    "VER": Family("Versions", "Does a change since an earlier commit have the version or decision it needs?"),
    "REV": Family("Reviews", "Is every review record in place, by a known reviewer, and still valid?"),
    "DOC": Family("Pages", "Are hand-written pages safe to publish?"),
    "DEC": Family("Decisions", "Does every decision name a value of the spec, once, with a possible date?"),
    "CAS": Family("Cases", "Does every calibration case fit its benchmark, its prompt and its keys?"),
    "EVL": Family(
        "Code evaluators", "Does each script exist, judge cases, and do only what an evaluator may?"
    ),
    "RUN": Family("Runs", "Is every record of a run as it was added, and does what it says add up?"),
}
RETIRED = {
    "ASM1501": "a self-assessment is a page that people write and read",
    "CAS1610": "files of agreement figures are no longer read; keep them with the results of the run",
    "CAS1611": "files of agreement figures are no longer read; keep them with the results of the run",
    "DOC1203": "MkDocs itself names the pages that are not in the navigation",
    "PRM603": "PRM602 finds every path that no prompt has, however it is written",
    "PRM611": "a reviewer compares the numbers of a prompt with its spec, since a prompt should state none",
    "PRM616": "the page of a prompt shows its examples with their verdicts",
    "PRM617": "PRM609 finds codes that no benchmark has, and a known one does not mislead a judge",
    "PRM618": "the page of a prompt shows its text, and models read far longer ones",
    "REF207": "the page of a benchmark shows which codes its criteria name",
    "REF215": "the page of a rubric lists the critical requirements that no hard gate enforces",
    "REV1108": "a review is a record, which `benchdocs review` writes; specs have no field `review`",
    "REL1401": "a git tag names a state, and pages and results name its digest",
    "TXT505": "a reviewer sees what a concept leaves out, and the note was often wrong",
    "TXT508": "a text that is listed twice changes no score, and the page shows both",
    "VER1005": "`benchdocs diff` shows which numbers changed, and WGT304 finds texts that contradict them",
    "WVR903": "the settings leave no file out any more",
    "WGT303": "pages show that a weight of 0 has no share in a score",
    "WGT305": "the page of a benchmark and `benchdocs score` say if every score passes, or none can",
    "YML007": "a field for codes refuses letters of other alphabets, and words are no longer examined",
    "YML009": "pages show stacked marks as a browser draws them",
    "YML011": "YML006 finds U+FFFD, and pages show other garbled characters as they are in the file",
    "YML012": "a page shows how YAML read a backslash",
}
"""Rules that went, each with what to use instead, or why it went. No rule is given such a number again."""


def family_of(rule: str) -> str:
    """Return the letters of a rule's family: `WGT` of `WGT301`."""
    return rule.rstrip("0123456789")


def by_family(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """Return rules by the letters of their family, in their order."""
    return {family: list(found) for family, found in groupby(rules, lambda rule: family_of(rule.id))}
