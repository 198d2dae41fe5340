"""Series nodes: runs of ops of one type and consecutive numbers, each shown as one node.

TensorBoard's rule. Candidates are the ops directly in a scope that have the same op type. A
label of letters and then digits is a prefix and a number; any other label is a prefix with number
0. Candidates with the same prefix, sorted by number, are split into runs in which each number is
one more than the previous. A run of two or more can be a series node, called
`prefix[first-last]`; the `Grouping` decides.

An op whose type is a function of the library counts as a scope here and is no candidate; as in
TensorBoard, neither is an op without a type.

A series node changes no names: `scope/add_3` means the same op in every grouping.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths
from scopeboard.graph.hierarchy.path_numbers import PathNumbers, find_numbers
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import OpGraph


@dataclass(frozen=True, slots=True)
class SeriesNode:
    """A run of ops that is, or could be, one node: `path` is its full name, `scope` its parent."""

    path: str
    scope: int
    members: list[int]


def find_series_nodes(
    graph: OpGraph,
    ops: Indices,
    scopes: Indices,
    path_of_op: Callable[[int], str],
    grouping: Grouping,
    *used: HashIndex,
) -> list[SeriesNode]:
    """Return the series nodes in order of scopes.

    Args:
        graph: has the types of the ops.
        ops: the nodes to group, in order of appearance.
        scopes: the scope of each.
        path_of_op: returns the full name of an op.
        grouping: the viewer's settings.
        used: the paths of ops and scopes.
    """
    shortest = grouping.shortest
    if shortest == 0:
        return []
    groups = _candidate_groups(graph, ops, scopes)
    rows = np.flatnonzero(_in_large_group(groups, np.ones(groups.size, dtype=np.bool_), shortest))
    paths = [path_of_op(op) for op in ops[rows].tolist()]
    numbers = find_numbers(paths)
    # All members of a run have a number, except perhaps the first, whose number is then 0.
    numbered = np.flatnonzero(_in_large_group(groups[rows], numbers.digits > 0, shortest - 1))
    paths = [paths[row] for row in numbered.tolist()]
    rows = rows[numbered]
    numbers = PathNumbers(numbers.digits[numbered], numbers.number[numbered])
    prefixes = [numbers.prefix(row, path) for row, path in enumerate(paths)]
    runs = _split_into_runs(groups[rows], prefixes, numbers.number, shortest)
    names = [
        f"{prefixes[run[0]]}[{int(numbers.number[run[0]])}-{int(numbers.number[run[-1]])}]"
        for run in runs
    ]
    nodes = [
        SeriesNode(path, int(scopes[rows[run[0]]]), ops[rows[run]].tolist())
        for path, run in zip(unique_paths(names, *used), runs, strict=True)
    ]
    return [node for node in nodes if grouping.groups(node.path, len(node.members))]


def _candidate_groups(graph: OpGraph, ops: Indices, scopes: Indices) -> Amounts:
    """Return a number for the scope and type of each op, -1 for ops that are no candidates."""
    has_type = np.array([bool(name) for name in graph.op_types], dtype=np.bool_)[graph.op_type]
    calls = zip(graph.calls.op.tolist(), graph.calls.attribute, strict=True)
    has_type[[op for op, attribute in calls if not attribute]] = False
    keys = scopes.astype(np.int64) * max(len(graph.op_types), 1) + graph.op_type[ops]
    keys[~has_type[ops]] = -1
    return keys


def _in_large_group(groups: Amounts, counted: Flags, minimum: int) -> Flags:
    """Return for each row whether its group has `minimum` counted rows; False in group -1."""
    _, number = np.unique(groups, return_inverse=True)
    is_large = np.bincount(number, weights=counted) >= minimum
    large: Flags = is_large[number] & (groups >= 0)
    return large


def _split_into_runs(
    groups: Amounts, prefixes: list[str], numbers: Amounts, shortest: int
) -> list[Indices]:
    """Return the rows of each run.

    Runs are sorted by group, then by the first row with their prefix, then by number.
    """
    if not prefixes:
        return []
    prefix = hash_paths(prefixes).full
    order = np.lexsort((numbers, prefix, groups))
    is_other = np.append(True, np.diff(groups[order]) != 0)
    is_other[1:] |= np.diff(prefix[order]) != 0
    first_row = np.minimum.reduceat(order, np.flatnonzero(is_other))[np.cumsum(is_other) - 1]
    starts = np.flatnonzero(is_other | (np.diff(numbers[order], prepend=0) != 1))
    sizes = np.diff(starts, append=order.size)
    long = np.flatnonzero(sizes >= shortest)
    by_row = np.lexsort((starts[long], first_row[starts[long]], groups[order[starts[long]]]))
    return [order[starts[run] : starts[run] + sizes[run]] for run in long[by_row].tolist()]
