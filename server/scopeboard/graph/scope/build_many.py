"""Build the answer for several scopes, within a bound on its size."""

from collections.abc import Sequence
from dataclasses import dataclass

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import NotFoundError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.model_boxes import first_view_of


@dataclass(frozen=True, slots=True)
class Scopes:
    """The insides of scopes, each as in an answer of its own, in the order of the request.

    The names in `missing` are of no scope. The scopes in `left` exceed the size of this answer; a
    client requests them again. An answer has at least one scope unless all are missing.
    """

    scopes: list[Scope]
    missing: list[str]
    left: list[str]


def build_scopes(
    graph: PreparedGraph,
    names: Sequence[str],
    options: ScopeOptions,
    max_items: int,
    check: CancelCheck = never_cancelled,
    with_first_view: bool = False,
) -> Scopes:
    """Return the insides of the scopes with these full names.

    Args:
        graph: the graph.
        names: the scopes; a repeated name counts once.
        options: the parameters of all of them.
        max_items: the bound on the number of nodes, edges and bridges.
        check: called before each scope.
        with_first_view: whether the scopes that are open at first follow the requested ones, as
            far as the graph has them in its grouping, so that a page needs one request.

    Raises:
        CancelledError: `check` raised it.
        QueryError: a choice has no meaning.
    """
    answer = Scopes([], [], [])
    first = first_view_of(graph, check) if with_first_view else ()
    distinct, items = list(dict.fromkeys((*names, *first))), 0
    for number, name in enumerate(distinct):
        check()
        try:
            scope = build_scope(graph, name, options, check)
        except NotFoundError:
            if name in names:
                answer.missing.append(name)
            continue
        items += len(scope.nodes) + len(scope.edges) + len(scope.bridges)
        if items > max_items and answer.scopes:
            answer.left.extend(left for left in distinct[number:] if left in names)
            break
        answer.scopes.append(scope)
    return answer
