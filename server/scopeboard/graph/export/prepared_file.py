"""A whole prepared graph as bytes, for programs of the same version elsewhere.

    u32 length of the summary · u64 length of the ops · summary · ops · what is derived of them

All little-endian. The parts are those of the cache on disk.
"""

import struct
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.graphdef.parser import Faults, ParsedGraph
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.prepared.derived import decode_derived, encode_derived
from scopeboard.graph.prepared.op_graph_codec import decode_graph, encode_graph
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_ops

_LENGTHS: Final = struct.Struct("<IQ")


class SentGraph(NamedTuple):
    """A graph without groups, and its summary."""

    graph: PreparedGraph
    summary: GraphSummary


def write_prepared(graph: PreparedGraph, summary: GraphSummary) -> bytes:
    """Return the bytes of a graph."""
    ops = b"".join(encode_graph(ParsedGraph(graph.annotated.ops, Faults())))
    head = summary.to_bytes()
    lengths = _LENGTHS.pack(len(head), len(ops))
    return b"".join([lengths, head, ops, *encode_derived(graph.derived)])


def read_prepared(data: bytes) -> SentGraph:
    """Return the graph of bytes.

    Raises:
        DamagedDataError: they are damaged, or of another version.
    """
    try:
        head, size = _LENGTHS.unpack_from(data)
        summary = GraphSummary.from_bytes(data[_LENGTHS.size : _LENGTHS.size + head])
    except (struct.error, TypeError, KeyError, ValueError) as error:
        raise DamagedDataError("The graph is in a form of another version.") from error
    first = _LENGTHS.size + head
    parsed = decode_graph(data[first : first + size])
    derived = None if parsed is None else decode_derived(data[first + size :], parsed.graph)
    if parsed is None or derived is None:
        raise DamagedDataError("The graph is in a form of another version.")
    return SentGraph(prepare_ops(parsed.graph, NO_GROUPING, derived), summary)
