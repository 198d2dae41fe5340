"""Encode a parsed graph as a column file that loads in milliseconds, and decode it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

import numpy as np

from scopeboard.graph.graphdef.parser import Faults, ParsedGraph
from scopeboard.graph.model.op_graph import BaseEdges, Calls, Functions, OpGraph, Tensors
from scopeboard.graph.model.placement import Placement
from scopeboard.graph.prepared.column_file import (
    CORRUPT_FILE_ERRORS,
    ColumnFileWriter,
    open_column_file,
)

_GRAPH: Final = ("op_type", "device", "cluster", "attributes", "place")
_FIELDS: Final = {"place": "spans"}  # fields of `OpGraph` with another name in the file format
_EDGES: Final = BaseEdges.__slots__
_TENSORS: Final = ("first", "shape", "dtype", "elements", "bytes", "placement")
_FUNCTIONS: Final = ("first", "end", "arg_first", "arg_ops", "result_first", "result_ops")
_CALLS: Final = ("op", "function")
_TEXTS: Final = ("names", "op_types", "devices", "clusters")


def encode_graph(parsed: ParsedGraph) -> Iterator[bytes]:
    """Yield the pieces of a cache file, each encoded when it is needed."""
    graph, writer = parsed.graph, ColumnFileWriter()
    for prefix, holder, names in (
        ("", graph, _GRAPH),
        ("edges.", graph.edges, _EDGES),
        ("tensors.", graph.tensors, _TENSORS),
        ("functions.", graph.functions, _FUNCTIONS),
        ("calls.", graph.calls, _CALLS),
    ):
        for name in names:
            yield writer.add_array(prefix + name, getattr(holder, _FIELDS.get(name, name)))
    shapes, sets = graph.tensors.shapes, graph.attribute_sets
    for name, numbers, dtype in (
        ("shapes.rank", [len(shape) for shape in shapes], np.int32),
        ("shapes.dims", [dim for shape in shapes for dim in shape], np.int64),
        ("sizes", [len(each) for each in sets], np.int64),
    ):
        yield writer.add_array(name, np.array(numbers, dtype=dtype))
    for name in _TEXTS:
        yield writer.add_texts(name, getattr(graph, name))
    yield writer.add_texts("functions.names", graph.functions.names)
    yield writer.add_texts("calls.attribute", graph.calls.attribute)
    yield writer.add("attribute_sets", b"".join(sets), {})
    yield writer.add_texts("symbols", list(graph.tensors.symbols))
    for name in Placement._fields:
        texts = [getattr(each, name) for each in graph.tensors.placements]
        yield writer.add_texts(f"placements.{name}", texts)
    header = {"main_count": graph.main_count, "flavour": graph.flavour}
    yield writer.finish(
        {**header, "faults": asdict(parsed.faults), "properties": parsed.properties}
    )


def decode_graph(data: bytes) -> ParsedGraph | None:
    """Return the graph in a cache file, None when the file is damaged or of another version."""
    try:
        file = open_column_file(data)
        if file is None:
            return None
        array, texts, header = file.array, file.texts, file.header
        dims, ranks = array("shapes.dims").tolist(), array("shapes.rank").tolist()
        columns: dict[str, Any] = {_FIELDS.get(name, name): array(name) for name in _GRAPH}
        columns |= {name: texts(name) for name in _TEXTS}
        graph = OpGraph(
            **columns,
            edges=BaseEdges(*(array(f"edges.{name}") for name in _EDGES)),
            tensors=Tensors(
                **{name: array(f"tensors.{name}") for name in _TENSORS},
                shapes=[tuple(shape) for shape in _split(dims, ranks)],
                symbols=tuple(texts("symbols")),
                placements=tuple(
                    map(Placement, *(texts(f"placements.{name}") for name in Placement._fields))
                ),
            ),
            attribute_sets=_split(file.bytes("attribute_sets"), array("sizes").tolist()),
            main_count=header["main_count"],
            functions=Functions(
                names=texts("functions.names"),
                **{name: array(f"functions.{name}") for name in _FUNCTIONS},
            ),
            calls=Calls(array("calls.op"), array("calls.function"), texts("calls.attribute")),
            flavour=header["flavour"],
        )
        damage = tuple((text, offset) for text, offset in header["faults"].pop("damage"))
        properties = tuple((name, text) for name, text in header["properties"])
        return ParsedGraph(graph, Faults(**header["faults"], damage=damage), properties)
    except CORRUPT_FILE_ERRORS:
        return None


def _split(sequence: bytes | list[int], lengths: list[int]) -> list[Any]:
    """Split a sequence into slices of these lengths."""
    slices, start = [], 0
    for length in lengths:
        slices.append(sequence[start : start + length])
        start += length
    return slices
