"""The records of one step of a session, op by op, as columns.

Times are in nanoseconds: as the runtime wrote them, or its microseconds times 1000.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.arrays import Amounts, Indices

MAX_AMOUNT: Final = (1 << 53) - 1  # the largest count that JSON readers represent exactly
MAX_TIME: Final = 1 << 61  # sums and differences of times are exact in 64 bits


@dataclass(frozen=True, slots=True)
class OutputTensors:
    """The outputs that ops produced, a row for each.

    `record` is the record of the op, `slot` the output. `shape` is a row in `shapes`, -1 when the
    rank is unknown; `dtype` the number of a `DataType`. `bytes` is the size requested from the
    allocator, or else computed from dtype and shape, -1 when neither is known.
    """

    record: Indices
    slot: Indices
    dtype: Indices
    shape: Indices
    bytes: Amounts
    shapes: list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Allocations:
    """Allocations (`bytes` > 0) and deallocations (< 0), a row for each; `time` in nanoseconds.

    `allocator` is a row in `allocators`.
    """

    record: Indices
    allocator: Indices
    time: Amounts
    bytes: Amounts
    allocators: list[str]


@dataclass(frozen=True, slots=True)
class RunRecords:
    """A row for each execution of an op, a kernel or a copy, in the order of the bytes.

    `name` and `device` are rows in `names` and `devices`, texts as the runtime wrote them; devices
    without records are in `devices` too. `start` is in nanoseconds of the writer's clock, the other
    times in nanoseconds after it: the op itself computed from `op_start` to `op_end`, and all work
    for it ended at `end`. `total_bytes` and `peak_bytes` are sums over allocators of the bytes that
    each allocated, and of the most that were allocated at a time; `persistent_bytes` outlive the
    step. `damaged` counts the records that could not be read.
    """

    name: Indices
    names: list[str]
    device: Indices
    devices: list[str]
    start: Amounts
    op_start: Amounts
    op_end: Amounts
    end: Amounts
    total_bytes: Amounts
    peak_bytes: Amounts
    persistent_bytes: Amounts
    tensors: OutputTensors
    allocations: Allocations
    damaged: int

    def __len__(self) -> int:
        """Return the number of records."""
        return int(self.name.size)
