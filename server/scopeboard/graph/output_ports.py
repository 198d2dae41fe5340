"""Named outputs to places: which output of an op `node:output_name:k` means in a function body.

Certain are the ops of `output_names`, calls of functions by type, and ops that say they have one
output. Of another op, whose table nobody has, the number is taken for the place as long as all its
kind is only ever asked for outputs of one name. Otherwise the place is not certain: then it is a
negative number, the same for the same name and number, which keeps tensors apart and names none.
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.graph.output_names import ONE_LIST, OUTPUT_NAMES
from scopeboard.wire.graph_pb2 import NodeDef

MAX_PORT: Final = 10**9 - 1  # so that it fits 32 bits


class OutputPorts:
    """Finds the places of named outputs.

    Args:
        function_outputs: for each function by name, the names of its results in order.
    """

    def __init__(self, function_outputs: Mapping[str, list[str]]) -> None:
        self._function_outputs = function_outputs
        self._firsts: dict[tuple[bytes, str], int | None] = {}
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
        first = self._first(op_type, attributes, name)
        if first is None and self._is_only(op_type, outputs, number):
            first = 0
        if first is not None and first + number <= MAX_PORT:
            return first + number
        return -1 - self._codes.setdefault(named, len(self._codes))

    def _is_only(self, op_type: str, outputs: int, number: int) -> bool:
        if op_type in OUTPUT_NAMES or op_type in self._function_outputs:
            return False
        if op_type in ONE_LIST or (outputs == 1 and number == 0):
            return True
        return outputs <= 1 and len(self._names_of_type.get(op_type, ())) <= 1

    def _first(self, op_type: str, attributes: bytes, name: str) -> int | None:
        """Return the place of the first output of a name, or None if no table has it."""
        names = self._function_outputs.get(op_type)
        if names is not None:
            return names.index(name) if name in names else None
        if op_type not in OUTPUT_NAMES:
            return None
        key = (attributes or op_type.encode(), name)
        if key not in self._firsts:
            self._firsts[key] = _first_in_table(OUTPUT_NAMES[op_type], attributes, name)
        return self._firsts[key]


def _first_in_table(outputs: tuple[str, ...], attributes: bytes, name: str) -> int | None:
    """Add up the outputs that stand before the first of a name."""
    place: int | None = 0
    for output in outputs:
        own, _, length = output.partition("*")
        if own == name or place is None:
            return place
        place = place + 1 if not length else _added(place, _length(attributes, length))
    return None


def _added(place: int, length: int | None) -> int | None:
    return None if length is None or length < 0 else place + length


def _length(attributes: bytes, key: str) -> int | None:
    """Return how long a list of outputs is, None when its attribute is not there."""
    attr = NodeDef.FromString(attributes).attr
    if key not in attr:
        return None
    is_list = attr[key].HasField("list")
    return len(attr[key].list.type) if is_list else int(attr[key].i)
