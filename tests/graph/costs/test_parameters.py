"""Parameters: the variables, constants, attributes and layers that count, and lower bounds."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import Shape, any_graph, graph_bytes, node, unhurried
from graph.parameter_counts import TRUTH, counts, recorded, total
from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64, DT_RESOURCE, DataType

FRAMEWORK_GRAPHS = [name for name in TRUTH if not name.startswith("torch_")]


def variable(name: str, *shape: int, op: str = "VariableV2", dtype: DataType = DT_FLOAT) -> NodeDef:
    made = NodeDef(name=name, op=op)
    made.attr["dtype"].type = dtype
    made.attr["shape"].shape.SetInParent()
    for size in shape:
        made.attr["shape"].shape.dim.add(size=size)
    return made


def constant(name: str, *shape: int, dtype: DataType = DT_FLOAT) -> NodeDef:
    made = NodeDef(name=name, op="Const")
    made.attr["dtype"].type = dtype
    made.attr["value"].tensor.dtype = dtype
    made.attr["value"].tensor.tensor_shape.SetInParent()
    for size in shape:
        made.attr["value"].tensor.tensor_shape.dim.add(size=size)
    return made


def handle(name: str) -> NodeDef:
    made = NodeDef(name=name, op="Placeholder")
    made.attr["dtype"].type = DT_RESOURCE
    return made


def read(name: str, source: str, shape: Shape) -> NodeDef:
    made = node(name, "ReadVariableOp", [source], [shape])
    made.attr["dtype"].type = DT_FLOAT
    return made


@pytest.mark.parametrize("name", FRAMEWORK_GRAPHS)
def test_a_recorded_graph_has_the_trainable_variables_of_its_program(name: str) -> None:
    graph = parse_graph(recorded(name))
    assert total(count_parameters(graph)) == (TRUTH[name]["trainable"], False)
    if "listed" in TRUTH[name]:  # a traced function has handles of other names
        listed = frozenset(TRUTH[name]["listed"])
        assert total(count_parameters(graph, listed)) == (TRUTH[name]["trainable"], False)


@pytest.mark.parametrize("moves", ["adds", "subtracts"])
def test_moving_averages_of_moments_are_statistics(moves: str) -> None:
    """Test batch normalisation written in elementary ops, with handles of any name."""
    update = {
        "adds": [
            node("m/mul", "Mul", ["m/read", "m/momentum"], [(8,)]),
            node("m/mul_1", "Mul", ["m/squeeze", "m/momentum"], [(8,)]),
            node("m/add", "AddV2", ["m/mul", "m/mul_1"], [(8,)]),
            node("m/assign", "AssignVariableOp", ["m/a", "m/add"], []),
        ],
        "subtracts": [
            node("m/sub", "Sub", ["m/read", "m/squeeze"], [(8,)]),
            node("m/mul", "Mul", ["m/sub", "m/momentum"], [(8,)]),
            node("m/assign", "AssignSubVariableOp", ["m/a", "m/mul"], []),
        ],
    }
    ops = [
        node("x", "Placeholder", [], [(-1, 8)]),
        handle("m/a"),
        read("m/read", "m/a", (8,)),
        constant("m/momentum"),
        node("m/moments", "Mean", ["x"], [(1, 8)]),
        node("m/squeeze", "Squeeze", ["m/moments"], [(8,)]),
        handle("w"),
        read("w/read", "w", (8, 4)),
        node("y", "MatMul", ["x", "w/read"], [(-1, 4)]),
    ]
    assert counts(*ops, *update[moves]) == ({"w": 32}, {"m/a": 8})


@pytest.mark.parametrize("has_scale", [True, False])
@pytest.mark.parametrize("has_offset", [True, False])
def test_moments_that_a_trained_model_applies_are_statistics(
    has_scale: bool, has_offset: bool
) -> None:
    """Test `tf.nn.batch_normalization` with handles of any name, in a graph that trains nothing."""
    names = ["w", "a", "b", *["c"] * has_scale, *["d"] * has_offset]
    handles = [each for name in names for each in (handle(name), read(f"{name}/read", name, (8,)))]
    inverse = "scaled" if has_scale else "root"
    shift = [
        node("moved", "Mul", ["a/read", inverse]),
        node("shift", "Sub", ["d/read", "moved"]),
    ]
    if not has_offset:
        shift = [node("minus", "Neg", ["a/read"]), node("shift", "Mul", ["minus", inverse])]
    nodes = [
        *handles,
        constant("epsilon"),
        node("x", "Mul", ["in", "w/read"]),
        node("sum", "AddV2", ["b/read", "epsilon"]),
        node("root", "Rsqrt", ["sum"]),
        *([node("scaled", "Mul", ["root", "c/read"])] if has_scale else []),
        *shift,
        node("times", "Mul", ["x", inverse]),
        node("y", "AddV2", ["times", "shift"]),
    ]
    trained = {name: 8 for name in names if name not in {"a", "b"}}
    assert counts(*nodes) == (trained, {"a": 8, "b": 8})


@pytest.mark.parametrize(
    ("name", "others"),
    [("bn_cond", 96), ("bn_fused_train", 16), ("frozen_backbone", 672), ("gru_lfads", 0),
     ("metrics_train", 0), ("keras_tf1_sgd", 64), ("bert_adamwd", 0), ("ema", 0),
     ("loss_scale_fp16", 0), ("keras3_adam", 16), ("keras3_eval", 16), ("wgan_gp", 40),
     ("tape_loop", 400), ("ppo", 0), ("fetched_gradients", 0), ("vq_ema", 0),
     ("adafactor", 0)],
)  # fmt: skip
def test_statistics_and_frozen_layers_are_non_trainable(name: str, others: int) -> None:
    parameters = count_parameters(parse_graph(recorded(name)))
    assert int(parameters.non_trainable.sum()) == others


@pytest.mark.parametrize("op", ["Variable", "VariableV2"])
def test_variables_that_a_graph_computes_with_are_parameters(op: str) -> None:
    nodes = [
        variable("w", 784, 500, op=op),
        variable("step", 1, op=op, dtype=DT_INT64),
        variable("unused", 5, op=op),
        node("w/read", "Identity", ["w"]),
        node("y", "MatMul", ["x", "w/read"]),
        node("save", "SaveV2", ["x", "x", "x", "w", "unused"]),
    ]
    assert counts(*nodes) == ({"w": 392_000}, {})


def test_a_variable_of_unknown_shape_has_an_unknown_number_of_parameters() -> None:
    unknown = NodeDef(name="w", op="VarHandleOp")
    assert counts(unknown, read("r", "w", None), node("y", "MatMul", ["x", "r"])) == ({"w": -1}, {})


def test_only_the_first_input_of_an_update_is_a_parameter() -> None:
    nodes = [variable(name, 5) for name in ("w", "m", "v", "rate")]
    rate = node("rate/read", "Identity", ["rate"])
    step = node("step", "ApplyAdam", ["w", "m", "v", "x", "x", "rate/read"])
    assert counts(*nodes, rate, step) == ({"w": 5}, {})


def by_hand(written: str = "w") -> list[NodeDef]:
    """Return a step of an optimiser in elementary ops: `w -= m` with a slot `m`, written first."""
    return [
        variable("w", 5),
        variable("slot", 5),
        variable("rate"),
        node("y", "MatMul", ["x", "w"]),
        node("gradients/y_grad/MatMul", "MatMul", ["x", "y"]),
        node("next", "Add", ["slot", "gradients/y_grad/MatMul"]),
        node("write_slot", "Assign", ["slot", "next"]),
        node("scaled", "Mul", ["next", "rate"]),
        node("lower", "Sub", [written, "scaled"]),
        node("write", "Assign", [written, "lower"]),
    ]


def test_an_optimiser_in_elementary_ops_trains_the_variables_that_gradients_come_from() -> None:
    assert counts(*by_hand()) == ({"w": 5}, {})


def test_a_list_of_trainable_variables_decides() -> None:
    nodes = [*by_hand(), variable("target", 7), node("t", "MatMul", ["y", "target"])]
    assert counts(*nodes, listed=frozenset({"w", "target"})) == ({"w": 5, "target": 7}, {})
    assert counts(*nodes) == ({"w": 5}, {})  # nothing leads from `target` to a gradient


def test_a_weight_without_an_update_is_not_trainable_and_a_single_number_is_a_setting() -> None:
    nodes = [
        *by_hand(),
        variable("frozen", 9),
        variable("factor"),
        node("features", "MatMul", ["x", "frozen"]),
        node("times", "Mul", ["features", "factor"]),
        node("gradients/times_grad/Mul", "Mul", ["times", "x"]),
    ]
    assert counts(*nodes) == ({"w": 5}, {"frozen": 9})


def test_variables_of_a_loss_are_parameters_where_the_graph_applies_no_gradient() -> None:
    """Test a program that fetches gradients, and writes back what it feeds."""
    nodes = [
        variable("w", 5),
        variable("total", 5),
        variable("factor"),
        node("y", "MatMul", ["x", "w"]),
        node("times", "Mul", ["y", "factor"]),
        node("plus", "Add", ["times", "total"]),
        node("count", "AssignAdd", ["total", "y"]),
        node("gradients/plus_grad/Mul", "Mul", ["plus", "x"]),
        node("fed", "Placeholder", [], [(5,)]),
        node("write", "Assign", ["w", "fed"]),
    ]
    assert counts(*nodes) == ({"w": 5}, {})


@pytest.mark.parametrize(
    "scope", ["gradients/score_grad", "gradient_tape/score", "Adam/gradients/score_grad"]
)
def test_a_parameter_whose_gradient_does_not_depend_on_it_is_trained(scope: str) -> None:
    """Test the bias of a critic: its slot is written from the same gradient and never read by one.

    The loss is the mean of `score`, so no value leads from the bias to its gradient.
    """
    gradient = f"{scope}/Sum"
    nodes = [
        variable("bias", 3),
        variable("slot", 3),
        variable("average", 3),
        node("score", "Add", ["x", "bias"]),
        node("loss", "Mean", ["score"]),
        node(gradient, "Sum", ["ones"]),
        node("next", "Add", ["slot", gradient]),
        node("write_slot", "Assign", ["slot", "next"]),
        node("write", "AssignSub", ["bias", "next"]),
        node("gradient_norm", "Add", ["average", gradient]),
        node("write_average", "Assign", ["average", "gradient_norm"]),
    ]
    assert counts(*nodes) == ({"bias": 3}, {})


def test_a_variable_that_a_graph_counts_up_or_computes_is_a_state() -> None:
    nodes = [
        *(variable(name, 5) for name in ("w", "total", "state", "w/Average")),
        node("y", "MatMul", ["x", "w"]),
        node("add", "AssignAdd", ["total", "y"]),
        node("mean", "RealDiv", ["total", "x"]),
        node("next", "Add", ["state", "y"]),
        node("keep", "Assign", ["state", "next"]),
        node("average", "MatMul", ["x", "w/Average"]),
        node("start", "Assign", ["w", "random"]),
    ]
    assert counts(*nodes) == ({"w": 5}, {})


def test_an_external_handle_counts_by_its_reads() -> None:
    nodes = [handle("h"), read("r", "h", [3, 4]), read("again", "h", [3, 4])]
    assert counts(*nodes, node("y", "MatMul", ["x", "again"])) == ({"h": 12}, {})


def looked_up(name: str, source: str, shape: Shape) -> NodeDef:
    made = node(name, "ResourceGather", [source, "ids"], [shape])
    made.attr["dtype"].type = DT_FLOAT
    return made


def test_a_table_that_is_only_looked_up_has_at_least_one_row() -> None:
    ids = constant("ids", 7, 2, dtype=DT_INT64)
    nodes = [handle("h"), ids, looked_up("r", "h", (7, 2, 4)), node("y", "MatMul", ["x", "r"])]
    parameters = count_parameters(parse_graph(graph_bytes(*nodes)))
    assert total(parameters) == (4, True)


@pytest.mark.parametrize(
    ("op", "inputs"),
    [
        ("AssignSubVariableOp", ["step"]),
        ("AssignVariableOp", ["step"]),
        ("ResourceApplyMomentum", ["slot", "rate", "step", "rate"]),
    ],
)
def test_a_table_has_the_shape_of_its_update(op: str, inputs: list[str]) -> None:
    nodes = [
        handle("h"),
        handle("slot"),
        constant("ids", 7, dtype=DT_INT64),
        constant("rate"),
        looked_up("r", "h", (7, 4)),
        node("y", "MatMul", ["x", "r"]),
        node("gradients/y_grad/MatMul", "MatMul", ["x", "y"]),
        node("step", "UnsortedSegmentSum", ["gradients/y_grad/MatMul"], [(50, 4)]),
        node("write", op, ["h", *inputs]),
    ]
    assert counts(*nodes) == ({"h": 200}, {})


def test_a_handle_counts_by_the_reads_of_a_function_that_receives_it() -> None:
    graph = GraphDef(node=[handle("h"), node("x", "Placeholder")])
    call = graph.node.add(name="call", op="StatefulPartitionedCall", input=["x", "h"])
    call.attr["f"].func.name = "step"
    body = graph.library.function.add()
    body.signature.name = "step"
    body.signature.input_arg.add(name="x", type=DT_FLOAT)
    body.signature.input_arg.add(name="h", type=DT_RESOURCE)
    body.signature.output_arg.add(name="out", type=DT_FLOAT)
    inside = read("r", "h", [3, 4])
    body.node_def.extend([inside, node("y", "MatMul", ["x", "r:value:0"])])
    body.ret["out"] = "y:product:0"
    parameters = count_parameters(parse_graph(graph.SerializeToString()))
    assert parameters.trainable.tolist()[0] == 12
    assert total(parameters) == (12, False)


def frozen(names: Sequence[str] = ("w", "b")) -> list[NodeDef]:
    return [
        constant(names[0], 3, 4),
        constant(names[1], 4),
        constant("k", 7),
        constant("i", 3, 4, dtype=DT_INT64),
        constant("mean", 4),
        node("w/read", "Identity", [names[0]]),
        node("x", "MatMul", ["in", "w/read"]),
        node("y", "BiasAdd", ["x", names[1]]),
        node("z", "Mul", ["y", "k"]),
        node("q", "MatMul", ["in", "i"]),
        node("n", "FusedBatchNormV3", ["z", "scale", "offset", "mean", "mean"]),
    ]


def test_constants_in_place_of_weights_count_in_a_graph_without_variables() -> None:
    assert counts(*frozen()) == ({"w": 12, "b": 4}, {"mean": 4})


def test_constants_beside_variables_are_constants() -> None:
    trained = [variable("v", 2), node("step", "ApplyGradientDescent", ["v", "x", "x"])]
    assert counts(*frozen(), *trained) == ({"v": 2}, {})


@unhurried
@given(any_graph(), st.frozensets(st.sampled_from(["a", "b", "a/b"])))
def test_an_op_is_never_counted_twice(data: bytes, listed: frozenset[str]) -> None:
    graph = parse_graph(data)
    for parameters in (count_parameters(graph), count_parameters(graph, listed)):
        assert not ((parameters.trainable != 0) & (parameters.non_trainable != 0)).any()
        assert parameters.trainable.size == parameters.non_trainable.size == len(graph)


SLOTS = st.lists(st.sampled_from(["slot", "m", "w/x", "scope/v_7"]), unique=True, max_size=4)


@unhurried
@given(SLOTS, st.booleans(), st.permutations(range(3)))
def test_slots_of_any_name_do_not_count(
    names: list[str], is_update: bool, order: list[int]
) -> None:
    """With any number of slots, in an update op or in elementary ops, only `w` counts."""
    groups: list[list[NodeDef]] = [
        [variable("w", 6), node("y", "MatMul", ["x", "w"])],
        [node("gradients/y_grad/MatMul", "MatMul", ["x", "y"])],
        [],
    ]
    last = "gradients/y_grad/MatMul"
    for number, name in enumerate(names):
        groups[2].append(variable(name, 6))
        if not is_update:
            groups[2].append(node(f"mix_{number}", "Add", [name, last]))
            groups[2].append(node(f"keep_{number}", "Assign", [name, f"mix_{number}"]))
            last = f"mix_{number}"
    if is_update:
        groups[2].append(node("step", "ApplyOwnOptimizer", ["w", *names, last]))
    else:
        groups[2].append(node("lower", "Sub", ["w", last]))
        groups[2].append(node("write", "Assign", ["w", "lower"]))
    nodes = [each for index in order for each in groups[index]]
    assert counts(*nodes) == ({"w": 6}, {})


def test_a_copy_of_a_variable_is_not_counted() -> None:
    nodes = [
        variable("w", 5),
        variable("copy", 5),
        variable("net/moving_mean", 3),
        variable("export/moving_mean", 3),
        node("w/read", "Identity", ["w"]),
        node("start", "Assign", ["copy", "w/read"]),
        node("y", "MatMul", ["x", "w/read"]),
        node("z", "MatMul", ["y", "copy"]),
        node("normal", "Sub", ["z", "net/moving_mean"]),
        node("save", "SaveV2", ["x", "x", "x", "export/moving_mean"]),
    ]
    assert counts(*nodes) == ({"w": 5}, {"net/moving_mean": 3})
