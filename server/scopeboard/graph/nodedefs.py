"""GraphDef bytes to NodeDefs, leaving every large attribute value where it is.

A GraphDef may carry weights of hundreds of megabytes in the attributes of a few nodes, and
decoding it whole would copy them. So its outermost level is walked in place, which is cheap.
Nodes of up to 1 KiB, nearly all, cannot hold a large value and are decoded in batches. Larger
nodes, and those that protobuf refuses, go the long way of `odd_node`.

Damage costs as little as it can: an attribute, the rest of a node, or the nodes behind a cut.
"""

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.odd_node import LARGE_VALUE_BYTES, decode_by_field
from scopeboard.graph.protofields import DELIMITED, Field, fields
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

MAX_NODES: Final = 2_000_000
_BATCH_NODES: Final = 2048
_GRAPH_FIELDS: Final = frozenset(GraphDef.DESCRIPTOR.fields_by_number)


class NodeDefs:
    """The nodes of a GraphDef in order, without attribute values over 1 KiB; read once.

    When they have been read, `is_cut` tells whether what stands behind them could not be, and
    `damaged` how many of them lack something that could not be. `places` has two entries for each
    node: where it starts and ends in the bytes.
    """

    def __init__(self, data: bytes) -> None:
        self.is_cut = False
        self.damaged = 0
        self.places = array("q")
        self._data = data
        self._count = 0

    def __iter__(self) -> Iterator[NodeDef]:
        """Decode the nodes.

        Raises:
            DamagedDataError: the bytes are no graph, cut before its first node is whole, or hold
                more than `MAX_NODES` nodes.
        """
        nodes = self._places()
        while batch := list(islice(nodes, _BATCH_NODES)):
            yield from self._decode_batch(batch)

    def _places(self) -> Iterator[Field]:
        """Walk the places of the nodes, up to a cut."""
        try:
            for place in islice(_node_fields(self._data), MAX_NODES + 1):
                self._count += 1
                self.places.append(place.start)
                self.places.append(place.end)
                yield place
        except DamagedDataError:
            if self._count == 0:
                raise
            self.is_cut = True
        if self._count > MAX_NODES:
            raise DamagedDataError(f"The graph has more than {MAX_NODES} nodes, too many to read.")

    def _decode_batch(self, nodes: list[Field]) -> Iterator[NodeDef]:
        """Decode nodes, small ones in one go."""
        data = self._data
        if all(node.end - node.start <= LARGE_VALUE_BYTES for node in nodes):
            try:
                batch = GraphDef.FromString(b"".join(data[node.begin : node.end] for node in nodes))
            except DecodeError:
                pass  # one of them needs the long way
            else:
                yield from batch.node
                return
        for node in nodes:
            yield self._decode_node(node)

    def _decode_node(self, node: Field) -> NodeDef:
        if node.end - node.start <= LARGE_VALUE_BYTES:
            try:
                return NodeDef.FromString(self._data[node.start : node.end])
            except DecodeError:
                pass
        decoded, is_whole = decode_by_field(self._data, node)
        self.damaged += not is_whole
        return decoded


def _node_fields(data: bytes) -> Iterator[Field]:
    """Walk the fields that are nodes.

    Raises:
        DamagedDataError: what comes next cannot be read, or nothing here is part of a graph.
    """
    strange = len(data) > 0
    for field in fields(data, 0, len(data)):
        strange = strange and field.number not in _GRAPH_FIELDS
        if field.number == GraphDef.NODE_FIELD_NUMBER:
            _expect_message(field)
            yield field
    if strange:
        raise DamagedDataError("These bytes are no graph: they have none of its fields.")


def _expect_message(field: Field) -> None:
    if field.wire_type != DELIMITED:
        raise DamagedDataError(f"These bytes are no graph: byte {field.begin} begins no node.")
