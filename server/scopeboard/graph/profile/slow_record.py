"""One irregular record of a RunMetadata, decoded by the protobuf library."""

from scopeboard.graph.profile.record_strings import RecordTables
from scopeboard.graph.profile.records import MAX_AMOUNT, MAX_TIME
from scopeboard.wire.run_metadata_pb2 import NodeExecStats

Row = tuple[int, ...]


def decode_record(stats: NodeExecStats, tables: RecordTables) -> tuple[Row, list[Row], list[Row]]:
    """Return a record, its outputs and its allocations, as rows of the tables of `RecordReader`."""
    if stats.all_start_nanos or stats.all_end_rel_nanos:
        start, op_start = stats.all_start_nanos, stats.op_start_rel_nanos
        op_end, end = stats.op_end_rel_nanos, stats.all_end_rel_nanos
    else:
        start, op_start = stats.all_start_micros * 1000, stats.op_start_rel_micros * 1000
        op_end, end = stats.op_end_rel_micros * 1000, stats.all_end_rel_micros * 1000
    op_start = _clip(op_start, 0, MAX_AMOUNT)
    op_end = max(_clip(op_end, 0, MAX_AMOUNT), op_start)
    end = max(_clip(end, 0, MAX_AMOUNT), op_end)
    total = peak = 0
    allocations: list[Row] = []
    for used in stats.memory:
        total += max(used.total_bytes, 0)
        peak += used.peak_bytes if used.peak_bytes > 0 else max(used.total_bytes, 0)
        allocator = tables.allocators.row(used.allocator_name.encode())
        for each in used.allocation_records:
            time = _clip(each.alloc_micros * 1000, -MAX_TIME, MAX_TIME)
            allocations.append((allocator, time, _clip(each.alloc_bytes, -MAX_TIME, MAX_TIME)))
    outputs: list[Row] = []
    for output in stats.output:
        tensor = output.tensor_description
        shape = tables.shapes.row(tensor.shape)
        size = tensor.allocation_description.requested_bytes
        size = size or tables.shapes.bytes_of_one(tensor.dtype, shape)
        outputs.append((output.slot, tensor.dtype, shape, _clip(size, -1, MAX_AMOUNT)))
    name = tables.names.row(stats.node_name.encode())
    persistent = _clip(stats.memory_stats.persistent_memory_size, 0, MAX_AMOUNT)
    times = (_clip(start, -MAX_TIME, MAX_TIME), op_start, op_end, end)
    return (
        (name, *times, _clip(total, 0, MAX_AMOUNT), _clip(peak, 0, MAX_AMOUNT), persistent),
        outputs,
        allocations,
    )


def _clip(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)
