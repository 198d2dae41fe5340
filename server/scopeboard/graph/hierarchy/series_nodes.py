"""Series nodes: runs of ops of one type and consecutive numbers, each shown as one node.

TensorBoard's rule. Among the ops directly in a scope, those of the same op type are candidates. A
label of letters and then digits is a prefix and a number; any other label is a prefix with number
0. Candidates with the same prefix, in the order of their numbers, fall into runs in which each
number is one more than that before. A run of two or more can be a series node, called
`prefix[first-last]`; whether it is one is for the `Grouping` to say.

An op whose type is a function of the library counts as a scope here, and takes no part; as in
TensorBoard, neither does one without a type.

A series node changes no name: its members are called what they are called without it, so that
`scope/add_3` means the same op however a viewer groups.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.grouping import SHORTEST, Grouping
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
    *taken: HashIndex,
) -> list[SeriesNode]:
    """Return the series nodes in order of scopes.

    Args:
        graph: has the ops' types.
        ops: the nodes to look at, in order of appearance.
        scopes: the scope that each stands in.
        path_of_op: returns the full name of an op.
        grouping: the viewer's wishes.
        taken: the paths that ops and scopes have.
    """
    if grouping.shortest == 0:
        return []
    runs = find_series_runs(graph, ops, scopes, path_of_op, grouping.shortest, *taken)
    return [run for run in runs if grouping.groups(run.path, len(run.members))]


def find_series_runs(
    graph: OpGraph,
    ops: Indices,
    scopes: Indices,
    path_of_op: Callable[[int], str],
    shortest: int = SHORTEST,
    *taken: HashIndex,
) -> list[SeriesNode]:
    """Return all runs of `shortest` ops or more, whether or not they are grouped."""
    groups = _groups(graph, ops, scopes)
    rows = np.flatnonzero(_in_large_group(groups, np.ones(groups.size, dtype=np.bool_), shortest))
    paths = [path_of_op(op) for op in ops[rows].tolist()]
    found = find_numbers(paths)
    # All members of a run have a number, but for the first, which may stand for 0 without one.
    kept = np.flatnonzero(_in_large_group(groups[rows], found.digits > 0, shortest - 1))
    paths = [paths[row] for row in kept.tolist()]
    rows, found = rows[kept], PathNumbers(found.digits[kept], found.number[kept])
    runs = _runs(groups[rows], paths, found, shortest)
    wanted = [_path_of_run(paths, found, run) for run in runs]
    return [
        SeriesNode(path, int(scopes[rows[run[0]]]), ops[rows[run]].tolist())
        for path, run in zip(unique_paths(wanted, *taken), runs, strict=True)
    ]


def _groups(graph: OpGraph, ops: Indices, scopes: Indices) -> Amounts:
    """Return a number for each op that stands for its scope and type, -1 if it takes no part."""
    types = max(len(graph.op_types), 1)
    keys = scopes.astype(np.int64) * types + graph.op_type[ops]
    keys[~_has_type(graph)[ops]] = -1
    return keys


def _has_type(graph: OpGraph) -> Flags:
    """Tell for each op whether it has a type, and none that is a function."""
    has_type = np.array([bool(name) for name in graph.op_types], dtype=np.bool_)[graph.op_type]
    calls = zip(graph.calls.op.tolist(), graph.calls.attribute, strict=True)
    has_type[[op for op, attribute in calls if not attribute]] = False
    return has_type


def _in_large_group(groups: Amounts, counted: Flags, least: int) -> Flags:
    """Tell for each row whether its group has at least `least` counted rows; never in group -1."""
    _, number = np.unique(groups, return_inverse=True)
    is_large = np.bincount(number, weights=counted) >= least
    large: Flags = is_large[number] & (groups >= 0)
    return large


def _runs(groups: Amounts, paths: list[str], found: PathNumbers, shortest: int) -> list[Indices]:
    """Return the rows of each run: in order of groups, of the first with its prefix, of numbers."""
    if not paths:
        return []
    prefixes = [found.prefix(row, path) for row, path in enumerate(paths)]
    prefix = hash_paths(prefixes).whole
    order = np.lexsort((found.number, prefix, groups))
    is_other = np.append(True, np.diff(groups[order]) != 0)
    is_other[1:] |= np.diff(prefix[order]) != 0
    first_row = np.minimum.reduceat(order, np.flatnonzero(is_other))[np.cumsum(is_other) - 1]
    starts = np.flatnonzero(is_other | (np.diff(found.number[order], prepend=0) != 1))
    sizes = np.diff(starts, append=order.size)
    long = np.flatnonzero(sizes >= shortest)
    by_place = np.lexsort((starts[long], first_row[starts[long]], groups[order[starts[long]]]))
    return [order[starts[run] : starts[run] + sizes[run]] for run in long[by_place].tolist()]


def _path_of_run(paths: list[str], found: PathNumbers, run: Indices) -> str:
    first, last = int(run[0]), int(run[-1])
    prefix = found.prefix(first, paths[first])
    return f"{prefix}[{int(found.number[first])}-{int(found.number[last])}]"
