"""Writes event files."""

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.event_file import FILE_VERSION


class EventWriter:
    """The event file of the run in `directory`; wall times are the times of writing."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True)
        name = f"events.out.tfevents.{int(time.time()):010d}.demo"
        self._file = (directory / name).open("xb")
        self._tags: set[str] = set()
        self._write(Event(file_version=FILE_VERSION))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add_graph(self, graph: GraphDef) -> None:
        """Writes the run's graph."""
        self._write(Event(graph_def=graph.SerializeToString()))

    def add_run_metadata(self, metadata: RunMetadata, tag: str, step: int) -> None:
        """Writes what one execution of the graph measured."""
        tagged = TaggedRunMetadata(tag=tag, run_metadata=metadata.SerializeToString())
        self._write(Event(step=step, tagged_run_metadata=tagged))

    def add_summary(self, serialised: bytes, step: int) -> None:
        """Writes a summary as one event. Only the first value of a tag keeps its metadata."""
        summary = Summary.FromString(serialised)
        for value in summary.value:
            if value.tag in self._tags:
                value.ClearField("metadata")
            self._tags.add(value.tag)
        self._write(Event(step=step, summary=summary))

    def _write(self, event: Event) -> None:
        event.wall_time = time.time()
        self._file.write(frame(event.SerializeToString()))
