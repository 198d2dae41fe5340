"""Groups of one crowded scope along its flow: what is alike, equal blocks in a row, neighbours.

Three rules, each on what those before it left, the *units*: children of the scope, or groups of
them. What is alike is one unit, then each block that repeats, and then neighbours are merged until
few are left. Inside a block that is crowded itself, neighbours are merged, too.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.flow.blocks import find_blocks
from scopeboard.graph.flow.merging import FlowBox, merge_flow
from scopeboard.graph.flow.stages import find_stages
from scopeboard.graph.hierarchy.grouped_tree import GroupedTree
from scopeboard.graph.hierarchy.groups import GroupKind
from scopeboard.graph.hierarchy.prefix_choice import MAX_BOXES
from scopeboard.graph.model.topological_levels import topological_levels

_MAX_MERGED: Final = 3_000  # units; with more, merging takes as long as all else
ENOUGH: Final = 31
"""Boxes that are left, with those of bookkeeping: there is room for an open scope around them."""

_MIN_ALIKE: Final = 5
_OF_BLOCKS: Final = 1 << 32
"""The label of the first kind of blocks; the labels of other units are below."""
_MAX_DEPTH: Final = 3
_NUMBER: Final = re.compile(r"\(block (\d+(?:\.\d+)*)\)")
_BLOCK_WEIGHT: Final = 4  # as often what its parts weigh, so that it stays alone
_BESIDE_BLOCKS: Final = 8
"""Boxes that are enough beside blocks, which say most of a model."""


Label = tuple[str | int, ...]
"""The name of a group to be: texts, and rows that stand for what they are called."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A group to be: its members are rows or other drafts."""

    kind: GroupKind
    scope: int
    label: Label
    rows: list[int]
    drafts: "list[Draft]"

    @property
    def size(self) -> int:
        """Return the number of rows in it, those in inner drafts too."""
        return len(self.rows) + sum(inner.size for inner in self.drafts)

    def name(self, tree: GroupedTree) -> str:
        """Return its name, with parentheses."""
        return "".join(
            part if isinstance(part, str) else tree.short_label(part) for part in self.label
        )

    def moved(self, scope: int, rows: Mapping[int, int]) -> "Draft":
        """Return the same group in another scope; `rows` has the row there for each row here."""
        return Draft(
            self.kind,
            scope,
            tuple(part if isinstance(part, str) else rows[part] for part in self.label),
            [rows[row] for row in self.rows],
            [inner.moved(scope, rows) for inner in self.drafts],
        )


@dataclass(frozen=True, slots=True)
class Units:
    """What is folded in a scope, in order of appearance, and the edges among it.

    `row` is the row of each unit, or of the first of its members; `label` is equal for units that
    are equal inside, -1 for what is like nothing else; `made` has the drafts that units are.
    """

    tree: GroupedTree
    scope: int
    row: Indices
    label: Indices
    weight: Amounts
    source: Indices
    target: Indices
    made: Mapping[int, Draft]

    def joined(self, home: Indices, made: Mapping[int, Draft]) -> "Units":
        """Return the units when some are one: `home` is the first of the unit that each is in.

        `made` has the drafts of new units, by their first.
        """
        first, unit = np.unique(home, return_inverse=True)
        source, target = unit[self.source], unit[self.target]
        pairs = np.unique(np.stack((source, target)), axis=1)
        source, target = pairs[:, pairs[0] != pairs[1]]
        number = {int(each): index for index, each in enumerate(first.tolist())}
        old = {number[each]: draft for each, draft in self.made.items() if each in number}
        new = {number[each]: draft for each, draft in made.items()}
        label = self.label[first].copy()
        label[list(new)] = -1
        weight: Amounts = np.bincount(unit, weights=self.weight)
        return Units(
            self.tree, self.scope, self.row[first], label, weight, source, target, old | new
        )

    def part(self, members: Indices) -> "Units":
        """Return some of the units, and the edges among them."""
        number = np.full(self.row.size, -1, dtype=np.int64)
        number[members] = np.arange(members.size)
        source, target = number[self.source], number[self.target]
        inside = (source >= 0) & (target >= 0)
        made = {int(number[each]): draft for each, draft in self.made.items() if number[each] >= 0}
        return Units(
            self.tree, self.scope, self.row[members], self.label[members], self.weight[members],
            source[inside], target[inside], made,
        )  # fmt: skip

    def draft(self, kind: GroupKind, label: Label, units: Sequence[int]) -> Draft:
        """Return a group of units."""
        rows = [int(self.row[unit]) for unit in units if unit not in self.made]
        inner = [self.made[unit] for unit in units if unit in self.made]
        return Draft(kind, self.scope, label, rows, inner)

    def name(self, unit: int) -> Label:
        """Return what a unit is called in the name of a group around it."""
        made = self.made.get(unit)
        if made is not None and made.kind == "block":
            return _without_parentheses(made.label)
        return (int(self.row[unit]),)

    def signature(self) -> bytes:
        """Return what the groups of the units depend on; rows and their numbers are not in it."""
        rows = self.tree.rows
        kinds = np.searchsorted((rows.first_group, rows.first_op), self.row, side="right")
        columns = (self.label, self.weight, self.source, self.target, kinds)
        names = repr((_stems(self), _weight_names(self))).encode("utf-8", "surrogatepass")
        return b"|".join([*(column.tobytes() for column in columns), names])


