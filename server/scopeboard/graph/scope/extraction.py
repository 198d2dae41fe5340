"""The main/auxiliary split of one scope: the children that leave its main graph, with reasons.

Theory. A node with edges to nearly all others (a global step, an `init`, a learning rate) draws
lines across the whole picture and adds little. Such nodes leave the main graph for a column of
*in-extracts* or *out-extracts* beside it. Their edges are *cut*: an annotation at each end has the
name of the other end.

There are two rules. By *roles*, the default, bookkeeping leaves first (see `graph.roles`), then the
steps of TensorBoard follow on what is left, except that they never take out the spine of the model.
By *TensorBoard's rule* these steps are all. The steps and constants are TensorBoard's, in its
order. Each step sees the metaedges that the steps before it have not cut:

1. the viewer's choices: an excluded node leaves, whatever its degree, to the side where it has more
   neighbours; an included node stays, whatever the later steps find;
   then, by roles: gradients, optimizers, savers and other bookkeeping, except the training step,
   which keeps the lines of the way from the loss to the updates (see `child_roles`);
2. sinks by op type (`NoOp`), 3. sources by op type (none);
4. high in-degree, 5. high out-degree: outliers above the upper quartile, in scopes with enough
   children;
6. control dependencies of nodes that have many of them are cut; the nodes stay;
7. nodes without an uncut edge, but with annotations on one side, leave to that side;
   by roles, all nodes without an uncut edge leave if others have one.

In step 7 a bridge counts as an edge. TensorBoard does not count it: it extracts an op that is alone
in its scope, and shows an open scope with nothing in it.

TensorBoard stores an extraction in the node itself, so that it later looks like a viewer's choice.
Here the split is a pure function of the scope, the options and the choices.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.metaedges import Metaedges
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.model.weak_components import weak_components
from scopeboard.graph.scope.answer import Reason, ReasonKind
from scopeboard.graph.scope.child_roles import ChildRoles, spine, training_steps

SplitRule = Literal["roles", "tensorboard"]

MAIN: Final = 0
IN_EXTRACT: Final = 1
OUT_EXTRACT: Final = 2

INCLUDED: Final = 1
UNSPECIFIED: Final = 0
EXCLUDED: Final = -1

_IN_SPREAD: Final = 1  # an outlier exceeds Q3 by more than this multiple of Q3 - Q1
_OUT_SPREAD: Final = 4
_MAX_LINK_STEPS: Final = 2_000_000  # metaedges looked at to find what holds the graph together


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """The rule and the thresholds; the defaults of these are TensorBoard's.

    `auto` switches steps 4 and 5. They need `min_nodes` children without a choice of the viewer,
    and extract none of a degree below `min_degree`. `max_control_degree` is for step 6, and like
    `max_bridge_degree` for bridges (see `crowded_bridges`). `isolated` switches step 7.
    """

    auto: bool = True
    min_nodes: int = 15
    min_degree: int = 5
    max_control_degree: int = 4
    max_bridge_degree: int = 4
    sink_types: tuple[str, ...] = ("NoOp",)
    source_types: tuple[str, ...] = ()
    isolated: bool = True
    rule: SplitRule = "roles"


@dataclass(frozen=True, slots=True)
class Candidates:
    """The input of the split besides the metaedges: a column entry for each child of a scope.

    `ops` are op types, for a metanode that of the op with its name, else empty. `choice` is
    INCLUDED, UNSPECIFIED or EXCLUDED, `rules` the rule of the viewer that decides, as written in
    the request. `has_bridge` is whether an uncut bridge ends at the child. `roles` are those of the
    children, None in a scope that is not split by roles.
    """

    ops: list[str]
    choice: Indices
    rules: list[str]
    has_constants: Flags
    has_summaries: Flags
    has_bridge: Flags
    roles: ChildRoles | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """The result: the role of each child, the reasons of extracted ones, and the cut metaedges."""

    role: Indices
    cut: Flags
    reasons: dict[int, Reason] = field(default_factory=dict)


def split_scope(candidates: Candidates, edges: Metaedges, options: ExtractOptions) -> Split:
    """Split the children of a scope into main and auxiliary graph, and cut metaedges.

    Args:
        candidates: one row for each child.
        edges: the metaedges between them; their ends are rows of `candidates`.
        options: the thresholds.
    """
    splitter = _Splitter(candidates, edges)
    splitter.extract_chosen()
    roles = candidates.roles if options.rule == "roles" else None
    if roles is not None:
        splitter.extract_bookkeeping(roles, options.min_nodes)
    splitter.extract_types(options.sink_types, OUT_EXTRACT)
    splitter.extract_types(options.source_types, IN_EXTRACT)
    if options.auto:
        splitter.extract_high_degrees(options, roles)
    splitter.cut_control(options.max_control_degree)
    if options.isolated:
        splitter.extract_isolated(roles)
        if roles is not None:
            splitter.extract_lone(roles)
    return Split(splitter.role, ~splitter.uncut, splitter.reasons)


def crowded_bridges(
    across: Metaedges, inner: Indices, outer: Indices, options: ExtractOptions
) -> Flags:
    """Return the metaedges across the border of a scope that become annotations: too many of one.

    TensorBoard's rule, for each direction by itself: the metaedges of a neighbour that has edges to
    more than `max_bridge_degree` children, or by control alone to more than `max_control_degree`.
    (The caller adds those of extracted children. TensorBoard also checks whether the line continues
    outside, which only the page knows.)

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


