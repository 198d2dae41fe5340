"""One record of a RunMetadata that columns cannot tell of, decoded by the protobuf library."""

from collections.abc import Iterator

from scopeboard.graph.profile.record_strings import RecordTexts
from scopeboard.graph.profile.records import MAX_AMOUNT, MAX_TIME
from scopeboard.wire.run_metadata_pb2 import NodeExecStats

Row = tuple[int, ...]


def decode_record(stats: NodeExecStats, texts: RecordTexts) -> tuple[Row, list[Row], list[Row]]:
    """Return a record as `RecordReader` has it, and its outputs and allocations."""
    total, peak = _sizes(stats)
    persistent = _amount(stats.memory_stats.persistent_memory_size)
    row = (texts.names.row(stats.node_name), *_times(stats), total, peak, persistent)
    return row, list(_outputs(stats, texts)), list(_allocations(stats, texts))


def _sizes(stats: NodeExecStats) -> tuple[int, int]:
    total = peak = 0
    for used in stats.memory:
        total += max(used.total_bytes, 0)
        peak += used.peak_bytes if used.peak_bytes > 0 else max(used.total_bytes, 0)
    return _amount(total), _amount(peak)


def _allocations(stats: NodeExecStats, texts: RecordTexts) -> Iterator[Row]:
    for used in stats.memory:
        allocator = texts.allocators.row(used.allocator_name)
        for each in used.allocation_records:
            yield allocator, _time(each.alloc_micros * 1000), _time(each.alloc_bytes)


def _outputs(stats: NodeExecStats, texts: RecordTexts) -> Iterator[Row]:
    for output in stats.output:
        tensor = output.tensor_description
        shape = texts.shapes.row(tensor.shape)
        size = tensor.allocation_description.requested_bytes
        size = size or texts.shapes.bytes_of_one(tensor.dtype, shape)
        yield output.slot, tensor.dtype, shape, min(max(size, -1), MAX_AMOUNT)


def _times(stats: NodeExecStats) -> Row:
    """Return the start, and after it start and end of the op itself and the end of all."""
    if stats.all_start_nanos or stats.all_end_rel_nanos:
        start, op_start = stats.all_start_nanos, stats.op_start_rel_nanos
        op_end, end = stats.op_end_rel_nanos, stats.all_end_rel_nanos
    else:
        start, op_start = stats.all_start_micros * 1000, stats.op_start_rel_micros * 1000
        op_end, end = stats.op_end_rel_micros * 1000, stats.all_end_rel_micros * 1000
    op_start = _amount(op_start)
    op_end = max(_amount(op_end), op_start)
    return _time(start), op_start, op_end, max(_amount(end), op_end)


def _amount(value: int) -> int:
    return min(max(value, 0), MAX_AMOUNT)


def _time(value: int) -> int:
    return min(max(value, -MAX_TIME), MAX_TIME)
