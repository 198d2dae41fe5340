"""Counts of rules over a graph: the sums of their counts in each scope."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.rule_counts import ChoiceCount, count_choices, unknown_names
from scopeboard.graph.scope.rules import parse_choices
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

PATHS = ["in", "a/w", "a/b/add_0", "a/b/add_1", "a/b/add_2", "c/(c)", "c/x", "init"]
OPS = ["Placeholder", "VariableV2", "Add", "Add", "Add", "Mean", "Relu", "NoOp"]


@pytest.fixture(scope="module")
def graph() -> PreparedGraph:
    return _graph()


def _graph() -> PreparedGraph:
    nodes = [NodeDef(name=path, op=op) for path, op in zip(PATHS, OPS, strict=True)]
    for before, node in pairwise(nodes):
        node.input.append(before.name)
    data = GraphDef(node=nodes).SerializeToString()
    return prepare_graph(data, Grouping(threshold=3))


GRAPH = _graph()
RULES = [
    "exclude:name:a/b",
    "include:scope:a",
    "exclude:op:Add",
    "include:op:NoOp",
    "exclude:regex:add",
    "include:regex:^c",
    "exclude:name:nobody",
]


@pytest.mark.parametrize(
    ("rule", "fits"),
    [
        ("exclude:name:a/b", 1),
        ("exclude:name:nobody", 0),
        ("exclude:scope:a", 6),  # w, b, the series and its three members
        ("exclude:op:Add", 4),
        ("exclude:regex:^init$", 1),
    ],
)
def test_the_number_of_matching_nodes(graph: PreparedGraph, rule: str, fits: int) -> None:
    assert count_choices(graph, parse_choices([rule])) == [ChoiceCount(rule, fits, fits, None)]


def test_the_last_matching_rule_decides(graph: PreparedGraph) -> None:
    counts = count_choices(graph, parse_choices(["exclude:scope:a", "include:name:a/w"]))
    assert [(count.fits, count.decides) for count in counts] == [(6, 5), (1, 1)]


def test_an_invalid_pattern_has_an_error_and_other_rules_are_counted(graph: PreparedGraph) -> None:
    wrong, right = count_choices(graph, parse_choices(["exclude:regex:(", "exclude:op:NoOp"]))
    assert wrong.fits == 0
    assert wrong.error is not None
    assert "Invalid pattern" in wrong.error
    assert (right.decides, right.error) == (1, None)


@given(rules=st.lists(st.sampled_from(RULES), max_size=5))
def test_the_counts_are_the_sums_over_all_scopes(rules: list[str]) -> None:
    choices = parse_choices(rules)
    options = ScopeOptions(choices=choices)
    graph = GRAPH.grouped(Grouping(threshold=3))
    moved, pending = 0, [""]
    while pending:
        scope = build_scope(graph, pending.pop(), options)
        reasons = [node.reason for node in scope.nodes if node.reason is not None]
        moved += sum(reason.kind == "choice" for reason in reasons)
        pending += [node.name for node in scope.nodes if node.expandable]
    counts = zip(choices, count_choices(GRAPH, choices), strict=True)
    assert moved == sum(count.decides for choice, count in counts if choice.action == "exclude")


def test_unknown_names_are_returned(graph: PreparedGraph) -> None:
    names = ["a", "a/b/add_1", "a/b/add_[0-2]", "b", "a/b/c"]
    assert unknown_names(graph, names) == ["b", "a/b/c"]
