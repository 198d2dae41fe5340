"""Pages of one scope: they are its parts, and what they share is worked out once."""

import pytest

from graph.graphdefs import ops
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope import build as building
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.rules import parse_choices
from scopeboard.graph.scope.view import ScopeView, view_scope

LETTERS = "abcdefg"
GRAPH = ops(*(f"s/{one} Add {f's/{LETTERS[n - 1]}' if n else ''}" for n, one in enumerate(LETTERS)))


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[ScopeView]:
    """Return the views that are made from now on."""
    made: list[ScopeView] = []

    def making(*args: object) -> ScopeView:
        made.append(view_scope(*args))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(building, "view_scope", making)
    return made


def names(graph: PreparedGraph, offset: int, limit: int | None, *choices: str) -> list[str]:
    options = ScopeOptions(offset=offset, limit=limit, choices=parse_choices(choices))
    return [node.name for node in build_scope(graph, "s", options).nodes]


def test_pages_share_a_view_and_are_the_parts_of_the_whole(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    whole = names(graph, 0, None)
    assert len(views) == 1
    assert [*names(graph, 0, 3), *names(graph, 3, 3), *names(graph, 6, 3)] == whole
    assert len(views) == 2


def test_what_is_asked_otherwise_is_another_view(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    names(graph, 0, 2)
    names(graph, 0, 2, "exclude:op:Add")
    assert names(graph, 2, 2) == ["s/c", "s/d"]
    assert len(views) == 2


def test_the_last_two_are_kept(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    for rule in ("exclude:name:s/a", "exclude:name:s/b", "exclude:name:s/c", "exclude:name:s/b"):
        names(graph, 0, 2, rule)
    assert len(views) == 3
    names(graph, 0, 2, "exclude:name:s/a")
    assert len(views) == 4
