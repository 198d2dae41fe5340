"""Where in the tree the body of each function counts, so that no sum counts it twice.

A body is in the library once, and may have many callers. It counts at the lowest row that holds all
its calls, and in every row above, up to the top level or the scope of the function that holds the
calls; the body of a function without calls counts at the top level. Recursive calls, direct or
through other functions, are ignored.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class BodyPlace:
    """A function that has ops: the row of its scope, its call ops, and the rows it counts in.

    Each of the rows `counts_in` holds the next; the last holds all calls, or is the only one.
    """

    function: int
    row: int
    call_ops: list[int]
    counts_in: list[int]


def place_bodies(graph: PreparedGraph) -> list[BodyPlace]:
    """Return the functions in an order in which callees precede callers, cycles aside."""
    tree, calls = graph.tree, graph.annotated.ops.calls
    library = tree.find_scope(LIBRARY)
    call_ops: defaultdict[int, list[int]] = defaultdict(list)
    for function, op in np.unique(np.stack((calls.function, calls.op)), axis=1).T.tolist():
        call_ops[function].append(op)
    order = _callees_first(graph)
    rank = {function: rank for rank, function in enumerate(order)} | {-1: len(order)}
    places = []
    for function in order:
        row = int(graph.calls.function_rows[function])
        if row < 0:
            continue
        callers = [
            caller
            for op in call_ops[function]
            if rank[graph.calls.function_of(op)] > rank[function]
            and (caller := tree.row_of_op(op)) is not None
        ]
        counts_in = [ROOT]
        if callers:
            starts = tree.start[callers]
            counts_in = [
                ancestor
                for ancestor in tree.ancestors(callers[0])
                if tree.start[ancestor] <= starts.min()
                and starts.max() < tree.start[ancestor] + tree.size[ancestor]
            ]
            if library in counts_in:  # neither the top level nor the library, whose rows these are
                counts_in = counts_in[2:] or [ROOT]
        places.append(BodyPlace(function, row, call_ops[function], counts_in))
    return places


def _callees_first(graph: PreparedGraph) -> list[int]:
    """Order all functions so that callees precede callers; a cycle is cut where it is entered."""
    functions, calls = graph.annotated.ops.functions, graph.annotated.ops.calls
    first = np.searchsorted(calls.op, functions.first).tolist()
    end = np.searchsorted(calls.op, functions.end).tolist()
    called = calls.function.tolist()
    order: list[int] = []
    is_visited = [False] * len(functions)
    for start in [*called[: first[0] if first else 0], *range(len(functions))]:
        stack = [] if is_visited[start] else [(start, iter(range(first[start], end[start])))]
        is_visited[start] = True
        while stack:
            function, rows = stack[-1]
            callee = next((called[row] for row in rows if not is_visited[called[row]]), None)
            if callee is None:
                order.append(function)
                stack.pop()
            else:
                is_visited[callee] = True
                stack.append((callee, iter(range(first[callee], end[callee]))))
    return order
