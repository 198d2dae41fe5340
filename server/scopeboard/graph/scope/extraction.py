"""The main/auxiliary split of one scope: which children stand beside its main graph, and why.

Theory. A node that nearly everything is linked to (a global step, an `init`, a learning rate) draws
lines across the whole picture and says little. Such nodes leave the main graph for a column of
*in-extracts* or *out-extracts* beside it. The lines to them are *cut*: at both ends of each stands
an annotation with the name of the other.

The steps and constants are TensorBoard's, in its order. Each sees the metaedges that those before
it left whole:

1. the viewer's choices: what is excluded leaves, whatever its degree, to the side where it has more
   neighbours; what is included stays, whatever the later steps find;
2. sinks by op type (`NoOp`), 3. sources by op type (none);
4. high in-degree, 5. high out-degree: outliers above the upper quartile, in scopes with enough
   children;
6. control dependencies of nodes that have many of them are cut; the nodes stay;
7. nodes without a line left, but with annotations on one side, leave to that side.

In step 7 a line across the border of the scope is a line too: an op that is alone in its scope has
its place in the flow, and TensorBoard, which takes it out, shows an open scope with nothing in it.

TensorBoard notes an extraction in the node itself, so that later it looks like the viewer's choice.
Here the split is a function of the scope, the options and the choices, and of nothing before.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.metaedges import Metaedges
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.scope.answer import Reason, ReasonKind

MAIN: Final = 0
IN_EXTRACT: Final = 1
OUT_EXTRACT: Final = 2

INCLUDED: Final = 1
UNSPECIFIED: Final = 0
EXCLUDED: Final = -1

_IN_SPREAD: Final = 1  # an outlier is above Q3 by more than this many times Q3 - Q1
_OUT_SPREAD: Final = 4


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """The thresholds; the defaults are TensorBoard's.

    `auto` switches steps 4 and 5. They need `min_nodes` children that the viewer has not decided
    on, and extract none of a degree below `min_degree`. `max_control_degree` is for step 6, and
    for bridges like `max_bridge_degree` (see `crowded_bridges`). `isolated` switches step 7.
    """

    auto: bool = True
    min_nodes: int = 15
    min_degree: int = 5
    max_control_degree: int = 4
    max_bridge_degree: int = 4
    sink_types: tuple[str, ...] = ("NoOp",)
    source_types: tuple[str, ...] = ()
    isolated: bool = True


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the split looks at, besides the metaedges: a column entry for each child of a scope.

    `ops` are op types, of a metanode that of the op it is named after, else empty. `choice` is
    INCLUDED, UNSPECIFIED or EXCLUDED, `rules` the rule of the viewer that says so, as asked for.
    `has_bridge` tells that a line across the border of the scope ends there.
    """

    ops: list[str]
    choice: Indices
    rules: list[str]
    has_constants: Flags
    has_summaries: Flags
    has_bridge: Flags


@dataclass(frozen=True, slots=True)
class Split:
    """The outcome: `role` of each child, the reason for those that left, and the cut metaedges."""

    role: Indices
    cut: Flags
    reasons: dict[int, Reason] = field(default_factory=dict)


def split_scope(candidates: Candidates, edges: Metaedges, options: ExtractOptions) -> Split:
    """Decide which children of a scope leave the main graph, and which metaedges are cut.

    Args:
        candidates: one row for each child.
        edges: the metaedges between them, ends being rows of `candidates`.
        options: the thresholds.
    """
    work = _Work(candidates, edges)
    work.extract_chosen()
    work.extract_types(options.sink_types, OUT_EXTRACT)
    work.extract_types(options.source_types, IN_EXTRACT)
    if options.auto:
        work.extract_high_degrees(options)
    work.cut_control(options.max_control_degree)
    if options.isolated:
        work.extract_isolated()
    return Split(work.role, ~work.whole, work.reasons)


def crowded_bridges(
    across: Metaedges, inner: Indices, outer: Indices, options: ExtractOptions
) -> Flags:
    """Return which metaedges across the border of a scope are annotations for there are too many.

    TensorBoard's rule, for each direction by itself: those of a neighbour that is linked to more
    than `max_bridge_degree` children, or by control alone to more than `max_control_degree`. (So
    are those of a child that left the main graph. It also asks whether the line goes on outside,
    which the page sees.)

    Args:
        across: the metaedges of one direction.
        inner: their ends inside, any codes.
        outer: their ends outside, any codes.
        options: the thresholds.
    """
    _, code = np.unique(outer, return_inverse=True)
    is_control = across.kind == CONTROL
    alone = is_control & ~_has_twin(inner, code, is_control)
    linked = np.bincount(code[~is_control], minlength=code.max(initial=-1) + 1)
    by_control = np.bincount(code[alone], minlength=linked.size)
    result: Flags = np.where(
        alone,
        by_control[code] > options.max_control_degree,
        linked[code] > options.max_bridge_degree,
    )
    return result


