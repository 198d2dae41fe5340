"""The expensive results of a graph that are the same for all viewers: tree, costs, structures."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from typing import Final

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.costs.costs import Costs, count_costs, sum_costs
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import (
    CORRUPT_FILE_ERRORS,
    ColumnFileWriter,
    open_column_file,
)
from scopeboard.graph.prepared.tree_codec import decode_tree, encode_tree
from scopeboard.graph.structure.structure import group_structures, structure_hashes

_COSTS: Final = tuple(field.name for field in fields(Costs))


@dataclass(frozen=True, slots=True)
class Derived:
    """The tree for one grouping, the costs of each op and row, and the structure of each row.

    The disk cache stores those of the default grouping.
    """

    tree: ScopeTree
    op_costs: Costs
    row_costs: Costs
    structures: Indices


def derive(
    graph: AnnotatedGraph,
    tree: ScopeTree,
    op_costs: Costs | None = None,
    check: CancelCheck = never_cancelled,
    trainable: AbstractSet[str] | None = None,
) -> Derived:
    """Count costs and hash structures.

    Args:
        graph: the graph.
        tree: its tree, for any grouping.
        op_costs: the costs of its ops, where another grouping has them already.
        check: called now and then.
        trainable: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    costs = op_costs or count_costs(graph.ops, trainable)
    check()
    hashes = structure_hashes(graph, tree)
    check()
    return Derived(tree, costs, sum_costs(costs, tree), group_structures(tree, hashes))


def encode_derived(derived: Derived) -> Iterator[bytes]:
    """Yield the pieces of a cache file."""
    writer = ColumnFileWriter()
    yield from encode_tree(writer, derived.tree)
    for prefix, costs in (("ops", derived.op_costs), ("rows", derived.row_costs)):
        for name in _COSTS:
            yield writer.add_array(f"{prefix}.{name}", getattr(costs, name))
    yield writer.add_array("structures", derived.structures)
    yield writer.finish({})


def decode_derived(data: bytes, graph: OpGraph) -> Derived | None:
    """Return the contents of a cache file.

    None when the file is damaged, of another version or of another graph.
    """
    try:
        file = open_column_file(data)
        tree = None if file is None else decode_tree(file, graph)
        if file is None or tree is None:
            return None
        op_costs, row_costs = (
            Costs(**{name: file.array(f"{prefix}.{name}") for name in _COSTS})
            for prefix in ("ops", "rows")
        )
        return Derived(tree, op_costs, row_costs, file.array("structures"))
    except CORRUPT_FILE_ERRORS:
        return None
