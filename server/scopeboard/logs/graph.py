"""A computation graph of a log in Python."""

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeVar

import numpy as np

from scopeboard.errors import NotFoundError, QueryError
from scopeboard.files.location import Place
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.export.columns import (
    Graph,
    cost_columns,
    edge_columns,
    find_scope_row,
    metaedge_columns,
    node_columns,
    op_columns,
    scope_columns,
)
from scopeboard.graph.export.dot_json import (
    MAX_DOT_OPS,
    MAX_JSON_OPS,
    select_ops,
    write_dot,
    write_json,
)
from scopeboard.graph.export.networkx_graph import MAX_XML_OPS, networkx_graph, write_xml
from scopeboard.graph.query.search import MAX_MATCHES, Match, search
from scopeboard.graph.query.trace import Direction, TraceRequest, trace
from scopeboard.logs.columns import Names
from scopeboard.logs.graph_diff import GraphDifference
from scopeboard.logs.graph_source import GraphSource
from scopeboard.logs.graph_table import graph_table
from scopeboard.logs.table import Table

if TYPE_CHECKING:
    import networkx as nx

    from scopeboard.logs.view import LogReader


T = TypeVar("T")
ExportForm = Literal["dot", "gexf", "graphml", "json"]
MAX_OPS: Final[dict[ExportForm, int]] = {
    "dot": MAX_DOT_OPS,
    "gexf": MAX_XML_OPS,
    "graphml": MAX_XML_OPS,
    "json": MAX_JSON_OPS,
}
"""The most ops of an export."""
_DIRECTIONS: Final[tuple[Direction, ...]] = ("downstream", "upstream", "both")


class GraphScope:
    """The inside of one scope: its nodes, which are ops and scopes, and the edges between them.

    Attributes:
        name: the full name, empty for the top level.

    Examples:
        >>> layer = sb.open("runs").graph("base").scope("layer1")
        >>> layer.nodes[layer.nodes["type"] == "Relu"][["name", "ops"]]
        name         ops
        layer1/Relu  1
        [1 rows × 2 columns]
        >>> layer.to_networkx().has_edge("layer1/add", "layer1/Relu")
        True
    """

    def __init__(self, graph: Graph, name: str) -> None:
        find_scope_row(graph, name)
        self.name = name
        self._graph = graph

    def __repr__(self) -> str:
        return f"<GraphScope {self.name!r}, {len(self.nodes):,} nodes>"

    @cached_property
    def nodes(self) -> Table:
        """The nodes directly in the scope.

        The columns are `name`, `type` (of an op, else empty), `kind` (`op` or `scope`), `parent`,
        `ops` (how many are inside), and the costs of `LogGraph.scopes`.
        """
        return graph_table(node_columns(self._graph, self.name))

    @cached_property
    def edges(self) -> Table:
        """The edges between these nodes.

        The columns are `source`, `target`, `kind`, `count` (how many inputs of ops it stands for),
        `dtype` and `shape` (of a single tensor), and `bytes` (float64, NaN if unknown).
        """
        return graph_table(metaedge_columns(self._graph, self.name))

    def to_networkx(self) -> "nx.MultiDiGraph":
        """Return the scope as a graph of NetworkX, with the columns as attributes.

        See `LogGraph.to_networkx`.
        """
        nodes, edges = (
            node_columns(self._graph, self.name),
            metaedge_columns(self._graph, self.name),
        )
        return networkx_graph(nodes, edges)


