"""One model in two formats: what names and types have in common pairs its ops."""

import pytest

from graph.onnx.models import graph_of as onnx_graph
from graph.tflite.models import graph_of as tflite_graph
from graph.torch_export.archives import graph_of as torch_graph
from scopeboard.graph.diff.formats import family, plain_name
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.model.op_graph import OpGraph


def pairs_of(diff: GraphDiff) -> dict[str, str]:
    """Return the name of each op with a counterpart, and that of its counterpart."""
    return {
        name: diff.after.names[other]
        for name, other in zip(diff.before.names, diff.counterpart.tolist(), strict=True)
        if other != NO_OP
    }


def test_names_of_modules_are_the_same_in_all_formats() -> None:
    assert plain_name("Sequential[layers]/Block[0]/Conv2d[conv]/weight") == "layers/0/conv/weight"
    assert plain_name("layers/layers.0/conv/weight") == "layers/0/conv/weight"
    assert plain_name("a/b.c/d[e") == "a/b.c/d[e"


@pytest.mark.parametrize(
    ("types", "word"),
    [
        (("aten::conv2d", "Conv", "CONV_2D", "Conv2D"), "conv"),
        (("aten::batch_norm", "BatchNormalization", "FusedBatchNormV3"), "batchnorm"),
        (("aten::linear", "Gemm", "FULLY_CONNECTED"), "linear"),
        (("aten::max_pool2d", "MaxPool", "MAX_POOL_2D"), "maxpool"),
        (("nn.Parameter", "nn.Buffer", "Initializer", "Const", "VarHandleOp"), "weight"),
        (("aten::relu", "Relu", "RELU"), "relu"),
    ],
)
def test_types_of_one_family_have_a_word(types: tuple[str, ...], word: str) -> None:
    assert {family(op_type) for op_type in types} == {word}


@pytest.mark.parametrize("exporter", ["cnn_dynamo", "cnn_torchscript"])
def test_an_export_beside_the_onnx_model_has_its_layers(exporter: str) -> None:
    diff = diff_graphs(torch_graph("cnn"), onnx_graph(exporter))
    pairs = pairs_of(diff)
    types = {
        diff.before.names[op]: diff.before.op_types[kind]
        for op, kind in enumerate(diff.before.op_type.tolist())
    }
    held = [name for name in types if types[name].startswith("nn.") and "num_batches" not in name]
    assert [pairs[name].rpartition("/")[2] for name in held] == [
        name.rpartition("/")[2] for name in held
    ]
    layers = [
        name
        for name in types
        if family(types[name]) in {"conv", "batchnorm", "linear", "mean", "input", "output"}
    ]
    after = dict(zip(diff.after.names, diff.after.op_type.tolist(), strict=True))
    for name in layers:
        assert family(diff.after.op_types[after[pairs[name]]]) == family(types[name]), name
    assert len(layers) == 9
    assert len(pairs) == diff.reversed().counterpart.size - diff.added.size


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        (torch_graph("cnn"), torch_graph("cnn_2.6"), 27),
        (onnx_graph("cnn_torchscript"), onnx_graph("cnn_dynamo"), 28),
        (tflite_graph("cnn"), tflite_graph("cnn_int8"), 11),
    ],
    ids=["versions", "exporters", "quantised"],
)
def test_one_model_written_in_two_ways_has_its_ops(
    one: OpGraph, other: OpGraph, least: int
) -> None:
    pairs = pairs_of(diff_graphs(one, other))
    assert len(pairs) >= least
