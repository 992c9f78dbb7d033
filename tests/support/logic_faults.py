"""Faults in the logic of a module: one changed comparison, condition, constant or operator each."""

from __future__ import annotations

import ast
import copy
from collections.abc import Container, Iterator

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def _faulty(node: ast.AST) -> Iterator[ast.AST]:
    """The faulty forms of one node."""
    match node:
        case ast.Compare(left, [first, *others], comparators):
            yield ast.Compare(left, [_OPPOSITE[type(first)](), *others], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield body
            yield orelse
            yield ast.IfExp(test, orelse, body)
        case ast.If(test, body, orelse):
            yield ast.If(ast.Constant(value=False), body, orelse)
            yield ast.If(ast.Constant(value=True), body, orelse)
        case ast.comprehension(target, iterated, [_, *_] as conditions, is_async):
            for index in range(len(conditions)):
                rest = [*conditions[:index], *conditions[index + 1 :]]
                yield ast.comprehension(target, iterated, rest, is_async)
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(value=not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value=value + 1)
        case ast.Constant(value=str() as value) if "_" in value and value.isidentifier():
            yield ast.Constant(value=f"{value}s")
        case ast.Call(ast.Name("all" | "any" as name), args, keywords):
            yield ast.Call(ast.Name("any" if name == "all" else "all", ast.Load()), args, keywords)


def _held(
    node: ast.AST, *route: tuple[str, int | None]
) -> Iterator[tuple[tuple[tuple[str, int | None], ...], ast.AST]]:
    """All nodes of logic below a node, each with its route: no annotations, docstrings or names of fields."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "keys"):
            continue
        for index, inner in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant):
                continue
            if isinstance(inner, ast.AST) and not isinstance(inner, ast.JoinedStr):
                here = (*route, (field, index))
                yield here, inner
                yield from _held(inner, *here)


def faults(tree: ast.Module, aside: Container[int] = ()) -> Iterator[tuple[str, ast.Module]]:
    """The tree with one fault each, until the next is asked for, and where the fault is.

    None is in the lines left aside.
    """
    tree = copy.deepcopy(tree)
    for route, node in [*_held(tree)]:
        if getattr(node, "lineno", 0) in aside:
            continue
        holder: ast.AST = tree
        for field, index in route[:-1]:
            holder = getattr(holder, field) if index is None else getattr(holder, field)[index]
        field, index = route[-1]
        for faulty in _faulty(node):
            where = f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)} -> {ast.unparse(faulty)}"
            _put(holder, field, index, ast.fix_missing_locations(faulty))
            try:
                yield where[:200], tree
            finally:
                _put(holder, field, index, node)


def _put(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node
