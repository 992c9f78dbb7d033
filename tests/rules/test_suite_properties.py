"""Whatever becomes of valid files, a check ends with the same sorted findings, and never raises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.specs.blocks import EvaluationGuidelines, ScoringScale
from benchdocs.specs.models import Benchmark, Rubric
from support.paths import BASE
from support.property_tests import examples, findings_of
from support.suites import suite_with
from support.tables import data

PATHS = sorted(path.relative_to(BASE).as_posix() for path in BASE.rglob("*") if path.is_file())
BYTES = {path: (BASE / path).read_bytes() for path in PATHS}
SPECS = [path for path in PATHS if path.endswith(".yaml")]
MODELS = (Benchmark, Rubric, ScoringScale, EvaluationGuidelines)
FIELDS = sorted({name for model in MODELS for name in model.model_fields})
WORDS = [
    *("A-DEM1", "A-DEM2", "A-DEM", "A", "a-dem1", "A-XX1", "x", "(x-min)/(max-min)", "1/0", "code", "hybrid"),
    *("active", "deprecated", "WEIGHTED_AVERAGE", "MINIMUM", "TODO: x.", "Apply when ", "Flag if a. ", "<b>"),
    *("evaluators/llm-judge/arrival_prompt.md", "../x", "2026-06-31", "12:30", "0x1f", "1e3", "~", "no", ""),
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.datetimes()
    | st.sampled_from(WORDS)
    | st.text(max_size=20)
)
KEYS = st.sampled_from(FIELDS) | st.sampled_from(WORDS) | st.integers(-1, 3) | st.floats(0, 1) | st.booleans()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
STYLES = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([None, True, False]),
        "default_style": st.sampled_from([None, None, "'", '"', "|", ">"]),
        "allow_unicode": st.booleans(),
        "width": st.sampled_from([10, 80]),
        "line_break": st.sampled_from(["\n", "\r\n", "\r"]),
    }
)
"""How the same values are written: in blocks or brackets, with or without quotes."""
SIGNS = [
    *"{}[]:-,#&*!|>'\"%@`?~= \n\r\t.<\\0aAé²\ufeff\u2028\u202e\x1b",
    "\r\n",
    ": ",
    "- ",
    "<<: ",
    "---\n",
    "\x00",
]
TEXTS = st.text(max_size=200) | st.text(alphabet="{}[]:-,#&*!|>'\"%@`?~= \n\r\tab01.<é", max_size=60)
FORMULA = st.lists(
    st.sampled_from(
        ["x", "min", "max", "(", ")", "+", "-", "*", "/", "0", "1", ".5", "7.", " ", "x*", "(x-"]
    ),
    max_size=30,
).map("".join)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite, whose files each example writes anew."""
    return suite_with(tmp_path_factory.mktemp("scratch"))


def laid(root: Path, files: dict[str, bytes]) -> Path:
    """The demonstration suite with these files in place of its own, and nothing of the example before."""
    for path in PATHS:
        (root / path).write_bytes(files.get(path, BYTES[path]))
    return root


def written(value: object, style: dict[str, Any]) -> bytes:
    """A value as YAML text in one of its many forms."""
    return str(yaml.safe_dump(value, sort_keys=False, **style)).encode("utf-8", "surrogatepass")


@examples(60)
@given(path=st.sampled_from(SPECS), value=VALUES, style=STYLES)
def test_any_structure_is_checked_as_a_spec(
    scratch: Path, path: str, value: object, style: dict[str, Any]
) -> None:
    findings_of(laid(scratch, {path: written(value, style)}))


@examples(80)
@given(
    path=st.sampled_from(SPECS), fields=st.dictionaries(KEYS, VALUES, min_size=1, max_size=3), style=STYLES
)
def test_any_values_are_checked_in_the_fields_of_a_valid_spec(
    scratch: Path, path: str, fields: dict[Any, Any], style: dict[str, Any]
) -> None:
    spec = yaml.safe_load((BASE / path).read_text())
    findings_of(laid(scratch, {path: written({**spec, **fields}, style)}))


@examples(80)
@given(path=st.sampled_from(PATHS), content=st.binary(max_size=300) | TEXTS.map(str.encode))
def test_any_bytes_are_checked_as_a_file(scratch: Path, path: str, content: bytes) -> None:
    findings_of(laid(scratch, {path: content}))


@examples(80)
@given(lines=st.lists(st.sampled_from(data(__file__)["settings"]) | st.text(max_size=20)))
def test_any_lines_are_checked_as_settings(scratch: Path, lines: list[str]) -> None:
    (laid(scratch, {}) / "pyproject.toml").write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    findings_of(scratch)
    (scratch / "pyproject.toml").unlink()


@examples(40)
@given(formula=FORMULA, low=st.floats() | st.integers(-2, 2), high=st.floats() | st.integers(-2, 2))
def test_any_formula_is_checked_on_any_scale(scratch: Path, formula: str, low: float, high: float) -> None:
    path = "a-component/A-DEM1.yaml"
    spec = yaml.safe_load((BASE / path).read_text())
    spec["scoring_scale"] |= {"min_value": low, "max_value": high, "normalization_formula": formula}
    findings_of(laid(scratch, {path: written(spec, {})}))


@st.composite
def mutated(draw: st.DrawFn, path: str) -> bytes:
    """A valid file with a few pieces of its text cut out, doubled, moved, or replaced by signs of YAML."""
    text = (BASE / path).read_text()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        piece = draw(st.sampled_from(["", text[start:end] * 2, text[:20], text[-20:], *WORDS, *SIGNS]))
        text = text[:start] + piece + text[end:]
    return text.encode("utf-8", "surrogatepass")


@st.composite
def mutated_suite(draw: st.DrawFn) -> dict[str, bytes]:
    """Several files of the suite mutated, at their own paths or at those of others."""
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=4, unique=True))
    places = draw(st.permutations(paths)) if draw(st.booleans()) else paths
    return {place: draw(mutated(path)) for path, place in zip(paths, places, strict=True)}


@examples(70)
@given(files=mutated_suite())
def test_a_mutated_suite_is_checked_alike_every_time(scratch: Path, files: dict[str, bytes]) -> None:
    first = findings_of(laid(scratch, files))
    assert findings_of(scratch) == first
