"""What a step measured of one node, as its info card tells it."""

from dataclasses import dataclass

from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.shapes import shape_text
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.profile.scope_statistics import Totals, row_totals
from scopeboard.graph.profile.scope_totals import RowStatistics


@dataclass(frozen=True, slots=True)
class SeenOutput:
    """An output as it came out of an op: `bytes` is absent where neither size nor shape tells."""

    slot: int
    shape: list[int] | None
    label: str | None
    dtype: str
    bytes: int | None


@dataclass(frozen=True, slots=True)
class NodeStatistics:
    """What was measured: `totals` of all ops inside, the rest of an op alone.

    `runs` is how often it ran, `device` where it ran first; `persistent_bytes` outlive the step.
    `shared` tells that it calls a function that is called elsewhere too, and shows what all calls
    took together.
    """

    totals: Totals
    runs: int
    device: str
    persistent_bytes: int
    outputs: list[SeenOutput]
    shared: bool


def node_statistics(
    statistics: Statistics, rows: RowStatistics, op: int, row: int | None
) -> NodeStatistics:
    """Return what was measured of a node.

    Args:
        statistics: what was measured by op.
        rows: the same by row of the tree.
        op: the op, -1 for what is none.
        row: the row of the tree, None for an annotation.
    """
    device = int(statistics.device[op]) if op >= 0 else -1
    return NodeStatistics(
        totals=_op_totals(statistics, op) if row is None else row_totals(rows, row),
        runs=int(statistics.runs[op]) if op >= 0 else 0,
        device=statistics.devices[device].name if device >= 0 else "",
        persistent_bytes=int(statistics.persistent[op]) if op >= 0 else 0,
        outputs=_outputs(statistics, op) if op >= 0 else [],
        shared=row is not None and bool(rows.is_shared[row]),
    )


def _op_totals(statistics: Statistics, op: int) -> Totals:
    has_run = bool(statistics.has_run[op])
    return Totals(
        ran=int(has_run),
        compute=int(statistics.compute[op]),
        total=int(statistics.total[op]),
        copies=int(statistics.copies[op]),
        span=int(statistics.end[op] - statistics.start[op]) if has_run else 0,
        start=int(statistics.start[op]) if has_run else None,
        memory=int(statistics.memory[op]),
        peak=int(statistics.peak[op]),
        output_bytes=int(statistics.output_bytes[op]),
    )


def _outputs(statistics: Statistics, op: int) -> list[SeenOutput]:
    seen = statistics.outputs
    found = []
    for row in range(int(statistics.output_first[op]), int(statistics.output_first[op + 1])):
        shape = seen.shapes[seen.shape[row]] if seen.shape[row] >= 0 else None
        found.append(
            SeenOutput(
                slot=int(seen.slot[row]),
                shape=None if shape is None else list(shape),
                label=shape_text(shape),
                dtype=dtype_text(int(seen.dtype[row])),
                bytes=int(seen.bytes[row]) if seen.bytes[row] >= 0 else None,
            )
        )
    return found
