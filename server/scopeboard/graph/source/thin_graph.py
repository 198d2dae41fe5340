"""A large GraphDef without the values of its constants, which stay in the file until asked for.

Theory. Parsing needs names, inputs and small attributes, but weights take hundreds of megabytes. So
a large graph is read field by field, and of an attribute that is too large to be kept only what
shapes are read from is copied: see `slow_node`. What comes out is a GraphDef again, with shorter
lengths around what was left out. Parsing it gives the same ops and edges; only the places of nodes
are other ones, and `ThinGraph.placed` puts the original ones back.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import ParsedGraph
from scopeboard.graph.graphdef.truncated_names import (
    DIGEST_BYTES,
    MAX_NAME_BYTES,
    join_truncated,
    split_input,
)
from scopeboard.graph.model.identity import IDENTITY_BYTES, identity_of
from scopeboard.protowire.fields import DELIMITED, Field, delimited_head
from scopeboard.protowire.nested import ReadAt, Span, Window, check_message
from scopeboard.wire.graph_pb2 import (
    AttrValue,
    FunctionDef,
    FunctionDefLibrary,
    GraphDef,
    NodeDef,
)
from scopeboard.wire.tensor_pb2 import TensorProto

WHOLE_BYTES: Final = 64 << 20
"""A GraphDef of up to this size is read whole, which is faster."""

_LARGE_BYTES: Final = 1 << 16  # of a field that is looked into
_CHUNK_BYTES: Final = 1 << 20
_MAX_TENSOR_FIELDS: Final = 1000  # dtype and shape stand before the values
_TAIL_BYTES: Final = 200
_OUTPUT_SHAPES: Final = b"_output_shapes"
_VALUE: Final = b"value"
_DAMAGED: Final = b"\x0f"  # no field: who parses it counts the attribute as damaged


class _Part(NamedTuple):
    """A shortened message, and from which place on which original place corresponds."""

    data: bytes
    places: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ThinGraph:
    """The bytes to parse, with the identity and the size of the original ones.

    `places` has rows of (place in `data`, original place), sorted; what stands between two moved
    by as much as the first.
    """

    data: bytes
    identity: str
    size: int
    places: tuple[tuple[int, int], ...] = ()

    def placed(self, parsed: ParsedGraph) -> ParsedGraph:
        """Return the graph parsed from `data` with the places of nodes in the original bytes."""
        if not self.places:
            return parsed
        graph = parsed.graph
        here, original = np.array(self.places, dtype=np.int64).T
        placed = replace(graph, spans=_moved(graph.spans, here, original))
        found = np.array([place for _, place in parsed.faults.damage], dtype=np.int64)
        moved = _moved(found, here, original).tolist()
        words = (said for said, _ in parsed.faults.damage)
        faults = replace(parsed.faults, damage=tuple(zip(words, moved, strict=True)))
        return ParsedGraph(placed, faults)


def _moved(place: Amounts, here: Amounts, original: Amounts) -> Amounts:
    """Return places, of any shape, in the original bytes; -1 stays."""
    row = np.searchsorted(here, place, side="right") - 1
    moved = np.where(row >= 0, place - here[row] + original[row], place)
    return np.where(place < 0, place, moved)


def whole_graph(data: bytes) -> ThinGraph:
    """Return a graph of which nothing is left out."""
    return ThinGraph(data, identity_of(data), len(data))


def thin_graph(read_at: ReadAt, span: Span, check: CancelCheck) -> ThinGraph:
    """Return a large GraphDef without large values; `check` is called now and then.

    Args:
        read_at: reads bytes of the file.
        span: where the GraphDef stands in it.
        check: ends the work by what it raises.
    """
    size = span.end - span.start

    def read_graph(start: int, end: int) -> bytes:
        return read_at(span.start + start, span.start + end)

    part = _shortened(Window(read_graph, size), Span(0, size), _OF_GRAPH)
    digest = blake2b(digest_size=IDENTITY_BYTES)
    for start in range(0, size, _CHUNK_BYTES):
        digest.update(read_graph(start, min(start + _CHUNK_BYTES, size)))
        check()
    return ThinGraph(part.data, digest.hexdigest(), size, ((0, 0), *part.places))


_Shorten = Callable[[Window, Field], _Part | None]
"""Returns what stands for a large field, None to leave it out."""


def _shortened(window: Window, span: Span, inside: dict[int, _Shorten]) -> _Part:
    """Return a message with its large fields shortened, each by the function of its number.

    Of what follows damage, the beginning stays, so that the damage is found again.
    """
    out, places = bytearray(), list[tuple[int, int]]()
    copied = walked = span.start
    try:
        for field in window.fields(span):
            walked = field.end
            is_large = field.end - field.start > _LARGE_BYTES
            if not is_large or field.wire_type != DELIMITED or field.number not in inside:
                continue
            out += window.read_at(copied, field.begin)
            copied = field.end
            part = inside[field.number](window, field)
            if part is None:
                continue
            out += delimited_head(field.number, len(part.data))
            places += [(len(out), field.start)]
            places += [(len(out) + here, original) for here, original in part.places]
            out += part.data
            places += [(len(out), field.end)]
    except DamagedDataError:
        walked = min(walked + _LARGE_BYTES, span.end)
    out += window.read_at(copied, walked)
    return _Part(bytes(out), places)


def _library(window: Window, field: Field) -> _Part:
    return _shortened(window, Span(field.start, field.end), _OF_LIBRARY)


def _function(window: Window, field: Field) -> _Part:
    return _shortened(window, Span(field.start, field.end), _OF_FUNCTION)


def _node(window: Window, field: Field) -> _Part:
    part = _shortened(window, Span(field.start, field.end), _OF_NODE)
    return _Part(part.data, [])  # nobody asks for places in a node


def _name(window: Window, field: Field) -> _Part:
    return _Part(_shorter_name(window, Span(field.start, field.end)), [])


def _input(window: Window, field: Field) -> _Part:
    head = window.read_at(field.start, field.start + 1)
    before, after = split_input(head, window.read_at(field.end - _TAIL_BYTES, field.end))
    span = Span(field.start + len(before), field.end - len(after))
    return _Part(before + _shorter_name(window, span) + after, [])


def _shorter_name(window: Window, span: Span) -> bytes:
    """Return what stands for a large name: long enough to be cut and counted when listed."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    for start in range(span.start, span.end, _CHUNK_BYTES):
        digest.update(window.read_at(start, min(start + _CHUNK_BYTES, span.end)))
    head = window.read_at(span.start, span.start + 2 * MAX_NAME_BYTES)
    return join_truncated(head, digest.hexdigest())