class _Work:
    """A split in the making: `whole` are the metaedges not cut so far."""

    def __init__(self, candidates: Candidates, edges: Metaedges) -> None:
        self.candidates = candidates
        self.count = len(candidates.ops)
        self.source = np.asarray(edges.source, dtype=np.int64)
        self.target = np.asarray(edges.target, dtype=np.int64)
        self.is_control = edges.kind == CONTROL
        self.is_alone = self.is_control & ~_has_twin(self.source, self.target, self.is_control)
        self.is_loop = self.source == self.target
        self.whole = np.ones(self.source.size, dtype=np.bool_)
        self.role = np.full(self.count, MAIN, dtype=np.int8)
        self.reasons: dict[int, Reason] = {}

    def extract_chosen(self) -> None:
        """Step 1: where a viewer excludes a node, its neighbours say to which side."""
        chosen = self.candidates.choice == EXCLUDED
        pair = self.whole & ~(self.is_control & ~self.is_alone) & ~self.is_loop
        leaves = self._degrees(self.source, pair) > self._degrees(self.target, pair)
        for row in np.flatnonzero(chosen).tolist():
            side = OUT_EXTRACT if leaves[row] else IN_EXTRACT
            self._mark(row, side, Reason("choice", self.candidates.rules[row]))
        self._cut_extracted()

    def extract_types(self, types: tuple[str, ...], side: int) -> None:
        """Steps 2 and 3: ops that by their type only end or begin the flow."""
        for row in self._open_rows() if types else ():
            if self.candidates.ops[row] in types:
                self._mark(row, side, Reason("op_type", self.candidates.ops[row]))
        self._cut_extracted()

    def extract_high_degrees(self, options: ExtractOptions) -> None:
        """Steps 4 and 5: outliers by number of neighbours, both counted before either step."""
        rows = np.array(self._open_rows(), dtype=np.int64)
        if rows.size < options.min_nodes:
            return
        least = options.min_degree - 1
        inputs, outputs = self._neighbours(self.target), self._neighbours(self.source)
        sides: tuple[tuple[Indices, int, int, ReasonKind], ...] = (
            (inputs, _IN_SPREAD, IN_EXTRACT, "in_degree"),
            (outputs, _OUT_SPREAD, OUT_EXTRACT, "out_degree"),
        )
        for degrees, spread, side, kind in sides:
            bound = max(_outlier_bound(degrees[rows], spread), least)
            for row in rows[degrees[rows] > bound].tolist():
                self._mark(row, side, Reason(kind, count=int(degrees[row]), bound=bound))
        self._cut_extracted()

    def cut_control(self, max_degree: int) -> None:
        """Step 6: control dependencies, where a node has too many of them; the choices hold."""
        alone = self.whole & self.is_alone & ~self.is_loop
        degree = self._degrees(self.source, alone) + self._degrees(self.target, alone)
        is_busy = degree > max_degree
        is_kept = self.candidates.choice == INCLUDED
        self.whole &= ~(
            alone
            & (is_busy[self.source] | is_busy[self.target])
            & ~(is_kept[self.source] | is_kept[self.target])
        )

    def extract_isolated(self) -> None:
        """Step 7: what has no line left, but annotations on one side."""
        lines = self._degrees(self.source, self.whole) + self._degrees(self.target, self.whole)
        has_line = (lines > 0) | self.candidates.has_bridge
        before = self.candidates.has_constants | (self._degrees(self.target, ~self.whole) > 0)
        after = self.candidates.has_summaries | (self._degrees(self.source, ~self.whole) > 0)
        for row in self._open_rows():
            if not has_line[row] and before[row] != after[row]:
                side = OUT_EXTRACT if before[row] else IN_EXTRACT
                self._mark(row, side, Reason("isolated"))

    def _open_rows(self) -> list[int]:
        """Return the children in the main graph that the viewer has not decided on."""
        is_open = (self.role == MAIN) & (self.candidates.choice == UNSPECIFIED)
        return np.flatnonzero(is_open).tolist()

    def _mark(self, row: int, side: int, reason: Reason) -> None:
        if self.role[row] == MAIN:
            self.role[row] = side
            self.reasons[row] = reason

    def _cut_extracted(self) -> None:
        left = self.role != MAIN
        self.whole &= ~(left[self.source] | left[self.target])

    def _degrees(self, ends: Indices, edges: Flags) -> Indices:
        return np.bincount(ends[edges], minlength=self.count)

    def _neighbours(self, ends: Indices) -> Indices:
        """Count the neighbours by tensors; where a node has none, those by control."""
        linked = self.whole & ~self.is_loop
        by_tensors = self._degrees(ends, linked & ~self.is_control)
        by_control = self._degrees(ends, linked & self.is_control)
        return np.where(by_tensors == 0, by_control, by_tensors)


def _has_twin(source: Indices, target: Indices, is_control: Flags) -> Flags:
    """Return which metaedges join the same two nodes as one that carries tensors."""
    span = int(target.max(initial=0)) + 1
    pairs = np.asarray(source, dtype=np.int64) * span + target
    return np.isin(pairs, pairs[~is_control])


def _outlier_bound(degrees: Indices, spread: int) -> int:
    """Return the degree above which a node is an outlier: so many quartile ranges above Q3."""
    ranked = np.sort(degrees)
    low, high = (int(ranked[_round(ranked.size * share)]) for share in (0.25, 0.75))
    return high + spread * (high - low)


def _round(number: float) -> int:
    """Round halves up, as JavaScript does."""
    return int(number + 0.5)
