"""Traces: against simple walks over the protobuf, and through functions opened in place."""

from collections import defaultdict, deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.folding_oracle import Link
from graph.graphdefs import graph_bytes, node, ordinary_graph, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.oracle import Oracle
from graph.shown import open_nodes, shown_children
from scopeboard.errors import CancelledError, NotFoundError, QueryError
from scopeboard.graph.model.adjacency import UNREACHED, Adjacency, distances
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.trace import Direction, Trace, TraceRequest, trace


def names(result: Trace) -> list[str]:
    return [op.name for op in result.ops]


def ask(graph: PreparedGraph, source: str, direction: Direction, target: str = "") -> list[str]:
    return sorted(names(trace(graph, TraceRequest(source, direction, target))))


def walked(links: list[Link], start: str, *, up: bool) -> dict[str, int]:
    """Return the distance of each op from one, along the links or against them."""
    after = defaultdict(list)
    for link in links:
        source, target = (link.target, link.source) if up else (link.source, link.target)
        after[source].append(target)
    result, todo = {start: 0}, deque([start])
    while todo:
        name = todo.popleft()
        for near in after[name]:
            if near not in result:
                result[near] = result[name] + 1
                todo.append(near)
    return result


BODY = function("body", "x w", "y=add:z:0 same=w", "mul Mul x", "add Add mul:z:0 k:o:0", "k Const")
OUTER = function(
    "outer", "p q", "r=in:output:0", "in PartitionedCall p q f=body", "last Neg in:output:0"
)
CALLS = library(
    [BODY, OUTER],
    "a Add",
    "b Add",
    "s/call PartitionedCall a b f=outer",
    "c Add s/call",
    "d Add a",
    "cond If d a b then_branch=body else_branch=body",
    "e Add cond:1",
)


@pytest.fixture(scope="module")
def mnist() -> PreparedGraph:
    return prepare_graph(real_graph("seed_mnist"))


@pytest.fixture(scope="module")
def calls() -> PreparedGraph:
    return prepare_graph(CALLS)


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("kinds", ["all", "data", "control"])
def test_a_real_graph_against_the_protobuf(mnist: PreparedGraph, kinds: str, up: bool) -> None:
    oracle = Oracle(real_graph("seed_mnist"))
    wanted = {"all": {"tensor", "control"}, "data": {"tensor"}, "control": {"control"}}[kinds]
    links = [link for link in oracle.raw if link.kind in wanted]
    for name in ("layer1/MatMul", "input/x-input", "train_step/Adam", "Mean"):
        if name not in oracle.op_types:
            continue
        expected = walked(links, name, up=up)
        request = TraceRequest(name, "upstream" if up else "downstream", kinds=kinds)  # type: ignore[arg-type]
        result = trace(mnist, request)
        assert result.total == len(expected)
        assert [op.hops for op in result.ops] == sorted(expected.values())


def test_a_scope_stands_for_all_ops_inside(mnist: PreparedGraph) -> None:
    oracle = Oracle(real_graph("seed_mnist"))
    inside = [name for name in oracle.op_types if name.startswith("layer2/")]
    reached = set[str]().union(*(walked(oracle.raw, name, up=False) for name in inside))
    assert trace(mnist, TraceRequest("layer2", "downstream")).total == len(reached)


def test_between_has_the_ops_on_all_paths(mnist: PreparedGraph) -> None:
    assert names(trace(mnist, TraceRequest("input/x-input", "between", "layer2/MatMul"))) == [
        "input/x-input",
        "layer1/MatMul",
        "layer1/add",
        "layer1/Relu",
        "layer2/MatMul",
    ]
    backwards = trace(mnist, TraceRequest("layer2/MatMul", "between", "input/x-input"))
    assert (backwards.total, backwards.visible) == (0, [])


def test_hops_are_a_bound(mnist: PreparedGraph) -> None:
    request = TraceRequest("input/x-input", "between", "layer2/MatMul", hops=3)
    assert trace(mnist, request).total == 0
    near = trace(mnist, TraceRequest("layer1/MatMul", "both", hops=1))
    assert {op.hops for op in near.ops} == {0, 1}
    assert trace(mnist, TraceRequest("layer1/MatMul", "both", hops=0)).total == 1


