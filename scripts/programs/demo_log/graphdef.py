"""Writes a traced graph as a GraphDef."""

from typing import assert_never

import numpy as np

from programs.demo_log.tensors import DATA_TYPES, shape_proto, tensor_proto
from programs.demo_log.tracer import Attribute, Graph, Op
from scopeboard.wire.graph_pb2 import AttrValue, GraphDef, NodeDef, VersionDef

PRODUCER = 22
"""The version of TensorFlow's op set that these op names and attributes belong to."""

DEVICE = "/device:CPU:0"


def graph_def(graph: Graph) -> GraphDef:
    """The GraphDef of all ops of `graph`, with the shapes of their outputs."""
    return GraphDef(node=[_node(op) for op in graph.ops], versions=VersionDef(producer=PRODUCER))


def _node(op: Op) -> NodeDef:
    node = NodeDef(name=op.name, op=op.type, device=DEVICE)
    node.input.extend(tensor.name for tensor in op.inputs)
    node.input.extend(f"^{control.name}" for control in op.control_inputs)
    for key, value in op.attributes.items():
        node.attr[key].CopyFrom(_attribute(value))
    _add_types(node, op)
    if op.outputs:
        shapes = [shape_proto(tensor.shape) for tensor in op.outputs]
        node.attr["_output_shapes"].list.shape.extend(shapes)
    return node


def _add_types(node: NodeDef, op: Op) -> None:
    """Adds the dtypes that TensorFlow's op set requires, although no kernel uses them."""
    numeric = [tensor.dtype for tensor in op.inputs if tensor.dtype != object]
    if op.type == "Const":
        node.attr["dtype"].type = DATA_TYPES[op.outputs[0].dtype]
    elif numeric and op.type != "Cast":
        node.attr["T"].type = DATA_TYPES[numeric[0]]


def _attribute(value: Attribute) -> AttrValue:
    match value:
        case bool():
            return AttrValue(b=value)
        case int():
            return AttrValue(i=value)
        case str():
            return AttrValue(s=value.encode())
        case tuple():
            return AttrValue(shape=shape_proto(value))
        case np.dtype():
            return AttrValue(type=DATA_TYPES[value])
        case np.ndarray():
            return AttrValue(tensor=tensor_proto(value))
        case _:
            assert_never(value)
