"""What is not the same in two ops that are counterparts of one another."""

from enum import IntFlag
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Hashes, Indices
from scopeboard.graph.diff.labels import OpLabels, label_edges
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.model.hashing import hash_numbers, hash_texts, mix, sum_by_group
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.op_view import OpReader
from scopeboard.graph.model.shapes import OUTPUT_DTYPES, OUTPUT_SHAPES
from scopeboard.wire.graph_pb2 import AttrValue

_SOURCE, _ONE, _OTHER = range(60, 63)  # salts


OF_OUTPUTS: Final = frozenset({OUTPUT_DTYPES, OUTPUT_SHAPES})
"""Attributes on shapes and dtypes of outputs."""


class Change(IntFlag):
    """What differs; several may.

    `NAME`: the full name. `SHAPES`, `DTYPES`: those of the outputs. `INPUTS`: where an input comes
    from, or their number or order; an input from a counterpart is the same, whatever its name.
    """

    NONE = 0
    NAME = 1
    TYPE = 2
    ATTRIBUTES = 4
    SHAPES = 8
    DTYPES = 16
    DEVICE = 32
    INPUTS = 64


def find_changes(
    one: OpGraph, other: OpGraph, labels: tuple[OpLabels, OpLabels], counterpart: Indices
) -> Indices:
    """Return the changes of each op of `one`, as the values of `Change`; 0 without a counterpart.

    Args:
        one: the first graph.
        other: the second one.
        labels: those of both graphs.
        counterpart: for each op of `one` that in `other`, NO_OP for none.
    """
    ones = np.flatnonzero(counterpart != NO_OP)
    others = counterpart[ones]
    devices = [hash_texts(graph.devices)[graph.device] for graph in (one, other)]
    names = [one.names[op] != other.names[at] for op, at in zip(ones, others, strict=True)]
    differs = {
        Change.NAME: np.array(names, dtype=np.bool_),
        Change.TYPE: labels[0].types[ones] != labels[1].types[others],
        Change.ATTRIBUTES: _attributes_differ((one, other), labels, ones, others),
        Change.SHAPES: labels[0].shapes[ones] != labels[1].shapes[others],
        Change.DTYPES: labels[0].dtypes[ones] != labels[1].dtypes[others],
        Change.DEVICE: devices[0][ones] != devices[1][others],
    }
    back = np.full(len(other), NO_OP, dtype=np.int32)
    back[others] = ones
    inputs = (
        _inputs(one, np.where(counterpart == NO_OP, NO_OP, np.arange(len(one))), _ONE),
        _inputs(other, back, _OTHER),
    )
    differs[Change.INPUTS] = inputs[0][ones] != inputs[1][others]
    changes = np.zeros(len(one), dtype=np.int32)
    for change, flags in differs.items():
        changes[ones[flags]] |= change
    return changes


def _attributes_differ(
    graphs: tuple[OpGraph, OpGraph],
    labels: tuple[OpLabels, OpLabels],
    ones: Indices,
    others: Indices,
) -> Flags:
    """Flag the pairs of ops of which an attribute differs, other than those on outputs."""
    differ: Flags = labels[0].attributes[ones] != labels[1].attributes[others]
    readers = [OpReader(graph) for graph in graphs]
    for pair in np.flatnonzero(differ).tolist():
        found = [
            reader.attributes(int(ops[pair])) or {}
            for reader, ops in zip(readers, (ones, others), strict=True)
        ]
        differ[pair] = _own(found[0]) != _own(found[1])
    return differ


def _own(attributes: dict[str, AttrValue]) -> dict[str, AttrValue]:
    """Return attributes without those on outputs, which are compared as such."""
    return {name: value for name, value in attributes.items() if name not in OF_OUTPUTS}


def _inputs(graph: OpGraph, known_as: Indices, salt: int) -> Hashes:
    """Return a hash of the inputs of each op.

    Args:
        graph: the graph.
        known_as: a number of each op, equal for counterparts; NO_OP without one.
        salt: for ops without a counterpart.
    """
    number = known_as[graph.edges.source]
    source = np.where(
        number == NO_OP, hash_numbers(graph.edges.source, salt), hash_numbers(number, _SOURCE)
    )
    return sum_by_group(graph.edges.target, mix(source + label_edges(graph)), len(graph))
