"""The nodes of a GraphDef, block by block: names and attributes of each, inputs as columns.

Nodes are not decoded. `protowire.columns` finds the fields of a whole block at once. Names and the
span of attributes are then sliced from the bytes, and `attribute_sets` decodes each distinct set
of attributes once. A node whose attributes are not contiguous, or take over 1 KiB and may contain a
large value, is decoded by `slow_node`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.graph.graphdef.message_index import MessageIndex
from scopeboard.graph.graphdef.slow_node import LARGE_VALUE_BYTES, decode_by_field
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES, truncate_name
from scopeboard.protowire.columns import FieldColumns, field_columns
from scopeboard.protowire.fields import DELIMITED, Field
from scopeboard.wire.graph_pb2 import NodeDef

_BLOCK_NODES: Final = 1 << 12
_OTHER_FIELDS: Final = (
    *("name", "op", "input", "device"),
    *("experimental_debug_info", "experimental_type"),
)


class NodeBlock(NamedTuple):
    """Consecutive nodes: the texts of each, and its attributes as protobuf fields of a NodeDef."""

    names: list[bytes]
    op_types: list[bytes]
    devices: list[bytes]
    attributes: list[bytes]


class InputSpans(NamedTuple):
    """The start and end of each input string in the bytes, and the node of each."""

    node: Amounts
    start: Amounts
    end: Amounts


class NodeReader:
    """Reads the nodes of an index in order, once.

    Afterwards `damaged` counts the nodes with unreadable fields, besides attributes that
    `attribute_sets` cannot decode, and `damaged_attributes` has the indices of nodes with the names
    of damaged attributes. `long_names` counts the truncated names, op types and devices.
    """

    def __init__(self, data: bytes, index: MessageIndex) -> None:
        self.damaged = 0
        self.damaged_attributes: list[tuple[int, str]] = []
        self.long_names = 0
        self._data = data
        self._starts = np.frombuffer(index.starts, dtype=np.int64)
        self._ends = np.frombuffer(index.ends, dtype=np.int64)
        self._inputs: list[InputSpans] = []

    def __iter__(self) -> Iterator[NodeBlock]:
        """Yield the nodes in blocks."""
        for first in range(0, self._starts.size, _BLOCK_NODES):
            yield self._read_block(first)

    def inputs(self) -> InputSpans:
        """Return the inputs of all nodes read, in order."""
        none = InputSpans(*(np.empty(0, dtype=np.int64),) * 3)
        return InputSpans(*map(np.concatenate, zip(none, *self._inputs, strict=True)))

    def _read_block(self, first: int) -> NodeBlock:
        """Read the nodes from index `first` on, and append their inputs."""
        starts = self._starts[first : first + _BLOCK_NODES]
        ends = self._ends[first : first + _BLOCK_NODES]
        columns = field_columns(self._data, starts, ends)
        rows = np.flatnonzero((columns.number == NodeDef.INPUT_FIELD_NUMBER) & columns.is_delimited)
        rows = rows[np.argsort(columns.message[rows].astype(np.uint16), kind="stable")]
        self._inputs.append(
            InputSpans(columns.message[rows] + first, columns.start[rows], columns.end[rows])
        )
        self.damaged += int(columns.is_damaged.sum())

        # The attributes of most nodes are contiguous and small: one slice of the bytes.
        is_attribute = columns.number == NodeDef.ATTR_FIELD_NUMBER
        rows = np.flatnonzero(is_attribute & columns.is_delimited)
        node = columns.message[rows]
        first_byte, last_byte, total = np.zeros((3, starts.size), dtype=np.int64)
        first_byte[node[::-1]] = columns.begin[rows][::-1]
        last_byte[node] = columns.end[rows]
        np.add.at(total, node, columns.end[rows] - columns.begin[rows])
        is_irregular = (last_byte - first_byte != total) | (total > LARGE_VALUE_BYTES)
        last_byte[is_irregular] = first_byte[is_irregular]  # so that no large value is copied
        attributes = self._slices(first_byte, last_byte)

        for row in np.flatnonzero(is_irregular).tolist():
            start, end = int(starts[row]), int(ends[row])
            decoded, damaged = decode_by_field(self._data, Field(1, DELIMITED, start, start, end))
            for name in _OTHER_FIELDS:
                decoded.ClearField(name)
            attributes[row] = decoded.SerializeToString()
            self.damaged += bool(damaged) and not columns.is_damaged[row]
            self.damaged_attributes += [(first + row, name) for name in damaged if name]
        return NodeBlock(
            self._names(columns, NodeDef.NAME_FIELD_NUMBER),
            self._names(columns, NodeDef.OP_FIELD_NUMBER),
            self._names(columns, NodeDef.DEVICE_FIELD_NUMBER),
            attributes,
        )

    def _names(self, columns: FieldColumns, number: int) -> list[bytes]:
        """Return a text field of each node, truncated; the last value of a node counts."""
        rows = np.flatnonzero((columns.number == number) & columns.is_delimited)
        starts, ends = np.zeros((2, columns.is_damaged.size), dtype=np.int64)
        starts[columns.message[rows]] = columns.start[rows]
        ends[columns.message[rows]] = columns.end[rows]
        texts = self._slices(starts, ends)
        long = np.flatnonzero(ends - starts > MAX_NAME_BYTES).tolist()
        for row in long:
            texts[row] = truncate_name(texts[row])
        self.long_names += len(long)
        return texts

    def _slices(self, starts: Amounts, ends: Amounts) -> list[bytes]:
        """Return the bytes of spans."""
        data = self._data
        return [data[s:e] for s, e in zip(starts.tolist(), ends.tolist(), strict=True)]
