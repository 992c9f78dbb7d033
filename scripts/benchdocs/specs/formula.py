"""Read and evaluate normalization formulas, which turn a raw score into one from 0 to 1.

A formula may use `x` (the raw score), `min` and `max` (the scale's ends), numbers, `+ - * /` (also
`− × ÷`) and parentheses. It is evaluated in exact fractions, so that 0.1 + 0.2 is 0.3 and a score at
a threshold is at the threshold.
"""

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
_MAX_DEPTH = 20
MAX_PRODUCTS = 50
"""Most operators `*` and `/` of one formula: each lengthens the fractions for the next one."""
_SAMPLES = 128
_BISECTIONS = 60
_LARGEST_DENOMINATOR = 10_000

_TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+|[A-Za-z_]\w*|.)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_WORDS = frozenset(("x", "min", "max", "(", ")", "+", "-", "*", "/"))
_SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/"}


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
    divisors: tuple[Evaluate, ...]

    def has_pole(self, scale: Scale) -> bool:
        """Return whether a divisor is zero on the scale; none depends on the raw score."""
        try:
            return not all(divisor(scale.low, scale) for divisor in self.divisors)
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
    return _Parser(text).parse()


class _Parser:
    """Recursive-descent parser of `expression: term ((+|-) term)*`, with limited nesting."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_TOKEN.finditer(text.rstrip()))
        self.next = 0
        self.depth = 0
        self.products = 0
        self.divisors: list[Evaluate] = []

    def parse(self) -> Formula:
        if not self.tokens:
            raise FormulaError("it is empty")
        evaluate = self.expression()
        if self.token:
            raise self.refusal()
        return Formula(self.text, evaluate, tuple(self.divisors))

    @property
    def token(self) -> str:
        """Return the next token, empty at the end."""
        if self.next == len(self.tokens):
            return ""
        characters = self.tokens[self.next][1]
        return _SIGNS.get(characters, characters)

    def take(self) -> str:
        token = self.token
        self.next += 1
        return token

    def refusal(self) -> FormulaError:
        """Return why the next token cannot be read."""
        if not self.token:
            return FormulaError("it ends too early")
        match = self.tokens[self.next]
        if self.token not in _WORDS and not _NUMBER.fullmatch(self.token):
            return FormulaError(f"`{match[1]}` is not allowed", match.start(1))
        where = f"after `{self.tokens[self.next - 1][1]}`" if self.next else "at the start"
        return FormulaError(f"`{match[1]}` is not expected {where}", match.start(1))

    def expression(self) -> Evaluate:
        left = self.term()
        while self.token in ("+", "-"):
            apply = operator.add if self.take() == "+" else operator.sub
            left = _combined(apply, left, self.term())
        return left

    def term(self) -> Evaluate:
        left = self.factor()
        while self.token in ("*", "/"):
            self.products += 1
            if self.products > MAX_PRODUCTS:
                raise FormulaError(f"it multiplies and divides more than {MAX_PRODUCTS} times")
            apply = operator.mul if self.take() == "*" else operator.truediv
            start = self.next
            right = self.factor()
            if apply is operator.truediv:
                for match in self.tokens[start : self.next]:
                    if match[1] == "x":
                        raise FormulaError("it divides by what depends on `x`", match.start(1))
                self.divisors.append(right)
            left = _combined(apply, left, right)
        return left

    def factor(self) -> Evaluate:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise FormulaError(f"it is nested more than {_MAX_DEPTH} levels deep")
        try:
            return self.bracket() if self.token == "(" else self.operand()
        finally:
            self.depth -= 1

    def bracket(self) -> Evaluate:
        opening = self.tokens[self.next].start(1)
        self.take()
        inner = self.expression()
        if not self.token:
            raise FormulaError("its `(` is never closed", opening)
        if self.token != ")":
            raise self.refusal()
        self.take()
        return inner

    def operand(self) -> Evaluate:
        if self.token not in ("x", "min", "max", "+", "-") and not _NUMBER.fullmatch(self.token):
            raise self.refusal()
        match self.take():
            case "x":
                return lambda x, scale: x
            case "min":
                return lambda x, scale: scale.low
            case "max":
                return lambda x, scale: scale.high
            case "+":
                return self.factor()
            case "-":
                return _combined(operator.sub, lambda x, scale: Fraction(0), self.factor())
            case digits:
                number = Fraction(digits)
                return lambda x, scale: number


def _combined(apply: Callable[[Fraction, Fraction], Fraction], left: Evaluate, right: Evaluate) -> Evaluate:
    return lambda x, scale: apply(left(x, scale), right(x, scale))
