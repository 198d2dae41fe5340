"""Where in the tree the body of each function counts, so that no sum over ops counts it twice.

A body stands once, in the library, and may be called from many places. It counts at the lowest row
that holds all its calls, and in every row above, up to the top level or up to the scope of the
function that the calls are in; one that nothing calls counts at the top level. Calls of a function
by itself, directly or through others, are left out.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class BodyPlace:
    """A function that has ops: the row of its scope, the rows of its calls, and where it counts.

    `counts_in` are rows that each hold the next; the last holds all calls, or is the only one.
    """

    function: int
    row: int
    call_ops: list[int]
    counts_in: list[int]


def place_bodies(graph: PreparedGraph) -> list[BodyPlace]:
    """Return the functions, each behind all those that it calls, loops of calls aside."""
    called_by = _calling_ops(graph)
    order = _callees_first(graph)
    rank = {function: place for place, function in enumerate(order)} | {-1: len(order)}
    places = []
    for function in order:
        row = int(graph.calls.function_rows[function])
        if row < 0:
            continue
        ops = called_by[function]
        outer = [op for op in ops if rank[graph.calls.function_of(op)] > rank[function]]
        places.append(BodyPlace(function, row, ops, _counts_in(graph.tree, outer)))
    return places


def _calling_ops(graph: PreparedGraph) -> defaultdict[int, list[int]]:
    """Return the ops that call each function."""
    calls = graph.annotated.ops.calls
    pairs = np.unique(np.stack((calls.function, calls.op)), axis=1)
    called_by: defaultdict[int, list[int]] = defaultdict(list)
    for function, op in pairs.T.tolist():
        called_by[function].append(op)
    return called_by


def _callees_first(graph: PreparedGraph) -> list[int]:
    """Order all functions, each behind those that it calls; a loop is cut where it is entered."""
    functions, calls = graph.annotated.ops.functions, graph.annotated.ops.calls
    first = np.searchsorted(calls.op, functions.first).tolist()
    end = np.searchsorted(calls.op, functions.end).tolist()
    called = calls.function.tolist()
    order: list[int] = []
    seen = [False] * len(functions)
    for start in [*called[: first[0] if first else 0], *range(len(functions))]:
        stack = [] if seen[start] else [(start, iter(range(first[start], end[start])))]
        seen[start] = True
        while stack:
            function, rows = stack[-1]
            callee = next((called[row] for row in rows if not seen[called[row]]), None)
            if callee is None:
                order.append(function)
                stack.pop()
            else:
                seen[callee] = True
                stack.append((callee, iter(range(first[callee], end[callee]))))
    return order


def _counts_in(tree: ScopeTree, ops: list[int]) -> list[int]:
    """Return the row that holds some ops, and those above it: see `BodyPlace`."""
    rows = [row for op in ops if (row := tree.row_of_op(op)) is not None]
    if not rows:
        return [ROOT]
    starts = [int(tree.start[row]) for row in rows]
    line = tree.ancestors(rows[0])
    holders = [
        row
        for row in line
        if tree.start[row] <= min(starts) and max(starts) < tree.start[row] + tree.size[row]
    ]
    library = tree.find_scope(LIBRARY)
    if library not in holders:
        return holders
    return holders[2:] or [ROOT]
