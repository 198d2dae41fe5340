"""Op names to name scopes: the scope of each op, and its path in the tree.

Four rules give every op a unique path:

* an op whose name is also a scope is inside it, as `foo/(foo)` (TensorBoard's strict names);
* an empty segment is written `(empty)`, so that `''`, `/`, `a/` and `/a` are paths like others;
* an op whose path another one has gets `#2`. Ops that keep their own names come first;
* with a function library, an op of the main graph is never in the library's scope: its
  `(functions)/…` is written `(functions)#2/…`.

Only nodes make scopes: an op with nothing but annotations below its name is not a scope.

Passes: escape the names (`_hash_names`) → hash them and all parent paths (`path_hashes`) → one row
for each distinct scope (`_number_scopes`) → the scope of each op → paths for ops that cannot keep
their own names (`unique_paths`). A scope stores no text: its path is a prefix of the name of its
first op.
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
    """The scopes of a graph, and the scope of each op.

    `parent`, `depth`, `first` and `end` [scopes] have an entry for each scope, the root first,
    parents before children, in order of appearance: the row above, the number of rows above, the
    first node inside, and the length in bytes of the scope's path, a prefix of that node's name.
    `home` [ops] is the scope of a node, and for an annotation the lowest scope on its path.
    `renamed_paths` has the paths of ops that are not shown under their own names. `index` finds
    scopes and ops by the hashes of their paths; it is built at its first use.
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
        """Return the index of scopes by the hashes of their paths."""
        return self.index().scopes

    @property
    def by_own_name(self) -> HashIndex:
        """Return the index of ops that keep their own names, by the hashes of these."""
        return self.index().ops

    def path_of_op(self, names: Sequence[str], op: int) -> str:
        """Return the path that an op is shown under."""
        return self.renamed_paths.get(op) or names[op]

    def child_counts(self, homes: Indices) -> Amounts:
        """Return the number of scopes and nodes directly in each scope, given those of nodes."""
        count = self.parent.size
        counts: Amounts = np.bincount(homes, minlength=count)
        counts += np.bincount(self.parent[1:], minlength=count)
        return counts

    def path_of_scope(self, names: Sequence[str], scope: int) -> str:
        """Return the path of a scope; the root's is empty."""
        if scope == ROOT:
            return ""
        name = self.path_of_op(names, int(self.first[scope])).encode("utf-8", "surrogatepass")
        return name[: int(self.end[scope])].decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class PathIndex:
    """Scopes by the hashes of their paths, and ops by the hashes of their own names."""

    scopes: HashIndex
    ops: HashIndex


@dataclass(frozen=True, slots=True)
class _Scopes:
    """Scopes without the root: see `NameScopes`."""

    parent: Indices
    depth: Indices
    first: Indices
    end: Amounts
    by_hash: HashIndex


@dataclass(frozen=True, slots=True)
class _PathGroups:
    """The ops directly below each distinct path, sorted by its hash, `path`.

    `ops` lists all ops that have a parent path, group by group; a group begins at `start`.
    `first_node` is the first node of each group, -1 where there are annotations only.
    """

    path: Hashes
    start: Indices
    ops: Indices
    first_node: Indices


def escape_empty_segments(name: str) -> str:
    """Return an op's name with `(empty)` for its empty segments."""
    if name and "//" not in name and name[0] != "/" and name[-1] != "/":
        return name
    return "/".join(segment or EMPTY_SEGMENT for segment in name.split("/"))


def name_scopes(names: Sequence[str], is_node: Flags, main_count: int | None = None) -> NameScopes:
    """Arrange ops in scopes by their unique names.

    Args:
        names: of all ops.
        is_node: a flag for each op; the others are annotations.
        main_count: the number of ops in the main graph, which comes first; all when None.
    """
    hashes, wanted = _hash_names(names, main_count)
    groups = _group_by_path(hashes, is_node)
    scopes = _number_scopes(hashes, groups.first_node[groups.first_node >= 0])
    by_name = HashIndex.of(hashes.full)
    namesake = np.empty(len(names), dtype=np.int32)  # the scope of an op's name, -1 for none
    namesake[by_name.rows] = scopes.by_hash.find(by_name.hashes)
    is_scope = namesake >= 0
    for op in np.flatnonzero(is_scope).tolist():
        path = wanted.get(op, names[op])
        wanted[op] = f"{path}/({path.rpartition('/')[2]})"
    first = np.append(0, scopes.first)
    strict = np.flatnonzero(is_node & is_scope)
    np.minimum.at(first, namesake[strict], strict)

    index = PathIndex(scopes.by_hash, by_name.without(np.array([*wanted], dtype=np.int64)))
    paths = unique_paths([*wanted.values()], index.ops, index.scopes)
    return NameScopes(
        parent=np.append(ROOT, scopes.parent).astype(np.int32),
        depth=np.append(0, scopes.depth).astype(np.int32),
        first=first.astype(np.int32),
        end=np.append(0, scopes.end),
        home=np.where(is_scope, namesake, _lowest_scopes(hashes, scopes, groups)).astype(np.int32),
        renamed_paths=dict(zip(wanted, paths, strict=True)),
        index=Lazy(lambda: index),
    )


def index_paths(scopes: NameScopes, names: Sequence[str], main_count: int | None) -> PathIndex:
    """Return the index of known scopes; `names` and `main_count` as in `name_scopes`."""
    hashes, _ = _hash_names(names, main_count)
    op, depth = scopes.first[1:], scopes.depth[1:]
    slash = hashes.first[op] + depth - 1
    is_name = slash == hashes.first[op + 1]  # the first op of a scope may be the one of its name
    above = (
        hashes.above(np.where(is_name, 0, slash), op) if hashes.slashes.size else hashes.full[op]
    )
    path = np.where(is_name, hashes.full[op], above)
    order = np.argsort(path)
    renamed = np.array([*scopes.renamed_paths], dtype=np.int64)
    return PathIndex(
        scopes=HashIndex(path[order], (order + 1).astype(np.int32)),
        ops=HashIndex.of(hashes.full).without(renamed),
    )


