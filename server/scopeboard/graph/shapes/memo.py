"""The memo of one pass of shape inference: facts as numbers, and the outputs of op kinds.

Equal `TensorFacts` share one number, their code; code 0 is `UNKNOWN`. Ops with the same
attribute set and the same input codes have the same output codes.
"""

from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.model.dtypes import value_dtype
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.op_signatures import find_output_dtypes
from scopeboard.graph.model.shapes import FIRST_SYMBOL
from scopeboard.graph.shapes.facts import (
    UNKNOWN,
    OpCall,
    TensorFacts,
    common_shape,
    elements,
    merge_shapes,
)
from scopeboard.graph.shapes.onnx.registry import ONNX_RULES
from scopeboard.graph.shapes.registry import RULES
from scopeboard.wire.graph_pb2 import NodeDef

_MAX_ENTRIES: Final = 200_000
_MAX_PARSED: Final = 4096
_MAX_RANK: Final = 254
_MAX_SIZE: Final = 1 << 62

Codes = tuple[int, ...]  # of facts, by port


class _Kind(NamedTuple):
    """An attribute set: op type and attributes, number of outputs, whether it states shapes."""

    node: NodeDef
    output_count: int
    states_shapes: bool


class InferenceMemo:
    """The facts and outputs of one graph so far.

    `known_outputs` has the output codes by attribute set and input codes; an empty entry means
    no outputs.
    """

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        self._is_onnx = graph.flavour == "onnx"
        self._rules = ONNX_RULES if self._is_onnx else RULES
        self._last_symbol = FIRST_SYMBOL - len(graph.tensors.symbols) if self._is_onnx else -1
        self._first = graph.tensors.first.tolist()
        self._codes: dict[TensorFacts, int] = {UNKNOWN: 0}
        self._known: list[TensorFacts] = [UNKNOWN]
        self.known_outputs: dict[tuple[int, Codes], Codes] = {}
        self._parsed: dict[int, _Kind] = {}

    def outputs(self, op: int, kind: int, inputs: Codes) -> Codes:
        """Return the output codes of an op, given its attribute set and input codes.

        Shapes that the graph states have precedence over the op's rule. Shapes stay within
        TensorFlow's limits: at most 254 dimensions, none near overflow.
        """
        if kind < 0:
            return self.stated(op)
        codes = self.known_outputs.get((kind, inputs))
        if codes is not None:
            return codes
        node, count, states_shapes = self._parse(op, kind)
        rule = self._rules.get(node.op)
        call = OpCall(node.op, node.attr, [self._known[code] for code in inputs], count)
        facts = list(rule(call))[:count] if rule is not None else []
        facts += [UNKNOWN] * (count - len(facts))
        stated = [self._known[code] for code in self.stated(op)]
        outputs = []
        for port, fact in enumerate(facts):
            shape, dtype = None, fact.dtype
            if port < len(stated):
                shape, dtype = stated[port].shape, stated[port].dtype or dtype
            if fact.shape is not None and (self._is_onnx or (shape is None and not states_shapes)):
                lowest = self._last_symbol
                sizes = tuple([size if lowest < size < _MAX_SIZE else -1 for size in fact.shape])
                shape = merge_shapes(shape, sizes if len(sizes) <= _MAX_RANK else None)
            fits = fact.value is not None and elements(shape) == len(fact.value)
            value = fact.value if fits else None
            outputs.append(self._code(TensorFacts(shape, value, fact.contents, dtype)))
        codes = tuple(outputs)
        if len(self.known_outputs) < _MAX_ENTRIES:
            self.known_outputs[kind, inputs] = codes
        return codes

    def stated(self, op: int) -> Codes:
        """Return the output codes of an op as the graph states them."""
        tensors = self._graph.tensors
        rows = range(self._first[op], self._first[op + 1])
        dtypes = (
            tensors.dtype[rows.start : rows.stop].tolist() if self._is_onnx else [0] * len(rows)
        )
        return tuple(
            self._code(TensorFacts(tensors.find_shape(row), dtype=dtype))
            for row, dtype in zip(rows, dtypes, strict=True)
        )

    def argument(self, op: int, passed: int) -> Codes:
        """Return the codes of a function's argument, from its input and its own attributes."""
        stated, known = self.stated(op), self._known[passed]
        shape = self._known[stated[0]].shape if stated else None
        dtype = self._known[stated[0]].dtype if stated else 0
        if shape is not None or dtype:
            merged = merge_shapes(shape, known.shape)
            value = known.value if shape is None else None
            known = TensorFacts(merged, value, known.contents, dtype or known.dtype)
        return (self._code(known), *stated[1:])

    def call(self, op: int, returned: list[list[int]]) -> Codes:
        """Return the output codes of a call, given the result codes of each of its functions."""
        stated = self.stated(op)
        if not returned or len({len(results) for results in returned}) != 1:
            return stated
        codes = []
        for port, results in enumerate(zip(*returned, strict=True)):
            known = [self._known[code] for code in results]
            before = self._known[stated[port]] if port < len(stated) else UNKNOWN
            shape = before.shape
            if shape is None:
                shape = common_shape([each.shape for each in known])
            only = known[0] if len(known) == 1 else UNKNOWN
            dtype = before.dtype or next((each.dtype for each in known if each.dtype), 0)
            codes.append(self._code(TensorFacts(shape, only.value, only.contents, dtype)))
        return (*codes, *stated[len(codes) :])

    def loop(self, op: int, inputs: list[int], results: list[int]) -> Codes:
        """Return the output codes of a loop of ONNX.

        A value that iterations pass on has what its first value and the body's result have in
        common. What each iteration adds to is a tensor with one more axis, the first.

        Args:
            op: the loop.
            inputs: the codes of its inputs by slot.
            results: the codes of the results of its body.
        """
        kind = int(self._graph.attributes[op])
        if kind < 0:
            return self.stated(op)
        node = self._parse(op, kind).node
        known = [self._known[code] for code in inputs]
        ends = [self._known[code] for code in results]
        captured = node.attr["captured"].i if "captured" in node.attr else 0
        count, length = len(known) - captured - 2, -1
        if node.op == "Loop":
            known, ends = known[2:], ends[1:]  # without the condition
        else:
            count += 2 - (node.attr["num_scan_inputs"].i if "num_scan_inputs" in node.attr else 0)
            scanned = known[count].shape if 0 <= count < len(known) else None
            length = scanned[0] if scanned and "scan_input_axes" not in node.attr else -1
        facts = []
        for port, end in enumerate(ends):
            if port < count:
                shape = common_shape([known[port].shape, end.shape])
            else:
                shape = None if end.shape is None else (length, *end.shape)
            facts.append(TensorFacts(shape, dtype=end.dtype))
        codes = self.stated(op)
        merged = [
            TensorFacts(merge_shapes(own.shape, fact.shape), dtype=own.dtype or fact.dtype)
            for own, fact in zip([self._known[code] for code in codes], facts, strict=False)
        ]
        return (*map(self._code, merged), *codes[len(merged) :])

    def result_dtype(self, result: int) -> int:
        """Return the dtype that a function's result states, 0 for none."""
        kind = int(self._graph.attributes[result])
        attributes = self._parse(result, kind).node.attr if kind >= 0 else {}
        return value_dtype(int(attributes["T"].type)) if "T" in attributes else 0

    def dtypes(self) -> Indices:
        """Return the dtype of each code, 0 where it is unknown or stated by the graph alone."""
        return np.array([known.dtype for known in self._known], dtype=np.int8)

    def shape_rows(self) -> tuple[Indices, list[tuple[int, ...]]]:
        """Return the row of each code's shape among the distinct ones, -1 if unknown."""
        rows: dict[tuple[int, ...], int] = {}
        column = [
            -1 if known.shape is None else rows.setdefault(known.shape, len(rows))
            for known in self._known
        ]
        return np.array(column, dtype=np.int32), list(rows)

    def _parse(self, op: int, kind: int) -> _Kind:
        """Return the attribute set of an op."""
        parsed = self._parsed.get(kind)
        if parsed is None:
            node = NodeDef.FromString(self._graph.attribute_sets[kind])
            if not node.op:
                node.op = self._graph.op_types[self._graph.op_type[op]]
            dtypes = None if self._is_onnx else find_output_dtypes(node.op, node.attr)
            count = self._first[op + 1] - self._first[op]
            count = max(count, len(dtypes or ()))
            parsed = _Kind(node, count, "_output_shapes" in node.attr)
            if len(self._parsed) < _MAX_PARSED:
                self._parsed[kind] = parsed
        return parsed

    def _code(self, known: TensorFacts) -> int:
        """Return the code of facts, a new one for new facts."""
        code = self._codes.get(known)
        if code is None:
            code = self._codes[known] = len(self._known)
            self._known.append(known)
        return code
