"""What one step of a session ran, op by op, as columns.

Times are in nanoseconds where the runtime wrote them so, else microseconds times 1000.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.arrays import Amounts, Indices

MAX_AMOUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
MAX_TIME: Final = 1 << 61  # sums and differences of times are exact in 64 bits


@dataclass(frozen=True, slots=True)
class SeenTensors:
    """Outputs as they came out of ops: one row each.

    `record` is the record that tells of it, `slot` the output. `shape` is a row in `shapes`, -1
    when the rank is unknown; `dtype` the number of a `DataType`. `bytes` is what was asked of the
    allocator, or what dtype and shape come to, -1 when neither is known.
    """

    record: Indices
    slot: Indices
    dtype: Indices
    shape: Indices
    bytes: Amounts
    shapes: list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Allocations:
    """Memory taken (`bytes` > 0) and given back (< 0): one row each; `time` in nanoseconds.

    `allocator` is a row in `allocators`.
    """

    record: Indices
    allocator: Indices
    time: Amounts
    bytes: Amounts
    allocators: list[str]


@dataclass(frozen=True, slots=True)
class RunRecords:
    """One row for each time that an op, a kernel or a copy ran, in the order of the bytes.

    `name` and `device` are rows in `names` and `devices`, texts as the runtime wrote them; a
    device without records is listed too. `start` is in nanoseconds of the writer's clock, the
    other times in nanoseconds after it: the op itself computed from `op_start` to `op_end`, and
    all was done at `end`. `total_bytes` and `peak_bytes` add up what each allocator gave for it
    and the most it held at a time; `persistent_bytes` outlive the step. `damaged` counts the
    records that could not be read.
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
    tensors: SeenTensors
    allocations: Allocations
    damaged: int

    def __len__(self) -> int:
        """Return the number of records."""
        return int(self.name.size)
