"""Bad files whose bytes or YAML are at fault, class by class; `hostile_files` says how each kind is laid."""

from __future__ import annotations

from support.hostile_files import (
    DEM,
    DEM2,
    INVENTORY,
    LONG,
    RUBRIC,
    built,
    edit,
    file,
    gzipped,
    line,
    nested_folders,
    prompt,
    settings,
    spec,
)

ENCODINGS = (
    spec("encoding", "UTF-16, big end first", b"\xfe\xff" + DEM2.encode("utf-16-be"), "1:1 YML001"),
    spec("encoding", "UTF-32", DEM2.encode("utf-32"), "1:1 YML001"),
    spec("encoding", "EBCDIC", DEM2.encode("cp037"), "1:1 YML001"),
    spec("encoding", "Windows quotes", DEM2.replace("'", "\x92").encode("latin-1"), "14:17 YML001"),
    spec("encoding", "Shift JIS", DEM2.replace("Departure", "出発").encode("shift_jis"), "3:8 YML001"),
    spec("encoding", "GB 18030", DEM2.replace("Departure", "出发").encode("gb18030"), "3:8 YML001"),
    spec("encoding", "KOI8-R", DEM2.replace("Departure", "Отъезд").encode("koi8-r"), "3:8 YML001"),
    spec("encoding", "UTF-7", "+AGM-ode: A-DEM2\n", "1:1 FLD101", "1:1 FLD101"),
    spec("encoding", "slash in two bytes", DEM2.encode().replace(b"/", b"\xc0\xaf"), "6:52 YML001"),
    spec(
        "encoding",
        "half of a surrogate pair",
        DEM2.encode().replace(b"Departure", b"\xed\xa0\x80"),
        "3:8 YML001",
    ),
    spec(
        "encoding",
        "beyond the last character",
        DEM2.encode().replace(b"Departure", b"\xf5\x80\x80\x80"),
        "3:8 YML001",
    ),
    spec("encoding", "character cut off at the end", DEM2.encode() + b"# \xe2\x82", "16:3 YML001"),
    spec(
        "encoding", "continuation without a start", DEM2.encode().replace(b"Departure", b"\x80"), "3:8 YML001"
    ),
    spec("encoding", "compressed", gzipped(DEM2), "1:2 YML001"),
    spec("encoding", "an archive", b"PK\x03\x04\x14\x00\x00\x00\x08\x00", "1:1 YML001"),
    spec("encoding", "a program", b"\x7fELF\x02\x01\x01\x00", "1:1 YML001"),
    spec(
        "encoding",
        "a web page",
        "<!DOCTYPE html>\n<html><title>404: Not Found</title></html>\n",
        "2:17 YML001",
    ),
    spec(
        "encoding",
        "a pointer to large storage",
        "version https://git-lfs.github.com/spec/v1\nsize 12\n",
        "1:1 YML003",
    ),
    prompt("encoding", "a prompt with a byte of Latin-1", "formatting", "caf\udce9", "18:6 YML001"),
    file("encoding", "a rubric in UTF-16", RUBRIC, DEM.encode("utf-16"), "1:1 YML001"),
    file("encoding", "an inventory that is no text", INVENTORY, b"\xff<!-- inventory"),
)

