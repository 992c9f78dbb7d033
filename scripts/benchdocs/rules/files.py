"""YML: files that cannot be read as one plain block of fields, or are named unlike their code."""

import re
from collections import Counter
from collections.abc import Iterator

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import ProblemKind, TextFile, quoted, shorten
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.hidden_text import changeable_paths
from benchdocs.rules.rule import rule
from benchdocs.specs.field_index import plain_fields
from benchdocs.suite.cases import is_judged
from benchdocs.suite.suite import Suite

SOURCE = "Benchmark Field Breakdown (file format)"


def _problems(suite: Suite, kind: ProblemKind) -> Iterator[Violation]:
    site = [file for file in suite.handwritten if file.path == "mkdocs.yml" and not file.text]
    for file in (*suite.unlisted, *suite.documents, *site):
        for found, place, message, hint, first in file.problems:
            if found is kind:
                related = (Link(file, first, "first written here"),) if first else ()
                yield Violation(file, place, message, hint, related)


@rule(
    "YML001",
    "unreadable file or invalid YAML",
)
def unreadable(suite: Suite) -> Iterator[Violation]:
    """A file cannot be opened, is not UTF-8 text, is not valid YAML, or contains an invisible character: a
    control character (plain or escaped), or a character in a value that changes the text direction. Or a key
    in braces has no value: in `{note: warm, dry}` the comma makes `dry` a key. A folder
    cannot be opened. Or a file or folder is a link: nothing that it leads to is read.

    Why: a spec that cannot be read cannot be checked. Its page would be missing, and the weights of its
    rubric would no longer add up. The target of a link may not belong to the suite, and would be published.

    Fix: go to the place that the message names. The usual causes are a text with `: ` that needs quotes, a
    quote that was not closed, a tab instead of spaces, or a file that was not saved as UTF-8.

    Bad a-component/A-DEM1.yaml:

        label: Times: recorded as stated

    Good a-component/A-DEM1.yaml:

        label: "Times: recorded as stated"
    """
    yield from _problems(suite, ProblemKind.UNREADABLE)


@rule(
    "YML002",
    "duplicate key",
)
def duplicate_key(suite: Suite) -> Iterator[Violation]:
    """A key appears twice in one block. Numbers are compared by value: `0.9` and `0.90` are the same level.

    Why: YAML silently keeps the last of the two, so the page would contradict half of the file.

    Fix: keep one of the two, or give the second level its own number.

    Bad a-component/A-DEM1.yaml:

        weight: 0.5
        weight: 0.4

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    yield from _problems(suite, ProblemKind.DUPLICATE_KEY)


@rule(
    "YML003",
    "file that is not a single set of fields",
)
def wrong_shape(suite: Suite) -> Iterator[Violation]:
    """A spec file is empty, contains a list or a single value instead of fields, or contains several
    documents.

    Why: a spec is one benchmark or one rubric, found under its own name. Nothing would list a second document
    in the file.

    Fix: write `field: value` lines, one spec per file.

    Bad (whole file) a-component/A-DEM3.yaml:

        # to be written

    Good a-component/A-DEM1.yaml:

        label: One block of fields
    """
    yield from _problems(suite, ProblemKind.SHAPE)


@rule(
    "YML004",
    "size, depth or YAML feature that is not allowed",
)
def over_limits(suite: Suite) -> Iterator[Violation]:
    """A file is too large or nested too deeply, or uses an anchor, an alias, a tag or a merge key. Or it is
    too many folders deep.

    Why: readers must see what a field says where it is written, and a few lines of aliases can grow to
    gigabytes. A spec is plain data.

    Fix: write out each value where it is used, and delete the anchor, alias or tag.

    Bad a-component/A-DEM1.yaml:

        weight: &share 0.5

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    yield from _problems(suite, ProblemKind.LIMIT)


@rule(
    "YML005",
    "file name differs from code",
    Severity.WARNING,
    source="`code`",
    fields=("code",),
)
def file_name(suite: Suite) -> Iterator[Violation]:
    """A spec's file is not named after its code, its extension is in capital letters (`.YAML`), or an editor
    added `.txt`.

    Why: authors look for `A-DEM1` in `A-DEM1.yaml`, and nobody notices two files with the same code.

    Fix: name the file after the code, with the same capital letters and the extension `.yaml`.

    Bad (whole file) rubrics/demo.yaml:

        code: B-DEM
        label: Demonstration of a misnamed file
        weight: 1
        aggregation_method: MEAN
        passing_threshold: 0.8
        benchmarks: [A-DEM1]

    Good rubrics/A-DEM.yaml:

        code: A-DEM
    """
    count = Counter(spec.code for spec in suite.specs)
    for spec in suite.specs:
        if not spec.fields.code or count[spec.code] > 1:
            continue  # of two files with one code, the code may be wrong
        name = spec.document.path.rpartition("/")[2]
        stem, ending = _parts(name)
        if stem != spec.code:
            message = f"the file is named `{stem}`, but its code is `{spec.code}`"
            hint = f"rename `{name}` to `{spec.code}.yaml`, or correct the code"
        elif ending not in (".yaml", ".yml"):
            message = f"the file ends in `{ending}`, but a spec's extension is `.yaml`"
            hint = f"rename it to `{spec.code}.yaml`"
        else:
            continue
        yield Violation(spec.document, at("code"), message, hint)


