"""The op graph as bytes: its columns one after the other, to be read back in milliseconds.

    parts · directory (JSON) · length of the directory · CRC-32C of all that stands before · magic

The directory has what is small, and for each part its name, dtype and shape or what texts it holds.
Texts are joined by a character that none of them has, so that one call takes them apart.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.crc import crc32c, extend_crc32c
from scopeboard.graph.graphdef import Faults, ParsedGraph
from scopeboard.graph.kept_form import KEPT_FORM
from scopeboard.graph.opgraph import BaseEdges, Calls, Functions, OpGraph, Tensors

_MAGIC: Final = b"SBGRAPH3"
_FOOT: Final = struct.Struct("<II8s")
_SEPARATORS: Final = ("\0", "\n", "\x01", "\x02")
_ALIGNMENT: Final = 8
_CHUNK_BYTES: Final = 1 << 20

_Array = NDArray[Any]
_GRAPH: Final = ("op_type", "device", "cluster", "attributes", "place")
_EDGES: Final = BaseEdges.__slots__
_TENSORS: Final = ("first", "shape", "dtype", "elements", "bytes")
_FUNCTIONS: Final = ("first", "end", "arg_first", "arg_ops", "result_first", "result_ops")
_CALLS: Final = ("op", "function")
_TEXTS: Final = ("names", "op_types", "devices", "clusters")


def graph_to_bytes(parsed: ParsedGraph) -> Iterator[bytes]:
    """Yield the pieces of a file that holds a graph, each made when it is its turn."""
    graph, parts = parsed.graph, _Parts()
    for name, array in _arrays(graph):
        yield parts.add_array(name, array)
    for name in _TEXTS:
        yield parts.add_texts(name, getattr(graph, name))
    yield parts.add_texts("functions.names", graph.functions.names)
    yield parts.add_texts("calls.attribute", graph.calls.attribute)
    yield parts.add("attribute_sets", b"".join(graph.attribute_sets), {})
    said = {"version": KEPT_FORM, "main_count": graph.main_count, "flavour": graph.flavour}
    yield parts.end({**said, "faults": asdict(parsed.faults)})


def _arrays(graph: OpGraph) -> Iterator[tuple[str, _Array]]:
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


def graph_from_bytes(data: bytes) -> ParsedGraph | None:
    """Return the graph that a file holds, None when it is damaged or of another form."""
    try:
        return _read(data)
    except (ValueError, KeyError, TypeError, IndexError, struct.error):
        return None


def _read(data: bytes) -> ParsedGraph | None:
    end = len(data) - _FOOT.size
    length, checksum, magic = _FOOT.unpack_from(data, end)
    if magic != _MAGIC or _checksum(data, end) != checksum:
        return None
    held = _Held(data, end - length, end)
    if held.directory["said"]["version"] != KEPT_FORM:  # it may read graphs otherwise
        return None
    dims, ranks = held.array("shapes.dims").tolist(), held.array("shapes.rank").tolist()
    array, texts, said = held.array, held.texts, held.directory["said"]
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
    return ParsedGraph(graph, Faults(**said["faults"]))


def _checksum(data: bytes, end: int) -> int:
    checksum = crc32c(b"")
    for start in range(0, end, _CHUNK_BYTES):
        checksum = extend_crc32c(checksum, data[start : min(start + _CHUNK_BYTES, end)])
    return checksum


def _cut(whole: bytes | list[int], lengths: list[int]) -> list[Any]:
    """Take a sequence apart."""
    parts, start = [], 0
    for length in lengths:
        parts.append(whole[start : start + length])
        start += length
    return parts


class _Parts:
    """The parts of a file while they are written."""

    def __init__(self) -> None:
        self._directory: dict[str, dict[str, Any]] = {}
        self._size = 0
        self._checksum = crc32c(b"")

    def add_array(self, name: str, array: _Array) -> bytes:
        what = {"dtype": array.dtype.str, "shape": list(array.shape)}
        return self.add(name, np.ascontiguousarray(array).tobytes(), what)

    def add_texts(self, name: str, texts: list[str]) -> bytes:
        for separator in _SEPARATORS:
            encoded = separator.join(texts).encode()
            if encoded.count(separator.encode()) == max(len(texts) - 1, 0):
                return self.add(name, encoded, {"separator": separator, "count": len(texts)})
        encoded = json.dumps(texts).encode()
        return self.add(name, encoded, {"separator": None, "count": len(texts)})

    def add(self, name: str, data: bytes, what: dict[str, Any]) -> bytes:
        self._directory[name] = {"start": self._size, "size": len(data), **what}
        return self._written(data + bytes(-len(data) % _ALIGNMENT))

    def end(self, said: dict[str, Any]) -> bytes:
        directory = json.dumps({"said": said, "parts": self._directory}).encode()
        return self._written(directory) + _FOOT.pack(len(directory), self._checksum, _MAGIC)

    def _written(self, piece: bytes) -> bytes:
        self._size += len(piece)
        self._checksum = extend_crc32c(self._checksum, piece)
        return piece


class _Held:
    """The parts of a file that is read; its directory stands from `start` to `end`."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self.directory: dict[str, Any] = json.loads(data[start:end])
        self._parts = self.directory["parts"]
        self._data = data

    def bytes(self, name: str) -> bytes:
        part = self._parts[name]
        return self._data[part["start"] : part["start"] + part["size"]]

    def array(self, name: str) -> _Array:
        part = self._parts[name]
        count = int(np.prod(part["shape"], dtype=np.int64))
        dtype, start = np.dtype(part["dtype"]), part["start"]
        array = np.frombuffer(self._data, dtype=dtype, count=count, offset=start)
        return array.reshape(part["shape"]).copy()  # so that the file need not stay in memory

    def texts(self, name: str) -> list[str]:
        part, encoded = self._parts[name], self.bytes(name).decode()
        if part["separator"] is None:
            loaded: list[str] = json.loads(encoded)
            return loaded
        return encoded.split(part["separator"]) if part["count"] else []
