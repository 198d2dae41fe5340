"""Which prefixes of sibling names become groups: the rule, on names and the flow among them alone.

Not every prefix does:

* none that all siblings have, and none that nearly all have if its parts can be read beside the
  rest;
* none within a group of so few that they are read one by one;
* none that the flow or the viewer rules out: then longer ones are tried.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.graph.hierarchy.common_ancestors import climb_to_siblings
from scopeboard.graph.hierarchy.name_prefixes import NONE, SEPARATORS, NamePrefixes
from scopeboard.graph.hierarchy.sibling_flow import SiblingFlow, sets_on_cycles

MAX_BOXES: Final = 40
"""Boxes that a person takes in at first sight, and for which a canvas has room with their names."""

MIN_DIVIDED: Final = 15
"""Siblings that are read one by one; TensorBoard splits no scope with fewer either."""

_NEARLY_ALL: Final = 0.75  # as of the model in a wrapper, see `scope.first_view`
_MAX_ROUNDS: Final = 8  # in which groups that feed each other are dissolved, before all are


class PrefixForest:
    """The prefixes of sibling names, with the names and the longer prefixes in each.

    `is_numbered` is whether the names with a prefix differ by a number alone: `dense`, `dense_1`.
    No longer prefix parts such names.

    Args:
        prefixes: the prefixes.
        names: the names of the siblings.
        families: how many siblings each family has, and how many there are in its scope.
    """

    def __init__(
        self, prefixes: NamePrefixes, names: Sequence[str], families: dict[int, tuple[int, int]]
    ) -> None:
        self.texts = prefixes.texts
        self.above: list[int] = prefixes.above.tolist()
        self.family: list[int] = prefixes.family.tolist()
        self.size: list[int] = prefixes.size.tolist()
        self.home: list[int] = prefixes.home.tolist()
        self.families = families
        self._inner = [0] * len(self.texts)
        self._own: list[list[int]] = [[] for _ in self.texts]
        longest_stem = [0] * len(self.texts)
        for name, home in enumerate(self.home):
            if home != NONE:
                self._own[home].append(name)
                longest_stem[home] = max(longest_stem[home], len(_stem(names[name])))
        for prefix in range(len(self) - 1, -1, -1):  # longer ones come later
            above = self.above[prefix]
            if above != NONE:
                self._inner[above] += 1
                longest_stem[above] = max(longest_stem[above], longest_stem[prefix])
        self.is_numbered = [
            stem <= len(text) for stem, text in zip(longest_stem, self.texts, strict=True)
        ]

    def __len__(self) -> int:
        """Return the number of prefixes."""
        return len(self.texts)

    def members(self) -> list[list[int]]:
        """Return the names that have each prefix."""
        members = [own.copy() for own in self._own]
        for prefix in range(len(self) - 1, -1, -1):  # longer ones come later
            if self.above[prefix] != NONE:
                members[self.above[prefix]] += members[prefix]
        return members

    def has_longer(self, prefix: int) -> bool:
        """Return whether longer prefixes tell names with a prefix apart."""
        return self._inner[prefix] > 0 and not self.is_numbered[prefix]

    def parts(self, prefix: int) -> int:
        """Return the number of longer prefixes and of single names directly in a prefix."""
        return self._inner[prefix] + len(self._own[prefix])


def _stem(name: str) -> str:
    """Return a name without the number at its end."""
    return name.rstrip("0123456789").rstrip(SEPARATORS)


@dataclass(frozen=True, slots=True)
class Nest:
    """The prefixes that are groups, and for each prefix the group around it, `NONE` for none."""

    is_group: list[bool]
    around: list[int]

    def home(self, forest: PrefixForest, name: int) -> int:
        """Return the innermost group of a name, `NONE` for none."""
        prefix = forest.home[name]
        return prefix if prefix == NONE or self.is_group[prefix] else self.around[prefix]


def nest(forest: PrefixForest, may_be_group: Callable[[int], bool]) -> Nest:
    """Choose the prefixes that are groups, outer ones first.

    Args:
        forest: the prefixes.
        may_be_group: whether a prefix may be a group, by all else than the size of groups.
    """
    is_group = [False] * len(forest)
    around = [NONE] * len(forest)
    for prefix, above in enumerate(forest.above):
        if above != NONE:
            around[prefix] = above if is_group[above] else around[above]
        is_group[prefix] = _is_worth_it(forest, prefix, around[prefix]) and may_be_group(prefix)
    return Nest(is_group, around)


def _is_worth_it(forest: PrefixForest, prefix: int, around: int) -> bool:
    """Return whether a prefix in a group, or in none, leaves enough and holds enough."""
    size, above = forest.size[prefix], forest.above[prefix]
    if above != NONE and forest.is_numbered[above]:
        return False
    alike, siblings = forest.families[forest.family[prefix]]
    if around != NONE:
        alike = siblings = forest.size[around]
        if siblings <= MIN_DIVIDED:
            return False
    is_readable = forest.parts(prefix) + alike - size <= MAX_BOXES
    is_wrapper = forest.has_longer(prefix) and size > _NEARLY_ALL * alike and is_readable
    return size < siblings and not is_wrapper


def nest_without_cycles(
    forest: PrefixForest, flow: SiblingFlow, may_be_group: Callable[[int], bool]
) -> Nest:
    """Choose groups of which no two feed each other, through whatever is between them.

    Of groups on a common cycle the one with the most names remains.

    Args:
        forest: the prefixes.
        flow: the flow among siblings; its boxes have the names of the forest.
        may_be_group: whether a prefix may be a group, by all else than the size of groups.
    """
    dropped: set[int] = set()
    for _ in range(_MAX_ROUNDS):
        found = nest(forest, lambda prefix: prefix not in dropped and may_be_group(prefix))
        cycles = _cycles(forest, flow, found)
        if not cycles:
            return found
        for groups in cycles:
            groups.sort(key=lambda prefix: (-forest.size[prefix], forest.texts[prefix]))
            dropped.update(groups[1:] or groups)
    return nest(forest, lambda _: False)


def _cycles(forest: PrefixForest, flow: SiblingFlow, found: Nest) -> list[list[int]]:
    """Return the sets of groups on common cycles among the siblings that are in none."""
    siblings, root = flow.box.size, flow.box.size + len(forest)
    home = np.array([found.home(forest, name) for name in range(len(forest.home))], dtype=np.int64)
    above = np.concatenate((home[flow.box], np.array(found.around, dtype=np.int64)))
    parent = np.append(np.where(above == NONE, root, siblings + above), root)
    depth = np.zeros(parent.size, dtype=np.int64)
    for group, around in enumerate(found.around, siblings):  # outer ones come first
        depth[group] = 1 if around == NONE else depth[siblings + around] + 1
    depth[:siblings] = depth[parent[:siblings]] + 1
    source, target = climb_to_siblings(parent, depth, flow.source, flow.target)
    return [
        [row - siblings for row in rows if row >= siblings]
        for rows in sets_on_cycles(parent.size, source, target)
    ]
