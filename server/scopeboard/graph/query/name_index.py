"""The names of a graph's ops and scopes as they are shown, ready to be searched.

Names of ops in function bodies begin with that of the function: the library itself is no part of
them. They are joined when a graph is searched for the first time and kept as long as it is.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.text_search import TextBuffer
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph

MAX_SCOPE_BYTES: Final = 32 << 20
"""Of the names of all scopes, which in deep trees are far longer than those of the ops."""


@dataclass(frozen=True, slots=True)
class NameTexts:
    """Names by op, and by row of a scope or series node; those of `left_out` rows are empty."""

    ops: TextBuffer
    rows: TextBuffer
    left_out: int


def first_ops(tree: ScopeTree) -> Indices:
    """Return for each row of a scope or series node the first op to appear in it."""
    series = np.arange(tree.first_series, tree.first_op)
    members = tree.op[tree.children[tree.child_first[series]]]
    return np.concatenate((tree.scopes.first, members))


def _join(graph: PreparedGraph) -> NameTexts:
    tree, ops = graph.tree, graph.annotated.ops
    names = list(tree.names)
    for op, path in tree.scopes.renamed_paths.items():
        names[op] = path
    names[ops.main_count :] = [_in_library(name) for name in names[ops.main_count :]]
    lengths = np.concatenate((tree.scopes.end, [len(path) for path in tree.series_paths]))
    is_kept = np.cumsum(lengths) <= MAX_SCOPE_BYTES
    rows = [
        _in_library(tree.path(row)) if kept else "" for row, kept in enumerate(is_kept.tolist())
    ]
    return NameTexts(TextBuffer(names), TextBuffer(rows), int((~is_kept).sum()))


def _in_library(path: str) -> str:
    """Return a name within the library without it."""
    return path.removeprefix(f"{LIBRARY}/")


_texts: Final = PerGraphCache(_join)


def name_texts(graph: PreparedGraph) -> NameTexts:
    """Return the names of a graph, joined once."""
    return _texts.get(graph)
