"""Shape rules of ONNX's ops, compared with the inference of the ONNX package.

`oracle.json` has its results for models without stated shapes: an output for each rule, real
models of PyTorch, and all dtypes. Names that it gives to unknown dimensions are unknown here.
"""

from pathlib import Path

import pytest

from graph.onnx.models import (
    FILES,
    FLOAT,
    INT64,
    attribute,
    graph_of,
    labels_of,
    model,
    node,
    oracle,
    parsed,
    value,
)
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.onnx.dtypes import dtype_of
from scopeboard.graph.shapes.onnx.registry import ONNX_RULES
from scopeboard.wire import onnx_pb2 as wire

NUMBERS = {
    name: number
    for number, name in enumerate(
        [
            "UNDEFINED",
            "FLOAT",
            "UINT8",
            "INT8",
            "UINT16",
            "INT16",
            "INT32",
            "INT64",
            "STRING",
            "BOOL",
            "FLOAT16",
            "DOUBLE",
            "UINT32",
            "UINT64",
            "COMPLEX64",
            "COMPLEX128",
            "BFLOAT16",
            "FLOAT8E4M3FN",
            "FLOAT8E4M3FNUZ",
            "FLOAT8E5M2",
            "FLOAT8E5M2FNUZ",
            "UINT4",
            "INT4",
            "FLOAT4E2M1",
            "FLOAT8E8M0",
            "UINT2",
            "INT2",
            "FLOAT6E2M3",
            "FLOAT6E3M2",
        ]
    )
}


def outputs_of_nodes(graph: OpGraph) -> list[tuple[str, list[tuple[str, list[str] | None]]]]:
    """Return the type of each node, and the dtype and sizes of each of its outputs."""
    tensors, ours = graph.tensors, {"Input", "Output", "Initializer", "SparseInitializer"}
    nodes = []
    for op in range(graph.main_count):
        op_type = graph.op_types[graph.op_type[op]]
        if op_type not in ours:
            rows = range(int(tensors.first[op]), int(tensors.first[op + 1]))
            outputs = []
            for row in rows:
                label = tensors.find_label(row)
                sizes = None if label is None else label.replace("scalar", "").split("×")
                dtype = dtype_text(int(tensors.dtype[row]))
                outputs.append((dtype, sizes if sizes != [""] else []))
            nodes.append((op_type, outputs))
    return nodes


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_types_are_those_of_the_onnx_package(file: Path) -> None:
    known = oracle()[file.stem]["types"]
    nodes = outputs_of_nodes(graph_of(file))
    assert len(nodes) == len(known)
    compared = 0
    for (op_type, outputs), types in zip(nodes, known, strict=True):
        for (dtype, sizes), expected in zip(outputs, types, strict=False):
            if expected is None or op_type == "local.dense":
                continue
            compared += 1
            assert dtype == dtype_text(dtype_of(NUMBERS[expected[0]])), op_type
            if expected[1] is not None:
                assert sizes is not None, op_type
                assert len(sizes) == len(expected[1]), op_type
                for size, other in zip(sizes, expected[1], strict=True):
                    assert other in {size, "?"}, (op_type, sizes, expected[1])
    assert compared >= {"dtypes": 0, "functions": 1, "control_flow": 2}.get(file.stem, 12)


def test_most_rules_are_compared() -> None:
    seen = {op_type for file in FILES for op_type, _ in outputs_of_nodes(graph_of(file))}
    assert len(seen & ONNX_RULES.keys()) > 75


def test_every_dtype_is_read() -> None:
    graph = graph_of("dtypes")
    weights = [op for op, kind in enumerate(graph.op_type) if graph.op_types[kind] == "Initializer"]
    dtypes = [dtype_text(int(graph.tensors.dtype[graph.tensors.first[op]])) for op in weights]
    expected = [dtype_text(dtype_of(number)) for number in NUMBERS.values() if number]
    assert sorted(set(dtypes)) == sorted(expected)
    assert all(expected)
    users = [dtypes_of for kind, dtypes_of in outputs_of_nodes(graph) if kind == "Identity"]
    assert sorted({each[0][0] for each in users}) == sorted(expected)


def test_names_of_dimensions_pass_through_arithmetic_on_shapes() -> None:
    """As exporters write `x.reshape(x.shape[0], -1, 8)`."""
    data = model(
        node("Shape", "x", "s", "shape"),
        node("Gather", "s zero", "b", "batch"),
        node("Unsqueeze", "b axes", "v", "vector"),
        node("Concat", "v rest", "to", "to", attribute=[attribute("axis", i=0, type=2)]),
        node("Reshape", "x to", "y", "reshaped"),
        node("Relu", "y", "z", "relu"),
        input=[value("x", FLOAT, "batch", 4, 6)],
        initializer=[number("zero", (), 0), number("axes", (1,), 0), number("rest", (2,), -1, 8)],
    )
    labels = labels_of(parsed(data).graph)
    assert labels["to"] == ["3"]
    assert labels["relu"] == ["batch×3×8"]


def test_made_up_names_of_dimensions_are_not_shown() -> None:
    sizes = ("Transpose_Reshape_12_dim_0", "n", "unk__7", 4)
    data = model(node("Relu", "x", "y", "relu"), input=[value("x", FLOAT, *sizes)])
    assert labels_of(parsed(data).graph)["relu"] == ["?×n×?×4"]


def number(name: str, dims: tuple[int, ...], *numbers: int) -> bytes:
    """Return a weight of whole numbers."""
    tensor = wire.Tensor(name=name.encode(), data_type=INT64, dims=dims, int64_data=numbers)
    return tensor.SerializeToString()