def _parts(name: str) -> tuple[str, str]:
    """Return a file's name and its ending, which includes an appended `.txt`."""
    stem, dot, ending = name.rpartition(".")
    if ending.lower() == "txt":
        stem, _, inner = stem.rpartition(".")
        ending = f"{inner}.{ending}"
    return stem, dot + ending


@rule("YML013", "specs in another folder than the settings say")
def specs_elsewhere(suite: Suite) -> Iterator[Violation]:
    """No component folder (`a-component`) lies where the settings say, but there is one elsewhere: in the
    suite's own folder, or in a folder next to the rubrics. Or a folder of benchmarks is called almost like
    one, as `a-komponente` is. Until that is settled, nothing else is reported.

    Why: no benchmark is read, and every rubric would be reported to list benchmarks that do not exist.

    Fix: name the folder in the settings, or move the component folders.

    Bad (whole file) benchdocs.toml:

        benchmarks = "specs"

    Good (whole file) benchdocs.toml:

        benchmarks = ""
    """
    if suite.elsewhere:
        found, settings = suite.elsewhere[0], suite.settings
        within, name = found.rpartition("/")[::2]
        if not name.endswith("-component"):
            message = f"the folder `{found}` is not read: it is not called like a component's"
            hint = f"rename it to `{re.split('[-_ ]', name)[0].lower()}-component`"
            yield Violation(TextFile(found, ""), Place(), message, hint)
            return
        right = f"{settings.benchmarks}/{name}" if settings.benchmarks else name
        message = f"the settings say that benchmarks lie in `{right}`, but they are in `{found}`"
        hint = f'write `benchmarks = "{within}"` in `{settings.file.path}`, or move the folder to `{right}`'
        yield Violation(settings.file, Place(), message, hint)


_CUT = re.compile(r"[ \t]+(?P<rest>#\w[^\r\n]*?)(?=[ \t]+#\s|[ \t]*(?:[\r\n]|\Z))")
"""What an unquoted text loses: a `#` that touches a word, up to an ordinary comment or the line's end."""
_CURLY_START = re.compile(r"(?:[:-][ \t\r\n]+|[\[,{][ \t]*)[“„‘]")
_CURLY = re.compile(r"[“„][^“”„]+[”“]|‘(?:[^‘’]|(?<=\w)’(?=\w))+’")


@rule(
    "YML008",
    "text cut off by a comment, or in curly quotes",
    Severity.WARNING,
    fixable=True,
)
def cut_text(suite: Suite) -> Iterator[Violation]:
    """A text without quotes contains a `#` that touches a word: `label: Meds #1 given`. In YAML a comment
    starts there, so the text is only `Meds`. Or curly quotes enclose the whole text: `label: “Meds given”`.
    YAML only knows straight quotes, so the curly ones become part of the text.

    Why: part of the text disappears from the page and from the judge's view, or unwanted quotes appear, and
    nothing looks wrong.

    Fix: put straight quotes around the text; `--fix` replaces curly ones. To show curly quotes, put straight
    ones around them. If you mean a comment, write a space after its `#`.

    Bad a-component/A-DEM1.yaml:

        label: Arrival time #1 recorded

    Good a-component/A-DEM1.yaml:

        label: "Arrival time #1 recorded"  # an ordinary comment
    """
    files: list[tuple[TextFile, frozenset[str]]]
    files = [(spec.document, plain_fields(spec.model)) for spec in suite.sound]
    files += [(file, frozenset()) for file in suite.handwritten if file.path == "mkdocs.yml"]
    for file, plain in files:
        may_be_cut = re.search(r"#(?<=[ \t]#)\w", file.text)
        has_quotes = not file.text.isascii() and _CURLY_START.search(file.text)
        if not (may_be_cut or has_quotes):
            continue
        document = file if isinstance(file, YamlDocument) else parse_yaml(file)
        for route, node in document.scalars():
            is_open = is_judged(route) or plain.isdisjoint(route[-2:])
            is_unquoted = node.start < node.end and document.text[node.start] not in "\"'>|"
            if not (is_open and is_unquoted and isinstance(node.value, str)):
                continue
            if cut := _CUT.match(document.text, node.end):
                whole = quoted(" ".join(document.text[node.start : cut.end()].split()))
                message = f"YAML reads `{shorten(cut['rest'])}` as a comment, so the text ends before it"
                hint = f"put quotes around the text: `{shorten(whole)}`"
                hint += "; a comment needs a space after its `#`"
                place = Place(route, position=document.position_of(cut.start("rest")))
                yield Violation(document, place, message, hint)
            elif _CURLY.fullmatch(document.text, node.start, node.end):
                text = document.text[node.start : node.end]
                message = f"`{text[0]}` and `{text[-1]}` are not quotes in YAML, so they are part of the text"
                hint = 'use straight quotes (`"`) instead, or put them around the curly ones to show those'
                is_sure = document.path in changeable_paths(suite) and not is_judged(route)
                fix = quoted(text[1:-1]) if is_sure else None
                yield Violation(document, at(*route), message, hint, fix=fix)
