"""Names, and shapes found by trial."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.network import Network, build_network
from programs.demo_log.session import OpTiming, Session
from programs.demo_log.tracer import Graph, Shape
from tools.examples import examples


@pytest.fixture(scope="module")
def network() -> Network:
    return build_network(HyperParameters(0.1, hidden_units=16))


@given(batch=st.integers(1, 9))
@examples(5)
def test_declared_shapes_and_dtypes_hold_for_every_batch(network: Network, batch: int) -> None:
    session = Session(network.graph)
    timings: list[OpTiming] = []
    session.run(network.initialize, timings=timings)
    feeds = {
        network.images: np.ones((batch, 784), np.float32),
        network.labels: np.ones((batch, 10), np.float32),
    }
    session.run(network.train, network.everything, feeds=feeds, timings=timings)
    for timing in timings:
        for tensor, output in zip(timing.op.outputs, timing.outputs, strict=True):
            assert fits(output.shape, tensor.shape, batch), tensor.name
            assert output.dtype == tensor.dtype, tensor.name


def test_a_repeated_name_gets_a_number() -> None:
    graph = Graph()
    with graph.scope("a"), graph.scope("b"):
        names = [graph.constant(0).op.name for _ in range(3)]
    assert names == ["a/b/Const", "a/b/Const_1", "a/b/Const_2"]
    assert graph.constant(0).op.name == "Const"


def test_later_outputs_are_named_by_their_position() -> None:
    graph = Graph()
    logits = graph.placeholder((None, 3), "logits")
    op = graph.add("SoftmaxCrossEntropyWithLogits", logits, logits, name="loss")
    assert [tensor.name for tensor in op.outputs] == ["loss", "loss:1"]
    assert [tensor.shape for tensor in op.outputs] == [(None,), (None, 3)]


def test_the_batch_is_unknown_and_a_constant_of_its_trial_size_is_not() -> None:
    graph = Graph()
    rows = graph.placeholder((None, 4), "rows")
    square = graph.tensor("MatMul", rows, rows, transpose_b=True)
    assert square.shape == (None, None)
    assert graph.constant(np.zeros((2, 3))).shape == (2, 3)


def fits(actual: tuple[int, ...], declared: Shape, batch: int) -> bool:
    return actual == tuple(batch if size is None else size for size in declared)
