"""The expensive results of a graph that are the same for all viewers.

These are tree, costs, roles and structures. They are stored in a cache file, so that a restart
neither groups ops nor counts their costs.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from scopeboard.arrays import Hashes, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lazy import Lazy
from scopeboard.graph.costs.costs import Costs, count_costs, sum_costs
from scopeboard.graph.costs.variable_ops import external_handles
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, NO_GROUPING, Grouping
from scopeboard.graph.hierarchy.groups import GroupEvidence
from scopeboard.graph.hierarchy.name_scopes import NameScopes, index_paths
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree, group_tree
from scopeboard.graph.model.hashing import mix
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import (
    CORRUPT_FILE_ERRORS,
    ColumnFileWriter,
    open_column_file,
)
from scopeboard.graph.roles.find_roles import find_op_roles
from scopeboard.graph.roles.op_roles import FIRST_BOOKKEEPING, ROLES, OpRoles
from scopeboard.graph.structure.structure import group_structures, structure_hashes

_TREE: Final = (
    "parent", "op", "depth", "start", "size", "count", "children", "child_first", "position",
)  # fmt: skip
_SCOPES: Final = ("parent", "depth", "first", "end", "home")
_COSTS: Final = tuple(field.name for field in fields(Costs))
_ROLES: Final = tuple(field.name for field in fields(OpRoles))


_LOOSE_KINDS: Final = (*ROLES[FIRST_BOOKKEEPING:], "variable")
_GROUP: Final = 30  # a salt


@dataclass(frozen=True, slots=True)
class Derived:
    """The tree for one grouping, costs of ops and rows, roles of ops and structures of rows.

    `hashes` are the structure hashes of the scopes and ops of the tree without groups. The disk
    cache stores the results of the default grouping.
    """

    tree: ScopeTree
    op_costs: Costs
    row_costs: Costs
    op_roles: OpRoles
    hashes: Hashes
    structures: Indices


def derive(
    graph: AnnotatedGraph,
    check: CancelCheck = never_cancelled,
    trainable: AbstractSet[str] | None = None,
) -> Derived:
    """Count costs, find roles, hash structures, and build the tree of the default grouping.

    Args:
        graph: the graph.
        check: called now and then.
        trainable: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    tree = build_tree(graph, NO_GROUPING)
    check()
    costs = count_costs(graph.ops, trainable)
    check()
    trained, fixed = costs.parameters != 0, costs.non_trainable != 0
    roles = find_op_roles(graph.ops, trained, fixed, check)
    check()
    return _group_known(graph, tree, costs, roles, check)


def derive_known(
    graph: AnnotatedGraph, costs: Costs, roles: OpRoles, check: CancelCheck = never_cancelled
) -> Derived:
    """Return the results for the default grouping, with known costs and roles of the ops."""
    tree = build_tree(graph, NO_GROUPING)
    check()
    return _group_known(graph, tree, costs, roles, check)


def _group_known(
    graph: AnnotatedGraph, tree: ScopeTree, costs: Costs, roles: OpRoles, check: CancelCheck
) -> Derived:
    hashes = structure_hashes(graph, tree)
    check()
    return _group(graph, tree.scopes, costs, roles, hashes, DEFAULT_GROUPING)


def regroup(graph: AnnotatedGraph, known: Derived, grouping: Grouping) -> Derived:
    """Return the results for another grouping, most of which do not depend on it."""
    scopes, costs, roles = known.tree.scopes, known.op_costs, known.op_roles
    return _group(graph, scopes, costs, roles, known.hashes, grouping)


def _group(
    graph: AnnotatedGraph,
    scopes: NameScopes,
    costs: Costs,
    roles: OpRoles,
    hashes: Hashes,
    grouping: Grouping,
) -> Derived:
    scope_count = scopes.parent.size
    kind = roles.role - np.int8(FIRST_BOOKKEEPING)
    kind[(kind < 0) & external_handles(graph.ops)] = len(_LOOSE_KINDS) - 1
    evidence = GroupEvidence(
        role=kind,
        roles=_LOOSE_KINDS,
        structure=hashes[:scope_count],
        parameters=costs.parameters,
    )
    tree = group_tree(graph, scopes, grouping, evidence)
    structures = group_structures(tree, _with_groups(tree, hashes))
    return Derived(tree, costs, sum_costs(costs, tree), roles, hashes, structures)


def _with_groups(tree: ScopeTree, hashes: Hashes) -> Hashes:
    """Return a structure hash for each row; a group's is that of the set of its members."""
    groups = tree.first_op - tree.first_group
    scopes, ops = np.split(hashes, [tree.first_group])
    every = np.concatenate((scopes, np.zeros(groups, dtype=np.uint64), ops))
    for row in range(tree.first_op - 1, tree.first_group - 1, -1):  # inner groups come later
        members = mix(every[tree.children_of(row)], _GROUP)
        every[row] = mix(members.sum(keepdims=True, dtype=np.uint64), _GROUP)[0]
    return every


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
    yield writer.add_texts("groups", tree.group_paths)
    yield writer.add_array("group_kinds", tree.group_kinds)
    for prefix, costs in (("ops", derived.op_costs), ("rows", derived.row_costs)):
        for name in _COSTS:
            yield writer.add_array(f"{prefix}.{name}", getattr(costs, name))
    for name in _ROLES:
        yield writer.add_array(f"roles.{name}", getattr(derived.op_roles, name))
    yield writer.add_array("hashes", derived.hashes)
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
        groups, first_group = file.texts("groups"), scopes.parent.size
        columns: dict[str, Any] = {name: file.array(f"tree.{name}") for name in _TREE}
        tree = ScopeTree(
            **columns,
            names=graph.names,
            scopes=scopes,
            renamed_ops={path: op for op, path in renamed.items()},
            group_paths=groups,
            group_kinds=file.array("group_kinds"),
            group_rows={path: first_group + number for number, path in enumerate(groups)},
            first_group=first_group,
            first_op=first_group + len(groups),
        )
        roles = OpRoles(**{name: file.array(f"roles.{name}") for name in _ROLES})
        hashes, structures = file.array("hashes"), file.array("structures")
        return Derived(tree, op_costs, row_costs, roles, hashes, structures)
    except CORRUPT_FILE_ERRORS:
        return None
