"""One term of a query, asked of all ops, scopes and series nodes of a graph at once."""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.hierarchy.depth_levels import depth_levels, inherit
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.text_search import TextBuffer, TextPattern
from scopeboard.graph.paths.contents import contents_of, rows_below
from scopeboard.graph.paths.paths import Place, find_op, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.attribute_matcher import sets_with
from scopeboard.graph.query.name_index import NameTexts, first_ops
from scopeboard.graph.query.query_parser import (
    AttributePattern,
    ShapePattern,
    Term,
)
from scopeboard.wire.types_pb2 import DataType


@dataclass(frozen=True, slots=True)
class Answered:
    """For each op, and for each row of a scope or series node, whether a term holds."""

    ops: Flags
    rows: Flags

    def __and__(self, other: "Answered") -> "Answered":
        """Return where both hold."""
        return Answered(self.ops & other.ops, self.rows & other.rows)

    def __or__(self, other: "Answered") -> "Answered":
        """Return where either holds."""
        return Answered(self.ops | other.ops, self.rows | other.rows)


class TermReader:
    """Asks terms of one graph.

    Args:
        graph: the graph.
        names: the names of its ops and rows.
        check: called now and then.
    """

    def __init__(self, graph: PreparedGraph, names: NameTexts, check: CancelCheck) -> None:
        self._graph, self._ops = graph, graph.annotated.ops
        self._names, self._check = names, check

    def ask(self, term: Term) -> Answered:
        """Return where a term holds; one on anything but names and scopes holds of ops alone.

        Raises:
            QueryError: a pattern is wrong, or names a scope that is not there.
        """
        try:
            found = self._find(term)
        except (QueryError, NotFoundError) as error:
            raise QueryError(f"{str(error)[:-1]} (character {term.position}).") from error
        if not term.is_negated:
            return found
        is_of_ops = term.key not in {"name", "in"}
        return Answered(~found.ops, np.zeros_like(found.rows) if is_of_ops else ~found.rows)

    def _find(self, term: Term) -> Answered:
        pattern = term.pattern
        if isinstance(pattern, ShapePattern):
            return self._of_ops(self._with_shape(pattern))
        if isinstance(pattern, AttributePattern):
            return self._of_ops(self._with_attribute(pattern))
        if term.key == "name":
            return self._named(pattern)
        if term.key == "in":
            return self._inside(pattern)
        return self._of_ops(self._with_text(term.key, pattern))

    def _of_ops(self, ops: Flags) -> Answered:
        return Answered(ops, np.zeros(self._graph.tree.first_op, dtype=np.bool_))

    def _named(self, pattern: TextPattern) -> Answered:
        """Find names, `name:0` by the op whose tensor that is, and names within open functions."""
        ops = self._names.ops.matching(pattern, self._check)
        rows = self._names.rows.matching(pattern, self._check)
        if pattern.mode in {"substring", "exact"}:
            op, _, port = pattern.text.rpartition(":")
            if op and port.isdecimal():
                ops |= self._names.ops.matching(TextPattern(pattern.mode, op), self._check)
            shown = find_op(self._graph, op if op and port.isdecimal() else pattern.text)
            if shown is not None:
                ops[shown[0]] = True
        return Answered(ops, rows)

    def _inside(self, pattern: TextPattern) -> Answered:
        if pattern.mode == "exact":
            return self.within(resolve(self._graph, pattern.text))
        tree = self._graph.tree
        inside = np.zeros(tree.parent.size, dtype=np.bool_)
        inside[: tree.first_op] = self._names.rows.matching(pattern, self._check)
        inside[ROOT] = False
        inside = inherit(tree.parent, depth_levels(tree.depth), inside, np.logical_or)
        ops = inside[tree.scopes.home]
        ops[tree.op[tree.first_op :]] = inside[tree.parent[tree.first_op :]]
        return Answered(ops, inside[tree.parent[: tree.first_op]])

    def within(self, place: Place) -> Answered:
        """Return what is inside a place, bodies that open there included."""
        tree, functions = self._graph.tree, self._ops.functions
        inside = contents_of(self._graph, place)
        rows = np.zeros(tree.first_op, dtype=np.bool_)
        if place.row < tree.first_op:
            rows = rows_below(tree, place.row)
            rows[place.row] = False
        function = np.searchsorted(functions.first, first_ops(tree), side="right") - 1
        opened = np.isin(function, list(inside.bodies))
        rows |= opened & (
            tree.depth[: tree.first_op] > 2
        )  # below the library and the function's own scope
        return Answered(inside.flags(self._graph), rows)

    def _with_text(self, key: str, pattern: TextPattern) -> Flags:
        """Find ops by op type, device, cluster or dtype, each distinct one asked once."""
        ops = self._ops
        if key == "op":
            return self._any(ops.op_types, pattern)[ops.op_type]
        if key == "device":
            return self._any(ops.devices, pattern)[ops.device]
        if key == "cluster":
            return _of_rows(self._any(ops.clusters, pattern), ops.cluster)
        codes, place = np.unique(ops.tensors.dtype, return_inverse=True)
        texts = [dtype_text(code) for code in codes.tolist()]
        wire = [_wire_name(code) for code in codes.tolist()]
        is_sought = self._any(texts, pattern) | self._any(wire, pattern)
        is_sought |= self._any([f"DT_{name}".upper() for name in wire], pattern)
        return self._owners(is_sought[place] & (ops.tensors.dtype != 0))

    def _any(self, texts: list[str], pattern: TextPattern) -> Flags:
        return TextBuffer(texts).matching(pattern, self._check)

    def _with_shape(self, pattern: ShapePattern) -> Flags:
        tensors = self._ops.tensors
        if pattern.dimensions is None:
            return self._owners(tensors.shape < 0)
        matches = np.array([pattern.fits(shape) for shape in tensors.shapes], dtype=np.bool_)
        return self._owners(_of_rows(matches, tensors.shape))

    def _owners(self, tensors: Flags) -> Flags:
        """Return the ops that any of these output tensors comes from."""
        first = self._ops.tensors.first
        owner = np.repeat(np.arange(len(self._ops)), np.diff(first))
        found = np.zeros(len(self._ops), dtype=np.bool_)
        found[owner[tensors]] = True
        return found

    def _with_attribute(self, pattern: AttributePattern) -> Flags:
        """Find ops by an attribute, each distinct set of attributes asked once."""
        found = sets_with(self._ops.attribute_sets, pattern, self._check)
        return _of_rows(found, self._ops.attributes)


def _of_rows(flags: Flags, rows: Indices) -> Flags:
    """Look rows up, -1 being none."""
    found: Flags = np.append(flags, False)[rows]
    return found


def _wire_name(dtype: int) -> str:
    """Return what a dtype is called on the wire, in small letters: `float` for float32."""
    known = dtype in DataType.values()
    return DataType.Name(DataType.ValueType(dtype))[3:].lower() if known else ""
