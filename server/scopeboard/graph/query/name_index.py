"""The shown names of a graph's ops and scopes, joined for search.

Names of ops in function bodies begin with the function's name, without the library. They are joined
at the first search of a graph and cached as long as the graph is.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.text_search import TextBuffer
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph

MAX_SCOPE_BYTES: Final = 32 << 20
"""Bounds the names of all scopes, which in deep trees are far longer than names of ops."""

_LIBRARY_PREFIX: Final = f"{LIBRARY}/"


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Names by op, and by row of a scope or group; `omitted` rows have empty names."""

    ops: TextBuffer
    rows: TextBuffer
    omitted: int

    @staticmethod
    def of(graph: PreparedGraph) -> "NameIndex":
        """Return the names of a graph, joined once per graph."""
        return _indexes.get(graph)

    @staticmethod
    def build(graph: PreparedGraph) -> "NameIndex":
        """Join the names of a graph."""
        tree, ops = graph.tree, graph.annotated.ops
        names = list(tree.names)
        for op, path in tree.scopes.renamed_paths.items():
            names[op] = path
        main = ops.main_count
        names[main:] = [name.removeprefix(_LIBRARY_PREFIX) for name in names[main:]]
        lengths = np.concatenate((tree.scopes.end, [len(path) for path in tree.group_paths]))
        is_indexed = np.cumsum(lengths) <= MAX_SCOPE_BYTES
        rows = [
            tree.path(row).removeprefix(_LIBRARY_PREFIX) if indexed else ""
            for row, indexed in enumerate(is_indexed.tolist())
        ]
        return NameIndex(TextBuffer(names), TextBuffer(rows), int((~is_indexed).sum()))


_indexes: Final = PerGraphCache(NameIndex.build)
