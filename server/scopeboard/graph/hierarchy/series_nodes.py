"""Series nodes: runs of ops of one type with numbered names, each shown as one node.

TensorBoard's rule. Candidates are the ops directly in a scope that have the same op type. A
label of letters and then digits is a prefix and a number; any other label is a prefix with number
0. Candidates with the same prefix, sorted by number, are split into runs in which each number is
one more than the previous. A run of two or more can be a series node with the name
`prefix[first-last]`; the `Grouping` decides.

Here prefixes are equal regardless of case, and numbers may repeat: TensorFlow numbers names
regardless of case, so that `Mul_1`, `mul_2`, `Mul_3` are one run. With TensorBoard's rule they are
not. Nor need numbers be consecutive where all ops of a prefix have equally many inputs: what has
the numbers between them is another op, or stands elsewhere. The name then lists the numbers,
`read_[2,4,6-8]`. Attributes need not be equal, as in structures of scopes.

In an ONNX model and in a program of torch.export numbers count the ops of a type in the whole
graph, wherever they are, so that such runs would be all convolutions of a model: there are none but
with TensorBoard's rule.

An op whose type is a function of the library counts as a scope here and is no candidate; as in
TensorBoard, neither is an op without a type.

A series node changes no names: `scope/add_3` means the same op in every grouping.

Numbers are searched in the bytes of the concatenated paths, for a hundred thousand paths at a time.
Only paths with a number are sliced as text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.groups import Group
from scopeboard.graph.hierarchy.path_hashes import HashIndex, concatenate_names, hash_paths
from scopeboard.graph.hierarchy.unique_paths import unique_paths
from scopeboard.graph.model.op_graph import CONTROL, OpGraph

_COUNTED: Final = frozenset({"onnx", "torch_export", "tflite", "hlo"})
_ZERO: Final = ord("0")
_SLASH: Final = ord("/")
_MAX_RANGES: Final = 4  # more make a name that no box has room for
_MAX_DIGITS: Final = 15  # TensorBoard takes any; its numbers are exact up to here


def find_series_nodes(
    graph: OpGraph,
    ops: Indices,
    parents: Indices,
    path_of_op: Callable[[int], str],
    grouping: Grouping,
    *used: HashIndex,
) -> list[Group]:
    """Return the series nodes in order of their parents.

    Args:
        graph: has the types of the ops.
        ops: the nodes to group, in order of appearance.
        parents: the row of the scope or group that each is directly in.
        path_of_op: returns the full name of an op.
        grouping: the viewer's settings.
        used: the paths of ops and scopes.
    """
    shortest = grouping.shortest
    if shortest == 0 or (graph.flavour in _COUNTED and grouping.rule != "tensorboard"):
        return []
    groups = _candidate_groups(graph, ops, parents)
    rows = np.flatnonzero(_in_large_group(groups, np.ones(groups.size, dtype=np.bool_), shortest))
    paths = [path_of_op(op) for op in ops[rows].tolist()]
    numbers = find_numbers(paths)
    # All members of a run have a number, except perhaps the first, whose number is then 0.
    numbered = np.flatnonzero(_in_large_group(groups[rows], numbers.digits > 0, shortest - 1))
    paths = [paths[row] for row in numbered.tolist()]
    rows = rows[numbered]
    numbers = PathNumbers(numbers.digits[numbered], numbers.number[numbered])
    prefixes = [numbers.prefix(row, path) for row, path in enumerate(paths)]
    is_exact = grouping.rule == "tensorboard"
    runs = split_into_runs(
        groups[rows],
        prefixes if is_exact else [prefix.lower() for prefix in prefixes],
        numbers.number,
        shortest,
        None if is_exact else _count_inputs(graph, ops[rows]),
    )
    names = [f"{prefixes[run[0]]}[{_numbers_text(numbers.number[run])}]" for run in runs]
    nodes = [
        Group(path, "series", int(parents[rows[run[0]]]), ops[rows[run]])
        for path, run in zip(unique_paths(names, *used), runs, strict=True)
    ]
    return [node for node in nodes if grouping.groups(node.path, node.size)]


@dataclass(frozen=True, slots=True)
class PathNumbers:
    """The count of digits of each path's number [paths], 0 for a path without, and the number."""

    digits: Indices
    number: Amounts

    def prefix(self, row: int, path: str) -> str:
        """Return the path in a row without its number."""
        return path[: len(path) - int(self.digits[row])]


def find_numbers(paths: Sequence[str]) -> PathNumbers:
    """Return the numbers at the ends of paths, 0 for a path without."""
    data, length = concatenate_names(paths)
    ends = np.cumsum(length)
    digits = _count_digits(data, ends - length, ends)
    number = np.zeros(ends.size, dtype=np.int64)
    for distance in range(int(digits.max(initial=0)), 0, -1):
        rows = np.flatnonzero(digits >= distance)
        number[rows] = number[rows] * 10 + (data[ends[rows] - distance] - np.uint8(_ZERO))
    return PathNumbers(digits, number)


