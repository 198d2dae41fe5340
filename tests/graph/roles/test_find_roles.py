"""The roles of ops, from small graphs written by hand and from graphs of real programs."""

import gzip

import numpy as np
import pytest
from hypothesis import given

from graph.graphdefs import DATA, any_graph, ops, real_graph, unhurried
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.roles.find_roles import find_op_roles
from scopeboard.graph.roles.op_roles import EVIDENCE, ROLES, OpRoles


def roles_of(graph: OpGraph) -> OpRoles:
    costs = count_costs(graph)
    return find_op_roles(graph, costs.parameters != 0, costs.non_trainable != 0)


def named(*lines: str, weights: str = "") -> dict[str, str]:
    """Return the role of each op; `weights` are names of trainable variables."""
    graph = parse_graph(ops(*lines))
    is_weight = np.isin(graph.names, weights.split())
    found = find_op_roles(graph, is_weight, np.zeros_like(is_weight))
    return dict(zip(graph.names, (ROLES[code] for code in found.role.tolist()), strict=True))


def program(name: str) -> OpGraph:
    return parse_graph(gzip.decompress((DATA / "parameters" / f"{name}.pb.gz").read_bytes()))


def roles_in(name: str, prefix: str) -> set[str]:
    """Return the roles of the ops of a real program whose names begin so, without constants."""
    graph = program(name)
    role = roles_of(graph).role
    return {
        ROLES[role[op]]
        for op, text in enumerate(graph.names)
        if text.startswith(prefix) and graph.op_types[graph.op_type[op]] not in ("Const", "NoOp")
    }


TRAINING = (
    "x Placeholder",
    "w VariableV2",
    "w/read Identity w",
    "y MatMul x w/read",
    "loss Mean y",
    "gradients/ones Const",
    "gradients/loss_grad/Tile Tile gradients/ones loss",
    "gradients/y_grad/MatMul MatMul gradients/loss_grad/Tile x",
    "zero Const",
    "w/init Assign w zero",
    "m VariableV2",
    "m/init Assign m zero",
    "rate VariableV2",
    "rate/read Identity rate",
    "train ApplyMomentum w m rate/read gradients/y_grad/MatMul",
    "init NoOp ^w/init ^m/init",
)


def test_what_trains_a_model_is_told_from_the_model() -> None:
    roles = named(*TRAINING, weights="w")
    assert {roles[name] for name in ("w", "w/read", "y")} == {"model"}
    assert (roles["x"], roles["loss"]) == ("input", "loss")
    assert {role for name, role in roles.items() if name.startswith("gradients/")} == {"gradient"}
    assert {roles[name] for name in ("w/init", "m/init", "init")} == {"initializer"}
    assert {roles[name] for name in ("m", "rate")} == {"slot"}
    assert roles["train"] == "optimizer"


def test_the_name_of_a_scope_alone_is_no_evidence() -> None:
    lines = ("x Placeholder", "gradients/a Relu x", "save/b Relu gradients/a", "init/c Relu save/b")
    assert set(named(*lines).values()) == {"input", "model"}
    graph = parse_graph(ops(*lines, "loss_1 Relu init/c", "gradients/z_grad/a Neg loss_1"))
    assert "gradient" not in {ROLES[code] for code in roles_of(graph).role.tolist()}


def test_an_optimizer_in_elementary_ops_assigns_what_is_computed_from_gradients() -> None:
    roles = named(
        *TRAINING[:-2],
        "m/read Identity m",
        "decayed Mul m/read zero",
        "mean Add decayed gradients/y_grad/MatMul",
        "m/update Assign m mean",
        "step Sub w/read mean",
        "w/update Assign w step",
        weights="w",
    )
    updates = ("decayed", "mean", "m/update", "step", "w/update")
    assert {roles[name] for name in updates} <= {"optimizer", "gradient"}
    assert (roles["m"], roles["w/read"]) == ("slot", "model")


def test_a_counter_is_added_a_constant() -> None:
    roles = named("n VariableV2", "one Const", "n/add AssignAdd n one", "n/read Identity n")
    assert {roles[name] for name in ("n", "n/add", "n/read")} == {"control"}


def test_a_restored_value_makes_a_saver_and_a_saved_one_too() -> None:
    roles = named(
        "w VariableV2", "file Const", "r RestoreV2 file", "same Identity r", "a Assign w same",
        "s SaveV2 file w", "x Placeholder", "y MatMul x w", weights="w",
    )  # fmt: skip
    assert {roles[name] for name in ("r", "same", "a", "s")} == {"saver"}
    assert (roles["w"], roles["y"]) == ("model", "model")