CONTROL_CHARACTERS = (
    edit("control", "escape", "Departure", "\x1b[31mDeparture", "3:8 YML001"),
    edit("control", "bell", "Departure", "\aDeparture", "3:8 YML001"),
    edit("control", "backspace", "Departure", "Dex\bparture", "3:11 YML001"),
    edit("control", "delete", "Departure", "De\x7fparture", "3:10 YML001"),
    edit("control", "form feed", "\nparent_rubric", "\n\fparent_rubric", "2:1 YML006"),
    edit("control", "control character of eight bits", "Departure", "De\x9bparture", "3:10 YML001"),
    edit("control", "no character", "Departure", "De\uffffparture", "3:10 YML001"),
    edit("control", "direction turned", "Departure", "\u202eDeparture", "3:8 YML001"),
    edit(
        "control",
        "direction turned by an escape",
        "Departure time recorded",
        '"\\u2067Departure"',
        "3:8 YML001",
    ),
    edit("control", "direction turned in a key", "label", "\u202elabel", "3:1 FLD102", "3:1 YML001"),
    edit("control", "NUL by an escape", "Departure time recorded", '"a\\0b"', "3:8 YML001"),
    edit("control", "joiner within a code", "A-DEM2", "A-DEM\u200d2", "1:12 YML006"),
    edit("control", "soft hyphen within a code", "A-DEM2", "A-\u00adDEM2", "1:9 YML006"),
    edit("control", "Cyrillic letter within a code", "A-DEM2", "\u0410-DEM2", "1:7 FLD106"),
    edit("control", "digits of full width", "0.5", "\uff10.\uff15", "7:9 FLD103"),
    edit("control", "Arabic digits", "0.5", "\u0660.\u0665", "7:9 FLD103"),
    edit(
        "control",
        "line separators for line ends",
        "\nparent_rubric",
        "\u2028parent_rubric",
        "1:13 YML006",
        "1:14 YML001",
    ),
    prompt("control", "escape in a prompt", "You are", "\x1b]0;You are", "2:1 YML001"),
    prompt("control", "nothing to see within a heading", "SYSTEM:", "S\ufeffYSTEM:", "1:1 PRM606"),
    prompt("control", "NUL in a prompt", "You are", "You\0are", "2:4 YML001"),
    settings("control", "escape in the settings", "[tool.benchdocs]\nexclude = ['\x1b']\n", "2:13 WVR901"),
)

