"""Bad files whose fields or places are at fault, class by class, and with `hostile_yaml` the whole corpus."""

from __future__ import annotations

from support.hostile_files import (
    ARRIVAL,
    DEM,
    DEM2,
    INVENTORY,
    LONG,
    NEW_PROMPT,
    NEW_SPEC,
    PROMPT,
    RUBRIC,
    SETTINGS,
    SPEC,
    Hostile,
    built,
    chain_of_links,
    closed,
    closed_folder,
    edit,
    file,
    folder_holding,
    hollow,
    line,
    link_to,
    listening,
    moved_away,
    of_lines,
    pipe,
    pipe_for_folder,
    prompt,
    settings,
)
from support.hostile_yaml import (
    ALIASES,
    CONTROL_CHARACTERS,
    DATES,
    DEPTH,
    ENCODINGS,
    MERGES,
    NUMBERS,
    SYNTAX,
    TAGS,
)

TEXTS = (
    edit("text", "a word of half a megabyte", "Apply when", "x" * LONG, "10:3 TXT501"),
    edit("text", "spaces for half a megabyte", "Apply when", "Apply" + " " * LONG + "x", "10:3 TXT501"),
    edit("text", "brackets opened over and over", "Apply when", "((a)" * (LONG // 4), "10:3 TXT501"),
    edit("text", "numbers of a list over and over", "Apply when", "1." * (LONG // 2), "10:3 TXT501"),
    edit("text", "sentences of a letter", "Apply when", "A. " * (LONG // 3), "10:3 TXT501"),
    edit(
        "text",
        "unknown codes by the thousand",
        "(covered by",
        "(" + " ".join(f"A-DEM{n}" for n in range(10, 40_000)),
        "12:33 REF206",
        "12:41 REF206",
    ),
    *(
        prompt("text", f"`{word}` over and over", "- formatting", "- formatting" + word * (LONG // len(word)))
        for word in (
            *("right", "rightin", " right in", " right in a", " safe", "safety", "too"),
            *("-ab", " a-ab", "per/", "1", "1,", "5 mg,1,"),
        )
    ),
    prompt(
        "text",
        "questions without an end",
        "- formatting",
        "- formatting? " + "is safe for the patient " * (LONG // 24),
    ),
    edit("text", "hyphens between codes", "(covered by", "(" + "A-AB1-" * (LONG // 6), "12:33 REF206"),
    edit(
        "text",
        "blanks in one line",
        "Departure time recorded",
        "'" + "TODO: x. " * (LONG // 9) + "'",
        "3:9 TXT507",
        "3:18 TXT507",
    ),
    edit(
        "text",
        "doses by the thousand",
        "Apply when",
        "Apply when. " + "Give 5 to 10 mg/kg. " * (LONG // 20),
        "10:3 TXT501",
        "10:20 SCP701",
    ),
    edit(
        "text",
        "thresholds by the thousand",
        "Threshold: >=0.80.",
        "Threshold: >=0.81. " * (LONG // 19),
        "6:71 WGT304",
        "6:71 WGT304",
    ),
    edit(
        "text",
        "a path of half a megabyte",
        "evaluator_type: code",
        "evaluator_type: hybrid\nllm_prompt_file: " + "a" * LONG,
        "16:18 PRM602",
    ),
    edit(
        "text",
        "a path of folders without end",
        "evaluator_type: code",
        "evaluator_type: hybrid\nllm_prompt_file: " + "a/" * 100_000 + "x_prompt.md",
        "16:18 PRM602",
    ),
    edit(
        "text",
        "a path out of the suite",
        "evaluator_type: code",
        "evaluator_type: hybrid\nllm_prompt_file: " + "../" * 9_000 + "etc/passwd",
        "16:18 PRM603",
    ),
    file(
        "text",
        "benchmarks by the thousand",
        RUBRIC,
        DEM + "".join(f"  - A-DEM{n}\n" for n in range(10, 15_000)),
        "10:5 REF204",
        "11:5 REF204",
    ),
    file(
        "text",
        "a rubric that holds itself",
        RUBRIC,
        DEM.replace("benchmarks:", "sub_rubrics: [A-DEM, A]\nbenchmarks:"),
        "7:1 FLD102",
        "7:15 REF210",
    ),
    prompt(
        "text",
        "unknown codes in a prompt",
        "formatting",
        " ".join(f"A-DEM{n}" for n in range(10, 40_000)),
        "18:3 PRM609",
        "18:11 PRM609",
    ),
    prompt("text", "headings over and over", "RUBRIC\n", "RUBRIC\n" * (LONG // 8)),
    prompt(
        "text",
        "thresholds in a prompt",
        "formatting",
        "Threshold: 0.95. " * (LONG // 18),
        "18:3 PRM611",
        "18:20 PRM611",
    ),
    settings(
        "text",
        "thousands of globs",
        "[tool.benchdocs]\nexclude = [" + "'x*', " * 50_000 + "]\n",
        "2:1 WVR901",
    ),
    settings(
        "text",
        "a glob of thousands of stars",
        "[tool.benchdocs]\nexclude = ['" + "*a" * 9_000 + "', 3]\n",
        "2:1 WVR901",
    ),
    settings(
        "text",
        "thousands of unknown settings",
        "[tool.benchdocs]\n" + "".join(f"k{n} = 1\n" for n in range(30_000)),
        "2:1 WVR901",
        "3:1 WVR901",
    ),
    settings(
        "text",
        "thousands of waivers",
        (
            '[[tool.benchdocs.waivers]]\nrule = "TXT506"\ncode = "A-DEM1"\n'
            'reason = "x y z"\nby = "x"\non = 2026-01-31\n'
        )
        * 4_000,
        "1:1 WVR902",
        "7:1 WVR902",
    ),
)

SCALED = """\
scoring_scale:
  min_value: {low}
  max_value: {high}
  descriptions: {{{low}: "none", {high}: "all"}}
  normalization_formula: "{formula}"\
"""
FORMULAS = tuple(
    line("formula", name, SCALED.format(low=low, high=high, formula=formula), *found)
    for name, formula, low, high, *found in (
        ("fifty factors", "*".join("x" * 51), "0." + "123456789" * 5, "0." + "987654321" * 5, "8:12 SCL405"),
        (
            "fifty divisors",
            "/".join("x" * 51),
            "0." + "123456789" * 5,
            "0." + "987654321" * 5,
            "20:26 SCL405",
        ),
        ("factors on a long scale", "*".join("x" * 51), "-1" + "0" * 29, "1" + "0" * 29, "20:26 SCL405"),
        ("a hundred factors", "*".join("x" * 100), "0", "1", "20:26 SCL404"),
        ("a hundred divisors", "/".join("x" * 100), "1", "2", "20:26 SCL404"),
        ("divisors that nearly vanish", "/".join(["(x*x+.1)"] * 22), "-1", "1", "20:26 SCL405"),
        ("a pole between two points", "1/((x-.123457)*(x-.123457))", "0", "1", "20:26 SCL405"),
        (
            "fractions within fractions",
            "1/(1+" * 17 + "x" + ")" * 17,
            "0",
            "1",
            "8:12 SCL405",
            "20:26 SCL406",
        ),
        ("two hundred brackets", "(" * 200, "0", "1", "20:26 SCL404"),
        ("two hundred signs", "-" * 199 + "x", "0", "1", "20:26 SCL404"),
        ("a number of two hundred digits", "x*" + "9" * 198, "0", "1", "20:26 SCL405"),
        ("more than two hundred characters", "x" + "+x" * 5_000, "0", "1", "20:26 SCL404"),
        ("a power", "x**9**9**9", "0", "1", "20:29 SCL404"),
        ("a call", "__import__('os').system('true')", "0", "1", "20:27 SCL404"),
        ("an attribute", "x.__class__", "0", "1", "20:28 SCL404"),
        ("a division by nothing", "x/(max-max)", "0", "1", "20:26 SCL405"),
        ("a scale of no length", "x", "1", "1", "17:14 SCL401", "19:29 YML002"),
    )
)

NO_FILES = (
    built("no file", "a pipe for a rubric", "rubrics/A-AB.yaml", pipe, "1:1 YML001"),
    built("no file", "a pipe for the settings", SETTINGS, pipe, "1:1 WVR901"),
    built("no file", "a pipe for a component", "b-component", pipe_for_folder, "1:1 YML001"),
    built("no file", "a pipe for the prompts", "evaluators/llm-judge", pipe_for_folder, "1:1 YML001"),
    built("no file", "a socket", NEW_SPEC, listening, "1:1 YML001"),
    built("no file", "a folder for a benchmark", SPEC, folder_holding("A-AB2.yaml"), "1:1 YML001"),
    built("no file", "a folder for a prompt", NEW_PROMPT, folder_holding("a_prompt.md"), "1:1 YML001"),
    built("no file", "a benchmark that nobody may read", SPEC, closed(DEM2), "1:1 YML001"),
    built("no file", "a prompt that nobody may read", PROMPT, closed(ARRIVAL), "1:1 YML001"),
    built("no file", "settings that nobody may read", SETTINGS, closed(""), "1:1 WVR901"),
    built("no file", "a folder that nobody may look into", "b-component", closed_folder, "1:1 YML001"),
    built(
        "no file",
        "a folder within a component that nobody may look into",
        "a-component/sub",
        closed_folder,
        "1:1 YML001",
    ),
)

LINKS = (
    built("link", "zeros without end", NEW_SPEC, link_to("/dev/zero"), "1:1 YML001"),
    built("link", "chance without end", NEW_PROMPT, link_to("/dev/random"), "1:1 YML001"),
    built("link", "what is typed", NEW_SPEC, link_to("/dev/stdin"), "1:1 YML001"),
    built("link", "a process's memory", NEW_SPEC, link_to("/proc/self/mem"), "1:1 YML001"),
    built("link", "a file of the system", NEW_PROMPT, link_to("/etc/passwd"), "1:1 YML001"),
    built("link", "the settings elsewhere", SETTINGS, link_to("/etc/passwd"), "1:1 WVR901"),
    built("link", "the settings nowhere", SETTINGS, link_to("nowhere.toml"), "1:1 WVR901"),
    built("link", "the settings to themselves", SETTINGS, link_to("pyproject.toml"), "1:1 WVR901"),
    built("link", "a file to itself", NEW_SPEC, link_to("A-AB1.yaml"), "1:1 YML001"),
    built("link", "a chain of fifty", NEW_SPEC, chain_of_links, "1:1 YML001"),
    built("link", "a folder to itself", "a-component/again", link_to("."), "1:1 YML001"),
    built(
        "link", "a folder to the folder above", "evaluators/llm-judge/again", link_to("../.."), "1:1 YML001"
    ),
    built("link", "a folder named like a benchmark", NEW_SPEC, link_to("../rubrics"), "1:1 YML001"),
    built("link", "a component to itself", "b-component", link_to("b-component"), "1:1 YML001"),
    built("link", "another benchmark", NEW_SPEC, link_to("A-DEM2.yaml"), "1:7 REF201"),
    built("link", "to a name that is too long", NEW_SPEC, link_to("x" * 300), "1:1 YML001"),
    built(
        "link",
        "an editor's lock beside a benchmark",
        "a-component/.#A-DEM2.yaml",
        link_to("me@host.1234:5678"),
    ),
    built(
        "link",
        "an editor's lock beside a prompt",
        "evaluators/llm-judge/.#arrival_prompt.md",
        link_to("me@host.12:34"),
    ),
    built("link", "an editor's lock beside the settings", ".#pyproject.toml", link_to("me@host.1234:5678")),
)

NAMES = (
    file("name", "capitals of a benchmark", "a-component/a-dem2.yaml", DEM2, "1:1 REF208", "1:7 REF201"),
    file(
        "name",
        "capitals of a folder",
        "A-component/A-DEM2.yaml",
        DEM2,
        "1:1 REF208",
        "1:7 REF201",
        shown=SPEC,
    ),
    file("name", "capitals of a rubric", "rubrics/a-dem.yaml", DEM, "1:1 REF208", "1:7 REF201"),
    file(
        "name",
        "capitals of a prompt",
        "evaluators/llm-judge/Arrival_prompt.md",
        ARRIVAL,
        "1:1 REF208",
        "7:1 PRM608",
        shown=PROMPT,
    ),
    file("name", "index", "a-component/index.yaml", DEM2, "1:7 REF201"),
    file(
        "name",
        "index for a prompt",
        "evaluators/llm-judge/index_prompt.md",
        ARRIVAL,
        "1:1 PRM605",
        "7:1 PRM608",
    ),
    file("name", "404", "a-component/404.yaml", DEM2, "1:7 REF201"),
    file("name", "404 for a prompt", "evaluators/llm-judge/404_prompt.md", ARRIVAL, "1:1 PRM605"),
    file("name", "con", "a-component/con.yaml", DEM2, "1:1 YML001"),
    file(
        "name", "con for a prompt", "evaluators/llm-judge/con_prompt.md", ARRIVAL, "1:1 PRM605", "7:1 PRM608"
    ),
    file(
        "name",
        "con for a rubric",
        "rubrics/CON.yaml",
        DEM.replace("A-DEM\n", "CON\n", 1),
        "1:1 YML001",
    ),
    file("name", "a space at the end", "a-component/A-DEM2 .yaml", DEM2, "1:7 REF201"),
    file("name", "a copy", "a-component/A-DEM2 (copy).yaml", DEM2, "1:7 REF201"),
    file("name", "the ending twice", "a-component/A-DEM2.yaml.yaml", DEM2, "1:7 REF201"),
    file("name", "an office program's lock", "a-component/~$A-DEM2.yaml", "\x05me", "1:1 YML001"),
    file("name", "an option", "a-component/--fix.yaml", DEM2, "1:7 REF201"),
    file("name", "a query", "evaluators/llm-judge/a?b#c_prompt.md", ARRIVAL, "1:1 PRM605"),
    file("name", "an element", "evaluators/llm-judge/<script>_prompt.md", ARRIVAL, "1:1 PRM605"),
    file("name", "a backslash", "evaluators/llm-judge/a\\b_prompt.md", ARRIVAL, "1:1 YML001"),
    file(
        "name",
        "a line end",
        "evaluators/llm-judge/a\nb_prompt.md",
        ARRIVAL,
        "1:1 YML001",
        shown="evaluators/llm-judge/a\\nb_prompt.md",
    ),
    file(
        "name",
        "a terminal's sequence",
        "rubrics/\x1b[31m.yaml",
        DEM,
        "1:1 YML001",
        shown="rubrics/\\x1b[31m.yaml",
    ),
    file(
        "name",
        "direction turned",
        "a-component/\u202eA-AB1.yaml",
        DEM2,
        "1:1 YML001",
        shown="a-component/\\u202eA-AB1.yaml",
    ),
    file(
        "name",
        "as long as a name may be",
        "a-component/" + "A" * 250 + ".yaml",
        DEM2,
        "1:7 REF201",
    ),
    file("name", "no name", "evaluators/llm-judge/_prompt.md", ARRIVAL, "1:1 PRM605"),
    file("name", "an editor's swap file", "a-component/.A-DEM2.yaml.swp", b"b0VIM 9.0\0\xff"),
    file("name", "an editor's saved copy", "a-component/#A-DEM2.yaml#", b"\xff"),
)

SIZES = (
    built("size", "a prompt of 20 MB", PROMPT, of_lines("- a line\n", 20_000_000), "1:1 YML004"),
    built("size", "a benchmark of 20 MB", SPEC, of_lines("# a line\n", 20_000_000), "1:1 YML004"),
    built("size", "an inventory of 20 MB", INVENTORY, of_lines("a line\n", 20_000_000)),
    built("size", "a prompt of 8 GB", PROMPT, hollow(8 * 2**30), "1:1 YML004"),
    built("size", "settings of 8 GB", SETTINGS, hollow(8 * 2**30), "1:1 WVR901"),
    built("size", "a link to a benchmark of 20 MB", SPEC, moved_away("large.yaml", 20_000_000), "1:1 YML004"),
    line("size", "twenty thousand values", "metric: [" + "1, " * 20_000 + "]", "16:59938 YML004"),
    line("size", "as long as a file may be", "#" * LONG + "\nweight: 1", "17:1 YML002"),
)

CORPUS: tuple[Hostile, ...] = (
    *ENCODINGS,
    *CONTROL_CHARACTERS,
    *DEPTH,
    *ALIASES,
    *MERGES,
    *TAGS,
    *NUMBERS,
    *DATES,
    *SYNTAX,
    *TEXTS,
    *FORMULAS,
    *NO_FILES,
    *LINKS,
    *NAMES,
    *SIZES,
)
