"""The op graph as bytes: its columns, to be read back in milliseconds."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

import numpy as np

from scopeboard.graph.graphdef.parser import Faults, ParsedGraph
from scopeboard.graph.model.op_graph import BaseEdges, Calls, Functions, OpGraph, Tensors
from scopeboard.graph.prepared.column_file import (
    CORRUPT_FILE_ERRORS,
    Column,
    ColumnFileWriter,
    open_column_file,
)

_GRAPH: Final = ("op_type", "device", "cluster", "attributes", "place")
_EDGES: Final = BaseEdges.__slots__
_TENSORS: Final = ("first", "shape", "dtype", "elements", "bytes")
_FUNCTIONS: Final = ("first", "end", "arg_first", "arg_ops", "result_first", "result_ops")
_CALLS: Final = ("op", "function")
_TEXTS: Final = ("names", "op_types", "devices", "clusters")


def encode_graph(parsed: ParsedGraph) -> Iterator[bytes]:
    """Yield the pieces of a file that holds a graph, each made when it is its turn."""
    graph, parts = parsed.graph, ColumnFileWriter()
    for name, array in _arrays(graph):
        yield parts.add_array(name, array)
    for name in _TEXTS:
        yield parts.add_texts(name, getattr(graph, name))
    yield parts.add_texts("functions.names", graph.functions.names)
    yield parts.add_texts("calls.attribute", graph.calls.attribute)
    yield parts.add("attribute_sets", b"".join(graph.attribute_sets), {})
    said = {"main_count": graph.main_count, "flavour": graph.flavour}
    yield parts.end({**said, "faults": asdict(parsed.faults)})


def _arrays(graph: OpGraph) -> Iterator[tuple[str, Column]]:
    for prefix, holder, names in (
        ("", graph, _GRAPH),
        ("edges.", graph.edges, _EDGES),
        ("tensors.", graph.tensors, _TENSORS),
        ("functions.", graph.functions, _FUNCTIONS),
        ("calls.", graph.calls, _CALLS),
    ):
        for name in names:
            yield prefix + name, getattr(holder, name)
    shapes = graph.tensors.shapes
    yield "shapes.rank", np.array([len(shape) for shape in shapes], dtype=np.int32)
    yield "shapes.dims", np.array([dim for shape in shapes for dim in shape], dtype=np.int64)
    yield "sizes", np.array([len(each) for each in graph.attribute_sets], dtype=np.int64)


def decode_graph(data: bytes) -> ParsedGraph | None:
    """Return the graph that a file holds, None when it is damaged or of another form."""
    try:
        return _read(data)
    except CORRUPT_FILE_ERRORS:
        return None


def _read(data: bytes) -> ParsedGraph | None:
    held = open_column_file(data)
    if held is None:
        return None
    dims, ranks = held.array("shapes.dims").tolist(), held.array("shapes.rank").tolist()
    array, texts, said = held.array, held.texts, held.said
    columns: dict[str, Any] = {name: array(name) for name in _GRAPH}
    columns |= {name: texts(name) for name in _TEXTS}
    graph = OpGraph(
        **columns,
        edges=BaseEdges(*(array(f"edges.{name}") for name in _EDGES)),
        tensors=Tensors(
            **{name: array(f"tensors.{name}") for name in _TENSORS},
            shapes=[tuple(shape) for shape in _cut(dims, ranks)],
        ),
        attribute_sets=_cut(held.bytes("attribute_sets"), array("sizes").tolist()),
        main_count=said["main_count"],
        functions=Functions(
            names=texts("functions.names"),
            **{name: array(f"functions.{name}") for name in _FUNCTIONS},
        ),
        calls=Calls(array("calls.op"), array("calls.function"), texts("calls.attribute")),
        flavour=said["flavour"],
    )
    damage = tuple((words, place) for words, place in said["faults"].pop("damage"))
    return ParsedGraph(graph, Faults(**said["faults"], damage=damage))


def _cut(whole: bytes | list[int], lengths: list[int]) -> list[Any]:
    """Take a sequence apart."""
    parts, start = [], 0
    for length in lengths:
        parts.append(whole[start : start + length])
        start += length
    return parts
