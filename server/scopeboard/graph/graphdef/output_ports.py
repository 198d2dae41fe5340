"""Named outputs to ports: the output of an op that `node:output_name:k` means in a function body.

The port is certain for TensorFlow's own ops (`op_signatures`), calls of functions by type, and ops
that state a single output. For another op, whose signature is unknown, the number is the port if
all inputs from ops of its type use one output name. Otherwise the port is uncertain: it
becomes a negative number, the same for the same name and number, which separates tensors but
refers to none.
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.graph.model.op_signatures import find_port, find_signature
from scopeboard.wire.graph_pb2 import NodeDef

MAX_PORT: Final = 10**9 - 1  # so that it fits 32 bits


class OutputPorts:
    """Finds the ports of named outputs.

    Args:
        function_outputs: for each function by name, the names of its results in order.
    """

    def __init__(self, function_outputs: Mapping[str, list[str]]) -> None:
        self._function_outputs = function_outputs
        self._ports: dict[tuple[str, bytes, str, int], int | None] = {}
        self._codes: dict[tuple[str, int], int] = {}
        self._names_of_type: dict[str, set[str]] = {}

    def register(self, op_type: str, name: str) -> None:
        """Record that an input uses this output name of an op of this type."""
        self._names_of_type.setdefault(op_type, set()).add(name)

    def find(self, op_type: str, attributes: bytes, outputs: int, named: tuple[str, int]) -> int:
        """Return the port of an output; all names must be registered before.

        Args:
            op_type: the type of the op.
            attributes: the op's attribute set, empty when it is unknown.
            outputs: the number of outputs that the op states, 0 when it states none.
            named: the output's name, and its number among the outputs of this name.
        """
        name, number = named
        results = self._function_outputs.get(op_type)
        if results is not None:
            port = results.index(name) + number if name in results else None
        else:
            key = (op_type, attributes, name, number)
            if key not in self._ports:
                attr = NodeDef.FromString(attributes).attr
                self._ports[key] = find_port(op_type, attr, name, number)
            port = self._ports[key]
            if port is None and self._is_only_name(op_type, outputs, name, number):
                port = number
        if port is not None and port <= MAX_PORT:
            return port
        return -1 - self._codes.setdefault(named, len(self._codes))

    def _is_only_name(self, op_type: str, outputs: int, name: str, number: int) -> bool:
        """Return whether an op has no outputs of another name, as far as is known."""
        signature = find_signature(op_type)
        if signature is not None:  # with a list of unknown length
            return [output.name for output in signature.outputs] == [name]
        if outputs > 0:
            return outputs == 1 and number == 0
        return len(self._names_of_type.get(op_type, ())) <= 1
