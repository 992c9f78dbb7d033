"""What a definition in a script does where Python only reads it, before anything uses it."""

import ast
from collections.abc import Container, Iterable, Iterator, Sequence

from benchdocs.specs.code_evaluator import parts

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


def evaluated(node: ast.AST) -> tuple[Sequence[ast.AST], Sequence[ast.AST | None]] | None:
    """Return what Python evaluates where it reads a definition: what gets the definition, and other values.

    Annotations and the body of a class are apart. None for a statement that is no definition of one name.
    """
    match node:
        case ast.FunctionDef(args=given):
            return node.decorator_list, [*given.defaults, *given.kw_defaults]
        case ast.ClassDef():
            return [*node.decorator_list, *node.keywords], node.bases
        case ast.Assign(targets=[ast.Name()], value=value) | ast.AnnAssign(target=ast.Name(), value=value):
            return [], [value]
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return [], []
    return None


def annotations(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the annotations of a definition."""
    match node:
        case ast.FunctionDef(args=given, returns=result) | ast.AsyncFunctionDef(args=given, returns=result):
            found = [part.annotation for part in parts(given) if isinstance(part, ast.arg)]
            yield from filter(None, (*found, result))
        case ast.AnnAssign():
            yield node.annotation


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
        found = evaluated(node)
        if found is None:
            return False
        if isinstance(node, ast.ClassDef) and not (
            "__init_subclass__" not in self._own and all(map(self.is_quiet, node.body))
        ):
            return False
        called, values = found
        return self._all(called, called=True) and self._all((*values, *annotations(node)))

    def _all(self, values: Iterable[ast.AST | None], *, called: bool = False) -> bool:
        return all(self._is_value(part, called) for part in values if part)

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
