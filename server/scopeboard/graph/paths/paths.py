"""Names as they are shown, to rows of the tree, and back.

A call op opens in place into the scope of its function, so one row of the tree has one shown name
for each chain of calls that opens it. An *open call*, or alias, is one such chain: the scope of a
function under the path of the call that opened it. Open calls nest. A call with
one body opens into it directly, `a/call/…`; one with several opens into a node for each, named
after its attribute, `a/loop/body/…`.

A function that is open already, around the call, does not open again within itself: recursion is
cut there. So every name is finite, and there are only finitely many.
"""

from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from scopeboard.errors import NotFoundError
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.path_hashes import hash_parent_paths
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

_FIRST_LOOK: Final = 16  # parts of a path
_RECURSION: Final = "its function is open around it (recursion)."


class OpenCall(NamedTuple):
    """A function opened in place.

    `call` is the op that opens it and `body` what it opens; `root` is the row of the function's
    scope, shown under the name `path`. `outer` is the alias that the call itself is shown in.
    """

    call: int
    body: Body
    root: int
    path: str
    outer: "OpenCall | None"


class Place(NamedTuple):
    """A row of the tree as it is shown: under the name `path`, in an alias or none.

    The row of a call op with several bodies stands for the op, closed or open; its children, when
    open, are its bodies.
    """

    row: int
    path: str
    alias: OpenCall | None


def resolve(graph: PreparedGraph, name: str) -> Place:
    """Return what the scope, series node or call of this name opens into (empty: the top level).

    Raises:
        NotFoundError: there is no such name, or it does not open.
    """
    place = find_node(graph, name)
    if place is None:
        raise NotFoundError(f"The graph has no scope called “{name}”.")
    op = int(graph.tree.op[place.row])
    if op < 0 and opens(graph, place):
        return place
    if op < 0:
        raise NotFoundError(f"“{name}” does not open: {_RECURSION}")
    bodies = graph.calls.bodies_of(op)
    if not bodies:
        raise NotFoundError(f"The graph has no scope called “{name}”, only an op.")
    if len(bodies) > 1:
        return place
    around = _functions_around(graph, place.alias, op)
    alias = _open(op, bodies[0], place.path, place.alias, around)
    if alias is None:
        raise NotFoundError(f"“{name}” does not open: {why_closed(graph, place.alias, op)}")
    return Place(alias.root, place.path, alias)


def find_node(graph: PreparedGraph, name: str) -> Place | None:
    """Return what is shown under this name: a scope, a series node, an op, a body of a call.

    A body that does not open, since it is recursion, is there all the same.
    """
    followed = _follow(graph, name)
    if followed is None:
        return None
    path, alias = followed
    row = graph.tree.find_scope(path)
    if row is None:
        op = graph.tree.find_op(path)
        row = None if op is None else graph.tree.row_of_op(op)
    return None if row is None else Place(row, name, alias)


def find_op(graph: PreparedGraph, name: str) -> tuple[int, OpenCall | None] | None:
    """Return the op, a node or an annotation, that is shown under this name.

    An annotation may be named as if it were in a call: where nothing in the call has that name,
    it is what stands beside the call.
    """
    for step in reversed([*_follow_in_steps(graph, name)]):
        op = None if step is None else graph.tree.find_op(step[0])
        if step is not None and op is not None:
            return op, step[1]
    return None


def group_as_shown(graph: PreparedGraph, grouping: Grouping) -> PreparedGraph:
    """Return the graph grouped as a viewer wishes, who names series nodes as they are shown.

    A series node in a function opened in place is grouped, or not, wherever the function is shown.
    """
    return graph.grouped(
        Grouping(
            grouping.threshold,
            ungrouped=frozenset(_tree_name(graph, name) for name in grouping.ungrouped),
            grouped=frozenset(_tree_name(graph, name) for name in grouping.grouped),
        )
    )


def shown_path(graph: PreparedGraph, row: int, alias: OpenCall | None) -> str:
    """Return the name a row has within an alias, or in the tree itself."""
    return _within(graph, graph.tree.path(row), alias)


def shown_op_path(graph: PreparedGraph, op: int, alias: OpenCall | None) -> str:
    """Return the name an op, a node or an annotation, has within an alias or in the tree."""
    return _within(graph, graph.tree.op_path(op), alias)


def shortest_alias(graph: PreparedGraph, function: int) -> OpenCall | None:
    """Return a function as opened in the fewest steps from the main graph, or None.

    None means the library: the function is -1, the main graph, or nothing there leads to it in
    `MAX_CHAIN` calls.
    """
    alias: OpenCall | None = None
    for op, body in graph.calls.chain_to(function):
        at = shown_op_path(graph, op, alias)
        if len(graph.calls.bodies_of(op)) > 1:
            at = f"{at}/{body.label}"
        if body.root is None:
            return None
        alias = OpenCall(op, body, body.root, at, alias)  # a shortest chain has no recursion
    return alias