class _Splitter:
    """The state between the steps: roles, reasons, and the metaedges that are not cut yet."""

    def __init__(self, candidates: Candidates, edges: Metaedges) -> None:
        self.candidates = candidates
        self.count = len(candidates.ops)
        self.source = np.asarray(edges.source, dtype=np.int64)
        self.target = np.asarray(edges.target, dtype=np.int64)
        self.is_control = edges.kind == CONTROL
        self.is_alone = self.is_control & ~_has_twin(self.source, self.target, self.is_control)
        self.is_loop = self.source == self.target
        self.uncut = np.ones(self.source.size, dtype=np.bool_)
        self.role = np.full(self.count, MAIN, dtype=np.int8)
        self.reasons: dict[int, Reason] = {}
        self.step_rows: set[int] = set()

    def extract_chosen(self) -> None:
        """Step 1: an excluded node leaves to the side where it has more neighbours."""
        chosen = self.candidates.choice == EXCLUDED
        sides = self._sides()
        for row in np.flatnonzero(chosen).tolist():
            self._mark(row, sides[row], Reason("choice", self.candidates.rules[row]))
        self._cut_extracted()

    def extract_bookkeeping(self, roles: ChildRoles, min_nodes: int) -> None:
        """Extract bookkeeping, unless nothing else is left, and free the training step of lines.

        In a scope with fewer than `min_nodes` children, all that trains stays with all its lines.
        """
        is_data = self.uncut & ~self.is_control & ~self.is_loop
        is_open = (self.role == MAIN) & (self.candidates.choice == UNSPECIFIED)
        is_booked = np.array([reason is not None for reason in roles.reasons], dtype=np.bool_)
        is_booked &= is_open
        if not (~is_booked & (self.role == MAIN)).any():
            return
        is_small = np.count_nonzero(is_open) < min_nodes
        if is_small:
            trains = (roles.trains | roles.averages) & is_open
            is_booked &= ~trains
            self.step_rows = set(np.flatnonzero(trains).tolist())
        free = is_data & ~(roles.trains & ~is_open)[self.target]
        steps = training_steps(roles, self.source[free], self.target[free])
        if not is_small:
            self.step_rows = {row for step in steps for row in step[1:]}
        sides = self._sides()
        for row in np.flatnonzero(is_booked).tolist():
            reason = roles.reasons[row]
            if row not in self.step_rows and reason is not None:
                self._mark(row, sides[row], reason)
        self._cut_extracted()
        if not is_small:
            self._cut_around_steps({pair for step in steps for pair in pairwise(step)})

    def extract_types(self, types: tuple[str, ...], side: int) -> None:
        """Steps 2 and 3: ops of types that only end or begin the flow."""
        for row in self._open_rows() if types else ():
            if self.candidates.ops[row] in types and row not in self.step_rows:
                self._mark(row, side, Reason("op_type", self.candidates.ops[row]))
        self._cut_extracted()

    def extract_high_degrees(self, options: ExtractOptions, roles: ChildRoles | None) -> None:
        """Steps 4 and 5: outliers by number of neighbours, both counted before step 4.

        By roles, the spine of the model stays, and what holds the main graph together. The
        quartiles are rounded half up, as JavaScript does.
        """
        rows = np.array(self._open_rows(), dtype=np.int64)
        if rows.size < options.min_nodes:
            return
        inputs, outputs = self._neighbours(self.target), self._neighbours(self.source)
        sides: tuple[tuple[Indices, int, int, ReasonKind], ...] = (
            (inputs, _IN_SPREAD, IN_EXTRACT, "in_degree"),
            (outputs, _OUT_SPREAD, OUT_EXTRACT, "out_degree"),
        )
        found: list[tuple[int, int, Reason]] = []
        for degrees, spread, side, kind in sides:
            ranked = np.sort(degrees[rows])
            low, high = (int(ranked[int(ranked.size * share + 0.5)]) for share in (0.25, 0.75))
            bound = max(high + spread * (high - low), options.min_degree - 1)
            found += [
                (row, side, Reason(kind, count=int(degrees[row]), bound=bound))
                for row in rows[degrees[rows] > bound].tolist()
            ]
        staying = self._spine(roles) | self.step_rows if found else set()
        if roles is not None:
            staying |= self._links({row for row, *_ in found} - staying)
        for row, side, reason in found:
            if row not in staying:
                self._mark(row, side, reason)
        self._cut_extracted()

    def cut_control(self, max_degree: int) -> None:
        """Step 6: control dependencies of nodes with too many, but not of included nodes."""
        alone = self.uncut & self.is_alone & ~self.is_loop
        degree = self._degrees(self.source, alone) + self._degrees(self.target, alone)
        is_busy = degree > max_degree
        is_included = self.candidates.choice == INCLUDED
        self.uncut &= ~(
            alone
            & (is_busy[self.source] | is_busy[self.target])
            & ~(is_included[self.source] | is_included[self.target])
        )

    def extract_isolated(self, roles: ChildRoles | None) -> None:
        """Step 7: nodes without an uncut edge, but with annotations on one side."""
        staying = self._spine(roles)
        degree = self._degrees(self.source, self.uncut) + self._degrees(self.target, self.uncut)
        has_edge = (degree > 0) | self.candidates.has_bridge
        before = self.candidates.has_constants | (self._degrees(self.target, ~self.uncut) > 0)
        after = self.candidates.has_summaries | (self._degrees(self.source, ~self.uncut) > 0)
        for row in self._open_rows():
            if not has_edge[row] and before[row] != after[row] and row not in staying:
                side = OUT_EXTRACT if before[row] else IN_EXTRACT
                self._mark(row, side, Reason("isolated"))

    def extract_lone(self, roles: ChildRoles) -> None:
        """After step 7, by roles: all other nodes without an uncut edge, if some node has one."""
        degree = self._degrees(self.source, self.uncut) + self._degrees(self.target, self.uncut)
        has_edge = (degree > 0) | self.candidates.has_bridge
        if not (has_edge & (self.role == MAIN)).any():
            return
        staying = self._spine(roles)
        before = self._degrees(self.target, ~self.uncut) > self._degrees(self.source, ~self.uncut)
        for row in self._open_rows():
            if not has_edge[row] and row not in staying:
                side = OUT_EXTRACT if before[row] else IN_EXTRACT
                self._mark(row, side, Reason("isolated"))

    def _spine(self, roles: ChildRoles | None) -> set[int]:
        if roles is None:
            return set()
        free = self.uncut & ~self.is_loop
        return spine(roles, self.role == MAIN, self.source[free], self.target[free])

    def _links(self, rows: set[int]) -> set[int]:
        """Return those of some rows without which the main graph would fall into more parts.

        The rows are taken out one after the other, the first in order of the flow first.
        """
        free = self.uncut & ~self.is_loop
        if len(rows) * int(np.count_nonzero(free)) > _MAX_LINK_STEPS:
            return set()
        source, target = self.source[free], self.target[free]
        is_main = self.role == MAIN
        links: set[int] = set()
        parts = _count_parts(is_main, source, target)
        for row in sorted(rows):
            is_main[row] = False
            fewer = _count_parts(is_main, source, target)
            if fewer > parts:
                links.add(row)
                is_main[row] = True
            else:
                parts = fewer
        return links

    def _sides(self) -> list[int]:
        """Return the side of each node: that where it has more neighbours."""
        pair = self.uncut & ~(self.is_control & ~self.is_alone) & ~self.is_loop
        leaves = self._degrees(self.source, pair) > self._degrees(self.target, pair)
        sides: list[int] = np.where(leaves, OUT_EXTRACT, IN_EXTRACT).tolist()
        return sides

    def _cut_around_steps(self, joined: set[tuple[int, int]]) -> None:
        """Cut the metaedges of training steps except the tensors of some pairs."""
        rows = [*self.step_rows]
        touched = np.isin(self.source, rows) | np.isin(self.target, rows)
        touched &= ~(self.candidates.choice == INCLUDED)[self.source]
        touched &= ~(self.candidates.choice == INCLUDED)[self.target] & ~self.is_loop
        for edge in np.flatnonzero(touched & self.uncut).tolist():
            pair = int(self.source[edge]), int(self.target[edge])
            self.uncut[edge] = pair in joined and not self.is_control[edge]

    def _open_rows(self) -> list[int]:
        """Return the children of the main graph without a choice of the viewer."""
        is_open = (self.role == MAIN) & (self.candidates.choice == UNSPECIFIED)
        return np.flatnonzero(is_open).tolist()

    def _mark(self, row: int, side: int, reason: Reason) -> None:
        if self.role[row] == MAIN:
            self.role[row] = side
            self.reasons[row] = reason

    def _cut_extracted(self) -> None:
        is_extracted = self.role != MAIN
        self.uncut &= ~(is_extracted[self.source] | is_extracted[self.target])

    def _degrees(self, ends: Indices, edges: Flags) -> Indices:
        return np.bincount(ends[edges], minlength=self.count)

    def _neighbours(self, ends: Indices) -> Indices:
        """Return the numbers of neighbours by tensors, or of a node without those, by control."""
        linked = self.uncut & ~self.is_loop
        by_tensors = self._degrees(ends, linked & ~self.is_control)
        by_control = self._degrees(ends, linked & self.is_control)
        return np.where(by_tensors == 0, by_control, by_tensors)


def _count_parts(is_main: Flags, source: Indices, target: Indices) -> int:
    """Return the number of connected parts of the main graph."""
    inside = is_main[source] & is_main[target]
    part = weak_components(is_main.size, source[inside], target[inside])
    return np.unique(part[is_main]).size


def _has_twin(source: Indices, target: Indices, is_control: Flags) -> Flags:
    """Return the metaedges that join the same two nodes as one that carries tensors."""
    span = int(target.max(initial=0)) + 1
    pairs = np.asarray(source, dtype=np.int64) * span + target
    return np.isin(pairs, pairs[~is_control])
