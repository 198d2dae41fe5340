"""A large graph is read without its constants and has the same ops and edges."""

from dataclasses import astuple
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from graph.graphdefs import node
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.identity import identity_of
from scopeboard.graph.source import byte_source as sources
from scopeboard.graph.source.byte_source import FileBytes, LoggedBytes
from scopeboard.graph.source.thin_graph import ThinGraph, thin_graph
from scopeboard.protowire.nested import Span, Step
from scopeboard.store.format.blobs import BlobRef
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer

WEIGHT_BYTES: Final = 200_000


def constant(name: str, size: int = WEIGHT_BYTES) -> NodeDef:
    node_def = NodeDef(name=name, op="Const")
    node_def.attr["dtype"].type = DT_FLOAT
    tensor = node_def.attr["value"].tensor
    tensor.dtype = DT_FLOAT
    tensor.tensor_shape.dim.add(size=size // 4)
    tensor.tensor_content = bytes(size)
    return node_def


def graph() -> GraphDef:
    graph_def = GraphDef(
        node=[node("x", "Placeholder"), constant("w"), node("y", "Mul", ["x", "w"])]
    )
    graph_def.node[2].attr["large"].s = bytes(WEIGHT_BYTES)
    shapes = graph_def.node[2].attr["_output_shapes"].list
    for _ in range(20_000):
        shapes.shape.add().dim.add(size=7)
    graph_def.node.extend([constant("v"), node("z", "Add", ["y", "v"])])
    function = graph_def.library.function.add()
    function.signature.name = "f"
    function.signature.input_arg.add(name="a", type=DT_FLOAT)
    function.node_def.extend([constant("inner"), node("sum", "Add", ["a", "inner:output:0"])])
    function.ret["out"] = "sum:z:0"
    graph_def.versions.producer = 1
    return graph_def


def thinned(data: bytes) -> ThinGraph:
    return thin_graph(lambda start, end: data[start:end], Span(0, len(data)), never_cancelled)


def parsed_values(parsed: ParsedGraph) -> list[object]:
    """Return the results of parsing, the offsets of nodes included."""
    columns = [parsed.graph.spans, parsed.graph.op_type, *astuple(parsed.graph.edges)]
    columns += [parsed.graph.attributes, parsed.graph.tensors.shape, parsed.graph.tensors.dtype]
    sets = [NodeDef.FromString(each) for each in parsed.graph.attribute_sets]
    return [parsed.graph.names, parsed.faults, sets, *map(np.ndarray.tolist, columns)]


def test_parsing_is_the_same_without_the_constants() -> None:
    data = graph().SerializeToString()
    thin = thinned(data)
    assert parsed_values(thin.complete(parse(thin.data))) == parsed_values(parse(data))
    assert (thin.identity, thin.size) == (identity_of(data), len(data))
    assert len(thin.data) < len(data) - 4 * WEIGHT_BYTES


def test_offsets_are_those_of_the_nodes_in_the_file() -> None:
    graph_def = graph()
    data = graph_def.SerializeToString()
    thin = thinned(data)
    parsed = thin.complete(parse(thin.data)).graph
    nodes = [*graph_def.node, *graph_def.library.function[0].node_def]
    slices = [data[start:end] for start, end in parsed.spans.tolist() if start >= 0]
    assert [NodeDef.FromString(each) for each in slices] == nodes


@pytest.mark.parametrize("share", [step / 40 for step in range(1, 40)])
def test_a_cut_graph_is_cut_at_the_same_node(share: float) -> None:
    data = graph().SerializeToString()
    data = data[: int(len(data) * share)]
    thin = thinned(data)
    assert parsed_values(thin.complete(parse(thin.data))) == parsed_values(parse(data))


def test_garbage_is_no_graph() -> None:
    with pytest.raises(DamagedDataError):
        parse(thinned(b"\xff" * 500_000).data)


def test_the_bytes_of_a_constant_stay_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, data = tmp_path / "graph.pb", graph().SerializeToString()
    path.write_bytes(data)
    monkeypatch.setattr(sources, "WHOLE_BYTES", 1000)
    source = FileBytes(path, ())
    assert source.outline().data == thinned(data).data
    assert source.read() == data


def test_damage_in_a_record_is_found_without_reading_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "WHOLE_BYTES", 1000)
    data = graph().SerializeToString()
    event = Event(wall_time=1.0, graph_def=data).SerializeToString()
    record = writer.record(event)
    path = tmp_path / "x.tfevents"
    path.write_bytes(record)
    field_path = (Step(Event.GRAPH_DEF_FIELD_NUMBER),)
    source = LoggedBytes(BlobRef(path, 0, len(record), 0, 0, 1.0), field_path)
    assert source.outline().data == thinned(data).data
    path.write_bytes(record[:100_000] + b"\x01" + record[100_001:])
    with pytest.raises(DamagedDataError, match="changed at byte 0"):
        source.outline()
