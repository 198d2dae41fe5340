"""Shown names and rows of the tree, in both directions.

A call op opens in place into the scope of its function, so one row of the tree has one shown name
for each chain of calls that opens it. An *open call*, or alias, is one such chain: the scope of a
function under the path of the call that opened it. Open calls nest. A call with one body opens into
it directly, `a/call/…`; one with several opens into a node for each, with the name of its
attribute, `a/loop/body/…`.

A function does not open again inside itself: recursion ends there. So every name is finite, and the
number of names is finite too.
"""

from collections.abc import Container
from dataclasses import replace
from typing import Final, NamedTuple

from scopeboard.errors import NotFoundError
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.path_hashes import hash_parent_paths
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

_FIRST_PARENTS: Final = 16
"""Parent paths of the first lookup of a call; a call is often near the start of a long path."""

_RECURSION: Final = "its function is already expanded above it (recursion)."


class OpenCall(NamedTuple):
    """A function opened in place.

    `call` is the op that opens `body`; `root` is the row of the function's scope, shown under the
    name `path`. `outer` is the alias in which the call itself is shown.
    """

    call: int
    body: Body
    root: int
    path: str
    outer: "OpenCall | None"


class ShownNode(NamedTuple):
    """A row of the tree with its shown name `path`, in an alias or none.

    The row of a call op with several bodies is that of the op, closed or open; the children of the
    open op are its bodies.
    """

    row: int
    path: str
    alias: OpenCall | None


class _TreePath(NamedTuple):
    """The path in the tree of a shown name, and the innermost open call around it."""

    path: str
    alias: OpenCall | None


def resolve(graph: PreparedGraph, name: str) -> ShownNode:
    """Return the inside of the scope, series node or call of this name (empty: the top level).

    Raises:
        NotFoundError: there is no such name, or it cannot be expanded.
    """
    node = find_node(graph, name)
    if node is None:
        raise NotFoundError(f"The graph has no scope called “{name}”.")
    op = int(graph.tree.op[node.row])
    if op < 0 and opens(graph, node):
        return node
    if op < 0:
        raise NotFoundError(f"“{name}” cannot be expanded: {_RECURSION}")
    bodies = graph.calls.bodies_of(op)
    if not bodies:
        raise NotFoundError(f"The graph has no scope called “{name}”, only an op.")
    if len(bodies) > 1:
        return node
    around = _functions_around(graph, node.alias, op)
    alias = _open(op, bodies[0], node.path, node.alias, around)
    if alias is None:
        raise NotFoundError(f"“{name}” cannot be expanded: {why_closed(graph, node.alias, op)}")
    return ShownNode(alias.root, node.path, alias)


def find_node(graph: PreparedGraph, name: str) -> ShownNode | None:
    """Return the scope, series node, op or body of a call with this shown name, None without one.

    A body that does not open because of recursion is found too.
    """
    found = _open_calls(graph, name)[-1]
    if found is None:
        return None
    row = graph.tree.find_scope(found.path)
    if row is None:
        op = graph.tree.find_op(found.path)
        row = None if op is None else graph.tree.row_of_op(op)
    return None if row is None else ShownNode(row, name, found.alias)


def find_op(graph: PreparedGraph, name: str) -> tuple[int, OpenCall | None] | None:
    """Return the op, a node or an annotation, with this shown name.

    A name inside a call may also be that of an annotation beside the call, if the call has no op of
    that name.
    """
    for found in reversed(_open_calls(graph, name)):
        op = None if found is None else graph.tree.find_op(found.path)
        if found is not None and op is not None:
            return op, found.alias
    return None


def group_as_shown(graph: PreparedGraph, grouping: Grouping) -> PreparedGraph:
    """Return the graph in another grouping, which has shown names of series nodes.

    A series node in a function opened in place is grouped, or not, wherever the function is shown.
    """
    ungrouped, grouped = (
        frozenset(
            name if (found := _open_calls(graph, name)[-1]) is None else found.path
            for name in names
        )
        for names in (grouping.ungrouped, grouping.grouped)
    )
    return graph.grouped(replace(grouping, ungrouped=ungrouped, grouped=grouped))


def shown_path(graph: PreparedGraph, row: int, alias: OpenCall | None) -> str:
    """Return the name a row has within an alias, or in the tree itself."""
    return _within(graph, graph.tree.path(row), alias)


def shown_op_path(graph: PreparedGraph, op: int, alias: OpenCall | None) -> str:
    """Return the name an op, a node or an annotation, has within an alias or in the tree."""
    return _within(graph, graph.tree.op_path(op), alias)


def shortest_alias(graph: PreparedGraph, function: int) -> OpenCall | None:
    """Return the alias of a function with the shortest chain of calls from the main graph.

    None for the main graph, function -1, and for a function that no chain of `MAX_CHAIN` calls
    reaches: it is shown in the library.
    """
    alias: OpenCall | None = None
    for op, body in graph.calls.chain_to(function):
        path = shown_op_path(graph, op, alias)
        if len(graph.calls.bodies_of(op)) > 1:
            path = f"{path}/{body.label}"
        if body.root is None:
            return None
        alias = OpenCall(op, body, body.root, path, alias)  # a shortest chain has no recursion
    return alias


