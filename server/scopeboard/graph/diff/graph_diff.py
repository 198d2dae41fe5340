"""The difference between two graphs."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.diff.changes import Change, find_changes
from scopeboard.graph.diff.labels import label_ops
from scopeboard.graph.diff.matching import match_ops
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.model.op_graph import OpGraph


@dataclass(frozen=True)
class GraphDiff:
    """What makes `after` of `before`.

    `counterpart` has for each op of `before` that of `after`, NO_OP for a removed one; `changes`
    has what differs in the two, as values of `Change`. `removed` and `added` are ops of `before`
    and of `after`, in order of appearance.
    """

    before: OpGraph
    after: OpGraph
    counterpart: Indices
    changes: Indices

    @property
    def is_empty(self) -> bool:
        """Whether both graphs are the same."""
        return not (self.removed.size or self.added.size or self.changes.any())

    @cached_property
    def removed(self) -> Indices:
        """The ops that only `before` has."""
        return np.flatnonzero(self.counterpart == NO_OP)

    @cached_property
    def added(self) -> Indices:
        """The ops that only `after` has."""
        is_new = np.ones(len(self.after), dtype=np.bool_)
        is_new[self.counterpart[self.counterpart != NO_OP]] = False
        return np.flatnonzero(is_new)

    @cached_property
    def changed(self) -> Indices:
        """The ops of `before` with a counterpart that differs in more than its name."""
        return np.flatnonzero(self.changes & ~Change.NAME)

    @cached_property
    def renamed(self) -> Indices:
        """The ops of `before` with a counterpart of another name."""
        return np.flatnonzero(self.changes & Change.NAME)

    def changes_of(self, op: int) -> Change:
        """Return what differs in an op of `before` and its counterpart."""
        return Change(int(self.changes[op]))

    def reversed(self) -> "GraphDiff":
        """Return what makes `before` of `after`."""
        pairs = np.flatnonzero(self.counterpart != NO_OP)
        counterpart = np.full(len(self.after), NO_OP, dtype=np.int32)
        counterpart[self.counterpart[pairs]] = pairs
        changes = np.zeros(len(self.after), dtype=np.int32)
        changes[self.counterpart[pairs]] = self.changes[pairs]
        return GraphDiff(self.after, self.before, counterpart, changes)


def diff_graphs(before: OpGraph, after: OpGraph) -> GraphDiff:
    """Return the difference between two graphs, functions included.

    Attribute values over 1 KiB, such as the values of large constants, are not compared.
    """
    labels = label_ops(before), label_ops(after)
    counterpart = match_ops(before, after, labels)
    changes = find_changes(before, after, labels, counterpart)
    return GraphDiff(before, after, counterpart, changes)
