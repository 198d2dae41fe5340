"""Messages within messages are found by reading little of what stands around them."""

import pytest

from graph.graphdefs import graph_bytes, node
from scopeboard.errors import DamagedDataError
from scopeboard.graph.held_graphs import TAGGED_RUN_METADATA, graphs_of_trace
from scopeboard.graph.nested import Step, Window
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata


class Reader:
    """Bytes that count how many of them are read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.read = 0

    def __call__(self, start: int, end: int) -> bytes:
        piece = self.data[start:end]
        self.read += len(piece)
        return piece


def test_a_graph_deep_in_a_large_event() -> None:
    graph = graph_bytes(node("a"))
    trace = RunMetadata(partition_graphs=[GraphDef.FromString(graph)] * 2)
    for _ in range(3):
        device = trace.step_stats.dev_stats.add(device="d" * 400_000)
        device.node_stats.add(node_name="n")
    tagged = TaggedRunMetadata(tag="t", run_metadata=trace.SerializeToString())
    reader = Reader(Event(wall_time=1.0, tagged_run_metadata=tagged).SerializeToString())
    window = Window(reader, len(reader.data))
    first, second = graphs_of_trace(window, TAGGED_RUN_METADATA, is_export=False)
    for held in (first, second):
        span = window.find(held.path)
        assert reader.data[span.start : span.end] == graph
    assert reader.read < len(reader.data) / 2


def test_every_kind_of_field_is_passed_over() -> None:
    data = b"\x08\x96\x01" + b"\x11" + bytes(8) + b"\x1d" + bytes(4) + b"\x22\x03abc"
    window = Window(lambda start, end: data[start:end], len(data))
    assert [(f.number, f.begin, f.end) for f in window.fields(window.whole)] == [
        (1, 0, 3), (2, 3, 12), (3, 12, 17), (4, 17, 22)
    ]  # fmt: skip
    span = window.find((Step(4),))
    assert data[span.start : span.end] == b"abc"


@pytest.mark.parametrize("data", [b"\x22\x05abc", b"\x1b", b"\x00\x00", b"\x80", b"\x08"])
def test_damage_is_told(data: bytes) -> None:
    window = Window(lambda start, end: data[start:end], len(data))
    with pytest.raises(DamagedDataError):
        list(window.fields(window.whole))


def test_a_message_that_may_be_cut_ends_with_the_bytes() -> None:
    data = b"\x22\x05abc"
    window = Window(lambda start, end: data[start:end], len(data), may_be_cut=True)
    assert window.find((Step(4),)) == (2, 5)
