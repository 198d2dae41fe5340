"""Match the terms of a query against all ops, scopes and series nodes of a graph at once."""

from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Flags
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.graph.hierarchy.depth_levels import depth_levels, inherit
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.attribute_values import attribute_text
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.text_search import TextBuffer, TextPattern
from scopeboard.graph.paths.contents import contents_of, rows_below
from scopeboard.graph.paths.paths import find_op, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.name_index import NameIndex
from scopeboard.graph.query.query_parser import AttributePattern, Query, ShapePattern, Term
from scopeboard.wire.graph_pb2 import NodeDef
from scopeboard.wire.types_pb2 import DataType

_SETS_BETWEEN_CHECKS: Final = 1024
_ABOUT_ROWS: Final = frozenset({"any", "name", "in"})


@dataclass(frozen=True, slots=True)
class MatchFlags:
    """For each op, and for each row of a scope or series node, whether it matches."""

    ops: Flags
    rows: Flags

    def __and__(self, other: "MatchFlags") -> "MatchFlags":
        """Return what matches both."""
        return MatchFlags(self.ops & other.ops, self.rows & other.rows)

    def __or__(self, other: "MatchFlags") -> "MatchFlags":
        """Return what matches either."""
        return MatchFlags(self.ops | other.ops, self.rows | other.rows)


