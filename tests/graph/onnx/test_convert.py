"""ONNX models as op graphs: counts as the ONNX package has them, functions, bodies, faults."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.onnx.models import (
    FILES,
    FOLDER,
    attribute,
    body,
    converted,
    edges_of,
    graph_of,
    labels_of,
    model,
    node,
    oracle,
    parsed,
    types_of,
    value,
    weight,
)
from scopeboard.errors import DamagedDataError
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.onnx.convert import convert_model
from scopeboard.protowire.nested import Window
from scopeboard.wire import onnx_pb2 as wire
from tools.examples import examples

ORACLE = oracle()


def count_types(graph: OpGraph, *op_types: str) -> int:
    main = graph.op_type[: graph.main_count].tolist()
    return sum(graph.op_types[row] in op_types for row in main)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts_are_those_of_the_onnx_package(file: Path) -> None:
    model = converted(file.read_bytes())
    graph, known = graph_of(file), ORACLE[file.stem]
    ours = ("Input", "Output", "Initializer", "SparseInitializer")
    tensors = graph.tensors
    elements = [
        int(tensors.elements[tensors.first[op]])
        for op in range(graph.main_count)
        if graph.op_types[graph.op_type[op]] == "Initializer"
    ]
    counts = {
        "nodes": graph.main_count - count_types(graph, *ours),
        "inputs": count_types(graph, "Input"),
        "outputs": count_types(graph, "Output"),
        "initializers": count_types(graph, "Initializer"),
        "sparse": count_types(graph, "SparseInitializer"),
        "elements": sum(elements),
    }
    assert counts == {name: known[name] for name in counts}
    assert (model.damaged, model.duplicates, model.is_cut) == (0, 0, False)
    captured = {"control_flow": 4}  # further inputs of nodes with bodies
    main = [edge for edge in edges_of(graph) if not edge[2].startswith("(functions)")]
    assert len(main) == known["edges"] + captured.get(file.stem, 0)


def test_both_exporters_of_torch_give_the_scopes_of_the_modules() -> None:
    script, dynamo = graph_of("cnn_torchscript"), graph_of("cnn_dynamo")
    assert "layers/layers.1/norm/BatchNormalization" in script.names
    assert "layers/layers.1/norm/running_var" in script.names
    assert "layers/1/norm/running_var" in dynamo.names
    types = types_of(dynamo)
    convolutions = {name.rpartition("/")[0] for name, kind in types.items() if kind == "Conv"}
    assert convolutions == {"stem", "layers/0/conv", "layers/1/conv"}


def test_dimensions_keep_their_names() -> None:
    labels = labels_of(graph_of("cnn_torchscript"))
    assert labels["image"] == ["batch×3×17×17"]
    assert labels["head/Gemm"] == ["batch×10"]


def test_bodies_open_with_what_they_capture() -> None:
    graph = graph_of("control_flow")
    edges = edges_of(graph)
    into = {slot: source for source, _, target, slot in edges if target == "branch"}
    assert into == {0: "cond", 1: "x", 2: "cond", 3: "scale"}
    assert ("steps/trips", 0, "steps/loop", 0) in edges
    assert ("branch", 0, "steps/loop", 2) in edges  # slot 1 is left out
    assert set(graph.functions.names) == {
        "branch.then_branch",
        "branch.else_branch",
        "nested.then_branch",
        "nested.else_branch",
        "steps|loop.body",
        "steps|scan.body",
    }
    calls = {
        (graph.names[op], attribute, graph.functions.names[function])
        for op, function, attribute in zip(
            graph.calls.op.tolist(),
            graph.calls.function.tolist(),
            graph.calls.attribute,
            strict=True,
        )
    }
    assert ("branch", "then_branch", "branch.then_branch") in calls
    assert ("(functions)/branch.else_branch/nested", "else_branch", "nested.else_branch") in calls
    labels = labels_of(graph)
    assert labels["(functions)/branch.then_branch/then_mul"] == ["n×4"]
    assert labels["(functions)/nested.then_branch/inner_sub"] == ["n×4"]
    assert labels["branch"] == ["n×4"]
    weights = [name for name, kind in types_of(graph).items() if kind == "Initializer"]
    assert set(weights) == {
        "scale",
        "steps/trips",
        "steps/zero",
        "(functions)/branch.else_branch/shift",
    }


def test_functions_of_a_model_are_called_by_the_type_of_a_node() -> None:
    graph = graph_of("functions")
    assert set(graph.functions.names) == {"local.dense", "local.square"}
    callers = [graph.names[op] for op in graph.calls.op.tolist()]
    assert callers == ["dense_0", "square_1", "(functions)/local.dense/square_2"]
    labels = labels_of(graph)
    assert labels["(functions)/local.dense/MatMul_0"] == ["N×4"]
    assert labels["(functions)/local.square/Mul_2"] == [None]  # its two calls may differ
    assert labels["square_1"] == ["N×4"]


def test_properties_name_producer_and_versions() -> None:
    properties = dict(converted((FOLDER / "functions.onnx").read_bytes()).properties)
    assert properties["producer"] == "text 2"
    assert properties["opset"] == "ai.onnx 18, local 1"
    assert properties["task"] == "test"


def test_an_input_without_a_tensor_is_counted() -> None:
    graph = parsed(model(node("Add", "x nowhere", "y", "nowhere"), input=[value("x")]))
    assert graph.faults.ghost_inputs == 1
    assert edges_of(graph.graph) == [("x", 0, "nowhere", 0)]


def test_inputs_that_are_left_out_keep_the_slots_of_the_others() -> None:
    graph = parsed(model(node("Clip", "x - top", "y", "c"), input=[value("x"), value("top")]))
    assert graph.faults.ghost_inputs == 0
    assert edges_of(graph.graph) == [("x", 0, "c", 0), ("top", 0, "c", 2)]


def test_outputs_are_told_apart_by_port_whatever_nodes_are_called() -> None:
    data = model(
        node("Split", "x", "a b", "s"),
        node("Relu", "b", "c", "s:1"),
        node("Neg", "c", "d", "^s"),
        node("Abs", "a", "e", "s"),
        input=[value("x")],
        output=[value("e")],
    )
    result = converted(data)
    assert result.duplicates == 1
    graph = parsed(data).graph
    assert edges_of(graph) == [
        ("x", 0, "s", 0),
        ("s", 1, "s:1#2", 0),
        ("s:1#2", 0, "_s", 0),
        ("s", 0, "s#2", 0),
        ("s#2", 0, "e", 0),
    ]


def test_a_body_may_use_a_tensor_of_a_graph_two_levels_up() -> None:
    inner = body(node("Neg", "far", "p", "neg"), outputs="p")
    outer = body(
        node("If", "cond", "q", "inner", attribute=[attribute("then_branch", g=inner)]),
        outputs="q",
    )
    data = model(
        node("Relu", "x", "far", "r"),
        node("If", "cond", "y", "outer", attribute=[attribute("then_branch", g=outer)]),
        input=[value("x"), value("cond")],
    )
    graph = parsed(data).graph
    assert ("r", 0, "outer", 2) in edges_of(graph)
    inner_edges = [edge for edge in edges_of(graph) if edge[2].endswith("then_branch/neg")]
    assert [(source.rpartition("/")[2], slot) for source, _, _, slot in inner_edges] == [("far", 0)]


def test_bodies_nested_too_deeply_are_refused() -> None:
    inner = body(node("Neg", "x", "y"), outputs="y")
    for _ in range(40):
        inner = body(node("If", "c", "y", attribute=[attribute("b", g=inner)]), outputs="y")
    with pytest.raises(DamagedDataError, match="nests bodies"):
        converted(model(node("If", "c", "y", attribute=[attribute("b", g=inner)])))


def test_bodies_that_capture_too_much_are_refused() -> None:
    """The bodies of a node have the same arguments: what all of them capture."""
    count = 400
    bodies = [body(node("Neg", f"x{n}", "y"), outputs="y") for n in range(count)]
    data = model(
        node("Many", "c", "y", attribute=[attribute("branches", graphs=bodies, type=10)]),
        input=[value("c"), *(value(f"x{n}") for n in range(count))],
    )
    with pytest.raises(DamagedDataError, match="arguments"):
        converted(data)


def test_many_nodes_of_one_name_are_numbered() -> None:
    data = model(*(node("Relu", "x", f"y{n}", "same") for n in range(20_000)), input=[value("x")])
    result = converted(data)
    assert result.duplicates == 19_999
    assert parsed(data).graph.names[-1] == "same#20000"


def test_a_cycle_keeps_its_edges() -> None:
    data = model(node("Add", "x b", "a", "one"), node("Neg", "a", "b", "two"), input=[value("x")])
    graph = parsed(data).graph
    assert ("two", 0, "one", 1) in edges_of(graph)


def test_large_weights_are_not_read() -> None:
    nodes = [node("MatMul", "x big", "y", "product")]
    data = model(*nodes, initializer=[weight("big", 1000, 500, raw_data=bytes(2_000_000))])
    reads: list[int] = []

    def read_at(start: int, end: int) -> bytes:
        reads.append(end - start)
        return data[start:end]

    result = convert_model(Window(read_at, len(data), may_be_cut=True))
    assert sum(reads) < 400_000
    assert len(result.graph_def) < 1000


def test_a_file_without_a_graph_is_an_error() -> None:
    for data in (b"", wire.Model(ir_version=8).SerializeToString(), b"\x08\x07garbage"):
        with pytest.raises(DamagedDataError):
            converted(data)


@pytest.mark.parametrize("name", ["control_flow", "cnn_torchscript"])
def test_every_truncation_is_a_graph_or_an_error(name: str) -> None:
    data = (FOLDER / f"{name}.onnx").read_bytes()
    whole = graph_of(name)
    read = 0
    for end in range(len(data)):
        try:
            result = converted(data[:end])
        except DamagedDataError:
            continue
        assert result.is_cut or result.damaged or end > len(data) - 40
        read += len(result.graph_def) > 0
    assert read > len(data) // 2
    assert len(whole)


@examples(200)
@given(
    st.sampled_from(["control_flow", "functions", "cnn_torchscript"]),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1),
)
def test_flipped_bytes_give_a_graph_or_an_error(name: str, flips: list[tuple[float, int]]) -> None:
    data = bytearray((FOLDER / f"{name}.onnx").read_bytes())
    for place, byte in flips:
        data[int(place * len(data))] = byte
    try:
        result = parsed(bytes(data))
    except DamagedDataError:
        return
    edges = result.graph.edges
    assert edges.source.size == 0 or edges.source.max() < len(result.graph)
