"""A training job in a separate process: appends scalars to one event file at a steady rate.

Arguments: the file, events per second, seconds. Each event is one value of one of four tags, as
TensorFlow 2 writes them, with the wall time of its writing; steps count events.
"""

import sys
import time
from pathlib import Path

from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.event_file import FILE_VERSION

TAGS = ("loss", "accuracy", "learning_rate", "gradient_norm")
TURN_SECONDS = 0.02  # writers flush in such portions


def main(path: Path, rate: float, seconds: float) -> None:
    """Write until the time is up; what falls due is written, however late the turn comes."""
    begun, step = time.monotonic(), 0
    with path.open("ab", buffering=0) as file:
        version = Event(wall_time=time.time(), file_version=FILE_VERSION)
        file.write(frame(version.SerializeToString()))
        while step < rate * seconds:
            due = min(int(rate * (time.monotonic() - begun)) + 1, int(rate * seconds))
            now = time.time()
            file.write(b"".join(frame(_event(n, now)) for n in range(step, due)))
            step = due
            time.sleep(TURN_SECONDS)


def _event(step: int, wall_time: float) -> bytes:
    tag = TAGS[step % len(TAGS)]
    value = Summary.Value(tag=tag, tensor=TensorProto(dtype=DT_FLOAT, float_val=[1 / (1 + step)]))
    if step < len(TAGS):
        plugin = SummaryMetadata.PluginData(plugin_name="scalars")
        value.metadata.CopyFrom(SummaryMetadata(plugin_data=plugin))
    return Event(wall_time=wall_time, step=step, summary=Summary(value=[value])).SerializeToString()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
