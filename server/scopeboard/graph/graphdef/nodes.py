"""The nodes of a GraphDef, block by block: names and attributes of each, inputs as columns.

Nodes are not decoded. Their fields are found for a whole block at once (`protowire.columns`). What
is then cut out of the bytes are names and the stretch of attributes, which `op_kinds` decodes once
for each kind. A node whose attributes do not stand together, or take over 1 KiB and may hold a
large value, goes the long way of `odd_node`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.graphdef.message_index import MessageIndex
from scopeboard.graph.graphdef.slow_node import LARGE_VALUE_BYTES, decode_by_field
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES, truncate_name
from scopeboard.protowire.columns import FieldColumns, field_columns
from scopeboard.protowire.fields import DELIMITED, Field
from scopeboard.wire.graph_pb2 import NodeDef

_BLOCK_NODES: Final = 1 << 12
_BESIDE_ATTRIBUTES: Final = (
    *("name", "op", "input", "device"),
    *("experimental_debug_info", "experimental_type"),
)


class NodeBlock(NamedTuple):
    """Nodes in order: the texts of each as they stand, and its attributes as protobuf fields."""

    names: list[bytes]
    op_types: list[bytes]
    devices: list[bytes]
    attributes: list[bytes]


class InputSpans(NamedTuple):
    """Where input strings start and end in the bytes, and to which node each belongs."""

    node: Amounts
    start: Amounts
    end: Amounts


class NodeReader:
    """Reads the nodes of a layout in order; once.

    When they have been read, `damaged` tells how many of them lack something that could not be,
    besides attributes that `op_kinds` cannot decode, and `damaged_at` has the places of nodes with
    the names of damaged attributes. `long_names` counts the names, op types and devices that are
    cut.
    """

    def __init__(self, data: bytes, layout: MessageIndex) -> None:
        self.damaged = 0
        self.damaged_at: list[tuple[int, str]] = []
        self.long_names = 0
        self._data = data
        self._starts = np.frombuffer(layout.starts, dtype=np.int64)
        self._ends = np.frombuffer(layout.ends, dtype=np.int64)
        self._inputs: list[InputSpans] = []

    def __iter__(self) -> Iterator[NodeBlock]:
        """Yield the nodes, many at a time."""
        for first in range(0, self._starts.size, _BLOCK_NODES):
            yield self._block(first)

    def inputs(self) -> InputSpans:
        """Return the inputs of all nodes read, in order."""
        none = InputSpans(*(np.empty(0, dtype=np.int64),) * 3)
        return InputSpans(*map(np.concatenate, zip(none, *self._inputs, strict=True)))

    def _block(self, first: int) -> NodeBlock:
        starts = self._starts[first : first + _BLOCK_NODES]
        ends = self._ends[first : first + _BLOCK_NODES]
        found = field_columns(self._data, starts, ends)
        self._inputs.append(_inputs(found, first))
        self.damaged += int(found.is_damaged.sum())
        is_odd, attribute_start, attribute_end = _attributes(found)
        attributes = self._cut_out(attribute_start, attribute_end)
        for place in np.flatnonzero(is_odd).tolist():
            node, lost = self._decode(int(starts[place]), int(ends[place]))
            attributes[place] = node
            self.damaged += bool(lost) and not found.is_damaged[place]
            self.damaged_at += [(first + place, name) for name in lost if name]
        return NodeBlock(
            self._names(*_last(found, NodeDef.NAME_FIELD_NUMBER)),
            self._names(*_last(found, NodeDef.OP_FIELD_NUMBER)),
            self._names(*_last(found, NodeDef.DEVICE_FIELD_NUMBER)),
            attributes,
        )

    def _names(self, starts: Amounts, ends: Amounts) -> list[bytes]:
        """Return texts as they are listed."""
        texts = self._cut_out(starts, ends)
        long = np.flatnonzero(ends - starts > MAX_NAME_BYTES).tolist()
        for row in long:
            texts[row] = truncate_name(texts[row])
        self.long_names += len(long)
        return texts

    def _cut_out(self, starts: Amounts, ends: Amounts) -> list[bytes]:
        data = self._data
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        return [data[start:end] for start, end in places]

    def _decode(self, start: int, end: int) -> tuple[bytes, list[str]]:
        """Return the attributes of an odd node, large ones left out, and those that are damaged."""
        node, damaged = decode_by_field(self._data, Field(1, DELIMITED, start, start, end))
        return encode_attributes(node), damaged


def encode_attributes(node: NodeDef) -> bytes:
    """Return the attributes of a node as protobuf fields; takes all else off the node."""
    for name in _BESIDE_ATTRIBUTES:
        node.ClearField(name)
    return node.SerializeToString()


def _last(found: FieldColumns, number: int) -> tuple[Amounts, Amounts]:
    """Return where each node's value of a text field starts and ends; the last one counts."""
    rows = np.flatnonzero((found.number == number) & found.is_delimited)
    start, end = np.zeros((2, found.is_damaged.size), dtype=np.int64)
    start[found.message[rows]] = found.start[rows]
    end[found.message[rows]] = found.end[rows]
    return start, end


def _attributes(found: FieldColumns) -> tuple[Flags, Amounts, Amounts]:
    """Return which nodes are odd, and from where to where the attributes of the others stand."""
    rows = np.flatnonzero((found.number == NodeDef.ATTR_FIELD_NUMBER) & found.is_delimited)
    node = found.message[rows]
    start, end, total = np.zeros((3, found.is_damaged.size), dtype=np.int64)
    start[node[::-1]] = found.begin[rows][::-1]
    end[node] = found.end[rows]
    np.add.at(total, node, found.end[rows] - found.begin[rows])
    is_odd = (end - start != total) | (total > LARGE_VALUE_BYTES)
    end[is_odd] = start[is_odd]  # so that nothing large is cut out
    return is_odd, start, end


def _inputs(found: FieldColumns, first: int) -> InputSpans:
    """Return the inputs of a block of nodes, by node, then as they stand."""
    rows = np.flatnonzero((found.number == NodeDef.INPUT_FIELD_NUMBER) & found.is_delimited)
    rows = rows[np.argsort(found.message[rows].astype(np.uint16), kind="stable")]
    return InputSpans(found.message[rows] + first, found.start[rows], found.end[rows])