def path_to(graph: PreparedGraph, op: int) -> str:
    """Return the shown name of an op by the shortest chain of calls from the main graph.

    Without a chain, it is the name in the library.
    """
    return shown_op_path(graph, op, shortest_alias(graph, graph.calls.function_of(op)))


def is_recursive(graph: PreparedGraph, alias: OpenCall | None, op: int, body: Body) -> bool:
    """Return whether the function of a body is open around its call op, shown in an alias."""
    return body.function in _functions_around(graph, alias, op)


def can_open(graph: PreparedGraph, alias: OpenCall | None, op: int) -> bool:
    """Return whether an op, shown in an alias, is a call that opens."""
    return any(
        body.root is not None and not is_recursive(graph, alias, op, body)
        for body in graph.calls.bodies_of(op)
    )


def opens(graph: PreparedGraph, node: ShownNode) -> bool:
    """Return whether a shown node can be opened."""
    op, alias = int(graph.tree.op[node.row]), node.alias
    if op >= 0:
        return can_open(graph, alias, op)
    if alias is None or node.path != alias.path:
        return True
    return not is_recursive(graph, alias.outer, alias.call, alias.body)


def why_closed(graph: PreparedGraph, alias: OpenCall | None, op: int) -> str:
    """Return the end of a sentence: the reason for which a call op does not open."""
    if any(is_recursive(graph, alias, op, body) for body in graph.calls.bodies_of(op)):
        return _RECURSION
    return "the function it calls has no ops."


def row_of_call(graph: PreparedGraph, op: int) -> int:
    """Return the row of a call op, which is always a node."""
    row = graph.tree.row_of_op(op)
    assert row is not None  # noqa: S101 - annotations call nothing
    return row


def _functions_around(graph: PreparedGraph, alias: OpenCall | None, op: int) -> set[int]:
    """Return the functions around a call op, -1 for the main graph."""
    functions = {graph.calls.function_of(op)}
    while alias is not None:
        functions.add(graph.calls.function_of(alias.call))
        alias = alias.outer
    return functions


def _open(
    op: int, body: Body, path: str, outer: OpenCall | None, around: Container[int]
) -> OpenCall | None:
    """Return a body opened in place; None for recursion and for a body without ops."""
    if body.root is None or body.function in around:
        return None
    return OpenCall(op, body, body.root, path, outer)


def _within(graph: PreparedGraph, path: str, alias: OpenCall | None) -> str:
    if alias is None:
        return path
    root = graph.tree.path(alias.root)
    if path == root or path.startswith(f"{root}/"):
        return alias.path + path[len(root) :]
    return path


def _open_calls(graph: PreparedGraph, name: str) -> list[_TreePath | None]:
    """Open the calls of a shown name one after another.

    Returns:
        The path in the tree after each call, that without any first. The last entry is for all
        calls, or None if a call does not open.
    """
    steps: list[_TreePath | None] = [_TreePath(name, None)]
    alias: OpenCall | None = None
    path, around = name, set[int]()
    while (found := _find_first_call(graph, path)) is not None:
        op, rest = found
        call_path = name[: len(name) - len(rest) - 1]
        around.add(graph.calls.function_of(op))
        bodies = graph.calls.bodies_of(op)
        if len(bodies) > 1:
            label, slash, rest = rest.partition("/")
            bodies = [body for body in bodies if body.label == label]
            call_path = f"{call_path}/{label}"
            if bodies and not slash:  # the body itself, which is found even if it is recursive
                alias = _open(op, bodies[0], call_path, alias, ())
                root = None if alias is None else graph.tree.path(alias.root)
                return [*steps, None if root is None else _TreePath(root, alias)]
        alias = _open(op, bodies[0], call_path, alias, around) if bodies else None
        if alias is None:
            return [*steps, None]
        path = f"{graph.tree.path(alias.root)}/{rest}"
        steps.append(_TreePath(path, alias))
    return steps


def _find_first_call(graph: PreparedGraph, path: str) -> tuple[int, str] | None:
    """Return the call op whose path is a parent of this one, and the rest of the path.

    No path of an op is a parent of another op's or a scope's, so there is one at most.
    """
    if not len(graph.annotated.ops.calls):
        return None
    tree = graph.tree
    ends = [end for end, character in enumerate(path) if character == "/"]
    first, count = 0, _FIRST_PARENTS
    while first < len(ends):
        parents = ends[first : first + count]
        hashes = hash_parent_paths(path[: parents[-1] + 1])[-len(parents) :]
        ops = tree.scopes.by_own_name.find(hashes).tolist()
        for own, end in zip(ops, parents, strict=True):
            renamed = tree.renamed_ops.get(path[:end]) if tree.renamed_ops else None
            op = own if renamed is None else renamed
            if renamed is None and (op < 0 or tree.names[op] != path[:end]):
                continue
            if graph.calls.is_call(op):
                return op, path[end + 1 :]
        first, count = first + count, count * 2
    return None
