"""Input strings to base edges: `name`, `name:k`, `^name` and, in functions, `name:port:k`."""

from array import array
from collections.abc import Sequence
from typing import Final

import numpy as np

from scopeboard.graph.opgraph import CONTROL, DATA, BaseEdges

_MAX_PORT_DIGITS: Final = 9  # so that it fits 32 bits; a longer one names no tensor


def find_input(text: str, op_of: dict[str, int]) -> tuple[int, int] | None:
    """Return op and port that an input string names, or None when there is no such op.

    The longest name wins: a string that is one as it stands has no port, whatever its colons. Of
    `name:port:k` the number is taken as the port: a GraphDef does not say which outputs a named
    port spans.
    """
    text = text.removeprefix("^")
    op = op_of.get(text)
    if op is not None:
        return op, 0
    name, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and len(port) <= _MAX_PORT_DIGITS):
        return None
    op = op_of.get(name) if ":" in text else None
    if op is None and ":" in name:
        op = op_of.get(name.rpartition(":")[0])
    return None if op is None else (op, int(port))


class InputTexts:
    """The input strings of one op after the other, kept flat."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.counts = array("i")

    def add_op(self, texts: Sequence[str]) -> None:
        """Append the inputs of the next op."""
        self.texts.extend(texts)
        self.counts.append(len(texts))


def resolve_inputs(inputs: InputTexts, op_of: dict[str, int]) -> BaseEdges:
    """Make one base edge of each input that names an op.

    Args:
        inputs: the input strings of all ops.
        op_of: the op that each name stands for.

    Returns:
        Edges of kind DATA and CONTROL, their tensors still unknown.
    """
    source, port = array("i"), array("i")
    for text in inputs.texts:
        found = find_input(text, op_of)
        source.append(-1 if found is None else found[0])
        port.append(0 if found is None else found[1])
    counts = np.array(inputs.counts, dtype=np.int64)
    target = np.repeat(np.arange(counts.size), counts)
    slot = np.arange(target.size) - np.repeat(np.cumsum(counts) - counts, counts)
    control = np.array([text.startswith("^") for text in inputs.texts], dtype=np.bool_)
    edges = BaseEdges(
        source=np.array(source, dtype=np.int32),
        target=target.astype(np.int32),
        port=np.array(port, dtype=np.int32),
        slot=slot.astype(np.int32),
        kind=np.where(control, CONTROL, DATA).astype(np.int8),
        tensor=np.full(target.size, -1, dtype=np.int32),
    )
    return edges.take(np.flatnonzero(edges.source >= 0))
