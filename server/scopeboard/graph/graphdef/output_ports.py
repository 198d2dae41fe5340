"""Named outputs to places: which output of an op `node:output_name:k` means in a function body.

Certain are TensorFlow's own ops (`op_signatures`), calls of functions by type, and ops that say
they have one output. Of another op, whose signature nobody has, the number is taken for the place
as long as all its kind is only ever asked for outputs of one name. Otherwise the place is not
certain: then it is a negative number, the same for the same name and number, which keeps tensors
apart and names none.
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.graph.model.op_signatures import find_port, find_signature
from scopeboard.wire.graph_pb2 import NodeDef

MAX_PORT: Final = 10**9 - 1  # so that it fits 32 bits


class OutputPorts:
    """Finds the places of named outputs.

    Args:
        function_outputs: for each function by name, the names of its results in order.
    """

    def __init__(self, function_outputs: Mapping[str, list[str]]) -> None:
        self._function_outputs = function_outputs
        self._found: dict[tuple[str, bytes, str, int], int | None] = {}
        self._codes: dict[tuple[str, int], int] = {}
        self._names_of_type: dict[str, set[str]] = {}

    def meet(self, op_type: str, name: str) -> None:
        """Note that an op of this type is asked for an output of this name."""
        self._names_of_type.setdefault(op_type, set()).add(name)

    def find(self, op_type: str, attributes: bytes, outputs: int, named: tuple[str, int]) -> int:
        """Return the place of an output; all names must have been met.

        Args:
            op_type: the type of the op that has it.
            attributes: that op's attribute set, empty when it is not known.
            outputs: how many outputs the op says it has, 0 when it does not say.
            named: the output's name, and its number among those of this name.
        """
        name, number = named
        place = self._of_signature(op_type, attributes, name, number)
        if place is None and self._is_only(op_type, outputs, name, number):
            place = number
        if place is not None and place <= MAX_PORT:
            return place
        return -1 - self._codes.setdefault(named, len(self._codes))

    def _of_signature(self, op_type: str, attributes: bytes, name: str, number: int) -> int | None:
        names = self._function_outputs.get(op_type)
        if names is not None:
            return names.index(name) + number if name in names else None
        key = (op_type, attributes, name, number)
        if key not in self._found:
            attr = NodeDef.FromString(attributes).attr
            self._found[key] = find_port(op_type, attr, name, number)
        return self._found[key]

    def _is_only(self, op_type: str, outputs: int, name: str, number: int) -> bool:
        """Tell whether an op has no outputs of another name, as far as anybody knows."""
        if op_type in self._function_outputs:
            return False
        signature = find_signature(op_type)
        if signature is not None:  # a list of a length that nothing tells
            return [output.name for output in signature.outputs] == [name]
        if outputs > 0:
            return outputs == 1 and number == 0
        return len(self._names_of_type.get(op_type, ())) <= 1
