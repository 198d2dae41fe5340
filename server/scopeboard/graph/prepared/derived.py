"""The expensive results of a graph that are the same for all viewers.

These are tree, costs, roles and structures. They are stored in a cache file, so that a restart
neither groups ops nor counts their costs.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lazy import Lazy
from scopeboard.graph.costs.costs import Costs, count_costs, sum_costs
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.name_scopes import NameScopes, index_paths
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import (
    CORRUPT_FILE_ERRORS,
    ColumnFileWriter,
    open_column_file,
)
from scopeboard.graph.roles.find_roles import find_op_roles
from scopeboard.graph.roles.op_roles import OpRoles
from scopeboard.graph.structure.structure import group_structures, structure_hashes

_TREE: Final = (
    "parent", "op", "depth", "start", "size", "count", "children", "child_first", "position",
)  # fmt: skip
_SCOPES: Final = ("parent", "depth", "first", "end", "home")
_COSTS: Final = tuple(field.name for field in fields(Costs))
_ROLES: Final = tuple(field.name for field in fields(OpRoles))


@dataclass(frozen=True, slots=True)
class Derived:
    """The tree for one grouping, costs of ops and rows, roles of ops and structures of rows.

    The disk cache stores those of the default grouping.
    """

    tree: ScopeTree
    op_costs: Costs
    row_costs: Costs
    op_roles: OpRoles
    structures: Indices


def derive(
    graph: AnnotatedGraph,
    tree: ScopeTree,
    known: "Derived | None" = None,
    check: CancelCheck = never_cancelled,
    trainable: AbstractSet[str] | None = None,
) -> Derived:
    """Count costs, find roles and hash structures.

    Args:
        graph: the graph.
        tree: its tree, for any grouping.
        known: the same for another grouping: costs and roles of ops do not depend on it.
        check: called now and then.
        trainable: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    costs = known.op_costs if known else count_costs(graph.ops, trainable)
    check()
    trained, fixed = costs.parameters != 0, costs.non_trainable != 0
    roles = known.op_roles if known else find_op_roles(graph.ops, trained, fixed, check)
    check()
    hashes = structure_hashes(graph, tree)
    check()
    return Derived(tree, costs, sum_costs(costs, tree), roles, group_structures(tree, hashes))


def encode_derived(derived: Derived) -> Iterator[bytes]:
    """Yield the pieces of a cache file."""
    writer = ColumnFileWriter()
    tree = derived.tree
    for name in _TREE:
        yield writer.add_array(f"tree.{name}", getattr(tree, name))
    for name in _SCOPES:
        yield writer.add_array(f"scopes.{name}", getattr(tree.scopes, name))
    renamed = tree.scopes.renamed_paths  # "odd" is their name in the file format
    yield writer.add_array("odd.op", np.array([*renamed], dtype=np.int32))
    yield writer.add_texts("odd.path", [*renamed.values()])
    yield writer.add_texts("series", tree.series_paths)
    for prefix, costs in (("ops", derived.op_costs), ("rows", derived.row_costs)):
        for name in _COSTS:
            yield writer.add_array(f"{prefix}.{name}", getattr(costs, name))
    for name in _ROLES:
        yield writer.add_array(f"roles.{name}", getattr(derived.op_roles, name))
    yield writer.add_array("structures", derived.structures)
    yield writer.finish({})


def decode_derived(data: bytes, graph: OpGraph) -> Derived | None:
    """Return the contents of a cache file.

    None when the file is damaged, of another version or of another graph.
    """
    try:
        file = open_column_file(data)
        if file is None or file.array("tree.position").size != len(graph):
            return None
        op_costs, row_costs = (
            Costs(**{name: file.array(f"{prefix}.{name}") for name in _COSTS})
            for prefix in ("ops", "rows")
        )
        renamed = dict(zip(file.array("odd.op").tolist(), file.texts("odd.path"), strict=True))
        scopes = NameScopes(
            **{name: file.array(f"scopes.{name}") for name in _SCOPES},
            renamed_paths=renamed,
            index=Lazy(lambda: index_paths(scopes, graph.names, graph.main_count)),
        )
        series, first_series = file.texts("series"), scopes.parent.size
        columns: dict[str, Any] = {name: file.array(f"tree.{name}") for name in _TREE}
        tree = ScopeTree(
            **columns,
            names=graph.names,
            scopes=scopes,
            renamed_ops={path: op for op, path in renamed.items()},
            series_paths=series,
            series_rows={path: first_series + number for number, path in enumerate(series)},
            first_series=first_series,
            first_op=first_series + len(series),
        )
        roles = OpRoles(**{name: file.array(f"roles.{name}") for name in _ROLES})
        return Derived(tree, op_costs, row_costs, roles, file.array("structures"))
    except CORRUPT_FILE_ERRORS:
        return None
