"""Graphs of other libraries as an encoded GraphDef."""

from collections.abc import Mapping
from typing import Any, Final

from google.protobuf.message import DecodeError

from scopeboard.graph.source.keras_attributes import add_attributes, dtype_number
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

_OP_TYPES: Final = ("type", "op")  # the first attribute of these
_OWN_FIELDS: Final = frozenset({*_OP_TYPES, "device", "shape"})
_UNTYPED: Final = "Node"
_FORMS: Final = (
    "a graph is that of a module of PyTorch, a function of JAX, a model of Keras or ONNX, a file, "
    "a GraphDef (bytes or a message), a graph of TensorFlow, or a directed graph of NetworkX"
)


def encoded_graph(graph: Any) -> bytes:  # noqa: ANN401 - of any library
    """Return a graph as the bytes of a GraphDef.

    Args:
        graph: these bytes, a message with `SerializeToString`, an object with `as_graph_def`, or a
            directed graph of NetworkX.

    Raises:
        TypeError: it is something else.
        ValueError: the bytes are no GraphDef, or two nodes have the same name.
    """
    if isinstance(graph, bytes | bytearray | memoryview):
        data = bytes(graph)
        try:
            GraphDef.FromString(data)
        except DecodeError as error:
            raise ValueError(f"{len(data)} bytes that are no GraphDef") from error
        return data
    if hasattr(graph, "as_graph_def"):
        graph = graph.as_graph_def()
    if hasattr(graph, "SerializeToString"):
        return bytes(graph.SerializeToString())
    if all(hasattr(graph, name) for name in ("nodes", "edges", "is_directed", "in_edges")):
        return _of_networkx(graph).SerializeToString()
    raise TypeError(f"{_FORMS}, not {type(graph).__name__}.")


def _of_networkx(graph: Any) -> GraphDef:  # noqa: ANN401 - of NetworkX
    """Return a graph of NetworkX.

    The attributes `type` or `op`, `device`, `dtype` and `shape` of nodes, and `output`, `input` and
    `kind` of edges, have the meaning that they have in `to_networkx()` of a log's graph. Other
    attributes of nodes become attributes of ops. Names are the texts of nodes.
    """
    names = {node: _name(node) for node in graph.nodes}
    if len(set(names.values())) < len(names):
        raise ValueError("two nodes of the graph have the same name as a text")
    definition = GraphDef()
    for node, attributes in graph.nodes(data=True):
        op = definition.node.add(name=names[node])
        _describe(op, attributes)
        edges = [(data, names[source]) for source, _, data in graph.in_edges(node, data=True)]
        edges.sort(key=lambda edge: (_is_control(edge[0]), edge[0].get("input", 0)))
        op.input.extend(_input(source, data) for data, source in edges)
    return definition


def _describe(op: NodeDef, attributes: Mapping[str, Any]) -> None:
    types = [attributes[name] for name in _OP_TYPES if attributes.get(name)]
    op.op = str(types[0]) if types else _UNTYPED
    op.device = str(attributes.get("device", ""))
    others = {name: value for name, value in attributes.items() if name not in _OWN_FIELDS}
    add_attributes(op, others, dtype_number(attributes.get("dtype")))
    sizes = _sizes(attributes.get("shape"))
    if sizes is not None:
        shape = op.attr["_output_shapes"].list.shape.add()
        for size in sizes:
            shape.dim.add(size=size)


def _sizes(shape: object) -> list[int] | None:
    """Return the sizes of a shape, -1 for an unknown one; None if it is no shape."""
    if shape == "scalar":
        return []
    parts = shape.split("×") if isinstance(shape, str) else shape
    if not isinstance(parts, list | tuple):
        return None
    texts = [str(part).strip() for part in parts]
    if not all(text.isdecimal() or text in {"?", "-1", "None"} for text in texts):
        return None
    return [int(text) if text.isdecimal() else -1 for text in texts]


def _input(source: str, data: Mapping[str, Any]) -> str:
    if _is_control(data):
        return f"^{source}"
    port = data.get("output", 0)
    return f"{source}:{port}" if isinstance(port, int) and port > 0 else source


def _is_control(data: Mapping[str, Any]) -> bool:
    return data.get("kind") == "control"


def _name(node: object) -> str:
    """Return the name of a node; a colon would begin the number of an output."""
    return str(node).replace(":", "_").replace("^", "_")
