"""Stacks: scopes of equal structure with numbered names, shown as one node, `xw_plus_b ×99`.

Candidates are the scopes directly in a scope that have equal structures and names that are equal,
regardless of case, up to a number at the end: `cell`, `cell_1`, `Cell_2`. Unlike those of series,
numbers need not be consecutive: what is left out has another structure.

A stack would hide a model that is a sequence of equal layers, `layer_0` to `layer_11`, for which a
person opens the graph. So members of a *sequence*, in which data flows from one to another,
directly or through other nodes of the scope, stay apart up to `MAX_SEQUENCE`. Longer sequences (an
unrolled loop) are folded. So is what runs side by side: towers, clips, summaries, updates.
Nor is a stack made that would fill its scope: opening that shows the members.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from scopeboard.arrays import Hashes, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.groups import Group, GroupEvidence
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes
from scopeboard.graph.hierarchy.path_hashes import hash_paths
from scopeboard.graph.hierarchy.rows import arrange_rows, sibling_edges
from scopeboard.graph.hierarchy.series_nodes import find_numbers
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.strong_components import components_of

MAX_SEQUENCE: Final = 25
"""The members of the longest sequence that stays unfolded: more boxes in a row are not read."""

_MAX_SEARCHED: Final = 100_000
"""Edges between children of scopes with candidates; more are not searched for sequences."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Scopes that may be one stack, in order of numbers."""

    path: str
    parent: int
    scopes: Indices


def find_stacks(
    graph: AnnotatedGraph,
    nodes: Indices,
    scopes: NameScopes,
    path_of_scope: Callable[[int], str],
    grouping: Grouping,
    evidence: GroupEvidence,
) -> list[Group]:
    """Return the stacks in order of scopes.

    Args:
        graph: the graph.
        nodes: its nodes, in order of appearance.
        scopes: its scopes.
        path_of_scope: returns the full name of a scope.
        grouping: the viewer's settings.
        evidence: has the structures of the scopes.
    """
    if grouping.shortest == 0:
        return []
    candidates = _candidates(scopes, path_of_scope, grouping.shortest, evidence.structure)
    named = grouping.grouped | grouping.ungrouped
    large = [
        each
        for each in candidates
        if each.path not in named and grouping.groups(each.path, each.scopes.size)
    ]
    child_counts = scopes.child_counts(scopes.home[nodes])
    apart = {each.path for each in large if each.scopes.size == child_counts[each.parent]}
    apart |= _in_sequence(graph, nodes, scopes, large)
    return [
        Group(each.path, "stack", each.parent, np.empty(0, dtype=np.int32), each.scopes)
        for each in candidates
        if grouping.groups(each.path, each.scopes.size) and each.path not in apart
    ]


def _candidates(
    scopes: NameScopes, path_of_scope: Callable[[int], str], shortest: int, structure: Hashes
) -> list[_Candidate]:
    """Return all scopes that could be stacks of at least `shortest` members."""
    _, group = np.unique(
        np.stack((scopes.parent.astype(np.uint64), structure)), axis=1, return_inverse=True
    )
    group = group.reshape(-1)
    may_repeat = np.bincount(group)[group] >= shortest
    may_repeat[ROOT] = False
    rows = np.flatnonzero(may_repeat)
    paths = [path_of_scope(row) for row in rows.tolist()]
    in_library = [path.startswith(f"{LIBRARY}/") and path.count("/") == 1 for path in paths]
    numbers = find_numbers(paths)
    stems = [_stem(path, numbers.prefix(row, path)) for row, path in enumerate(paths)]
    stem = hash_paths([each.lower() for each in stems]).full if stems else np.empty(0, np.uint64)
    order = np.lexsort((rows, numbers.number, stem, group[rows]))
    is_first = np.append(True, np.diff(stem[order]) != 0)[: order.size]
    is_first[1:] |= np.diff(group[rows[order]]) != 0
    starts = np.flatnonzero(is_first).tolist()
    runs = [order[start:end] for start, end in pairwise([*starts, order.size])]
    runs = [run for run in runs if run.size >= shortest and not in_library[int(run[0])]]
    runs.sort(key=lambda run: int(rows[run].min()))
    wanted = [
        f"{stems[run[0]]}[{int(numbers.number[run[0]])}-{int(numbers.number[run[-1]])}]"
        for run in runs
    ]
    chosen = unique_paths(wanted, scopes.by_own_name, scopes.by_hash)
    return [
        _Candidate(path, int(scopes.parent[rows[run[0]]]), rows[run].astype(np.int32))
        for path, run in zip(chosen, runs, strict=True)
    ]


def _stem(path: str, prefix: str) -> str:
    """Return a path without its number and the underscore before it.

    TensorFlow names the first of several scopes `cell` and the second `cell_1`.
    """
    stem = prefix.removesuffix("_") if len(prefix) < len(path) else prefix
    return prefix if not stem or stem.endswith("/") else stem


def _in_sequence(
    graph: AnnotatedGraph, nodes: Indices, scopes: NameScopes, candidates: list[_Candidate]
) -> set[str]:
    """Return the paths of the candidates whose members are a sequence that stays unfolded.

    In the graph of siblings with each candidate as one node, a sequence has an edge to itself, or
    lies on a cycle.
    """
    short = [each for each in candidates if each.scopes.size <= MAX_SEQUENCE]
    if not short:
        return set()
    rows = arrange_rows(scopes, nodes, ())
    merged = np.arange(rows.parent.size)
    for each in candidates:
        merged[each.scopes] = each.scopes[0]
    is_wanted = np.zeros(rows.first_op, dtype=np.bool_)
    is_wanted[[each.parent for each in short]] = True
    source, target = sibling_edges(graph, nodes, rows, is_wanted)
    source, target = merged[source], merged[target]
    stacked = {int(each.scopes[0]): each.path for each in short}
    paths = {stacked[row] for row in source[source == target].tolist() if row in stacked}
    return paths | _on_cycles(source, target, stacked)


def _on_cycles(source: Indices, target: Indices, stacked: dict[int, str]) -> set[str]:
    """Return the paths of rows on a cycle with others; rows are as in `stacked`."""
    apart = source != target
    rows, ends = np.unique(np.concatenate((source[apart], target[apart])), return_inverse=True)
    if not rows.size or rows.size + ends.size // 2 > _MAX_SEARCHED:
        return set()
    source, target = ends[: ends.size // 2], ends[ends.size // 2 :]
    component = components_of(rows.size, source, target)
    on_cycle = np.bincount(component, minlength=rows.size)[component] > 1
    return {stacked[row] for row in rows[on_cycle].tolist() if row in stacked}
