"""Files and records with any content: graphs are listed and read, or raise a sentence."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, real_graph, unhurried
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.source.containers import graph_of_plugin, graphs_of_trace
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.graph_files import FileGraphs, GraphFile
from scopeboard.protowire.nested import Step, Window
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel
from scopeboard.wire.run_metadata_pb2 import RunMetadata

GRAPH = GraphDef.FromString(real_graph("traced_while"))
META = MetaGraphDef(graph_def=GRAPH)
TRACE = RunMetadata(
    function_graphs=[RunMetadata.FunctionGraphs(pre_optimization_graph=GRAPH)],
    partition_graphs=[GRAPH],
)
WHOLE = [
    GRAPH.SerializeToString(),
    META.SerializeToString(),
    SavedModel(saved_model_schema_version=1, meta_graphs=[META, META]).SerializeToString(),
    str(GRAPH).encode(),
    str(SavedModel(meta_graphs=[META])).encode(),
    b'{"class_name": "Sequential", "config": [{"class_name": "Dense", "config": {}}]}',
]


def entries_of(data: bytes, *, must_be_graph: bool = True) -> list[GraphEntry]:
    """List the graphs of a file, and read each."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "graph.pb"
        path.write_bytes(data)
        files = FileGraphs(Conversions())
        entries = list(files.of_file(GraphFile(path, "run", "graph.pb", must_be_graph)))
        for entry in entries:
            try:
                read = entry.source.read()
                assert entry.source.size() == len(read)
                assert entry.source.read_at(1, 9) == read[1:9]
                entry.parse(read)
            except (DamagedDataError, NotFoundError) as error:
                assert str(error).endswith(".")  # noqa: PT017 - both outcomes are right
    return entries


@unhurried
@given(st.sampled_from(WHOLE), st.data())
def test_damage_in_a_file(data: bytes, draw: st.DataObject) -> None:
    offset = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.sampled_from([offset, offset + 1, len(data)]))
    damaged = data[:offset] + draw.draw(st.binary(max_size=3)) + data[end:]
    assert entries_of(damaged)
    entries_of(damaged, must_be_graph=False)


@given(st.binary(max_size=60))
def test_garbage_in_a_file(data: bytes) -> None:
    assert len(entries_of(data)) == 1


@unhurried
@given(st.data())
def test_damage_in_a_trace(draw: st.DataObject) -> None:
    data = TRACE.SerializeToString(deterministic=True)
    offset = draw.draw(st.integers(0, len(data)))
    data = data[:offset] + draw.draw(st.binary(max_size=3)) + data[offset + 1 :]
    window = Window(lambda start, end: data[start:end], len(data))
    with suppress(DamagedDataError):
        for contained in graphs_of_trace(window, (), is_export=True):
            window.get_span(contained.path)
    with suppress(DamagedDataError):
        graph_of_plugin(window, 0, "graph_run_metadata")


def test_many_graphs_in_one_message_are_bounded() -> None:
    trace = RunMetadata(partition_graphs=[GraphDef(version=n + 1) for n in range(1500)])
    data = trace.SerializeToString()
    window = Window(lambda start, end: data[start:end], len(data))
    found = graphs_of_trace(window, (), is_export=False)
    assert len(found) == 1000
    assert found[-1].stage == "partition 1000 of 1500, as it ran on a device"


def test_a_field_path_without_a_field_is_damage() -> None:
    data = GRAPH.SerializeToString()
    window = Window(lambda start, end: data[start:end], len(data))
    for way in ((Step(1, 10_000),), (Step(9),), (Step(1), Step(1), Step(7))):
        with pytest.raises(DamagedDataError):
            window.get_span(way)


def test_a_giant_attribute_is_not_stored() -> None:
    made = node("a")
    made.attr["weights"].s = bytes(5_000_000)
    (entry,) = entries_of(graph_bytes(made, node("b", inputs=["a"])))
    assert entry.size > 5_000_000
