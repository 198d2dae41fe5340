"""Execution: what runs, in which order, and what is kept."""

import numpy as np
import pytest

from programs.demo_log.session import OpTiming, Session
from programs.demo_log.tracer import Graph
from programs.demo_log.variables import zero_variable


def test_runs_only_what_is_needed_and_control_inputs_first() -> None:
    graph = Graph()
    counter = zero_variable(graph, "counter", ())
    one = graph.constant(1, "one")
    count = graph.add("AssignAdd", counter.ref, one, name="count")
    unrelated = graph.constant(2, "unrelated")
    done = graph.add("NoOp", name="done", after=[count])
    timings: list[OpTiming] = []
    assert Session(graph).run(done, timings=timings) == {done: ()}
    names = [timing.op.name for timing in timings]
    assert names == ["counter", "one", "count", "done"]
    assert unrelated.op.name not in names
    assert all(timing.start <= timing.end for timing in timings)


def test_a_variable_keeps_its_value_between_runs() -> None:
    graph = Graph()
    counter = zero_variable(graph, "counter", (2,))
    count = graph.add("AssignAdd", counter.ref, graph.constant([1, 2]))
    session = Session(graph)
    session.run(counter.assign)
    for _ in range(3):
        session.run(count)
    assert session.run(counter.read.op)[counter.read.op][0].tolist() == [3, 6]
    assert Session(graph).run(counter.read.op)[counter.read.op][0].tolist() == [0, 0]


def test_a_fed_tensor_is_not_computed() -> None:
    graph = Graph()
    x = graph.placeholder((None,), "x")
    doubled = graph.tensor("Mul", x, graph.constant(2))
    halved = graph.tensor("Mul", doubled, graph.constant(0.5))
    outputs = Session(graph).run(halved.op, feeds={doubled: np.array([8], np.float32)})
    assert outputs[halved.op][0].tolist() == [4]


def test_a_placeholder_must_be_fed() -> None:
    graph = Graph()
    x = graph.placeholder((None,), "x")
    with pytest.raises(KeyError):
        Session(graph).run(graph.add("Identity", x))
