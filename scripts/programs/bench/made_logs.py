"""Logs made up for measuring the page: scalars that wander, written as TensorFlow 2 writes them."""

import random
from pathlib import Path

from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary, SummaryMetadata
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.event_file import FILE_VERSION

_FIRST_TIME = 1.75e9
_PLUGIN = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="scalars"))


def write_runs(folder: Path, runs: int, tags: int, points: int) -> Path:
    """Write so many runs, each with as many points of every tag; return the log directory."""
    names = [f"part{n // 100}/tag{n}" for n in range(tags)]
    for run in range(runs):
        path = folder / f"run{run:03}" / "events.out.tfevents.1"
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            version = Event(wall_time=_FIRST_TIME + run, file_version=FILE_VERSION)
            file.write(frame(version.SerializeToString()))
            values = [random.random() for _ in names]  # noqa: S311 - a curve, not a secret
            for step in range(points):
                values = [value + random.gauss(0, 0.02) for value in values]
                file.write(frame(_event(names, values, step, _FIRST_TIME + run + step)))
    return folder


def _event(names: list[str], values: list[float], step: int, wall_time: float) -> bytes:
    summary = Summary(
        value=[
            Summary.Value(
                tag=name,
                tensor=TensorProto(dtype=DT_FLOAT, float_val=[value]),
                metadata=_PLUGIN if step == 0 else None,
            )
            for name, value in zip(names, values, strict=True)
        ]
    )
    return Event(wall_time=wall_time, step=step, summary=summary).SerializeToString()
