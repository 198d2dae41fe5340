"""The statistics of one node in a step, for its info card."""

from dataclasses import dataclass

from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.shapes import shape_text
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.profile.scope_statistics import Totals, totals_of
from scopeboard.graph.profile.scope_totals import RowStatistics


@dataclass(frozen=True, slots=True)
class RecordedOutput:
    """An output that an op produced; `bytes` is absent where neither size nor shape is known."""

    slot: int
    shape: list[int] | None
    label: str | None
    dtype: str
    bytes: int | None


@dataclass(frozen=True, slots=True)
class NodeStatistics:
    """The statistics of a node: `totals` of all ops inside; all other fields are of an op alone.

    `runs` counts its runs, `device` has its first run; `persistent_bytes` outlive the step.
    If `shared`, it calls a function with calls elsewhere, and has the totals of all these calls.
    """

    totals: Totals
    runs: int
    device: str
    persistent_bytes: int
    outputs: list[RecordedOutput]
    shared: bool


def node_statistics(
    statistics: Statistics, rows: RowStatistics, op: int, row: int | None
) -> NodeStatistics:
    """Return the statistics of a node.

    Args:
        statistics: the statistics of all ops.
        rows: the statistics of the rows of the tree.
        op: the op, -1 for other nodes.
        row: the row of the tree, None for an annotation.
    """
    device = int(statistics.device[op]) if op >= 0 else -1
    recorded = statistics.outputs
    outputs = []
    first, end = statistics.output_first[op : op + 2].tolist() if op >= 0 else (0, 0)
    for output in range(first, end):
        shape_row = int(recorded.shape[output])
        shape = recorded.shapes[shape_row] if shape_row >= 0 else None
        outputs.append(
            RecordedOutput(
                slot=int(recorded.slot[output]),
                shape=None if shape is None else list(shape),
                label=shape_text(shape),
                dtype=dtype_text(int(recorded.dtype[output])),
                bytes=int(recorded.bytes[output]) if recorded.bytes[output] >= 0 else None,
            )
        )
    return NodeStatistics(
        totals=(
            totals_of(statistics, op, int(statistics.runs[op] > 0))
            if row is None
            else totals_of(rows, row, int(rows.ran[row]))
        ),
        runs=int(statistics.runs[op]) if op >= 0 else 0,
        device=statistics.devices[device].name if device >= 0 else "",
        persistent_bytes=int(statistics.persistent[op]) if op >= 0 else 0,
        outputs=outputs,
        shared=row is not None and bool(rows.is_shared[row]),
    )
