"""The tree of a graph as columns to be kept, so that a restart neither names nor groups again."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from scopeboard.concurrency.lazy import Lazy
from scopeboard.graph.hierarchy.name_scopes import NameScopes, index_paths
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import ColumnFile, ColumnFileWriter

_TREE: Final = (
    "parent", "op", "depth", "start", "size", "count", "children", "child_first", "position",
)  # fmt: skip
_SCOPES: Final = ("parent", "depth", "first", "end", "home")


def encode_tree(parts: ColumnFileWriter, tree: ScopeTree) -> Iterator[bytes]:
    """Yield the pieces that hold a tree."""
    for name in _TREE:
        yield parts.add_array(f"tree.{name}", getattr(tree, name))
    for name in _SCOPES:
        yield parts.add_array(f"scopes.{name}", getattr(tree.scopes, name))
    yield parts.add_array("odd.op", np.array([*tree.scopes.renamed_paths], dtype=np.int32))
    yield parts.add_texts("odd.path", [*tree.scopes.renamed_paths.values()])
    yield parts.add_texts("series", tree.series_paths)


def decode_tree(held: ColumnFile, graph: OpGraph) -> ScopeTree | None:
    """Return the tree that was kept; None when it cannot be that of the graph."""
    columns: dict[str, Any] = {name: held.array(f"tree.{name}") for name in _TREE}
    if columns["position"].size != len(graph):
        return None
    scopes = _scopes(held, graph)
    series = held.texts("series")
    first_series = scopes.parent.size
    return ScopeTree(
        **columns,
        names=graph.names,
        scopes=scopes,
        renamed_ops={path: op for op, path in scopes.renamed_paths.items()},
        series_paths=series,
        series_rows={path: first_series + number for number, path in enumerate(series)},
        first_series=first_series,
        first_op=first_series + len(series),
    )


def _scopes(held: ColumnFile, graph: OpGraph) -> NameScopes:
    ops, paths = held.array("odd.op").tolist(), held.texts("odd.path")
    scopes = NameScopes(
        **{name: held.array(f"scopes.{name}") for name in _SCOPES},
        renamed_paths=dict(zip(ops, paths, strict=True)),
        index=Lazy(lambda: index_paths(scopes, graph.names, graph.main_count)),
    )
    return scopes
