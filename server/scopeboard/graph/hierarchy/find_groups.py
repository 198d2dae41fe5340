"""Find the groups of a graph: the rules in turn, from the outside inwards."""

from dataclasses import replace

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.flow_groups import with_flow_groups
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.groups import Group, GroupEvidence
from scopeboard.graph.hierarchy.name_scopes import NameScopes
from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths
from scopeboard.graph.hierarchy.prefix_groups import with_prefix_groups
from scopeboard.graph.hierarchy.role_groups import find_role_groups
from scopeboard.graph.hierarchy.series_nodes import find_series_nodes
from scopeboard.graph.hierarchy.stacks import find_stacks


def find_groups(
    graph: AnnotatedGraph,
    scopes: NameScopes,
    nodes: Indices,
    grouping: Grouping,
    evidence: GroupEvidence | None,
) -> list[Group]:
    """Return the groups, each after the group around it.

    Scopes are stacked. Loose ops of one role are grouped, then runs of ops, in their scope or in
    such a group. A role group that is a single run is that run. What is left in a scope may be
    grouped by prefixes, and what is too much then by its flow.

    Args:
        graph: the graph.
        scopes: its scopes.
        nodes: its nodes, in order of appearance.
        grouping: the viewer's settings.
        evidence: what the rules besides that of series need; without it they do not apply.
    """
    names, homes = graph.ops.names, scopes.home[nodes]
    stacks, groups = list[Group](), list[Group]()
    if evidence is not None and grouping.rule == "repeats":

        def path_of_scope(row: int) -> str:
            return scopes.path_of_scope(names, row)

        stacks = find_stacks(graph, nodes, scopes, path_of_scope, grouping, evidence)
        groups = find_role_groups(nodes, homes, scopes, path_of_scope, grouping, evidence)
    first_group = scopes.parent.size + len(stacks)
    parents = homes.astype(np.int32)
    for row, group in enumerate(groups, first_group):
        parents[np.searchsorted(nodes, group.ops)] = row
    used = [group.path for group in (*stacks, *groups)]
    series = find_series_nodes(
        graph.ops, nodes, parents, lambda op: scopes.path_of_op(names, op), grouping,
        scopes.by_own_name, scopes.by_hash, HashIndex.of(hash_paths(used).full),
    )  # fmt: skip
    found = [*stacks, *_without_single_runs(groups, series, first_group)]
    if evidence is None:
        return found
    found = with_prefix_groups(graph, scopes, nodes, found, grouping, evidence)
    return with_flow_groups(graph, scopes, nodes, found, grouping, evidence)


def _without_single_runs(groups: list[Group], series: list[Group], first: int) -> list[Group]:
    """Return groups and then series, without the groups that one series fills.

    Args:
        groups: groups of ops, whose rows begin at `first`.
        series: runs in scopes and in these groups.
        first: the row of the first group.
    """
    filled = {
        run.parent for run in series
        if run.parent >= first and run.size == groups[run.parent - first].size
    }  # fmt: skip
    remaining = [row for row in range(first, first + len(groups)) if row not in filled]
    new_row = {row: first + number for number, row in enumerate(remaining)}
    new_row |= {row: groups[row - first].parent for row in filled}
    moved = [replace(run, parent=new_row.get(run.parent, run.parent)) for run in series]
    return [*(groups[row - first] for row in remaining), *moved]
