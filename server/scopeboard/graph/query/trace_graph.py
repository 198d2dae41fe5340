"""The ops and edges that a trace may follow, as one numbered set of nodes.

Base edges never lead into or out of a function's body. A trace that begins or ends in a body opened
in place continues through the wires of the call: from the input of the call to the argument, and
from a result to the consumers of the call's output (see `call_wires`). So the nodes of a trace are
the ops of the main graph (or of a function shown in the library), and again the ops of each body
that holds an end of the trace, wired in. All other calls stand for their bodies.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.errors import QueryError
from scopeboard.graph.hierarchy.calls import MAX_CHAIN
from scopeboard.graph.model.adjacency import Adjacency
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

Kinds = Literal["all", "data", "control"]
_NONE: Final = np.empty(0, dtype=np.int64)


def alias_path(alias: OpenCall | None) -> str | None:
    """Return the name of an open call, None for the tree itself."""
    return None if alias is None else alias.path


@dataclass(frozen=True, slots=True)
class Region:
    """The ops of the main graph or of one body: op `first + i` is node `base + i`, up to `end`."""

    alias: OpenCall | None
    first: int
    end: int
    base: int

    def nodes_of(self, ops: Indices) -> Indices:
        """Return the nodes of ops of this region."""
        return ops.astype(np.int64) - self.first + self.base


class TraceGraph:
    """All regions of a trace, the outer before the inner, and the edges between their nodes.

    Args:
        graph: the graph.
        ends: for each end of the trace the open call that shows it and an op of it.
        kinds: the kinds of edges to follow.

    Raises:
        QueryError: an end is in too many nested calls.
    """

    def __init__(
        self, graph: PreparedGraph, ends: list[tuple[OpenCall | None, int]], kinds: Kinds
    ) -> None:
        self._graph = graph
        self.regions: list[Region] = []
        for alias, op in ends:
            self._add_regions(alias, graph.calls.function_of(op))
        self.size = sum(region.end - region.first for region in self.regions)
        edges = graph.annotated.ops.edges
        followed = np.arange(edges.kind.size)
        if kinds != "all":
            followed = np.flatnonzero((edges.kind == CONTROL) == (kinds == "control"))
        source, target = edges.source[followed], edges.target[followed]
        sources, targets = [_NONE], [_NONE]
        for region in self.regions:
            inside = (source >= region.first) & (source < region.end)
            sources.append(region.nodes_of(source[inside]))
            targets.append(region.nodes_of(target[inside]))
            alias = region.alias
            if alias is None:
                continue
            outer = self.region_of(alias.outer, alias.call)
            rows = followed[target == alias.call]
            args = input_rows(graph, alias.body, edges, rows)
            sources.append(outer.nodes_of(edges.source[rows[args >= 0]]))
            targets.append(region.nodes_of(args[args >= 0]))
            rows = followed[source == alias.call]
            results = output_rows(graph, alias.body, edges, rows)
            sources.append(region.nodes_of(results[results >= 0]))
            targets.append(outer.nodes_of(edges.target[rows[results >= 0]]))
        self.sources, self.targets = np.concatenate(sources), np.concatenate(targets)

    def region_of(self, alias: OpenCall | None, op: int) -> Region:
        """Return the region of an op that is shown in an open call, or in the tree."""
        path = alias_path(alias)
        return next(
            region
            for region in self.regions
            if region.first <= op < region.end and path == alias_path(region.alias)
        )

    def downstream(self) -> Adjacency:
        """Return the edges in their own direction."""
        return Adjacency.of(self.sources, self.targets, self.size)

    def upstream(self) -> Adjacency:
        """Return the edges against their direction."""
        return Adjacency.of(self.targets, self.sources, self.size)

    def _add_regions(self, alias: OpenCall | None, function: int) -> None:
        """Add the regions of a function, or of the main graph, and of all calls around it.

        Raises:
            QueryError: there are too many.
        """
        bodies: list[tuple[OpenCall | None, int]] = []
        while alias is not None:
            bodies.append((alias, function))
            function, alias = self._graph.calls.function_of(alias.call), alias.outer
            if len(bodies) > MAX_CHAIN:
                raise QueryError(f"A trace is limited to {MAX_CHAIN} nested calls.")
        ops = self._graph.annotated.ops
        for body_alias, body in [(None, function), *reversed(bodies)]:
            first = 0 if body < 0 else int(ops.functions.first[body])
            end = ops.main_count if body < 0 else int(ops.functions.end[body])
            path = alias_path(body_alias)
            if not any(
                region.first == first and alias_path(region.alias) == path
                for region in self.regions
            ):
                base = sum(region.end - region.first for region in self.regions)
                self.regions.append(Region(body_alias, first, end, base))