def _count_digits(data: NDArray[np.uint8], starts: Amounts, ends: Amounts) -> Indices:
    """Return the number of digits at the end of each path.

    0 for a path whose label has digits before these too, and for more than `_MAX_DIGITS`.
    """
    is_digit = data - np.uint8(_ZERO) < 10
    count = np.zeros(ends.size, dtype=np.int32)
    rows = np.flatnonzero(starts < ends)
    for distance in range(1, _MAX_DIGITS + 2):
        rows = rows[is_digit[ends[rows] - distance]]
        count[rows] = distance
        rows = rows[starts[rows] < ends[rows] - distance]
    count[count > _MAX_DIGITS] = 0
    rows = np.flatnonzero(count)
    slashes = np.append(np.flatnonzero(data == _SLASH), -1)
    after_slash = slashes[np.searchsorted(slashes[:-1], ends[rows]) - 1] + 1
    labels = np.maximum(starts[rows], after_slash)
    firsts = ends[rows] - count[rows]
    longer = np.flatnonzero(labels < firsts)
    # Every other of these sums is over a label without its number.
    bounds = np.stack((labels[longer], firsts[longer]), axis=1).ravel()
    digits_before = (
        np.add.reduceat(is_digit, bounds, dtype=np.int64)[::2] if bounds.size else bounds
    )
    count[rows[longer[digits_before > 0]]] = 0
    return count


def _candidate_groups(graph: OpGraph, ops: Indices, parents: Indices) -> Amounts:
    """Return a number for the parent and type of each op, -1 for ops that are no candidates."""
    has_type = graph.flag_types(bool)
    calls = zip(graph.calls.op.tolist(), graph.calls.attribute, strict=True)
    has_type[[op for op, attribute in calls if not attribute]] = False
    keys = parents.astype(np.int64) * max(len(graph.op_types), 1) + graph.op_type[ops]
    keys[~has_type[ops]] = -1
    return keys


def _in_large_group(groups: Amounts, counted: Flags, minimum: int) -> Flags:
    """Return for each row whether its group has `minimum` counted rows; False in group -1."""
    _, number = np.unique(groups, return_inverse=True)
    is_large = np.bincount(number, weights=counted) >= minimum
    large: Flags = is_large[number] & (groups >= 0)
    return large


def _count_inputs(graph: OpGraph, ops: Indices) -> Amounts:
    """Return the number of tensors that go into each of some ops."""
    targets = graph.edges.target[graph.edges.kind != CONTROL]
    return np.bincount(targets, minlength=len(graph))[ops].astype(np.int64)


def _numbers_text(numbers: Amounts) -> str:
    """Return ascending numbers as ranges: `1-5`, `2,4,6-8`; of many ranges the ends, `2,4,…,80`."""
    starts = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - 2) > 1)
    ends = np.append(starts[1:], numbers.size) - 1
    bounds = zip(numbers[starts].tolist(), numbers[ends].tolist(), strict=True)
    if starts.size == 1:
        return f"{int(numbers[0])}-{int(numbers[-1])}"
    ranges = [str(first) if first == last else f"{first}-{last}" for first, last in bounds]
    return ",".join(ranges if len(ranges) <= _MAX_RANGES else [*ranges[:2], "…", ranges[-1]])


def split_into_runs(
    groups: Amounts,
    prefixes: list[str],
    numbers: Amounts,
    shortest: int,
    inputs: Amounts | None,
) -> list[Indices]:
    """Return the rows of each run, in order of numbers.

    Without `inputs` numbers are consecutive. With it they may repeat, and all rows of a group with
    one prefix are one run, whatever their numbers, if they have equally many inputs. Runs are
    sorted by group, then by the first row with their prefix, then by number.
    """
    if not prefixes:
        return []
    prefix = hash_paths(prefixes).full
    order = np.lexsort((numbers, prefix, groups))
    is_other = np.append(True, np.diff(groups[order]) != 0)
    is_other[1:] |= np.diff(prefix[order]) != 0
    heads, block = np.flatnonzero(is_other), np.cumsum(is_other) - 1
    first_row = np.minimum.reduceat(order, heads)[block]
    steps = np.diff(numbers[order], prepend=-1)
    is_next = steps == 1
    if inputs is not None:
        fewest = np.minimum.reduceat(inputs[order], heads)
        most = np.maximum.reduceat(inputs[order], heads)
        is_next |= (steps == 0) | (fewest == most)[block]
    starts = np.flatnonzero(is_other | ~is_next)
    sizes = np.diff(starts, append=order.size)
    long = np.flatnonzero(sizes >= shortest)
    by_row = np.lexsort((starts[long], first_row[starts[long]], groups[order[starts[long]]]))
    return [order[starts[run] : starts[run] + sizes[run]] for run in long[by_row].tolist()]
