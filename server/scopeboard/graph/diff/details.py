"""A change in words: what was there before, and what is there after."""

from collections import Counter
from typing import Final, NamedTuple

from scopeboard.graph.diff.changes import OF_OUTPUTS, Change
from scopeboard.graph.diff.graph_diff import GraphDiff
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.keras.parameters import WEIGHTS_ATTRIBUTE, read_weights
from scopeboard.graph.model.attribute_values import attribute_text
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.op_view import OpReader

_MAX_ITEMS: Final = 16  # of a list in a text


class Difference(NamedTuple):
    """One thing that differs: `type`, `device`, `input`, `output 0`, or the name of an attribute.

    A text is empty where there is nothing on that side.
    """

    what: str
    before: str
    after: str


class _Side:
    """One of the two graphs, read op by op."""

    def __init__(self, graph: OpGraph) -> None:
        self.graph = graph
        self._reader = OpReader(graph)
        edges = graph.edges
        order = edges.target.argsort(kind="stable")
        self._edges, self._targets = order, edges.target[order]

    def attributes(self, op: int) -> dict[str, str]:
        """Return the attributes of an op as texts, without those on outputs.

        The weights of a layer of Keras, which cards do not list as an attribute, are parameters.
        """
        found = self._reader.attributes(op) or {}
        texts = {
            name: attribute_text(value, _MAX_ITEMS)
            for name, value in found.items()
            if name not in OF_OUTPUTS and name != WEIGHTS_ATTRIBUTE
        }
        weights = read_weights(found)
        return texts if weights is None else texts | {"parameters": f"{sum(weights):,}"}

    def outputs(self, op: int) -> list[str]:
        """Return shape, dtype, layout and sharding of each output."""
        tensors = self.graph.tensors
        rows = range(int(tensors.first[op]), int(tensors.first[op + 1]))
        return [
            " ".join(
                filter(
                    None,
                    (
                        tensors.find_label(row),
                        dtype_text(int(tensors.dtype[row])),
                        *tensors.find_placement(row),
                    ),
                )
            )
            for row in rows
        ]

    def inputs(self, op: int) -> list[tuple[int, int, int, bool]]:
        """Return source, port, slot, and whether it is control, of each input."""
        edges = self.graph.edges
        first, end = self._targets.searchsorted([op, op + 1])
        found = []
        for row in self._edges[first:end].tolist():
            is_control = bool(edges.kind[row] == CONTROL)
            port, slot = (-1, -1) if is_control else (int(edges.port[row]), int(edges.slot[row]))
            found.append((int(edges.source[row]), port, slot, is_control))
        return found


class DiffDetails:
    """The details of a difference between graphs."""

    def __init__(self, diff: GraphDiff) -> None:
        self._diff = diff
        self._before, self._after = _Side(diff.before), _Side(diff.after)
        self._back = diff.reversed().counterpart

    def of_op(self, op: int) -> list[Difference]:
        """Return what differs in an op of `before` and its counterpart, except for the name."""
        diff = self._diff
        other, change = int(diff.counterpart[op]), diff.changes_of(op)
        found: list[Difference] = []
        if change & Change.TYPE:
            types = (
                diff.before.op_types[diff.before.op_type[op]],
                diff.after.op_types[diff.after.op_type[other]],
            )
            found.append(Difference("type", *types))
        if change & (Change.ATTRIBUTES | Change.TYPE):
            found += _differing(self._before.attributes(op), self._after.attributes(other))
        if change & (Change.SHAPES | Change.DTYPES):
            outputs = [
                {f"output {port}": text for port, text in enumerate(texts)}
                for texts in (self._before.outputs(op), self._after.outputs(other))
            ]
            found += _differing(*outputs)
        if change & Change.DEVICE:
            devices = (
                diff.before.devices[diff.before.device[op]],
                diff.after.devices[diff.after.device[other]],
            )
            found.append(Difference("device", *devices))
        if change & Change.INPUTS:
            found += self._inputs(op, other)
        return found

    def _inputs(self, op: int, other: int) -> list[Difference]:
        """Return the inputs that only one of two counterparts has, by slot."""
        known: list[Counter[tuple[int, int, int, bool]]] = [Counter(), Counter()]
        for source, port, slot, is_control in self._before.inputs(op):
            at = int(self._diff.counterpart[source])
            known[0][at if at != NO_OP else -2 - source, port, slot, is_control] += 1
        known[1].update(self._after.inputs(other))
        gone, new = known[0] - known[1], known[1] - known[0]
        before: dict[str, str] = {}
        after: dict[str, str] = {}
        for source, port, slot, is_control in sorted(gone):
            name = self._diff.before.names[int(self._back[source]) if source >= 0 else -2 - source]
            before[_slot(slot, name)] = _input(name, port, is_control=is_control)
        for source, port, slot, is_control in sorted(new):
            name = self._diff.after.names[source]
            after[_slot(slot, name)] = _input(name, port, is_control=is_control)
        return _differing(before, after)


def _slot(slot: int, name: str) -> str:
    return f"input {slot}" if slot >= 0 else f"control input ^{name}"


def _input(name: str, port: int, *, is_control: bool) -> str:
    """Return an input as a GraphDef writes it."""
    return f"^{name}" if is_control else f"{name}:{port}" if port > 0 else name


def _differing(before: dict[str, str], after: dict[str, str]) -> list[Difference]:
    """Return the entries that are not the same, in order of their first appearance."""
    names = dict.fromkeys([*before, *after])
    return [
        Difference(name, before.get(name, ""), after.get(name, ""))
        for name in names
        if before.get(name) != after.get(name)
    ]
