"""A graph of NetworkX with ops as nodes, and the languages that NetworkX writes: GraphML and GEXF.

NetworkX is imported when a graph is made: the import takes a tenth of a second.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.export.columns import CodedTexts, GraphColumns, edge_columns, op_columns
from scopeboard.graph.export.dot_json import ExportedOps
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

if TYPE_CHECKING:
    import networkx as nx

MAX_XML_OPS: Final = 20_000  # the whole document is in memory: about 15 KB for each op
_ROWS_BETWEEN_CHECKS: Final = 4096
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_XML: Final = "<?xml version='1.0' encoding='utf-8'?>\n"


def networkx_graph(
    nodes: GraphColumns, edges: GraphColumns, check: CancelCheck = never_cancelled
) -> "nx.MultiDiGraph":
    """Return nodes and edges as a graph of NetworkX, with the columns as attributes.

    Attributes are of Python's own types; NaN, -1 and empty texts, which stand for unknown values,
    are left out. The key of an edge is the number of its row.

    Args:
        nodes: with the column `name`.
        edges: with the columns `source` and `target`, names of nodes.
        check: called now and then; the exception that it raises ends the work.
    """
    import networkx as nx  # noqa: PLC0415 - when a graph is made, see above

    graph = nx.MultiDiGraph()
    for number, row in enumerate(_rows(nodes)):
        if number % _ROWS_BETWEEN_CHECKS == 0:
            check()
        graph.add_node(row.pop("name"), **_known(row))
    for number, row in enumerate(_rows(edges)):
        if number % _ROWS_BETWEEN_CHECKS == 0:
            check()
        graph.add_edge(row.pop("source"), row.pop("target"), key=number, **_known(row))
    return graph


def write_xml(
    graph: PreparedGraph,
    exported: ExportedOps,
    form: Literal["graphml", "gexf"],
    check: CancelCheck = never_cancelled,
) -> Iterator[str]:
    """Return exported ops and their edges as GraphML or GEXF, line by line.

    The attributes are the columns of `op_columns` and `edge_columns`. What XML cannot have in a
    text becomes the replacement character.
    """
    import networkx as nx  # noqa: PLC0415 - as above

    names = _distinct([_valid(name) for name in exported.names])
    nodes = {name: _taken(column, exported.ops) for name, column in op_columns(graph).items()}
    edges = {name: _taken(column, exported.edges) for name, column in edge_columns(graph).items()}
    nodes["name"] = CodedTexts(np.arange(len(names)), names)
    ends = graph.annotated.ops.edges
    edges["source"] = CodedTexts(exported.index[ends.source[exported.edges]], names)
    edges["target"] = CodedTexts(exported.index[ends.target[exported.edges]], names)
    made = networkx_graph(_valid_texts(nodes), _valid_texts(edges), check)
    lines = nx.generate_graphml(made) if form == "graphml" else nx.generate_gexf(made)
    return _document(lines)


def _document(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of XML after a declaration."""
    is_first = True
    for line in lines:
        if is_first and not line.startswith("<?xml"):
            yield _XML
        is_first = False
        yield f"{line}\n"


def _rows(columns: GraphColumns) -> Iterator[dict[str, Any]]:
    """Yield the rows as dictionaries of Python's own values."""
    values = [
        map(column.texts.__getitem__, column.codes.tolist())
        if isinstance(column, CodedTexts)
        else column.tolist()
        for column in columns.values()
    ]
    return (dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True))


def _known(row: dict[str, Any]) -> dict[str, Any]:
    """Return the values that are known."""
    return {name: value for name, value in row.items() if value not in {"", -1} and value == value}  # noqa: PLR0124 - NaN


def _taken(
    column: NDArray[Any] | CodedTexts, rows: NDArray[np.integer[Any]]
) -> NDArray[Any] | CodedTexts:
    """Return some rows of a column."""
    if isinstance(column, CodedTexts):
        return CodedTexts(column.codes[rows], column.texts)
    taken: NDArray[Any] = column[rows]
    return taken


def _valid_texts(columns: GraphColumns) -> GraphColumns:
    """Return columns whose texts XML can have."""
    return {
        name: CodedTexts(column.codes, [_valid(text) for text in column.texts])
        if isinstance(column, CodedTexts)
        else column
        for name, column in columns.items()
    }


def _valid(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)


def _distinct(names: list[str]) -> list[str]:
    """Return names, of which equal ones get a number."""
    used = set(names)
    if len(used) == len(names):
        return names
    seen: set[str] = set()
    distinct = []
    for name in names:
        new, number = name, 1
        while new in seen or (number > 1 and new in used):
            number += 1
            new = f"{name} ({number})"
        seen.add(new)
        distinct.append(new)
    return distinct
