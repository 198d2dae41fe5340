"""The values of many records, sorted into time series."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import (
    DOUBLE_BITS,
    Offsets,
    Unaligned,
    are_rounded,
    read_numbers,
)
from scopeboard.events.columnar.plain_events import EventRows
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Columns


class Points(NamedTuple):
    """Points by owner; within an owner numbers first, then by tag, then in file order.

    `columns` have all points and `row` their rows; the value of a point that is not a number is
    undefined. Each run of points of one slot (of the templates) is a row of `first` (its
    first point), `owner` and `slot`; the last entry of `first` is the end of the last run.
    `rounded` are the points whose value was rounded to a double, ascending.
    """

    columns: Columns
    row: NDArray[np.int64]
    first: NDArray[np.int64]
    owner: NDArray[np.int64]
    slot: NDArray[np.int64]
    rounded: NDArray[np.int64]


def read_points(
    source: Unaligned, templates: TemplateSet, rows: EventRows, owner: NDArray[np.int64]
) -> Points:
    """Return all points of the rows, whose owners are `owner` (int64 [n], ascending)."""
    counts, slot = templates.slot_counts[rows.template], templates.first_slots[rows.template]
    row = np.arange(len(rows.template))
    if not (counts == 1).all():
        row = np.repeat(row, counts)
        slot = slot[row] + np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    offsets = rows.body[row] + templates.slot_offsets[slot]
    value = read_numbers(source, offsets, templates.slot_encodings[slot])
    if templates.slot_is_constant.any():
        constant = templates.slot_is_constant[slot]
        value[constant] = templates.slot_constants[slot[constant]]
    rounded = _rounded_points(source, templates, rows.body[row], slot, value)
    owner = owner[row]
    # By owner and series: a stable sort of 16-bit numbers takes linear time.
    order = np.argsort(templates.slot_series[slot], kind="stable")
    if len(owner) and owner[0] != owner[-1]:
        relative = owner - owner[0]
        if relative[-1] < 1 << 16:
            relative = relative.astype(np.uint16)
        order = order[np.argsort(relative[order], kind="stable")]
    row, slot, owner = row[order], slot[order], owner[order]
    columns = Columns(rows.step[row], rows.wall_time[row], value[order])
    changes = (slot[1:] != slot[:-1]) | (owner[1:] != owner[:-1])
    begins = np.append(0, np.flatnonzero(changes) + 1) if len(row) else row
    if len(rounded):
        rounded = np.flatnonzero(np.isin(order, rounded))
    first = np.append(begins, len(row))
    return Points(columns, row, first, owner[begins], slot[begins], rounded)


def _rounded_points(
    source: Unaligned,
    templates: TemplateSet,
    body: Offsets,
    slot: NDArray[np.int64],
    value: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Return the points whose value no double equals; `value` is the nearest double."""
    if not templates.slot_is_wide.any():
        return np.empty(0, np.int64)
    points = np.flatnonzero(templates.slot_is_wide[slot])
    points = points[np.abs(value[points]) >= 1 << DOUBLE_BITS]
    wide = slot[points]
    offsets = body[points] + templates.slot_offsets[wide]
    return points[are_rounded(source, offsets, templates.slot_encodings[wide])]
