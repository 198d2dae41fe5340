"""Programs of torch.export as op graphs: counts, edges and shapes as PyTorch itself has them."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.onnx.models import edges_of, labels_of, types_of
from graph.torch_export.archives import (
    FILES,
    FOLDER,
    Json,
    archive,
    bytes_of,
    converted,
    graph,
    graph_of,
    meta,
    node,
    oracle,
    parsed,
    program,
    program_in,
    tensor,
)
from scopeboard.errors import DamagedDataError
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.torch_export.read_graph import MAX_NESTING
from tools.examples import examples

ORACLE = oracle()
NAMES = sorted(ORACLE)
OURS = {"Input", "Output", "nn.Parameter", "nn.Buffer", "Constant", "_Arg", "_Retval"}


def names_in(argument: Json) -> list[str]:
    """Return the names of the values that an output of a node has in the file."""
    ((kind, value),) = [(key, each) for key, each in argument.items() if each is not None]
    listed = value if kind == "as_tensors" else [value]
    return [each.get("name") or each.get("as_name") or "" for each in listed]


def values_of(op_graph: OpGraph, made: Json) -> dict[tuple[int, int], str]:
    """Return the name in the file of each output of an op of the main graph: op, port."""
    kinds = [op_graph.op_types[row] for row in op_graph.op_type[: op_graph.main_count].tolist()]
    nodes = [op for op, kind in enumerate(kinds) if kind not in OURS]
    inputs = [op for op, kind in enumerate(kinds) if kind in OURS - {"Output"}]
    found = {}
    for op, argument in zip(inputs, made["inputs"], strict=True):
        found[op, 0] = names_in(argument)[0]
    for op, each in zip(nodes, made["nodes"], strict=True):
        names = [name for argument in each["outputs"] for name in names_in(argument)]
        found.update({(op, port): name for port, name in enumerate(names)})
    return found


def count_ops(op_graph: OpGraph, first: int, end: int) -> int:
    return sum(op_graph.op_types[row] not in OURS for row in op_graph.op_type[first:end].tolist())


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_those_of_pytorch(name: str) -> None:
    result, known = converted(bytes_of(name)), ORACLE[name]
    op_graph = graph_of(name)
    assert count_ops(op_graph, 0, op_graph.main_count) == known["ops"]
    assert (
        sum(edge[2] in op_graph.names[: op_graph.main_count] for edge in edges_of(op_graph))
        == (known["edges"])
    )
    functions = op_graph.functions
    bodies = zip(functions.first.tolist(), functions.end.tolist(), strict=True)
    assert [count_ops(op_graph, *each) for each in bodies] == known["bodies"]
    assert (result.damaged, result.duplicates) == (0, 0)
    assert parsed(bytes_of(name)).faults.ghost_inputs == 0


@pytest.mark.parametrize("name", NAMES)
def test_each_input_of_an_op_is_the_output_that_pytorch_uses(name: str) -> None:
    """`uses` are the arguments of the nodes of PyTorch's graph; an item of a tuple is a value."""
    op_graph, known = graph_of(name), ORACLE[name]
    made = program_in(bytes_of(name))["graph_module"]["graph"]
    values, columns = values_of(op_graph, made), op_graph.edges
    inputs: dict[int, dict[int, str]] = {}
    for source, port, target, slot in zip(
        columns.source.tolist(), columns.port.tolist(), columns.target.tolist(),
        columns.slot.tolist(), strict=True,
    ):  # fmt: skip
        if target < op_graph.main_count:
            inputs.setdefault(target, {})[slot] = values[source, port]
    nodes = [op for op in range(op_graph.main_count) if count_ops(op_graph, op, op + 1)]
    found = [[text for _, text in sorted(inputs.get(op, {}).items())] for op in nodes]
    assert found == list(known["uses"].values())


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_the_dtype_and_shape_of_pytorch(name: str) -> None:
    op_graph, known = graph_of(name), ORACLE[name]["values"]
    made = program_in(bytes_of(name))["graph_module"]["graph"]
    tensors = op_graph.tensors
    ours = {}
    for (op, port), value in values_of(op_graph, made).items():
        row = int(tensors.first[op]) + port
        shape = tensors.find_shape(row)
        assert shape is not None
        sizes = [size if size >= 0 else tensors.symbols[-2 - size] for size in shape]
        ours[value] = [dtype_text(int(tensors.dtype[row])), sizes]
    assert known
    assert {value: ours[value] for value in known} == known


