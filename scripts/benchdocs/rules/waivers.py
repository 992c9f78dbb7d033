"""WVR: exceptions in the settings that say no reason, are no longer needed, or hide what counts."""

import re
from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import Place
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.rules.families import RETIRED
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import DEFINED, rule
from benchdocs.rules.support.code_suggestions import CodeVocabulary
from benchdocs.rules.support.records import in_future, today
from benchdocs.specs.discovery import REPLY_SCHEMA, nearly_settings
from benchdocs.specs.fields import ANY_CODE
from benchdocs.specs.judge_reply import schema as usual_schema
from benchdocs.specs.prompt_settings import lacks_verdict, reply_schema
from benchdocs.specs.settings import FEWEST_WORDS, Ignored, Waiver
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: waivers"
_ABSENT = {"by": "who made it", "on": "when"}
_EXAMPLE = {"by": '`by = "..."`', "on": "`on = 2026-01-31`"}
ALWAYS_ON = ("YML", "FLD", "WVR", "DOC", "CAS1612", "DEC", "REV", "VER", "RUN")
"""Rules and groups that no waiver excuses and `ignore` cannot switch off.

Without them a spec is not read, a page or export not trusted, or nobody knows who decided, who reviewed and
what changed.
"""


@rule(
    "WVR901",
    "waiver without a reason, or unreadable settings",
)
def waiver_without_reason(suite: Suite) -> Iterator[Violation]:
    """A waiver has no reason, rule or code, gives a reason of fewer than three words, or excuses a rule that
    cannot be waived. Or an entry of `ignore`, which switches a rule off for the whole suite, does. Or the
    settings cannot be read, are in two files or in one that is called almost like theirs, or name a JSON
    Schema of a reply that is missing or describes no JSON object. As a note: that schema states properties,
    but not `pass`, true or false, which `benchdocs score` needs. As a warning: schemas that `benchdocs schema
    --write` has written have other categories than the settings, or another form of a reply than the one
    that counts.

    Why: the site shows every exception, and auditors ask why each one was made.

    Fix: write all three: `rule`, `code` (or a prompt's file name) and `reason`, in a few words. YML, FLD,
    WVR and DOC rules, CAS1612 and those on evidence (DEC, REV, RUN, VER) cannot be waived or switched off;
    fix the file instead. Settings are in `benchdocs.toml`. Without that file, the table `[tool.benchdocs]`
    of `pyproject.toml` is read.

    Bad (whole file) benchdocs.toml:

        [[waivers]]
        rule = "TXT506"
        code = "A-DEM1"

    Good (whole file) benchdocs.toml:

        waivers = []
    """
    file = suite.settings.file
    for fault in suite.settings.faults:
        yield Violation(file, fault.place, fault.message, fault.hint)
    for name in nearly_settings(suite.root):
        message = f"`{name}` is not read: settings are in `benchdocs.toml`"
        yield Violation(TextFile(name, ""), Place(), message, "name it `benchdocs.toml`")
    if unread := suite.settings.unread:
        place = unread.file.place_of(unread.start)
        message = f"`[tool.benchdocs]` is not read, because the settings are in `{suite.settings.file.path}`"
        yield Violation(unread.file, place, message, "move what it says there, and delete the table")
    for waiver in suite.settings.waivers:
        place = Place(position=waiver.position)
        if _is_short(waiver):
            message = f"the reason for waiving {waiver.rule} for {waiver.code} is {_shown(waiver.reason)}"
            yield Violation(file, place, message, "say in a few words why the finding is acceptable")
        elif waiver.rule.startswith(ALWAYS_ON) and waiver.rule not in RETIRED:
            hint = "fix the file that the finding names"
            yield Violation(file, place, f"{waiver.rule} cannot be waived", hint)
    schema = suite.settings.prompts.reply
    found = reply_schema(suite.root, schema) if schema else {}
    place = file.place_of(max(file.text.find(schema), 0))
    if found is None or "object" not in str(found.get("type", "object")):
        why = "has no JSON object" if (suite.root / schema).is_file() else "does not exist"
        why = "does not describe an object" if found else why
        message = f"`{shorten(schema)}`, which `reply` names, {why}"
        yield Violation(file, place, message, "write a JSON Schema there, or correct the path")
    elif lacks_verdict(suite.root, suite.settings.prompts):
        key = suite.settings.prompts.reply_key("pass")
        needed = f"`benchdocs score` needs `{shorten(key)}`, true or false"
        message = f"{needed}; `{shorten(schema)}` does not describe it"
        hint = "add it to the schema, or name the key that has the verdict: `pass` in `[prompts.reply_keys]`"
        yield Violation(file, place, message, hint, severity=Severity.NOTE)
    for path in _stale_schemas(suite):
        readers = "editors do" if path != REPLY_SCHEMA else "editors and other harnesses may"
        message = f"`{path}` is not what the settings say now: `benchdocs` does not read it, but {readers}"
        hint = "run `benchdocs schema --write`"
        yield Violation(TextFile(path, ""), Place(), message, hint, severity=Severity.WARNING)
    for entry in suite.settings.ignore:
        place = Place(position=entry.position)
        if entry.rule in RETIRED:
            continue  # noted by WVR902
        if _is_short(entry):
            message = f"the reason for switching off {shorten(entry.rule)} is {_shown(entry.reason)}"
            yield Violation(file, place, message, "say in a few words why")
        if entry.rule not in DEFINED:
            hint = did_you_mean(entry.rule, DEFINED) or "`benchdocs rules` lists them"
            yield Violation(file, place, f"there is no rule {shorten(entry.rule)} to switch off", hint)
        elif entry.rule.startswith(ALWAYS_ON):
            hint = "fix the files that it finds"
            yield Violation(file, place, f"{entry.rule} cannot be switched off", hint)


