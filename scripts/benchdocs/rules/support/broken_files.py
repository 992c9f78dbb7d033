"""Which findings hold in a suite with broken files: none that rests on what such a file may say."""

import posixpath
import re

from benchdocs.rules.finding import Finding
from benchdocs.specs.discovery import COMPONENT_FOLDER
from benchdocs.specs.validation import Broken
from benchdocs.suite.codes import codes_in
from benchdocs.suite.suite import Suite

_OF_ONE_FILE = (
    *("CAS1602", "CAS1603", "CAS1612", "DEC1301", "DEC1302", "DEC1303", "PRM601", "PRM604"),
    *("SCL", "SCP", "TXT501", "TXT502", "TXT503", "TXT504", "TXT506", "TXT507"),
    *("WGT304", "YML005", "YML008"),
)
"""Rules that look at each file by itself, so also at the sound fields of a broken one."""
_ALWAYS = ("YML", "FLD", "DOC1201", "DOC1202", "WVR901", "WVR904", "WVR905")
"""Rules that say what cannot be read, or look at a page or the settings alone."""
_FOLDER = re.compile(rf"rubrics|evaluators(/(llm-judge|code|cases|calls))?|{COMPONENT_FOLDER.pattern}")
_NAME = re.compile(r"[\w./-]*\w")
_MARKED = re.compile(r"`([^`]+)`")


def is_of_one_file(rule: str) -> bool:
    """Return whether a rule looks at each file by itself."""
    return rule.startswith(_OF_ONE_FILE)


class BrokenFiles:
    """The broken files of a suite: what they are called, what they name, and their fields at fault.

    If a folder of specs is not read, whatever compares files waits for it.
    """

    def __init__(self, suite: Suite) -> None:
        self._file = {file.document.path: file for file in suite.broken}
        self._names = {name for file in suite.broken for name in file.names}
        self._words: set[str] = set()
        for file in suite.broken:
            self._words |= _names_in(file.document.text) - file.model.model_fields.keys()
        self._lacks_folder = any(_FOLDER.fullmatch(text.path) for text in suite.unlisted)
        for text in suite.unlisted:
            self._names |= {text.path, posixpath.basename(text.path).partition(".")[0]}
            self._words |= _names_in(text.text)
        for word in tuple(self._words):
            if "." in word:  # a path, perhaps in other letters
                self._words.add(word.casefold())

    def allow(self, finding: Finding) -> bool:
        """Return whether a finding holds whatever the broken files are meant to say."""
        if finding.rule.startswith(_ALWAYS):
            return True
        if not is_of_one_file(finding.rule):
            return not (self._lacks_folder or self._is_beside_one(finding))
        file = self._file.get(finding.path)
        return file is None or not _rests_on_fault(finding, file)

    def _is_beside_one(self, finding: Finding) -> bool:
        """Return whether a finding names a broken file, or is about what such a file names."""
        related = (link.path for link in finding.related)
        named = _names_in(finding.path, finding.message, *related)
        codes = (code for _, _, code in codes_in(finding.message))
        own = (finding.path, posixpath.basename(finding.path).casefold())
        subjects = {*own, *codes, *_MARKED.findall(finding.message)}
        return not (named.isdisjoint(self._names) and subjects.isdisjoint(self._words))


def _rests_on_fault(finding: Finding, file: Broken) -> bool:
    """Return whether a finding in a broken file is about one of the fields at fault, or names it."""
    for fault in file.faults:
        length = min(len(fault.route), len(finding.route))
        if length and fault.route[:length] == finding.route[:length]:
            return True
    named = _names_in(*_MARKED.findall(f"{finding.message} {finding.hint}"))
    return not named.isdisjoint(file.fields_at_fault)


def _names_in(*texts: str) -> set[str]:
    """Return all that may be a name in some texts, which may be UTF-16 that was read as UTF-8."""
    names: set[str] = set()
    for text in texts:
        names.update(_NAME.findall(text.replace("\0", "")))
    return names
