"""Suites of any size that pass every rule, from the shipped texts with other codes: for measuring growth."""

from __future__ import annotations

import random
import re
import sys
from decimal import Decimal
from pathlib import Path

from support.paths import REPOSITORY

_LEAST, _MOST = 4, 12
"""Members of a rubric."""
_TEXTS = {
    name: (REPOSITORY / path).read_text()
    for name, path in (
        ("benchmark", "a-component/A-NEG1.yaml"),
        ("rubric", "rubrics/A-NEG.yaml"),
        ("component", "rubrics/A.yaml"),
        ("prompt", "evaluators/llm-judge/negation_simple_prompt.md"),
    )
}
_SCRIPT = "evaluators/code/a_neg1.py"
_SHARED = ("comparison", "constants", "negations", "readings", "texts", "words")
"""Modules that the script imports."""
_MENTION = re.compile(r"\bA-[A-Z]{3}\d*\b")


def generate(root: Path, count: int, seed: int = 7) -> Path:
    """Write a suite with so many benchmarks into a folder: rubrics of 4 to 12, prompts for three quarters."""
    draw = random.Random(seed)
    for name in ("a-component", "rubrics", "evaluators/llm-judge", "evaluators/code"):
        (root / name).mkdir(parents=True)
    for file in (_SCRIPT, *(f"evaluators/code/{name}.py" for name in _SHARED)):
        (root / file).write_bytes((REPOSITORY / file).read_bytes())
    rubrics: list[str] = []
    left = count
    while left:
        size = draw.randint(_LEAST, _MOST)
        size = left if left < _LEAST + size else size
        rubrics.append(_rubric(root, len(rubrics), size, draw))
        left -= size
    weights = _weights(len(rubrics))
    for code, weight in zip(rubrics, weights, strict=True):
        path = root / f"rubrics/{code}.yaml"
        path.write_text(re.sub(r"^weight: .*$", f"weight: {weight}", path.read_text(), flags=re.MULTILINE))
    listed = "".join(f"  - {code}\n" for code in rubrics)
    component = re.sub(r"(?<=^sub_rubrics:\n)(?:  - .*\n)+", listed, _TEXTS["component"], flags=re.MULTILINE)
    (root / "rubrics/A.yaml").write_text(_without_mentions(component, {"A", *rubrics}, rubrics[0]))
    return root


def _rubric(root: Path, number: int, size: int, draw: random.Random) -> str:
    code = f"A-{_letters(number)}"
    members = [f"{code}{place + 1}" for place in range(size)]
    listed = "".join(f"  - {member}\n" for member in members)
    text = re.sub(r"(?<=^benchmarks:\n)(?:  - .*\n)+", listed, _TEXTS["rubric"], flags=re.MULTILINE)
    text = text.replace("A-NEG", code)
    (root / f"rubrics/{code}.yaml").write_text(_without_mentions(text, {code, *members}, code))
    for place, (member, weight) in enumerate(zip(members, _weights(size), strict=True)):
        text = _TEXTS["benchmark"].replace("A-NEG1", member).replace("A-NEG\n", f"{code}\n")
        text = re.sub(r"A-NEG(\d)", lambda match, at=place: members[(at + int(match[1]) - 1) % size], text)  # type: ignore[misc]
        text = re.sub(r"^weight: .*$", f"weight: {weight}", text, flags=re.MULTILINE)
        words = f"{draw.choice(_WORDS)} {draw.choice(_WORDS)} {member}"
        text = text.replace("Simple Negation Misinterpretation", f"Negation of {words}")
        name = f"{member.lower().replace('-', '_')}_prompt.md"
        if (number + place) % 4:
            text = text.replace("negation_simple_prompt.md", name)
            prompt = _TEXTS["prompt"].replace("negation_simple", name.removesuffix("_prompt.md"))
            prompt = _without_mentions(
                prompt.replace("A-NEG1", member), {member}, members[(place + 1) % size]
            )
            (root / "evaluators/llm-judge" / name).write_text(prompt)
        else:
            text = text.replace("hybrid", "code").replace("evaluator_type, prompt]", "evaluator_type]")
            text = re.sub(r"^llm_prompt_file: .*\n", "", text, flags=re.MULTILINE)
        (root / f"a-component/{member}.yaml").write_text(
            _without_mentions(text, {code, *members}, members[(place + 1) % size])
        )
    return code


_WORDS = ("pulse", "pain", "airway", "history", "refusal", "transport", "time", "vitals", "allergy", "scene")


def _weights(count: int) -> list[Decimal]:
    """Weights that add up to exactly 1."""
    each = (Decimal(1) / count).quantize(Decimal("0.000001"))
    return [*[each] * (count - 1), 1 - each * (count - 1)]


def _letters(number: int) -> str:
    """Three letters for a number."""
    return "".join(chr(65 + number // 26**place % 26) for place in (2, 1, 0))


def _without_mentions(text: str, known: set[str], instead: str) -> str:
    """A text in which only known codes are named."""
    return _MENTION.sub(lambda match: match[0] if match[0] in known else instead, text)


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))