def _stale_schemas(suite: Suite) -> Iterator[str]:
    """Yield the schemas in the suite's folder that lack its categories, or are not its form of a reply."""
    settings = suite.settings
    for path in ("schemas/rubric.schema.json", REPLY_SCHEMA):
        if not (suite.root / path).is_file():
            continue
        written = reply_schema(suite.root, path) or {}
        if path != REPLY_SCHEMA:
            stated = written.get("properties")
            category = stated.get("category") if isinstance(stated, dict) else None
            names = category.get("enum", []) if isinstance(category, dict) else None
            is_current = names == [named.name for named in settings.named_categories]
        elif settings.prompts.reply:
            is_current = written == reply_schema(suite.root, settings.prompts.reply)
        else:
            is_current = written == usual_schema(settings.nouns.fill)
        if not is_current:
            yield path


def _is_short(entry: Waiver | Ignored) -> bool:
    """Return whether the reason of an exception has too few words."""
    return len(entry.reason.split()) < FEWEST_WORDS


@rule(
    "WVR902",
    "unused waiver or category",
    Severity.WARNING,
)
def unused_waiver(suite: Suite, unused: Sequence[Waiver]) -> Iterator[Violation]:
    """A waiver excuses a finding that does not occur, although every file could be read. Or a category of the
    settings lists a rubric that does not exist or states another category, or `reserved` has what no code
    can be. As a note: a waiver or `ignore` names a rule that was retired.

    Why: an exception that is no longer needed would hide the next violation of its kind. A misspelled code
    leaves its rubric without a category, or is not kept free.

    Fix: delete the waiver or entry, or correct its rule or code.

    Bad (whole file) benchdocs.toml:

        [[waivers]]
        rule = "TXT502"
        code = "A-DEM1"
        reason = "kept from an earlier version"

    Good (whole file) benchdocs.toml:

        waivers = []
    """
    names, codes = [file.path.rpartition("/")[2] for file in suite.evaluators], CodeVocabulary(suite)
    exceptions: list[Waiver | Ignored] = [*suite.settings.waivers, *suite.settings.ignore]
    for exception in exceptions:
        if why := RETIRED.get(exception.rule):
            message, place = f"{exception.rule} was retired: {why}", Place(position=exception.position)
            yield Violation(suite.settings.file, place, message, "delete the entry", severity=Severity.NOTE)
    for waiver in unused:
        if waiver.rule in RETIRED:
            continue
        message = f"{waiver.rule} finds nothing for {waiver.code}"
        hint = None if waiver.rule in DEFINED else did_you_mean(waiver.rule, DEFINED)
        if not (hint or suite.spec(waiver.code) or waiver.code in names):
            hint = did_you_mean(waiver.code, names) or codes.did_you_mean(waiver.code)
        place = Place(position=waiver.position)
        hint = hint or "delete the waiver, or correct its rule or code"
        yield Violation(suite.settings.file, place, message, hint)
    file = suite.settings.file
    for code in suite.settings.reserved:
        if not re.fullmatch(ANY_CODE, code):
            message = f"no spec can have the reserved code {_shown(code)}"
            hint = "write a code, such as `A-LNG3`, or delete it"
            yield Violation(file, file.place_of(max(file.text.find(code), 0)), message, hint)
    for code, category in suite.settings.category_of.items():
        stated = suite.rubric[code].fields.category if code in suite.rubric else None
        is_known = suite.known_code(code)
        if not is_known or stated not in (None, category):
            start = max(file.text.find("categories", suite.settings.start), 0)
            place = file.place_of(max(file.text.find(code, start), start))
            message = f"there is no rubric `{shorten(code)}`, whose category is stated"
            hint = codes.did_you_mean(code) or "correct or remove its code"
            if is_known:
                message = f"`{code}` is listed as `{category}`, but its spec states `category: {stated}`"
                hint = "remove the code here, or the field there"
            yield Violation(file, place, message, hint)


