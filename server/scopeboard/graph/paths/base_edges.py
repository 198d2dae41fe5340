"""The base edges between any two shown nodes.

The nodes may be in different open scopes, and in functions opened in place. Edges of the tree join
two nodes of the same alias, or without one. If one node is inside a function and the other outside,
the edges of the call op that are wired to an argument or result inside join them (`call_wires`); an
edge between two calls may be wired at both ends.

If one node contains the other, the edges inside the inner one are left out; of the edges from a
node to itself, those of an op that feeds itself remain. The edges of annotations are left out, as
from all metaedges, and the edges carried over from them are present (`annotations`).
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.metaedges import EdgeIndex
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import ShownNode, row_of_call
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class EdgesBetween:
    """Base edges from one node to another: `edge` [edges] are rows of the annotated edges.

    `source` and `target` are the ops at the shown ends: the ends of the edge, or the result and the
    argument to which they are wired.
    """

    edge: Indices
    source: Indices
    target: Indices


def edges_between(graph: PreparedGraph, source: ShownNode, target: ShownNode) -> EdgesBetween:
    """Return the base edges from one shown node to another, in order of appearance."""
    for leaving, entered in (  # the open calls whose wires the edges follow
        (None, None),
        (None, target.alias),
        (source.alias, None),
        (source.alias, target.alias),
    ):
        before = source.alias if leaving is None else leaving.outer
        after = target.alias if entered is None else entered.outer
        if (before and before.path) == (after and after.path):  # the same chain of calls
            break
    else:
        return EdgesBetween(*(np.empty(0, dtype=np.int32),) * 3)
    tree, edges = graph.tree, graph.annotated.edges
    intervals = tree.interval(source.row), tree.interval(target.row)
    if leaving is None and entered is None:
        rows = _rows_between(graph.edges, *intervals)
        is_one_op = source.row == target.row and tree.op[source.row] >= 0
        inner, outer = sorted(intervals, key=lambda each: each[1] - each[0])
        if outer[0] <= inner[0] and inner[1] <= outer[1] and not is_one_op:
            within = _is_inside(graph.edges.source[rows], inner)
            rows = rows[~(within & _is_inside(graph.edges.target[rows], inner))]
    else:
        ends = [
            interval if call is None else tree.interval(row_of_call(graph, call.call))
            for interval, call in zip(intervals, (leaving, entered), strict=True)
        ]
        rows = _rows_between(graph.edges, *ends)
        rows = rows[graph.edges.source[rows] != graph.edges.target[rows]]
    sources, targets = edges.source[rows], edges.target[rows]
    if leaving is not None:
        sources = output_rows(graph, leaving.body, edges, rows)
    if entered is not None:
        targets = input_rows(graph, entered.body, edges, rows)
    exists = (sources >= 0) & (targets >= 0)
    exists &= _is_inside(tree.position[sources], intervals[0])
    exists &= _is_inside(tree.position[targets], intervals[1])
    return EdgesBetween(rows[exists], sources[exists], targets[exists])


def _rows_between(edges: EdgeIndex, source: tuple[int, int], target: tuple[int, int]) -> Indices:
    """Return the edges from one interval of positions to another, in order of appearance."""
    leave = np.searchsorted(edges.sources, source)
    enter = np.searchsorted(edges.targets, target)
    if leave[1] - leave[0] <= enter[1] - enter[0]:
        rows = edges.by_source[leave[0] : leave[1]]
        rows = rows[_is_inside(edges.target[rows], target)]
    else:
        rows = edges.by_target[enter[0] : enter[1]]
        rows = rows[_is_inside(edges.source[rows], source)]
    return np.sort(rows)


def _is_inside(positions: Indices, interval: tuple[int, int]) -> Flags:
    flags: Flags = (positions >= interval[0]) & (positions < interval[1])
    return flags
