"""Small changes to code that a test should notice: those of cosmic-ray, and those that leave something out.

Nothing is changed that carries no behavior: annotations, what's logged, ``__all__``, whether ``zip`` is
strict, and decorators that are for type checkers or keep other code from changing a value.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.operators.operator import Operator  # type: ignore[import-untyped]
from cosmic_ray.operators.provider import OperatorProvider  # type: ignore[import-untyped]

Node = Any
"""A node of a syntax tree, or a leaf. Its library isn't typed."""

_BLOCKS = {"suite", "file_input"}
_COMPOUND = {
    *("if_stmt", "while_stmt", "for_stmt", "try_stmt", "with_stmt", "funcdef", "classdef"),
    *("decorated", "decorators", "async_stmt", "async_funcdef"),
}
_CHANGED = {
    *("simple_stmt", "argument", "keyword", "number", "comparison", "if_stmt", "while_stmt", "test"),
    *("for_stmt", "except_clause", "decorator", "factor", "not_test"),
}
"""The nodes that operators change, besides the signs in expressions and the elements of collections."""

_PUNCTUATION = {*"()[]{},.:=", "->"}
_WITHOUT_BEHAVIOR = ("log.", "__all__", "@dataclass", "@overload", "@override", "if TYPE_CHECKING")


class RemoveStatement(Operator):  # type: ignore[misc]
    """Leaves out a call, a change of an attribute or of a key, or an error."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[object, object]]:
        """Say that a statement can be left out."""
        if node.type == "simple_stmt":
            statement = node.children[0]
            changed = statement.children[0] if statement.type == "expr_stmt" else statement
            if changed.type in {"atom_expr", "await", "raise_stmt"}:
                yield node.start_pos, node.end_pos

    def mutate(self, node: Node, _index: int) -> Node | None:
        """Do nothing instead."""
        node.children[0] = get_ast(f"{node.get_first_leaf().prefix}pass")
        return node

    @classmethod
    def examples(cls) -> Iterable[object]:
        """Give none: they're for cosmic-ray's own tests."""
        return ()


class RemovePart(RemoveStatement):
    """Leaves out a named argument of a call, or an element of a tuple, a list, a set, or a dictionary."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[object, object]]:
        """Say that it can be left out, unless it's the only element."""
        if (node.type == "argument" and node.children[1] == "=") or _is_element(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, _index: int) -> None:
        """Take it away, with the value if it's a key, and with its comma. A tuple stays a tuple."""
        whole = node.parent.children
        after = _place(node) + 1
        if whole[after : after + 1] == [":"]:
            del whole[after : after + 2]
        if whole[after : after + 1] == [","]:
            del whole[after]
            if "," not in whole[after:]:
                whole.append(get_ast(",").children[0])


def _is_element(node: Node) -> bool:
    whole = node.parent
    return (
        whole is not None
        and whole.type in {"testlist_comp", "dictorsetmaker"}
        and whole.parent.type == "atom"
        and "," in whole.children[1:4]
        and node not in {",", ":"}
        and node.get_previous_sibling() != ":"
    )


def _place(node: Node) -> int:
    return next(place for place, child in enumerate(node.parent.children) if child is node)


_NAMES = re.compile(
    r"""
    ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Div|Mod_Div|Pow_Mul)
    | ReplaceBinaryOperator_(LShift_RShift|RShift_LShift|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitAnd)
    | ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is)
    | ReplaceUnaryOperator_Delete_.* | Replace(True|False|And|Or|Break|Continue)With.*
    | AddNot | ExceptionReplacer | NumberReplacer | RemoveDecorator | ZeroIterationForLoop
    """,
    re.VERBOSE,
)
"""The operators of cosmic-ray. Of those that replace a sign, the ones whose change is hardest to notice."""

OPERATORS = [
    RemoveStatement(),
    RemovePart(),
    *(OperatorProvider()[name]() for name in OperatorProvider() if _NAMES.fullmatch(name)),
]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change, in a statement that's in the given lines.

    ``names`` are what the statement defines, which matters if it runs when the module is loaded.
    """

    module: str
    lines: range
    names: frozenset[str]
    code: str
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what a list of mutants knows it by, wherever its line is."""
        return self.module, self.before, self.after