class TermMatcher:
    """Matches queries and their terms against one graph.

    Args:
        graph: the graph.
        names: the names of its ops and rows.
        check: called now and then.
    """

    def __init__(self, graph: PreparedGraph, names: NameIndex, check: CancelCheck) -> None:
        self._graph, self._ops = graph, graph.annotated.ops
        self._names, self._check = names, check

    def match_query(self, query: Query) -> MatchFlags:
        """Return what a query matches; the top level and the library match nothing.

        Raises:
            QueryError: a pattern is invalid, or a term names a scope that the graph does not have.
        """
        tree = self._graph.tree
        matches = MatchFlags(
            np.zeros(len(self._ops), dtype=np.bool_), np.zeros(tree.first_op, dtype=np.bool_)
        )
        for terms in query:
            matches |= reduce(and_, map(self._match_term, terms))
        matches.rows[ROOT] = False
        library = tree.find_scope(LIBRARY) if len(self._ops.functions) else None
        if library is not None:
            matches.rows[library] = False
        return matches

    def _match_term(self, term: Term) -> MatchFlags:
        """Return what a term matches: ops alone, unless it is about names or scopes.

        Each distinct text is matched once.

        Raises:
            QueryError: see `match_query`.
        """
        ops, pattern = self._ops, term.pattern
        no_rows = np.zeros(self._graph.tree.first_op, dtype=np.bool_)
        try:
            if isinstance(pattern, AttributePattern):
                matches = MatchFlags(self._match_attributes(pattern), no_rows)
            elif isinstance(pattern, ShapePattern) or term.key == "dtype":
                matches = MatchFlags(self._match_outputs(pattern), no_rows)
            elif term.key in {"any", "name"}:
                matches = self._match_names(pattern)
                if term.key == "any":
                    matches |= MatchFlags(self._match_op_types(pattern), no_rows)
            elif term.key == "in":
                matches = self._match_scopes(pattern)
            else:
                texts, codes = {
                    "op": (ops.op_types, ops.op_type),
                    "device": (ops.devices, ops.device),
                    "cluster": (ops.clusters, ops.cluster),
                }[term.key]
                flags = TextBuffer(texts).matching(pattern, self._check)
                # The last flag is for the code -1: none.
                matches = MatchFlags(np.append(flags, False)[codes], no_rows)
        except (QueryError, NotFoundError) as error:
            raise QueryError(f"{str(error)[:-1]} (character {term.position}).") from error
        if not term.is_negated:
            return matches
        return MatchFlags(~matches.ops, ~matches.rows if term.key in _ABOUT_ROWS else no_rows)

    def _match_names(self, pattern: TextPattern) -> MatchFlags:
        """Match names; `name:0` matches the op of that tensor; open functions have their names."""
        ops = self._names.ops.matching(pattern, self._check)
        rows = self._names.rows.matching(pattern, self._check)
        if pattern.mode in {"substring", "exact"}:
            op, _, port = pattern.text.rpartition(":")
            if op and port.isdecimal():
                ops |= self._names.ops.matching(TextPattern(pattern.mode, op), self._check)
            shown = find_op(self._graph, op if op and port.isdecimal() else pattern.text)
            if shown is not None:
                ops[shown[0]] = True
        return MatchFlags(ops, rows)

    def _match_op_types(self, pattern: TextPattern) -> Flags:
        """Match op types, with and without their namespace; a complete name is no op type."""
        if pattern.mode == "exact":
            return np.zeros(len(self._ops), dtype=np.bool_)
        op_types = self._ops.op_types
        flags = TextBuffer(op_types).matching(pattern, self._check)
        if pattern.mode == "glob":  # `soft*` matches `aten::softmax`
            shorter = [op_type.rpartition("::")[2] for op_type in op_types]
            flags |= TextBuffer(shorter).matching(pattern, self._check)
        matches: Flags = flags[self._ops.op_type]
        return matches

    def _match_scopes(self, pattern: TextPattern) -> MatchFlags:
        """Match what is inside scopes; in a scope by its complete name, open functions too."""
        tree = self._graph.tree
        if pattern.mode != "exact":
            is_inside = np.zeros(tree.parent.size, dtype=np.bool_)
            is_inside[: tree.first_op] = self._names.rows.matching(pattern, self._check)
            is_inside[ROOT] = False
            is_inside = inherit(tree.parent, depth_levels(tree.depth), is_inside, np.logical_or)
            ops = is_inside[tree.scopes.home]
            ops[tree.op[tree.first_op :]] = is_inside[tree.parent[tree.first_op :]]
            return MatchFlags(ops, is_inside[tree.parent[: tree.first_op]])
        node = resolve(self._graph, pattern.text)
        contents = contents_of(self._graph, node)
        rows = np.zeros(tree.first_op, dtype=np.bool_)
        if node.row < tree.first_op:
            rows = rows_below(tree, node.row)
            rows[node.row] = False
        functions = self._ops.functions
        function = np.searchsorted(functions.first, tree.first_nodes(), side="right") - 1
        is_open = np.isin(function, list(contents.bodies))
        is_below_function = tree.depth[: tree.first_op] > 2  # the library, the function's own scope
        return MatchFlags(contents.flags(self._graph), rows | (is_open & is_below_function))

    def _match_outputs(self, pattern: ShapePattern | TextPattern) -> Flags:
        """Match ops by the shapes or the dtypes of their outputs."""
        tensors = self._ops.tensors
        if isinstance(pattern, TextPattern):
            codes, inverse = np.unique(tensors.dtype, return_inverse=True)
            names = []
            for code in codes.tolist():
                is_known = code in DataType.values()
                name = DataType.Name(DataType.ValueType(code))[3:] if is_known else ""
                names += [dtype_text(code), name.lower(), f"DT_{name}".upper()]
            matches = TextBuffer(names).matching(pattern, self._check).reshape(-1, 3)
            flags: Flags = np.logical_or.reduce(matches, axis=1)
            is_match = flags[inverse] & (tensors.dtype != 0)
        elif pattern.dimensions is None:
            is_match = tensors.shape < 0
        else:
            fits = [pattern.fits(shape) for shape in tensors.shapes]
            is_match = np.array([*fits, False], dtype=np.bool_)[tensors.shape]
        owner = np.repeat(np.arange(len(self._ops)), np.diff(tensors.first))
        ops = np.zeros(len(self._ops), dtype=np.bool_)
        ops[owner[is_match]] = True
        return ops

    def _match_attributes(self, pattern: AttributePattern) -> Flags:
        """Match ops by an attribute; values over 1 KiB are in no attribute set and never match."""
        encoded = self._ops.attribute_sets
        entries: list[tuple[int, str]] = []  # of all sets: row of the set, key
        for row, data in enumerate(encoded):
            with suppress(DecodeError):  # only a damaged cache has such bytes
                entries += [(row, key) for key in NodeDef.FromString(data).attr]
            if row % _SETS_BETWEEN_CHECKS == 0:
                self._check()
        keys = sorted({key for _, key in entries})
        matches = TextBuffer(keys).matching(pattern.name, self._check)
        matching_keys = {keys[index] for index in np.flatnonzero(matches).tolist()}
        entries = [(row, key) for row, key in entries if key in matching_keys]
        if pattern.value is not None:
            texts = [
                attribute_text(NodeDef.FromString(encoded[row]).attr[key]) for row, key in entries
            ]
            matches = TextBuffer(texts).matching(pattern.value, self._check)
            entries = [entries[index] for index in np.flatnonzero(matches).tolist()]
        has_match = np.zeros(len(encoded) + 1, dtype=np.bool_)  # the last is for ops without a set
        has_match[[row for row, _ in entries]] = True
        flags: Flags = has_match[self._ops.attributes]
        return flags
