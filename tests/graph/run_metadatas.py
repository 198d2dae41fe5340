"""RunMetadata for tests: written by hand, or read from real ones."""

from collections.abc import Iterable, Sequence

from graph.graphdefs import DATA
from scopeboard.wire.run_metadata_pb2 import DeviceStepStats, NodeExecStats, RunMetadata
from scopeboard.wire.types_pb2 import DT_FLOAT

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
GPU = "/job:localhost/replica:0/task:0/device:GPU:0"


def real_metadata() -> bytes:
    """Return the RunMetadata of a step of the two-layer network, 122 records on one CPU."""
    return (DATA / "seed_mnist_step099.run_metadata.pb").read_bytes()


def ran(
    name: str,
    start: int = 1000,
    times: tuple[int, int, int] = (0, 0, 0),
    memory: Iterable[tuple[int, int]] = (),
    outputs: Sequence[Sequence[int]] = (),
) -> NodeExecStats:
    """Return a record: times in microseconds, memory as pairs of total and peak bytes."""
    stats = NodeExecStats(node_name=name, all_start_micros=start)
    stats.op_start_rel_micros, stats.op_end_rel_micros, stats.all_end_rel_micros = times
    for total, peak in memory:
        stats.memory.add(allocator_name="cpu", total_bytes=total, peak_bytes=peak)
    for slot, shape in enumerate(outputs):
        output = stats.output.add(slot=slot)
        output.tensor_description.dtype = DT_FLOAT
        for size in shape:
            output.tensor_description.shape.dim.add(size=size)
    return stats


def metadata(devices: dict[str, list[NodeExecStats]]) -> bytes:
    """Return a RunMetadata of these records."""
    made = RunMetadata()
    for device, stats in devices.items():
        made.step_stats.dev_stats.append(DeviceStepStats(device=device, node_stats=stats))
    return made.SerializeToString()
