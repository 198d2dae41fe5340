"""Colourings of the nodes of a scope, by categories or by amounts.

By *categories*, a node has the shares of all ops inside: for example, the number of ops on each
device. By *amounts*, it has one number, and the viewer's scale ends at the maximum in view or in
the whole graph.

The rank of a category is its index when all categories of the graph are sorted by number of ops. It
is the same in every scope, and so is a colour that a viewer picks by rank.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from scopeboard.arrays import Indices, ranges
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.scope.tpu_ops import tpu_compatibility

CategoryBy = Literal["structure", "device", "xla_cluster", "dtype", "op_type", "tpu_compatible"]
AmountBy = Literal["compute_time", "memory"]
CATEGORY_BY: Final[tuple[CategoryBy, ...]] = get_args(CategoryBy)
AMOUNT_BY: Final[tuple[AmountBy, ...]] = get_args(AmountBy)

MAX_SHARES: Final = 8
COMPATIBLE: Final = "compatible"
INCOMPATIBLE: Final = "incompatible"


@dataclass(frozen=True, slots=True)
class Share:
    """The number of ops inside a node that have one value, empty for ops without a value.

    `rank` is the rank of the value in the whole graph, the most frequent first.
    """

    value: str
    rank: int
    count: int


@dataclass(frozen=True, slots=True)
class Shares:
    """The values of the ops inside one node, the most frequent first, at most `MAX_SHARES`.

    `other_values` and `other_count` are the numbers of further values and of their ops. Annotations
    do not count: they are drawn beside their hosts, not as nodes.
    """

    shares: list[Share]
    other_values: int
    other_count: int


@dataclass(frozen=True, slots=True)
class Categories:
    """The values of all ops by one `CategoryBy`.

    `at` has the rank of each node's value by position in the tree, `texts` the values by rank.
    """

    at: Indices
    texts: list[str]


@dataclass(frozen=True, slots=True)
class RanOn:
    """Where ops ran: `device` is a row in `devices` for each op, -1 for one that did not run."""

    device: Indices
    devices: list[str]


def categorise(
    graph: AnnotatedGraph, tree: ScopeTree, by: CategoryBy, ran_on: RanOn | None = None
) -> Categories:
    """Return the values of all ops by one category, for use with every scope.

    The device of an op is where it ran; for one that did not run, what the graph states. The dtype
    of an op is that of its first output. Structures are values of scopes, not of ops: see
    `structure_shares`.
    """
    ops = graph.ops
    codes, texts = np.zeros(len(ops), dtype=np.int32), [""]
    if by == "device":
        codes, texts = _devices(ops.device, ops.devices, ran_on)
    elif by == "xla_cluster":
        codes, texts = ops.cluster + 1, ["", *ops.clusters]
    elif by == "op_type":
        codes, texts = ops.op_type, ops.op_types
    elif by == "dtype":
        first, end = ops.tensors.first[:-1], ops.tensors.first[1:]
        codes[end > first] = ops.tensors.dtype[first[end > first]]
        texts = [dtype_text(code) for code in range(int(codes.max(initial=0)) + 1)]
    elif by == "tpu_compatible":
        codes, texts = tpu_compatibility(ops).astype(np.int32), [INCOMPATIBLE, COMPATIBLE]
    nodes = np.flatnonzero(tree.position >= 0)
    at = np.empty(nodes.size, dtype=np.int32)
    at[tree.position[nodes]] = codes[nodes]
    count = np.bincount(at, minlength=len(texts))
    order = np.lexsort((np.arange(len(texts)), -count))
    rank = np.empty(len(texts), dtype=np.int32)
    rank[order] = np.arange(len(texts))
    return Categories(rank[at], [texts[code] for code in order])


def _devices(stated: Indices, texts: list[str], ran_on: RanOn | None) -> tuple[Indices, list[str]]:
    """Return the device of each op and the names of devices, each of them once."""
    if ran_on is None:
        return stated, texts
    rows = {text: row for row, text in enumerate(texts)}
    for name in ran_on.devices:
        rows.setdefault(name, len(rows))
    # One row more for ops that did not run: their entry, the last, is never chosen.
    measured = np.array([*(rows[name] for name in ran_on.devices), 0], dtype=np.int32)
    ran = ran_on.device >= 0
    return np.where(ran, measured[ran_on.device], stated), list(rows)


def count_shares(
    categories: Categories, tree: ScopeTree, rows: Indices, node: Indices | None = None
) -> list[Shares]:
    """Return the shares of rows, or of nodes that consist of several rows.

    Args:
        categories: the values of the ops.
        tree: the tree that `categories` was computed for.
        rows: rows of it.
        node: the node of each row, ascending from 0; each row is a node by default.
    """
    node = np.arange(rows.size) if node is None else node
    size = tree.size[rows]
    inside = ranges(tree.start[rows], tree.start[rows] + size)
    width = len(categories.texts) + 1
    keys = np.repeat(node.astype(np.int64), size) * width + categories.at[inside]
    pairs, count = np.unique(keys, return_counts=True)
    owner, rank = np.divmod(pairs, width)
    order = np.lexsort((rank, -count, owner))
    nodes = int(node[-1]) + 1 if node.size else 0
    cuts = np.searchsorted(owner, np.arange(1, nodes))
    shares = []
    for entries in np.split(order, cuts) if nodes else ():
        first, others = entries[:MAX_SHARES], entries[MAX_SHARES:]
        columns = zip(rank[first].tolist(), count[first].tolist(), strict=True)
        listed = [Share(categories.texts[number], number, ops) for number, ops in columns]
        shares.append(Shares(listed, others.size, int(count[others].sum())))
    return shares


def structure_shares(
    structures: Indices, tree: ScopeTree, rows: Indices, node: Indices | None = None
) -> list[Shares]:
    """Return the number of the structure of each node, as one share of all ops inside.

    A node with a unique structure has no shares, nor has a node that consists of several rows.

    Args:
        structures: the result of `group_structures`.
        tree: the tree with these structures.
        rows: rows of it.
        node: see `count_shares`.
    """
    node = np.arange(rows.size) if node is None else node
    first, row_counts = np.unique(node, return_index=True, return_counts=True)[1:]
    numbers = np.where(row_counts == 1, structures[rows[first]], -1).tolist()
    return [
        Shares([] if number < 0 else [Share(str(number), number, size)], 0, 0)
        for number, size in zip(numbers, tree.size[rows[first]].tolist(), strict=True)
    ]
