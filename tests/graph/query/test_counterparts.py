"""Nodes of two graphs correspond whatever their names, and each says what became of it."""

import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.query.counterparts import (
    SIDES,
    ComparedGraphs,
    Counterparts,
    NodePlace,
    Side,
    list_counterparts,
)
from scopeboard.wire.graph_pb2 import NodeDef


def compared(before: bytes, after: bytes) -> ComparedGraphs:
    one, other = prepare_graph(before), prepare_graph(after)
    return ComparedGraphs(one, unite_graphs(one, other), other)


def listed(graphs: ComparedGraphs, side: Side, scope: str = "") -> dict[str, Counterparts]:
    return {each.name: each for each in list_counterparts(graphs, side, scope).nodes}


def network(scope: str, *more: NodeDef, last: str = "Neg") -> bytes:
    inside = [
        node(f"{scope}/cell/{b}", "Relu", [f"{scope}/cell/{a}"]) for a, b in ("xy", "yz", "zw")
    ]
    first = node(f"{scope}/cell/x", "Placeholder", [], [[3]])
    return graph_bytes(first, *inside, *more, node("out", last, [f"{scope}/cell/w"]))


def test_a_renamed_scope_in_a_scope_corresponds_to_the_one_as_deep() -> None:
    graphs = compared(network("old"), network("new"))
    assert listed(graphs, "before")["old"].after == NodePlace("new", [])
    assert listed(graphs, "before", "old")["old/cell"].after == NodePlace("new/cell", ["new"])
    inside = listed(graphs, "before", "old/cell")
    assert inside["old/cell/y"].after == NodePlace("new/cell/y", ["new", "new/cell"])
    assert inside["old/cell/y"].both == NodePlace("new/cell/y", ["new", "new/cell"])
    assert listed(graphs, "after", "new/cell")["new/cell/y"].before == NodePlace(
        "old/cell/y", ["old", "old/cell"]
    )
    assert listed(graphs, "both")["new"].before == NodePlace("old", [])


def test_what_one_graph_lacks_has_no_counterpart() -> None:
    extra = node("more/a", "Exp", ["old/cell/x"]), node("more/b", "Exp", ["more/a"])
    graphs = compared(network("old"), network("old", *extra))
    more = listed(graphs, "after")["more"]
    assert more.before is None
    assert more.change is not None
    assert (more.change.status, more.change.added) == ("added", 2)
    assert more.both == more.after == NodePlace("more", [])
    assert "more" not in listed(graphs, "before")
    assert listed(graphs, "both")["more"].before is None


def test_each_side_says_what_became_of_its_own_ops() -> None:
    one = network("s", node("s/gone", "Exp", ["s/cell/x"]))
    other = network("s", node("s/came", "Log", ["s/cell/x"]), last="Abs")
    graphs = compared(one, other)
    before, after = listed(graphs, "before"), listed(graphs, "after")
    assert before["s"].after == NodePlace("s", [])
    for side, added, removed in ((before["s"], 0, 1), (after["s"], 1, 0)):
        assert side.change is not None
        assert (side.change.added, side.change.removed) == (added, removed)
        assert side.change.status == "changed"
    assert before["out"].change is not None
    assert before["out"].change.status == "changed"


@pytest.mark.parametrize("name", ["seed_mnist"])
def test_every_node_of_a_graph_corresponds_to_itself(name: str) -> None:
    data = real_graph(name)
    graphs = compared(data, data)
    todo = [""]
    while todo:
        scope = todo.pop()
        for side in SIDES:
            for each in listed(graphs, side, scope).values():
                assert each.change is None
                assert each.before == each.both == each.after
                assert each.before is not None
                assert each.before.node == each.name
        todo += [name for name in listed(graphs, "both", scope) if is_scope(graphs.both, name)]


def is_scope(graph: PreparedGraph, name: str) -> bool:
    row = graph.tree.find_scope(name)
    return row is not None and int(graph.tree.op[row]) < 0


def test_unknown_scopes_and_single_graphs_are_refused() -> None:
    graphs = compared(network("s"), network("s"))
    with pytest.raises(NotFoundError):
        list_counterparts(graphs, "before", "nothing")
    alone = ComparedGraphs(graphs.before, graphs.before, graphs.before)
    with pytest.raises(QueryError):
        list_counterparts(alone, "before", "")
