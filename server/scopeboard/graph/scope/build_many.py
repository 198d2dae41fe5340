"""Several scopes in one answer, as many of them as it has room for."""

from collections.abc import Sequence
from dataclasses import dataclass

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import NotFoundError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope


@dataclass(frozen=True, slots=True)
class Scopes:
    """The insides of scopes, each as it is answered by itself, in the order they were asked for.

    Nothing opens under the names in `missing`. Those in `left` had no room in this answer and are
    to be asked for again; the first that is there always has room, so asking comes to an end.
    """

    scopes: list[Scope]
    missing: list[str]
    left: list[str]


def build_scopes(
    graph: PreparedGraph,
    names: Sequence[str],
    options: ScopeOptions,
    room: int,
    check: CancelCheck = never_cancelled,
) -> Scopes:
    """Return the insides of the scopes with these full names.

    Args:
        graph: that has the scopes.
        names: of scopes; one that is there twice is answered once.
        options: for all of them.
        room: how many nodes, edges and bridges the answer takes.
        check: called before each scope; what it raises ends the work.

    Raises:
        QueryError: a choice has no meaning.
    """
    answer = Scopes([], [], [])
    wanted = list(dict.fromkeys(names))
    for at, name in enumerate(wanted):
        check()
        try:
            scope = build_scope(graph, name, options, check)
        except NotFoundError:
            answer.missing.append(name)
            continue
        room -= len(scope.nodes) + len(scope.edges) + len(scope.bridges)
        if room < 0 and answer.scopes:
            answer.left.extend(wanted[at:])
            break
        answer.scopes.append(scope)
    return answer
