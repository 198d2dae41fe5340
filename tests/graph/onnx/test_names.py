"""Names of ops: scopes from names and notes of exporters, unique names, weights beside users."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.onnx.models import FLOAT, edges_of, model, node, parsed, types_of, value, weight
from scopeboard.graph.conversion.op_names import OpNames, common_scope
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.onnx.names import node_name, noted_scope, weight_name
from scopeboard.graph.prepared.prepared_graph import prepare_ops


@pytest.mark.parametrize(
    ("notes", "scope"),
    [
        ({b"pkg.torch.onnx.name_scopes": b"['', 'a', 'a.b.0', 'a.b.0.c', 'n']"}, "a/b.0/c"),
        ({b"pkg.torch.onnx.name_scopes": b"['', 'n']"}, ""),
        ({b"pkg.torch.onnx.name_scopes": b"not a list"}, ""),
        ({b"namespace": b": Net/a: A/a.b: B/n: aten.relu"}, "a/b"),
        ({b"other": b"x"}, ""),
    ],
)
def test_scopes_come_from_the_notes_of_an_exporter(notes: dict[bytes, bytes], scope: str) -> None:
    assert noted_scope(notes) == scope


def test_a_node_without_a_name_has_its_type_and_number() -> None:
    assert node_name(b"", b"com.microsoft.FusedConv", 7, {}) == "FusedConv_7"
    assert node_name(b"/a/b/Conv", b"Conv", 7, {}) == "a/b/Conv"


@pytest.mark.parametrize(
    ("tensor", "scope", "name"),
    [
        ("encoder.layer.0.attention.query.bias", "encoder/layer.0/attention/query", "bias"),
        ("features.0.0.weight", "features/features.0/features.0.0", "weight"),
        ("onnx::MatMul_12", "head", "onnx::MatMul_12"),
        ("model/dense/kernel:0", "model/dense", "kernel:0"),
    ],
)
def test_a_weight_is_called_by_what_follows_its_scope(tensor: str, scope: str, name: str) -> None:
    assert weight_name(tensor, scope) == f"{scope}/{name}"


def test_a_weight_of_no_scope_makes_none() -> None:
    assert weight_name("a/b/c", "") == "a.b.c"


def test_a_weight_stands_in_the_deepest_scope_of_its_users() -> None:
    data = model(
        node("Add", "x w", "y", "/enc/l0/Add"),
        node("Mul", "y w", "z", "/enc/l1/Mul"),
        node("Mul", "z v", "u", "/enc/l1/Mul_1"),
        input=[value("x")],
        initializer=[weight("w", 2), weight("v", 2)],
    )
    graph = parsed(data).graph
    weights = {name for name, kind in types_of(graph).items() if kind == "Initializer"}
    assert weights == {"enc/w", "enc/l1/v"}
    assert ("enc/w", 0, "enc/l1/Mul", 1) in edges_of(graph)


def test_a_copy_of_a_weight_is_a_weight_of_its_users() -> None:
    """PyTorch's exporter writes equal weights once, and an `Identity` for each other parameter."""
    data = model(
        node("Identity", "enc.l0.norm.bias", "enc.l1.norm.bias", "Identity_7"),
        node("Add", "x enc.l0.norm.bias", "y", "/enc/l0/norm/Add"),
        node("Add", "y enc.l1.norm.bias", "z", "/enc/l1/norm/Add"),
        input=[value("x", FLOAT, 2)],
        initializer=[weight("enc.l0.norm.bias", 2)],
    )
    graph = parsed(data).graph
    types = types_of(graph)
    assert types["enc/l1/norm/bias"] == "Identity"
    assert types["enc/l0.norm.bias"] == "Initializer"
    annotated = annotate(graph)
    nodes = [name for op, name in enumerate(graph.names) if annotated.is_node[op]]
    assert nodes == ["x", "enc/l0/norm/Add", "enc/l1/norm/Add"]


def test_ops_with_numbered_names_are_no_series() -> None:
    nodes = [node("Relu", f"x{n}", f"x{n + 1}", f"Relu_{n}") for n in range(9)]
    graph = parsed(model(*nodes, input=[value("x0", FLOAT, 2)])).graph
    tree = prepare_ops(graph).tree
    assert "series" not in {tree.kind(row) for row in range(tree.parent.size)}


def test_common_scopes() -> None:
    assert common_scope("a/b/c", "a/b/d") == "a/b"
    assert common_scope("a/b", "a/bc") == "a"
    assert common_scope("a", "") == ""


@given(st.lists(st.tuples(st.sampled_from(["a", "a:1", "a#2", "^a", "b"]), st.integers(0, 3))))
def test_names_and_outputs_never_meet(wanted: list[tuple[str, int]]) -> None:
    names, taken = OpNames(), set[str]()
    for name, outputs in wanted:
        chosen = names.add(name, outputs)
        inputs = {chosen, *(f"{chosen}:{port}" for port in range(1, outputs))}
        assert not inputs & taken
        assert not chosen.startswith("^")
        taken |= inputs
