"""Op names to name scopes: where in the tree each op stands, and by which path it is shown.

Three rules keep every op reachable by a path of its own:

* an op whose name is also a scope stands inside it, as `foo/(foo)` (TensorBoard's strict names);
* an empty segment is written `(empty)`, so that `''`, `/`, `a/` and `/a` are paths like others;
* an op whose path is taken even so gets `#2`. Ops that stand under their own names come first.

Only nodes make scopes, so an op that has just annotations below its name stays an op.

Passes: write the names (`written_names`) → hash them and all paths above (`path_hashes`) → one row
for each distinct scope (`_grow`) → the scope each op stands in → paths for those that cannot be
shown under their own names (`free_paths`). A scope keeps no text: its path is the beginning of the
name of the first op in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.graph.columns import Amounts, Flags, Indices, ranges
from scopeboard.graph.path_hashes import Hashes, PathHashes, hash_paths

ROOT: Final = 0
EMPTY_SEGMENT: Final = "(empty)"


@dataclass(frozen=True, slots=True)
class HashRows:
    """Rows to be found by their hashes: `hashes` sorted, and the row of each."""

    hashes: Hashes
    rows: Indices

    @staticmethod
    def of(hashes: Hashes) -> "HashRows":
        """Return the index of a column; of equal hashes, any row may be found."""
        order = np.argsort(hashes)
        return HashRows(hashes[order], order.astype(np.int32))

    def without(self, rows: Indices) -> "HashRows":
        """Return the index without some of its rows."""
        is_left = np.ones(self.rows.size, dtype=np.bool_)
        is_left[rows] = False
        kept = is_left[self.rows]
        return HashRows(self.hashes[kept], self.rows[kept])

    def find(self, wanted: Hashes) -> Indices:
        """Return the row of each hash, -1 where there is none."""
        if self.hashes.size == 0:
            return np.full(wanted.size, -1, dtype=np.int32)
        place = np.minimum(np.searchsorted(self.hashes, wanted), self.hashes.size - 1)
        rows: Indices = np.where(self.hashes[place] == wanted, self.rows[place], -1)
        return rows


@dataclass(frozen=True, slots=True)
class NameScopes:
    """The scopes of a graph, and where its ops stand.

    `parent`, `depth`, `first` and `end` [scopes] have an entry for each scope, the root first,
    parents before children, in order of appearance: the row above, how many are above, the first
    node in it, and how many bytes of that node's name are the path of the scope. `home` [ops] is
    for a node the scope it stands in, for an annotation the lowest scope that its name lies in.
    `odd_paths` holds the paths of ops that are not shown under their own names. `by_hash` finds a
    scope by the hash of its path, `plain` an op by that of its name, if it is shown under it.
    """

    parent: Indices
    depth: Indices
    first: Indices
    end: Amounts
    home: Indices
    odd_paths: dict[int, str]
    by_hash: HashRows
    plain: HashRows

    def path_of_op(self, names: Sequence[str], op: int) -> str:
        """Return the path that an op is shown by."""
        return self.odd_paths.get(op) or names[op]


@dataclass(frozen=True, slots=True)
class _Grown:
    """Scopes without the root: see `NameScopes`."""

    parent: Indices
    depth: Indices
    first: Indices
    end: Amounts
    by_hash: HashRows


def written_path(name: str) -> str:
    """Return an op's name with its empty segments written out."""
    if name and "//" not in name and name[0] != "/" and name[-1] != "/":
        return name
    return "/".join(segment or EMPTY_SEGMENT for segment in name.split("/"))


def name_scopes(names: Sequence[str], is_node: Flags) -> NameScopes:
    """Arrange ops, by their unique names, in scopes.

    Args:
        names: of all ops.
        is_node: a flag for each op; the others are annotations.
    """
    hashes = hash_paths(names)
    wanted = {op: written_path(names[op]) for op in hashes.with_empty.tolist()}
    if wanted:
        hashes = hash_paths([wanted.get(op, name) for op, name in enumerate(names)])
    grown = _grow(hashes, np.flatnonzero(is_node))
    by_name = HashRows.of(hashes.whole)
    own = np.empty(len(names), dtype=np.int32)
    own[by_name.rows] = grown.by_hash.find(by_name.hashes)
    is_own = own >= 0
    wanted |= {op: _strict(wanted.get(op, names[op])) for op in np.flatnonzero(is_own).tolist()}
    plain = by_name.without(np.array([*wanted], dtype=np.int64))
    return NameScopes(
        parent=np.append(ROOT, grown.parent).astype(np.int32),
        depth=np.append(0, grown.depth).astype(np.int32),
        first=_firsts(grown, own, is_node),
        end=np.append(0, grown.end),
        home=np.where(is_own, own, _lowest_above(hashes, grown)).astype(np.int32),
        odd_paths=dict(
            zip(wanted, free_paths([*wanted.values()], plain, grown.by_hash), strict=True)
        ),
        by_hash=grown.by_hash,
        plain=plain,
    )


