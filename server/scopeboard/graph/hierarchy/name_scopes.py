"""Op names to name scopes: where in the tree each op stands, and by which path it is shown.

Four rules keep every op reachable by a path of its own:

* an op whose name is also a scope stands inside it, as `foo/(foo)` (TensorBoard's strict names);
* an empty segment is written `(empty)`, so that `''`, `/`, `a/` and `/a` are paths like others;
* an op whose path is taken even so gets `#2`. Ops that stand under their own names come first;
* where there is a function library, an op of the main graph does not stand in the library's scope:
  its `(functions)/…` is written `(functions)#2/…`.

Only nodes make scopes, so an op that has just annotations below its name stays an op.

Passes: write the names (`_hash_written`) → hash them and all parent paths (`path_hashes`) → one row
for each distinct scope (`_grow`) → the scope of each op → paths for ops that cannot keep their own
names (`unique_paths`). A scope stores no text: its path is a prefix of the name of its first op.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Hashes, Indices, ranges
from scopeboard.concurrency.lazy import Lazy
from scopeboard.graph.hierarchy.path_hashes import HashIndex, PathHashes, hash_paths
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import LIBRARY

ROOT: Final = 0
EMPTY_SEGMENT: Final = "(empty)"
_OUTSIDE: Final = f"{LIBRARY}#2"


@dataclass(frozen=True, slots=True)
class NameScopes:
    """The scopes of a graph, and where its ops stand.

    `parent`, `depth`, `first` and `end` [scopes] have an entry for each scope, the root first,
    parents before children, in order of appearance: the row above, how many are above, the first
    node in it, and how many bytes of that node's name are the path of the scope. `home` [ops] is
    for a node the scope it stands in, for an annotation the lowest scope that its name lies in.
    `renamed_paths` holds the paths of ops that are not shown under their own names. `index` finds
    scopes and ops by the hashes of their paths; it is made when it is first asked for.
    """

    parent: Indices
    depth: Indices
    first: Indices
    end: Amounts
    home: Indices
    renamed_paths: dict[int, str]
    index: Lazy["PathIndex"]

    @property
    def by_hash(self) -> HashIndex:
        """Return what finds a scope by the hash of its path."""
        return self.index().scopes

    @property
    def by_own_name(self) -> HashIndex:
        """Return what finds an op by the hash of its name, if it is shown under it."""
        return self.index().ops

    def path_of_op(self, names: Sequence[str], op: int) -> str:
        """Return the path that an op is shown by."""
        return self.renamed_paths.get(op) or names[op]


@dataclass(frozen=True, slots=True)
class PathIndex:
    """What finds scopes by the hashes of their paths, and ops by those of their own names."""

    scopes: HashIndex
    ops: HashIndex


@dataclass(frozen=True, slots=True)
class _Grown:
    """Scopes without the root: see `NameScopes`."""

    parent: Indices
    depth: Indices
    first: Indices
    end: Amounts
    by_hash: HashIndex


@dataclass(frozen=True, slots=True)
class _PathGroups:
    """The ops right below each distinct path, sorted by its hash, `path`.

    `ops` lists all ops that have a path above them, group by group, those of a group from `start`
    on; `first_node` is the first node of each group, -1 where there are annotations only.
    """

    path: Hashes
    start: Indices
    ops: Indices
    first_node: Indices


def escape_empty_segments(name: str) -> str:
    """Return an op's name with its empty segments written out."""
    if name and "//" not in name and name[0] != "/" and name[-1] != "/":
        return name
    return "/".join(segment or EMPTY_SEGMENT for segment in name.split("/"))