class LogGraph:
    """A graph: its ops, edges and scopes as tables, and questions about it.

    Names are the full names of the dashboard. What it folds into groups stays unfolded here.

    Attributes:
        run: the run that logged the graph; empty if a file that belongs to none has it.
        tag: the tag of the graph, empty for that of the run itself.

    Examples:
        >>> graph = sb.open("runs").graph("base")
        >>> graph.edges[graph.edges["target"] == "layer1/Relu"][["source", "kind", "shape"]]
        source      kind  shape
        layer1/add  data  ?×500
        [1 rows × 3 columns]
        >>> graph.costs()[["ops", "parameters"]][0]
        ops  parameters
        292  397510
        [1 rows × 2 columns]
        >>> graph.summary.nodes, graph.summary.edges
        (292, 408)
        >>> next(graph.export("dot", "layer1")).splitlines()[0]
        'digraph "layer1" {'
        >>> tag = graph.measured_steps["tag"][0]
        >>> ran = graph.statistics(tag)
        >>> ran[ran["name"] == "layer1/Relu"][["compute", "output_bytes"]]  # ns and bytes
        compute  output_bytes
        487067   200000
        [1 rows × 2 columns]
    """

    def __init__(
        self, source: GraphSource, run: str, tag: str, reader: "LogReader | None" = None
    ) -> None:
        self.run = run
        self.tag = tag
        self._graph = source.graph()
        self._source = source
        self._reader = reader

    def __repr__(self) -> str:
        return f"<LogGraph of {self.run!r}, {len(self.ops):,} ops>"

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled.

        Raises:
            TypeError: always.
        """
        raise TypeError("A graph cannot be pickled; pickle its tables, such as `graph.ops`.")

    @cached_property
    def ops(self) -> Table:
        """The ops in order of appearance, those of the function library last.

        The columns are `name`, `type`, `scope`, `device`, `role` (what it is for, such as `model`
        or `gradient`), `dtype` and `shape` of the first output (empty if unknown), `outputs`,
        and, as float64 with NaN for unknown ones, `parameters`, `non_trainable`, `flops` and
        `activation_bytes`. `is_lower_bound` marks ops of which one of these is a lower bound.
        """
        return graph_table(op_columns(self._graph))

    @cached_property
    def edges(self) -> Table:
        """The inputs of ops, in order of appearance.

        The columns are `source`, `output`, `target`, `input`, `kind` (`data`, `control` or
        `reference`), `dtype` and `shape`. A control dependency has -1 as `output` and `input`.
        """
        return graph_table(edge_columns(self._graph))

    @cached_property
    def scopes(self) -> Table:
        """The name scopes, each after the one around it.

        The columns are `name`, `kind`, `parent`, `ops` (how many are inside), and the costs of all
        ops inside, as in `ops`.
        """
        return graph_table(scope_columns(self._graph))

    def scope(self, name: str = "") -> GraphScope:
        """Return the inside of a scope by its full name, by default of the top level.

        Raises:
            NotFoundError: there is no such scope.
        """
        return GraphScope(self._graph, name)

    def find(self, query: str) -> Table:
        """Return the nodes that match a query in the language of the dashboard's search.

        The columns are `name`, `kind`, `type` (of an op, else empty), `node` (the shown node that
        has it, such as the host of a constant) and `depth`. The order is that of the dashboard.

        Raises:
            QueryError: the query is invalid.
        """
        matches: list[Match] = []
        while True:
            page = search(self._graph, query, offset=len(matches), limit=MAX_MATCHES)
            matches += page.matches
            if not page.matches or len(matches) >= page.total:
                break
        texts: dict[str, Callable[[Match], str]] = {
            "name": lambda match: match.name,
            "kind": lambda match: match.kind,
            "type": lambda match: match.op,
            "node": lambda match: match.node,
        }
        columns: dict[str, Any] = {
            name: Names.of([text(match) for match in matches]) for name, text in texts.items()
        }
        depth = np.array([match.depth for match in matches], np.int64)
        return Table({**columns, "depth": depth})

    def trace(
        self,
        source: str,
        target: str = "",
        direction: Direction = "downstream",
        hops: int | None = None,
    ) -> Table:
        """Return the ops on all paths from a node to another, or downstream of one.

        The columns are `name` and `hops`, the distance from `source` in edges; the nearest ops are
        first. There are none if no path connects the nodes.

        Args:
            source: the full name of an op or a scope.
            target: another one; empty to follow all paths.
            direction: without a target, `downstream`, `upstream` or `both`.
            hops: the most edges to follow; None for no limit.

        Raises:
            NotFoundError: there is no such node.
            QueryError: a node holds no ops, or there is no such direction.
        """
        if direction not in _DIRECTIONS:
            raise QueryError(f"direction is one of {', '.join(_DIRECTIONS)}: not {direction!r}.")
        request = TraceRequest(source, "between" if target else direction, target, hops=hops)
        traced = trace(self._graph, request, limit=None).ops
        return Table(
            {
                "name": Names.of([op.name for op in traced]),
                "hops": np.array([op.hops for op in traced], np.int64),
            }
        )

    def export(self, form: ExportForm, scope: str = "") -> Iterator[str]:
        """Return the graph, or one scope, as a text in pieces, with the exports of the page.

        Args:
            form: DOT and JSON have ops and edges; GraphML and GEXF have shapes, dtypes, devices,
                roles and costs as attributes, too.
            scope: the full name of a scope, by default the top level.

        Raises:
            NotFoundError: there is no such scope.
            QueryError: it has more ops than the form is for, or there is no such form.
        """
        if form not in MAX_OPS:
            raise QueryError(f"form is one of {', '.join(MAX_OPS)}: not {form!r}.")
        exported = select_ops(self._graph, scope, MAX_OPS[form], form)
        if form in {"gexf", "graphml"}:
            return write_xml(self._graph, exported, form)
        ops = self._graph.annotated.ops
        return write_dot(ops, exported, scope) if form == "dot" else write_json(ops, exported)

    def costs(self) -> Table:
        """Return what each scope and op costs, the whole graph (an empty name) first.

        The columns are those of `GraphScope.nodes`. A scope is above what is in it.
        """
        return graph_table(cost_columns(self._graph))

    @property
    def summary(self) -> GraphSummary:
        """The size of the graph, its label, and its faults: see `GraphSummary`."""
        return self._source.summary()

    @property
    def measured_steps(self) -> Table:
        """The steps of the run that were profiled (RunMetadata), by their wall times.

        The columns are `tag`, `step`, `wall_time` (s since the epoch), `bytes` (of the record), and
        `error`, a sentence if the statistics cannot be read.

        Raises:
            NotFoundError: the graph cannot be read now.
        """
        steps = self._read(self._source.steps)
        return Table(
            {
                "tag": Names.of([step.tag for step in steps]),
                "step": np.array([step.step for step in steps], np.int64),
                "wall_time": np.array([step.wall_time for step in steps], np.float64),
                "bytes": np.array([step.bytes for step in steps], np.int64),
                "error": Names.of([step.error or "" for step in steps]),
            }
        )

    def statistics(self, tag: str | None = None, step: int | None = None) -> Table:
        """Return the times and the memory of each op that ran in a profiled step.

        The columns are `name`, `type`, `scope`, `device` (of the first run), `runs`, and as int64,
        in nanoseconds, `start` (after that of the step), `compute`, `total` (with the work of the
        runtime around it) and `copies`, and in bytes `memory`, `peak`, `persistent` and
        `output_bytes`. These are the numbers of the dashboard. Of an op that ran several times,
        times are added up, and sizes are the largest. An op that calls a function has its time, and
        so have the ops of the function: the sum of all ops counts it twice.

        Args:
            tag: a tag of `measured_steps`; None for that of the last step.
            step: the step; None for the last one of the tag.

        Raises:
            DamagedDataError: the statistics cannot be read.
            NotFoundError: the run has no such statistics.
        """
        steps = self._read(self._source.steps)
        if not steps:
            subject = f"The run {self.run!r}" if self.run else "A graph without a run"
            raise NotFoundError(f"{subject} has no statistics of a step.")
        chosen = steps[-1].tag if tag is None else tag
        return graph_table(self._read(lambda: self._source.statistics(chosen, step)))

    def _read(self, request: Callable[[], T]) -> T:
        """Return what a request reads from the log; that of a file is never closed."""
        return request() if self._reader is None else self._reader.read(lambda _: request())

    def file(self, folder: Path) -> Place:
        """Return a file that holds the graph first, written into `folder` if there is none.

        Raises:
            DamagedDataError: the graph cannot be read.
            NotFoundError: it is gone.
        """
        return self._read(lambda: self._source.file(folder, f"{self.run} {self.tag}"))

    def diff(self, other: "LogGraph") -> GraphDifference:
        """Return what makes another graph of this one.

        Raises:
            TypeError: the other is no graph.
        """
        if not isinstance(other, LogGraph):
            raise TypeError(f"other is a graph of `log.graph`: not {other!r}.")
        return GraphDifference(self._graph, other._graph)

    def to_networkx(self) -> "nx.MultiDiGraph":
        """Return all ops as a graph of NetworkX, with the columns as attributes.

        `scope(name).to_networkx()` is the same for one level. The key of an edge is the number of
        its row. NaN and empty texts are left out, so that NetworkX writes the graph as GraphML or
        GEXF. NetworkX is imported by the first call.
        """
        return networkx_graph(op_columns(self._graph), edge_columns(self._graph))
