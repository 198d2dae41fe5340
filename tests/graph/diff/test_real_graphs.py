"""Real training graphs whose names say nothing, and graphs with two layers swapped."""

import gzip
import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import DATA, node
from programs.bench.graph_edits import scramble
from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools.examples import examples

CHANCES = st.integers(0, 2**32).map(random.Random)
REAL = (
    "adafactor", "bert_adamwd", "bn_cond", "dqn", "gru_lfads", "keras3_adam", "keras_tf1_sgd",
    "lamb", "metrics_train", "partitioned", "ppo", "spectral_norm",
)  # fmt: skip
"""Trainings of TensorFlow in graph mode and of Keras, of 200 to 1,260 ops."""


@cache
def real(name: str) -> GraphDef:
    graph = GraphDef.FromString(gzip.decompress((DATA / f"parameters/{name}.pb.gz").read_bytes()))
    return GraphDef(node=graph.node)


def difference(before: GraphDef, after: GraphDef) -> GraphDiff:
    return diff_graphs(*(parse_graph(each.SerializeToString()) for each in (before, after)))


def pairs_of(before: GraphDef, after: GraphDef) -> dict[str, str]:
    """Return the name of the counterpart of each op that has one."""
    diff = diff_graphs(
        parse_graph(before.SerializeToString()), parse_graph(after.SerializeToString())
    )
    return {
        diff.before.names[op]: diff.after.names[other]
        for op, other in enumerate(diff.counterpart.tolist())
        if other != NO_OP
    }


def as_named_by(op: NodeDef, names: dict[str, str]) -> NodeDef:
    """Return an op by the names of counterparts, of its inputs too; control inputs are a set."""
    made = NodeDef.FromString(op.SerializeToString())
    made.name = names.get(op.name, "")
    ends = [text.removeprefix("^").partition(":") for text in op.input]
    inputs = [
        f"{'^' * text.startswith('^')}{names.get(name, '')}{colon}{port}"
        for text, (name, colon, port) in zip(op.input, ends, strict=True)
    ]
    data = [text for text in inputs if not text.startswith("^")]
    del made.input[:]
    made.input.extend([*data, *sorted(text for text in inputs if text.startswith("^"))])
    return made


@pytest.mark.parametrize("name", REAL)
@given(CHANCES)
@examples(3)
def test_an_op_without_its_name_is_found_by_its_place(name: str, chance: random.Random) -> None:
    """An op is right if it is equal to its counterpart, and so are all of their inputs.

    Where all ops are right, the pairs and the true ones differ in an automorphism of the graph, so
    each op has its own or one that nothing but a name tells from it.
    """
    before = real(name)
    after, _ = scramble(before, chance)
    pairs = pairs_of(before, after)
    assert len(set(pairs.values())) == len(pairs)
    same = {op.name: op.name for op in after.node}
    there = {op.name: as_named_by(op, same) for op in after.node}
    right = sum(
        as_named_by(op, pairs) == there[pairs[op.name]] for op in before.node if op.name in pairs
    )
    assert right >= 0.95 * len(before.node)


@given(st.data(), st.integers(2, 9), st.booleans())
@examples(40)
def test_two_layers_that_were_swapped_are_wired_in_another_way(
    data: st.DataObject, count: int, is_equal: bool
) -> None:
    """Names hold, so a swap is a change of inputs, whether the layers are equal inside or not."""
    names = [f"layer_{chr(ord('a') + number)}" for number in range(count)]
    widths = {name: 8 if is_equal else 8 + number for number, name in enumerate(names)}
    one, other = data.draw(
        st.lists(st.sampled_from(range(count)), min_size=2, max_size=2, unique=True)
    )
    swapped = list(names)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    before, after = chain(names, widths), chain(swapped, widths)
    diff = diff_graphs(
        parse_graph(before.SerializeToString()), parse_graph(after.SerializeToString())
    )
    assert not any(ops.size for ops in (diff.added, diff.removed, diff.renamed))
    changes = {diff.before.names[op]: diff.changes_of(op) for op in diff.changed.tolist()}
    inputs = [{op.name: list(op.input) for op in graph.node} for graph in (before, after)]
    moved = [name for name in inputs[0] if inputs[0][name] != inputs[1][name]]
    assert changes == dict.fromkeys(moved, Change.INPUTS)


def chain(names: list[str], widths: dict[str, int]) -> GraphDef:
    """Return layers in a row, each a weight, a product and an activation."""
    nodes, last = [node("input", "Placeholder", [], [[8]])], "input"
    for name in names:
        weight = node(f"{name}/kernel", "VariableV2", [], [[widths[name]]])
        product = node(f"{name}/MatMul", "MatMul", [last, weight.name], [[widths[name]]])
        last = f"{name}/Relu"
        nodes += [weight, product, node(last, "Relu", [product.name], [[widths[name]]])]
    return GraphDef(node=[*nodes, node("loss", "Mean", [last], [[]])])
