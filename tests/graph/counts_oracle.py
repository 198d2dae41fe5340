"""A second opinion on sizes: ops per scope, and edges between top-level scopes, from the protobuf.

It counts what is written, before constants and summaries become annotations. Names must be ordinary
ones (no empty segments, no duplicates).
"""

from collections import Counter

from scopeboard.wire.graph_pb2 import GraphDef

Link = tuple[str, str, str]  # top-level ends, and "control" or "tensor"


def ops_per_scope(graph: GraphDef) -> Counter[str]:
    """Return how many ops are inside each scope; an op called like a scope stands in it."""
    names = [node.name for node in graph.node]
    above = {name: [name[:end] for end in _slashes(name)] for name in names}
    scopes = {scope for all_above in above.values() for scope in all_above}
    counts: Counter[str] = Counter()
    for name in names:
        counts.update({"", *above[name], *({name} & scopes)})
    return counts


def top_level_links(graph: GraphDef) -> Counter[Link]:
    """Return how many base edges of each kind run between two top-level scopes or ops."""
    names = {node.name for node in graph.node}
    links: Counter[Link] = Counter()
    for node in graph.node:
        for text in node.input:
            source = text.removeprefix("^")
            while source not in names and ":" in source:
                source = source.rpartition(":")[0]
            if source in names:
                kind = "control" if text.startswith("^") else "tensor"
                links[source.partition("/")[0], node.name.partition("/")[0], kind] += 1
    return links


def _slashes(name: str) -> list[int]:
    return [place for place, sign in enumerate(name) if sign == "/"]