def _strict(path: str) -> str:
    """Return the path of an op whose own is a scope."""
    return f"{path}/({path.rpartition('/')[2]})"


def _grow(hashes: PathHashes, nodes: Indices) -> _Grown:
    """Make a row of every distinct path above a node, numbered from 1 in order of appearance.

    The paths above one node stand one after the other, each after that of its parent; so do, in
    order of appearance, the first of each path.
    """
    shown = _first_of_each_home(hashes, nodes)
    slash = ranges(hashes.first[shown], hashes.first[shown + 1])
    path = hashes.above[slash]
    order = np.argsort(path)
    starts = np.flatnonzero(_changes(path[order]))
    distinct = path[order[starts]]
    appears = np.minimum.reduceat(order, starts) if starts.size else order
    by_appearance = np.argsort(appears)
    row = np.empty(starts.size, dtype=np.int32)
    row[by_appearance] = np.arange(1, starts.size + 1)
    appears = appears[by_appearance]
    op = np.repeat(shown, hashes.first[shown + 1] - hashes.first[shown])[appears]
    depth = slash[appears] - hashes.first[op] + 1
    by_hash = HashRows(distinct, row)
    above = by_hash.find(path[appears - 1])
    parent = np.where(depth == 1, ROOT, above)
    return _Grown(parent, depth, op, hashes.end[slash[appears]], by_hash)


def _first_of_each_home(hashes: PathHashes, nodes: Indices) -> Indices:
    """Return, in order of appearance, the first node right below each path."""
    nodes = nodes[hashes.first[nodes] < hashes.first[nodes + 1]]
    path = hashes.above[hashes.first[nodes + 1] - 1]
    order = np.argsort(path)
    starts = np.flatnonzero(_changes(path[order]))
    first = np.minimum.reduceat(order, starts) if starts.size else order
    shown: Indices = nodes[np.sort(first)]
    return shown


def _changes(column: Hashes) -> Flags:
    """Tell for each entry whether it differs from the one before."""
    flags = np.ones(column.size, dtype=np.bool_)
    flags[1:] = column[1:] != column[:-1]
    return flags


def _lowest_above(hashes: PathHashes, grown: _Grown) -> Indices:
    """Return for each op the lowest scope above it; a node's is the path right above."""
    last = hashes.first[1:] - 1
    has_path = hashes.first[:-1] <= last
    row = np.zeros(last.size, dtype=np.int32)
    row[has_path] = grown.by_hash.find(hashes.above[last[has_path]])
    lost = np.flatnonzero(row < 0)
    if lost.size:
        row[lost] = _search_above(hashes, grown, lost)
    return row


def _search_above(hashes: PathHashes, grown: _Grown, ops: Indices) -> Indices:
    """Return for each op the lowest of all paths above it that is a scope."""
    first, end = hashes.first[ops], hashes.first[ops + 1]
    rows = grown.by_hash.find(hashes.above[ranges(first, end)])
    # Of the paths above one op, the lower ones that are scopes have the higher rows.
    heads = np.cumsum(end - first) - (end - first)
    lowest: Indices = np.maximum(np.maximum.reduceat(rows, heads), ROOT)
    return lowest


def _firsts(grown: _Grown, own: Indices, is_node: Flags) -> Indices:
    """Return the first node in each scope, that of the same name included."""
    first = np.append(0, grown.first)
    strict = np.flatnonzero(is_node & (own >= 0))
    np.minimum.at(first, own[strict], strict)
    return first.astype(np.int32)


def free_paths(wanted: Sequence[str], *taken: HashRows) -> list[str]:
    """Return each path as it is wanted, or the same with the first number that is free."""
    given: list[str] = []
    paths: set[str] = set()
    tried: dict[str, int] = {}
    for path, is_lost in zip(wanted, _are_taken(wanted, taken).tolist(), strict=True):
        chosen = path
        if is_lost or path in paths:
            tried[path] = _free_number(path, tried.get(path, 1), taken, paths)
            chosen = f"{path}#{tried[path]}"
        given.append(chosen)
        paths.add(chosen)
    return given


def _free_number(path: str, after: int, taken: tuple[HashRows, ...], paths: set[str]) -> int:
    """Return the first number above `after` that makes a path nobody has."""
    batch = 8
    while True:
        numbers = range(after + 1, after + 1 + batch)
        numbered = [f"{path}#{number}" for number in numbers]
        is_taken = _are_taken(numbered, taken).tolist()
        for number, text, is_lost in zip(numbers, numbered, is_taken, strict=True):
            if not is_lost and text not in paths:
                return number
        after, batch = after + batch, batch * 2


def _are_taken(paths: Sequence[str], taken: tuple[HashRows, ...]) -> Flags:
    """Tell for each path whether one of the indices has it."""
    hashes = hash_paths(paths).whole
    is_taken: Flags = np.any([index.find(hashes) >= 0 for index in taken], axis=0)
    return is_taken
