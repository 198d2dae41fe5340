"""Parameters of graphs as the tests state them, and the recorded graphs with their true counts."""

import gzip
import json

from graph.graphdefs import DATA, graph_bytes
from scopeboard.graph.costs.parameters import Parameters, count_parameters
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import NodeDef

RECORDED = DATA / "parameters"
TRUTH = json.loads((RECORDED / "truth.json").read_text())


def recorded(name: str) -> bytes:
    return gzip.decompress((RECORDED / f"{name}.pb.gz").read_bytes())


def counts(
    *nodes: NodeDef, listed: frozenset[str] | None = None
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the ops with trainable parameters, ops with other weights, and their numbers."""
    graph = parse_graph(graph_bytes(*nodes))
    parameters = count_parameters(graph, listed)
    trainable, others = (
        {name: count for name, count in zip(graph.names, column.tolist(), strict=True) if count}
        for column in (parameters.trainable, parameters.non_trainable)
    )
    return trainable, others


def total(parameters: Parameters) -> tuple[int, bool]:
    """Return the sum of trainable parameters, and whether it is a lower bound."""
    known = parameters.trainable[parameters.trainable > 0]
    return int(known.sum()), bool(
        (parameters.trainable < 0).any() or parameters.is_trainable_bound.any()
    )
