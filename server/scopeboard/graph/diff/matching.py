"""Which op of one graph is which op of the other.

Names are evidence, and so is the wiring. Where names hold, both agree on nearly every op. But
frameworks number equal names, so that one more `Mul` renames all later ones, and a tool may rename
everything. So the steps are, each for ops that have no counterpart yet:

1. equal name, equal op, equal surroundings (`nearby`);
2. equal name without a number of a framework, equal op;
3. equal colours that occur once on each side, from the widest surroundings to the narrowest;
4. colours refined from the counterparts that are known, as long as there are new ones: first those
   of ops with equal names, then any that occur once on each side; last, one of several equal ones;
5. the same again, where attributes, shapes and dtypes may differ;
6. equal names;
7. of graphs of different formats: names that are equal without what only some formats have in them,
   and then the steps of 5 by families of op types (`formats`).

No step depends on which graph is first.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np

from scopeboard.arrays import Flags, Hashes, Indices
from scopeboard.graph.diff.colours import Wiring, downstream, nearby, upstream, wiring_of
from scopeboard.graph.diff.formats import label_families, plain_name
from scopeboard.graph.diff.labels import OpLabels
from scopeboard.graph.model.hashing import hash_numbers, hash_texts, mix
from scopeboard.graph.model.op_graph import OpGraph

NO_OP: Final = -1

_NEAR: Final = 2
_WIDE: Final = (16, 8, 4)
_MAX_GUESSES: Final = 256
"""Choices between equal ops, each followed by a refinement; then all are made at once."""

Colours: TypeAlias = tuple[Hashes, Hashes]
"""A hash for each op of the one graph, and of the other."""

_MAX_ROUNDS: Final = 512
"""Refinements; graphs of public trainings take less than a hundred, a path of 100,000 ops more."""

_NUMBER: Final = re.compile(r"_\d+(?:/|$)")
_ANCHOR, _NAME, _BOTH, _OWN = range(50, 54)  # salts


class _Side:
    """One of the two graphs: its wiring, and which of its ops are anchors."""

    def __init__(self, graph: OpGraph) -> None:
        self.wiring: Wiring = wiring_of(graph)
        self.pair: Indices = np.full(len(graph), NO_OP, dtype=np.int32)

    @property
    def is_anchor(self) -> Flags:
        return self.pair >= 0

    def colour_labels(self, labels: Hashes) -> Hashes:
        """Return labels with those of anchors replaced by the number of their pair."""
        anchors = hash_numbers(self.pair, _ANCHOR)
        return np.where(self.is_anchor, anchors, labels)

    def has_anchor_upstream(self) -> Flags:
        """Flag the ops with an input from an anchor."""
        wiring = self.wiring
        return self._flagged(wiring.target[self.is_anchor[wiring.source]])

    def has_anchor_downstream(self) -> Flags:
        """Flag the ops that an anchor has an input from."""
        wiring = self.wiring
        return self._flagged(wiring.source[self.is_anchor[wiring.target]])

    def edges_to_anchors(self, labels: Hashes) -> tuple[Hashes, Indices]:
        """Return the edges between an anchor and a free op, as hashes, and their free ops.

        A hash covers the anchor, the edge and its direction, and the label of the free op.
        """
        hashes, ops = [], []
        ends = (self.wiring.source, self.wiring.target)
        for salt, (at, free) in enumerate((ends, ends[::-1])):
            rows = np.flatnonzero(self.is_anchor[at] & ~self.is_anchor[free])
            anchors = hash_numbers(self.pair[at[rows]], _ANCHOR)
            own = mix(labels[free[rows]], _OWN)
            hashes.append(mix(anchors + self.wiring.label[rows] + own, salt))
            ops.append(free[rows])
        return np.concatenate(hashes), np.concatenate(ops)

    def has_edges(self) -> Flags:
        """Flag the ops with inputs, or of which others have."""
        return self._flagged(self.wiring.source) | self._flagged(self.wiring.target)

    def _flagged(self, ops: Indices) -> Flags:
        flags = np.zeros(self.pair.size, dtype=np.bool_)
        flags[ops] = True
        return flags


class _Matcher:
    """The pairs found so far; `name_hashes` are equal for a name that both graphs have."""

    def __init__(self, one: OpGraph, other: OpGraph) -> None:
        self.sides = (_Side(one), _Side(other))
        self.count = 0
        index = {name: op for op, name in enumerate(other.names)}
        same = [index.get(name, NO_OP) for name in one.names]
        self.same_name = np.array(same, dtype=np.int32)
        named = np.flatnonzero(self.same_name >= 0)
        hashes = [np.zeros(side.pair.size, dtype=np.uint64) for side in self.sides]
        hashes[0][named] = hashes[1][self.same_name[named]] = hash_numbers(named, _NAME)
        self.name_hashes: Colours = (hashes[0], hashes[1])

    def add(self, ones: Indices, others: Indices) -> int:
        """Add pairs of ops; return how many."""
        one, other = self.sides
        numbers = np.arange(self.count, self.count + ones.size, dtype=np.int32)
        one.pair[ones], other.pair[others] = numbers, numbers
        self.count += ones.size
        return int(ones.size)

    def add_named(self, flags: Flags) -> int:
        """Pair free ops of equal name where `flags`, one for each op of the first graph, allows."""
        one, other = self.sides
        ones = np.flatnonzero(flags & (self.same_name >= 0) & ~one.is_anchor)
        ones = ones[~other.is_anchor[self.same_name[ones]]]
        return self.add(ones, self.same_name[ones])

    def add_unique(self, keys: Colours, allowed: tuple[Flags, Flags]) -> int:
        """Pair free ops whose key occurs once on each side among those that are allowed."""
        found = []
        for side, key, may in zip(self.sides, keys, allowed, strict=True):
            ops = np.flatnonzero(may & ~side.is_anchor)
            values, first, times = np.unique(key[ops], return_index=True, return_counts=True)
            found.append((values[times == 1], ops[first[times == 1]]))
        _, at_one, at_other = np.intersect1d(
            found[0][0], found[1][0], assume_unique=True, return_indices=True
        )
        return self.add(found[0][1][at_one], found[1][1][at_other])

    def add_wired(self, labels: Colours) -> int:
        """Pair free ops that are wired to the same anchors in the same way; return how many.

        Each edge to an anchor votes for the op at the other end of the only such edge in the other
        graph. Pairs are those that have most votes for both of their ops, and no other as many.
        """
        found = []
        for side, label in zip(self.sides, labels, strict=True):
            keys, ops = side.edges_to_anchors(label)
            values, first, times = np.unique(keys, return_index=True, return_counts=True)
            found.append((values[times == 1], ops[first[times == 1]]))
        _, at_one, at_other = np.intersect1d(
            found[0][0], found[1][0], assume_unique=True, return_indices=True
        )
        pairs, votes = np.unique(
            np.stack((found[0][1][at_one], found[1][1][at_other])), axis=1, return_counts=True
        )
        is_chosen = np.ones(votes.size, dtype=np.bool_)
        for side, ops in zip(self.sides, pairs, strict=True):
            most = np.zeros(side.pair.size, dtype=np.int64)
            np.maximum.at(most, ops, votes)
            is_most = votes == most[ops]
            is_chosen &= is_most & (np.bincount(ops[is_most], minlength=most.size)[ops] == 1)
        return self.add(*pairs[:, is_chosen])

    def classes(self, keys: Colours) -> Iterator[tuple[Indices, Indices]]:
        """Yield free ops of equal keys, as many of each side.

        Keys that occur equally often on both sides come first, then those of fewest ops.
        """
        groups: list[dict[int, Indices]] = []
        for side, key in zip(self.sides, keys, strict=True):
            free = np.flatnonzero(~side.is_anchor)
            ops = free[np.argsort(key[free], kind="stable")]
            values, first = np.unique(key[ops], return_index=True)
            members = np.split(ops, first[1:]) if ops.size else []
            groups.append(dict(zip(values.tolist(), members, strict=True)))
        one, other = groups
        shared = [
            (abs(one[value].size - other[value].size), one[value].size, value)
            for value in one.keys() & other.keys()
        ]
        for _, _, value in sorted(shared):
            count = min(one[value].size, other[value].size)
            yield one[value][:count], other[value][:count]

    def refine(self, labels: Colours, *, is_strict: bool) -> None:
        """Pair ops by colours refined from the pairs so far, until there are no more.

        Args:
            labels: of the ops of each graph.
            is_strict: whether labels cover all that an op is. If they do not, a colour that covers
                one direction needs an equal name beside it, and equal ops are not distinguished.
        """
        guesses = 0
        for _ in range(_MAX_ROUNDS):
            if all(side.is_anchor.all() for side in self.sides):
                return
            up, down = self._colours(labels)
            both = self._combined(up, down)
            if self._add_by(labels, both, up, down, is_strict=is_strict):
                continue
            if not is_strict:
                return
            classes = self.classes(both)
            chosen = next(classes, None)
            if chosen is None:
                return
            ones, others = chosen
            guesses += 1
            if guesses <= _MAX_GUESSES:
                self.add(ones[:1], others[:1])
                continue
            self.add(ones, others)
            for ones, others in classes:
                self.add(ones, others)

    def _add_by(
        self,
        labels: Colours,
        both: Colours,
        up: Colours,
        down: Colours,
        *,
        is_strict: bool,
    ) -> int:
        """Pair ops by the best of these colours that pairs any; return how many."""
        one, other = self.sides
        added = self.add_unique(both, (one.has_edges(), other.has_edges()))
        if added:
            return added
        into = (one.has_anchor_upstream(), other.has_anchor_upstream())
        out_of = (one.has_anchor_downstream(), other.has_anchor_downstream())
        directed = ((up, into), (down, out_of))
        for colours, allowed in directed:
            added += self.add_unique(self._combined(colours, self.name_hashes), allowed)
        if added or not is_strict:
            return added or self.add_wired(labels)
        for colours, allowed in directed:
            added += self.add_unique(colours, allowed)
        everything = (~one.is_anchor, ~other.is_anchor)
        return added or self.add_wired(labels) or self.add_unique(both, everything)

    def _colours(self, labels: Colours) -> tuple[Colours, Colours]:
        up, down = [], []
        for side, own in zip(self.sides, labels, strict=True):
            start = side.colour_labels(own)
            up.append(upstream(side.wiring, start, side.is_anchor))
            down.append(downstream(side.wiring, start, side.is_anchor))
        return (up[0], up[1]), (down[0], down[1])

    def _combined(self, some: Colours, others: Colours) -> Colours:
        one, other = (
            mix(mix(each, _BOTH) + another) for each, another in zip(some, others, strict=True)
        )
        return one, other


def match_ops(one: OpGraph, other: OpGraph, labels: tuple[OpLabels, OpLabels]) -> Indices:
    """Return for each op of `one` its counterpart in `other`, NO_OP for none.

    `labels` are those of both graphs.
    """
    matcher = _Matcher(one, other)
    first, second = matcher.sides
    whole = (labels[0].whole, labels[1].whole)
    same = np.maximum(matcher.same_name, 0)

    def is_equal(columns: Colours) -> Flags:
        equal: Flags = columns[0] == columns[1][same] if columns[1].size else same < 0
        return equal

    def near(radius: int) -> Colours:
        colours = [
            nearby(side.wiring, side.colour_labels(label), side.is_anchor, radius)
            for side, label in zip(matcher.sides, whole, strict=True)
        ]
        return colours[0], colours[1]

    matcher.add_named(is_equal(near(_NEAR)))
    is_numbered = np.array([_NUMBER.search(name) is not None for name in one.names], dtype=np.bool_)
    matcher.add_named(is_equal(whole) & ~is_numbered)
    everything = (np.ones(len(one), dtype=np.bool_), np.ones(len(other), dtype=np.bool_))
    for radius in _WIDE:
        matcher.add_unique(near(radius), everything)
    matcher.refine(whole, is_strict=True)
    matcher.refine((labels[0].types, labels[1].types), is_strict=False)
    matcher.add_named(np.ones(len(one), dtype=np.bool_))
    if one.flavour != other.flavour:
        plain = [hash_texts([plain_name(name) for name in graph.names]) for graph in (one, other)]
        matcher.add_unique((plain[0], plain[1]), everything)
        matcher.refine((label_families(one), label_families(other)), is_strict=False)

    counterpart = np.full(matcher.count, NO_OP, dtype=np.int32)
    counterpart[second.pair[second.is_anchor]] = np.flatnonzero(second.is_anchor)
    return np.where(first.is_anchor, np.append(counterpart, NO_OP)[first.pair], NO_OP).astype(
        np.int32
    )