def test_all_files_are_compared() -> None:
    assert [path.stem for path in FILES] == NAMES
    assert all(path.stat().st_size < 100_000 for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", ["cnn", "cnn_2.6"])
def test_scopes_are_the_modules(name: str) -> None:
    names = graph_of(name).names
    assert "Conv2d[stem]/conv2d" in names
    assert "Sequential[layers]/Block[1]/BatchNorm2d[norm]/batch_norm_1" in names
    assert "Sequential[layers]/Block[1]/BatchNorm2d[norm]/running_var" in names
    assert "Sequential[layers]/Block[0]/relu" in names
    assert "Linear[head]/weight" in names
    types = types_of(graph_of(name))
    assert types["Sequential[layers]/Block[0]/relu"] == "aten::relu"
    assert types["Linear[head]/weight"] == "nn.Parameter"


@pytest.mark.parametrize("name", ["cnn", "cnn_2.6"])
def test_symbolic_sizes_have_names_and_limits(name: str) -> None:
    label = labels_of(graph_of(name))["Linear[head]/linear"][0] or ""
    symbol = label.removesuffix("×10")
    assert symbol.startswith("s")
    properties = dict(converted(bytes_of(name)).properties)
    assert properties[f"dimension {symbol}"].startswith("at least ")
    assert properties["module"].endswith(".CNN")


def test_properties_name_format_and_versions() -> None:
    newer, older = (dict(converted(bytes_of(name)).properties) for name in ("cnn", "cnn_2.6"))
    assert (newer["format"], newer["producer"]) == (
        "torch.export, PT2 archive",
        "PyTorch 2.13.0+cpu",
    )
    assert older["format"] == "torch.export"
    assert older["producer"].startswith("PyTorch 2.6.0")
    assert newer["opset"] == "aten 10"


@pytest.mark.parametrize("name", ["cond", "cond_2.6"])
def test_a_conditional_opens_into_its_branches(name: str) -> None:
    op_graph = graph_of(name)
    calls = op_graph.calls
    opened = {
        (op_graph.op_types[op_graph.op_type[op]], attribute)
        for op, attribute in zip(calls.op.tolist(), calls.attribute, strict=True)
    }
    assert opened == {("higher_order::cond", "true_fn"), ("higher_order::cond", "false_fn")}
    names = op_graph.functions.names
    assert sorted(each.rpartition(".")[2] for each in names) == ["false_fn", "true_fn"]


def test_a_weight_that_is_another_one_says_so() -> None:
    op_graph = graph_of("split")
    weights = [name for name, kind in types_of(op_graph).items() if kind == "nn.Parameter"]
    assert "Embedding[embed]/weight" in weights  # which nothing uses: PyTorch uses `head.weight`
    assert "head.weight" in weights


def test_a_weight_stands_in_the_deepest_scope_of_its_users() -> None:
    first, second = "a,,N;b,e.l0,n.L", "a,,N;c,e.l1,n.L"
    made = graph(
        node("torch.ops.aten.mul.Tensor", [tensor("x"), tensor("w")], "y", modules=first),
        node("torch.ops.aten.mul.Tensor", [tensor("y"), tensor("w")], "z", modules=second),
        node("torch.ops.aten.mul.Tensor", [tensor("z"), tensor("v")], "u", modules=second),
        inputs="w v x unused", outputs="u",
    )  # fmt: skip
    weights = {"w": "e.l0.shared", "v": "e.l1.own", "unused": "e.l1.left"}
    types = types_of(parsed(archive(program(made, weights))).graph)
    assert {name for name, kind in types.items() if kind == "nn.Parameter"} == {
        "e.l0.shared",
        "L[e.l1]/own",
        "L[e.l1]/left",
    }


def test_programs_of_an_archive_stand_side_by_side() -> None:
    made = program(graph(node("torch.ops.aten.relu.default", [tensor("x")], "y"), inputs="x"))
    assert set(parsed(archive(made, made)).graph.names) == {"m0/x", "m0/y", "m1/x", "m1/y"}


def test_a_tensor_that_is_left_out_keeps_the_slots_of_the_others() -> None:
    given = [tensor("x"), {"as_none": True}, tensor("b"), {"as_none": True}]
    made = graph(node("torch.ops.aten.layer_norm.default", given, "y"), inputs="x b", outputs="y")
    assert edges_of(parsed(archive(program(made))).graph) == [
        ("x", 0, "y", 0), ("b", 0, "y", 2), ("y", 0, "output", 0),
    ]  # fmt: skip


def test_a_body_opens_below_its_op_and_does_not_repeat_the_scope() -> None:
    inner = graph(
        node("torch.ops.aten.relu.default", [tensor("p")], "q", modules="a,,N;b,deep,n.Deep"),
        inputs="p", outputs="q", types={"p": meta(2, 3)},
    )  # fmt: skip
    body = {"as_graph": {"name": "body_graph_0", "graph": inner}}
    target = "torch.ops.higher_order.invoke_subgraph"
    call = node(target, [body, tensor("x")], "y", modules="a,,N;b,deep,n.Deep")
    op_graph = parsed(archive(program(graph(call, inputs="x", outputs="y")))).graph
    (function,) = op_graph.functions.names
    assert f"(functions)/{function}/q" in op_graph.names
    assert labels_of(op_graph)[f"(functions)/{function}/p"] == ["2×3"]


def test_an_input_without_a_value_is_counted() -> None:
    made = graph(node("torch.ops.aten.relu.default", [tensor("nowhere")], "y"), inputs="x")
    result = parsed(archive(program(made)))
    assert result.faults.ghost_inputs == 1


def test_a_cycle_keeps_its_edges() -> None:
    made = graph(
        node("torch.ops.aten.add.Tensor", [tensor("x"), tensor("b")], "a"),
        node("torch.ops.aten.neg.default", [tensor("a")], "b"),
        inputs="x",
    )
    assert ("b", 0, "a", 1) in edges_of(parsed(archive(program(made))).graph)


def test_what_changes_a_buffer_is_an_output_beside_it() -> None:
    made = program(
        graph(
            node("torch.ops.aten.add.Tensor", [tensor("x")], "y", modules="a,,N;b,norm,n.Norm"),
            inputs="x", outputs="y",
        )
    )  # fmt: skip
    mutation = {"arg": {"name": "y"}, "buffer_name": "norm.mean"}
    made["graph_module"]["signature"]["output_specs"] = [{"buffer_mutation": mutation}]
    assert types_of(parsed(archive(made)).graph)["Norm[norm]/mean.new"] == "Output"


def test_bodies_nested_too_deeply_are_refused() -> None:
    inner = graph(node("torch.ops.aten.relu.default", [tensor("x")], "y"), inputs="x")
    for _ in range(MAX_NESTING + 1):
        body = {"as_graph": {"name": "g", "graph": inner}}
        inner = graph(node("torch.ops.higher_order.wrap", [body, tensor("x")], "y"), inputs="x")
    with pytest.raises(DamagedDataError, match="nests bodies"):
        converted(archive(program(inner)))


def test_a_node_without_an_operator_costs_itself() -> None:
    relu = node("torch.ops.aten.relu.default", [tensor("x")], "y")
    result = converted(archive(program(graph({"target": 7}, relu, inputs="x"))))
    assert result.damaged == 1


@pytest.mark.parametrize("made", [{}, {"graph_module": 7}, {"graph_module": {"graph": {}}}, b"[]"])
def test_a_program_without_a_graph_is_an_error(made: Json | bytes) -> None:
    with pytest.raises(DamagedDataError, match="no graph"):
        converted(archive(made))


_PLACES = st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=6)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def replace_at(value: Any, place: float, new: object) -> object:  # noqa: ANN401 - of JSON
    """Replace the value at a place, a fraction of the walk through all values."""
    holders: list[tuple[Any, Any]] = []

    def walk(each: Any) -> None:  # noqa: ANN401 - of JSON
        pairs = each.items() if isinstance(each, dict) else enumerate(each)
        for key, inner in pairs:
            holders.append((each, key))
            if isinstance(inner, dict | list):
                walk(inner)

    walk(value)
    holder, key = holders[int(place * len(holders))]
    holder[key] = new
    return value


@examples(300)
@given(st.sampled_from(["cond", "split", "cnn_2.6", "mutate"]), _PLACES, _VALUES)
def test_changed_values_give_a_graph_or_an_error(
    name: str, places: list[float], new: object
) -> None:
    made = deepcopy(PROGRAMS[name])
    for place in places:
        replace_at(made, place, deepcopy(new))
    try:
        result = parsed(archive(json.dumps(made).encode()))
    except DamagedDataError:
        return
    edges = result.graph.edges
    assert edges.source.size == 0 or edges.source.max() < len(result.graph)


PROGRAMS = {name: program_in(bytes_of(name)) for name in ("cond", "split", "cnn_2.6", "mutate")}
