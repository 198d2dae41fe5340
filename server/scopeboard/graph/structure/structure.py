"""Structure: hashes of scopes that are equal for the same contents up to names.

Theory. Two scopes are the same when their contents are equal up to names: the same types of op,
with the same annotations beside them, wired alike (port and slot of each tensor; control edges
have no order), and grouped in the same nested scopes. Shapes, devices and attributes do not count.
A call counts as the body of the function that it opens into, not as the function's name.

Hashes go from the bottom to the top, scopes of equal height together. In a scope's level graph
(see `level_graphs`) each child starts with its own hash and each end with its *role*, the hash
of its position inside the child. Then hashes flow along the edges and back, twice, so that each
node's hash covers all its predecessors and successors, and their other neighbours: colour
refinement after Weisfeiler and Leman (1968), but in topological order, where one sweep replaces a
round for each node of the longest path. Nodes on or after cycles get eight rounds of refinement
without an order. A scope's hash covers the set of its connected components, each the set of its
nodes' hashes. Each edge is in one level graph only, so the time is linear in the edges (and, for
roles, in the ops times their depth).

Limits. Scopes that are the same always have the same hash. The reverse can fail, for very regular
wiring: components of one size that refinement cannot tell apart; cycles longer than the rounds;
and equal ops inside a child, if only the end of an edge two levels up distinguishes them.
Calls are resolved to a depth of `_CALL_DEPTH`.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Hashes, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.hashing import hash_texts, mix, sum_by_group
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.structure.level_graphs import build_level_graphs
from scopeboard.graph.structure.refinement import hash_rows, plan_refinement

UNIQUE: Final = -1

_CALL_DEPTH: Final = 3
_CALL: Final = 20  # a salt


def structure_hashes(graph: AnnotatedGraph, tree: ScopeTree) -> Hashes:
    """Return a hash for each row of the tree: uint64, equal for scopes with the same contents.

    Hashes of ops depend only on type and annotations, hashes of calls on the called functions and
    the attributes that name them.
    """
    plan = plan_refinement(build_level_graphs(graph, tree), tree)
    ops, annotations = graph.ops, graph.annotations
    functions = set(ops.functions.names)
    names = ["" if name in functions else name for name in ops.op_types]
    types = hash_texts(names)[ops.op_type]
    labels = types + sum_by_group(annotations.host, mix(types[annotations.op]), len(ops))
    hashes = hash_rows(plan, tree, labels)

    rows = [tree.find_scope(f"{LIBRARY}/{name}") for name in ops.functions.names]
    attributes = hash_texts(ops.calls.attribute)
    for _ in range(_CALL_DEPTH if len(ops.calls) else 0):
        bodies = np.array([0 if row is None else hashes[row] for row in rows], dtype=np.uint64)
        called = mix(bodies[ops.calls.function] + attributes, _CALL)
        hashes = hash_rows(plan, tree, labels + sum_by_group(ops.calls.op, called, len(ops)))
    return hashes


def group_structures(tree: ScopeTree, hashes: Hashes) -> Indices:
    """Number the structures that several scopes share.

    Returns:
        For each row a number from 0, in the order in which the structures first appear in the
        graph; `UNIQUE` for scopes without an equal, and for ops.
    """
    numbers = np.full(hashes.size, UNIQUE, dtype=np.int32)
    scopes = np.flatnonzero(tree.op < 0)
    scopes = scopes[np.argsort(tree.start[scopes], kind="stable")]
    _, first, group, count = np.unique(
        hashes[scopes], return_index=True, return_inverse=True, return_counts=True
    )
    shared = np.flatnonzero(count > 1)
    number_of = np.full(count.size, UNIQUE, dtype=np.int32)
    number_of[shared[np.argsort(first[shared])]] = np.arange(shared.size)
    numbers[scopes] = number_of[group]
    return numbers
