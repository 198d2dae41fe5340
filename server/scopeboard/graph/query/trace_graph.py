"""The part of a graph that a trace may go through, as one numbered set of nodes.

Base edges never lead into or out of a function's body. A trace that begins or ends in a body opened
in place goes on through the wires of the call: from what feeds the call to the argument that it is,
and from a result to what it feeds (see `call_wires`). So the nodes of a trace are the ops of the
main graph (or of a function looked at in the library), and once more those of each body that holds
an end of the trace, wired in. All other calls stand for their bodies.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.errors import QueryError
from scopeboard.graph.hierarchy.calls import MAX_CHAIN
from scopeboard.graph.model.adjacency import Adjacency
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

Kinds = Literal["all", "data", "control"]
_NONE: Final = np.empty(0, dtype=np.int64)


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
    """All regions of a trace, the outer before the inner, and the ways between their nodes.

    Args:
        graph: the graph.
        ends: for each end of the trace the alias that it is shown in and an op of it.
        kinds: which edges to follow.

    Raises:
        QueryError: an end is in too many calls within one another.
    """

    def __init__(
        self, graph: PreparedGraph, ends: list[tuple[OpenCall | None, int]], kinds: Kinds
    ) -> None:
        self._graph = graph
        self.regions: list[Region] = []
        for alias, op in ends:
            self._add(alias, graph.calls.function_of(op))
        self.size = sum(region.end - region.first for region in self.regions)
        self.sources, self.targets = self._ways(kinds)

    def region_of(self, alias: OpenCall | None, op: int) -> Region:
        """Return the region that an op, shown in an alias, is in."""
        path = None if alias is None else alias.path
        return next(
            region
            for region in self.regions
            if region.first <= op < region.end and path == _path(region)
        )

    def downstream(self) -> Adjacency:
        """Return the ways along the edges."""
        return Adjacency.of(self.sources, self.targets, self.size)

    def upstream(self) -> Adjacency:
        """Return the ways against the edges."""
        return Adjacency.of(self.targets, self.sources, self.size)

    def _add(self, alias: OpenCall | None, function: int) -> None:
        """Make the regions of a function, or of the main graph, and of all calls around it.

        Raises:
            QueryError: there are too many.
        """
        wanted: list[tuple[OpenCall | None, int]] = []
        while alias is not None:
            wanted.append((alias, function))
            function, alias = self._graph.calls.function_of(alias.call), alias.outer
            if len(wanted) > MAX_CHAIN:
                raise QueryError(f"A trace goes into {MAX_CHAIN} calls within one another at most.")
        for around, body in [(None, function), *reversed(wanted)]:
            self._add_one(around, body)

    def _add_one(self, alias: OpenCall | None, function: int) -> None:
        ops, path = self._graph.annotated.ops, None if alias is None else alias.path
        first = 0 if function < 0 else int(ops.functions.first[function])
        end = ops.main_count if function < 0 else int(ops.functions.end[function])
        if not any(region.first == first and _path(region) == path for region in self.regions):
            base = sum(region.end - region.first for region in self.regions)
            self.regions.append(Region(alias, first, end, base))

    def _ways(self, kinds: Kinds) -> tuple[Indices, Indices]:
        edges = self._graph.annotated.ops.edges
        followed = np.flatnonzero(_is_followed(edges.kind, kinds))
        pieces = []
        for region in self.regions:
            source, target = edges.source[followed], edges.target[followed]
            inside = (source >= region.first) & (source < region.end)
            pieces.append((region.nodes_of(source[inside]), region.nodes_of(target[inside])))
            if region.alias is not None:
                pieces += self._wires(region, region.alias, followed)
        sources, targets = zip(*pieces, strict=True) if pieces else ((_NONE,), (_NONE,))
        return np.concatenate(sources), np.concatenate(targets)

    def _wires(
        self, region: Region, alias: OpenCall, followed: Indices
    ) -> list[tuple[Indices, Indices]]:
        """Return the wires of a body: from outside to arguments, and from results to outside."""
        edges = self._graph.annotated.ops.edges
        outer = self.region_of(alias.outer, alias.call)
        rows = followed[edges.target[followed] == alias.call]
        args = input_rows(self._graph, alias.body, edges, rows)
        wired = args >= 0
        into = outer.nodes_of(edges.source[rows[wired]]), region.nodes_of(args[wired])
        rows = followed[edges.source[followed] == alias.call]
        results = output_rows(self._graph, alias.body, edges, rows)
        wired = results >= 0
        out_of = region.nodes_of(results[wired]), outer.nodes_of(edges.target[rows[wired]])
        return [into, out_of]


def _path(region: Region) -> str | None:
    return None if region.alias is None else region.alias.path


def _is_followed(kind: Indices, kinds: Kinds) -> Flags:
    if kinds == "all":
        return np.ones(kind.size, dtype=np.bool_)
    is_control: Flags = kind == CONTROL
    return is_control if kinds == "control" else ~is_control
