"""Read and evaluate normalization formulas, which turn a raw score into one from 0 to 1.

A formula may use `x` (the raw score), `min` and `max` (the scale's ends), numbers, `+ - * /` (also
`− × ÷`) and parentheses. It is evaluated in exact fractions, so that 0.1 + 0.2 is 0.3 and a score at
a threshold is at the threshold.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

DEFAULT = "(x-min)/(max-min)"
"""Normalization of a scale that states none."""
MAX_LENGTH = 200
MAX_PRODUCTS = 50
"""Most operators `*` and `/` of one formula: each lengthens the fractions for the next one."""
_SAMPLES = 128
_BISECTIONS = 60
_LARGEST_DENOMINATOR = 10_000

_TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+|[A-Za-z_]\w*|\*\*|//|.)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_WORDS = frozenset(("x", "min", "max", "(", ")", "+", "-", "*", "/"))
_SIGNS = str.maketrans("−–×·÷", "--**/")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_UNFINISHED = "a sign, number or parenthesis is missing or one too many"


class FormulaError(ValueError):
    """Reason why a text is no formula; `offset` is the first unreadable character, if there is one."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.offset = offset


class Scale(NamedTuple):
    """Raw range of a formula; `low` is less than `high`."""

    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, low: Decimal, high: Decimal) -> "Scale":
        """Return the range between two numbers of a spec."""
        return cls(Fraction(low), Fraction(high))

    def samples(self) -> Iterator[Fraction]:
        """Return raw scores spread evenly over the range, including both ends."""
        step = (self.high - self.low) / _SAMPLES
        return (self.low + step * index for index in range(_SAMPLES + 1))


Evaluate = Callable[[Fraction, Scale], Fraction]


class Formula(NamedTuple):
    """Formula that was parsed.

    `evaluate` returns the normalized score of a raw score; it raises ZeroDivisionError where that is not
    finite.
    """

    text: str
    evaluate: Evaluate

    def has_pole(self, scale: Scale) -> bool:
        """Return whether a divisor is zero on the scale; none depends on the raw score."""
        try:
            self.evaluate(scale.low, scale)
            return False
        except ZeroDivisionError:
            return True

    def curve(self, scale: Scale) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return evenly spread raw scores with their normalized ones; the formula has no pole."""
        return _curve(self.evaluate, scale)

    def is_identity(self, scale: Scale) -> bool:
        """Return whether the raw score is the normalized one; the formula has no pole."""
        return all(normalized == raw for raw, normalized in self.curve(scale))

    def equals(self, other: "Formula", scale: Scale) -> bool:
        """Return whether both give every raw score of the scale the same score.

        Two formulas of at most `MAX_PRODUCTS` operators that agree on all samples agree everywhere.
        """
        has_pole = self.has_pole(scale) or other.has_pole(scale)
        return not has_pole and self.curve(scale) == other.curve(scale)

    def is_increasing(self, scale: Scale) -> bool:
        """Return whether a higher raw score always gives a higher normalized one; the formula has no pole."""
        return _rises(self.evaluate, scale)

    def raw_at(self, normalized: Fraction, scale: Scale) -> Fraction | None:
        """Return the raw score with this normalized score; None where there is none, or more than one.

        The score is exact where it is a plain number; a root such as that of `x*x` at 0.5 is rounded up by
        less than the scale's length / 10^18.
        """
        if self.has_pole(scale):
            return None
        low, high = scale.low, scale.high
        at_low, at_high = self.evaluate(low, scale), self.evaluate(high, scale)
        if not at_low <= normalized <= at_high or at_low == at_high or not self.is_increasing(scale):
            return None
        straight = low + (high - low) * (normalized - at_low) / (at_high - at_low)
        if self.evaluate(straight, scale) == normalized:
            return straight
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            if self.evaluate(middle, scale) < normalized:
                low = middle
            else:
                high = middle
        plain = high.limit_denominator(_LARGEST_DENOMINATOR)
        return plain if self.evaluate(plain, scale) == normalized else high


@lru_cache(maxsize=256)
def _curve(evaluate: Evaluate, scale: Scale) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((x, evaluate(x, scale)) for x in scale.samples())


@lru_cache(maxsize=256)
def _rises(evaluate: Evaluate, scale: Scale) -> bool:
    return all(lower < higher for (_, lower), (_, higher) in pairwise(_curve(evaluate, scale)))


@lru_cache(maxsize=256)
def parse_formula(text: str) -> Formula:
    """Parse a formula; raises FormulaError where the text is none."""
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"it is longer than {MAX_LENGTH} characters")
    plain = re.sub(r"\s", " ", text.translate(_SIGNS))
    tokens = list(_TOKEN.finditer(plain.rstrip()))
    for token in tokens:
        if token[1] not in _WORDS and not _NUMBER.fullmatch(token[1]):
            raise FormulaError(f"`{text[token.start(1) : token.end()]}` is not allowed", token.start(1))
    if not tokens:
        raise FormulaError("it is empty")
    if sum(token[1] in "*/" for token in tokens) > MAX_PRODUCTS:
        raise FormulaError(f"it multiplies and divides more than {MAX_PRODUCTS} times")
    try:
        tree = ast.parse(plain.lstrip(), mode="eval")
    except SyntaxError:
        raise FormulaError(_UNFINISHED) from None
    return Formula(text, _evaluator(tree.body, plain.lstrip()))


def _evaluator(node: ast.expr, text: str) -> Evaluate:
    """Return what works out a part of a formula; raises FormulaError where it is no arithmetic."""
    match node:
        case ast.Name(id="x"):
            return lambda x, scale: x
        case ast.Name(id="min"):
            return lambda x, scale: scale.low
        case ast.Name():
            return lambda x, scale: scale.high
        case ast.Constant():
            number = Fraction(text[node.col_offset : node.end_col_offset])
            return lambda x, scale: number
        case ast.UnaryOp():
            operand = _evaluator(node.operand, text)
            if isinstance(node.op, ast.UAdd):
                return operand
            return lambda x, scale: -operand(x, scale)
        case ast.BinOp():
            names = [part.id for part in ast.walk(node.right) if isinstance(part, ast.Name)]
            if isinstance(node.op, ast.Div) and "x" in names:
                raise FormulaError("it divides by what depends on `x`")
            apply = _OPERATORS[type(node.op)]
            left, right = _evaluator(node.left, text), _evaluator(node.right, text)
            return lambda x, scale: apply(left(x, scale), right(x, scale))
    raise FormulaError(_UNFINISHED)
