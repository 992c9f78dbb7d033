"""What a definition in a script does where Python only reads it, before anything uses it."""

import ast
from collections.abc import Container, Iterable

_PURE = frozenset(
    {"abs", "all", "any", "bool", "chr", "dict", "enumerate", "filter", "float", "frozenset", "int", "len"}
    | {"list", "map", "max", "min", "ord", "range", "repr", "reversed", "round", "set", "sorted", "str"}
    | {"sum", "tuple", "zip", "property", "staticmethod", "classmethod"}
)
"""Functions of Python that change nothing they are given."""
_READERS = frozenset(
    {"casefold", "fromkeys", "get", "items", "join", "keys", "lower", "maketrans", "split", "strip", "union"}
    | {"upper", "values"}
)
"""Methods of Python's own types that change nothing."""
_VALUES = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.JoinedStr, ast.FormattedValue),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension, ast.keyword),
    *(ast.arguments, ast.arg, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
"""Parts of scripts that only make a value of their parts."""


class Reader:
    """A reader of definitions, which tells those that do nothing but define.

    Attributes:
        foreign: Names that the module imports from outside the suite.
        own: Functions, methods and classes of the suite, which might do anything where they are called.
    """

    def __init__(self, foreign: Container[str], own: Container[str]) -> None:
        self._foreign, self._own = foreign, own

    def is_quiet(self, node: ast.AST) -> bool:
        """Return whether a statement of a module does nothing but give a name to something new."""
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
                return True
            case ast.FunctionDef(args=given):
                named = [each.annotation for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                more = [each.annotation for each in (given.vararg, given.kwarg) if each]
                defaults = (*given.defaults, *given.kw_defaults)
                return self._all(node.decorator_list, called=True) and self._all(
                    (*defaults, *named, *more, node.returns)
                )
            case ast.ClassDef():
                around = (*node.decorator_list, *node.keywords)
                is_plain = "__init_subclass__" not in self._own and self._all(around, called=True)
                return is_plain and self._all(node.bases) and all(map(self.is_quiet, node.body))
            case ast.Assign(targets=[ast.Name()]):
                return self._all((node.value,))
            case ast.AnnAssign(target=ast.Name()):
                return self._all((node.annotation, node.value))
        return False

    def _all(self, parts: Iterable[ast.AST | None], *, called: bool = False) -> bool:
        return all(self._is_value(part, called) for part in parts if part)

    def _is_value(self, node: ast.AST, called: bool) -> bool:
        """Return whether a value is only made of others, also where a call is given it."""
        match node:
            case ast.Name(id=name):
                return not called or name not in self._own
            case ast.Attribute(value=ast.Name(id=owner)) if owner in self._foreign:
                return True
            case ast.Attribute(value=value):
                return not called and self._is_value(value, called)
            case ast.Call(func=function):
                given = [*node.args, *node.keywords]
                return self._changes_nothing(function) and self._all(given, called=True)
        return isinstance(node, _VALUES) and self._all(ast.iter_child_nodes(node), called=called)

    def _changes_nothing(self, function: ast.expr) -> bool:
        match function:
            case ast.Name(id=name):
                return name in self._foreign or (name in _PURE and name not in self._own)
            case ast.Attribute(value=ast.Name(id=owner)) if owner in self._foreign:
                return True
            case ast.Attribute(value=value, attr=name):
                is_reader = name in _READERS and name not in self._own
                return is_reader and self._is_value(value, called=True)
        return False
