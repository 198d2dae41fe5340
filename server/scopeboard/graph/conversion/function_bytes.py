"""Functions and graphs as bytes, put together from nodes that are bytes already."""

from collections.abc import Iterable
from typing import Final

from scopeboard.graph.conversion.node_bytes import placement_values
from scopeboard.graph.conversion.op_names import OpNames
from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.protowire.fields import delimited_head
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef
from scopeboard.wire.types_pb2 import DataType

_FUNCTION: Final = FunctionDefLibrary.FUNCTION_FIELD_NUMBER


def function_bytes(
    name: str,
    arguments: Iterable[tuple[str, OutputType]],
    results: Iterable[tuple[str, str, DataType]],
    nodes: Iterable[bytes],
) -> bytes:
    """Return an encoded FunctionDef.

    Args:
        name: its name, which no other function of the graph has.
        arguments: name and type of each.
        results: of each the name that it would have, the tensor as an input string, and its dtype.
        nodes: NodeDefs as fields, encoded.
    """
    function = FunctionDef()
    signature = function.signature
    signature.name = name
    for index, (text, known) in enumerate(arguments):
        signature.input_arg.add(name=text, type=known.dtype)
        if known.shape is not None:
            shapes = function.arg_attr[index].attr["_output_shapes"].list
            shapes.shape.add().ParseFromString(known.shape)
        for attribute, value in placement_values((known,)):
            function.arg_attr[index].attr[attribute].CopyFrom(value)
    names = OpNames()
    for wanted, tensor, dtype in results:
        text = names.add(wanted or "output")
        signature.output_arg.add(name=text, type=dtype)
        function.ret[text] = tensor
    return function.SerializeToString(deterministic=True) + b"".join(nodes)


def graph_bytes(nodes: Iterable[bytes], functions: Iterable[bytes]) -> bytes:
    """Return an encoded GraphDef of nodes, which are fields, and functions, which are messages."""
    library = b"".join(delimited_head(_FUNCTION, len(each)) + each for each in functions)
    if library:
        library = delimited_head(GraphDef.LIBRARY_FIELD_NUMBER, len(library)) + library
    return b"".join(nodes) + library
