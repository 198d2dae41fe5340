"""A large GraphDef without the values of its constants, which stay in the file.

Theory. Parsing needs names, inputs and small attributes, but weights take hundreds of megabytes. So
a large graph is read field by field. A large attribute is reduced to the fields that shape
inference reads: see `slow_node`. The result is a GraphDef again, with shorter lengths around the
omitted bytes. Parsing it gives the same ops and edges; only the offsets of nodes differ, and
`ThinGraph.complete` restores them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import Faults, ParsedGraph
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
"""A GraphDef of up to this size is read as a whole, which is faster."""

_LARGE_BYTES: Final = 1 << 16  # a larger field is shortened
_CHUNK_BYTES: Final = 1 << 20
_MAX_TENSOR_FIELDS: Final = 1000  # dtype and shape stand before the values
_TAIL_BYTES: Final = 200
_OUTPUT_SHAPES: Final = b"_output_shapes"
_VALUE: Final = b"value"
_DAMAGED: Final = b"\x0f"  # no valid field: the parser counts the attribute as damaged


class _Shortened(NamedTuple):
    """A shortened message, and rows of (offset in `data`, original offset)."""

    data: bytes
    offsets: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What a GraphDef does not show of the model that it was converted from."""

    faults: Faults = field(default_factory=Faults)
    properties: tuple[tuple[str, str], ...] = ()


NO_FACTS: Final = ModelFacts()


@dataclass(frozen=True, slots=True)
class ThinGraph:
    """The bytes to parse, with the identity and the size of the original ones.

    `offsets` has rows of (offset in `data`, original offset), sorted; the bytes between two rows
    have the shift of the first.
    """

    data: bytes
    identity: str
    size: int
    offsets: tuple[tuple[int, int], ...] = ()
    facts: ModelFacts = field(default_factory=ModelFacts)

    def complete(self, parsed: ParsedGraph) -> ParsedGraph:
        """Return the graph parsed from `data` with original offsets, and the facts of its model."""
        faults = parsed.faults.followed_by(self.facts.faults)
        parsed = replace(parsed, faults=faults, properties=self.facts.properties)
        if not self.offsets:
            return parsed
        graph, damage = parsed.graph, parsed.faults.damage
        here, original = np.array(self.offsets, dtype=np.int64).T
        graph = replace(graph, spans=_original_offsets(graph.spans, here, original))
        offsets = np.array([offset for _, offset in damage], dtype=np.int64)
        originals = _original_offsets(offsets, here, original).tolist()
        texts = [text for text, _ in damage]
        faults = replace(parsed.faults, damage=tuple(zip(texts, originals, strict=True)))
        return replace(parsed, graph=graph, faults=faults)


def _original_offsets(offsets: Amounts, here: Amounts, original: Amounts) -> Amounts:
    """Return offsets, of any shape, in the original bytes; -1 stays."""
    row = np.searchsorted(here, offsets, side="right") - 1
    originals = np.where(row >= 0, offsets - here[row] + original[row], offsets)
    return np.where(offsets < 0, offsets, originals)


def whole_graph(data: bytes, facts: ModelFacts = NO_FACTS) -> ThinGraph:
    """Return a graph with all its bytes."""
    identity = identity_of(data)
    if facts != NO_FACTS:
        identity = identity_of(f"{identity} {facts}".encode("utf-8", "surrogatepass"))
    return ThinGraph(data, identity, len(data), facts=facts)


def thin_graph(
    read_at: ReadAt, span: Span, check: CancelCheck, version: bytes | None = None
) -> ThinGraph:
    """Return a large GraphDef without large values.

    Args:
        read_at: reads bytes of the file.
        span: the GraphDef in it.
        check: called now and then.
        version: what identifies all bytes of the file where a store states it; without it they are
            read for their digest.
    """
    size = span.end - span.start

    def read_graph(start: int, end: int) -> bytes:
        return read_at(span.start + start, span.start + end)

    shortened = _shorten(Window(read_graph, size), Span(0, size), _OF_GRAPH)
    digest = blake2b(version or b"", digest_size=IDENTITY_BYTES)
    if version is not None:
        digest.update(shortened.data)
    for start in range(0, size if version is None else 0, _CHUNK_BYTES):
        digest.update(read_graph(start, min(start + _CHUNK_BYTES, size)))
        check()
    return ThinGraph(shortened.data, digest.hexdigest(), size, ((0, 0), *shortened.offsets))


_Replace = Callable[[Window, Span], bytes | None]
"""Returns the replacement of a large field, None to leave it out."""


class _Inside(NamedTuple):
    """How the large fields of a message are shortened, by their numbers."""

    fields: "dict[int, _Inside | _Replace]"
    has_nodes: bool = True  # messages without nodes need no offsets


