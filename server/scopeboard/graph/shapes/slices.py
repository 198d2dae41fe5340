"""The shape of a strided slice, `x[1:, ::2, None, 3, ...]`, and of its gradient.

An entry of `begin`, `end` and `strides` is one item between the brackets. Bits of five masks define
its kind: an ellipsis, a new axis, a single index that drops its axis, or a range with optional
bounds. Source: the documentation of `tf.strided_slice`.
"""

from typing import Final

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import (
    MAX_VALUE,
    OpCall,
    TensorFacts,
    Value,
    of_shape,
    shape_from_value,
)

_UNKNOWN: Final = (None,) * MAX_VALUE


def strided_slice(call: OpCall) -> list[TensorFacts]:
    """Return the sliced dimensions, as far as the items are known."""
    shape, items = call.shape(0), _item_count(call)
    if shape is None or items is None:
        return of_shape(None)
    plan = _spread_items(call, len(shape), items)
    if plan is None:
        return of_shape(None)
    sizes: list[int] = []
    for axis, item in plan:
        if axis is None:
            sizes.append(1)
        elif item is None:
            sizes.append(shape[axis])
        elif not _bit(call, "shrink_axis_mask", item):
            indices = _range(call, shape[axis], item)
            sizes.append(-1 if indices is None else len(indices))
    return [TensorFacts(tuple(sizes), _sliced_value(call, shape, plan))]


def strided_slice_gradient(call: OpCall) -> list[TensorFacts]:
    """Return the shape in input 0: that of the sliced tensor."""
    return of_shape(shape_from_value(call, 0))


def _item_count(call: OpCall) -> int | None:
    """Return the number of items: the length of any of the three vectors."""
    for slot in (1, 2, 3):
        shape = call.shape(slot)
        if shape is not None and len(shape) == 1 and 0 <= shape[0] <= MAX_VALUE:
            return shape[0]
    return None


def _bit(call: OpCall, mask: str, item: int) -> bool:
    return bool(call.integer(mask) >> item & 1)


def _spread_items(
    call: OpCall, rank: int, items: int
) -> list[tuple[int | None, int | None]] | None:
    """Return pairs of axis and item: no axis for a new one, no item for a complete axis."""
    new = sum(
        _bit(call, "new_axis_mask", item) and not _bit(call, "ellipsis_mask", item)
        for item in range(items)
    )
    dots = [item for item in range(items) if _bit(call, "ellipsis_mask", item)]
    whole = rank - (items - new - len(dots))
    if whole < 0 or len(dots) > 1:
        return None
    plan: list[tuple[int | None, int | None]] = []
    axis = 0
    for item in range(items):
        if item in dots:
            plan.extend((axis + offset, None) for offset in range(whole))
            axis += whole
        elif _bit(call, "new_axis_mask", item):
            plan.append((None, item))
        else:
            plan.append((axis, item))
            axis += 1
    plan.extend((rest, None) for rest in range(axis, rank))
    return plan


def _range(call: OpCall, size: int, item: int) -> range | None:
    """Return the indices of a range; None where a bound or the size of the axis is unknown.

    Some ranges are empty for every size of the axis.
    """
    begin, end, stride = (_entry(call.value(slot), item) for slot in (1, 2, 3))
    from_start, to_end = _bit(call, "begin_mask", item), _bit(call, "end_mask", item)
    if not stride or (begin is None and not from_start) or (end is None and not to_end):
        return None
    limits = slice(None if from_start else begin, None if to_end else end, stride)
    if size >= 0:
        return range(size)[limits]
    start, stop = limits.start, limits.stop
    same_side = start is not None and stop is not None and (start >= 0) == (stop >= 0)
    is_empty = same_side and (stop - start) * limits.step <= 0
    return range(0) if is_empty else None


def _entry(value: Value, item: int) -> int | None:
    return value[item] if value is not None and item < len(value) else None


def _sliced_value(call: OpCall, shape: Shape, plan: list[tuple[int | None, int | None]]) -> Value:
    """Slice the value of a vector by one item."""
    value = call.value(0)
    if value is None or shape is None or len(shape) != 1 or len(plan) != 1 or plan[0][0] is None:
        return None
    item = plan[0][1]
    if item is None:
        return value
    if not _bit(call, "shrink_axis_mask", item):
        indices = _range(call, len(value), item)
        return None if indices is None else tuple(value[index] for index in indices)
    index = _entry(call.value(1), item)
    is_inside = index is not None and -len(value) <= index < len(value)
    return (value[index],) if is_inside and index is not None else None
