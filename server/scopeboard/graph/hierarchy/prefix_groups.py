"""Prefix groups: siblings whose names have a prefix in common, as one node: `conv2_block1_*`.

Flat names are made of parts as scopes are: the layers of a Keras model, the nodes of a frozen
graph. Their common prefixes (see `name_prefixes`) become groups, which nest. Names stay as they
are: in `conv2_*` is `conv2_block1_*`, and in that `conv2_block1_add`. Nodes of the model and
bookkeeping are never in one group.

A viewer requests groups in one scope or in all. A prefix is a group then if its siblings are
*consecutive* in the flow (see `sibling_flow`); or if they are not, and share no longer prefix.

Without a viewer's choice, groups are made where a scope would show more than `MAX_BOXES` boxes, if
they bring these below that or at least to half. A model must not be folded away. So bookkeeping is
grouped first, and the model only if that is not enough. Then all groups of the model are
consecutive, and no two feed each other. Names that differ by a number alone (`dense`, `dense_1`)
are a group only side by side: one after another they are the layers of a model. A scope that is
bookkeeping itself is left as it is: there, its ops are what one came to see.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.grouped_tree import GroupedTree
from scopeboard.graph.hierarchy.grouping import ENDING, Grouping, scope_of_request
from scopeboard.graph.hierarchy.groups import Group, GroupEvidence
from scopeboard.graph.hierarchy.name_prefixes import NONE, find_prefixes
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes
from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths
from scopeboard.graph.hierarchy.prefix_choice import (
    MAX_BOXES,
    MIN_DIVIDED,
    Nest,
    PrefixForest,
    nest,
    nest_without_cycles,
)
from scopeboard.graph.hierarchy.role_groups import booked_scopes
from scopeboard.graph.hierarchy.rows import Rows, arrange_rows, sibling_edges
from scopeboard.graph.hierarchy.sibling_flow import SiblingFlow
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import LIBRARY

_HALF: Final = 0.5
_MAX_SEARCHED: Final = 100_000  # edges among the siblings of scopes whose flow is searched


@dataclass(frozen=True, slots=True)
class _Unprefixed(GroupedTree):
    """The tree without prefix groups. `is_booked` [rows] flags bookkeeping."""

    is_booked: Flags


@dataclass(frozen=True, slots=True)
class _Siblings:
    """The children of the scopes that may have groups, and their prefixes.

    `rows` are rows of the tree, `family` is twice the row of their scope, and one more for
    bookkeeping in a scope that is not.
    """

    rows: Indices
    family: Amounts
    forest: PrefixForest

    def path(self, tree: _Unprefixed, prefix: int) -> str:
        """Return the full name of the group of a prefix."""
        scope = tree.path(self.forest.family[prefix] // 2)
        label = f"{self.forest.texts[prefix]}{ENDING}"
        return f"{scope}/{label}" if scope else label


def with_prefix_groups(
    graph: AnnotatedGraph,
    scopes: NameScopes,
    nodes: Indices,
    groups: list[Group],
    grouping: Grouping,
    evidence: GroupEvidence,
) -> list[Group]:
    """Return all groups, each after the group around it: prefix groups, then the others.

    Args:
        graph: the graph.
        scopes: its scopes.
        nodes: its nodes, in order of appearance.
        groups: the other groups, which may be members.
        grouping: the viewer's settings.
        evidence: the roles of the ops.
    """
    rows = arrange_rows(scopes, nodes, groups)
    is_booked = find_booked(scopes, nodes, groups, evidence.role)
    tree = _Unprefixed(graph, scopes, nodes, groups, rows, is_booked)
    counts = np.bincount(rows.parent[ROOT + 1 :], minlength=rows.parent.size)
    requested = _requested_scopes(tree, counts, grouping)
    crowded = _crowded_scopes(tree, counts, grouping) - requested
    if not requested | crowded:
        return groups
    siblings = _find_siblings(tree, sorted(requested | crowded))
    chosen = _choose(tree, siblings, requested, crowded)
    return _make_groups(tree, siblings, chosen, grouping)


def find_booked(
    scopes: NameScopes, nodes: Indices, groups: Sequence[Group], role: Indices
) -> Flags:
    """Return for each scope, group and node whether it is bookkeeping."""
    is_op = role >= 0
    is_scope = booked_scopes(scopes, scopes.home[nodes], role[nodes])
    is_group = [
        group.kind == "role_group" or bool(is_op[group.ops].all() and is_scope[group.scopes].all())
        for group in groups
    ]
    return np.concatenate((is_scope, np.array(is_group, dtype=np.bool_), is_op[nodes]))


def _requested_scopes(tree: _Unprefixed, counts: Amounts, grouping: Grouping) -> set[int]:
    """Return the scopes in which the viewer requests groups."""
    scopes, requested = tree.scopes, set[int]()
    if grouping.prefixes == "all":
        requested.update(np.flatnonzero(counts[: scopes.parent.size] > MIN_DIVIDED).tolist())
    requested -= _scopes_named(tree, grouping.ungrouped)
    return (requested | _scopes_named(tree, grouping.grouped)) - _library(tree)


def _crowded_scopes(tree: _Unprefixed, counts: Amounts, grouping: Grouping) -> set[int]:
    """Return the scopes in which groups are made without a viewer's choice, if they help."""
    if not grouping.groups_crowds:
        return set()
    count = tree.scopes.parent.size
    is_crowded = (counts[:count] > MAX_BOXES) & ~tree.is_booked[:count]
    crowded = set(np.flatnonzero(is_crowded).tolist())
    return crowded - _scopes_named(tree, grouping.ungrouped) - _library(tree)


