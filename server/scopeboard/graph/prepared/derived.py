"""What takes long to work out of a graph and is the same for all viewers, to be kept beside it."""

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
    ColumnFile,
    ColumnFileWriter,
    open_column_file,
)
from scopeboard.graph.prepared.tree_codec import decode_tree, encode_tree
from scopeboard.graph.structure.structure import group_structures, structure_hashes

_COSTS: Final = tuple(field.name for field in fields(Costs))


@dataclass(frozen=True, slots=True)
class Derived:
    """The tree in one grouping (kept is the default one), the costs of each op and of each row.

    `structures` has the structure of each row.
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
    """Work it out; in another grouping, `op_costs` are known. `check` is called now and then.

    `trainable` names the variables that are trainable, where a list says so.
    """
    costs = op_costs or count_costs(graph.ops, trainable)
    check()
    hashes = structure_hashes(graph, tree)
    check()
    return Derived(tree, costs, sum_costs(costs, tree), group_structures(tree, hashes))


def encode_derived(derived: Derived) -> Iterator[bytes]:
    """Yield the pieces of the file to keep."""
    parts = ColumnFileWriter()
    yield from encode_tree(parts, derived.tree)
    for prefix, costs in (("ops", derived.op_costs), ("rows", derived.row_costs)):
        for name in _COSTS:
            yield parts.add_array(f"{prefix}.{name}", getattr(costs, name))
    yield parts.add_array("structures", derived.structures)
    yield parts.end({})


def decode_derived(data: bytes, graph: OpGraph) -> Derived | None:
    """Return what was kept; None when it is damaged, of another version or another graph's."""
    try:
        held = open_column_file(data)
        return None if held is None else _read(held, graph)
    except CORRUPT_FILE_ERRORS:
        return None


def _read(held: ColumnFile, graph: OpGraph) -> Derived | None:
    tree = decode_tree(held, graph)
    if tree is None:
        return None
    return Derived(tree, _costs(held, "ops"), _costs(held, "rows"), held.array("structures"))


def _costs(held: ColumnFile, prefix: str) -> Costs:
    return Costs(**{name: held.array(f"{prefix}.{name}") for name in _COSTS})