@rule(
    "WVR904",
    "waiver without an author",
    Severity.WARNING,
)
def unsigned_exception(suite: Suite) -> Iterator[Violation]:
    """A waiver does not say who made it (`by`) and when (`on`).

    Why: the site lists everything that is excused, and readers ask who decided that and when.

    Fix: complete the waiver.

    Bad (whole file) benchdocs.toml:

        [[waivers]]
        rule = "TXT502"
        code = "A-DEM1"
        reason = "kept from an earlier version"

    Good (whole file) benchdocs.toml:

        waivers = []
    """
    for waiver in suite.settings.waivers:
        absent = [name for name in ("by", "on") if not getattr(waiver, name)]
        if absent:
            message = f"{_waiver(waiver)} does not say {' and '.join(_ABSENT[name] for name in absent)}"
            hint = "add " + " and ".join(_EXAMPLE[name] for name in absent)
            yield Violation(suite.settings.file, Place(position=waiver.position), message, hint)


@rule(
    "WVR905",
    "expired waiver, or one with impossible dates",
)
def expired_waiver(suite: Suite) -> Iterator[Violation]:
    """A waiver's last day, `until`, has passed. Or the waiver is dated in the future, or ends before it was
    made.

    Why: a temporary exception must be looked at again when its time is over.

    Fix: fix what the waiver excuses and delete the waiver, or make a new exception with `on` and `until`.

    Bad (whole file) benchdocs.toml:

        [[waivers]]
        rule = "TXT506"
        code = "A-DEM1"
        reason = "The cases are being collected."
        by = "The suite's owners"
        on = 2025-01-31
        until = 2025-03-31

    Good (whole file) benchdocs.toml:

        waivers = []
    """
    now = today()
    for waiver in suite.settings.waivers:
        on, until = waiver.on, waiver.until
        if future := in_future(on):
            message, hint = f"is dated {on}, which is {future}", "correct the date"
        elif on and until and until < on:
            message, hint = f"ends on {until}, before it was made on {on}", "correct the dates"
        elif until and until < now:
            message, hint = f"ended on {until}", "fix what it excuses, or make a new waiver"
        else:
            continue
        place = Place(position=waiver.position)
        yield Violation(suite.settings.file, place, f"{_waiver(waiver)} {message}", hint)


def _waiver(waiver: Waiver) -> str:
    return f"the waiver of {waiver.rule} for {waiver.code}"


def _shown(text: str) -> str:
    return f"`{shorten(text)}`"
