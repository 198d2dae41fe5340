"""Scopes count what differs in them, at any depth."""

from graph.graphdefs import ops
from scopeboard.graph.diff.graph_diff import diff_graphs
from scopeboard.graph.diff.scope_counts import ScopeCounts, count_by_scope
from scopeboard.graph.graphdef.parser import parse_graph


def test_each_scope_around_an_op_counts_it() -> None:
    before = parse_graph(ops("a/b/x X", "a/y Y a/b/x", "gone/z Z"))
    after = parse_graph(ops("a/b/x X", "a/y Other a/b/x", "a/b/c/new New"))
    diff = diff_graphs(before, after)
    added, removed, changed = (
        [graph.names[op] for op in ops_of.tolist()]
        for graph, ops_of in (
            (after, diff.added),
            (before, diff.removed),
            (after, diff.counterpart[diff.changed]),
        )
    )
    assert count_by_scope(added, removed, changed) == {
        "": ScopeCounts(1, 1, 1),
        "a": ScopeCounts(1, 0, 1),
        "a/b": ScopeCounts(1, 0, 0),
        "a/b/c": ScopeCounts(1, 0, 0),
        "gone": ScopeCounts(0, 1, 0),
    }
