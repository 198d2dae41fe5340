"""TFLite models as op graphs: ops, edges and shapes as TensorFlow itself has them."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.onnx.models import edges_of, labels_of, types_of
from graph.tflite.models import (
    FILES,
    FOLDER,
    bytes_of,
    converted,
    data_buffer,
    flatbuffer,
    graph_of,
    model,
    op,
    oracle,
    parsed,
    subgraph,
    tensor,
)
from scopeboard.errors import DamagedDataError
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from tools.examples import examples

ORACLE = oracle()
NAMES = sorted(ORACLE)
OURS = {"Input", "Output", "Constant", "Variable", "_Arg", "_Retval"}
RELU, ADD, CONV, WHILE = 19, 0, 3, 119


def kinds_of(op_graph: OpGraph, first: int, end: int) -> list[tuple[int, str]]:
    """Return the ops of a section that the file has, each with its type."""
    kinds = [op_graph.op_types[row] for row in op_graph.op_type[first:end].tolist()]
    return [(first + at, kind) for at, kind in enumerate(kinds) if kind not in OURS]


def sections_of(name: str, op_graph: OpGraph) -> list[tuple[dict[str, Any], list[tuple[int, str]]]]:
    """Return what TensorFlow reads of each subgraph, with the ops that are its."""
    subgraphs, functions = ORACLE[name]["subgraphs"], op_graph.functions
    spans = list(zip(functions.first.tolist(), functions.end.tolist(), strict=True))
    roots = len(subgraphs) - len(spans)
    main = kinds_of(op_graph, 0, op_graph.main_count)
    sections = []
    for known in subgraphs[:roots]:
        count = len(known["ops"])
        sections.append((known, main[:count]))
        main = main[count:]
    assert not main
    bodies = zip(subgraphs[roots:], (kinds_of(op_graph, *span) for span in spans), strict=True)
    return sections + list(bodies)


@pytest.mark.parametrize("name", NAMES)
def test_ops_and_their_inputs_are_those_of_tensorflow(name: str) -> None:
    """A tensor that no op makes is an input or a constant; the edge to it has its number."""
    op_graph = graph_of(name)
    columns = op_graph.edges
    inputs: dict[tuple[int, int], tuple[int, int]] = {}
    for source, port, target, slot in zip(
        columns.source.tolist(), columns.port.tolist(), columns.target.tolist(),
        columns.slot.tolist(), strict=True,
    ):  # fmt: skip
        inputs[target, slot] = source, port
    for known, ops in sections_of(name, op_graph):
        assert [kind for _, kind in ops] == [kind for kind, _, _ in known["ops"]]
        makers = {
            number: (row, port)
            for (row, _), (_, _, outputs) in zip(ops, known["ops"], strict=True)
            for port, number in enumerate(outputs)
        }
        for (row, _), (_, listed, _) in zip(ops, known["ops"], strict=True):
            for slot, number in enumerate(listed):
                found = inputs.get((row, slot))
                assert (found is None) == (number < 0)
                if found is not None:
                    source, port = found
                    made = makers.setdefault(number, found)
                    assert (source, port) == made


@pytest.mark.parametrize("name", NAMES)
def test_every_output_has_the_dtype_and_shape_of_tensorflow(name: str) -> None:
    op_graph = graph_of(name)
    tensors = op_graph.tensors
    for known, ops in sections_of(name, op_graph):
        for (row, _), (_, _, outputs) in zip(ops, known["ops"], strict=True):
            for port, number in enumerate(outputs):
                at = int(tensors.first[row]) + port
                _, dtype, sizes = known["tensors"][number]
                assert dtype_text(int(tensors.dtype[at])) == dtype
                shape = tensors.find_shape(at)
                assert shape is not None
                assert [max(size, -1) for size in shape] == sizes


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_parameters_is_that_of_the_weights(name: str) -> None:
    """TensorFlow's: constants with a dimension, of floats or with a scale."""
    op_graph = graph_of(name)
    counted = count_costs(op_graph).parameters[: op_graph.main_count].sum()
    assert counted == ORACLE[name]["weights"]


def test_all_files_are_compared() -> None:
    assert [path.stem for path in FILES] == NAMES
    assert all(path.stat().st_size < 10_000 for path in FOLDER.iterdir())


def test_ops_are_in_the_scopes_of_the_layers() -> None:
    types = types_of(graph_of("cnn"))
    assert types["model/conv/Conv2D"] == "CONV_2D"
    assert types["model/depthwise/depthwise"] == "DEPTHWISE_CONV_2D"
    assert types["model/conv/filter"] == types["model/head/weights"] == "Constant"
    assert types["image"] == "Input"
    assert types["head"] == "Output"
    assert labels_of(graph_of("cnn"))["model/conv/Conv2D"] == ["?×8×8×4"]


def test_an_op_keeps_its_settings() -> None:
    data = converted(bytes_of("cnn")).graph_def
    for text in (b"padding", b"SAME", b"fused_activation_function", b"RELU6", b"stride_w"):
        assert text in data
    assert b"model/relu/Relu6;model/norm/FusedBatchNormV3" in data  # what it was made of


def test_quantisation_is_on_the_card() -> None:
    assert b"zero point -128" in converted(bytes_of("cnn_int8")).graph_def
    assert b"by dimension 3" in converted(bytes_of("cnn_int8")).graph_def  # of a depthwise filter
    assert b"zero point" not in converted(bytes_of("cnn")).graph_def