def _attribute(window: Window, field: Field) -> _Part | None:
    """Return the entry of an attribute with what shapes are read from, None if there is nothing."""
    try:
        entry = {each.number: each for each in window.fields(Span(field.start, field.end))}
        key, value = entry.get(1), entry.get(2)
        if key is None or value is None or key.end - key.start > _LARGE_BYTES:
            return None
        name = window.read_at(key.start, key.end)
        try:
            check_message(window, Span(value.start, value.end), AttrValue)
        except DamagedDataError:  # who parses it names the attribute
            head = delimited_head(1, len(name)) + name
            return _Part(head + delimited_head(2, len(_DAMAGED)) + _DAMAGED, [])
        if name == _OUTPUT_SHAPES:
            return _Part(window.read_at(field.start, field.end), [])
        inner = _tensor_head(window, value) if name == _VALUE else b""
        if not inner:
            return None
    except DamagedDataError:
        return _Part(_DAMAGED, [])
    return _Part(delimited_head(1, len(name)) + name + delimited_head(2, len(inner)) + inner, [])


def _tensor_head(window: Window, value: Field) -> bytes:
    """Return an AttrValue with dtype and shape of the tensor in another, empty without one."""
    tensors = window.children(Span(value.start, value.end), AttrValue.TENSOR_FIELD_NUMBER)
    if not tensors:
        return b""
    wanted = {TensorProto.DTYPE_FIELD_NUMBER, TensorProto.TENSOR_SHAPE_FIELD_NUMBER}
    head = b""
    for field in islice(window.fields(tensors[0]), _MAX_TENSOR_FIELDS):
        if field.number in wanted and field.end - field.begin <= _LARGE_BYTES:
            head += window.read_at(field.begin, field.end)
            wanted.discard(field.number)
        if not wanted:
            break
    return delimited_head(AttrValue.TENSOR_FIELD_NUMBER, len(head)) + head


_OF_GRAPH: Final[dict[int, _Shorten]] = {
    GraphDef.NODE_FIELD_NUMBER: _node,
    GraphDef.LIBRARY_FIELD_NUMBER: _library,
}
_OF_LIBRARY: Final[dict[int, _Shorten]] = {FunctionDefLibrary.FUNCTION_FIELD_NUMBER: _function}
_OF_FUNCTION: Final[dict[int, _Shorten]] = {FunctionDef.NODE_DEF_FIELD_NUMBER: _node}
_OF_NODE: Final[dict[int, _Shorten]] = {
    NodeDef.ATTR_FIELD_NUMBER: _attribute,
    NodeDef.INPUT_FIELD_NUMBER: _input,
    **dict.fromkeys(
        (NodeDef.NAME_FIELD_NUMBER, NodeDef.OP_FIELD_NUMBER, NodeDef.DEVICE_FIELD_NUMBER), _name
    ),
}
