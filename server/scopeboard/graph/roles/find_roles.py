"""Find the role of each op: the steps from evidence to the rest of the graph (see `op_roles`)."""

from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.costs.variable_ops import VARIABLES, VariableOps
from scopeboard.graph.model.adjacency import Adjacency, reached_from
from scopeboard.graph.model.op_graph import ARGUMENT_OP, CONTROL, RESULT_OP, OpGraph
from scopeboard.graph.model.weak_components import weak_components
from scopeboard.graph.roles import op_types
from scopeboard.graph.roles.derivatives import find_derivatives
from scopeboard.graph.roles.op_roles import (
    ASSIGNED,
    AVERAGE,
    CONTROL_ROLE,
    DERIVATIVE,
    FEEDS,
    FIRST_BOOKKEEPING,
    FOLLOWS,
    GRADIENT,
    INITIALIZER,
    INPUT,
    LOSS,
    METRIC,
    MODEL,
    OP_TYPE,
    OPTIMIZER,
    ROLES,
    RUNS_AFTER,
    SAVER,
    SLOT,
    SUMMARY,
    UNUSED,
    OpRoles,
    may_have_bookkeeping,
    no_roles,
)

_CLAIMS: Final = range(FIRST_BOOKKEEPING, SLOT)
_OF_RESULTS: Final = (METRIC, CONTROL_ROLE, AVERAGE)
_WRITER_ROUNDS: Final = 4  # a variable of the model may feed another only through a writer
_GROUP_ROUNDS: Final = 3  # groups of groups of ops


def find_op_roles(
    graph: OpGraph, trained: Flags, fixed: Flags, check: CancelCheck = never_cancelled
) -> OpRoles:
    """Return the role of each op.

    Args:
        graph: the graph.
        trained: the variables and constants that are trainable weights of the model.
        fixed: its other weights.
        check: called now and then.
    """
    if not may_have_bookkeeping(graph):
        return no_roles(len(graph))
    finder = _Finder(graph, trained, fixed)
    finder.mark_evidence()
    check()
    finder.mark_writers()
    finder.mark_following()
    check()
    finder.settle_writers()
    finder.mark_following()
    check()
    finder.mark_feeding()
    finder.keep_comparisons()
    finder.mark_groups()
    check()
    return finder.finish()


