"""Role groups: the loose ops of one kind in a scope, shown as one closed node.

A training script leaves hundreds of ops of its optimizer beside the scopes of its model. Those of
one role that stand directly in a scope are the group `(optimizer ops)` there, if they are enough
(`Grouping`). So are the handles of the variables that a traced function captures, 80 placeholders
beside the layers of a Keras step: the group `(variable ops)`. A scope that is bookkeeping itself
keeps its ops in sight, and so does one in which a group would hold everything: folded, there would
be nothing left to see.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.grouping import SHORTEST, Grouping
from scopeboard.graph.hierarchy.groups import Group, GroupEvidence
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes
from scopeboard.graph.hierarchy.unique_paths import unique_paths

_MAX_BOOKED: Final = 0.9
"""The share of bookkeeping above which a scope is bookkeeping itself, as in `roles.row_roles`."""


def find_role_groups(
    nodes: Indices,
    homes: Indices,
    scopes: NameScopes,
    path_of_scope: Callable[[int], str],
    grouping: Grouping,
    evidence: GroupEvidence,
) -> list[Group]:
    """Return the role groups in order of scopes, then of roles.

    Args:
        nodes: the nodes of the graph, in order of appearance.
        homes: the scope of each.
        scopes: the scopes.
        path_of_scope: returns the full name of a scope.
        grouping: the viewer's settings.
        evidence: the roles of the ops.
    """
    if grouping.shortest == 0 or not evidence.roles:
        return []
    role = evidence.role[nodes]
    loose = np.flatnonzero(role >= 0)
    keys = homes[loose].astype(np.int64) * len(evidence.roles) + role[loose]
    order = np.argsort(keys, kind="stable")
    keys, loose = keys[order], loose[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    sizes = np.diff(starts, append=keys.size)
    scope_of = keys[starts] // len(evidence.roles)
    may_fold = (sizes >= max(grouping.shortest, SHORTEST)) & ~booked_scopes(scopes, homes, role)[
        scope_of
    ]
    may_fold &= sizes < scopes.child_counts(homes)[scope_of]
    chosen = np.flatnonzero(may_fold).tolist()
    names = []
    for group in chosen:
        path = path_of_scope(int(scope_of[group]))
        label = f"({evidence.roles[int(keys[starts[group]]) % len(evidence.roles)]} ops)"
        names.append(f"{path}/{label}" if path else label)
    groups = [
        Group(
            path=path,
            kind="role_group",
            parent=int(scope_of[group]),
            ops=nodes[loose[starts[group] : starts[group] + sizes[group]]],
        )
        for path, group in zip(
            unique_paths(names, scopes.by_own_name, scopes.by_hash), chosen, strict=True
        )
    ]
    return [group for group in groups if grouping.groups(group.path, group.size)]


def booked_scopes(scopes: NameScopes, homes: Indices, role: Indices) -> Flags:
    """Return for each scope whether nearly all nodes inside are bookkeeping; never the root."""
    levels, count = depth_levels(scopes.depth), scopes.parent.size
    inside = fold_subtrees(scopes.parent, levels, np.bincount(homes, minlength=count))
    booked = np.bincount(homes[role >= 0], minlength=count)
    booked = fold_subtrees(scopes.parent, levels, booked)
    flags: Flags = booked >= _MAX_BOOKED * np.maximum(inside, 1)
    flags[ROOT] = False
    return flags
