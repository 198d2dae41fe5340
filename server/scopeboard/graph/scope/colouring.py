"""Colouring: what the nodes of a scope are coloured by.

There are two sorts. By *categories*, a node has the shares of all ops inside: so many on each
device, of each type, of each dtype. By *amounts*, it has one number, and the viewer's scale runs
from nothing to the largest in view or in the whole graph.

A category has a rank, its place when all of the graph's are sorted by how many ops have them. It
is the same in every scope, so a viewer that picks a colour by rank keeps it from scope to scope.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from scopeboard.arrays import Amounts, Indices, ranges
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.scope.tpu_ops import is_tpu_compatible

CategoryBy = Literal["structure", "device", "xla_cluster", "dtype", "op_type", "tpu_compatible"]
AmountBy = Literal["compute_time", "memory"]
CATEGORY_BY: Final[tuple[CategoryBy, ...]] = get_args(CategoryBy)
AMOUNT_BY: Final[tuple[AmountBy, ...]] = get_args(AmountBy)

MAX_SHARES: Final = 8
COMPATIBLE: Final = "compatible"
INCOMPATIBLE: Final = "incompatible"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the ops inside a node have one value; an empty value: they have none.

    `rank` is the value's place in the whole graph, the most frequent first.
    """

    value: str
    rank: int
    count: int


@dataclass(frozen=True, slots=True)
class Shares:
    """The values of the ops inside one node, the most frequent first, at most `MAX_SHARES`.

    `other_values` and `other_count` tell how many further values there are, and how many ops have
    them. Annotations are not counted: they are drawn beside their hosts, not as nodes.
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


def categorise(graph: AnnotatedGraph, tree: ScopeTree, by: CategoryBy) -> Categories:
    """Work out the values of all ops; the answer serves for every scope.

    By structure ops have no values, only scopes do: see `structure_shares`.
    """
    codes, texts = _VALUES[by](graph.ops)
    nodes = np.flatnonzero(tree.position >= 0)
    at = np.empty(nodes.size, dtype=np.int32)
    at[tree.position[nodes]] = codes[nodes]
    count = np.bincount(at, minlength=len(texts))
    order = np.lexsort((np.arange(len(texts)), -count))
    rank = np.empty(len(texts), dtype=np.int32)
    rank[order] = np.arange(len(texts))
    return Categories(rank[at], [texts[code] for code in order])


def count_shares(
    categories: Categories, tree: ScopeTree, rows: Indices, node: Indices | None = None
) -> list[Shares]:
    """Return the shares of each of some rows, or of nodes that are made of several.

    Args:
        categories: what to count.
        tree: the tree they were worked out for.
        rows: rows of it.
        node: for each row the node it belongs to, ascending from 0; each its own by default.
    """
    node = np.arange(rows.size) if node is None else node
    size = tree.size[rows]
    inside = ranges(tree.start[rows], tree.start[rows] + size)
    width = len(categories.texts) + 1
    keys = np.repeat(node.astype(np.int64), size) * width + categories.at[inside]
    pairs, count = np.unique(keys, return_counts=True)
    place, rank = np.divmod(pairs, width)
    order = np.lexsort((rank, -count, place))
    nodes = int(node[-1]) + 1 if node.size else 0
    cuts = np.searchsorted(place, np.arange(1, nodes))
    return [
        _shares(categories, rank[part], count[part])
        for part in (np.split(order, cuts) if nodes else ())
    ]


def _shares(categories: Categories, rank: Indices, count: Amounts) -> Shares:
    """Keep the first of the shares of one node, and tell what the others come to."""
    kept = zip(rank[:MAX_SHARES].tolist(), count[:MAX_SHARES].tolist(), strict=True)
    return Shares(
        shares=[Share(categories.texts[place], place, number) for place, number in kept],
        other_values=max(rank.size - MAX_SHARES, 0),
        other_count=int(count[MAX_SHARES:].sum()),
    )


def structure_shares(structures: Indices, tree: ScopeTree, rows: Indices) -> list[Shares]:
    """Return for each row the number of its structure, as one share of all ops inside.

    `structures` is what `group_structures` returns. A row that is like no other has no shares.
    """
    numbers, sizes = structures[rows].tolist(), tree.size[rows].tolist()
    return [
        Shares([] if number < 0 else [Share(str(number), number, size)], 0, 0)
        for number, size in zip(numbers, sizes, strict=True)
    ]


_Values = tuple[Indices, list[str]]  # for each op a code, and the text of each code


def _no_values(ops: OpGraph) -> _Values:
    return np.zeros(len(ops), dtype=np.int32), [""]


def _devices(ops: OpGraph) -> _Values:
    return ops.device, ops.devices


def _clusters(ops: OpGraph) -> _Values:
    return ops.cluster + 1, ["", *ops.clusters]


def _op_types(ops: OpGraph) -> _Values:
    return ops.op_type, ops.op_types


def _dtypes(ops: OpGraph) -> _Values:
    """Take the dtype of the first output; ops without outputs have none."""
    first, end = ops.tensors.first[:-1], ops.tensors.first[1:]
    codes = np.zeros(len(ops), dtype=np.int32)
    has_output = end > first
    codes[has_output] = ops.tensors.dtype[first[has_output]]
    return codes, [dtype_text(code) for code in range(int(codes.max(initial=0)) + 1)]


def _tpu(ops: OpGraph) -> _Values:
    """Ask once for each pair of type and device; a call counts by what is in the function."""
    functions = set(ops.functions.names)
    keys = ops.op_type.astype(np.int64) * len(ops.devices) + ops.device
    pairs, group = np.unique(keys, return_inverse=True)
    codes = [
        _is_compatible(ops, functions, *divmod(pair, len(ops.devices))) for pair in pairs.tolist()
    ]
    return np.array(codes, dtype=np.int32)[group], [INCOMPATIBLE, COMPATIBLE]


def _is_compatible(ops: OpGraph, functions: set[str], op_type: int, device: int) -> bool:
    name = ops.op_types[op_type]
    return name in functions or is_tpu_compatible(name, ops.devices[device])


_VALUES: Final[dict[CategoryBy, Callable[[OpGraph], _Values]]] = {
    "structure": _no_values,
    "device": _devices,
    "xla_cluster": _clusters,
    "dtype": _dtypes,
    "op_type": _op_types,
    "tpu_compatible": _tpu,
}
