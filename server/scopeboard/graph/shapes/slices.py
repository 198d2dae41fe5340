"""The shape of a strided slice, `x[1:, ::2, None, 3, ...]`, and of its gradient.

An entry of `begin`, `end` and `strides` is one item between the brackets. Bits of five masks define
its kind: an ellipsis, a new axis, a single index that drops its axis, or a range with optional
bounds. Source: the documentation of `tf.strided_slice`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scopeboard.graph.shapes.facts import (
    MAX_VALUE,
    OpCall,
    TensorFacts,
    of_shape,
    shape_from_value,
)


class _Item(NamedTuple):
    """One item between the brackets, or an axis that an ellipsis covers.

    `axis` is None for a new axis. `limits` is None where a bound of the range is unknown. An item
    with `drops_axis` is the single index `begin`.
    """

    axis: int | None
    limits: slice | None = slice(None)
    drops_axis: bool = False
    begin: int | None = None

    def indices(self, size: int) -> range | None:
        """Return the indices along an axis; None where a bound or the size is unknown.

        Some ranges are empty for every size of the axis.
        """
        if self.limits is None:
            return None
        if size >= 0:
            return range(size)[self.limits]
        start, stop = self.limits.start, self.limits.stop
        same_side = start is not None and stop is not None and (start >= 0) == (stop >= 0)
        is_empty = same_side and (stop - start) * self.limits.step <= 0
        return range(0) if is_empty else None


def strided_slice(call: OpCall) -> list[TensorFacts]:
    """Return the sliced dimensions, as far as the items are known, and the value of a vector."""
    shape, value = call.shape(0), call.value(0)
    items = _read_items(call, len(shape)) if shape is not None else None
    if shape is None or items is None:
        return of_shape(None)
    sizes: list[int] = []
    for item in items:
        if item.axis is None:
            sizes.append(1)
        elif not item.drops_axis:
            indices = item.indices(shape[item.axis])
            sizes.append(-1 if indices is None else len(indices))

    if value is None or len(shape) != 1 or len(items) != 1 or items[0].axis is None:
        return of_shape(tuple(sizes))
    item = items[0]
    sliced: Sequence[int] | None = item.indices(len(value))
    if item.drops_axis:
        is_inside = item.begin is not None and -len(value) <= item.begin < len(value)
        sliced = [item.begin] if is_inside and item.begin is not None else None
    numbers = None if sliced is None else tuple(value[index] for index in sliced)
    return [TensorFacts(tuple(sizes), numbers)]


def strided_slice_gradient(call: OpCall) -> list[TensorFacts]:
    """Return the shape in input 0, the shape of the sliced tensor."""
    return of_shape(shape_from_value(call, 0))


def _read_items(call: OpCall, rank: int) -> list[_Item] | None:
    """Return an item for each new axis and each axis of the input, None where they are unknown.

    The length of any of the three vectors is the number of entries.
    """
    lengths = [shape[0] for shape in map(call.shape, (1, 2, 3)) if shape and len(shape) == 1]
    count = next((length for length in lengths if 0 <= length <= MAX_VALUE), None)
    if count is None:
        return None
    entries = range(count)
    mask = {
        name: {entry for entry in entries if call.integer(f"{name}_mask") >> entry & 1}
        for name in ("ellipsis", "new_axis", "shrink_axis", "begin", "end")
    }
    covered = rank - (count - len(mask["new_axis"] | mask["ellipsis"]))
    if covered < 0 or len(mask["ellipsis"]) > 1:
        return None
    items: list[_Item] = []
    axis = 0
    for entry in entries:
        if entry in mask["ellipsis"]:
            items.extend(_Item(axis + offset) for offset in range(covered))
            axis += covered
        elif entry in mask["new_axis"]:
            items.append(_Item(None))
        else:
            values = [call.value(slot) or () for slot in (1, 2, 3)]
            begin, end, stride = [each[entry] if entry < len(each) else None for each in values]
            is_unknown = begin is None and entry not in mask["begin"]
            is_unknown |= end is None and entry not in mask["end"]
            start = None if entry in mask["begin"] else begin
            stop = None if entry in mask["end"] else end
            limits = slice(start, stop, stride) if stride and not is_unknown else None
            items.append(_Item(axis, limits, entry in mask["shrink_axis"], begin))
            axis += 1
    items.extend(_Item(rest) for rest in range(axis, rank))
    return items
