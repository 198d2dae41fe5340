"""The boxes of a prepared graph for the rule of the first view: see `first_view`."""

from functools import cache
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING
from scopeboard.graph.paths.paths import is_recursive, resolve
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.scope.children import Children
from scopeboard.graph.scope.extraction import MAIN, ExtractOptions
from scopeboard.graph.scope.first_view import Box, opened_at_first
from scopeboard.graph.scope.role_reasons import model_ops_of_rows
from scopeboard.graph.scope.view import ScopeView, view_scope

_DEFAULTS: Final = ExtractOptions()
_OPENED: Final = ("scope", "prefix_group")
MAX_CHILDREN: Final = 2_000
"""Children of a scope that is looked into. With more, too many are in the main graph even if most
are auxiliary, and looking takes as long as the drawing."""


def first_view_of(graph: PreparedGraph, check: CancelCheck = never_cancelled) -> tuple[str, ...]:
    """Return the full names of the scopes that are open at first, enclosing ones first.

    They are those of the default grouping, and of the split without choices: what a viewer chooses
    changes what is inside, not what is open.

    Raises:
        CancelledError: `check` raised it.
    """
    check()
    return _found.get(graph.grouped(DEFAULT_GROUPING))


def _find(graph: PreparedGraph) -> tuple[str, ...]:
    @cache
    def inside_of(name: str) -> list[Box] | None:
        node = resolve(graph, name)
        is_op = graph.tree.op[node.row] >= 0
        if not is_op and graph.tree.children_of(node.row).size > MAX_CHILDREN:
            return None
        return _boxes(graph, view_scope(graph, name, _DEFAULTS, ()))

    return tuple(opened_at_first(inside_of))


def _boxes(graph: PreparedGraph, view: ScopeView) -> list[Box]:
    """Return the children of a scope as boxes.

    Their weights are the ops between inputs and loss; where no child has any, as in a graph that is
    not trained or in the body of a function, all ops of the model. A call counts its bodies.
    """
    children = view.children
    inside = model_ops_of_rows(graph, children.rows)
    weights = inside.core if inside.core.any() else inside.model
    is_main, is_linked = view.default.split.role == MAIN, _linked(view)
    boxes: list[Box] = []
    for child, (name, row) in enumerate(zip(children.names, children.rows.tolist(), strict=True)):
        bodies = _body_rows(graph, children, child)
        opens = bodies.size > 0 if children.calls[child] else graph.tree.kind(row) in _OPENED
        weight = model_ops_of_rows(graph, bodies).model.sum() if bodies.size else weights[child]
        is_model = bool(inside.model[child])
        flags = bool(is_main[child]), is_model, bool(is_linked[child])
        boxes.append(Box(name, *flags, int(weight), opens))
    return boxes


def _linked(view: ScopeView) -> Flags:
    """Return which children a line joins with others inside the scope.

    Lines through its border do not count: an outer scope may cut them.
    """
    flags = np.zeros(len(view.children.names), dtype=np.bool_)
    free = ~view.default.split.cut & (view.inner.source != view.inner.target)
    flags[view.inner.source[free]] = flags[view.inner.target[free]] = True
    return flags


def _body_rows(graph: PreparedGraph, children: Children, child: int) -> Indices:
    """Return the rows of the functions that a call opens into; none for any other child."""
    bodies, alias = children.calls[child], children.parent.alias
    row = children.parent.row if children.bodies is not None else int(children.rows[child])
    roots = [
        body.root
        for body in bodies
        if body.root is not None and not is_recursive(graph, alias, int(graph.tree.op[row]), body)
    ]
    return np.array(roots, dtype=np.int64)


_found: Final[PerGraphCache[tuple[str, ...]]] = PerGraphCache(_find)
