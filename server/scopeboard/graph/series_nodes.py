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

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.graph.columns import Flags, Indices
from scopeboard.graph.free_paths import free_paths
from scopeboard.graph.grouping import SHORTEST, Grouping
from scopeboard.graph.opgraph import OpGraph
from scopeboard.graph.path_hashes import HashRows

_DIGITS: Final = "0123456789"
_DIGIT: Final = re.compile("[0-9]")
_MAX_DIGITS: Final = 15  # TensorBoard takes any; beyond these, its numbers are no longer exact


@dataclass(frozen=True, slots=True)
class Series:
    """A run of ops that is, or could be, one node: `path` is its full name, `scope` its parent."""

    path: str
    scope: int
    members: list[int]


def find_series(
    graph: OpGraph,
    ops: Indices,
    scopes: Indices,
    path_of_op: Callable[[int], str],
    grouping: Grouping,
    *taken: HashRows,
) -> list[Series]:
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
    runs = possible_series(graph, ops, scopes, path_of_op, grouping.shortest, *taken)
    return [run for run in runs if grouping.groups(run.path, len(run.members))]


def possible_series(
    graph: OpGraph,
    ops: Indices,
    scopes: Indices,
    path_of_op: Callable[[int], str],
    shortest: int = SHORTEST,
    *taken: HashRows,
) -> list[Series]:
    """Return all runs of `shortest` ops or more, whether or not they are grouped."""
    found: list[tuple[str, int, list[int]]] = []
    for scope, group in _candidates(graph, ops, scopes, shortest):
        paths = {op: path_of_op(op) for op in group}
        found += [(path, scope, run) for path, run in _runs(paths, shortest)]
    names = free_paths([path for path, _, _ in found], *taken)
    return [Series(name, scope, run) for name, (_, scope, run) in zip(names, found, strict=True)]


def _candidates(
    graph: OpGraph, ops: Indices, scopes: Indices, shortest: int
) -> list[tuple[int, list[int]]]:
    """Return each scope and the ops of one type in it, where these are enough for a series."""
    eligible = np.flatnonzero(_has_type(graph)[ops])
    types = max(len(graph.op_types), 1)
    keys = scopes[eligible].astype(np.int64) * types + graph.op_type[ops[eligible]]
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    sizes = np.diff(starts, append=keys.size)
    long = sizes >= shortest
    return [
        (int(keys[order[start]]) // types, ops[eligible[order[start : start + size]]].tolist())
        for start, size in zip(starts[long].tolist(), sizes[long].tolist(), strict=True)
    ]


def _has_type(graph: OpGraph) -> Flags:
    """Tell for each op whether it has a type, and none that is a function."""
    has_type = np.array([bool(name) for name in graph.op_types], dtype=np.bool_)[graph.op_type]
    calls = zip(graph.calls.op.tolist(), graph.calls.attribute, strict=True)
    has_type[[op for op, attribute in calls if not attribute]] = False
    return has_type


def _runs(paths: dict[int, str], shortest: int) -> list[tuple[str, list[int]]]:
    """Return the runs among ops of one type in one scope, with the names they would have."""
    numbered: dict[str, list[tuple[int, int]]] = {}
    for op, path in paths.items():
        prefix, number = _prefix_and_number(path)
        numbered.setdefault(prefix, []).append((number, op))
    runs: list[tuple[str, list[int]]] = []
    for prefix, members in numbered.items():
        if len(members) >= shortest:
            members.sort(key=lambda member: member[0])
            runs += [
                (f"{prefix}[{run[0][0]}-{run[-1][0]}]", [op for _, op in run])
                for run in _consecutive(members)
                if len(run) >= shortest
            ]
    return runs


def _consecutive(members: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the longest parts in which each number is one more than that before."""
    start = 0
    for end in range(1, len(members) + 1):
        if end == len(members) or members[end][0] != members[end - 1][0] + 1:
            yield members[start:end]
            start = end


def _prefix_and_number(path: str) -> tuple[str, int]:
    """Return the path up to the number at its end, and the number."""
    prefix = path.rstrip(_DIGITS)
    digits = path[len(prefix) :]
    if not 0 < len(digits) <= _MAX_DIGITS or _DIGIT.search(prefix, prefix.rfind("/") + 1):
        return path, 0
    return prefix, int(digits)