def _hash_names(names: Sequence[str], main_count: int | None) -> tuple[PathHashes, dict[int, str]]:
    """Return the hashes of all escaped names, and the escaped names that differ from the names."""
    hashes = hash_paths(names)
    escaped = {op: escape_empty_segments(names[op]) for op in hashes.with_empty.tolist()}
    if main_count is not None and main_count < len(names):
        library = hash_paths([LIBRARY]).full[0]
        ops = np.arange(main_count)
        is_in_library = hashes.full[ops] == library
        nested = ops[hashes.first[ops] < hashes.first[ops + 1]]
        is_in_library[nested] |= hashes.above(hashes.first[nested], nested) == library
        for op in np.flatnonzero(is_in_library).tolist():
            escaped[op] = _OUTSIDE + escaped.get(op, names[op]).removeprefix(LIBRARY)
    if escaped:
        hashes = hash_paths([escaped.get(op, name) for op, name in enumerate(names)])
    return hashes, escaped


def _group_by_path(hashes: PathHashes, is_node: Flags) -> _PathGroups:
    """Group ops by their parent paths; an op without slashes has none."""
    ops = np.flatnonzero(hashes.first[:-1] < hashes.first[1:])
    path = hashes.above(hashes.first[ops + 1] - 1, ops)
    order = np.argsort(path)
    path, ops = path[order], ops[order]
    start = np.flatnonzero(np.diff(path, prepend=~path[:1]))
    none = is_node.size
    nodes = np.where(is_node[ops], ops, none)
    first_node = np.minimum.reduceat(nodes, start) if start.size else start
    return _PathGroups(path[start], start, ops, np.where(first_node < none, first_node, -1))


def _number_scopes(hashes: PathHashes, nodes: Indices) -> _Scopes:
    """Return a row for every distinct path above nodes, numbered from 1 in order of appearance.

    The paths above one node are consecutive, parents before children; so are, in order of
    appearance, the first occurrences of all paths.

    Args:
        hashes: of all ops.
        nodes: the first node directly below each path that has one.
    """
    nodes = np.sort(nodes)
    before = np.roll(nodes, 1)
    first, end = hashes.first[nodes], hashes.first[nodes + 1]
    shared = np.minimum(end - first, np.roll(end - first, 1))
    shared[:1] = 0

    def is_shared(rows: Indices, depth: Indices) -> Flags:
        path = hashes.above(first[rows] + depth, nodes[rows])
        previous = hashes.above(hashes.first[before[rows]] + depth, before[rows])
        flags: Flags = path == previous
        return flags

    new = first + _count_leading(shared, is_shared)  # slashes that the previous node lacks
    slash, op = ranges(new, end), np.repeat(nodes, end - new)

    path = hashes.above(slash, op)  # with repeats: earlier nodes may share them too
    order = np.argsort(path)
    starts = np.flatnonzero(np.diff(path[order], prepend=~path[order[:1]]))
    distinct = path[order[starts]]
    appears = np.minimum.reduceat(order, starts) if starts.size else order
    by_appearance = np.argsort(appears)
    row = np.empty(starts.size, dtype=np.int32)
    row[by_appearance] = np.arange(1, starts.size + 1)

    slash, op = slash[appears[by_appearance]], op[appears[by_appearance]]
    depth = slash - hashes.first[op] + 1
    by_hash = HashIndex(distinct, row)
    above = by_hash.find(hashes.above(np.maximum(slash - 1, 0), op))
    return _Scopes(np.where(depth == 1, ROOT, above), depth, op, hashes.end(slash, op), by_hash)


def _count_leading(limit: Indices, holds: Callable[[Indices, Indices], Flags]) -> Indices:
    """Return for each row the number of leading indices at which a condition holds.

    Args:
        limit: the number of indices of each row.
        holds: the condition, given rows and an index of each; true up to some index, then false.
    """
    low, high = np.zeros_like(limit), limit.copy()
    rows = np.flatnonzero(low < high)
    while rows.size:
        middle = (low[rows] + high[rows]) // 2
        is_held = holds(rows, middle)
        low[rows[is_held]] = middle[is_held] + 1
        high[rows[~is_held]] = middle[~is_held]
        rows = rows[low[rows] < high[rows]]
    return low


def _lowest_scopes(hashes: PathHashes, scopes: _Scopes, groups: _PathGroups) -> Indices:
    """Return the lowest scope above each op; for a node it is the parent path."""
    size = np.diff(groups.start, append=groups.ops.size)
    row = np.zeros(hashes.first.size - 1, dtype=np.int32)
    row[groups.ops] = np.repeat(scopes.by_hash.find(groups.path), size)
    ops = np.flatnonzero(row < 0)
    if not ops.size:
        return row
    first = hashes.first[ops]

    def is_scope(rows: Indices, depth: Indices) -> Flags:
        flags: Flags = scopes.by_hash.find(hashes.above(first[rows] + depth, ops[rows])) >= 0
        return flags

    depth = _count_leading(hashes.first[ops + 1] - first, is_scope)
    above = scopes.by_hash.find(hashes.above(np.maximum(first + depth - 1, 0), ops))
    row[ops] = np.where(depth > 0, above, ROOT)
    return row
