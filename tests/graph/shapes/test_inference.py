"""Shape inference: never in conflict with a graph's own shapes, and as much as is certain."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from graph import libraries
from graph.graphdefs import DATA, any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.inference import infer_shapes
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32, DT_RESOURCE

GIVEN = "_output_shapes"


def stripped(data: bytes) -> bytes:
    """Return a graph without its shapes."""
    graph = GraphDef.FromString(data)
    bodies = [graph.node, *(function.node_def for function in graph.library.function)]
    for made in [made for nodes in bodies for made in nodes]:
        if GIVEN in made.attr:
            del made.attr[GIVEN]
    for function in graph.library.function:
        for argument in function.arg_attr.values():
            if GIVEN in argument.attr:
                del argument.attr[GIVEN]
    return graph.SerializeToString()


def outputs(data: bytes) -> dict[str, list[Shape]]:
    """Return the inferred shapes of the outputs of each op by name."""
    graph = parse_graph(data)
    tensors = infer_shapes(graph)
    return {
        name: [tensors.find_shape(row) for row in range(first, end)]
        for name, first, end in zip(
            graph.names, tensors.first[:-1].tolist(), tensors.first[1:].tolist(), strict=True
        )
    }


def compare(data: bytes) -> tuple[list[str], int, int]:
    """Return the ops with wrong shapes, and the numbers of known and of inferred shapes.

    A shape is inferred when it has all dimensions that the graph states.
    """
    truth = parse_graph(data)
    inferred = outputs(stripped(data))
    states_shapes = [GIVEN.encode() in attributes for attributes in truth.attribute_sets]
    wrong, known, same = [], 0, 0
    for op, name in enumerate(truth.names):
        rows = range(truth.tensors.first[op], truth.tensors.first[op + 1])
        for port, row in enumerate(rows if states_shapes[truth.attributes[op]] else ()):
            stated = truth.tensors.find_shape(row)
            shape = inferred[name][port] if port < len(inferred[name]) else None
            known += stated is not None
            wrong += [] if is_consistent(stated, shape) else [f"{name}: {stated} {shape}"]
            same += stated is not None and shape is not None and is_complete(stated, shape)
    return wrong, known, same


def is_consistent(truth: Shape, inferred: Shape) -> bool:
    if truth is None or inferred is None:
        return True
    pairs = zip(truth, inferred, strict=False)
    return len(truth) == len(inferred) and all(a == b or -1 in {a, b} for a, b in pairs)


def is_complete(truth: tuple[int, ...], inferred: tuple[int, ...]) -> bool:
    return all(a in {-1, b} for a, b in zip(truth, inferred, strict=True))


def test_inferred_shapes_of_a_real_graph_are_right_and_complete() -> None:
    wrong, known, same = compare(real_graph("seed_mnist"))
    assert wrong == []
    assert same == known == 322


@pytest.mark.parametrize("path", sorted(DATA.glob("shape_rules*.pb")), ids=lambda path: path.stem)
def test_inferred_shapes_agree_with_tensorflow(path: Path) -> None:
    """TensorFlow 2.21 wrote the graph: ops of each kind that has a rule, arguments at random."""
    wrong, known, same = compare(path.read_bytes())
    assert wrong == []
    assert same > 0.9 * known


def const(name: str, *values: int, scalar: bool = False) -> NodeDef:
    made = NodeDef(name=name, op="Const")
    made.attr["dtype"].type = DT_INT32
    tensor = made.attr["value"].tensor
    tensor.dtype = DT_INT32
    tensor.int_val.extend(values)
    tensor.tensor_shape.SetInParent()
    if not scalar:
        tensor.tensor_shape.dim.add(size=len(values))
    return made


def placeholder(name: str, *sizes: int) -> NodeDef:
    made = NodeDef(name=name, op="Placeholder")
    made.attr["dtype"].type = DT_FLOAT
    for size in sizes:
        made.attr["shape"].shape.dim.add(size=size)
    return made


def test_an_unknown_batch_remains_after_a_flattening() -> None:
    strip = node("batch", "StridedSlice", ["shape", "zero", "one", "one"])
    strip.attr["shrink_axis_mask"].i = 1
    inferred = outputs(
        graph_bytes(
            placeholder("x", -1, 7, 8, 3),
            node("shape", "Shape", ["x"]),
            *(const("zero", 0), const("one", 1), const("size", 168, scalar=True)),
            strip,
            node("sizes", "Pack", ["batch", "size"]),
            node("flat", "Reshape", ["x", "sizes"]),
        )
    )
    assert inferred["flat"] == [(-1, 168)]


@pytest.mark.parametrize(
    ("left", "right", "axes"),
    [  # as TensorFlow 2.21 computes them
        ((1, 3), (1, 1), [(1,), (2,)]),
        ((2, 3), (3,), [(0,), (1,)]),
        ((1, 3), (1, 3), [(0,), (0,)]),
        ((1, 2, 3), (1, 3), [(1,), (2,)]),
        ((), (3,), [(1,), (0,)]),
        ((1, 1), (1,), [(2,), (2,)]),
    ],
)
def test_axes_of_gradient_sums(
    left: tuple[int, ...], right: tuple[int, ...], axes: list[Shape]
) -> None:
    sizes = [const("left", *left), const("right", *right)]
    made = node("axes", "BroadcastGradientArgs", ["left", "right"])
    assert outputs(graph_bytes(*sizes, made))["axes"] == axes


def test_the_shapes_of_a_graph_have_precedence() -> None:
    data = graph_bytes(
        placeholder("x", 2, 3),
        node("unknown", "Relu", ["x"], [None]),
        node("after", "Relu", ["unknown"]),
        node("other", "Relu", ["x"], [[5]]),
        node("behind", "Relu", ["other"]),
    )
    inferred = outputs(data)
    assert (inferred["unknown"], inferred["after"]) == ([None], [None])
    assert (inferred["other"], inferred["behind"]) == ([(5,)], [(5,)])


def test_shapes_after_an_unknown_op_are_unknown() -> None:
    inferred = outputs(
        graph_bytes(placeholder("x", 2, 3), node("y", "Strange", ["x"]), node("z", "Relu", ["y"]))
    )
    assert (inferred["y"], inferred["z"]) == ([], [None])


def test_a_missing_input_leaves_its_slot_open() -> None:
    inferred = outputs(
        graph_bytes(
            const("axis", 1, scalar=True),
            placeholder("x", 2, 3),
            node("joined", "ConcatV2", ["x", "ghost", "axis"]),
        )
    )
    assert inferred["joined"] == [(2, -1)]


def test_cycles_stay_unknown_and_end() -> None:
    inferred = outputs(
        graph_bytes(
            placeholder("x", 2),
            node("a", "AddV2", ["x", "b"]),
            node("b", "Relu", ["a"]),
            node("c", "Relu", ["x"]),
        )
    )
    assert (inferred["a"], inferred["b"], inferred["c"]) == ([None], [None], [(2,)])


def test_a_loop_in_the_old_style_has_the_shapes_common_to_its_iterations() -> None:
    inferred = outputs(
        graph_bytes(
            placeholder("x", 2),
            node("enter", "Enter", ["x"]),
            node("merge", "Merge", ["enter", "next"]),
            node("body", "Relu", ["merge"]),
            node("next", "NextIteration", ["body"]),
            node("after", "Relu", ["x"]),
        )
    )
    assert inferred["enter"] == [(2,)]
    assert inferred["merge"][0] is None
    assert inferred["after"] == [(2,)]


def test_variables_are_read_through_their_handles() -> None:
    handle = NodeDef(name="v", op="VarHandleOp")
    handle.attr["dtype"].type = DT_FLOAT
    for size in (4, 5):
        handle.attr["shape"].shape.dim.add(size=size)
    through = node("i", "Identity", ["v"])
    through.attr["T"].type = DT_RESOURCE
    inferred = outputs(graph_bytes(handle, through, node("r", "ReadVariableOp", ["i"])))
    assert (inferred["v"], inferred["r"]) == ([()], [(4, 5)])


def library(caller: list[NodeDef], output: str, *body: NodeDef) -> bytes:
    graph = GraphDef(node=caller)
    function = graph.library.function.add(node_def=body)
    function.signature.name = "f"
    function.signature.input_arg.add(name="a", type=DT_FLOAT)
    function.signature.output_arg.add(name="r", type=DT_FLOAT)
    function.ret["r"] = output
    return graph.SerializeToString()


def calling(name: str, *inputs: str) -> NodeDef:
    made = NodeDef(name=name, op="PartitionedCall", input=inputs)
    made.attr["f"].func.name = "f"
    made.attr["Tout"].list.type.append(DT_FLOAT)
    return made


def test_a_function_called_once_has_the_shapes_of_its_arguments() -> None:
    data = library(
        [placeholder("x", 2, 3), calling("c", "x"), node("y", "Relu", ["c"])],
        "n:product:0",
        *(node("n", "MatMul", ["a", "t:y:0"]), node("t", "Transpose", ["a", "p"])),
    )
    graph = parse_graph(data)
    inferred = outputs(data)
    assert inferred["(functions)/f/a"] == [(2, 3)]
    assert inferred["c"] == [(2, -1)]
    assert inferred["y"] == [(2, -1)]
    assert graph.main_count == 3


def test_a_function_called_twice_has_unknown_arguments() -> None:
    data = library(
        [placeholder("x", 2, 3), placeholder("z", 4), calling("c", "x"), calling("d", "z")],
        "n:activations:0",
        node("n", "Relu", ["a"]),
    )
    inferred = outputs(data)
    assert (inferred["(functions)/f/a"], inferred["c"]) == ([None], [None])


def test_a_recursive_function_ends() -> None:
    data = library([placeholder("x", 2), calling("c", "x")], "n:output:0", calling("n", "a"))
    assert outputs(data)["c"] == [None]


def test_a_call_by_type_has_the_results_and_dtypes_of_its_function() -> None:
    made = NodeDef(name="c", op="f", input=["x"])
    data = library([placeholder("x", 2), made], "n:activations:0", node("n", "Relu", ["a"]))
    graph = parse_graph(data)
    tensors = infer_shapes(graph)
    row = int(tensors.first[1])
    assert tensors.find_shape(row) == (2,)
    assert (tensors.dtype[row], tensors.bytes[row]) == (DT_FLOAT, 8)


def test_branches_with_unequal_numbers_of_results_leave_the_call_unknown() -> None:
    branches = [libraries.function("f", "a", "r=a"), libraries.function("g", "a", "r=a s=a")]
    data = libraries.library(branches, "x Placeholder", "c If x x then_branch=f else_branch=g")
    assert outputs(data)["c"] == []


def test_elements_and_bytes_follow() -> None:
    data = graph_bytes(placeholder("x", -1, 3), node("y", "Relu", ["x"]))
    graph = parse_graph(data)
    tensors = graph.with_tensors(infer_shapes(graph)).tensors
    assert (tensors.elements.tolist(), tensors.bytes.tolist()) == ([3, 3], [12, 12])


def keeps_shapes(graph: OpGraph) -> bool:
    """Return whether inference keeps the shape of every output that the graph states."""
    before, after = graph.tensors, infer_shapes(graph)
    for op in range(len(graph)):
        ports = np.arange(before.first[op + 1] - before.first[op])
        for old, new in zip(before.first[op] + ports, after.first[op] + ports, strict=True):
            shape = before.find_shape(int(old))
            if shape is not None and after.find_shape(int(new)) != shape:
                return False
    return True


@unhurried
@given(any_graph())
def test_any_graph_keeps_its_own_shapes(data: bytes) -> None:
    assert keeps_shapes(parse_graph(data))
