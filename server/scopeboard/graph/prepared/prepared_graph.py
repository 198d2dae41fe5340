"""What is done once per graph: all passes up to, but not including, the answer for one scope."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from scopeboard.arrays import Indices, offsets
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lazy import SharedLazy
from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.hierarchy.calls import CallTable
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.hierarchy.metaedges import EdgeIndex, index_edges
from scopeboard.graph.hierarchy.shared_values import SharedValues
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree, group_tree
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.derived import Derived, derive

_MAX_GROUPINGS: Final = 4


class PreparedGraph:
    """A graph, with its ops grouped in one way, that can be asked for scopes.

    The annotations of op `i` are rows `annotation_first[i]` to `annotation_first[i + 1]`.
    `devices` and `clusters` tell what the ops inside a row have in common.

    Nothing of it ever changes. What takes longer to work out is when it is first asked for:
    `costs` and `structures` of each row.
    """

    def __init__(
        self,
        annotated: AnnotatedGraph,
        tree: ScopeTree,
        grouping: Grouping,
        derived: SharedLazy[Derived],
    ) -> None:
        ops = annotated.ops
        self.annotated = annotated
        self.tree = tree
        self.grouping = grouping
        self.edges: EdgeIndex = index_edges(annotated, tree)
        self.calls = CallTable(annotated, tree)
        self.annotation_first: Indices = offsets(annotated.annotations.host, len(ops))
        self.devices = SharedValues(ops.device, ops.devices, tree)
        self.clusters = SharedValues(ops.cluster, ops.clusters, tree)
        self._derived = derived
        self._others: LRUCache[Grouping, PreparedGraph] = LRUCache(_MAX_GROUPINGS)

    def costs(self, check: CancelCheck = never_cancelled) -> Costs:
        """Return the costs of what is inside each row.

        Raises:
            CancelledError: `check` raised it.
        """
        return self._derived(check).row_costs

    def structures(self, check: CancelCheck = never_cancelled) -> Indices:
        """Return the structure of each row: see `group_structures`.

        Raises:
            CancelledError: `check` raised it.
        """
        return self._derived(check).structures

    def grouped(self, grouping: Grouping) -> "PreparedGraph":
        """Return the same graph with its ops grouped otherwise; the last few are kept."""
        if grouping == self.grouping:
            return self
        other = self._others.find(grouping)
        if other is None:
            annotated, tree = self.annotated, group_tree(self.annotated, self.tree.scopes, grouping)
            derived = SharedLazy(
                lambda check: derive(annotated, tree, self._derived(check).op_costs, check)
            )
            other = PreparedGraph(annotated, tree, grouping, derived)
            self._others.put(grouping, other)
        return other


def prepare_graph(data: bytes, grouping: Grouping = DEFAULT_GROUPING) -> PreparedGraph:
    """Read a GraphDef and make it ready.

    Raises:
        DamagedDataError: see `parse_graph`.
    """
    return prepare_ops(parse_graph(data), grouping)


def prepare_ops(
    ops: OpGraph,
    grouping: Grouping = DEFAULT_GROUPING,
    known: Derived | None = None,
    keep: Callable[[Derived], None] = lambda _: None,
    check: CancelCheck = never_cancelled,
    on_built: Callable[[], None] = lambda: None,
    trainable: AbstractSet[str] | None = None,
) -> PreparedGraph:
    """Make a graph ready that has been read.

    Args:
        ops: the graph.
        grouping: how to group its ops at first.
        known: what was worked out of the same graph before.
        keep: is called with what is worked out, when something of it is first asked for.
        check: called now and then.
        on_built: is called when the ops are there, before they are grouped.
        trainable: the names of the variables that are trainable, where a list says so.
    """
    annotated = annotate(ops)
    on_built()
    tree = known.tree if known else build_tree(annotated)
    check()

    def work(check: CancelCheck) -> Derived:
        if known is not None:
            return known
        derived = derive(annotated, tree, check=check, trainable=trainable)
        keep(derived)
        return derived

    return PreparedGraph(annotated, tree, DEFAULT_GROUPING, SharedLazy(work)).grouped(grouping)