def _scopes_named(tree: _Unprefixed, names: Iterable[str]) -> set[int]:
    """Return the scopes that `s/*` is written for."""
    paths = [path for name in names if (path := scope_of_request(name)) is not None]
    found = tree.scopes.by_hash.find(hash_paths(paths).full).tolist() if paths else []
    return {ROOT if not path else row for path, row in zip(paths, found, strict=True)} - {NONE}


def _library(tree: _Unprefixed) -> set[int]:
    """Return the scope of the function library, whose children are found by their names."""
    return set(tree.scopes.by_hash.find(hash_paths([LIBRARY]).full).tolist())


def _find_siblings(tree: _Unprefixed, scopes: Sequence[int]) -> _Siblings:
    """Return the children of some scopes, with their prefixes."""
    is_wanted = np.zeros(tree.rows.parent.size, dtype=np.bool_)
    is_wanted[scopes] = True
    rows = np.flatnonzero(is_wanted[tree.rows.parent])
    rows = rows[rows != ROOT]
    scope = tree.rows.parent[rows].astype(np.int64)
    family = 2 * scope + (tree.is_booked[rows] & ~tree.is_booked[scope])
    names = [_name_of(tree, row) for row in rows.tolist()]
    siblings = np.bincount(scope)
    alike = np.bincount(family)
    sizes = {
        each: (int(alike[each]), int(siblings[each // 2]))
        for each in np.flatnonzero(alike).tolist()
    }
    return _Siblings(rows, family, PrefixForest(find_prefixes(names, family), names, sizes))


def _name_of(tree: _Unprefixed, row: int) -> str:
    """Return the last part of a name, empty for what has a name that says nothing of its place.

    That of a series or a stack is what the names of its members begin with; that of a module of
    PyTorch is its attribute.
    """
    label = tree.label(row)
    if label.startswith("("):  # made up, or the op that has the name of the scope
        return ""
    if tree.rows.first_group <= row < tree.rows.first_op:
        return label[: label.rindex("[")]
    return tree.attribute(row)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Which prefixes may be groups, by all else than their size.

    `requested` and `crowded` are scopes: where a viewer requests groups, and where they are made if
    they help.
    """

    forest: PrefixForest
    flow: SiblingFlow
    members: Sequence[Sequence[int]]
    requested: AbstractSet[int]
    crowded: AbstractSet[int]

    def on_request(self, prefix: int) -> bool:
        """Return whether a prefix may be a group where a viewer requests groups."""
        family, has_longer = self.forest.family[prefix], self.forest.has_longer(prefix)
        if family // 2 not in self.requested:
            return False
        is_free = _is_bookkeeping(family) or not has_longer
        return is_free or self.flow.is_consecutive(self.members[prefix])

    def of_model(self, prefix: int) -> bool:
        """Return whether a prefix may be a group of the model in a crowded scope."""
        family = self.forest.family[prefix]
        if family // 2 not in self.crowded or _is_bookkeeping(family):
            return False
        if self.forest.is_numbered[prefix]:
            return self.flow.is_side_by_side(self.members[prefix])
        return self.flow.is_consecutive(self.members[prefix])


def _is_bookkeeping(family: int) -> bool:
    return family % 2 == 1


def _choose(
    tree: _Unprefixed, siblings: _Siblings, requested: AbstractSet[int], crowded: AbstractSet[int]
) -> list[bool]:
    """Return which prefixes become groups."""
    forest, scope = siblings.forest, [family // 2 for family in siblings.forest.family]
    before = np.bincount(siblings.family // 2)

    def is_book(prefix: int) -> bool:
        return scope[prefix] in crowded and _is_bookkeeping(forest.family[prefix])

    books = nest(forest, is_book)
    left = _boxes_left(siblings, [books])
    full = {each for each in crowded if left[each] > MAX_BOXES}
    flow = _search_flow(tree, siblings, requested | full)
    rule = _Rule(forest, flow, forest.members(), requested, full)
    model = nest_without_cycles(forest, flow, rule.of_model)
    left = _boxes_left(siblings, [books, model])
    helped = {each for each in crowded if left[each] <= max(MAX_BOXES, _HALF * before[each])}
    wanted = nest(forest, rule.on_request)
    return [
        wanted.is_group[prefix]
        or (scope[prefix] in helped and (books.is_group[prefix] or model.is_group[prefix]))
        for prefix in range(len(forest))
    ]


def _boxes_left(siblings: _Siblings, nests: Sequence[Nest]) -> Amounts:
    """Return the number of boxes in each scope, with the groups of some nests."""
    forest, boxes = siblings.forest, np.bincount(siblings.family // 2)
    for found in nests:
        for prefix, around in enumerate(found.around):
            if found.is_group[prefix] and around == NONE:
                boxes[forest.family[prefix] // 2] -= forest.size[prefix] - 1
    return boxes


def _search_flow(tree: _Unprefixed, siblings: _Siblings, scopes: AbstractSet[int]) -> SiblingFlow:
    """Return the flow in some scopes; its boxes are the siblings, each of which may be a group.

    Bookkeeping beside the model flows not at all, as its lines are cut; nor do scopes with too many
    edges.
    """
    box_of_row = np.full(tree.rows.parent.size, NONE, dtype=np.int64)
    in_main = np.flatnonzero(siblings.family % 2 == 0)
    box_of_row[siblings.rows[in_main]] = in_main
    bare = arrange_rows(tree.scopes, tree.nodes, ())
    rows = np.arange(bare.parent.size)
    rows[bare.first_op :] += tree.rows.first_op - bare.first_op
    is_wanted = np.zeros(bare.first_op, dtype=np.bool_)
    is_wanted[list(scopes)] = True
    box = box_of_row[_outermost(tree.rows, rows)]
    flowing = np.flatnonzero((box != NONE) & is_wanted[bare.parent])
    number = np.full(rows.size, NONE, dtype=np.int64)
    number[flowing] = np.arange(flowing.size)
    source, target = sibling_edges(tree.graph, tree.nodes, bare, is_wanted)
    scope = bare.parent[source]
    is_searched = np.bincount(scope, minlength=1)[scope] <= _MAX_SEARCHED
    is_searched &= (number[source] != NONE) & (number[target] != NONE)
    source, target = number[source[is_searched]], number[target[is_searched]]
    return SiblingFlow(box[flowing], siblings.rows.size, source, target)


def _outermost(rows: Rows, members: Indices) -> Indices:
    """Return for each row the outermost group around it in its scope, or itself."""
    while True:
        above = rows.parent[members]
        is_member = (above >= rows.first_group) & (above < rows.first_op)
        if not is_member.any():
            return members
        members = np.where(is_member, above, members)


def _make_groups(
    tree: _Unprefixed, siblings: _Siblings, chosen: list[bool], grouping: Grouping
) -> list[Group]:
    """Return all groups of the tree, with chosen prefixes that the viewer has not ungrouped."""
    forest, first = siblings.forest, tree.rows.first_group
    paths = _group_paths(tree, siblings, [row for row in range(len(forest)) if chosen[row]])
    found = nest(forest, lambda prefix: chosen[prefix] and paths[prefix] not in grouping.ungrouped)
    groups = [prefix for prefix in range(len(forest)) if found.is_group[prefix]]
    row_of = {prefix: row for row, prefix in enumerate(groups, first)}
    members = dict[int, list[int]]()
    inside = dict[int, int]()
    for name, row in enumerate(siblings.rows.tolist()):
        home = found.home(forest, name)
        if home != NONE and first <= row < tree.rows.first_op:
            inside[row] = row_of[home]
        elif home != NONE:
            members.setdefault(home, []).append(row)
    new = [
        _prefix_group(
            tree,
            paths[prefix],
            row_of.get(found.around[prefix], forest.family[prefix] // 2),
            np.array(members.get(prefix, ()), dtype=np.int64),
        )
        for prefix in groups
    ]
    others = [
        replace(group, parent=inside.get(row, _shifted(group.parent, first, len(new))))
        for row, group in enumerate(tree.groups, first)
    ]
    return [*new, *others]


def _group_paths(tree: _Unprefixed, siblings: _Siblings, prefixes: Iterable[int]) -> dict[int, str]:
    """Return the unique full name of the group of each prefix."""
    family = siblings.forest.family
    # Of a prefix of model and bookkeeping, the model has the plain name.
    in_order = sorted(prefixes, key=lambda prefix: (_is_bookkeeping(family[prefix]), prefix))
    wanted = [siblings.path(tree, prefix) for prefix in in_order]
    used = HashIndex.of(hash_paths([group.path for group in tree.groups]).full)
    paths = unique_paths(wanted, tree.scopes.by_own_name, tree.scopes.by_hash, used)
    return dict(zip(in_order, paths, strict=True))


def _prefix_group(tree: _Unprefixed, path: str, parent: int, rows: Indices) -> Group:
    """Return the group of some scopes and nodes."""
    first_op = tree.rows.first_op
    return Group(
        path=path,
        kind="prefix_group",
        parent=parent,
        ops=tree.nodes[rows[rows >= first_op] - first_op],
        scopes=rows[rows < first_op].astype(np.int32),
    )


def _shifted(row: int, first: int, by: int) -> int:
    """Return a row after others were put in front of the groups."""
    return row + by if row >= first else row
