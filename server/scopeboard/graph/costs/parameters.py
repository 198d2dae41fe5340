"""Parameters: the numbers of trainable and non-trainable weights of a model.

Of tensors of a floating dtype, these count:

* variables, by their shape; `variable_roles` decides which of them are parameters;
* handles of variables outside the graph, by the shape of their reads;
* constants in place of weights, in a graph without variables (`constant_weights`);
* attributes of PyTorch's modules (`torch_parameters`);
* the weights of Keras's layers, from their configuration (`keras.weights`).

Weights of layers that training does not change are non-trainable: statistics of a batch norm,
frozen layers. Slots of optimisers, averages, metrics and counters are neither.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Amounts, Flags
from scopeboard.graph.costs.constant_weights import find_constant_weights
from scopeboard.graph.costs.torch_parameters import count_torch
from scopeboard.graph.costs.variable_ops import EXTERNAL_HANDLES, READS, VARIABLES
from scopeboard.graph.costs.variable_roles import find_roles
from scopeboard.graph.keras.parameters import read_weights
from scopeboard.graph.model.call_edges import argument_edges
from scopeboard.graph.model.dtypes import is_floating
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import Shape, count_elements, read_shape
from scopeboard.graph.shapes.facts import merge_shapes
from scopeboard.wire.types_pb2 import DT_RESOURCE


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of each op: one entry in each column for each op.

    `trainable` and `non_trainable` count elements, -1 where their number is unknown. The flags mark
    lower bounds.
    """

    trainable: Amounts
    non_trainable: Amounts
    is_trainable_bound: Flags
    is_non_trainable_bound: Flags


def count_parameters(graph: OpGraph, listed: AbstractSet[str] | None = None) -> Parameters:
    """Count the parameters of each op.

    Args:
        graph: the graph.
        listed: the names of the trainable variables, where a MetaGraphDef lists them.
    """
    if graph.flavour == "torch":
        trainable, is_bound = count_torch(graph)
        return Parameters(trainable, np.zeros_like(trainable), is_bound, np.zeros_like(is_bound))
    reader = OpReader(graph)
    if graph.flavour == "keras":  # weights of an unknown layer may be of either kind
        weights_of = [read_weights(reader.attributes(op) or {}) for op in range(len(graph))]
        pairs = np.array([each or (-1, -1) for each in weights_of], dtype=np.int64).reshape(-1, 2)
        exact = np.zeros(len(graph), dtype=np.bool_)
        return Parameters(pairs[:, 0], pairs[:, 1], exact, exact.copy())
    shapes = _variables(graph, reader) | _handles(graph, reader)
    is_trained, is_fixed = np.zeros((2, len(graph)), dtype=np.bool_)
    if shapes:
        roles = find_roles(graph, shapes, listed)
        is_trained, is_fixed = roles.is_trained, roles.is_fixed
    if not is_trained.any():
        weights, statistics = find_constant_weights(graph)
        is_trained, is_fixed = is_trained | weights, is_fixed | statistics
        constants = np.flatnonzero(weights | statistics).tolist()
        tensors = graph.tensors
        shapes |= {op: tensors.find_shape(int(tensors.first[op])) for op in constants}
    counts, is_open = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.bool_)
    for op, shape in shapes.items():
        counts[op] = count_elements(shape)
        is_open[op] = shape is not None and -1 in shape
    return Parameters(
        trainable=np.where(is_trained, counts, 0),
        non_trainable=np.where(is_fixed, counts, 0),
        is_trainable_bound=is_trained & is_open,
        is_non_trainable_bound=is_fixed & is_open,
    )


def _variables(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of variables of a floating dtype, by op.

    An op `Variable` may state an empty shape for an unknown one; its output then has the shape. The
    output of a handle is a scalar for every variable.
    """
    shapes: dict[int, Shape] = {}
    for op in graph.ops_of_types(VARIABLES).tolist():
        op_type, attributes = graph.op_types[graph.op_type[op]], reader.attributes(op) or {}
        if "dtype" in attributes and not is_floating(attributes["dtype"].type):
            continue
        shape = read_shape(attributes["shape"].shape) if "shape" in attributes else None
        is_stated = "shape" in attributes and (bool(shape) or op_type != "Variable")
        first = int(graph.tensors.first[op])
        if not is_stated and op_type != "VarHandleOp" and first < graph.tensors.first[op + 1]:
            shape = graph.tensors.find_shape(first)
        elif not is_stated:
            shape = None
        shapes[op] = shape
    return shapes


def _handles(graph: OpGraph, reader: OpReader) -> dict[int, Shape]:
    """Return the shapes of the reads of external handles, by handle.

    A handle is read in the main graph or in the functions that receive it.
    """
    edges, tensors = graph.edges, graph.tensors
    passed: dict[int, list[int]] = {}
    for caller, argument in np.stack(argument_edges(graph)).T.tolist():
        passed.setdefault(caller, []).append(argument)
    reads: dict[int, list[int]] = {}
    is_read = graph.flag_types(READS.__contains__)
    rows = np.flatnonzero(is_read[edges.target] & (edges.slot == 0) & (edges.kind != CONTROL))
    for source, read in np.stack((edges.source[rows], edges.target[rows])).T.tolist():
        reads.setdefault(source, []).append(read)
    shapes: dict[int, Shape] = {}
    handles = graph.ops_of_types(EXTERNAL_HANDLES)
    for handle in handles[handles < graph.main_count].tolist():
        first = int(tensors.first[handle])
        if first < tensors.first[handle + 1] and tensors.dtype[first] not in {0, DT_RESOURCE}:
            continue
        receivers = {handle: None}  # the handle, and the arguments that receive its value
        queue = [handle]
        for op in queue:  # it grows during the loop
            new = [argument for argument in passed.get(op, ()) if argument not in receivers]
            receivers.update(dict.fromkeys(new))
            queue.extend(new)
        for read in (read for each in receivers for read in reads.get(each, ())):
            attributes = reader.attributes(read) or {}
            if "dtype" in attributes and not is_floating(attributes["dtype"].type):
                continue
            is_complete = graph.op_types[graph.op_type[read]] == "ReadVariableOp"
            shape = tensors.find_shape(int(tensors.first[read])) if is_complete else None
            shapes[handle] = merge_shapes(shapes.get(handle), shape)
    return shapes
