"""Search over a graph: the matches in order, with the scopes that reveal them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.oracle import Oracle
from scopeboard.errors import CancelledError, QueryError
from scopeboard.graph.paths.paths import find_node, find_op, path_to, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query import name_index
from scopeboard.graph.query.search import Matches, search
from scopeboard.wire.graph_pb2 import GraphDef

BODY = function("relu", "x", "y=max:o:0", "max Maximum x", "s/two Mul x", "s/k Const")
CALLS = library(
    [BODY],
    "a/in Placeholder",
    "a/call PartitionedCall a/in f=relu",
    "b/loop While a/in cond=relu body=relu",
    "max Neg",
)


def names(graph: PreparedGraph, query: str) -> list[str]:
    return [match.name for match in search(graph, query, limit=1000).matches]


@pytest.fixture(scope="module")
def mnist() -> PreparedGraph:
    return prepare_graph(real_graph("seed_mnist"))


@pytest.fixture(scope="module")
def calls() -> PreparedGraph:
    return prepare_graph(CALLS)


def test_scopes_precede_their_contents(mnist: PreparedGraph) -> None:
    result = search(mnist, "layer1/weights*", limit=3)
    assert [(m.name, m.kind, m.depth, m.scopes) for m in result.matches] == [
        ("layer1/weights", "metanode", 1, ["layer1"]),
        ("layer1/weights/Initializer", "metanode", 2, ["layer1", "layer1/weights"]),
        ("layer1/weights/(weights)", "op", 2, ["layer1", "layer1/weights"]),
    ]
    assert result.total > result.ops > 3


def test_names_that_end_in_the_query_precede_others() -> None:
    inputs = [node(f"{name}/y", "Const") for name in ("s/mul_1", "t/s/mul_1")]
    ops = [node("s/mul_1", "Mul", ["s/mul_1/y"]), node("t/s/mul_1", "Mul", ["t/s/mul_1/y"])]
    graph = prepare_graph(graph_bytes(*inputs, *ops, node("s/mul_10", "Mul")))
    others = ["s/mul_1/y", "s/mul_10", "t/s/mul_1/y"]
    assert names(graph, "s/mul_1") == ["s/mul_1", "t/s/mul_1", *others]


def test_a_page_of_the_matches(mnist: PreparedGraph) -> None:
    everything = names(mnist, "layer1")
    page = search(mnist, "layer1", offset=5, limit=10)
    assert [match.name for match in page.matches] == everything[5:15]
    assert (page.total, page.offset) == (len(everything), 5)


def test_constants_appear_at_their_hosts(mnist: PreparedGraph) -> None:
    (match,) = search(mnist, "=Const").matches
    assert (match.kind, match.op, match.node, match.scopes) == ("constant", "Const", "Mean", [])
    (match,) = search(mnist, "=accuracy").matches
    assert (match.kind, match.node) == ("summary", "Mean")
    for name, kind, shown_by in (
        ("accuracy/tags", "constant", "Mean"),
        ("Merge/MergeSummary", "summary", "input_reshape/Reshape"),
    ):
        (match,) = search(mnist, f"={name}").matches
        assert (match.kind, match.node) == (kind, shown_by)


def test_every_kind_of_term_against_the_protobuf(mnist: PreparedGraph) -> None:
    graph = GraphDef.FromString(real_graph("seed_mnist"))
    by_query = {
        "op:=MatMul": [n for n in graph.node if n.op == "MatMul"],
        "op:grad": [n for n in graph.node if "grad" in n.op.lower()],
        "attr:transpose_a": [n for n in graph.node if "transpose_a" in n.attr],
        "attr:transpose_a=true": [n for n in graph.node if n.attr["transpose_a"].b],
        "attr:T=int32": [n for n in graph.node if n.attr["T"].type == 3],
        "in:layer2 op:Add": [
            n for n in graph.node if n.name.startswith("layer2/") and "Add" in n.op
        ],
        "-op:Const -op:Identity": [n for n in graph.node if n.op not in {"Const", "Identity"}],
        "op:Relu | op:=Mul in:train_step": [
            n
            for n in graph.node
            if "Relu" in n.op or (n.op == "Mul" and n.name.startswith("train_step/"))
        ],
    }
    for query, nodes in by_query.items():
        result = search(mnist, query, limit=1000)
        assert result.total == result.ops == len({n.name for n in nodes}), query


def test_a_term_without_a_key_matches_op_types_after_names() -> None:
    data = graph_bytes(
        node("1", "aten::softmax"),
        node("a/2", "aten::softmax", ["1"]),
        node("a/softmax/3", "aten::relu", ["a/2"]),
        node("a/relu", "aten::add", ["a/softmax/3"]),
    )
    graph = prepare_graph(data)
    result = search(graph, "softmax")
    assert names(graph, "softmax") == ["a/softmax", "a/softmax/3", "1", "a/2"]
    assert (result.total, result.by_type) == (4, 2)
    assert names(graph, "name:softmax") == ["a/softmax", "a/softmax/3"]
    assert names(graph, "soft*") == ["a/softmax", "a/softmax/3", "1", "a/2"]
    assert names(graph, "in:a softmax -relu") == ["a/softmax", "a/2"]
    assert names(graph, "=softmax") == []
    assert search(graph, "op:softmax").by_type == 0


def test_folded_ops_are_found_at_their_host() -> None:
    data = graph_bytes(
        node("x", "aten::relu"),
        node("5", "prim::ListConstruct", ["x"]),
        node("6", "aten::cat", ["5"]),
    )
    (match,) = search(prepare_graph(data), "ListConstruct").matches
    assert (match.name, match.kind, match.node) == ("5", "folded", "6")


def test_shapes_and_dtypes_match_outputs() -> None:
    data = graph_bytes(
        node("a", "A", shapes=[(-1, 784), (2,)]),
        node("b", "A", shapes=[()]),
        node("c", "A", shapes=[None]),
        node("d", "A"),
        node("e", "A", shapes=[(3, 4, 784)]),
        node("f", "A", shapes=[(0,)]),
    )
    graph = prepare_graph(data)
    for query, expected in {
        "shape:?x784": "a",
        "shape:2": "a",
        "shape:*x784": "ae",
        "shape:3x*": "e",
        "shape:*x4x*": "e",
        "shape:3x*x784": "e",
        "shape:?x*x784": "a",
        "shape:*": "abef",
        "shape:scalar": "b",
        "shape:0": "f",
        "shape:unknown": "cd",
        "dtype:float32": "abcdef",
        "dtype:float": "abcdef",
        "dtype:DT_FLOAT": "abcdef",
        "dtype:int*": "",
    }.items():
        assert "".join(names(graph, query)) == expected, query


def test_devices_match_by_substring() -> None:
    data = graph_bytes(node("a", device="/job:x/device:GPU:0"), node("b", device="/device:CPU:0"))
    assert names(prepare_graph(data), "device:gpu:0") == ["a"]


def test_ops_in_bodies_match_where_they_are_called(calls: PreparedGraph) -> None:
    result = search(calls, "max").matches
    assert [(m.name, m.depth, m.scopes) for m in result] == [
        ("max", 0, []),
        ("a/call/max", 2, ["a", "a/call"]),
    ]
    assert names(calls, "in:b max") == ["b/loop/cond/max"]
    assert names(calls, "in:b/loop/body two") == ["b/loop/body/s/two"]
    assert names(calls, 'in:"(functions)/relu" two') == ["(functions)/relu/s/two"]
    assert "b/loop/body/s/two" not in names(calls, "two")


def test_a_name_within_an_open_function_matches(calls: PreparedGraph) -> None:
    assert names(calls, "b/loop/body/s/two") == ["a/call/s/two"]
    assert names(calls, "in:b/loop/body b/loop/body/s/two") == ["b/loop/body/s/two"]
    assert names(calls, "call/s") == ["a/call/s", "a/call/s/two", "a/call/s/k"]
    assert names(calls, "call/s/t*") == ["a/call/s/two"]
    assert names(calls, "relu/s/two") == ["a/call/s/two"]
    assert names(calls, "in:*call/s two -call/s/k") == ["a/call/s/two"]


def test_names_by_long_chains_of_calls_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_index, "MAX_SHOWN_BYTES", 10)
    result = search(prepare_graph(CALLS), "two")
    assert [match.name for match in result.matches] == ["a/call/s/two"]
    assert result.bound == "The very long names of 1 scopes were not searched."
    assert search(prepare_graph(CALLS), "call/s/two x").total == 0


def test_functions_match_by_name(calls: PreparedGraph) -> None:
    (first, *_) = search(calls, "relu").matches
    assert (first.name, first.kind, first.scopes) == (
        "(functions)/relu",
        "function",
        ["(functions)"],
    )
    assert [m.kind for m in search(calls, "op:PartitionedCall").matches] == ["function"]
    assert "(functions)" not in names(calls, "*")


def test_a_tensor_matches_its_op(calls: PreparedGraph) -> None:
    assert names(calls, "a/in:0") == ["a/in"]


def test_series_nodes_match_by_name() -> None:
    graph = prepare_graph(graph_bytes(*(node(f"s/conv_{n}", "Conv") for n in range(6))))
    result = search(graph, "conv").matches
    assert [(m.name, m.kind) for m in result[:2]] == [
        ("s/conv_[0-5]", "series"),
        ("s/conv_0", "op"),
    ]
    assert result[1].scopes == ["s", "s/conv_[0-5]"]


def test_an_empty_query_matches_nothing(mnist: PreparedGraph) -> None:
    assert search(mnist, "  ") == Matches("  ", 0, 0, 0, 0, [], None)


def test_the_scopes_around_very_deep_nodes_are_bounded() -> None:
    deep = "/".join(f"s{level}" for level in range(3000))
    graph = prepare_graph(graph_bytes(*(node(f"{deep}/op{leaf}_x", "Add") for leaf in range(100))))
    result = search(graph, "op:Add")
    assert [match.node for match in result.matches[:2]] == [f"{deep}/op0_x", f"{deep}/op1_x"]
    around = result.matches[0].scopes
    assert around[:2] == ["s0", "s0/s1"]
    assert len(around) < result.matches[0].depth == 3000
    assert 60_000 < sum(map(len, around)) <= 1 << 16
    assert result.bound == "Only the outermost scopes of very deep nodes are listed."


def test_an_unknown_scope_is_an_error(mnist: PreparedGraph) -> None:
    with pytest.raises(QueryError, match=r"no scope called “nope” \(character 3\)"):
        search(mnist, "a in:nope")


def test_a_search_stops_when_it_is_cancelled(mnist: PreparedGraph) -> None:
    def gone() -> None:
        raise CancelledError("gone")

    with pytest.raises(CancelledError):
        search(mnist, "attr:T", check=gone)


def is_end(name: str, query: str) -> bool:
    """Return whether a name ends in a query of one letter, whose case counts if it is capital."""
    last = name.rpartition("/")[2]
    return query.isalpha() and query == (last.lower() if query.islower() else last)


_QUERIES = st.sampled_from(
    ["a", "A", "b/", "a*", "/a|c/", "op:add", "-op:add", "in:a", "-a", "a | c", "shape:*", "a -c"]
)


@unhurried
@given(any_graph(), _QUERIES, st.integers(0, 5), st.integers(0, 5))
def test_pages_join_to_all_matches(data: bytes, query: str, offset: int, limit: int) -> None:
    graph = prepare_graph(data)
    try:
        complete = search(graph, query, limit=1000)
    except QueryError:
        return
    by_name = len(complete.matches) - complete.by_type
    for matches in (complete.matches[:by_name], complete.matches[by_name:]):
        order = [(not is_end(match.name, query), match.depth) for match in matches]
        assert order == sorted(order)
    assert all(match.depth == len(match.scopes) for match in complete.matches if match.kind == "op")
    assert len({match.name for match in complete.matches}) == complete.total
    page = search(graph, query, offset=offset, limit=limit)
    assert page.matches == complete.matches[offset : offset + limit]


@unhurried
@given(any_graph(), st.text("ab_1/", min_size=1, max_size=3))
def test_a_substring_matches_all_names_that_contain_it(data: bytes, part: str) -> None:
    graph = prepare_graph(data)
    result = {match.name for match in search(graph, f'"{part}"', limit=1000).matches}
    tree = graph.tree
    shown = {tree.path(row) for row in range(1, tree.parent.size)}
    shown |= {tree.op_path(op) for op in range(len(graph.annotated.ops))}
    assert result >= {name for name in shown if part in name.lower()}


@unhurried
@given(any_library(), st.text("acfgs1/", min_size=1, max_size=4))
def test_a_substring_matches_all_names_in_open_functions(data: bytes, part: str) -> None:
    graph = prepare_graph(data)
    result = {match.name for match in search(graph, f'"{part}"', limit=1000).matches}
    shown = {path_to(graph, op) for op in range(len(graph.annotated.ops))}
    assert result >= {name for name in shown if part in name.lower()}


@unhurried
@given(any_library(), st.sampled_from(["n", "s", "s/n", "op:add", "in:s n", "-op:add"]))
def test_every_match_can_be_revealed(data: bytes, query: str) -> None:
    graph = prepare_graph(data)
    try:
        matches = search(graph, query, limit=1000).matches
    except QueryError:
        return
    for match in matches:
        assert find_node(graph, match.name) is not None or find_op(graph, match.name) is not None
        assert find_node(graph, match.node) is not None
        assert all(resolve(graph, scope) for scope in match.scopes)
        inner = match.scopes[-1] if match.scopes else ""
        assert not inner or match.node.startswith(inner) or "[" in inner
        if match.kind == "op":
            assert match.depth == len(match.scopes)


def test_no_name_is_too_long_and_no_scope_too_deep() -> None:
    deep = "/".join(["deep"] * 9000)
    graph = prepare_graph(graph_bytes(node(deep), node("a" * 100_000)))
    result = search(graph, "deep", limit=1)
    assert result.total > 1
    assert result.bound is not None
    assert re.search(r"names of [\d,]+ scopes", result.bound)


def test_the_oracle_has_the_same_ops(mnist: PreparedGraph) -> None:
    oracle = Oracle(real_graph("seed_mnist"))
    assert search(mnist, "-op:=nothing").total == len(oracle.op_types)
