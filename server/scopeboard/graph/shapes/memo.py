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

_MAX_REMEMBERED: Final = 200_000
_MAX_PARSED: Final = 4096
_MAX_RANK: Final = 254
_MAX_SIZE: Final = 1 << 62

Codes = tuple[int, ...]  # of facts, by port


class InferenceMemo:
    """Facts and outputs met so far in one graph.

    `known_outputs` has the outputs of an attribute set with certain inputs, once they were asked
    for; an empty entry stands for no outputs.
    """

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        self._first = graph.tensors.first.tolist()
        self._codes: dict[TensorFacts, int] = {UNKNOWN: 0}
        self._known: list[TensorFacts] = [UNKNOWN]
        self.known_outputs: dict[tuple[int, Codes], Codes] = {}
        self._parsed: dict[int, tuple[NodeDef, int, bool]] = {}

    def outputs(self, op: int, kind: int, inputs: Codes) -> Codes:
        """Return the facts of the outputs of an op, given its attribute set and its inputs'."""
        if kind < 0:
            return self.given(op)
        key = kind, inputs
        found = self.known_outputs.get(key)
        if found is None:
            found = self._ask(op, kind, inputs)
            if len(self.known_outputs) < _MAX_REMEMBERED:
                self.known_outputs[key] = found
        return found

    def given(self, op: int) -> Codes:
        """Return what the graph itself says of the outputs of an op."""
        tensors = self._graph.tensors
        rows = range(self._first[op], self._first[op + 1])
        return tuple(self._code(TensorFacts(tensors.find_shape(row))) for row in rows)

    def argument(self, op: int, passed: int) -> Codes:
        """Return the facts of an argument of a function: what is passed, and what it says."""
        own, known = self.given(op), self._known[passed]
        shape = self._known[own[0]].shape if own else None
        if shape is not None:
            known = TensorFacts(merge_shapes(shape, known.shape), None, known.behind)
        return (self._code(known), *own[1:])

    def call(self, op: int, returned: list[list[int]]) -> Codes:
        """Return the facts of what a call puts out, given what each of its functions returns."""
        given = self.given(op)
        if not returned or len({len(results) for results in returned}) != 1:
            return given
        found = []
        for port, results in enumerate(zip(*returned, strict=True)):
            known = [self._known[code] for code in results]
            shape = self._known[given[port]].shape if port < len(given) else None
            if shape is None:
                shape = common_shape([each.shape for each in known])
            only = known[0] if len(known) == 1 else UNKNOWN
            found.append(self._code(TensorFacts(shape, only.value, only.behind)))
        return (*found, *given[len(found) :])

    def result_dtype(self, result: int) -> int:
        """Return the dtype that a function's result says it has, 0 when it says none."""
        kind = int(self._graph.attributes[result])
        attributes = self._parse(result, kind)[0].attr if kind >= 0 else {}
        return plain_dtype(int(attributes["T"].type)) if "T" in attributes else 0

    def shape_rows(self) -> tuple[Indices, list[tuple[int, ...]]]:
        """Return for each fact the row of its shape among the distinct ones, -1 if unknown."""
        rows: dict[tuple[int, ...], int] = {}
        column = [
            -1 if known.shape is None else rows.setdefault(known.shape, len(rows))
            for known in self._known
        ]
        return np.array(column, dtype=np.int32), list(rows)

    def _ask(self, op: int, kind: int, inputs: Codes) -> Codes:
        """Ask the rule of an op, and put what the graph says before its answer."""
        node, count, is_given = self._parse(op, kind)
        rule = RULES.get(node.op)
        call = OpCall(node.op, node.attr, [self._known[code] for code in inputs], count)
        answers = list(rule(call))[:count] if rule is not None else []
        answers += [UNKNOWN] * (count - len(answers))
        given = [self._known[code].shape for code in self.given(op)]
        facts = [
            self._settle(answer, given[port] if port < len(given) else None, is_given=is_given)
            for port, answer in enumerate(answers)
        ]
        return tuple(self._code(fact) for fact in facts)

    def _settle(self, answer: TensorFacts, given: Shape, *, is_given: bool) -> TensorFacts:
        """Return an answer with the shape that the graph gives, and a value only if it fits it."""
        shape = given if is_given or given is not None else _bounded(answer.shape)
        fits = answer.value is not None and elements(shape) == len(answer.value)
        return TensorFacts(shape, answer.value if fits else None, answer.behind)

    def _parse(self, op: int, kind: int) -> tuple[NodeDef, int, bool]:
        """Return a kind's type and attributes, its number of outputs, and if it says its shapes."""
        found = self._parsed.get(kind)
        if found is None:
            node = NodeDef.FromString(self._graph.attribute_sets[kind])
            if not node.op:
                node.op = self._graph.op_types[self._graph.op_type[op]]
            dtypes = find_output_dtypes(node.op, node.attr)
            count = self._first[op + 1] - self._first[op]
            count = max(count, len(dtypes or ()))
            found = node, count, "_output_shapes" in node.attr
            if len(self._parsed) < _MAX_PARSED:
                self._parsed[kind] = found
        return found

    def _code(self, known: TensorFacts) -> int:
        code = self._codes.get(known)
        if code is None:
            code = self._codes[known] = len(self._known)
            self._known.append(known)
        return code


def _bounded(shape: Shape) -> Shape:
    """Return a shape such as TensorFlow allows: of at most 254 dimensions, none near overflow."""
    if shape is None or len(shape) > _MAX_RANK:
        return None
    return tuple([size if -1 <= size < _MAX_SIZE else -1 for size in shape])
