"""The nodes of some ops in text format, from their bytes where they are."""

from collections.abc import Iterator

from scopeboard.arrays import Indices
from scopeboard.graph.export.message_text import message_text
from scopeboard.graph.export.tensorboard_pbtxt import text_window
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.nested import Span
from scopeboard.wire.graph_pb2 import NodeDef


def write_nodes(source: GraphBytes, graph: OpGraph, ops: Indices) -> Iterator[str]:
    """Write the nodes of some ops; those without one (a function's arguments) are left out."""
    window = text_window(source)
    for start, end in graph.place[ops].tolist():
        if start >= 0:
            yield "node {\n"
            yield from message_text(window, [Span(start, end)], NodeDef, "  ")
            yield "}\n"
