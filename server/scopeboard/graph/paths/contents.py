"""What is inside a place as it is shown: its own ops, and the bodies that its calls open into."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices, ranges
from scopeboard.graph.hierarchy.calls import MAX_CHAIN
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.paths.paths import OpenCall, Place, is_recursive, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class ScopeContents:
    """The ops inside a place, and the alias that each is shown in.

    `own` has a flag for each op that stands there itself, shown in `alias`; `bodies` has the
    functions that open there, each in the alias that takes the fewest steps. Seen from the top
    level, functions that nothing calls are the library's own.
    """

    own: Flags
    alias: OpenCall | None
    bodies: dict[int, OpenCall]

    def flags(self, graph: PreparedGraph) -> Flags:
        """Return a flag for each op that is inside, those in bodies included."""
        flags = self.own.copy()
        functions = graph.annotated.ops.functions
        for function in self.bodies:
            flags[functions.first[function] : functions.end[function]] = True
        return flags

    def alias_of(self, graph: PreparedGraph, op: int) -> OpenCall | None:
        """Return the alias that an op inside is shown in."""
        if self.own[op]:
            return self.alias
        return self.bodies.get(graph.calls.function_of(op))

    def path(self, graph: PreparedGraph, op: int) -> str:
        """Return the name that an op inside is shown by."""
        return shown_op_path(graph, op, self.alias_of(graph, op))


def contents_of(graph: PreparedGraph, place: Place) -> ScopeContents:
    """Return what is inside a scope, a series node, an op or the body of a call."""
    op = int(graph.tree.op[place.row])
    own = ops_below(graph.tree, place.row)
    calls = graph.annotated.ops.calls.op
    if place.row == ROOT:
        calls = calls[calls < graph.annotated.ops.main_count]
    first = np.array([op]) if op >= 0 else np.unique(calls[own[calls]])
    bodies = _open_all(graph, first, place.alias)
    if place.row == ROOT:
        functions = graph.annotated.ops.functions
        for function in bodies:
            own[functions.first[function] : functions.end[function]] = False
    return ScopeContents(own, place.alias, bodies)


def rows_below(tree: ScopeTree, row: int) -> Flags:
    """Return a flag for each row of a scope or series node: whether it is this one or below it."""
    flags = np.zeros(tree.first_op, dtype=np.bool_)
    frontier = np.array([row])
    while frontier.size:
        flags[frontier] = True
        below = tree.children[ranges(tree.child_first[frontier], tree.child_first[frontier + 1])]
        frontier = below[below < tree.first_op]
    return flags


def ops_below(tree: ScopeTree, row: int) -> Flags:
    """Return a flag for each op of a row and below it, annotations by their own names."""
    flags = np.zeros(tree.position.size, dtype=np.bool_)
    if row >= tree.first_op:
        flags[tree.op[row]] = True
        return flags
    rows = rows_below(tree, row)
    flags |= (tree.position < 0) & rows[tree.scopes.home]
    flags[tree.op[tree.first_op :]] = rows[tree.parent[tree.first_op :]]
    return flags


def _open_all(graph: PreparedGraph, first: Indices, outer: OpenCall | None) -> dict[int, OpenCall]:
    """Open calls, and those in their bodies, breadth first, each function once.

    Those behind more than `MAX_CHAIN` calls are left out, as in all names.
    """
    calls, functions = graph.annotated.ops.calls, graph.annotated.ops.functions
    opened: dict[int, OpenCall] = {}
    todo: deque[tuple[Indices, OpenCall | None, int]] = deque([(first, outer, 0)])
    while todo:
        ops, alias, depth = todo.popleft()
        for op in ops.tolist() if depth < MAX_CHAIN else ():
            for inner in _open_call(graph, op, alias):
                function = inner.body.function
                if function not in opened:
                    opened[function] = inner
                    low, high = np.searchsorted(
                        calls.op, [functions.first[function], functions.end[function]]
                    )
                    todo.append((np.unique(calls.op[low:high]), inner, depth + 1))
    return opened


def _open_call(graph: PreparedGraph, op: int, alias: OpenCall | None) -> Iterator[OpenCall]:
    """Yield the bodies of a call as they open in place."""
    bodies = graph.calls.bodies_of(op)
    path = shown_op_path(graph, op, alias)
    for body in bodies:
        if body.root is not None and not is_recursive(graph, alias, op, body):
            at = path if len(bodies) == 1 else f"{path}/{body.label}"
            yield OpenCall(op, body, body.root, at, alias)