def name_scopes(names: Sequence[str], is_node: Flags, main_count: int | None = None) -> NameScopes:
    """Arrange ops, by their unique names, in scopes.

    Args:
        names: of all ops.
        is_node: a flag for each op; the others are annotations.
        main_count: how many of the ops are the main graph, which stands first; all when None.
    """
    hashes, wanted = _hash_written(names, main_count)
    groups = _group_by_path(hashes, is_node)
    grown = _grow(hashes, groups.first_node[groups.first_node >= 0])
    by_name = HashIndex.of(hashes.whole)
    own = np.empty(len(names), dtype=np.int32)
    own[by_name.rows] = grown.by_hash.find(by_name.hashes)
    is_own = own >= 0
    wanted |= {op: _strict(wanted.get(op, names[op])) for op in np.flatnonzero(is_own).tolist()}
    index = PathIndex(grown.by_hash, by_name.without(np.array([*wanted], dtype=np.int64)))
    return NameScopes(
        parent=np.append(ROOT, grown.parent).astype(np.int32),
        depth=np.append(0, grown.depth).astype(np.int32),
        first=_firsts(grown, own, is_node),
        end=np.append(0, grown.end),
        home=np.where(is_own, own, _lowest_above(hashes, grown, groups)).astype(np.int32),
        renamed_paths=dict(
            zip(wanted, unique_paths([*wanted.values()], index.ops, index.scopes), strict=True)
        ),
        index=Lazy(lambda: index),
    )


def index_paths(scopes: NameScopes, names: Sequence[str], main_count: int | None) -> PathIndex:
    """Return the index of scopes that are known; `names` and `main_count` as in `name_scopes`."""
    hashes, _ = _hash_written(names, main_count)
    op, depth = scopes.first[1:], scopes.depth[1:]
    slash = hashes.first[op] + depth - 1
    is_name = slash == hashes.first[op + 1]  # the first op of a scope may be the one of its name
    above = (
        hashes.above(np.where(is_name, 0, slash), op) if hashes.places.size else hashes.whole[op]
    )
    path = np.where(is_name, hashes.whole[op], above)
    order = np.argsort(path)
    odd = np.array([*scopes.renamed_paths], dtype=np.int64)
    return PathIndex(
        HashIndex(path[order], (order + 1).astype(np.int32)),
        HashIndex.of(hashes.whole).without(odd),
    )


def _hash_written(
    names: Sequence[str], main_count: int | None
) -> tuple[PathHashes, dict[int, str]]:
    """Return the hashes of all names as they are written, and those written otherwise."""
    hashes = hash_paths(names)
    wanted = {op: escape_empty_segments(names[op]) for op in hashes.with_empty.tolist()}
    if main_count is not None and main_count < len(names):
        for op in _in_library(hashes, main_count).tolist():
            wanted[op] = _OUTSIDE + wanted.get(op, names[op]).removeprefix(LIBRARY)
    if wanted:
        hashes = hash_paths([wanted.get(op, name) for op, name in enumerate(names)])
    return hashes, wanted


def _in_library(hashes: PathHashes, main_count: int) -> Indices:
    """Return the ops of the main graph whose names begin as the library's do."""
    library = hash_paths([LIBRARY]).whole[0]
    ops = np.arange(main_count)
    has_path = hashes.first[ops] < hashes.first[ops + 1]
    begins = hashes.whole[ops] == library
    below = ops[has_path]
    begins[below] |= hashes.above(hashes.first[below], below) == library
    return np.flatnonzero(begins)


def _strict(path: str) -> str:
    """Return the path of an op whose own is a scope."""
    return f"{path}/({path.rpartition('/')[2]})"


def _group_by_path(hashes: PathHashes, is_node: Flags) -> _PathGroups:
    ops = np.flatnonzero(hashes.first[:-1] < hashes.first[1:])
    path = hashes.above(hashes.first[ops + 1] - 1, ops)
    order = np.argsort(path)
    path, ops = path[order], ops[order]
    start = np.flatnonzero(_changes(path))
    none = is_node.size
    nodes = np.where(is_node[ops], ops, none)
    first_node = np.minimum.reduceat(nodes, start) if start.size else start
    return _PathGroups(path[start], start, ops, np.where(first_node < none, first_node, -1))