def test_a_statistic_for_a_summary_leaves_and_a_comparison_stays() -> None:
    roles = named(
        "x Placeholder", "t Placeholder", "y Relu x", "y/mean Mean y", "s ScalarSummary y/mean",
        "equal Equal y t", "accuracy Mean equal", "a ScalarSummary accuracy", "out Softmax y",
    )  # fmt: skip
    assert roles["y/mean"] == roles["s"] == "summary"
    assert {roles[name] for name in ("y", "equal", "accuracy", "out")} == {"model"}


def test_an_accumulator_that_the_model_does_not_need_is_a_metric() -> None:
    roles = named(
        "x Placeholder", "hit Equal x x", "out Relu x", "total VariableV2",
        "add AssignAdd total hit", "value Identity total", "mean Sqrt value",
    )  # fmt: skip
    assert {roles[name] for name in ("add", "total", "value", "mean")} == {"metric"}
    assert roles["out"] == "model"


def test_a_state_that_the_model_reads_stays_in_it() -> None:
    roles = named(
        "x Placeholder", "state VariableV2", "state/read Identity state", "new Add x state/read",
        "keep Assign state new", "out Relu new",
    )  # fmt: skip
    assert {roles[name] for name in ("state", "state/read", "new", "keep", "out")} == {"model"}


def test_the_input_of_a_queue_is_no_bookkeeping_but_its_end_is() -> None:
    roles = named(
        "q FIFOQueueV2", "r WholeFileReader", "d DecodeJpeg r", "put QueueEnqueueV2 q d",
        "get QueueDequeueV2 q", "y Relu get", "close QueueCloseV2 q",
    )  # fmt: skip
    assert {roles[name] for name in ("d", "put", "y")} == {"model"}
    assert (roles["get"], roles["close"]) == ("input", "control")


@pytest.mark.parametrize(
    ("name", "prefix", "expected"),
    [
        ("momentum", "gradients/", {"gradient"}),
        ("momentum", "Momentum/", {"optimizer"}),
        ("bert_adamwd", "gradients/", {"gradient"}),
        ("bert_adamwd", "clip_by_global_norm/", {"gradient"}),
        ("keras_tf1_sgd", "training/SGD/gradients/", {"gradient"}),
        ("keras3_adam", "gradient_tape/", {"gradient"}),
        ("metrics_train", "head/mean/", {"metric", "initializer", "control"}),
        ("while_rnn", "while/", {"model"}),
        ("dqn", "target/", {"model", "initializer", "input"}),
        ("kfac", "gradients/", {"gradient"}),
    ],
)
def test_roles_in_real_programs(name: str, prefix: str, expected: set[str]) -> None:
    assert roles_in(name, prefix) <= expected


def test_weights_are_never_bookkeeping() -> None:
    for path in sorted((DATA / "parameters").glob("*.pb.gz")):
        graph = parse_graph(gzip.decompress(path.read_bytes()))
        found, costs = roles_of(graph), count_costs(graph)
        weights = (costs.parameters > 0) | (costs.non_trainable > 0)
        of_weights = {ROLES[code] for code in found.role[weights].tolist()}
        assert of_weights <= {"model", "input", "loss"}, path.name


def test_the_way_from_the_inputs_to_the_loss_is_the_core() -> None:
    graph = parse_graph(real_graph("seed_mnist"))
    core = roles_of(graph).is_core
    on_the_way = {name for op, name in enumerate(graph.names) if core[op]}
    assert {"input/x-input", "layer1/MatMul", "layer2/add", "loss_function/add"} <= on_the_way
    assert not any(name.startswith(("train_step", "moving_average")) for name in on_the_way)


def test_a_group_that_runs_nothing_is_an_initializer() -> None:
    found = named(*TRAINING, "init_tables NoOp", "both NoOp ^init_tables", weights="w")
    assert found["init_tables"] == found["both"] == "initializer"
    found = named(*TRAINING, "before NoOp", "late Relu x ^before", weights="w")
    assert found["before"] == "model"


def test_a_torch_trace_has_no_bookkeeping() -> None:
    graph = parse_graph(real_graph("torch_cnn"))
    assert set(roles_of(graph).role.tolist()) == {0}


@unhurried
@given(any_graph())
def test_every_graph_has_a_role_and_evidence_for_each_op(data: bytes) -> None:
    graph = parse_graph(data)
    found = roles_of(graph)
    assert found.role.size == found.is_core.size == len(graph)
    assert found.role.min(initial=0) >= 0
    assert found.role.max(initial=0) < len(ROLES)
    assert found.evidence.max(initial=0) < len(EVIDENCE)
    assert not (found.is_core & (found.role > ROLES.index("loss"))).any()
