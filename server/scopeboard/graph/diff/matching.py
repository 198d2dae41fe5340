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
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from scopeboard.arrays import Flags, Hashes, Indices
from scopeboard.graph.diff.colours import downstream, nearby, upstream
from scopeboard.graph.diff.formats import label_families, plain_name
from scopeboard.graph.diff.labels import OpLabels
from scopeboard.graph.diff.sides import NO_OP, Side
from scopeboard.graph.model.hashing import hash_numbers, hash_texts, mix
from scopeboard.graph.model.op_graph import OpGraph

_NEAR: Final = 2
_WIDE: Final = (16, 8, 4)

Colours: TypeAlias = tuple[Hashes, Hashes]
"""A hash for each op of the one graph, and of the other."""

_NUMBER: Final = re.compile(r"_\d+(?:/|$)")
_NAME, _BOTH = 51, 52  # salts


@dataclass(slots=True)
class _Effort:
    """What may still be spent on finding pairs; then equal ops are paired in their order.

    `rounds` are refinements; graphs of public trainings take less than a hundred, a path of
    100,000 ops more. `guesses` are choices between equal ops, each followed by a refinement.
    """

    rounds: int = 512
    guesses: int = 256


class _Matcher:
    """The pairs found so far.

    `same_name` has for each op of the first side that of the other with its name, NO_OP for none;
    `name_hashes` are equal for a name that both have.
    """

    def __init__(
        self, sides: tuple[Side, Side], same_name: Indices, name_hashes: Colours, count: int
    ) -> None:
        self.sides = sides
        self.same_name = same_name
        self.name_hashes = name_hashes
        self.count = count

    @staticmethod
    def of(one: OpGraph, other: OpGraph) -> "_Matcher":
        sides = Side.of(one), Side.of(other)
        index = {name: op for op, name in enumerate(other.names)}
        same_name = np.array([index.get(name, NO_OP) for name in one.names], dtype=np.int32)
        named = np.flatnonzero(same_name >= 0)
        hashes = [np.zeros(side.pair.size, dtype=np.uint64) for side in sides]
        hashes[0][named] = hashes[1][same_name[named]] = hash_numbers(named, _NAME)
        return _Matcher(sides, same_name, (hashes[0], hashes[1]), 0)

    def around_free(self) -> tuple["_Matcher", tuple[Indices, Indices]]:
        """Return what is left to match, with the anchors beside it, and which ops these are."""
        (one, ones), (other, others) = (side.around_free() for side in self.sides)
        number = np.full(self.sides[1].pair.size + 1, NO_OP, dtype=np.int32)  # the last: of NO_OP
        number[others] = np.arange(others.size)
        same_name = number[self.same_name[ones]]
        hashes = self.name_hashes[0][ones], self.name_hashes[1][others]
        return _Matcher((one, other), same_name, hashes, self.count), (ones, others)

    def take_pairs(self, part: "_Matcher", ops: tuple[Indices, Indices]) -> None:
        """Take over the pairs that a part has found: see `around_free`."""
        for side, inner, own in zip(self.sides, part.sides, ops, strict=True):
            side.pair[own] = inner.pair
        self.count = part.count

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
        shared = []
        for value in one.keys() & other.keys():
            fewer, more = sorted((one[value].size, other[value].size))
            shared.append((more - fewer, fewer, value))
        for _, count, value in sorted(shared):
            yield one[value][:count], other[value][:count]

    def near(self, labels: Colours, radius: int) -> Colours:
        """Return colours that cover what is within `radius` edges: see `nearby`."""
        one, other = (
            nearby(side.wiring, side.colour_labels(label), side.is_anchor, radius)
            for side, label in zip(self.sides, labels, strict=True)
        )
        return one, other

    def refine(self, labels: Colours, *, is_strict: bool) -> None:
        """Pair ops by colours refined from the pairs so far, until there are no more.

        Args:
            labels: of the ops of each graph.
            is_strict: whether labels cover all that an op is. If they do not, a colour that covers
                one direction needs an equal name beside it, and equal ops are not distinguished.
        """
        effort, is_done = _Effort(), False
        while not is_done:
            part, ops = self.around_free()
            own = labels[0][ops[0]], labels[1][ops[1]]
            is_done = part._refine_half(own, effort, is_strict=is_strict)
            self.take_pairs(part, ops)

    def _refine_half(self, labels: Colours, effort: "_Effort", *, is_strict: bool) -> bool:
        """Pair at least half of the free ops, if that many can be; return whether that was all."""
        begun = self._count_free()
        while effort.rounds:
            left = self._count_free()
            if 2 * left <= begun:
                return not left
            effort.rounds -= 1
            up, down = self._colours(labels)
            both = self._combined(up, down)
            if self._add_by(labels, both, up, down, is_strict=is_strict):
                continue
            chosen = next(self.classes(both), None) if is_strict else None
            if chosen is None:
                return True
            if not effort.guesses:
                break
            effort.guesses -= 1
            self.add(chosen[0][:1], chosen[1][:1])
        if is_strict:
            for ones, others in self.classes(self._combined(*self._colours(labels))):
                self.add(ones, others)
        return True

    def _count_free(self) -> int:
        return sum(int(np.count_nonzero(~side.is_anchor)) for side in self.sides)

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
    matcher = _Matcher.of(one, other)
    whole = (labels[0].whole, labels[1].whole)
    same = np.maximum(matcher.same_name, 0)

    def is_equal(columns: Colours) -> Flags:
        equal: Flags = columns[0] == columns[1][same] if columns[1].size else same < 0
        return equal

    matcher.add_named(is_equal(matcher.near(whole, _NEAR)))
    is_numbered = np.array([_NUMBER.search(name) is not None for name in one.names], dtype=np.bool_)
    matcher.add_named(is_equal(whole) & ~is_numbered)
    left, ops = matcher.around_free()
    _match_left(left, ops, (one, other), labels)
    matcher.take_pairs(left, ops)

    first, second = matcher.sides
    counterpart = np.full(matcher.count, NO_OP, dtype=np.int32)
    counterpart[second.pair[second.is_anchor]] = np.flatnonzero(second.is_anchor)
    return np.where(first.is_anchor, np.append(counterpart, NO_OP)[first.pair], NO_OP).astype(
        np.int32
    )


def _match_left(
    matcher: _Matcher,
    ops: tuple[Indices, Indices],
    graphs: tuple[OpGraph, OpGraph],
    labels: tuple[OpLabels, OpLabels],
) -> None:
    """Pair what equal names and surroundings have left: steps 3 to 7.

    Args:
        matcher: has these ops, and the anchors beside them.
        ops: which ops of the two graphs it has.
        graphs: the graphs.
        labels: of all their ops.
    """

    def own(one: Hashes, other: Hashes) -> Colours:
        return one[ops[0]], other[ops[1]]

    whole = own(labels[0].whole, labels[1].whole)
    everything = _all(ops[0]), _all(ops[1])
    for radius in _WIDE:
        matcher.add_unique(matcher.near(whole, radius), everything)
    matcher.refine(whole, is_strict=True)
    matcher.refine(own(labels[0].types, labels[1].types), is_strict=False)
    matcher.add_named(everything[0])
    if graphs[0].flavour != graphs[1].flavour:
        plain = [hash_texts([plain_name(name) for name in graph.names]) for graph in graphs]
        matcher.add_unique(own(plain[0], plain[1]), everything)
        matcher.refine(own(*map(label_families, graphs)), is_strict=False)


def _all(ops: Indices) -> Flags:
    return np.ones(ops.size, dtype=np.bool_)