DEPTH = (
    line("depth", "brackets and braces in turn", "metric: " + "[{a: " * 40_000, "16:85 YML004"),
    line("depth", "one level more than allowed", "metric: " + "[" * 32 + "]" * 32, "16:40 YML004"),
    line(
        "depth",
        "hundreds of indented levels",
        "metric:\n" + "".join(" " * n + "a:\n" for n in range(1, 900)),
        "48:33 YML004",
    ),
    line(
        "depth",
        "a list in each line",
        "metric:\n" + "".join(" " * n + "-\n" for n in range(1, 900)),
        "48:33 YML004",
    ),
    line("depth", "brackets as a key", "? " + "[" * 40_000, "16:34 YML004"),
    line("depth", "levels of a scale", "scoring_scale: {descriptions: " + "{1: " * 40_000, "16:151 YML004"),
    spec("depth", "nothing but opened braces", "{" * LONG, "1:33 YML004"),
    spec("depth", "nothing but dashes", "- " * (LONG // 2), "1:65 YML004"),
    settings("depth", "tables within tables", "a = " + "{a = " * 40_000, "1:1 WVR901"),
    settings("depth", "a key of thousands of parts", ".".join("a" * 100_000) + " = 1\n", "1:1 WVR901"),
    settings(
        "depth", "a table of thousands of parts", "[" + ".".join(["'a'"] * 50_000) + "]\n", "1:2 WVR901"
    ),
    built(
        "depth",
        "folders in folders",
        "a-component/d",
        nested_folders(1_500),
        "1:1 YML004",
        shown="a-component" + "/d" * 33,
    ),
)

ALIASES = (
    line("alias", "an alias to nothing", "metric: *nothing", "16:9 YML004"),
    line("alias", "a list within itself", "metric: &a [*a]", "16:9 YML004", "16:13 YML004"),
    line("alias", "a block within itself", "metric: &a {b: *a}", "16:9 YML004", "16:16 YML004"),
    line("alias", "a key", "metric: {&a b: 1}", "16:10 YML004"),
    line("alias", "an alias as a key", "metric: &a b\n*a : 1", "16:9 YML004", "17:1 YML004"),
    line(
        "alias",
        "a name of thousands of letters",
        "metric: &" + "a" * 100_000 + " 1",
        "16:9 FLD103",
        "16:9 YML004",
    ),
    line(
        "alias",
        "thousands of anchors",
        "metric:\n" + "".join(f"  k{n}: &a{n} 1\n" for n in range(9_000)),
        "17:7 YML004",
        "18:7 YML004",
    ),
    line(
        "alias",
        "a long text thousands of times",
        f"metric: &a {'x' * 90_000}\nexamples: [{'*a, ' * 90_000}]",
        "16:9 YML004",
        "17:12 YML004",
    ),
    spec("alias", "the whole file", "&a\n" + DEM2, "1:1 YML004"),
)

MERGES = (
    line("merge", "a block", "<<: {weight: 1}", "16:1 YML004"),
    line("merge", "a list of blocks", "<<: [{weight: 1}, {threshold: 1}]", "16:1 YML004"),
    line("merge", "an alias", "metric: &a {weight: 1}\n<<: *a", "16:9 YML004", "17:5 YML004"),
    line(
        "merge",
        "within a scale",
        "scoring_scale:\n  <<: {min_value: 0}\n  max_value: 1",
        "16:1 FLD101",
        "17:3 YML004",
    ),
    line("merge", "in quotes", '"<<": {weight: 1}', "16:1 FLD102"),
    line("merge", "thousands of them", "metric:\n" + "  <<: {a: 1}\n" * 9_000, "17:3 YML004", "18:3 YML004"),
)

TAGS = (
    line("tag", "ahead of a bracket that is never closed", "metric: !x [", "16:9 YML004", "16:12 YML001"),
    line("tag", "a sign alone", "metric: {a: ! , b: c}", "16:13 YML004"),
    line(
        "tag",
        "a command to run",
        'metric: !!python/object/apply:os.system ["true"]',
        "16:9 FLD103",
        "16:9 YML004",
    ),
    line("tag", "a file to include", "metric: !include /etc/passwd", "16:9 FLD103", "16:9 YML004"),
    line("tag", "bytes", 'rationale: !!binary "AAAA"', "16:12 YML004"),
    line("tag", "a set", "metric: !!set {a, b}", "16:9 YML004"),
    line("tag", "a tag by its full name", "metric: !<tag:yaml.org,2002:str> 1", "16:9 FLD103", "16:9 YML004"),
    line(
        "tag",
        "an address of thousands of letters",
        "metric: !" + "a" * 100_000 + " 1",
        "16:9 FLD103",
        "16:9 YML004",
    ),
    spec(
        "tag",
        "a prefix of one's own",
        "%TAG ! tag:example.org,2026:\n---\n" + DEM2 + "metric: !a 1\n",
        "18:9 FLD103",
        "18:9 YML004",
    ),
    spec("tag", "thousands of directives", "%TAG ! tag:example.org,2026:\n" * 10_000 + DEM2, "2:1 YML001"),
    spec("tag", "another version of YAML", "%YAML 3.0\n---\n" + DEM2, "1:1 YML001"),
)

NUMBERS = (
    edit("number", "a hundred thousand digits", "0.5", "0." + "3" * 100_000, "7:9 YML001"),
    edit("number", "an exponent beyond all bounds", "0.5", "1.0e+999999999", "7:9 FLD104"),
    edit("number", "an exponent below all bounds", "0.5", "1.0e-999999999", "7:9 WGT303"),
    edit("number", "infinite", "0.5", ".inf", "7:9 FLD104"),
    edit("number", "not a number", "threshold: 0.80", "threshold: .nan", "8:12 FLD104"),
    edit("number", "minus nothing", "0.5", "-0.0", "7:9 WGT303"),
    edit("number", "base 60", "0.5", "0:30.0", "7:9 FLD103"),
    edit("number", "base 8", "0.5", "01", "7:9 FLD103"),
    edit("number", "base 16 of thousands of digits", "0.5", "0x" + "f" * 100_000, "7:9 YML001"),
    line("number", "groups of digits", "version: 1_000", "16:10 FLD103"),
    line(
        "number",
        "ends of a scale that are out of all proportion",
        "scoring_scale: {min_value: -1.0e+300, max_value: 1.0e+300}",
        "16:1 SCL407",
    ),
    line(
        "number",
        "a level out of all proportion",
        "scoring_scale: {min_value: 0, max_value: 1, descriptions: {1.0e+300: x}}",
        "16:45 SCL407",
        "16:60 SCL402",
    ),
    line(
        "number",
        "levels that are not numbers",
        "scoring_scale: {min_value: 0, max_value: 1, descriptions: {.nan: x, .inf: y}}",
        "16:60 SCL403",
        "16:69 SCL403",
    ),
    settings(
        "number",
        "thousands of digits in the settings",
        "[tool.benchdocs]\nexclude = " + "1" * 5_000,
        "1:1 WVR901",
    ),
)

DATES = (
    line("date", "31 June", "rationale: 2026-06-31", "16:12 YML001"),
    line("date", "second 61", "rationale: 2026-06-30T12:00:61Z", "16:12 YML001"),
    line(
        "date",
        "a fraction of thousands of digits",
        "rationale: 2026-06-30T12:00:00." + "1" * 100_000,
        "16:12 FLD103",
    ),
    line(
        "date",
        "thousands of dates",
        "examples: [" + "2026-06-31, " * 15_000 + "]",
        "16:12 YML001",
        "16:24 YML001",
    ),
    line(
        "date",
        "a review at the end of time",
        "review: {by: me, on: 9999-12-31, fingerprint: x}",
        "16:1 REV1108",
    ),
    line(
        "date",
        "a review on a day of the year 10000",
        "review: {by: me, on: 10000-01-01, fingerprint: x}",
        "16:22 FLD103",
        "16:48 REV1101",
    ),
    line(
        "date",
        "a review at an hour",
        "review: {by: me, on: 2026-06-30T12:00:00Z, fingerprint: x}",
        "16:22 FLD103",
        "16:57 REV1101",
    ),
    edit("date", "a code", "A-DEM2", "2026-06-30", "1:7 FLD103"),
    settings("date", "31 June in the settings", "day = 2026-06-31\n", "1:7 WVR901"),
)

SYNTAX = (
    line("syntax", "a quote that is never closed", 'rationale: "' + "x\n" * (LONG // 2), "16:12 YML001"),
    line("syntax", "quotes behind quotes", "rationale: " + "'x' " * (LONG // 4), "16:16 YML001"),
    line("syntax", "colons", "a: " * (LONG // 3), "16:5 YML001"),
    line("syntax", "a word for a field", "k" * LONG, "16:1 YML001"),
    line("syntax", "a field of thousands of letters", "k" * LONG + ": 1", "16:498660 YML001"),
    line("syntax", "a field in brackets", "[weight]: 1", "16:1 YML001"),
    line("syntax", "closing braces", "metric: {" + "}" * LONG, "16:11 YML001"),
    line("syntax", "tabs", "\t" * LONG, "16:1 YML001"),
    line("syntax", "one field over and over", "weight: 0.5\n" * 20_000, "16:1 YML002", "17:1 YML002"),
    line(
        "syntax",
        "a level twice in two notations",
        "scoring_scale: {min_value: 0, max_value: 1, descriptions: {1: x, 1.0: y}}",
        "16:45 SCL407",
        "16:66 YML002",
    ),
    line("syntax", "thousands of documents", "---\na: 1\n" * 10_000, "16:1 YML003"),
    line("syntax", "an indentation that does not fit", "rationale: |9\n x", "17:2 YML001"),
    spec("syntax", "nothing but line ends", "\r" * LONG, "1:1 YML003", "1:1 YML006"),
    spec("syntax", "nothing but comments", "# \n" * (LONG // 3), "1:1 YML003"),
    settings(
        "syntax", "a text that is never closed", '[tool.benchdocs]\nexclude = ["' + "x" * LONG, "1:1 WVR901"
    ),
    file("syntax", "an inventory begun over and over", INVENTORY, "<!-- inventory " * (LONG // 15)),
)
