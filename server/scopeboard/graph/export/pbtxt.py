"""GraphDefs and RunMetadata in protobuf's text format, written from their bytes.

One writer serves all uses: a graph as it is, a graph without large attributes, the graphs of a
trace merged into one. It reads fragments of a few hundred kilobytes (see `message_text`): neither a
graph nor a node is in memory as a whole. A merged graph has all nodes first, then one library, then
the remaining fields of its first graph; several graphs are `graph_1/…`, `graph_2/…` in it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from scopeboard.arrays import Indices
from scopeboard.errors import DamagedDataError
from scopeboard.graph.export.graph_edits import AttributeLimit, GraphEdits
from scopeboard.graph.export.message_text import (
    FRAGMENT_BYTES,
    Run,
    enclosed_text,
    message_text,
    run_text,
    runs_of,
    runs_text,
)
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import BufferedReads, GraphBytes
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.graph_pb2 import (
    AttrValue,
    FunctionDef,
    FunctionDefLibrary,
    GraphDef,
    NodeDef,
)
from scopeboard.wire.run_metadata_pb2 import RunMetadata

_CUT: Final = "# The graph is cut or damaged here; what follows cannot be read.\n"
_FUNCTIONS: Final = RunMetadata.FUNCTION_GRAPHS_FIELD_NUMBER
_BEFORE_OPTIMISATION: Final = RunMetadata.FunctionGraphs.PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER
_MAX_NAME_BYTES: Final = 1024


class PbtxtWriter:
    """Writes the text of the graphs in one source of bytes; each method yields it in pieces.

    Args:
        source: the bytes.

    Raises:
        NotFoundError: the bytes cannot be read now.
    """

    def __init__(self, source: GraphBytes) -> None:
        self._window = Window(BufferedReads(source).read_at, source.size())

    def graph(self, limit: AttributeLimit | None = None) -> Iterator[str]:
        """Yield the text of a GraphDef."""
        return self._merged([self._window.whole], limit)

    def nodes(self, graph: OpGraph, ops: Indices) -> Iterator[str]:
        """Yield the text of some nodes of a GraphDef; arguments of functions have no node."""
        for start, end in graph.spans[ops].tolist():
            if start >= 0:
                node = message_text(self._window, [Span(start, end)], NodeDef, "  ")
                yield from enclosed_text("node", node)

    def traced_graphs(self, limit: AttributeLimit | None) -> Iterator[str]:
        """Return the text of the graphs of a RunMetadata's functions before their optimisation.

        Raises:
            DamagedDataError: the bytes are no RunMetadata; raised before the first piece.
        """
        graphs = []
        for function in self._window.children(self._window.whole, _FUNCTIONS):
            children = self._window.children(function, _BEFORE_OPTIMISATION)
            graphs.append(children[0] if children else Span(function.end, function.end))
        return self._merged(graphs, limit)

    def run_metadata(self) -> Iterator[str]:
        """Yield the text of a RunMetadata."""
        return message_text(self._window, [self._window.whole], RunMetadata)

    def _merged(self, graphs: Sequence[Span], limit: AttributeLimit | None) -> Iterator[str]:
        """Yield the text of graphs as one graph; names get a prefix where there are several."""
        libraries: list[tuple[Run, GraphEdits]] = []
        others: list[Run] = []
        is_cut = False
        for number, graph in enumerate(graphs, start=1):
            edits = GraphEdits(f"graph_{number}" if len(graphs) > 1 else "", limit)
            try:
                for run, _ in runs_of(self._window, graph):
                    if run.number == GraphDef.NODE_FIELD_NUMBER:
                        yield from self._nodes_of_run(run, edits)
                    elif run.number == GraphDef.LIBRARY_FIELD_NUMBER:
                        libraries.append((run, edits))
                    elif number == 1:
                        others.append(run)
            except DamagedDataError:
                is_cut = True
        yield from self._library(libraries, may_be_empty=len(graphs) == 1)
        yield from runs_text(self._window, others, GraphDef)
        if is_cut:
            yield _CUT

    def _nodes_of_run(self, run: Run, edits: GraphEdits) -> Iterator[str]:
        """Yield the text of nodes; the large attributes of a large node are never decoded."""
        if run.end - run.begin <= FRAGMENT_BYTES:
            yield from run_text(self._window, run, GraphDef, edit=edits.edit_graph)
            return
        (field,) = self._window.fields(Span(run.begin, run.end))
        node = Span(field.start, field.end)
        if edits.limit:
            inner = self._limited_node(node, edits, edits.limit)
        else:
            inner = message_text(self._window, [node], NodeDef, "  ", edits.node_edit())
        yield from enclosed_text("node", inner)

    def _limited_node(self, node: Span, edits: GraphEdits, limit: AttributeLimit) -> Iterator[str]:
        """Yield the text of a large node without its large attributes, then their names."""
        runs: list[Run] = []
        removed = AttrValue()
        is_cut = False
        try:
            for run, _ in runs_of(self._window, node):
                if run.number != NodeDef.ATTR_FIELD_NUMBER:
                    runs.append(run)
                    continue
                for field in self._window.fields(Span(run.begin, run.end)):
                    name = self._large_attribute_name(Span(field.start, field.end), limit)
                    if name is None:
                        runs.append(Run(field.number, field.begin, field.end))
                    else:
                        removed.list.s.append(name)
        except DamagedDataError:
            is_cut = True
        yield from runs_text(self._window, runs, NodeDef, "  ", edits.node_edit())
        if removed.list.s:
            names = str(NodeDef(attr={limit.key: removed}))
            yield "".join(f"  {line}" for line in names.splitlines(keepends=True))
        if is_cut:
            yield f"  {_CUT}"

    def _large_attribute_name(self, entry: Span, limit: AttributeLimit) -> bytes | None:
        """Return the name of an attribute whose value exceeds the limit, None for any other."""
        if entry.end - entry.start <= limit.bytes:
            return None
        name, size = b"", 0
        try:
            for field in self._window.fields(entry):
                if field.number == 1:
                    end = min(field.end, field.start + _MAX_NAME_BYTES)
                    name = self._window.read_at(field.start, end)
                elif field.number == 2:
                    size = field.end - field.start
        except DamagedDataError:
            return None  # it is written up to the damage
        return name if size > limit.bytes else None

    def _library(
        self, libraries: Sequence[tuple[Run, GraphEdits]], *, may_be_empty: bool
    ) -> Iterator[str]:
        """Yield the text of libraries as one: all functions, then all gradients."""
        parts: list[tuple[Run, GraphEdits]] = []
        is_cut = False
        for run, edits in libraries:
            for library in self._window.fields(Span(run.begin, run.end)):
                try:
                    for inner, _ in runs_of(self._window, Span(library.start, library.end)):
                        parts.append((inner, edits))
                except DamagedDataError:
                    is_cut = True
        if not parts and not (libraries and may_be_empty):
            return
        yield "library {\n"
        for run, edits in sorted(parts, key=lambda part: part[0].number):
            is_function = run.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER
            if is_function and run.end - run.begin > FRAGMENT_BYTES:
                (field,) = self._window.fields(Span(run.begin, run.end))
                function = Span(field.start, field.end)
                text = message_text(
                    self._window, [function], FunctionDef, "    ", edits.edit_function
                )
                yield from enclosed_text("function", text, "  ")
            else:
                yield from run_text(self._window, run, FunctionDefLibrary, "  ", edits.edit_library)
        if is_cut:
            yield f"  {_CUT}"
        yield "}\n"
