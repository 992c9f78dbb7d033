"""Suites of other subjects: what `benchdocs init` writes, with settings and specs of their own in it."""

from __future__ import annotations

from collections.abc import Iterable
from string import Template

from support.paths import DATA
from support.prompt_forms import OTHER_FORM, in_other_form

_MORE_SETTINGS = """\
author = "client"
given = "written"
returned = "noted"
[[categories]]
name = "stated"
label = "What is stated"
meaning = "Whether the note has what the letter says."
rubrics = ["S-PTY", "S-DAT", "S-SUM", "S-CLM", "S-DOC", "S-ADR"]

"""
_WHO = {"llm_judge": "An LLM judge", "code": "A script", "manual_sme": "An expert"}


class Subject:
    """What a suite is about, and its files."""

    def __init__(self, input: str, output: str) -> None:
        self.words = {"input": input, "Input": input.capitalize(), "output": output}
        self.files: dict[str, str] = {}
        self.keys: list[str] = []
        """Keys of the labels."""
        self.settings = f'product = "Our product"\ninput = "{input}"\noutput = "{output}"\n'
        self.has_other_form = False

    def benchmark(self, code: str, label: str, of: str, fault: str, weight: str, kind: str) -> None:
        """Add a benchmark with the prompt, or the script and cases, that its evaluator needs."""
        name, rubric = code.lower().replace("-", "_"), code.rstrip("0123456789")
        prompt, script = f"evaluators/llm-judge/{name}_prompt.md", f"evaluators/code/{name}.py"
        values = {
            **self.words,
            **{"code": code, "rubric": rubric, "label": label, "weight": weight, "kind": kind},
            **{"of": of, "fault": fault, "name": name, "key": f"{name}_value", "who": _WHO[kind]},
            "gate": "hard_gate" if code.endswith("1") else "threshold_gate",
            "evaluator": f"llm_prompt_file: {prompt}" if kind == "llm_judge" else "",
            "implementation": f"  implementation: {script}" if kind == "code" else "",
        }
        self.keys.append(values["key"])
        self.files[f"{code.partition('-')[0].lower()}-component/{code}.yaml"] = _filled(
            "benchmark.yaml", values
        )
        if kind == "llm_judge":
            text = _filled("prompt.md", values)
            self.files[prompt] = in_other_form(text) if self.has_other_form else text
        if kind == "code":
            self.files[script] = _filled("script.py", values)
            self.files[f"evaluators/cases/{code.lower()}.yaml"] = _filled("cases.yaml", values)

    def rubric(self, code: str, label: str, weight: str, members: Iterable[str]) -> None:
        """Add a rubric with its benchmarks, or a composite with its rubrics."""
        members = list(members)
        values = {"code": code, "label": label, "weight": weight, "members": ", ".join(members)}
        values["list"] = "benchmarks" if members[0][-1].isdigit() else "sub_rubrics"
        self.files[f"rubrics/{code}.yaml"] = _filled("rubric.yaml", values)

    def all_files(self) -> dict[str, str]:
        """Return all files and the settings, and the data dictionary where there are cases."""
        files = {**self.files, "benchdocs.toml": self.settings}
        if any(path.startswith("evaluators/cases/") for path in files):
            keys = "".join(f"  {key}: {{meaning: What was counted., type: text}}\n" for key in self.keys)
            files["evaluators/labels.yaml"] = f"labels:\n{keys}record:\n{keys}"
        return files


def _filled(template: str, values: dict[str, str]) -> str:
    return Template((DATA / "foreign" / template).read_text("utf-8")).substitute(values)


def tiny() -> Subject:
    """One benchmark, which a person judges, and its rubric."""
    subject = Subject("photo", "caption")
    subject.benchmark("C-COL1", "Colors", "the colors", "names another color", "1", "manual_sme")
    subject.rubric("C-COL", "Colors of a photo", "1", ["C-COL1"])
    return subject


def code_review() -> Subject:
    """An assistant that reviews changes of code: scripts and people judge it, no model does."""
    subject = Subject("change", "review")
    rubrics = {"R-FND": "Faults found", "R-FIX": "Fixes proposed"}
    for code, label in rubrics.items():
        kinds = ("code", "code", "manual_sme")
        for number, (of, kind) in enumerate(zip(("lines", "files", "reasons"), kinds, strict=True), 1):
            weight = ("0.40", "0.40", "0.20")[number - 1]
            title = f"{of.capitalize()} of {label.lower()}"
            subject.benchmark(f"{code}{number}", title, f"the {of}", f"names other {of}", weight, kind)
        subject.rubric(code, label, "0.50", [f"{code}{number}" for number in (1, 2, 3)])
    subject.rubric("R", "Review of a change", "1", rubrics)
    return subject


def legal_intake() -> Subject:
    """Two components below a root, twelve rubrics, sixty benchmarks, judged by lawyers and models."""
    subject = Subject("letter", "file note")
    subject.has_other_form = True
    subject.settings += f"{_MORE_SETTINGS}{OTHER_FORM}\n"
    components = {"S": "What the letter states", "L": "What the note leaves open"}
    topics = {
        "PTY": "parties",
        "DAT": "dates",
        "SUM": "sums",
        "CLM": "claims",
        "DOC": "papers",
        "ADR": "addresses",
    }
    aspects = {
        "named": ("leaves out one of {}", "llm_judge"),
        "exact": ("changes one of {}", "llm_judge"),
        "alone": ("adds to {}", "llm_judge"),
        "in order": ("mixes up {}", "manual_sme"),
        "in doubt": ("settles what is open of {}", "manual_sme"),
    }
    for letter, component in components.items():
        for topic, things in topics.items():
            code = f"{letter}-{topic}"
            for number, (aspect, (fault, kind)) in enumerate(aspects.items(), 1):
                of, member = f"the {things}", f"{code}{number}"
                label = f"{things.capitalize()} {aspect} ({letter})"
                subject.benchmark(member, label, of, fault.format(of), "0.20", kind)
            members = [f"{code}{number}" for number in range(1, 6)]
            subject.rubric(
                code, f"{things.capitalize()} ({letter})", "0.20" if topic in "PTY DAT" else "0.15", members
            )
        subject.rubric(letter, component, "0.50", [f"{letter}-{topic}" for topic in topics])
    subject.rubric("ROOT", "Legal intake", "1", components)
    return subject


SUITES = {"tiny": tiny, "code-review": code_review, "legal-intake": legal_intake}
"""The suites by name."""
