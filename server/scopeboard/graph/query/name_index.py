"""The names of a graph's ops and scopes, joined for search.

An op in the body of a function has two: its own begins with the function's name, without the
library; the other is the one shown where the function opens in place, by the shortest chain of
calls. They are joined at the first search of a graph and cached as long as the graph is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.text_search import TextBuffer, TextPattern
from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import ShownNode
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph

MAX_SCOPE_BYTES: Final = 32 << 20
"""Bounds the names of all scopes, which in deep trees are far longer than names of ops."""

MAX_SHOWN_BYTES: Final = 32 << 20
"""Bounds the names by chains of calls, which are far longer than own names where chains are."""

_LIBRARY_PREFIX: Final = f"{LIBRARY}/"


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of one kind: `own` by op or row, then `shown`, of which `at` has the ops or rows."""

    own: TextBuffer
    shown: TextBuffer
    at: Indices

    @staticmethod
    def join(own: list[str], shown: dict[int, str]) -> "_Names":
        return _Names(
            TextBuffer([name.removeprefix(_LIBRARY_PREFIX) for name in own]),
            TextBuffer(list(shown.values())),
            np.fromiter(shown, dtype=np.int64, count=len(shown)),
        )

    def matching(self, pattern: TextPattern, check: CancelCheck) -> Flags:
        flags = self.own.matching(pattern, check)
        flags[self.at[self.shown.matching(pattern, check)]] = True
        return flags


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Names by op, and by row of a scope or group.

    `omitted` scopes have no name here, or only their own: the others are too long.
    """

    ops: _Names
    rows: _Names
    omitted: int

    @staticmethod
    def of(graph: PreparedGraph) -> "NameIndex":
        """Return the names of a graph, joined once per graph."""
        return _indexes.get(graph)

    @staticmethod
    def build(graph: PreparedGraph) -> "NameIndex":
        """Join the names of a graph."""
        tree = graph.tree
        ops = list(tree.names)
        for op, path in tree.scopes.renamed_paths.items():
            ops[op] = path
        lengths = np.concatenate((tree.scopes.end, [len(path) for path in tree.group_paths]))
        is_indexed = np.cumsum(lengths) <= MAX_SCOPE_BYTES
        rows = [
            tree.path(row) if indexed else "" for row, indexed in enumerate(is_indexed.tolist())
        ]
        functions = graph.annotated.ops.functions
        function_of = np.searchsorted(functions.first, tree.first_nodes(), side="right") - 1
        shown_ops, shown_rows = dict[int, str](), dict[int, str]()
        room, omitted = MAX_SHOWN_BYTES, int((~is_indexed).sum())
        for function, call in contents_of(graph, ShownNode(ROOT, "", None)).bodies.items():
            root = tree.path(call.root)
            inside = range(int(functions.first[function]), int(functions.end[function]))
            below = np.flatnonzero((function_of == function) & is_indexed).tolist()
            in_ops = _moved(ops, inside, root, call.path)
            in_rows = _moved(rows, below, root, call.path)
            room -= _size(in_ops.values()) + _size(in_rows.values())
            if room < 0:
                omitted += len(in_rows)
                continue
            shown_ops |= in_ops
            shown_rows |= in_rows
        return NameIndex(_Names.join(ops, shown_ops), _Names.join(rows, shown_rows), omitted)


def _moved(names: Sequence[str], places: Iterable[int], root: str, to: str) -> dict[int, str]:
    """Return the names at some places that are below `root`, as they are called below `to`."""
    return {
        place: to + names[place][len(root) :]
        for place in places
        if names[place].startswith(f"{root}/")
    }


def _size(names: Iterable[str]) -> int:
    return sum(map(len, names))


_indexes: Final = PerGraphCache(NameIndex.build)