class _Finder:
    """The state between the steps: roles and evidence so far.

    `pending` flags the writers whose role depends on that of their variable.
    """

    def __init__(self, graph: OpGraph, trained: Flags, fixed: Flags) -> None:
        self.graph, self.trained, self.weights = graph, trained, trained | fixed
        self.count = len(graph)
        self.role = np.zeros(self.count, dtype=np.int8)
        self.evidence = np.zeros(self.count, dtype=np.int8)
        self.is_data = graph.edges.kind != CONTROL
        self.source = graph.edges.source[self.is_data]
        self.target = graph.edges.target[self.is_data]
        self.forward = Adjacency.of(self.source, self.target, self.count)
        self.backward = Adjacency.of(self.target, self.source, self.count)
        self.is_constant = graph.flag_types(op_types.CONSTANTS.__contains__)
        self.has_input = np.diff(self.backward.first) > 0
        self.has_output = np.diff(self.forward.first) > 0
        self.is_group = graph.flag_types(op_types.GROUPS.__eq__)
        self.derivatives = find_derivatives(graph)
        self.is_anchor = self.derivatives.is_differentiated | self.weights
        self.uses = VariableOps(graph)
        self.is_variable = graph.flag_types(VARIABLES.__contains__)
        self.pending = np.zeros(self.count, dtype=np.bool_)
        self.is_needed = self.is_anchor

    def mark(self, flags: Flags, role: int, evidence: int) -> None:
        """Give a role to those of the ops that have none."""
        new = flags & (self.role == MODEL)
        self.role[new], self.evidence[new] = role, evidence

    def is_booked(self) -> Flags:
        """Return the ops that are bookkeeping so far."""
        return self.role >= FIRST_BOOKKEEPING

    def mark_evidence(self) -> None:
        """Mark ops by their types, and by what they differentiate."""
        graph = self.graph
        self.mark(self.uses.is_update, OPTIMIZER, OP_TYPE)
        for pattern, role in (
            (op_types.SAVES, SAVER),
            (op_types.RESTORES, SAVER),
            (op_types.SUMMARIES, SUMMARY),
            (op_types.INITIALIZED, INITIALIZER),
            (op_types.CHECKS, CONTROL_ROLE),
        ):
            self.mark(graph.flag_types(pattern.match), role, OP_TYPE)
        self.mark(self.derivatives.is_typed & ~self.is_anchor, GRADIENT, OP_TYPE)
        self.mark(self.derivatives.is_gradient & ~self.weights, GRADIENT, DERIVATIVE)
        self.mark(self._calls_of_gradients(), GRADIENT, FOLLOWS)

    def _calls_of_gradients(self) -> Flags:
        """Return the calls of functions that hold ops of the backward pass alone."""
        functions, calls = self.graph.functions, self.graph.calls
        flags = np.zeros(self.count, dtype=np.bool_)
        if not len(calls):
            return flags
        ends = self.graph.flag_types({ARGUMENT_OP, RESULT_OP}.__contains__)
        others = np.append(0, np.cumsum(~self.derivatives.is_gradient & ~ends & ~self.is_constant))
        is_backward = (others[functions.end] == others[functions.first]) & (
            functions.end > functions.first
        )
        flags[calls.op] = True
        flags[calls.op[~is_backward[calls.function]]] = False
        return flags

    def mark_writers(self) -> None:
        """Mark writers of variables by the values that they write."""
        graph, writers = self.graph, self.uses.is_writer & (self.role == MODEL)
        live = reached_from(self.forward, ~self.has_input & ~self.is_constant)
        computed = reached_from(self.forward, self.role == GRADIENT, self.is_anchor)
        restored = graph.flag_types(op_types.RESTORES.match)
        restored = reached_from(self.forward, restored)
        slot = graph.edges.slot[self.is_data]
        writes = writers[self.target] & (slot > 0)

        def written(values: Flags) -> Flags:
            flags = np.zeros(self.count, dtype=np.bool_)
            flags[self.target[writes & values[self.source]]] = True
            return flags

        is_live = written(live)
        self.mark(written(computed), OPTIMIZER, ASSIGNED)
        self.mark(written(restored), SAVER, ASSIGNED)
        adds = graph.flag_types(op_types.ADDS.match)
        self.mark(writers & ~is_live & adds, CONTROL_ROLE, ASSIGNED)
        self.mark(writers & ~is_live, INITIALIZER, ASSIGNED)
        self.mark(self._grouped_with(INITIALIZER, writers), INITIALIZER, ASSIGNED)
        if self.derivatives.is_gradient.any():  # through a slot that is written and read again
            self.mark(writers & self._writes_to(self.trained), OPTIMIZER, ASSIGNED)
        self.pending = writers & (self.role == MODEL)
        self.live = live

    def _grouped_with(self, role: int, writers: Flags) -> Flags:
        """Return the writers in groups that run nothing but writers, of this role and open ones."""
        edges, control = self.graph.edges, ~self.is_data
        rows = control & self.is_group[edges.target]
        source, group = edges.source[rows], edges.target[rows]
        has_role, has_other = np.zeros((2, self.count), dtype=np.bool_)
        is_open = writers & (self.role == MODEL)
        has_role[group[self.role[source] == role]] = True
        has_other[group[~is_open[source] & (self.role[source] != role)]] = True
        flags = np.zeros(self.count, dtype=np.bool_)
        flags[source[(has_role & ~has_other)[group]]] = True
        return flags & writers

    def mark_following(self) -> None:
        """Mark ops that are computed from bookkeeping and constants alone."""
        booked = self.is_booked()
        roots = ~self.has_input & ~self.is_constant & ~booked & ~self.is_group
        others = reached_from(self.forward, roots | self.is_anchor, booked)
        for role in _CLAIMS:
            own = self.role == role
            if own.any():
                self.mark(reached_from(self.forward, own, others | self.is_booked()), role, FOLLOWS)

    def settle_writers(self) -> None:
        """Give the pending writers their roles, and find what the model needs."""
        handles = self._handles_of(self.pending)
        reports = self._reports(handles | self._counters())
        ends = ~self.has_output & ~self.is_constant & ~self.is_group & ~reports
        ends &= ~self._passed_on() & ~self.pending & ~self.is_booked()
        for _ in range(_WRITER_ROUNDS):
            barred = self.is_booked() | self.pending
            self.is_needed = reached_from(
                self.backward, (ends | self.is_anchor) & ~self.pending, barred
            )
            of_model = self.pending & self._writes_to(self.is_needed)
            if not of_model.any():
                break
            self.pending &= ~of_model
            ends |= of_model
        data = self.graph.flag_types(op_types.SOURCES.match)
        from_data = reached_from(self.forward, data)
        self.mark(self.pending & from_data, METRIC, ASSIGNED)
        self.mark(self.pending, AVERAGE, ASSIGNED)
        accumulated = self._handles_of(self.role == METRIC)
        reached = reached_from(self.forward, accumulated, self.is_needed | self.is_booked())
        self.mark(reports & reached, METRIC, FOLLOWS)
        self.mark(reports, CONTROL_ROLE, FOLLOWS)

    def _handles_of(self, writers: Flags) -> Flags:
        """Return the variables that some writers write to."""
        return self.uses.written_by(writers, is_first=True) & (self.is_variable | ~self.has_input)

    def _counters(self) -> Flags:
        """Return the variables that count, such as the global step."""
        return self._handles_of((self.role == CONTROL_ROLE) & self.uses.is_writer)

    def _writes_to(self, variables: Flags) -> Flags:
        """Return the writers that write to some variables."""
        values = self.uses.passed_on_from(variables & (self.is_variable | ~self.has_input))
        slot = self.graph.edges.slot[self.is_data]
        rows = self.uses.is_writer[self.target] & (slot == 0) & values[self.source]
        flags = np.zeros(self.count, dtype=np.bool_)
        flags[self.target[rows]] = True
        return flags

    def _reports(self, handles: Flags) -> Flags:
        """Return the results that are computed from written variables and no other live value.

        For example the quotient of the two accumulators of a mean.
        """
        barred = self.is_booked() | self.pending
        own = reached_from(self.forward, handles, barred)
        roots = ~self.has_input & ~self.is_constant & ~handles & ~self.is_group
        others = reached_from(self.forward, roots | self.weights, barred)
        return own & ~others & ~self.has_output & ~self._passed_on() & ~self.is_variable

    def _passed_on(self) -> Flags:
        """Return the results that only pass on a variable, a predicate or what ran before them.

        They are not computed for their own sake: the unread value of a variable, a tensor returned
        after an update, the pivots and the unread outcome of a conditional check.
        """
        edges, control = self.graph.edges, ~self.is_data
        booked = self.is_booked()
        passes = self.graph.flag_types(op_types.PASSES_ON.__contains__)
        runs_after, runs_before = np.zeros((2, self.count), dtype=np.bool_)
        runs_after[edges.target[control & booked[edges.source]]] = True
        runs_after &= passes
        runs_before[edges.source[control]] = True
        of_variable = self.uses.passed_on_from(self.is_variable) & self.uses.passes_on
        merges = np.zeros(self.count, dtype=np.bool_)
        merges[self.target[(runs_after | of_variable)[self.source]]] = True
        merges &= self.uses.passes_on
        flags: Flags = runs_after | (passes & runs_before) | of_variable | merges
        return flags & ~self.has_output

    def mark_feeding(self) -> None:
        """Mark ops whose results lead to bookkeeping alone; variables of optimizers are slots."""
        taken = self.is_needed | self.is_anchor
        counts = self.uses.passed_on_from(self._counters() & ~taken)
        self.mark(
            counts & (self.is_variable | self.uses.passes_on) & ~taken, CONTROL_ROLE, ASSIGNED
        )
        data = self.graph.flag_types(op_types.SOURCES.match)
        computed = reached_from(self.forward, self.weights | data)
        has_loss = self.derivatives.is_differentiated.any()
        for role in _CLAIMS:
            own = self.role == role
            if own.any():
                barred = taken | (self.is_booked() & ~own)
                if role in _OF_RESULTS and not has_loss:  # the model that is evaluated
                    barred |= computed & ~own
                self.mark(reached_from(self.backward, own, barred), role, FEEDS)
        trains = (self.role == OPTIMIZER) | (self.role == GRADIENT)
        slots = self.is_variable | self.graph.flag_types({ARGUMENT_OP}.__contains__)
        slots = self.uses.passed_on_from(slots & trains) & (slots | self.uses.passes_on)
        self.role[slots & (self.role == OPTIMIZER)] = SLOT
        after = reached_from(self.forward, self._losses())
        taken |= computed if not has_loss else after
        self.mark(~taken & (self.has_input | self.has_output), CONTROL_ROLE, UNUSED)

    def keep_comparisons(self) -> None:
        """Return ops to the model that compare several tensors for a summary."""
        own = (self.role == SUMMARY) & (self.evidence == FEEDS)
        own &= ~self.graph.flag_types(op_types.SOURCES.match) & ~self.is_variable
        own &= ~self.is_constant
        if not own.any():
            return
        inside = own[self.source] & own[self.target]
        part = weak_components(self.count, self.source[inside], self.target[inside])
        into = own[self.target] & ~own[self.source] & self.live[self.source]
        port = self.graph.edges.port[self.is_data][into].astype(np.int64)
        tensors = (part[self.target[into]], self.source[into], port)
        parts = np.unique(np.stack([each.astype(np.int64) for each in tensors]), axis=1)[0]
        several = np.bincount(parts, minlength=self.count) > 1
        back = own & several[part]
        self.role[back], self.evidence[back] = MODEL, 0

    def mark_groups(self) -> None:
        """Mark groups of bookkeeping, and the results that are returned after an update."""
        edges, control = self.graph.edges, ~self.is_data
        source, target = edges.source[control], edges.target[control]
        passes = self.graph.flag_types(op_types.PASSES_ON.__contains__) & ~self.has_output
        for _ in range(_GROUP_ROUNDS):
            booked = self.is_booked()[source]
            highest = np.zeros(self.count, dtype=np.int8)
            rank = (len(ROLES) - self.role[source[booked]]).astype(np.int8)
            np.maximum.at(highest, target[booked], rank)
            follows = highest > 0
            role = (len(ROLES) - highest).astype(np.int8)
            new = follows & (self.role == MODEL) & (self.is_group | passes)
            new &= ~self.derivatives.is_differentiated
            if not new.any():
                break
            self.role[new], self.evidence[new] = role[new], RUNS_AFTER
        self._mark_empty_groups(source, target)

    def _mark_empty_groups(self, source: Indices, target: Indices) -> None:
        """Mark groups that run nothing, as of the tables of a graph that has none.

        What runs after one is another such group, or bookkeeping.
        """
        is_empty = self.is_group & (self.role == MODEL)
        for _ in range(_GROUP_ROUNDS):
            others = np.zeros(self.count, dtype=np.bool_)
            others[target[~is_empty[source]]] = True
            others[source[~(is_empty | self.is_booked())[target]]] = True
            if not (is_empty & others).any():
                break
            is_empty &= ~others
        self.mark(is_empty, INITIALIZER, UNUSED)

    def finish(self) -> OpRoles:
        """Mark inputs and losses, and return all roles."""
        graph, is_model = self.graph, self.role == MODEL
        sources = graph.flag_types(op_types.SOURCES.match) & is_model
        loss = self._losses() & is_model
        model = ~self.is_booked()
        after = reached_from(self.forward, sources | self.weights, ~model)
        if loss.any():
            core = after & reached_from(self.backward, loss, ~model)
        else:
            core = after & model & self.is_needed
        self.mark(loss, LOSS, DERIVATIVE)
        self.mark(sources, INPUT, OP_TYPE)
        is_assigned = (self.role == OPTIMIZER) & (self.evidence == ASSIGNED)
        return OpRoles(self.role, self.evidence, core, self.uses.is_update | is_assigned)

    def _losses(self) -> Flags:
        """Return where the backward pass begins: what is differentiated and leads to no such op."""
        differentiated: Flags = self.derivatives.is_differentiated
        feeds = np.zeros(self.count, dtype=np.bool_)
        feeds[self.source[differentiated[self.target]]] = True
        losses: Flags = differentiated & ~reached_from(self.backward, feeds)
        return losses


def counts_by_role(roles: Indices) -> dict[str, int]:
    """Return the number of ops of each role that occurs."""
    counts = np.bincount(roles, minlength=len(ROLES)).tolist()
    return {name: count for name, count in zip(ROLES, counts, strict=True) if count}
