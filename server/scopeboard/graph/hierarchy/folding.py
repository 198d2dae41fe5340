"""Fold PyTorch's bookkeeping ops into the op that they serve, before annotations are found.

A trace has an op for every Python value: a read of a weight, a list of two strides, a tuple around
the results of a layer, a number that is a tensor for a moment. As nodes they would be most of the
drawing. Three kinds are folded; their edges lead to the op they serve, their *host*:

* *settings*: reads of module attributes, and lists and tuples of constants and settings. They carry
  no data of the flow, so an op may be the setting of several hosts.
* *passes*: lists, tuples, their unpacking, and conversions between numbers and tensors, that carry
  data to one input of one op. Their inputs become inputs of the host.
* *sizes*: an op that reads the size of a tensor for a host that the tensor feeds anyway, as in
  `x.view(x.size(0), -1)`, and arithmetic on such sizes. Nothing but the size leads from the tensor
  to the host through them, so their edges are left out.

All other ops remain nodes: a tuple with two readers, a size of another tensor. Hosts are nodes, so
chains end at one: in a cycle nothing is folded. Control dependencies are not folded either.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.model.op_graph import CONTROL, BaseEdges, OpGraph

_MAX_CHAIN: Final = 64  # longer chains of folded ops remain nodes
_SETTINGS: Final = frozenset({"prim::GetAttr", "prim::ListConstruct", "prim::TupleConstruct"})
_PASSES: Final = frozenset(
    {
        "prim::ListConstruct", "prim::TupleConstruct", "prim::TupleUnpack", "prim::ListUnpack",
        "prim::NumToTensor", "aten::Int", "aten::ScalarImplicit",
    }
)  # fmt: skip
_SIZE: Final = "aten::size"
_ARITHMETIC: Final = frozenset(
    {
        "prim::NumToTensor", "aten::Int", "aten::ScalarImplicit", "aten::add", "aten::sub",
        "aten::rsub", "aten::mul", "aten::floor_divide", "aten::remainder",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FoldedGraph:
    """Edges that lead past folded ops, and a flag for each op and for each edge.

    A folded op has no inputs left: it is like a constant of its hosts. `is_direct` is False for
    edges that led to a folded op.
    """

    edges: BaseEdges
    is_folded: Flags
    is_direct: Flags


def fold(graph: OpGraph, is_constant: Flags, is_host: Flags) -> FoldedGraph:
    """Fold the ops of a PyTorch graph; other graphs are returned as they are.

    Args:
        graph: the graph.
        is_constant: a flag for each op: whether it is a constant.
        is_host: a flag for each op: whether it is a node whatever it is connected to.
    """
    edges, count = graph.edges, len(graph)
    if graph.flavour != "torch" or not len(edges):
        return FoldedGraph(edges, np.zeros(count, np.bool_), np.ones(len(edges), np.bool_))
    settings, folded = _find_candidates(graph, is_constant)
    reads = graph.flag_types(_SIZE.__eq__)
    carries_data = ~is_constant & ~settings
    while True:
        hosts = _find_hosts(edges, folded)
        without_host = folded & (folded[hosts.op] | ~is_host[hosts.op])
        bad = without_host | _lone_reads(edges, hosts, folded, reads & folded, carries_data)
        if not bad.any():
            return _reroute(graph, hosts, folded, reads & folded, carries_data)
        folded &= ~bad


def _find_candidates(graph: OpGraph, is_constant: Flags) -> tuple[Flags, Flags]:
    """Return the settings, and all ops that may be folded by types, inputs and outputs."""
    edges, count = graph.edges, len(graph)
    outputs = np.bincount(edges.source, minlength=count)
    settings = _close(edges, is_constant, graph.flag_types(_SETTINGS.__contains__)) & ~is_constant
    passes = graph.flag_types(_PASSES.__contains__) | _find_sizes(graph, is_constant)
    barred = np.zeros(count, dtype=np.bool_)
    control = edges.kind == CONTROL
    barred[edges.source[control]] = barred[edges.target[control]] = True
    barred[graph.calls.op] = True
    settings &= (outputs > 0) & ~barred
    return settings, settings | (passes & (outputs == 1) & ~barred)


def _find_sizes(graph: OpGraph, is_constant: Flags) -> Flags:
    """Return the ops that read the size of a tensor, or compute with such sizes and constants."""
    edges = graph.edges
    sizes = graph.flag_types(_SIZE.__eq__)
    computes = graph.flag_types(_ARITHMETIC.__contains__)
    computes &= _close(edges, is_constant | sizes, computes)
    for _ in range(_MAX_CHAIN):
        new = np.zeros_like(sizes)
        new[edges.target[sizes[edges.source]]] = True
        new &= computes & ~sizes
        if not new.any():
            break
        sizes |= new
    return sizes


def _close(edges: BaseEdges, known: Flags, candidates: Flags) -> Flags:
    """Return the known ops, and the candidates all of whose inputs are known."""
    known = known.copy()
    for _ in range(_MAX_CHAIN):
        has_other = np.zeros_like(known)
        has_other[edges.target[~known[edges.source]]] = True
        new = candidates & ~known & ~has_other
        if not new.any():
            break
        known |= new
    return known


@dataclass(frozen=True, slots=True)
class _Hosts:
    """For each op its host, of a folded op the first; other ops are their own hosts.

    `out` is the first edge out of a folded op, `entry` the edge by which its chain enters the host.
    """

    op: Indices
    entry: Indices
    out: Indices


def _find_hosts(edges: BaseEdges, folded: Flags) -> _Hosts:
    """Follow the first edge out of each folded op until an op is not folded."""
    host = np.arange(folded.size)
    out = np.full(folded.size, -1, dtype=np.int64)
    rows = np.flatnonzero(folded[edges.source])[::-1]
    out[edges.source[rows]] = rows  # of several the first
    entry = out.copy()
    host[folded] = edges.target[out[folded]]
    for _ in range(_MAX_CHAIN):
        behind = np.flatnonzero(folded & folded[host])
        if not behind.size:
            break
        entry[behind] = out[host[behind]]
        host[behind] = edges.target[entry[behind]]
    return _Hosts(host, entry, out)


def _lone_reads(
    edges: BaseEdges, hosts: _Hosts, folded: Flags, reads: Flags, carries_data: Flags
) -> Flags:
    """Return the reads of sizes of tensors that do not feed the host themselves."""
    pairs = edges.source.astype(np.int64) * folded.size + hosts.op[edges.target]
    is_read = reads[edges.target]
    is_fed = np.isin(pairs, pairs[~is_read]) & ~folded[edges.source]
    lone = np.zeros_like(reads)
    lone[edges.target[is_read & carries_data[edges.source] & ~is_fed]] = True
    return lone


def _reroute(
    graph: OpGraph, hosts: _Hosts, folded: Flags, reads: Flags, carries_data: Flags
) -> FoldedGraph:
    """Lead the edges into folded ops to their hosts."""
    edges = graph.edges
    is_direct = ~folded[edges.target]
    target = hosts.op[edges.target]
    # The items of a list have shapes; of an unpacked tuple only the tensor that comes out of it.
    has_shape = np.append(graph.tensors.shape >= 0, False)
    passed_on = edges.tensor[hosts.out[edges.target]]
    moved = BaseEdges(
        source=edges.source,
        target=target.astype(np.int32),
        port=edges.port,
        slot=np.where(is_direct, edges.slot, edges.slot[hosts.entry[edges.target]]),
        kind=edges.kind,
        tensor=np.where(is_direct | has_shape[edges.tensor], edges.tensor, passed_on),
    )
    is_size = reads[edges.target] & carries_data[edges.source]
    rows = np.flatnonzero(is_direct | ((edges.source != target) & ~is_size))
    return FoldedGraph(moved.take(rows), folded, is_direct[rows])
