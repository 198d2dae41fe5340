"""ONNX models for tests: real files, and models of a few messages.

The files in `tests/data/graph/onnx` were written by PyTorch 2.13 (`cnn_torchscript`, `cnn_dynamo`)
and with the helpers of ONNX 1.23. `oracle.json` has what the ONNX package reads of each: counts,
and the dtypes and shapes of its shape inference.
"""

import json
from pathlib import Path
from typing import Any, Final

from graph.graphdefs import DATA
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.onnx.convert import ConvertedModel, convert_model
from scopeboard.protowire.nested import Window
from scopeboard.wire import onnx_pb2 as wire

Field = Any

FOLDER: Final = DATA / "onnx"
FILES: Final = sorted(FOLDER.glob("*.onnx"))
FLOAT: Final = 1
INT64: Final = 7


def oracle() -> dict[str, Any]:
    """Return what the ONNX package reads of each file, by the name of the file."""
    known: dict[str, Any] = json.loads((FOLDER / "oracle.json").read_bytes())
    return known


def converted(data: bytes) -> ConvertedModel:
    """Return a model converted from its bytes."""
    window = Window(lambda start, end: data[start:end], len(data), may_be_cut=True)
    return convert_model(window)


def parsed(data: bytes) -> ParsedGraph:
    """Return the op graph of a model."""
    return parse(converted(data).graph_def, flavour="onnx")


def graph_of(file: str | Path) -> OpGraph:
    """Return the op graph of a file, by its path or name."""
    path = file if isinstance(file, Path) else FOLDER / f"{file}.onnx"
    return parsed(path.read_bytes()).graph


def node(op_type: str, inputs: str, outputs: str, name: str = "", **more: Field) -> bytes:
    """Return a node; inputs and outputs are separated by spaces, `-` is an input left out."""
    message = wire.Node(op_type=op_type.encode(), name=name.encode(), **more)
    message.input.extend(b"" if each == "-" else each.encode() for each in inputs.split())
    message.output.extend(each.encode() for each in outputs.split())
    return message.SerializeToString()


def value(name: str, dtype: int = FLOAT, *dims: int | str) -> bytes:
    """Return the type of a tensor; a text is the name of a dimension."""
    shape = wire.Shape()
    for dim in dims:
        if isinstance(dim, str):
            shape.dim.add(dim_param=dim.encode())
        else:
            shape.dim.add(dim_value=dim)
    tensor = wire.TypeOf.TensorOf(elem_type=dtype, shape=shape)
    type_of = wire.TypeOf(tensor_type=tensor).SerializeToString()
    return wire.ValueInfo(name=name.encode(), type=type_of).SerializeToString()


def weight(name: str, *dims: int, dtype: int = FLOAT, **more: Field) -> bytes:
    """Return a weight without values."""
    tensor = wire.Tensor(name=name.encode(), data_type=dtype, dims=dims, **more)
    return tensor.SerializeToString()


def body(*nodes: bytes, inputs: str = "", outputs: str = "") -> bytes:
    """Return a graph within an attribute, without types."""
    graph = wire.Graph(node=nodes)
    graph.input.extend(value(name) for name in inputs.split())
    graph.output.extend(value(name) for name in outputs.split())
    return graph.SerializeToString()


def attribute(name: str, **values: Field) -> bytes:
    """Return an attribute; its field says its type."""
    return wire.Attribute(name=name.encode(), **values).SerializeToString()


def model(*nodes: bytes, **fields: Field) -> bytes:
    """Return a model of a graph of nodes; `fields` are further lists of its graph."""
    graph = wire.Graph(node=nodes, **fields).SerializeToString()
    return wire.Model(ir_version=8, graph=graph).SerializeToString()


def edges_of(graph: OpGraph) -> list[tuple[str, int, str, int]]:
    """Return source, port, target and slot of each edge."""
    columns = (graph.edges.source, graph.edges.port, graph.edges.target, graph.edges.slot)
    return [
        (graph.names[source], port, graph.names[target], slot)
        for source, port, target, slot in zip(*(c.tolist() for c in columns), strict=True)
    ]


def types_of(graph: OpGraph) -> dict[str, str]:
    """Return the type of each op by its name."""
    return {
        name: graph.op_types[row]
        for name, row in zip(graph.names, graph.op_type.tolist(), strict=True)
    }


def labels_of(graph: OpGraph) -> dict[str, list[str | None]]:
    """Return the shapes of the outputs of each op as text."""
    first = graph.tensors.first.tolist()
    return {
        name: [graph.tensors.find_label(row) for row in range(first[op], first[op + 1])]
        for op, name in enumerate(graph.names)
    }
