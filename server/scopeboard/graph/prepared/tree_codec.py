"""The scope tree as columns of a cache file, so that a restart neither names nor groups ops."""

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


def encode_tree(writer: ColumnFileWriter, tree: ScopeTree) -> Iterator[bytes]:
    """Yield the pieces of a file that hold a tree."""
    for name in _TREE:
        yield writer.add_array(f"tree.{name}", getattr(tree, name))
    for name in _SCOPES:
        yield writer.add_array(f"scopes.{name}", getattr(tree.scopes, name))
    renamed = tree.scopes.renamed_paths  # "odd" is their name in the file format
    yield writer.add_array("odd.op", np.array([*renamed], dtype=np.int32))
    yield writer.add_texts("odd.path", [*renamed.values()])
    yield writer.add_texts("series", tree.series_paths)


def decode_tree(file: ColumnFile, graph: OpGraph) -> ScopeTree | None:
    """Return the tree in a file; None when it has another number of ops than the graph."""
    columns: dict[str, Any] = {name: file.array(f"tree.{name}") for name in _TREE}
    if columns["position"].size != len(graph):
        return None
    ops, paths = file.array("odd.op").tolist(), file.texts("odd.path")
    scopes = NameScopes(
        **{name: file.array(f"scopes.{name}") for name in _SCOPES},
        renamed_paths=dict(zip(ops, paths, strict=True)),
        index=Lazy(lambda: index_paths(scopes, graph.names, graph.main_count)),
    )
    series = file.texts("series")
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
