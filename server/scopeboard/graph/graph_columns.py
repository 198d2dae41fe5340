"""The op graph as bytes: its columns one after the other, to be read back in milliseconds.

    magic · CRC-32C of all that follows · length of the header · header (JSON) · parts

The header has what is small, and for each part its name, dtype and shape or what texts it holds.
Texts are joined by a character that none of them has, so that one call takes them apart.
"""

import json
import struct
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.crc import crc32c, extend_crc32c
from scopeboard.graph.graphdef import Faults, ParsedGraph
from scopeboard.graph.opgraph import BaseEdges, Calls, Functions, OpGraph, Tensors

_MAGIC: Final = b"SBGRAPH2"
_HEAD: Final = struct.Struct("<8sII")
_SEPARATORS: Final = ("\0", "\n", "\x01", "\x02")
_ALIGNMENT: Final = 8

_Array = NDArray[Any]
_GRAPH: Final = ("op_type", "device", "cluster", "attributes", "place")
_EDGES: Final = BaseEdges.__slots__
_TENSORS: Final = ("first", "shape", "dtype", "elements", "bytes")
_FUNCTIONS: Final = ("first", "end", "arg_first", "arg_ops", "result_first", "result_ops")
_TEXTS: Final = ("names", "op_types", "devices", "clusters")


def graph_to_bytes(parsed: ParsedGraph) -> list[bytes]:
    """Return the pieces of a file that holds a graph."""
    graph, parts = parsed.graph, _Parts()
    for name in _GRAPH:
        parts.add_array(name, getattr(graph, name))
    for name in _EDGES:
        parts.add_array(f"edges.{name}", getattr(graph.edges, name))
    for name in _TENSORS:
        parts.add_array(f"tensors.{name}", getattr(graph.tensors, name))
    for name in _FUNCTIONS:
        parts.add_array(f"functions.{name}", getattr(graph.functions, name))
    parts.add_array("calls.op", graph.calls.op)
    parts.add_array("calls.function", graph.calls.function)
    for name in _TEXTS:
        parts.add_texts(name, getattr(graph, name))
    parts.add_texts("functions.names", graph.functions.names)
    parts.add_texts("calls.attribute", graph.calls.attribute)
    parts.add_array("shapes.rank", np.array([len(s) for s in graph.tensors.shapes], np.int32))
    dims = [dim for shape in graph.tensors.shapes for dim in shape]
    parts.add_array("shapes.dims", np.array(dims, dtype=np.int64))
    sizes = np.array([len(each) for each in graph.attribute_sets], dtype=np.int64)
    parts.add_array("attribute_sets.size", sizes)
    parts.add_bytes("attribute_sets", b"".join(graph.attribute_sets), {})
    return parts.pieces(
        {
            "main_count": graph.main_count,
            "flavour": graph.flavour,
            "faults": asdict(parsed.faults),
        }
    )


def graph_from_bytes(data: bytes) -> ParsedGraph | None:
    """Return the graph that a file holds, None when it is damaged or of another form."""
    try:
        return _read(data)
    except (ValueError, KeyError, TypeError, IndexError, struct.error):
        return None


def _read(data: bytes) -> ParsedGraph | None:
    magic, checksum, length = _HEAD.unpack_from(data)
    if magic != _MAGIC or crc32c(data[_HEAD.size :]) != checksum:
        return None
    held = _Held(data, _HEAD.size, length)
    dims, ranks = held.array("shapes.dims").tolist(), held.array("shapes.rank").tolist()
    array, texts, said = held.array, held.texts, held.header["said"]
    columns: dict[str, Any] = {name: array(name) for name in _GRAPH}
    columns |= {name: texts(name) for name in _TEXTS}
    graph = OpGraph(
        **columns,
        edges=BaseEdges(*(array(f"edges.{name}") for name in _EDGES)),
        tensors=Tensors(
            **{name: array(f"tensors.{name}") for name in _TENSORS},
            shapes=[tuple(shape) for shape in _cut(dims, ranks)],
        ),
        attribute_sets=_cut(held.bytes("attribute_sets"), array("attribute_sets.size").tolist()),
        main_count=said["main_count"],
        functions=Functions(
            names=texts("functions.names"),
            **{name: array(f"functions.{name}") for name in _FUNCTIONS},
        ),
        calls=Calls(array("calls.op"), array("calls.function"), texts("calls.attribute")),
        flavour=said["flavour"],
    )
    return ParsedGraph(graph, Faults(**said["faults"]))


def _cut(whole: bytes | list[int], lengths: list[int]) -> list[Any]:
    """Take a sequence apart."""
    parts, start = [], 0
    for length in lengths:
        parts.append(whole[start : start + length])
        start += length
    return parts


class _Parts:
    """The parts of a file while they are gathered."""

    def __init__(self) -> None:
        self._header: dict[str, dict[str, Any]] = {}
        self._pieces: list[bytes] = []
        self._size = 0

    def add_array(self, name: str, array: _Array) -> None:
        what = {"dtype": array.dtype.str, "shape": list(array.shape)}
        self.add_bytes(name, np.ascontiguousarray(array).tobytes(), what)

    def add_texts(self, name: str, texts: list[str]) -> None:
        joined = "".join(texts)
        separator = next((sign for sign in _SEPARATORS if sign not in joined), None)
        encoded = json.dumps(texts) if separator is None else separator.join(texts)
        self.add_bytes(name, encoded.encode(), {"separator": separator, "count": len(texts)})

    def add_bytes(self, name: str, data: bytes, what: dict[str, Any]) -> None:
        padding = -len(data) % _ALIGNMENT
        self._header[name] = {"start": self._size, "size": len(data), **what}
        self._pieces += [data, bytes(padding)]
        self._size += len(data) + padding

    def pieces(self, said: dict[str, Any]) -> list[bytes]:
        header = json.dumps({"said": said, "parts": self._header}).encode()
        pieces = [header, *self._pieces]
        checksum = crc32c(b"")
        for piece in pieces:
            checksum = extend_crc32c(checksum, piece)
        return [_HEAD.pack(_MAGIC, checksum, len(header)), *pieces]


class _Held:
    """The parts of a file that is read."""

    def __init__(self, data: bytes, start: int, length: int) -> None:
        self.header: dict[str, Any] = json.loads(data[start : start + length])
        self._parts = self.header["parts"]
        self._data = data
        self._start = start + length

    def bytes(self, name: str) -> bytes:
        part = self._parts[name]
        start = self._start + part["start"]
        return self._data[start : start + part["size"]]

    def array(self, name: str) -> _Array:
        part = self._parts[name]
        count = int(np.prod(part["shape"], dtype=np.int64))
        start = self._start + part["start"]
        array = np.frombuffer(self._data, dtype=np.dtype(part["dtype"]), count=count, offset=start)
        return array.reshape(part["shape"]).copy()  # so that the file need not stay in memory

    def texts(self, name: str) -> list[str]:
        part, encoded = self._parts[name], self.bytes(name).decode()
        if part["separator"] is None:
            loaded: list[str] = json.loads(encoded)
            return loaded
        return encoded.split(part["separator"]) if part["count"] else []
