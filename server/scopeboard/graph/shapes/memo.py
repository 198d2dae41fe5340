"""The memo of one pass of shape inference: facts as numbers, and the outputs of op kinds.

Equal `TensorFacts` share one number, their code; code 0 stands for `UNKNOWN`. Ops with the same
attribute set and the same input codes have the same output codes.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.model.dtypes import plain_dtype
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.op_signatures import find_output_dtypes
from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import (
    UNKNOWN,
    OpCall,
    TensorFacts,
    common_shape,
    elements,
    merge_shapes,
)
from scopeboard.graph.shapes.registry import RULES
from scopeboard.wire.graph_pb2 import NodeDef

_MAX_ENTRIES: Final = 200_000
_MAX_PARSED: Final = 4096
_MAX_RANK: Final = 254
_MAX_SIZE: Final = 1 << 62

Codes = tuple[int, ...]  # of facts, by port


class InferenceMemo:
    """The facts and outputs of one graph so far.

    `known_outputs` has the output codes by attribute set and input codes; an empty entry stands for
    no outputs.
    """

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        self._first = graph.tensors.first.tolist()
        self._codes: dict[TensorFacts, int] = {UNKNOWN: 0}
        self._known: list[TensorFacts] = [UNKNOWN]
        self.known_outputs: dict[tuple[int, Codes], Codes] = {}
        self._parsed: dict[int, tuple[NodeDef, int, bool]] = {}

    def outputs(self, op: int, kind: int, inputs: Codes) -> Codes:
        """Return the output codes of an op, given its attribute set and input codes."""
        if kind < 0:
            return self.given(op)
        key = kind, inputs
        codes = self.known_outputs.get(key)
        if codes is None:
            codes = self._apply_rule(op, kind, inputs)
            if len(self.known_outputs) < _MAX_ENTRIES:
                self.known_outputs[key] = codes
        return codes

    def given(self, op: int) -> Codes:
        """Return the output codes of an op as the graph states them."""
        tensors = self._graph.tensors
        rows = range(self._first[op], self._first[op + 1])
        return tuple(self._code(TensorFacts(tensors.find_shape(row))) for row in rows)

    def argument(self, op: int, passed: int) -> Codes:
        """Return the codes of a function's argument: those of its input and its own attributes."""
        own, known = self.given(op), self._known[passed]
        shape = self._known[own[0]].shape if own else None
        if shape is not None:
            known = TensorFacts(merge_shapes(shape, known.shape), None, known.behind)
        return (self._code(known), *own[1:])

    def call(self, op: int, returned: list[list[int]]) -> Codes:
        """Return the output codes of a call, given the result codes of each of its functions."""
        given = self.given(op)
        if not returned or len({len(results) for results in returned}) != 1:
            return given
        codes = []
        for port, results in enumerate(zip(*returned, strict=True)):
            known = [self._known[code] for code in results]
            shape = self._known[given[port]].shape if port < len(given) else None
            if shape is None:
                shape = common_shape([each.shape for each in known])
            only = known[0] if len(known) == 1 else UNKNOWN
            codes.append(self._code(TensorFacts(shape, only.value, only.behind)))
        return (*codes, *given[len(codes) :])

    def result_dtype(self, result: int) -> int:
        """Return the dtype that a function's result states, 0 for none."""
        kind = int(self._graph.attributes[result])
        attributes = self._parse(result, kind)[0].attr if kind >= 0 else {}
        return plain_dtype(int(attributes["T"].type)) if "T" in attributes else 0

    def shape_rows(self) -> tuple[Indices, list[tuple[int, ...]]]:
        """Return the row of each code's shape among the distinct ones, -1 if unknown."""
        rows: dict[tuple[int, ...], int] = {}
        column = [
            -1 if known.shape is None else rows.setdefault(known.shape, len(rows))
            for known in self._known
        ]
        return np.array(column, dtype=np.int32), list(rows)

    def _apply_rule(self, op: int, kind: int, inputs: Codes) -> Codes:
        """Return the output codes by an op's rule; shapes that the graph states have precedence."""
        node, count, is_given = self._parse(op, kind)
        rule = RULES.get(node.op)
        call = OpCall(node.op, node.attr, [self._known[code] for code in inputs], count)
        facts = list(rule(call))[:count] if rule is not None else []
        facts += [UNKNOWN] * (count - len(facts))
        given = [self._known[code].shape for code in self.given(op)]
        codes = []
        for port, fact in enumerate(facts):
            shape = given[port] if port < len(given) else None
            if shape is None and not is_given:
                shape = _bounded(fact.shape)
            fits = fact.value is not None and elements(shape) == len(fact.value)
            codes.append(self._code(TensorFacts(shape, fact.value if fits else None, fact.behind)))
        return tuple(codes)

    def _parse(self, op: int, kind: int) -> tuple[NodeDef, int, bool]:
        """Return a kind's type and attributes, its number of outputs, and if it states shapes."""
        parsed = self._parsed.get(kind)
        if parsed is None:
            node = NodeDef.FromString(self._graph.attribute_sets[kind])
            if not node.op:
                node.op = self._graph.op_types[self._graph.op_type[op]]
            dtypes = find_output_dtypes(node.op, node.attr)
            count = self._first[op + 1] - self._first[op]
            count = max(count, len(dtypes or ()))
            parsed = node, count, "_output_shapes" in node.attr
            if len(self._parsed) < _MAX_PARSED:
                self._parsed[kind] = parsed
        return parsed

    def _code(self, known: TensorFacts) -> int:
        code = self._codes.get(known)
        if code is None:
            code = self._codes[known] = len(self._known)
            self._known.append(known)
        return code


def _bounded(shape: Shape) -> Shape:
    """Return a shape within TensorFlow's limits: at most 254 dimensions, none near overflow."""
    if shape is None or len(shape) > _MAX_RANK:
        return None
    return tuple([size if -1 <= size < _MAX_SIZE else -1 for size in shape])