def draw(root: Path, modules: Iterable[str], seed: int) -> Iterator[Mutant]:
    """Return mutants in an order that depends on the seed, and for each on its own statement only."""
    drawn = []
    for module in modules:
        for place, node in enumerate(ast_nodes(_read(root, module))):
            if changes := [*_changes(node)]:
                statement = _statement(node)
                line, column = statement.start_pos
                within = (node.start_pos[0] - line, node.start_pos[1] - column)
                key = f"{seed} {module} {statement.get_code(include_prefix=False)} {within} {node.type}"
                digest = blake2b(key.encode(), digest_size=8).hexdigest()
                drawn.append((digest, module, place, Random(digest).choice(changes)))
    for _, module, place, (operator, index) in sorted(drawn, key=lambda each: each[:3]):
        yield from _mutant(root, module, place, operator, index)


def _read(root: Path, module: str) -> Node:
    return get_ast((root / module).read_text())


def _changes(node: Node) -> Iterator[tuple[Operator, int]]:
    is_sign = node.type == "operator" and node not in _PUNCTUATION and node.parent.type != "parameters"
    if (is_sign or node.type in _CHANGED or _is_element(node)) and _has_behavior(node):
        for operator in OPERATORS:
            for index, _ in enumerate(operator.mutation_positions(node)):
                yield operator, index


def _has_behavior(node: Node) -> bool:
    statement = _statement(node)
    while node is not statement:
        is_annotation = node.parent.type in {"annassign", "tfpdef"} and node.get_previous_sibling() == ":"
        if is_annotation or (node.type == "argument" and _is_strict(node)):
            return False
        node = node.parent
    is_returned_type = node.get_previous_sibling() == "->"
    return not is_returned_type and not node.get_code(include_prefix=False).startswith(_WITHOUT_BEHAVIOR)


def _is_strict(argument: Node) -> bool:
    return bool(argument.children[0].get_code(include_prefix=False) == "strict")


def _statement(node: Node) -> Node:
    """Return the statement around a node, or the part of a compound statement."""
    while node.parent is not None and node.parent.type not in _BLOCKS | _COMPOUND:
        node = node.parent
    return node


def _names(statement: Node) -> Iterator[str]:
    """Return what a statement defines that runs when the module is loaded."""
    scope = statement.parent
    if scope.type in {"decorated", "decorators"}:
        scope = scope.children[-1] if scope.type == "decorated" else scope.parent.children[-1]
        scope = scope.children[-1] if scope.type == "async_funcdef" else scope
        yield scope.name.value
        return
    while scope is not None and scope.type not in {"funcdef", "classdef"}:
        scope = scope.parent
    if scope is None or scope.type == "classdef" or scope is statement.parent:
        if scope is not None:
            yield scope.name.value
        if statement.type == "simple_stmt" and statement.children[0].type == "expr_stmt":
            yield from (name.value for name in statement.children[0].get_defined_names())


def _mutant(root: Path, module: str, place: int, operator: Operator, index: int) -> Iterator[Mutant]:
    """Return the module with this change, unless it's no longer Python."""
    tree = _read(root, module)
    code = tree.get_code()
    node = [*ast_nodes(tree)][place]
    names = frozenset(_names(_statement(node)))
    # What runs when the module is loaded can be a long table, with a function in each line.
    whole = node if names else _statement(node)
    block = next((part for part in getattr(whole, "children", ()) if part.type == "suite"), None)
    last = block.get_first_leaf() if block else whole.get_last_leaf()
    lines = range(whole.start_pos[0], last.start_pos[0] + 1)
    try:
        changed = operator.mutate(node, index)
    except AttributeError:
        # cosmic-ray only replaces exceptions that are named without their module.
        return
    node.parent.children[_place(node) : _place(node) + 1] = [changed] if changed else []
    mutated = tree.get_code()
    try:
        compile(mutated, module, "exec")
    except SyntaxError:
        return
    difference = [
        line
        for line in unified_diff(code.splitlines(), mutated.splitlines(), lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
    changed_lines = ([line[1:] for line in difference if line[0] == sign] for sign in "-+")
    before, after = (" ".join(" ".join(texts).split()) for texts in changed_lines)
    yield Mutant(module, lines, names, mutated, before, after)
