"""Write a new code in place of an old one: in running text, in specs, in waivers, and in prompts' names."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchdocs.authoring.available_codes import CodeError
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.documents.yaml_edit import EditError, with_entry, with_field, with_scalar
from benchdocs.history.changes import EXEMPT_FIELDS
from benchdocs.specs.settings import Settings
from benchdocs.suite.codes import with_codes
from benchdocs.suite.inventory import without_inventory

_ALIASES_BELOW = ("version", "status", "label", "parent_rubric", "code")
_OWN_TABLES = re.compile(
    r"^\[+tool\.benchdocs\b.*?(?=^\[(?!\[?tool\.benchdocs\b)|\Z)", re.MULTILINE | re.DOTALL
)
"""The tables of the settings in `pyproject.toml`, each up to the next table of someone else."""


class CodeReplacement(NamedTuple):
    """Old code, new code, and new paths of the prompts and files of cases that move along, by the old ones.

    Methods raise CodeError.
    """

    old: str
    new: str
    prompts: Mapping[str, str]

    def text(self, text: str) -> str:
        """Return a text with the new code; a longer code, or one with a variant suffix, is another code."""
        return with_codes(text, {self.old: self.new})

    def data(self, value: Any) -> Any:
        """Return plain data with the new code in all of its texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.data(entry) for entry in value]
        if isinstance(value, dict):
            return {self.data(key): self.data(entry) for key, entry in value.items()}
        return value

    def concerns(self, document: YamlDocument) -> bool:
        """Return whether a spec names the old code, even with escapes, or a prompt that moves."""
        moves = document.data.get("llm_prompt_file") in self.prompts
        return moves or self.text(document.text) != document.text or self.data(document.data) != document.data

    def spec(self, document: YamlDocument, exact: str) -> str:
        """Return a spec's text with the new code in values and comments; `exact` is its exact text."""
        exempt = [
            found[1] for name in EXEMPT_FIELDS if document.root and (found := document.root.child(name))
        ]
        text, end = exact[: len(exact) - len(document.text)], 0
        for node in sorted(exempt, key=lambda node: node.start):
            text += self.text(document.text[end : node.start]) + document.text[node.start : node.end]
            end = node.end
        text += self.text(document.text[end:])
        if (field := self._differing(document.data, text)) is not None:
            message = f"`{document.path}` names `{self.old}` in `{field}` in a form that cannot be edited"
            raise CodeError(f"{message}; write the code there on one line, without escapes")
        moved = self.prompts.get(str(document.data.get("llm_prompt_file")))
        return edit_spec(document, with_scalar, text, ("llm_prompt_file",), moved) if moved else text

    def with_alias(self, document: YamlDocument, text: str, former: Sequence[str]) -> str:
        """Return the text of the benchmark itself, with its old code among the former ones.

        Where the benchmark gets back a former code, the old code takes its place.
        """
        if self.new in former:
            return edit_spec(document, with_scalar, text, ("aliases", former.index(self.new)), self.old)
        if document.data.get("aliases") is not None:
            return edit_spec(document, with_entry, text, ("aliases",), self.old)
        return edit_spec(document, with_field, text, "aliases", f"[{self.old}]", _ALIASES_BELOW)

    def _differing(self, data: dict[object, object], text: str) -> object:
        """Return the first field whose value is not the former one with the new code; None where all are."""
        found = parse_yaml(TextFile("", text.removeprefix("\ufeff"))).data
        same = (
            name
            for name, value in data.items()
            if found.get(name) != (value if name in EXEMPT_FIELDS else self.data(value))
        )
        return next(same, None)

    def settings(self, settings: Settings, exact: str) -> str:
        """Return the settings' text with the new code in waivers, and the new names of prompts."""
        old = tomllib.loads(exact.removeprefix("\ufeff"))
        own = old["tool"]["benchdocs"] if settings.prefix else old
        waivers = [self._waiver(waiver) for waiver in own["waivers"]]
        if waivers == own["waivers"]:
            return exact
        own["waivers"] = waivers
        text = (
            _OWN_TABLES.sub(lambda match: self._waiver_text(match[0]), exact)
            if settings.prefix
            else self._waiver_text(exact)
        )
        try:
            same = tomllib.loads(text.removeprefix("\ufeff")) == old
        except tomllib.TOMLDecodeError:
            same = False
        if not same:
            path, table = settings.file.path, f"[[{settings.prefix}waivers]]"
            message = f"`{path}` waives findings of `{self.old}` in a form that cannot be edited"
            raise CodeError(f"{message}; write each waiver as a `{table}` table")
        return text

    def _waiver(self, waiver: dict[str, Any]) -> dict[str, Any]:
        """Return a waiver with the new code and prompt name."""
        named = {name: self.text(entry) for name, entry in waiver.items() if name in ("code", "reason")}
        return {**waiver, **named, "code": self._names.get(waiver["code"], named["code"])}

    def _waiver_text(self, text: str) -> str:
        text = self.text(text)
        for name, to in self._names.items():
            text = re.sub(rf"(?<=[\"']){re.escape(name)}(?=[\"'])", to, text)
        return text

    @property
    def _names(self) -> dict[str, str]:
        """Return the new names of prompts' files, by the old ones."""
        return {path.rpartition("/")[2]: to.rpartition("/")[2] for path, to in self.prompts.items()}


def lines_with(text: str, renamed: Mapping[str, str]) -> Iterator[int]:
    """Yield the numbers of the lines that name a code, those of an inventory left out."""
    text = without_inventory(text)
    for number, line in enumerate(text.split("\n") if with_codes(text, renamed) != text else (), 1):
        if with_codes(line, renamed) != line:
            yield number


def edit_spec(document: YamlDocument, edit: Callable[..., str], *arguments: Any) -> str:
    """Return a spec's text after an edit. Raises CodeError with the file's path."""
    try:
        return edit(*arguments)
    except EditError as error:
        raise CodeError(f"`{document.path}` cannot be edited: {error}; fix it first") from None
