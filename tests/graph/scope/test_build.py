"""Answers for one scope: its nodes, and invariants over all scopes of a graph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ops, ordinary_graph, real_graph, unhurried
from scopeboard.errors import NotFoundError
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.answer import Annotation, Reason, Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope, content_hash
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.rules import parse_choices


def scope_names(graph: PreparedGraph) -> list[str]:
    tree = graph.tree
    return [tree.path(row) for row in range(tree.op.size) if tree.op[row] < 0]


def all_scopes(graph: PreparedGraph) -> dict[str, Scope]:
    return {name: build_scope(graph, name) for name in scope_names(graph)}


def test_an_op_and_a_metanode() -> None:
    data = graph_bytes(node("s/a", "Add", device="/cpu:0"), node("b", "Mul", ["s/a"], device="/g"))
    scope, op = build_scope(prepare_graph(data), "").nodes
    assert (scope.name, scope.label, scope.kind, scope.op) == ("s", "s", "metanode", "")
    assert (scope.device, scope.count, scope.expandable) == ("/cpu:0", 1, True)
    assert (op.name, op.label, op.kind, op.op) == ("b", "b", "op", "Mul")
    assert (op.device, op.count, op.expandable) == ("/g", 1, False)
    assert {(n.role, n.reason) for n in (scope, op)} == {("main", None)}


def test_annotations_stand_at_their_host_with_the_shape_between() -> None:
    data = graph_bytes(
        node("s/c", "Const", shapes=[[2]]),
        node("s/a", "Add", ["s/c"], [[-1, 3]]),
        node("sum", "HistogramSummary", ["s/a"], [[]]),
    )
    (host,) = build_scope(prepare_graph(data), "s").nodes
    assert host.annotations == [
        Annotation("s/c", "c", "constant", "Const", "2"),
        Annotation("sum", "sum", "summary", "HistogramSummary", "?×3"),
    ]


@pytest.mark.parametrize(
    ("devices", "shared"), [(["/g", "/g"], "/g"), (["/g", ""], ""), (["/g", "/c"], "")]
)
def test_a_metanode_has_the_device_that_all_its_ops_share(devices: list[str], shared: str) -> None:
    made = [node(f"s/{n}", device=device) for n, device in enumerate(devices)]
    data = graph_bytes(node("first", device="/x"), *made, node("last", device="/y"))
    nodes = build_scope(prepare_graph(data), "").nodes
    assert [n.device for n in nodes] == ["/x", shared, "/y"]


def test_nodes_stand_in_dataflow_order() -> None:
    data = ops("c Add b", "b Add a", "a Add", "free Add")
    assert [n.name for n in build_scope(prepare_graph(data), "").nodes] == ["a", "b", "c", "free"]


@pytest.mark.parametrize("name", ["nowhere", "s/a", "s/", "/", "s//a"])
def test_an_unknown_scope_is_not_found(name: str) -> None:
    with pytest.raises(NotFoundError, match="no scope"):
        build_scope(prepare_graph(ops("s/a Add")), name)


def test_names_from_the_log_are_only_names() -> None:
    data = ops("__proto__/constructor Add", "constructor toString __proto__/constructor")
    scope = build_scope(prepare_graph(data), "")
    assert [(n.name, n.op) for n in scope.nodes] == [("__proto__", ""), ("constructor", "toString")]


def test_scopes_of_irregular_names_can_be_opened() -> None:
    data = graph_bytes(*(node(name) for name in ["", "/", "//", "/a", "a/", "a", "(empty)"]))
    scopes = all_scopes(prepare_graph(data))
    placed = sorted(n.name for scope in scopes.values() for n in scope.nodes if n.kind == "op")
    assert placed == [
        "(empty)/((empty))",
        "(empty)/((empty))#2",
        "(empty)/(empty)/((empty))",
        "(empty)/(empty)/(empty)",
        "(empty)/a",
        "a/(a)",
        "a/(empty)",
    ]


@unhurried
@given(any_graph())
def test_each_op_appears_exactly_once(data: bytes) -> None:
    graph = prepare_graph(data)
    shown = [n for scope in all_scopes(graph).values() for n in scope.nodes if n.kind == "op"]
    beside = {a.name for n in shown for a in n.annotations}
    annotated = graph.annotated
    assert len(shown) == len({n.name for n in shown}) == annotated.is_node.sum()
    assert beside == {graph.tree.op_path(op) for op in annotated.annotations.op.tolist()}
    assert beside.isdisjoint({n.name for n in shown})


@unhurried
@given(ordinary_graph())
def test_edges_and_bridges_end_at_existing_nodes(data: bytes) -> None:
    scopes = all_scopes(prepare_graph(data))
    everywhere = {n.name for scope in scopes.values() for n in scope.nodes}
    for scope in scopes.values():
        here = {n.name for n in scope.nodes}
        assert here.issuperset({end for e in scope.edges for end in (e.source, e.target)})
        assert here.issuperset({b.node for b in scope.bridges})
        assert everywhere.issuperset({b.neighbour for b in scope.bridges})
        assert not any(b.neighbour in here for b in scope.bridges)


def test_different_scopes_have_different_hashes() -> None:
    scopes = all_scopes(prepare_graph(real_graph("seed_mnist")))
    assert len({scope.hash for scope in scopes.values()}) == len(scopes)


def test_the_hash_changes_with_a_shape_alone() -> None:
    graphs = [
        graph_bytes(node("a", shapes=[[size]]), node("b", inputs=["a"])) for size in (3, 3, 4)
    ]
    first, same, other = (build_scope(prepare_graph(data), "").hash for data in graphs)
    assert first == same != other


UNGROUPED = Grouping(threshold=0)
HUB = ops("hub Add", *(f"n{n} Mul hub" for n in range(20)), "end NoOp ^n0", "far/x Mul hub n1")


def test_extracted_nodes_have_reasons_and_cut_edges() -> None:
    options = ScopeOptions(extract=ExtractOptions(rule="tensorboard"))
    scope = build_scope(prepare_graph(HUB, UNGROUPED), "", options)
    extracted = {n.name: (n.role, n.reason) for n in scope.nodes if n.role != "main"}
    assert extracted["hub"] == ("out_extract", Reason("out_degree", count=21, bound=4))
    assert extracted["end"] == ("out_extract", Reason("op_type", "NoOp"))
    assert {e.cut for e in scope.edges if "hub" in (e.source, e.target)} == {True}
    assert [e.cut for e in scope.edges if e.source == "n1"] == [False]


def test_what_holds_the_main_graph_together_stays() -> None:
    scope = build_scope(prepare_graph(HUB, UNGROUPED), "")
    assert [n.name for n in scope.nodes if n.role != "main"] == ["end"]


def test_a_choice_changes_its_own_answer_alone() -> None:
    graph = prepare_graph(HUB, UNGROUPED)
    before = build_scope(graph, "")
    chosen = ScopeOptions(choices=parse_choices(["include:name:hub", "exclude:name:n1"]))
    roles = {n.name: n.role for n in build_scope(graph, "", chosen).nodes}
    assert roles["hub"] == "main"
    assert roles["n1"] == "in_extract"
    assert build_scope(graph, "") == before
    scope = build_scope(graph, "", chosen)
    assert [n.usual_role for n in scope.nodes] == [n.role for n in before.nodes]
    assert [e.usual_cut for e in scope.edges] == [e.cut for e in before.edges]


@given(data=any_graph(), limit=st.integers(1, 4))
@unhurried
def test_the_pages_of_a_scope_have_each_item_once(data: bytes, limit: int) -> None:
    graph = prepare_graph(data)
    for name, whole in all_scopes(graph).items():
        pages = [build_scope(graph, name, ScopeOptions(limit=limit))]
        while (following := pages[-1].next) is not None:
            pages.append(build_scope(graph, name, ScopeOptions(offset=following, limit=limit)))
        assert [n for page in pages for n in page.nodes] == whole.nodes
        assert {page.total for page in pages} == {len(whole.nodes)}
        edges = [e for page in pages for e in page.edges]
        assert sorted(map(repr, edges)) == sorted(map(repr, whole.edges))
        bridges = [b for page in pages for b in page.bridges]
        assert sorted(map(repr, bridges)) == sorted(map(repr, whole.bridges))


def annotation(shape: str | None) -> Annotation:
    return Annotation("a/b", "b", "constant", "Const", shape)


def test_the_hash_is_the_same_in_every_process() -> None:
    assert content_hash("a", [annotation("?×784")]) == "7d15a30b0afa25ed67f77f25eda02a38"


def test_content_is_equal_if_and_only_if_its_hash_is() -> None:
    assert content_hash([annotation("1")]) == content_hash([annotation("1")])
    assert content_hash([annotation("1")]) != content_hash([annotation(None)])
    assert content_hash("a", "b") != content_hash("ab")
    assert content_hash("1") != content_hash(1)


def test_the_order_of_a_set_does_not_change_the_hash() -> None:
    assert content_hash({0, 64}) == content_hash({64, 0})
    assert list({0, 64}) != list({64, 0})  # 0 and 64 collide, so the order of insertion decides


def test_a_value_without_canonical_form_raises() -> None:
    with pytest.raises(TypeError, match="object"):
        content_hash(object())