def path_to(graph: PreparedGraph, op: int) -> str:
    """Return the name that an op is best shown by.

    That of an op in a body is by the shortest chain of calls from the main graph; where there is
    none, it is its name in the library.
    """
    return shown_op_path(graph, op, shortest_alias(graph, graph.calls.function_of(op)))


def is_recursive(graph: PreparedGraph, alias: OpenCall | None, op: int, body: Body) -> bool:
    """Return whether a body of a call op, shown in an alias, is open around it already."""
    return body.function in _functions_around(graph, alias, op)


def can_open(graph: PreparedGraph, alias: OpenCall | None, op: int) -> bool:
    """Return whether an op, shown in an alias, is a call that opens."""
    return any(
        body.root is not None and not is_recursive(graph, alias, op, body)
        for body in graph.calls.bodies_of(op)
    )


def opens(graph: PreparedGraph, place: Place) -> bool:
    """Return whether a shown node can be opened."""
    op, alias = int(graph.tree.op[place.row]), place.alias
    if op >= 0:
        return can_open(graph, alias, op)
    is_body = alias is not None and place.path == alias.path
    return (
        not is_body or alias is None or not is_recursive(graph, alias.outer, alias.call, alias.body)
    )


def why_closed(graph: PreparedGraph, alias: OpenCall | None, op: int) -> str:
    """Return a sentence that says why a call op does not open."""
    if any(is_recursive(graph, alias, op, body) for body in graph.calls.bodies_of(op)):
        return _RECURSION
    return "the function it calls has no ops."


def _functions_around(graph: PreparedGraph, alias: OpenCall | None, op: int) -> set[int]:
    """Return the functions that a call op is in, and -1 where the main graph is around them."""
    functions = {graph.calls.function_of(op)}
    while alias is not None:
        functions.add(graph.calls.function_of(alias.call))
        alias = alias.outer
    return functions


def _open(
    op: int, body: Body, path: str, outer: OpenCall | None, around: Container[int]
) -> OpenCall | None:
    """Open a body of a call in place; None if it is open around it, or there is nothing in it."""
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


def _tree_name(graph: PreparedGraph, name: str) -> str:
    """Return what a name, shown or not, is in the tree."""
    followed = _follow(graph, name)
    return name if followed is None else followed[0]


def _follow(graph: PreparedGraph, name: str) -> tuple[str, OpenCall | None] | None:
    """Open all calls on the way to a name.

    Returns:
        What the name is in the tree, and the innermost alias; None if a call does not open.
    """
    *_, last = _follow_in_steps(graph, name)
    return last


def _follow_in_steps(
    graph: PreparedGraph, name: str
) -> Iterator[tuple[str, OpenCall | None] | None]:
    """Do the same one call after the other, from none on."""
    alias: OpenCall | None = None
    path, around = name, set[int]()
    yield path, alias
    while (step := _first_call(graph, path)) is not None:
        op, rest = step
        at = name[: len(name) - len(rest) - 1]
        around.add(graph.calls.function_of(op))
        bodies = graph.calls.bodies_of(op)
        if len(bodies) > 1:
            label, slash, rest = rest.partition("/")
            bodies = [body for body in bodies if body.label == label]
            at = f"{at}/{label}"
            if bodies and not slash:
                alias = _open(op, bodies[0], at, alias, ())
                yield None if alias is None else (graph.tree.path(alias.root), alias)
                return
        alias = _open(op, bodies[0], at, alias, around) if bodies else None
        if alias is None:
            yield None
            return
        path = f"{graph.tree.path(alias.root)}/{rest}"
        yield path, alias


def _first_call(graph: PreparedGraph, path: str) -> tuple[int, str] | None:
    """Return the call op whose path begins this one, and what follows it.

    No path of an op begins another op's or a scope's, so there is one at most.
    """
    if not len(graph.annotated.ops.calls):
        return None
    ends = [end for end, sign in enumerate(path) if sign == "/"]
    begin, count = 0, _FIRST_LOOK
    while begin < len(ends):  # the call may be near the beginning of a very long path
        looked = ends[begin : begin + count]
        for op, end in zip(_ops_at(graph, path, looked), looked, strict=True):
            if op is not None and graph.calls.is_call(op):
                return op, path[end + 1 :]
        begin, count = begin + count, count * 2
    return None


def _ops_at(graph: PreparedGraph, path: str, ends: list[int]) -> list[int | None]:
    """Return the op that is shown by each of some beginnings of a path."""
    tree = graph.tree
    plain = tree.scopes.by_own_name.find(
        hash_parent_paths(path[: ends[-1] + 1])[-len(ends) :]
    ).tolist()
    found: list[int | None] = []
    for op, end in zip(plain, ends, strict=True):
        odd = tree.renamed_ops.get(path[:end]) if tree.renamed_ops else None
        is_plain = op >= 0 and tree.names[op] == path[:end]
        found.append(op if odd is None and is_plain else odd)
    return found
