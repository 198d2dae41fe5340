"""GraphDefs and RunMetadata in text format as TensorBoard writes them, piece by piece.

Stretches of a few hundred kilobytes are read, written and forgotten (see `message_text`): neither a
graph nor a node of it is in memory as a whole. Several functions that were traced under one tag are
one graph, as `graph_1/…`, `graph_2/…`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from scopeboard.errors import DamagedDataError
from scopeboard.graph.export.message_text import (
    FRAGMENT_BYTES,
    Edit,
    Run,
    message_text,
    run_text,
    runs_of,
    runs_text,
)
from scopeboard.graph.source.buffered_reads import ReadAhead
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.graph_pb2 import (
    AttrValue,
    FunctionDef,
    FunctionDefLibrary,
    GradientDef,
    GraphDef,
    NodeDef,
)
from scopeboard.wire.run_metadata_pb2 import RunMetadata

_CUT: Final = "# The graph is cut or damaged here; what follows cannot be read.\n"
_FUNCTIONS: Final = RunMetadata.FUNCTION_GRAPHS_FIELD_NUMBER
_BEFORE_OPTIMISATION: Final = RunMetadata.FunctionGraphs.PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER
_CALL: Final = "PartitionedCall"


@dataclass(frozen=True, slots=True)
class AttributeLimit:
    """Attributes of nodes that take more `bytes` are left out; those of `key` name them."""

    bytes: int
    key: str


@dataclass(frozen=True, slots=True)
class _Changes:
    """What is written otherwise than it stands: `prefix` of names, large attributes."""

    prefix: str
    limit: AttributeLimit | None

    def edit_graph(self, fragment: Message) -> None:
        """Change some nodes."""
        if isinstance(fragment, GraphDef):
            for node in fragment.node:
                self._rename_node(node, node.op)
            if self.limit:
                leave_out(fragment, self.limit)

    def node_edit(self) -> Edit:
        """Return what changes fragments of one node, in the order of its fields."""
        op = ""

        def edit(fragment: Message) -> None:
            nonlocal op
            if isinstance(fragment, NodeDef):
                op = fragment.op or op
                self._rename_node(fragment, op)

        return edit

    def edit_library(self, fragment: Message) -> None:
        """Change some functions or gradients."""
        if isinstance(fragment, FunctionDefLibrary):
            for function in fragment.function:
                self.edit_function(function)
            for gradient in fragment.gradient:
                self._rename_gradient(gradient)

    def edit_function(self, fragment: Message) -> None:
        """Change a fragment of a function."""
        if self.prefix and isinstance(fragment, FunctionDef) and fragment.HasField("signature"):
            fragment.signature.name = f"{self.prefix}_{fragment.signature.name}"

    def _rename_node(self, node: NodeDef, op: str) -> None:
        """Give a node a scope, and its function a name, of its own.

        A control input stays one; TensorBoard makes `graph_1/^x` of `^x`.
        """
        prefix = self.prefix
        if not prefix:
            return
        if node.name:
            node.name = f"{prefix}/{node.name}"
        node.input[:] = [
            f"^{prefix}/{name[1:]}" if name.startswith("^") else f"{prefix}/{name}"
            for name in node.input
        ]
        if op == _CALL and "f" in node.attr:
            node.attr["f"].func.name = f"{prefix}_{node.attr['f'].func.name}"

    def _rename_gradient(self, gradient: GradientDef) -> None:
        if self.prefix:
            gradient.function_name = f"{self.prefix}_{gradient.function_name}"
            gradient.gradient_func = f"{self.prefix}_{gradient.gradient_func}"


def graph_text(source: GraphBytes, limit: AttributeLimit | None = None) -> Iterator[str]:
    """Return the text of a GraphDef.

    Raises:
        NotFoundError: its bytes cannot be read now; before any of it is written.
    """
    window = text_window(source)
    return _graphs(window, [window.whole], limit)


def traced_graph_text(source: GraphBytes, limit: AttributeLimit | None) -> Iterator[str]:
    """Return the text of what a RunMetadata's functions were before they were optimised.

    Raises:
        DamagedDataError: its bytes hold no RunMetadata.
        NotFoundError: they cannot be read now.
    """
    window = text_window(source)
    graphs = []
    for function in window.children(window.whole, _FUNCTIONS):
        found = window.children(function, _BEFORE_OPTIMISATION)
        graphs.append(found[0] if found else Span(function.end, function.end))
    return _graphs(window, graphs, limit)


def run_metadata_text(source: GraphBytes) -> Iterator[str]:
    """Return the text of a RunMetadata.

    Raises:
        NotFoundError: its bytes cannot be read now.
    """
    window = text_window(source)
    return message_text(window, [window.whole], RunMetadata)


def text_window(source: GraphBytes) -> Window:
    """Return the bytes of a message that is written as text.

    Raises:
        NotFoundError: they cannot be read now.
    """
    return Window(ReadAhead(source).read_at, source.size())


def _graphs(window: Window, graphs: Sequence[Span], limit: AttributeLimit | None) -> Iterator[str]:
    """Write graphs as one: all nodes, then all functions, then what else the first one says."""
    others: list[list[Run]] = []
    is_cut = False
    changes = [
        _Changes(f"graph_{at + 1}" if len(graphs) > 1 else "", limit) for at in range(len(graphs))
    ]
    for graph, change in zip(graphs, changes, strict=True):
        others.append([])
        try:
            for run, _ in runs_of(window, graph):
                if run.number == GraphDef.NODE_FIELD_NUMBER:
                    yield from _nodes(window, run, change)
                else:
                    others[-1].append(run)
        except DamagedDataError:
            is_cut = True
    yield from _libraries(window, others, changes)
    rest = (
        [run for run in others[0] if run.number != GraphDef.LIBRARY_FIELD_NUMBER] if others else []
    )
    yield from runs_text(window, rest, GraphDef)
    if is_cut:
        yield _CUT


def _nodes(window: Window, run: Run, change: _Changes) -> Iterator[str]:
    """Write nodes; one that is large is walked, and its large attributes are never decoded."""
    if run.end - run.begin <= FRAGMENT_BYTES:
        yield from run_text(window, run, GraphDef, edit=change.edit_graph)
        return
    (field,) = window.fields(Span(run.begin, run.end))
    node = Span(field.start, field.end)
    yield "node {\n"
    if change.limit:
        yield from _limited_node(window, node, change, change.limit)
    else:
        yield from message_text(window, [node], NodeDef, "  ", change.node_edit())
    yield "}\n"


def _limited_node(
    window: Window, node: Span, change: _Changes, limit: AttributeLimit
) -> Iterator[str]:
    """Write a large node without its large attributes, which are named in one of their own."""
    runs: list[Run] = []
    left_out = AttrValue()
    is_cut = False
    try:
        for run, _ in runs_of(window, node):
            if run.number != NodeDef.ATTR_FIELD_NUMBER:
                runs.append(run)
                continue
            for field in window.fields(Span(run.begin, run.end)):
                name = _name_of_large(window, Span(field.start, field.end), limit.bytes)
                if name is None:
                    runs.append(Run(field.number, field.begin, field.end))
                else:
                    left_out.list.s.append(name)
    except DamagedDataError:
        is_cut = True
    yield from runs_text(window, runs, NodeDef, "  ", change.node_edit())
    if left_out.list.s:
        noted = str(NodeDef(attr={limit.key: left_out}))
        yield "".join(f"  {line}" for line in noted.splitlines(keepends=True))
    if is_cut:
        yield f"  {_CUT}"


def _name_of_large(window: Window, entry: Span, most: int) -> bytes | None:
    """Return the name of an attribute with a value of more bytes, None for one of fewer."""
    if entry.end - entry.start <= most:
        return None
    name, size = b"", 0
    try:
        for field in window.fields(entry):
            if field.number == 1:
                name = window.read_at(field.start, min(field.end, field.start + _MAX_NAME))
            elif field.number == 2:
                size = field.end - field.start
    except DamagedDataError:
        return None  # it is written as far as it can be read
    return name if size > most else None


_MAX_NAME: Final = 1024


def _libraries(
    window: Window, others: Sequence[Sequence[Run]], changes: Sequence[_Changes]
) -> Iterator[str]:
    """Write the libraries of some graphs as one."""
    parts: list[tuple[Run, _Changes]] = []
    is_there = is_cut = False
    for of_graph, change in zip(others, changes, strict=True):
        for each in of_graph:
            if each.number != GraphDef.LIBRARY_FIELD_NUMBER:
                continue
            is_there = True
            for library in window.fields(Span(each.begin, each.end)):
                try:
                    for run, _ in runs_of(window, Span(library.start, library.end)):
                        parts.append((run, change))
                except DamagedDataError:
                    is_cut = True
    if not is_there or (
        len(changes) > 1 and not parts
    ):  # merged graphs have one for functions only
        return
    yield "library {\n"
    for run, change in sorted(parts, key=lambda one: one[0].number):
        yield from _functions(window, run, change)
    if is_cut:
        yield f"  {_CUT}"
    yield "}\n"


def _functions(window: Window, run: Run, change: _Changes) -> Iterator[str]:
    """Write functions or gradients; a large function is walked."""
    is_function = run.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER
    if not is_function or run.end - run.begin <= FRAGMENT_BYTES:
        yield from run_text(window, run, FunctionDefLibrary, "  ", change.edit_library)
        return
    (field,) = window.fields(Span(run.begin, run.end))
    function = Span(field.start, field.end)
    yield "  function {\n"
    yield from message_text(window, [function], FunctionDef, "    ", change.edit_function)
    yield "  }\n"


def leave_out(graph: GraphDef, limit: AttributeLimit) -> None:
    """Leave out the attributes of nodes that are too large, and note their names."""
    for node in graph.node:
        if node.ByteSize() <= limit.bytes:  # so is each of them
            continue
        for name in [name for name, value in node.attr.items() if value.ByteSize() > limit.bytes]:
            del node.attr[name]
            node.attr[limit.key].list.s.append(name.encode())