def _shorten(window: Window, span: Span, inside: _Inside) -> _Shortened:
    """Return a message with its large fields shortened.

    The beginning of the bytes after damage stays, so that the parser finds the damage again.
    """
    out, offsets = bytearray(), list[tuple[int, int]]()
    copied = walked = span.start
    try:
        for field in window.fields(span):
            walked = field.end
            how = inside.fields.get(field.number)
            is_large = field.end - field.start > _LARGE_BYTES
            if not is_large or field.wire_type != DELIMITED or how is None:
                continue
            out += window.read_at(copied, field.begin)
            copied = field.end
            value = Span(field.start, field.end)
            if isinstance(how, _Inside):
                short = _shorten(window, value, how)
            else:
                data = how(window, value)
                if data is None:
                    continue
                short = _Shortened(data, [])
            out += delimited_head(field.number, len(short.data))
            if inside.has_nodes:
                offsets += [(len(out), field.start)]
                offsets += [(len(out) + here, original) for here, original in short.offsets]
                offsets += [(len(out) + len(short.data), field.end)]
            out += short.data
    except DamagedDataError:
        walked = min(walked + _LARGE_BYTES, span.end)
    out += window.read_at(copied, walked)
    return _Shortened(bytes(out), offsets)


def _short_name(window: Window, span: Span) -> bytes:
    """Return a prefix and a digest of a large name, long enough to be truncated and counted."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    for start in range(span.start, span.end, _CHUNK_BYTES):
        digest.update(window.read_at(start, min(start + _CHUNK_BYTES, span.end)))
    head = window.read_at(span.start, span.start + 2 * MAX_NAME_BYTES)
    return join_truncated(head, digest.hexdigest())


def _short_input(window: Window, span: Span) -> bytes:
    head = window.read_at(span.start, span.start + 1)
    before, after = split_input(head, window.read_at(span.end - _TAIL_BYTES, span.end))
    name = Span(span.start + len(before), span.end - len(after))
    return before + _short_name(window, name) + after


def _short_attribute(window: Window, span: Span) -> bytes | None:
    """Return the entry of an attribute with the fields that define shapes, None without any."""
    try:
        entry = {each.number: each for each in window.fields(span)}
        key, value = entry.get(1), entry.get(2)
        if key is None or value is None or key.end - key.start > _LARGE_BYTES:
            return None
        name = window.read_at(key.start, key.end)
        try:
            check_message(window, Span(value.start, value.end), AttrValue)
        except DamagedDataError:  # the parser names the attribute
            head = delimited_head(1, len(name)) + name
            return head + delimited_head(2, len(_DAMAGED)) + _DAMAGED
        if name == _OUTPUT_SHAPES:
            return window.read_at(span.start, span.end)
        inner = _tensor_head(window, value) if name == _VALUE else b""
        if not inner:
            return None
    except DamagedDataError:
        return _DAMAGED
    return delimited_head(1, len(name)) + name + delimited_head(2, len(inner)) + inner


def _tensor_head(window: Window, value: Field) -> bytes:
    """Return an AttrValue with the dtype and shape of the tensor in another, empty without one."""
    tensors = window.children(Span(value.start, value.end), AttrValue.TENSOR_FIELD_NUMBER)
    if not tensors:
        return b""
    missing = {TensorProto.DTYPE_FIELD_NUMBER, TensorProto.TENSOR_SHAPE_FIELD_NUMBER}
    head = b""
    for each in islice(window.fields(tensors[0]), _MAX_TENSOR_FIELDS):
        if each.number in missing and each.end - each.begin <= _LARGE_BYTES:
            head += window.read_at(each.begin, each.end)
            missing.discard(each.number)
        if not missing:
            break
    return delimited_head(AttrValue.TENSOR_FIELD_NUMBER, len(head)) + head


_OF_NODE: Final = _Inside(
    {
        NodeDef.NAME_FIELD_NUMBER: _short_name,
        NodeDef.OP_FIELD_NUMBER: _short_name,
        NodeDef.INPUT_FIELD_NUMBER: _short_input,
        NodeDef.DEVICE_FIELD_NUMBER: _short_name,
        NodeDef.ATTR_FIELD_NUMBER: _short_attribute,
    },
    has_nodes=False,
)
_OF_FUNCTION: Final = _Inside({FunctionDef.NODE_DEF_FIELD_NUMBER: _OF_NODE})
_OF_LIBRARY: Final = _Inside({FunctionDefLibrary.FUNCTION_FIELD_NUMBER: _OF_FUNCTION})
_OF_GRAPH: Final = _Inside(
    {GraphDef.NODE_FIELD_NUMBER: _OF_NODE, GraphDef.LIBRARY_FIELD_NUMBER: _OF_LIBRARY}
)