def test_bodies_of_loops_and_conditionals_open() -> None:
    op_graph = graph_of("loop")
    calls = op_graph.calls
    opened = {
        (op_graph.op_types[op_graph.op_type[row]], attribute)
        for row, attribute in zip(calls.op.tolist(), calls.attribute, strict=True)
    }
    assert opened == {("WHILE", "cond"), ("WHILE", "body"), ("IF", "then"), ("IF", "else")}
    assert "(functions)/while_body/while/matmul" in op_graph.names
    assert types_of(op_graph)["Betainc_2"] == "Betainc"


def test_signatures_stand_side_by_side() -> None:
    names = graph_of("signatures").names
    assert {"halve/a", "halve/half", "step/x", "step/y", "step/while"} <= set(names)
    assert dict(converted(bytes_of("signatures")).properties)["signatures"] == "halve, step"


def test_the_inputs_of_an_lstm_have_their_roles() -> None:
    types = types_of(graph_of("lstm"))
    assert types["activation_state"] == "Variable"
    assert types["input_to_forget_weights"] == types["forget_gate_bias"] == "Constant"


def test_properties_name_format_and_runtime() -> None:
    properties = dict(converted(bytes_of("cnn")).properties)
    assert properties["format"] == "TFLite, schema version 3"
    assert properties["runtime"].startswith("at least 1.")


def test_a_scope_is_that_of_all_users_of_a_constant() -> None:
    tensors = [
        tensor("x", 2), tensor("net/a/w", 2, buffer=1), tensor("net/a/add", 2),
        tensor("net/b/add", 2),
    ]  # fmt: skip
    graph = subgraph(tensors, [op(0, [0, 1], [2]), op(0, [2, 1], [3])], [0], [3])
    data = model([ADD], graph, buffers=[data_buffer(bytes(8))])
    assert types_of(parsed(data).graph)["net/w"] == "Constant"
    assert ("net/w", 0, "net/b/add", 1) in edges_of(parsed(data).graph)


def test_an_output_of_several_has_its_number() -> None:
    tensors = [tensor("x", 2), tensor("s/a", 1), tensor("s/b", 1), tensor("t/r", 1)]
    graph = subgraph(tensors, [op(0, [0], [1, 2]), op(1, [2], [3])], [0], [3])
    assert ("s/a", 1, "t/r", 0) in edges_of(parsed(model([49, RELU], graph)).graph)


def test_a_custom_op_has_its_own_type_and_an_unknown_one_its_number() -> None:
    tensors = [tensor("x", 2), tensor("y", 2), tensor("z", 2)]
    graph = subgraph(tensors, [op(0, [0], [1]), op(1, [1], [2])], [0], [2])
    types = types_of(parsed(model(["Mine", 9999], graph)).graph)
    assert (types["y"], types["z"]) == ("Mine", "BUILTIN_9999")


def test_an_old_file_has_the_code_in_the_field_of_its_time() -> None:
    graph = subgraph([tensor("x", 2), tensor("y", 2)], [op(0, [0], [1])], [0], [1])
    data = flatbuffer({1: [{0: ("b", RELU)}], 2: [graph], 4: [{}]})
    assert types_of(parsed(data).graph)["y"] == "RELU"


def test_numbers_of_tensors_that_do_not_exist_are_counted() -> None:
    graph = subgraph([tensor("x", 2), tensor("y", 2)], [op(0, [0, 7], [1])], [0], [1])
    result = converted(model([ADD], graph))
    assert result.damaged == 1
    assert edges_of(parsed(model([ADD], graph)).graph) == [("x", 0, "y", 0), ("y", 0, "output", 0)]


def test_a_body_that_runs_itself_or_does_not_exist_is_no_endless_loop() -> None:
    loop = op(0, [0], [1], options=(93, {0: ("i", 1), 1: ("i", 9)}))
    graphs = [
        subgraph([tensor("x", 2), tensor("y", 2)], [loop], [0], [1], name) for name in ("m", "b")
    ]
    result = parsed(model([WHILE], *graphs))
    assert result.graph.functions.names == ["b"]
    assert converted(model([WHILE], *graphs)).damaged == 2


def test_an_unknown_rank_has_no_shape() -> None:
    known, unknown = dict(tensor("x")), dict(tensor("y"))
    del unknown[8]
    graph = subgraph([known, unknown], [op(0, [0], [1])], [0], [1])
    labels = labels_of(parsed(model([RELU], graph)).graph)
    assert labels["x"] == ["scalar"]
    assert labels["y"] == [None]


def test_a_model_without_a_subgraph_is_an_error() -> None:
    with pytest.raises(DamagedDataError, match="no subgraph"):
        converted(model([ADD]))


@pytest.mark.parametrize("name", ["loop", "lstm"])
def test_every_beginning_of_a_file_is_refused_or_read(name: str) -> None:
    data = bytes_of(name)
    whole = graph_of(name).names
    for size in range(8, len(data), 7):
        with suppress(DamagedDataError):
            assert parsed(data[:size]).graph.names == whole


@examples(300)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)),
             min_size=1, max_size=4),
)  # fmt: skip
def test_changed_bytes_give_a_graph_or_an_error(
    name: str, changes: list[tuple[float, bytes]]
) -> None:
    data = bytearray(bytes_of(name))
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    try:
        result = parsed(bytes(data))
    except DamagedDataError:
        return
    assert len(result.graph.names) == len(set(result.graph.names))