def test_omissions_are_reported(mnist: PreparedGraph) -> None:
    result = trace(mnist, TraceRequest("layer1/MatMul", "upstream"), limit=2)
    assert result.bound == f"Only the nearest 2 of {result.total} ops are listed."
    assert result.total > 2


def test_visible_nodes(mnist: PreparedGraph) -> None:
    request = TraceRequest("input/x-input", "between", "layer2/MatMul")
    result = trace(mnist, request, open_scopes=["layer1"])
    assert [(shown.name, shown.ops) for shown in result.visible] == [
        ("input", 1),
        ("layer1", 3),
        ("layer2", 1),
        ("layer1/MatMul", 1),
        ("layer1/add", 1),
        ("layer1/Relu", 1),
    ]


def test_constants_and_summaries_are_ends_too(mnist: PreparedGraph) -> None:
    assert ask(mnist, "Const", "downstream")[:2] == ["Const", "Mean"]
    result = trace(mnist, TraceRequest("accuracy", "upstream", hops=1))
    assert set(names(result)) == {"accuracy", "accuracy/tags", "Mean"}
    assert ("Mean", 3) in [(shown.name, shown.ops) for shown in result.visible]


def test_a_call_stands_for_its_body(calls: PreparedGraph) -> None:
    assert ask(calls, "c", "upstream") == ["a", "b", "c", "s/call"]
    result = trace(calls, TraceRequest("c", "upstream"), open_scopes=["s", "s/call", "s/call/in"])
    traced = {each.name: each.ops for each in result.visible}
    assert traced["s/call"] == 1
    assert traced["s/call/last"] == traced["s/call/in/mul"] == 1
    assert traced["cond"] == 0 if "cond" in traced else True


def test_a_trace_leaves_a_body_by_its_arguments_and_results(calls: PreparedGraph) -> None:
    assert ask(calls, "s/call/in", "upstream") == ["a", "b", "s/call/in", "s/call/p", "s/call/q"]
    assert ask(calls, "s/call/in/mul", "upstream") == [
        "a",
        "s/call/in/mul",
        "s/call/in/x",
        "s/call/p",
    ]
    assert ask(calls, "s/call/in/mul", "downstream") == [
        "c",
        "s/call/in/add",
        "s/call/in/mul",
        "s/call/in/result:y",
        "s/call/last",
        "s/call/result:r",
    ]


def test_the_selector_of_a_branch_ends_at_the_call(calls: PreparedGraph) -> None:
    assert ask(calls, "cond/then_branch/mul", "upstream") == [
        "a",
        "cond/then_branch/mul",
        "cond/then_branch/x",
    ]
    assert ask(calls, "cond/then_branch/w", "downstream") == [
        "cond/then_branch/result:same",
        "cond/then_branch/w",
        "e",
    ]


def test_between_goes_into_bodies(calls: PreparedGraph) -> None:
    assert ask(calls, "a", "between", "s/call/in/add") == [
        "a",
        "s/call/in/add",
        "s/call/in/mul",
        "s/call/in/x",
        "s/call/p",
    ]
    result = trace(calls, TraceRequest("a", "between", "s/call/in/add"), open_scopes=["s/call"])
    assert {each.name: each.ops for each in result.visible} == {
        "a": 1,
        "s": 4,
        "s/call/p": 1,
        "s/call/in": 3,
    }
    assert ask(calls, "s/call/in/mul", "between", "cond/else_branch/mul") == []


def test_a_body_in_the_library(calls: PreparedGraph) -> None:
    assert ask(calls, "(functions)/body/mul", "upstream") == [
        "(functions)/body/mul",
        "(functions)/body/x",
    ]


def test_invalid_ends(calls: PreparedGraph) -> None:
    with pytest.raises(NotFoundError, match="no node called “z”"):
        trace(calls, TraceRequest("z", "upstream"))
    with pytest.raises(QueryError, match="needs a target"):
        trace(calls, TraceRequest("a", "between"))
    with pytest.raises(QueryError, match="has no ops"):
        trace(calls, TraceRequest("(functions)", "upstream"))
    with pytest.raises(QueryError, match="has no ops"):
        trace(prepare_graph(b""), TraceRequest("", "upstream"))


