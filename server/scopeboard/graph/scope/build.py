"""Build the answer for one scope: from the columns of `view` to the values of `answer`."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from operator import itemgetter
from typing import Final

import msgspec
import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.hierarchy.metaedges import Metaedges
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE
from scopeboard.graph.paths.paths import shown_path
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.scope.answer import Bridge, Edge, EdgeKind, Scope
from scopeboard.graph.scope.changes import MetaedgeChanges
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.model_boxes import first_view_of
from scopeboard.graph.scope.nodes import build_nodes, costs_of_rows, labels_of_rows
from scopeboard.graph.scope.rules import Choice
from scopeboard.graph.scope.view import ScopeView, view_scope


@dataclass(frozen=True, slots=True)
class ScopeOptions:
    """Parameters of one scope.

    `extract` and the viewer's `choices` make the main/auxiliary split. The answer has `limit`
    children, all when it is None, from `offset` on.
    """

    extract: ExtractOptions = field(default_factory=ExtractOptions)
    choices: Sequence[Choice] = ()
    offset: int = 0
    limit: int | None = None


DEFAULTS: Final = ScopeOptions()
_HASH_BYTES: Final = 16
_MAX_VIEWS: Final = 2
"""For each graph, over all clients; a view takes no more memory than the graph itself."""

_KIND_NAMES: Final[dict[int, EdgeKind]] = {
    DATA: "data",
    CONTROL: "control",
    REFERENCE: "reference",
}
_views: Final[PerGraphCache[LRUCache[Hashable, ScopeView]]] = PerGraphCache(
    lambda _: LRUCache(_MAX_VIEWS)
)


def build_scope(
    graph: PreparedGraph,
    name: str,
    options: ScopeOptions = DEFAULTS,
    check: CancelCheck = never_cancelled,
) -> Scope:
    """Return the inside of the scope with this full name (empty: the top level).

    The view of a scope with more children than a page is cached for its other pages. It depends on
    the graph and the parameters of the scope alone, so the cache changes no answer.

    Raises:
        CancelledError: `check` raised it.
        NotFoundError: the graph has no such scope.
        QueryError: a choice has no meaning.
    """
    choices, limit, views = tuple(options.choices), options.limit, _views.get(graph)
    key = (name, options.extract, choices)
    view = views.find(key)
    if view is None:
        view = view_scope(graph, name, options.extract, choices, check)
        if limit is not None and len(view.children.names) > limit:
            views.put(key, view)
    total = len(view.children.names)
    shown = range(total)[options.offset : None if limit is None else options.offset + limit]
    following = shown.stop if shown and shown.stop < total else None
    check()
    nodes = build_nodes(graph, view, shown)
    check()
    edges = build_edges(graph, view, shown)
    bridges = build_bridges(graph, view, shown)
    (costs,) = costs_of_rows(graph.costs(), np.array([view.children.parent.row]))
    first = [] if name else list(first_view_of(graph, check))
    content = (total, options.offset, following, costs, nodes, edges, bridges, first)
    return Scope(name, content_hash(name, *content), *content)


def content_hash(*content: object) -> str:
    """Return the hash of values made of texts, numbers, lists, sets and dataclasses of these.

    Equal content of equal types has the same hash in every process.

    Raises:
        TypeError: a value is of another type.
    """
    canonical = msgspec.json.encode(content, order="deterministic")
    return blake2b(canonical, digest_size=_HASH_BYTES).hexdigest()


def build_edges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Edge]:
    """Return the metaedges whose later end is among the children shown, in the order of ends."""
    inner, names = view.inner, view.children.names
    rows = np.flatnonzero(_are_shown(np.maximum(inner.source, inner.target), shown))
    order = rows[np.lexsort((inner.kind[rows], inner.target[rows], inner.source[rows]))]
    changes = MetaedgeChanges.inside(graph, view)
    return [
        Edge(
            source=names[inner.source[row]],
            target=names[inner.target[row]],
            kind=_KIND_NAMES[int(inner.kind[row])],
            tensors=int(inner.count[row]),
            label=_label(graph, inner, row),
            elements=_known_amount(inner.elements[row]),
            bytes=_known_amount(inner.bytes[row]),
            cut=bool(view.outcome.split.cut[row]),
            usual_cut=bool(view.default.split.cut[row]),
            change=None if changes is None else changes.of_row(inner, row),
        )
        for row in order.tolist()
    ]


def build_bridges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Bridge]:
    """Return the metaedges across the border that end at the children shown.

    Inward bridges come first, then outward ones, each in the order of the children.
    """
    sortable: list[tuple[bool, int, Bridge]] = []
    for number, (border, cut, default_cut) in enumerate(
        zip(view.borders, view.outcome.cut, view.default.cut, strict=True)
    ):
        edges = border.edges
        changes = MetaedgeChanges.across(graph, view, number)
        rows = np.flatnonzero(_are_shown(border.inside, shown))
        start = graph.tree.start[border.outside[rows]]
        labels = labels_of_rows(graph, border.outside)
        for row in rows[np.lexsort((edges.kind[rows], start, border.inside[rows]))].tolist():
            child, neighbour = int(border.inside[row]), int(border.outside[row])
            bridge = Bridge(
                node=view.children.names[child],
                neighbour=shown_path(graph, neighbour, border.alias),
                neighbour_label=labels.get(neighbour),
                direction=border.direction,
                kind=_KIND_NAMES[int(edges.kind[row])],
                tensors=int(edges.count[row]),
                label=_label(graph, edges, row),
                elements=_known_amount(edges.elements[row]),
                bytes=_known_amount(edges.bytes[row]),
                cut=bool(cut[row]),
                usual_cut=bool(default_cut[row]),
                change=None if changes is None else changes.of_row(edges, row),
            )
            sortable.append((border.direction == "out", child, bridge))
    return [bridge for *_, bridge in sorted(sortable, key=itemgetter(0, 1))]


def _are_shown(children: Indices, shown: range) -> Flags:
    return (children >= shown.start) & (children < shown.stop)


def _label(graph: PreparedGraph, metaedges: Metaedges, row: int) -> str | None:
    """Return TensorBoard's label: the shape of a single tensor, or the number of tensors.

    What a compiler states of its layout and its sharding follows the shape.
    """
    if metaedges.kind[row] == CONTROL:
        return None
    if metaedges.count[row] > 1:
        return f"{metaedges.count[row]} tensors"
    return graph.annotated.ops.tensors.find_edge_label(int(metaedges.tensor[row]))


def _known_amount(amount: np.int64) -> int | None:
    return None if amount < 0 else int(amount)