def _grow(hashes: PathHashes, nodes: Indices) -> _Grown:
    """Make a row of every distinct path above nodes, numbered from 1 in order of appearance.

    The paths above one node stand one after the other, each after that of its parent; so do, in
    order of appearance, the first of each path.

    Args:
        hashes: of all ops.
        nodes: the first node right below each path that has one.
    """
    slash, op = _new_to_the_next(hashes, np.sort(nodes))
    path = hashes.above(slash, op)
    order = np.argsort(path)
    starts = np.flatnonzero(_changes(path[order]))
    distinct = path[order[starts]]
    appears = np.minimum.reduceat(order, starts) if starts.size else order
    by_appearance = np.argsort(appears)
    row = np.empty(starts.size, dtype=np.int32)
    row[by_appearance] = np.arange(1, starts.size + 1)
    slash, op = slash[appears[by_appearance]], op[appears[by_appearance]]
    depth = slash - hashes.first[op] + 1
    by_hash = HashIndex(distinct, row)
    above = by_hash.find(hashes.above(np.maximum(slash - 1, 0), op))
    return _Grown(np.where(depth == 1, ROOT, above), depth, op, hashes.end(slash, op), by_hash)


def _new_to_the_next(hashes: PathHashes, nodes: Indices) -> tuple[Indices, Indices]:
    """Return the slashes of nodes, but for those whose paths the node before has too.

    Returns:
        The slashes, and the node that each belongs to.
    """
    first, end = hashes.first[nodes], hashes.first[nodes + 1]
    before = np.roll(nodes, 1)
    shared = np.minimum(end - first, np.roll(end - first, 1))
    shared[:1] = 0

    def is_shared(rows: Indices, depth: Indices) -> Flags:
        own = hashes.above(first[rows] + depth, nodes[rows])
        theirs = hashes.above(hashes.first[before[rows]] + depth, before[rows])
        flags: Flags = own == theirs
        return flags

    new = first + _count_leading(shared, is_shared)
    return ranges(new, end), np.repeat(nodes, end - new)


def _count_leading(most: Indices, holds: Callable[[Indices, Indices], Flags]) -> Indices:
    """Return for each row how many of its places, `most` at most, something holds of.

    Args:
        most: how many places each row has.
        holds: tells of rows and a place of each; true up to some place and then false.
    """
    low, high = np.zeros_like(most), most.copy()
    rows = np.flatnonzero(low < high)
    while rows.size:
        middle = (low[rows] + high[rows]) // 2
        is_held = holds(rows, middle)
        low[rows[is_held]] = middle[is_held] + 1
        high[rows[~is_held]] = middle[~is_held]
        rows = rows[low[rows] < high[rows]]
    return low


def _changes(column: Hashes) -> Flags:
    """Tell for each entry whether it differs from the one before."""
    flags = np.ones(column.size, dtype=np.bool_)
    flags[1:] = column[1:] != column[:-1]
    return flags


def _lowest_above(hashes: PathHashes, grown: _Grown, groups: _PathGroups) -> Indices:
    """Return for each op the lowest scope above it; a node's is the path right above."""
    size = np.diff(groups.start, append=groups.ops.size)
    row = np.zeros(hashes.first.size - 1, dtype=np.int32)
    row[groups.ops] = np.repeat(grown.by_hash.find(groups.path), size)
    lost = np.flatnonzero(row < 0)
    if lost.size:
        row[lost] = _search_above(hashes, grown, lost)
    return row


def _search_above(hashes: PathHashes, grown: _Grown, ops: Indices) -> Indices:
    """Return for each op the lowest of all paths above it that is a scope."""

    def are_scopes(rows: Indices, depth: Indices) -> Flags:
        names = ops[rows]
        flags: Flags = grown.by_hash.find(hashes.above(hashes.first[names] + depth, names)) >= 0
        return flags

    depth = _count_leading(hashes.first[ops + 1] - hashes.first[ops], are_scopes)
    deepest = np.maximum(hashes.first[ops] + depth - 1, 0)
    rows = grown.by_hash.find(hashes.above(deepest, ops))
    lowest: Indices = np.where(depth > 0, rows, ROOT)
    return lowest


def _firsts(grown: _Grown, own: Indices, is_node: Flags) -> Indices:
    """Return the first node in each scope, that of the same name included."""
    first = np.append(0, grown.first)
    strict = np.flatnonzero(is_node & (own >= 0))
    np.minimum.at(first, own[strict], strict)
    return first.astype(np.int32)