def test_a_trace_stops_when_it_is_cancelled(calls: PreparedGraph) -> None:
    def gone() -> None:
        raise CancelledError("gone")

    with pytest.raises(CancelledError):
        trace(calls, TraceRequest("a", "downstream"), check=gone)


def test_nested_calls_are_bounded() -> None:
    lines = [f"c PartitionedCall x f=f{n + 1}" for n in range(300)]
    functions = [function(f"f{n}", "x", "", line) for n, line in enumerate(lines)]
    graph = prepare_graph(library([*functions, function("f300", "x", "")], "c Add f=f0"))
    assert trace(graph, TraceRequest("c/c/c", "upstream")).total == 3
    with pytest.raises(QueryError, match="100 nested calls"):
        trace(graph, TraceRequest("/".join(["c"] * 200), "upstream"))


@pytest.mark.parametrize("count", [200, 2000])
def test_a_long_chain_is_walked_to_its_end(count: int) -> None:
    chain = [node(f"n{n}", "Add", [f"n{n - 1}"] if n else []) for n in range(count)]
    graph = prepare_graph(graph_bytes(*chain))
    result = trace(graph, TraceRequest("n0", "downstream"))
    assert [op.hops for op in result.ops] == list(range(count))
    assert trace(graph, TraceRequest("n0", "downstream", hops=count // 2)).total == count // 2 + 1


@unhurried
@given(
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=600),
    st.lists(st.integers(0, 400), min_size=1, max_size=3),
    st.none() | st.integers(0, 5),
)
def test_distances_equal_a_simple_walk(
    ways: list[tuple[int, int]], starts: list[int], hops: int | None
) -> None:
    ways += [(n, n + 1) for n in range(300)]  # longer than the search in NumPy
    sources, targets = np.array(ways).T
    result = distances(Adjacency.of(sources, targets, 401), np.array(starts), hops)
    links = [Link(str(a), str(b), "tensor", 0) for a, b in ways]
    each = [walked(links, str(start), up=False) for start in starts]
    for place in range(401):
        least = min((way[str(place)] for way in each if str(place) in way), default=UNREACHED)
        assert result[place] == (UNREACHED if hops is not None and least > hops else least)


@unhurried
@given(ordinary_graph(), st.data())
def test_any_graph_against_the_protobuf(data: bytes, draw: st.DataObject) -> None:
    oracle = Oracle(data)
    if not oracle.op_types:
        return
    graph = prepare_graph(data)
    name = draw.draw(st.sampled_from(sorted(oracle.op_types)))
    shown = graph.tree.op_path(graph.annotated.ops.names.index(name))
    for up, direction in ((True, "upstream"), (False, "downstream")):
        expected = walked(oracle.raw, name, up=up)
        result = trace(graph, TraceRequest(shown, direction))  # type: ignore[arg-type]
        paths = [graph.tree.op_path(graph.annotated.ops.names.index(op)) for op in expected]
        assert sorted(names(result)) == sorted(paths)
        assert sum(shown.ops for shown in result.visible) == result.total


@unhurried
@given(any_library(), st.data())
def test_upstream_is_the_inverse_of_downstream(data: bytes, draw: st.DataObject) -> None:
    graph = prepare_graph(data)
    ops = [
        child.path
        for place in open_nodes(graph, limit=6)
        for child in shown_children(graph, place)
        if graph.tree.op[child.row] >= 0
    ]
    if not ops:
        return
    for one, other in draw.draw(st.lists(st.tuples(*[st.sampled_from(ops)] * 2), max_size=4)):
        between = names(trace(graph, TraceRequest(one, "between", other)))
        back = names(trace(graph, TraceRequest(other, "upstream")))
        forth = names(trace(graph, TraceRequest(one, "downstream")))
        if other in forth:
            assert {one, other} <= set(between)
        if one in back:
            assert {one, other} <= set(between)
        assert set(between) >= set(back) & set(forth) or not between