def _without_parentheses(label: Label) -> Label:
    first, last = label[0], label[-1]
    if len(label) == 1:
        return (str(first)[1:-1],)
    return (str(first)[1:], *label[1:-1], str(last)[:-1])


class Folder:
    """Folds the units of one scope after another; those of equal scopes once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bytes], tuple[Indices, list[Draft] | None]] = {}

    def fold(self, units: Units, most: int) -> list[Draft] | None:
        """Return the groups of a scope: see `fold_units`."""
        key = most, units.signature()
        if key not in self._known:
            self._known[key] = units.row, fold_units(units, most)
        row, drafts = self._known[key]
        if drafts is None:
            return None
        rows = dict(zip(row.tolist(), units.row.tolist(), strict=True))
        return [draft.moved(units.scope, rows) for draft in drafts]


def fold_units(units: Units, most: int) -> list[Draft] | None:
    """Return the groups of a scope, or None if there is no block and too much to be merged.

    Args:
        units: its children.
        most: how many boxes are enough.
    """
    units = _with_blocks(_with_alike(units))
    if units.row.size > ENOUGH:
        units = _with_stages(units)
    if units.row.size > _MAX_MERGED:
        found = list(units.made.values())
        return found if any(draft.kind == "block" for draft in found) else None
    blocks = sum(draft.kind == "block" for draft in units.made.values())
    boxes, alone = _merge(units, min(most, blocks + _BESIDE_BLOCKS) if blocks else most)
    return [*boxes, *(units.made[each] for each in alone if each in units.made)]


def _merge(units: Units, most: int) -> tuple[list[Draft], list[int]]:
    """Return the groups of neighbours that leave `most` boxes if they can, and what is in none."""
    boxes = merge_flow(units.weight.tolist(), units.source, units.target, most, MAX_BOXES)
    level = topological_levels(units.row.size, units.source, units.target).tolist()
    folded = {unit for box in boxes for unit in box.all_nodes()}
    alone = [unit for unit in range(units.row.size) if unit not in folded]
    return [_flow_group(units, box, level) for box in boxes], alone


def _flow_group(units: Units, box: FlowBox, level: Sequence[int]) -> Draft:
    own = units.draft("flow_group", _label(units, box.all_nodes(), level), box.nodes)
    own.drafts.extend(_flow_group(units, inner, level) for inner in box.boxes)
    return own


def _label(units: Units, members: Sequence[int], level: Sequence[int]) -> Label:
    """Return the names of the two heaviest of some units, and how many more there are.

    Of equally heavy ones, these are the first and the last, as the flow goes.
    """
    weight = units.weight
    in_order = sorted(members, key=lambda unit: (level[unit], unit))
    first = max(in_order, key=lambda unit: weight[unit])
    others = [unit for unit in reversed(in_order) if unit != first]
    second = max(others, key=lambda unit: weight[unit])
    more = len(in_order) - 2
    end = f" + {more})" if more else ")"
    return ("(", *units.name(first), ", ", *units.name(second), end)


def _with_alike(units: Units) -> Units:
    """Make one unit of five or more that are alike and have the same neighbours."""
    count = units.row.size
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in zip(units.source.tolist(), units.target.tolist(), strict=True):
        after[source].append(target)
        before[target].append(source)
    found: dict[tuple[object, ...], list[int]] = {}
    for number, label in enumerate(units.label.tolist()):
        if label >= 0 and not set(before[number]).intersection(after[number]):
            ends = tuple(sorted(before[number])), tuple(sorted(after[number]))
            found.setdefault((label, *ends), []).append(number)
    home = np.arange(count)
    made = dict[int, Draft]()
    for numbers in found.values():
        if _MIN_ALIKE <= len(numbers) < count:
            home[numbers] = numbers[0]
            label = ("(like ", int(units.row[numbers[0]]), ")")
            made[numbers[0]] = units.draft("stack", label, numbers)
    return units.joined(home, made) if made else units


def _with_blocks(units: Units, prefix: str = "", depth: int = 0) -> Units:
    """Make one unit of each of the equal blocks that follow one another.

    Args:
        units: the units.
        prefix: what numbers of blocks begin with, those of the block around them.
        depth: the number of blocks around them.
    """
    rows = find_blocks(_labels_with_names(units), units.source, units.target)
    names = _block_names(units, rows, prefix)
    home = np.arange(units.row.size)
    made, kinds, known = dict[int, Draft](), dict[int, int](), dict[bytes, int]()
    for block, name in zip((block for row in rows for block in row), names, strict=True):
        first = int(block[0])
        home[block] = first
        made[first] = _block(units.part(block), name, depth)
        kinds[first] = known.setdefault(np.sort(units.label[block]).tobytes(), len(known))
    if not made:
        return units
    joined = units.joined(home, made)
    for unit, first in enumerate(np.unique(home).tolist()):
        if first in kinds:
            joined.label[unit] = _OF_BLOCKS + kinds[first]
            joined.weight[unit] *= _BLOCK_WEIGHT
    return joined


def _block(inside: Units, name: Label, depth: int) -> Draft:
    """Return a block of units; in one that is crowded, blocks are looked for again."""
    if inside.row.size <= MAX_BOXES:
        return inside.draft("block", name, range(inside.row.size))
    if depth < _MAX_DEPTH:
        number = _NUMBER.fullmatch(str(name[0])) if len(name) == 1 else None
        inside = _with_blocks(inside, f"{number[1]}." if number else "", depth + 1)
    inner, alone = _merge(inside, ENOUGH)
    draft = inside.draft("block", name, alone)
    draft.drafts.extend(inner)
    return draft


def _with_stages(units: Units) -> Units:
    """Make one unit of each stage of blocks, where there are more than can be seen."""
    kind = np.where(units.label >= _OF_BLOCKS, units.label - _OF_BLOCKS, -1)
    stages = find_stages(kind, units.source, units.target)
    home = np.arange(units.row.size)
    made = dict[int, Draft]()
    for number, stage in enumerate(stages, 1):
        first = min(stage)
        home[stage] = first
        inside = units.part(np.array(sorted(stage)))
        inner, alone = _merge(inside, ENOUGH) if len(stage) > MAX_BOXES else ([], range(len(stage)))
        made[first] = inside.draft("block", (f"(stage {number})",), alone)
        made[first].drafts.extend(inner)
    return units.joined(home, made) if made else units


def _labels_with_names(units: Units) -> Indices:
    """Return labels that differ also for scopes whose names do in more than a number.

    What has a name of its own is no repeat of another, however alike they are inside.
    """
    _, stem = np.unique(_stems(units), return_inverse=True)
    _, label = np.unique(np.stack((units.label, stem)), axis=1, return_inverse=True)
    return np.where(units.label < 0, -1, label.reshape(-1))


def _stems(units: Units) -> list[str]:
    """Return the names of scopes without the numbers at their ends, empty for other units."""
    first_group = units.tree.rows.first_group
    return [
        units.tree.attribute(row).rstrip("0123456789") if row < first_group else ""
        for row in units.row.tolist()
    ]


def _block_names(units: Units, rows: Sequence[Sequence[Indices]], prefix: str) -> list[Label]:
    """Return the name of each block, with parentheses.

    It is what its weights are called in common, or its scopes, or else its number, as the flow goes
    across all rows, after a prefix.
    """
    weights, first_group = _weight_names(units), units.tree.rows.first_group
    names, appearance = list[Label](), range(units.row.size)
    firsts = sorted(int(block[0]) for row in rows for block in row)
    number = {first: place for place, first in enumerate(firsts, 1)}
    for row in rows:
        paths = [_common_path([weights[unit] for unit in block.tolist()]) for block in row]
        is_unique = all(paths) and len(set(paths)) == len(paths)
        has_scopes = bool((units.row[row[0]] < first_group).any())
        for block, path in zip(row, paths, strict=True):
            if is_unique:
                names.append((f"({path})",))
            elif has_scopes:
                names.append(_label(units, block.tolist(), appearance))
            else:
                names.append((f"(block {prefix}{number[int(block[0])]})",))
    return names


def _weight_names(units: Units) -> list[list[str]]:
    """Return the dotted names of the constants beside each unit that is an op."""
    tree, beside = units.tree, units.tree.graph.annotations
    found: list[list[str]] = [[] for _ in range(units.row.size)]
    ops = np.flatnonzero(units.row >= tree.rows.first_op)
    op = tree.nodes[units.row[ops] - tree.rows.first_op]
    first, end = (np.searchsorted(beside.host, op, side) for side in ("left", "right"))
    names = tree.graph.ops.names
    for each in np.flatnonzero(first < end).tolist():
        inside = beside.op[first[each] : end[each]].tolist()
        labels = [tree.scopes.path_of_op(names, one).rpartition("/")[2] for one in inside]
        found[ops[each]] = [label for label in labels if "." in label]
    return found


def _common_path(names: Sequence[Sequence[str]]) -> str:
    """Return what all dotted names of a block begin with, without their last parts."""
    parts = [name.split(".")[:-1] for each in names for name in each]
    if not parts:
        return ""
    shared = []
    for column in zip(*parts, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    return ".".join(shared)
