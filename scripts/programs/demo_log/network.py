"""The demo's network: 784 pixels → 128 rectified units → 10 classes.

Each function below declares one name scope of the graph. They are called in the order in which
the tensors flow; `optimizer` adds the scopes that train the network.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from programs.demo_log.digits import CLASSES, SIDE
from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.optimizer import add_moving_average, add_train_step
from programs.demo_log.tracer import Graph, Op, Tensor
from programs.demo_log.variables import Variable, random_variable, zero_variable

IMAGES_SHOWN = 12
"""Samples in each logged set of pictures."""

INITIAL_GAIN = 0.3
"""Weights start with a deviation of this, over the square root of a unit's inputs.

Far below the default for rectified units (He et al. 2015: √2), so that what a unit of the
first layer learns soon outshines its random start in the picture of its weights.
"""


@dataclass(frozen=True, slots=True)
class Network:
    """The graph, and the tensors that training feeds and fetches.

    `scalars` are the summaries of loss and accuracy, `progress` those and the learning rate's,
    `everything` merges all summaries. `averages` maps each variable's value to its moving average,
    which may be fed instead. `hidden` are the activations of the first layer, [digits, units],
    and `probabilities` those of the classes, [digits, 10].
    """

    graph: Graph
    images: Tensor
    labels: Tensor
    loss: Op
    accuracy: Op
    hidden: Op
    probabilities: Op
    scalars: tuple[Op, ...]
    progress: tuple[Op, ...]
    everything: Op
    averages: Mapping[Tensor, Tensor]
    initialize: Op
    train: Op


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer's outputs before and after its activation, its variables, its share of the loss."""

    sums: Tensor
    activations: Tensor
    variables: tuple[Variable, Variable]
    penalty: Tensor


def build_network(settings: HyperParameters) -> Network:
    """Declares the whole graph."""
    graph = Graph()
    global_step = zero_variable(graph, "global_step", (), np.int64)
    images, labels = _input(graph)
    layer1 = _layer(graph, "layer1", images, settings.hidden_units, "Relu", settings)
    layer2 = _layer(graph, "layer2", layer1.activations, CLASSES, "Softmax", settings)
    _filters(graph, layer1.variables[0])
    loss, loss_summary = _loss_function(graph, labels, layer1, layer2)
    accuracy, accuracy_summary = _accuracy(graph, layer2.activations, labels)
    variables = (*layer1.variables, *layer2.variables)
    averages = add_moving_average(graph, variables, global_step, settings.average_decay)
    step = add_train_step(graph, loss, variables, global_step, averages.update, settings)
    rate_summary = _summary(graph, "Scalar", "learning_rate", step.rate, "train_step")
    assigns = [each.assign for each in (global_step, *variables, *averages.variables)]
    return Network(
        graph=graph,
        images=images,
        labels=labels,
        loss=loss.op,
        accuracy=accuracy.op,
        hidden=layer1.activations.op,
        probabilities=layer2.activations.op,
        scalars=(loss_summary, accuracy_summary),
        progress=(loss_summary, accuracy_summary, rate_summary),
        everything=_merge_summaries(graph),
        averages={
            each.read: average.read
            for each, average in zip(variables, averages.variables, strict=True)
        },
        initialize=graph.add("NoOp", name="init", after=assigns),
        train=step.train,
    )


def _input(graph: Graph) -> tuple[Tensor, Tensor]:
    with graph.scope("input"):
        images = graph.placeholder((None, SIDE * SIDE), "images")
        labels = graph.placeholder((None, CLASSES), "labels")
        pictures = _as_pictures(graph, images)
    _summary(graph, "Image", "input/digits", pictures, max_images=IMAGES_SHOWN)
    return images, labels


def _layer(
    graph: Graph,
    name: str,
    inputs: Tensor,
    units: int,
    activation: str,
    settings: HyperParameters,
) -> Layer:
    fan_in = inputs.shape[1] or 1
    with graph.scope(name):
        seed = settings.seed + len(graph.ops)  # differs by layer, as TensorFlow's op seeds do
        deviation = INITIAL_GAIN / fan_in**0.5
        weights = random_variable(graph, "weights", (fan_in, units), deviation, seed)
        biases = zero_variable(graph, "biases", (units,))
        product = graph.tensor("MatMul", inputs, weights.read)
        sums = graph.tensor("BiasAdd", product, biases.read)
        activations = graph.tensor(activation, sums)
        with graph.scope("regularizer"):
            scale = graph.constant(settings.regularization, "scale")
            penalty = graph.tensor("Mul", scale, graph.tensor("L2Loss", weights.read), name="mul")
    _summary(graph, "Histogram", f"{name}/weights", weights.read)
    _summary(graph, "Histogram", f"{name}/biases", biases.read)
    _summary(graph, "Histogram", f"{name}/activations", activations)
    return Layer(sums, activations, (weights, biases), penalty)


def _filters(graph: Graph, weights: Variable) -> None:
    """Shows each unit's weights as a picture of the pixels that move it."""
    with graph.scope("layer1/filters"):
        axes = graph.constant([1, 0], "transpose/perm", np.int32)
        by_unit = graph.tensor("Transpose", weights.read, axes, name="transpose")
        pictures = _as_pictures(graph, by_unit)
    _summary(graph, "Image", "layer1/filters", pictures, max_images=IMAGES_SHOWN)


def _loss_function(graph: Graph, labels: Tensor, layer1: Layer, layer2: Layer) -> tuple[Tensor, Op]:
    with graph.scope("loss_function"):
        cross_entropy = graph.tensor(
            "SoftmaxCrossEntropyWithLogits", layer2.sums, labels, name="cross_entropy"
        )
        mean = _mean(graph, cross_entropy)
        total = graph.tensor("AddN", mean, layer1.penalty, layer2.penalty, name="total", N=3)
    return total, _summary(graph, "Scalar", "loss", total, "loss_function")


def _accuracy(graph: Graph, probabilities: Tensor, labels: Tensor) -> tuple[Tensor, Op]:
    with graph.scope("accuracy"):
        axis = graph.constant(1, "ArgMax/dimension", np.int32)
        guessed = graph.tensor("ArgMax", probabilities, axis)
        right = graph.tensor("ArgMax", labels, axis)
        hits = graph.tensor("Equal", guessed, right)
        accuracy = _mean(graph, graph.cast(hits, np.float32))
    return accuracy, _summary(graph, "Scalar", "accuracy", accuracy, "accuracy")


def _as_pictures(graph: Graph, rows: Tensor) -> Tensor:
    shape = graph.constant([-1, SIDE, SIDE, 1], "Reshape/shape", np.int32)
    return graph.tensor("Reshape", rows, shape)


def _mean(graph: Graph, values: Tensor) -> Tensor:
    return graph.tensor("Mean", values, graph.constant([0], "Mean/axes", np.int32))


def _summary(
    graph: Graph, kind: str, tag: str, values: Tensor, scope: str = "", **attributes: int
) -> Op:
    """Logs `values` under `tag`; the op is in the scope that the tag begins with."""
    scope, name = (scope, tag) if scope else tag.split("/", 1)
    with graph.scope(f"{scope}/summaries"):
        tag_constant = graph.constant(tag.encode(), f"{name}_tag", object)
        return graph.tensor(f"{kind}Summary", tag_constant, values, name=name, **attributes).op


def _merge_summaries(graph: Graph) -> Op:
    summaries: Sequence[Tensor] = [Tensor(op) for op in graph.ops if op.type.endswith("Summary")]
    return graph.add("MergeSummary", *summaries, N=len(summaries))
