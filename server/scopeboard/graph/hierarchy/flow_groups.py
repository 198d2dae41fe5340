"""Flow groups: neighbours in the flow of a crowded scope, as one node: `(Neg, Sum + 7)`.

A loss, a mask or a sampler is often dozens of single ops in a row, with names that say nothing in
common: `mul_3`, `Exp_1`, `Neg`. A model may be two hundred layers of one scope, each a scope with a
number. Where a scope would show more than `MAX_BOXES` boxes in spite of all other groups, these are
folded until it has a number that a person takes in:

* first what is *alike*: five or more scopes of equal structure, or ops of one type, that read from
  the same nodes and are read by the same: the heads of sixty tasks, the placeholders of a batch;
* then what is connected (see `flow_merging`), single ops before layers, and layers with parameters
  last.

A series or a stack that lies on a cycle with other siblings, because its members stand all over a
network, is none in such a scope: its members are in the groups of what they work with.

Of bookkeeping, all of one role is a group in such a scope, scopes too, from two nodes on. What
trains stays apart from that, since the flow from the loss to the variables is a part of the model.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.flow_units import ENOUGH, Draft, Folder, Units
from scopeboard.graph.hierarchy.grouped_tree import GroupedTree, parts_of
from scopeboard.graph.hierarchy.grouping import ENDING, Grouping
from scopeboard.graph.hierarchy.groups import Group, GroupEvidence
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes
from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths
from scopeboard.graph.hierarchy.prefix_choice import MAX_BOXES
from scopeboard.graph.hierarchy.prefix_groups import find_booked
from scopeboard.graph.hierarchy.rows import arrange_rows
from scopeboard.graph.hierarchy.sibling_flow import sets_on_cycles
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import LIBRARY

_MIN_LEFT: Final = 18  # boxes of the model, however many of bookkeeping there are
_MAX_SEARCHED: Final = 20_000  # siblings; with more, the search takes as long as all else
_HALF: Final = 0.5
_REPEATS: Final = ("series", "stack")
_TRAINING: Final = ("optimizer", "gradient")


def with_flow_groups(
    graph: AnnotatedGraph,
    scopes: NameScopes,
    nodes: Indices,
    groups: list[Group],
    grouping: Grouping,
    evidence: GroupEvidence,
) -> list[Group]:
    """Return all groups, each after the group around it: flow groups, then the others.

    Args:
        graph: the graph.
        scopes: its scopes.
        nodes: its nodes, in order of appearance.
        groups: the other groups, which may be members.
        grouping: the viewer's settings.
        evidence: the roles of the ops, their parameters, and the structures of scopes.
    """
    if not grouping.groups_crowds:
        return groups
    tree = GroupedTree(graph, scopes, nodes, groups, arrange_rows(scopes, nodes, groups))
    crowds = _crowded_scopes(tree, evidence.role)
    crowded = [
        each for each in crowds.scopes if _request(tree.path(each)) not in grouping.ungrouped
    ]
    folder = Folder()
    while crowded:
        replaced = _replaced(tree, crowded, crowds.on_cycle, grouping)
        retained = _without(groups, tree.rows.first_group, replaced)
        bare = GroupedTree(graph, scopes, nodes, retained, arrange_rows(scopes, nodes, retained))
        folded = _fold(tree, bare, crowded, folder, grouping, evidence)
        for scope in crowds.hidden.intersection(folded):
            if not any(draft.kind == "block" for draft in _outer_first(folded[scope])):
                del folded[scope]
        if len(folded) == len(crowded):
            return _with_drafts(
                bare, [each for found in folded.values() for each in found], grouping
            )
        crowded = sorted(folded)
    return groups


def _request(scope: str) -> str:
    return f"{scope}/{ENDING}" if scope else ENDING


@dataclass(frozen=True, slots=True)
class _Crowds:
    """Scopes with too many boxes, and their children that are on cycles with others.

    Those that are `hidden` have few boxes, but only because ops with numbers for names are series
    of one type whose members stand all over the network. Blocks are better, if there are.
    """

    scopes: list[int]
    hidden: set[int]
    on_cycle: set[int]


def _crowded_scopes(tree: GroupedTree, role: Indices) -> _Crowds:
    """Return the crowded scopes, without the library and what is bookkeeping."""
    count, first = tree.scopes.parent.size, tree.rows.first_group
    boxes = np.bincount(tree.rows.parent[ROOT + 1 :], minlength=count)[:count]
    is_model = ~find_booked(tree.scopes, tree.nodes, tree.groups, role)[:count]
    library = tree.scopes.by_hash.find(hash_paths([LIBRARY]).full)
    is_model[library[library >= 0]] = False
    is_full = (boxes > MAX_BOXES) & (boxes <= _MAX_SEARCHED) & is_model
    repeats = [
        (row, group.parent, group.size - 1)
        for row, group in enumerate(tree.groups, first)
        if group.kind in _REPEATS and group.parent < count
    ]
    more: Amounts = np.zeros(count, dtype=np.int64)
    for _, scope, size in repeats:
        more[scope] += size
    is_hidden = ~is_full & is_model & (boxes + more > MAX_BOXES) & (more <= _MAX_SEARCHED)
    if not (is_full | is_hidden).any():
        return _Crowds([], set(), set())
    edges = tree.edges(np.flatnonzero(is_full | is_hidden).tolist())
    on_cycle = {row for rows in sets_on_cycles(tree.rows.parent.size, *edges) for row in rows}
    more[:] = 0
    for row, scope, size in repeats:
        more[scope] += size if row in on_cycle else 0
    is_hidden &= boxes + more > MAX_BOXES
    return _Crowds(
        scopes=np.flatnonzero(is_full | is_hidden).tolist(),
        hidden=set(np.flatnonzero(is_hidden).tolist()),
        on_cycle=on_cycle,
    )


def _replaced(
    tree: GroupedTree, scopes: Sequence[int], on_cycle: set[int], grouping: Grouping
) -> set[int]:
    """Return the groups of some scopes whose members are in other groups there.

    Those are the groups of loose ops of a role, and series and stacks on cycles with siblings.
    """
    first, parents = tree.rows.first_group, set(scopes)
    return {
        row
        for row, group in enumerate(tree.groups, first)
        if group.parent in parents
        and group.path not in grouping.grouped
        and (group.kind == "role_group" or (group.kind in _REPEATS and row in on_cycle))
    }


def _without(groups: Sequence[Group], first: int, dropped: set[int]) -> list[Group]:
    """Return groups without some, whose members are in what is around them."""
    retained = [row for row in range(first, first + len(groups)) if row not in dropped]
    new_row = {row: first + number for number, row in enumerate(retained)}
    for row in sorted(dropped):  # a group comes after the group around it
        above = groups[row - first].parent
        new_row[row] = new_row.get(above, above)
    return [
        replace(group, parent=new_row.get(group.parent, group.parent))
        for group in (groups[row - first] for row in retained)
    ]


def _fold(
    before: GroupedTree,
    tree: GroupedTree,
    scopes: Sequence[int],
    folder: Folder,
    grouping: Grouping,
    evidence: GroupEvidence,
) -> dict[int, list[Draft]]:
    """Return the groups in those of some scopes in which they help.

    Args:
        before: the tree with all groups that there would be without these.
        tree: the tree without those whose members they fold otherwise.
        scopes: the scopes.
        folder: folds what is not bookkeeping.
        grouping: has the groups that the viewer made, which stay in sight.
        evidence: the roles of the ops, their parameters, and the structures of scopes.
    """
    is_booked = find_booked(tree.scopes, tree.nodes, tree.groups, evidence.role)
    weight = _weights(tree, evidence.parameters)
    source, target = tree.edges(scopes)
    stays = is_booked.copy()
    for row, group in enumerate(tree.groups, tree.rows.first_group):
        stays[row] |= group.path in grouping.grouped
    of_model = ~stays[source] & ~stays[target]
    source, target = source[of_model], target[of_model]
    edges_in = parts_of(tree.rows.parent[source], scopes)
    children_in, shown_in = tree.children_in(scopes), before.children_in(scopes)
    books_in = [children[is_booked[children]] for children in children_in]
    role = _roles_inside(tree, books_in, evidence)
    appearance = _appearance(tree)
    number = np.zeros(appearance.size, dtype=np.int64)
    folded = dict[int, list[Draft]]()
    for scope, inside, children, booked, shown in zip(
        scopes, edges_in, children_in, books_in, shown_in, strict=True
    ):
        books = _fold_books(scope, booked, tree, role, evidence)
        left = children.size - sum(draft.size - 1 for draft in books)
        rows = np.unique(np.concatenate((source[inside], target[inside])))
        rows = rows[np.argsort(appearance[rows], kind="stable")]
        number[rows] = np.arange(rows.size)
        units = Units(
            tree, scope, rows, _likeness(tree, rows, evidence), weight[rows],
            number[source[inside]], number[target[inside]], {},
        )  # fmt: skip
        flow = folder.fold(units, max(ENOUGH - (left - rows.size), _MIN_LEFT))
        if flow is None:
            continue
        found = [*books, *flow]
        left = children.size - sum(draft.size - 1 for draft in found)
        is_less = left <= max(MAX_BOXES, _HALF * shown.size)
        if is_less or any(draft.kind == "block" for draft in found):
            folded[scope] = found
    return folded


def _fold_books(
    scope: int, rows: Indices, tree: GroupedTree, role: Indices, evidence: GroupEvidence
) -> list[Draft]:
    """Return groups of the bookkeeping in a scope, one for each role with two nodes or more.

    Scopes and groups that train stay: they are the training step.
    """
    by_role: dict[int, list[int]] = {}
    for row, own in zip(rows.tolist(), role[rows].tolist(), strict=True):
        if row >= tree.rows.first_op or evidence.roles[own] not in _TRAINING:
            by_role.setdefault(own, []).append(row)
    return [
        Draft("role_group", scope, (_role_label(evidence.roles[own]),), members, [])
        for own, members in sorted(by_role.items())
        if len(members) > 1
    ]


def _roles_inside(tree: GroupedTree, wanted: Sequence[Indices], evidence: GroupEvidence) -> Indices:
    """Return the most frequent role of the ops inside each wanted row, 0 for other rows."""
    parent, role = tree.rows.parent, evidence.role[tree.nodes]
    rows, roles = np.unique(np.concatenate(wanted)), len(evidence.roles)
    position = np.full(parent.size, -1, dtype=np.int64)
    position[rows] = np.arange(rows.size)
    counts: Amounts = np.zeros(rows.size * roles, dtype=np.int64)
    home = np.arange(tree.rows.first_op, parent.size)
    while home.size:  # each op climbs to the root, and counts in each wanted row on its way
        counted = (position[home] >= 0) & (role >= 0)
        cells = position[home[counted]] * roles + role[counted]
        counts += np.bincount(cells, minlength=counts.size)
        below = home != ROOT
        home, role = parent[home[below]], role[below]
    found: Indices = np.zeros(parent.size, dtype=np.int64)
    found[rows] = counts.reshape(-1, roles).argmax(axis=1)
    return found


def _role_label(role: str) -> str:
    return f"({role} ops)"


def _weights(tree: GroupedTree, parameters: Amounts) -> Amounts:
    """Return how much each row says for itself, by the ops and the parameters inside."""
    rows, levels = tree.rows, depth_levels(tree.rows.depth)
    own = np.zeros(rows.parent.size, dtype=np.float64)
    own[rows.first_op :] = 1
    ops = fold_subtrees(rows.parent, levels, own)
    own[rows.first_op :] = np.maximum(parameters[tree.nodes], 0)
    inside = fold_subtrees(rows.parent, levels, own)
    weight: Amounts = 1 + np.log2(np.maximum(ops, 1)) + np.log2(1 + inside)
    return weight


def _appearance(tree: GroupedTree) -> Indices:
    """Return the first op in each row."""
    rows = tree.rows
    first = np.full(rows.parent.size, rows.parent.size, dtype=np.int64)
    first[rows.first_op :] = np.arange(rows.first_op, rows.parent.size)
    return fold_subtrees(rows.parent, depth_levels(rows.depth), first, np.minimum)


def _likeness(tree: GroupedTree, rows: Indices, evidence: GroupEvidence) -> Indices:
    """Return a label for each row: equal for scopes of equal structure, and for ops of one type."""
    first_op = tree.rows.first_op
    is_op, is_scope = rows >= first_op, rows < tree.rows.first_group
    ops, structure = tree.graph.ops, evidence.structure[rows[is_scope]]
    key = np.zeros((2, rows.size), dtype=np.uint64)
    key[0, is_scope], key[1, is_scope] = structure, 1
    key[0, is_op] = ops.op_type[tree.nodes[rows[is_op] - first_op]]
    if (structure >= len(ops.op_types)).all():  # no hash is the number of a type
        label = np.unique(key[0], return_inverse=True)[1]
    else:
        label = np.unique(key, axis=1, return_inverse=True)[1].reshape(-1)
    return np.where(is_op | is_scope, label, -1)


def _with_drafts(tree: GroupedTree, drafts: Sequence[Draft], grouping: Grouping) -> list[Group]:
    """Return all groups, without those that the viewer has ungrouped."""
    every = _outer_first(drafts)
    scopes = [tree.path(draft.scope) for draft in every]
    names = [draft.name(tree) for draft in every]
    used = HashIndex.of(hash_paths([group.path for group in tree.groups]).full)
    paths = unique_paths(
        [f"{scope}/{name}" if scope else name for scope, name in zip(scopes, names, strict=True)],
        tree.scopes.by_own_name,
        tree.scopes.by_hash,
        used,
    )
    path_of = {id(draft): path for draft, path in zip(every, paths, strict=True)}
    first, parent_of_row = tree.rows.first_group, dict[int, int]()
    made = list[Group]()
    waiting = [(draft, draft.scope) for draft in reversed(drafts)]
    while waiting:
        draft, parent = waiting.pop()
        path, row = path_of[id(draft)], parent
        if path not in grouping.ungrouped:
            row = first + len(made)
            made.append(_group(tree, draft, path, parent))
        parent_of_row |= dict.fromkeys(draft.rows, row)
        waiting += [(inner, row) for inner in reversed(draft.drafts)]
    others = [
        replace(group, parent=parent_of_row.get(row, _shifted(group.parent, first, len(made))))
        for row, group in enumerate(tree.groups, first)
    ]
    return [*made, *others]


def _outer_first(drafts: Sequence[Draft]) -> list[Draft]:
    return [each for draft in drafts for each in (draft, *_outer_first(draft.drafts))]


def _group(tree: GroupedTree, draft: Draft, path: str, parent: int) -> Group:
    first_group, first_op = tree.rows.first_group, tree.rows.first_op
    rows = np.array(sorted(draft.rows), dtype=np.int64)
    return Group(
        path=path,
        kind=draft.kind,
        parent=parent,
        ops=tree.nodes[rows[rows >= first_op] - first_op],
        scopes=rows[rows < first_group].astype(np.int32),
    )


def _shifted(row: int, first: int, by: int) -> int:
    """Return a row after others were put in front of the groups."""
    return row + by if row >= first else row
