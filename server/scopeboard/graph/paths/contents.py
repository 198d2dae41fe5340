"""The contents of a node: its own ops, and the bodies that its calls open into."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices, ranges
from scopeboard.graph.hierarchy.calls import MAX_CHAIN
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.paths.paths import OpenCall, ShownNode, is_recursive, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class ScopeContents:
    """The ops inside a node, and the alias of each.

    `own` has a flag for each op in the node itself, shown in `alias`; `bodies` has the functions
    that open there, each with the alias of the shortest chain of calls. For the top level,
    functions without a caller belong to the library.
    """

    own: Flags
    alias: OpenCall | None
    bodies: dict[int, OpenCall]

    def flags(self, graph: PreparedGraph) -> Flags:
        """Return a flag for each op inside, ops in bodies included."""
        flags = self.own.copy()
        functions = graph.annotated.ops.functions
        for function in self.bodies:
            flags[functions.first[function] : functions.end[function]] = True
        return flags

    def alias_of(self, graph: PreparedGraph, op: int) -> OpenCall | None:
        """Return the alias of an op inside."""
        if self.own[op]:
            return self.alias
        return self.bodies.get(graph.calls.function_of(op))

    def path(self, graph: PreparedGraph, op: int) -> str:
        """Return the shown name of an op inside."""
        return shown_op_path(graph, op, self.alias_of(graph, op))


def contents_of(graph: PreparedGraph, node: ShownNode) -> ScopeContents:
    """Return the contents of a scope, a series node, an op or the body of a call."""
    op = int(graph.tree.op[node.row])
    own = ops_below(graph.tree, node.row)
    calls = graph.annotated.ops.calls.op
    if node.row == ROOT:
        calls = calls[calls < graph.annotated.ops.main_count]
    first = np.array([op]) if op >= 0 else np.unique(calls[own[calls]])
    bodies = _open_all(graph, first, node.alias)
    if node.row == ROOT:
        functions = graph.annotated.ops.functions
        for function in bodies:
            own[functions.first[function] : functions.end[function]] = False
    return ScopeContents(own, node.alias, bodies)


def rows_below(tree: ScopeTree, row: int) -> Flags:
    """Return a flag for each row of a scope or series node: whether it is `row` or below it."""
    flags = np.zeros(tree.first_op, dtype=np.bool_)
    frontier = np.array([row])
    while frontier.size:
        flags[frontier] = True
        below = tree.children[ranges(tree.child_first[frontier], tree.child_first[frontier + 1])]
        frontier = below[below < tree.first_op]
    return flags


def ops_below(tree: ScopeTree, row: int) -> Flags:
    """Return a flag for each op: whether it is in a row or below it, annotations by their names."""
    flags = np.zeros(tree.position.size, dtype=np.bool_)
    if row >= tree.first_op:
        flags[tree.op[row]] = True
        return flags
    rows = rows_below(tree, row)
    flags |= (tree.position < 0) & rows[tree.scopes.home]
    flags[tree.op[tree.first_op :]] = rows[tree.parent[tree.first_op :]]
    return flags


def _open_all(graph: PreparedGraph, first: Indices, outer: OpenCall | None) -> dict[int, OpenCall]:
    """Open calls, and the calls in their bodies, breadth first, each function once.

    The chains have `MAX_CHAIN` calls at most, like those of all names.
    """
    calls, functions = graph.annotated.ops.calls, graph.annotated.ops.functions
    opened: dict[int, OpenCall] = {}
    queue: deque[tuple[Indices, OpenCall | None, int]] = deque([(first, outer, 0)])
    while queue:
        ops, alias, depth = queue.popleft()
        for op in ops.tolist() if depth < MAX_CHAIN else ():
            bodies, path = graph.calls.bodies_of(op), shown_op_path(graph, op, alias)
            for body in bodies:
                function = body.function
                is_open = function in opened or is_recursive(graph, alias, op, body)
                if body.root is None or is_open:
                    continue
                inner_path = path if len(bodies) == 1 else f"{path}/{body.label}"
                opened[function] = OpenCall(op, body, body.root, inner_path, alias)
                low, high = np.searchsorted(
                    calls.op, [functions.first[function], functions.end[function]]
                )
                queue.append((np.unique(calls.op[low:high]), opened[function], depth + 1))
    return opened
