"""The prepared graph: a parsed graph after all passes that precede a query, and its caches."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from threading import Lock
from typing import Final, Generic, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from scopeboard.arrays import Flags, Indices, offsets
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.hierarchy.calls import CallTable
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.hierarchy.metaedges import EdgeIndex, index_edges
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.comparison import Comparison
from scopeboard.graph.prepared.derived import Derived, derive, regroup
from scopeboard.graph.roles.op_roles import OpRoles

_MAX_GROUPINGS: Final = 4
Value = TypeVar("Value")


class SharedValues:
    """One column of the ops, for the value that all ops inside a row share.

    Codes are sorted by position in the tree, beside a running count of their changes: an interval
    of positions has one value if the count is equal at both its ends.

    Args:
        codes: rows in `texts`, one for each op; -1 for none.
        texts: the values.
        tree: the tree of the ops.
    """

    def __init__(self, codes: Indices, texts: Sequence[str], tree: ScopeTree) -> None:
        nodes = np.flatnonzero(tree.position >= 0)
        self._texts = texts
        self._codes = np.empty(nodes.size, dtype=np.int32)
        self._codes[tree.position[nodes]] = codes[nodes]
        self._changes = np.cumsum(
            np.diff(self._codes, prepend=self._codes[:1]) != 0, dtype=np.int32
        )

    def of_rows(self, tree: ScopeTree, rows: Indices) -> list[str]:
        """Return the value that all nodes inside each row share, empty if there is none."""
        starts = tree.start[rows]
        lasts = starts + np.maximum(tree.size[rows], 1) - 1
        is_shared = (self._changes[lasts] == self._changes[starts]) & (tree.size[rows] > 0)
        codes = np.where(is_shared, self._codes[starts], -1)
        return ["" if code < 0 else self._texts[code] for code in codes.tolist()]


class PreparedGraph:
    """A graph with one grouping of its ops, ready for queries.

    The annotations of op `i` are rows `annotation_first[i]` to `annotation_first[i + 1]`.
    `devices` and `clusters` return the value that all ops inside a row share. A graph that is the
    union of two has a `comparison` (see `united`).

    The graph is immutable.
    """

    def __init__(
        self,
        annotated: AnnotatedGraph,
        derived: Derived,
        grouping: Grouping,
        comparison: Comparison | None = None,
    ) -> None:
        ops, tree = annotated.ops, derived.tree
        self.annotated = annotated
        self.tree = tree
        self.grouping = grouping
        self.comparison = comparison
        self.edges: EdgeIndex = index_edges(annotated, tree)
        self.calls = CallTable(annotated, tree)
        self.annotation_first: Indices = offsets(annotated.annotations.host, len(ops))
        self.devices = SharedValues(ops.device, ops.devices, tree)
        self.clusters = SharedValues(ops.cluster, ops.clusters, tree)
        self._derived = derived
        self._regrouped: LRUCache[Grouping, PreparedGraph] = LRUCache(_MAX_GROUPINGS)

    @property
    def derived(self) -> Derived:
        """The tree, costs, roles and structures."""
        return self._derived

    def costs(self) -> Costs:
        """Return the total costs of the ops inside each row."""
        return self._derived.row_costs

    def op_costs(self) -> Costs:
        """Return the costs of each op."""
        return self._derived.op_costs

    def op_roles(self) -> OpRoles:
        """Return the role of each op."""
        return self._derived.op_roles

    def op_weights(self) -> Flags:
        """Return which ops are weights of the model, trainable or not."""
        costs = self._derived.op_costs
        flags: Flags = (costs.parameters != 0) | (costs.non_trainable != 0)
        return flags

    def structures(self) -> Indices:
        """Return the structure of each row: see `group_structures`."""
        return self._derived.structures

    def grouped(self, grouping: Grouping) -> "PreparedGraph":
        """Return the same graph with another grouping; the last few are cached."""
        if grouping == self.grouping:
            return self
        other = self._regrouped.find(grouping)
        if other is None:
            derived = regroup(self.annotated, self._derived, grouping)
            other = PreparedGraph(self.annotated, derived, grouping, self.comparison)
            self._regrouped.put(grouping, other)
        return other


def prepare_graph(data: bytes, grouping: Grouping = DEFAULT_GROUPING) -> PreparedGraph:
    """Parse and prepare a GraphDef.

    Raises:
        DamagedDataError: see `parse_graph`.
    """
    return prepare_ops(parse_graph(data), grouping)


def prepare_ops(
    ops: OpGraph,
    grouping: Grouping = DEFAULT_GROUPING,
    cached: Derived | None = None,
    on_derived: Callable[[Derived], None] = lambda _: None,
    check: CancelCheck = never_cancelled,
    on_built: Callable[[], None] = lambda: None,
    trainable: AbstractSet[str] | None = None,
) -> PreparedGraph:
    """Prepare a parsed graph.

    Args:
        ops: the graph.
        grouping: the grouping of its ops.
        cached: the tree, costs, roles and structures of the same graph from the cache.
        on_derived: called with these after they were computed.
        check: called now and then.
        on_built: called after the annotations are built, before the ops are grouped.
        trainable: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    annotated = annotate(ops)
    on_built()
    check()
    derived = cached
    if derived is None:
        derived = derive(annotated, check, trainable)
        on_derived(derived)
    return PreparedGraph(annotated, derived, DEFAULT_GROUPING).grouped(grouping)


class PerGraphCache(Generic[Value]):
    """A value for each graph, computed at its first use and freed with the graph.

    Any thread may call it; two threads may compute the same value.

    Args:
        compute: returns the value of a graph.
    """

    def __init__(self, compute: Callable[[PreparedGraph], Value]) -> None:
        self._compute = compute
        self._lock = Lock()
        self._values: WeakKeyDictionary[PreparedGraph, Value] = WeakKeyDictionary()

    def get(self, graph: PreparedGraph) -> Value:
        """Return the value of a graph; compute it if it is missing."""
        with self._lock:
            value = self._values.get(graph)
        if value is None:
            value = self._compute(graph)
            with self._lock:
                self._values[graph] = value
        return value
