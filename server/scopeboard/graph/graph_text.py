"""GraphDefs and RunMetadata in text format as TensorBoard writes them, piece by piece.

Text of a whole message is text of its fields in the order of their numbers, so stretches of a few
hundred kilobytes are read, written and forgotten: no graph is in memory as a whole. Several
functions that were traced under one tag are one graph, as `graph_1/…`, `graph_2/…`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.graph_bytes import GraphBytes
from scopeboard.graph.nested import Span, Window
from scopeboard.graph.read_ahead import ReadAhead
from scopeboard.wire.graph_pb2 import FunctionDefLibrary, GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata

_STRETCH_BYTES: Final = 128 << 10
_CUT: Final = "# The graph is cut or damaged here; what follows cannot be read.\n"
_UNREADABLE: Final = "# What stands here cannot be read.\n"
_LIBRARY_OPENS: Final = "library {\n"
_CLOSES: Final = "}\n"
_FUNCTIONS: Final = RunMetadata.FUNCTION_GRAPHS_FIELD_NUMBER
_BEFORE_OPTIMISATION: Final = RunMetadata.FunctionGraphs.PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER


@dataclass(frozen=True, slots=True)
class AttributeLimit:
    """Attributes of nodes that take more `bytes` are left out; those of `key` name them."""

    bytes: int
    key: str


class _Stretch(NamedTuple):
    """Fields of one number that follow one another, tags included."""

    number: int
    begin: int
    end: int


Edit = Callable[[GraphDef], None]


def graph_text(source: GraphBytes, limit: AttributeLimit | None) -> Iterator[str]:
    """Return the text of a GraphDef.

    Raises:
        NotFoundError: its bytes cannot be read now; before any of it is written.
    """
    window = _window(source)
    return _graphs(window, [window.whole], limit)


def traced_graph_text(source: GraphBytes, limit: AttributeLimit | None) -> Iterator[str]:
    """Return the text of what a RunMetadata's functions were before they were optimised.

    Raises:
        DamagedDataError: its bytes hold no RunMetadata.
        NotFoundError: they cannot be read now.
    """
    window = _window(source)
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
    window = _window(source)
    stretches, is_cut = _walked(window, window.whole)
    texts = (_text(window, each, RunMetadata) for each in stretches)
    return _and_cut(texts, is_cut=is_cut)


def _window(source: GraphBytes) -> Window:
    return Window(ReadAhead(source).read_at, source.size())


def _walked(window: Window, span: Span) -> tuple[list[_Stretch], bool]:
    """Return the fields of a message by number, and whether it is cut."""
    found: list[_Stretch] = []
    try:
        found.extend(_stretches(window, span))
    except DamagedDataError:
        return sorted(found), True
    return sorted(found), False


def _and_cut(texts: Iterator[str], *, is_cut: bool) -> Iterator[str]:
    yield from texts
    if is_cut:
        yield _CUT


def _stretches(window: Window, span: Span) -> Iterator[_Stretch]:
    """Yield the fields of a message; those before damage, too.

    Raises:
        DamagedDataError: the message is cut or damaged.
    """
    held: _Stretch | None = None
    try:
        for number, _, begin, _, end in window.fields(span):
            if held and held.number == number and end - held.begin <= _STRETCH_BYTES:
                held = held._replace(end=end)
                continue
            if held:
                yield held
            held = _Stretch(number, begin, end)
    except DamagedDataError:
        if held:
            yield held
        raise
    if held:
        yield held


def _graphs(window: Window, graphs: Sequence[Span], limit: AttributeLimit | None) -> Iterator[str]:
    """Write graphs as one: all nodes, then all functions, then what else the first one says."""
    others: list[list[_Stretch]] = []
    is_cut = False
    edits = [
        _edit(f"graph_{at + 1}" if len(graphs) > 1 else "", limit) for at in range(len(graphs))
    ]
    for graph, edit in zip(graphs, edits, strict=True):
        others.append([])
        try:
            for each in _stretches(window, graph):
                if each.number == GraphDef.NODE_FIELD_NUMBER:
                    yield _text(window, each, GraphDef, edit)
                else:
                    others[-1].append(each)
        except DamagedDataError:
            is_cut = True
    yield from _libraries(window, others, edits)
    yield _rest(window, others[0] if others else [])
    if is_cut:
        yield _CUT


def _rest(window: Window, others: Sequence[_Stretch]) -> str:
    """Write what is neither a node nor a library: each is there once, and the last one counts."""
    rest = [each for each in others if each.number != GraphDef.LIBRARY_FIELD_NUMBER]
    data = b"".join(window.read_at(each.begin, each.end) for each in rest)
    try:
        return str(GraphDef.FromString(data))
    except DecodeError:
        return _UNREADABLE


def _libraries(
    window: Window, others: Sequence[Sequence[_Stretch]], edits: Sequence[Edit]
) -> Iterator[str]:
    """Write the libraries of some graphs as one."""
    parts: list[tuple[_Stretch, Edit]] = []
    is_there = False
    for of_graph, edit in zip(others, edits, strict=True):
        for each in of_graph:
            if each.number == GraphDef.LIBRARY_FIELD_NUMBER:
                is_there = True
                for library in window.fields(Span(each.begin, each.end)):
                    found, _ = _walked(window, Span(library.start, library.end))
                    parts += [(part, edit) for part in found]
    if not is_there or (len(edits) > 1 and not parts):  # merged graphs have one for functions only
        return
    yield _LIBRARY_OPENS
    for part, edit in sorted(parts, key=lambda one: one[0].number):
        yield _library_text(window, part, edit)
    yield _CLOSES


def _library_text(window: Window, part: _Stretch, edit: Edit) -> str:
    try:
        library = FunctionDefLibrary.FromString(window.read_at(part.begin, part.end))
    except DecodeError:
        return f"  {_UNREADABLE}"
    graph = GraphDef(library=library)
    edit(graph)
    return str(graph).removeprefix(_LIBRARY_OPENS).removesuffix(_CLOSES)


def _text(
    window: Window, stretch: _Stretch, kind: type[GraphDef | RunMetadata], edit: Edit | None = None
) -> str:
    try:
        message = kind.FromString(window.read_at(stretch.begin, stretch.end))
    except DecodeError:
        return _one_by_one(window, stretch, kind, edit)
    if edit and isinstance(message, GraphDef):
        edit(message)
    return str(message)


def _one_by_one(
    window: Window, stretch: _Stretch, kind: type[GraphDef | RunMetadata], edit: Edit | None
) -> str:
    """Write the fields of a stretch of which some cannot be read, the others as they are."""
    span = Span(stretch.begin, stretch.end)
    fields = [_Stretch(stretch.number, each.begin, each.end) for each in window.fields(span)]
    if len(fields) == 1:
        return _UNREADABLE
    return "".join(_text(window, each, kind, edit) for each in fields)


def _edit(prefix: str, limit: AttributeLimit | None) -> Edit:
    """Return what changes a part of a graph as it is asked for."""

    def edit(graph: GraphDef) -> None:
        if prefix:
            _rename(graph, prefix)
        if limit:
            leave_out(graph, limit)

    return edit


def leave_out(graph: GraphDef, limit: AttributeLimit) -> None:
    """Leave out the attributes of nodes that are too large, and note their names."""
    for node in graph.node:
        if node.ByteSize() <= limit.bytes:  # so is each of them
            continue
        for name in [name for name, value in node.attr.items() if value.ByteSize() > limit.bytes]:
            del node.attr[name]
            node.attr[limit.key].list.s.append(name.encode())


def _rename(graph: GraphDef, prefix: str) -> None:
    """Give a graph's nodes a scope, and its functions a name, of their own.

    A control input stays one; TensorBoard makes `graph_1/^x` of `^x`.
    """
    for node in graph.node:
        node.name = f"{prefix}/{node.name}"
        node.input[:] = [
            f"^{prefix}/{name[1:]}" if name.startswith("^") else f"{prefix}/{name}"
            for name in node.input
        ]
        if node.op == "PartitionedCall" and "f" in node.attr:
            node.attr["f"].func.name = f"{prefix}_{node.attr['f'].func.name}"
    for function in graph.library.function:
        function.signature.name = f"{prefix}_{function.signature.name}"
    for gradient in graph.library.gradient:
        gradient.function_name = f"{prefix}_{gradient.function_name}"
        gradient.gradient_func = f"{prefix}_{gradient.gradient_func}"
