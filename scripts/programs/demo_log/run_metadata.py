"""What executing the graph cost, as RunMetadata."""

from collections.abc import Sequence

from programs.demo_log.graphdef import DEVICE
from programs.demo_log.session import OpTiming
from programs.demo_log.tensors import DATA_TYPES, shape_proto
from scopeboard.wire.run_metadata_pb2 import (
    AllocatorMemoryUsed,
    DeviceStepStats,
    NodeExecStats,
    NodeOutput,
    RunMetadata,
    StepStats,
    TensorDescription,
)


def run_metadata(timings: Sequence[OpTiming], wall_time: float) -> RunMetadata:
    """Times, memory and shapes of the ops that ran; `wall_time` is when the first one started."""
    origin = timings[0].start - round(wall_time * 1e9)
    nodes = [_node_stats(timing, origin) for timing in timings]
    device = DeviceStepStats(device=DEVICE, node_stats=nodes)
    return RunMetadata(step_stats=StepStats(dev_stats=[device]))


def _node_stats(timing: OpTiming, origin: int) -> NodeExecStats:
    start, duration = timing.start - origin, timing.end - timing.start
    size = sum(output.nbytes for output in timing.outputs)
    return NodeExecStats(
        node_name=timing.op.name,
        timeline_label=f"{timing.op.name} = {timing.op.type}",
        all_start_micros=start // 1000,
        op_end_rel_micros=duration // 1000,
        all_end_rel_micros=duration // 1000,
        all_start_nanos=start,
        op_end_rel_nanos=duration,
        all_end_rel_nanos=duration,
        memory=[AllocatorMemoryUsed(allocator_name="cpu", total_bytes=size, peak_bytes=size)],
        output=[
            NodeOutput(
                slot=slot,
                tensor_description=TensorDescription(
                    dtype=DATA_TYPES[output.dtype], shape=shape_proto(output.shape)
                ),
            )
            for slot, output in enumerate(timing.outputs)
        ],
    )
