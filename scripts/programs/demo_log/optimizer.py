"""The scopes of the graph that train a network: `moving_average` and `train_step`.

One step does both, in this order: gradients and averages are computed from the variables as they
are, then the variables move. The `gate` keeps that order in an executor whose reads are not
copies, such as TensorFlow's; without it, a variable could move while a gradient still reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from programs.demo_log.gradients import add_gradients
from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.tracer import Graph, Op, Tensor
from programs.demo_log.variables import Variable, variable


@dataclass(frozen=True, slots=True)
class MovingAverages:
    """The averages of some variables, in their order, and the op that moves them by one step."""

    variables: tuple[Variable, ...]
    update: Op


@dataclass(frozen=True, slots=True)
class TrainStep:
    """The learning rate of a step, and the op that does the step and counts it."""

    rate: Tensor
    train: Op


def add_moving_average(
    graph: Graph, variables: Sequence[Variable], global_step: Variable, limit: float
) -> MovingAverages:
    """Declares exponential moving averages of `variables` over the steps."""
    with graph.scope("moving_average"):
        share = _moved_share(graph, global_step, limit)
        averages = tuple(variable(graph, each.name, each.initial) for each in variables)
        updates = []
        for each, average in zip(variables, averages, strict=True):
            with graph.scope(f"AssignMovingAvg/{each.name}"):
                gap = graph.tensor("Sub", average.read, each.read, name="sub")
                move = graph.tensor("Mul", gap, share, name="mul")
                updates.append(graph.add("AssignSub", average.ref, move))
        return MovingAverages(averages, graph.add("NoOp", name="update", after=updates))


def _moved_share(graph: Graph, global_step: Variable, limit: float) -> Tensor:
    """How far an average moves: 1 - min(limit, (1 + step) / (10 + step)).

    As in TensorFlow's ExponentialMovingAverage, so that early averages do not cling to the start.
    """
    with graph.scope("decay"):
        step = graph.cast(global_step.read, np.float32)
        above = graph.tensor("AddV2", step, graph.constant(1, "add/y"), name="add")
        below = graph.tensor("AddV2", step, graph.constant(10, "add_1/y"), name="add_1")
        warm_up = graph.tensor("RealDiv", above, below, name="truediv")
        decay = graph.tensor("Minimum", warm_up, graph.constant(limit, "limit"))
        return graph.tensor("Sub", graph.constant(1, "sub/x"), decay, name="sub")


def add_train_step(
    graph: Graph,
    loss: Tensor,
    variables: Sequence[Variable],
    global_step: Variable,
    averaged: Op,
    settings: HyperParameters,
) -> TrainStep:
    """Declares a step of gradient descent, after `averaged`."""
    with graph.scope("train_step"):
        rate = _learning_rate(graph, global_step, settings)
        gradients = add_gradients(graph, loss, [each.read for each in variables])
        computed = [tensor.op for tensor in (loss, *gradients)]
        gate = graph.add("NoOp", name="gate", after=[*computed, averaged])
        with graph.scope("GradientDescent"):
            updates = [
                _descend(graph, each, rate, gradient, gate)
                for each, gradient in zip(variables, gradients, strict=True)
            ]
            one = graph.constant(1, "value", np.int64)
            train = graph.add("AssignAdd", global_step.ref, one, after=updates)
        return TrainStep(rate, train)


def _learning_rate(graph: Graph, global_step: Variable, settings: HyperParameters) -> Tensor:
    with graph.scope("learning_rate"):
        start = graph.constant(settings.learning_rate, "initial")
        base = graph.constant(settings.learning_rate_decay, "decay_rate")
        steps = graph.constant(settings.decay_steps, "decay_steps")
        step = graph.cast(global_step.read, np.float32)
        periods = graph.tensor("RealDiv", step, steps, name="truediv")
        return graph.tensor("Mul", start, graph.tensor("Pow", base, periods), name="mul")


def _descend(graph: Graph, each: Variable, rate: Tensor, gradient: Tensor, gate: Op) -> Op:
    with graph.scope(f"update_{each.name}"):
        return graph.add("ApplyGradientDescent", each.ref, rate, gradient, after=[gate])
