"""A second opinion on graphs: the rules of the engine in plain Python, op by op.

It reads the protobuf itself, knows nothing of columns, positions or joins, and is slow. Names must
be ordinary ones (no empty segments, no duplicates); the tree it makes of them is a dictionary.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from graph.folding_oracle import FoldingOracle, Kind, Link
from scopeboard.wire.graph_pb2 import GraphDef


@dataclass
class Oracle:
    """What a GraphDef should come to: nodes with their annotations, and the links between nodes."""

    data: bytes
    op_types: dict[str, str] = field(default_factory=dict)
    raw: list[Link] = field(default_factory=list)
    folded: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        graph = GraphDef.FromString(self.data)
        self.op_types = {node.name: node.op for node in graph.node}
        for node in graph.node:
            for place, text in enumerate(node.input):
                source = text.removeprefix("^")
                if source not in self.op_types:
                    source = re.sub(r":(\w+:)?[0-9]+$", "", source)
                if source in self.op_types:
                    kind: Kind = "control" if text.startswith("^") else "tensor"
                    self.raw.append(Link(source, node.name, kind, place))
        folding = FoldingOracle(self.op_types, self.raw)
        self.raw, self.folded = folding.links(), folding.folded

    def is_constant(self, name: str) -> bool:
        """Tell whether the op is a constant, or folded like one."""
        return self.op_types[name] in {"Const", "prim::Constant"} or name in self.folded

    def is_summary(self, name: str) -> bool:
        """Tell whether the op is a summary."""
        return re.fullmatch("[A-Za-z]+Summary", self.op_types[name]) is not None

    @cached_property
    def nodes(self) -> set[str]:
        """Return the ops that are no annotations."""
        plain = {n for n in self.op_types if not self.is_constant(n) and not self.is_summary(n)}
        hosted = {link.target for link in self.raw if link.source in plain}
        beside = {n for n in self.op_types if self.is_summary(n) and n in hosted}
        merges = self._merges(beside)
        nodes = plain | {n for n in self.op_types if self.is_summary(n)} - beside - merges
        constants = set(filter(self.is_constant, self.op_types))
        consumed = {link.source for link in self.raw if link.target in nodes}
        tags = {link.source for link in self.raw} - consumed
        tags -= {link.source for link in self.raw if link.target in constants}
        return nodes | (constants - consumed - tags)

    def _merges(self, beside: set[str]) -> set[str]:
        """Return the summaries that pass on only such beside their hosts, and to no node."""
        merges = {name for name in self.op_types if self.is_summary(name)} - beside
        while True:
            read = {link.source for link in self.raw if link.target not in merges | beside}
            if not merges & read:
                break
            merges -= read
        reached: set[str] = set()
        while True:
            new = {link.target for link in self.raw if link.source in beside | reached}
            new = new & merges - reached
            if not new:
                return reached
            reached |= new

    @cached_property
    def annotations(self) -> set[tuple[str, str]]:
        """Return all pairs of host and annotation."""
        nodes = self.nodes
        pairs = set()
        for link in self.raw:
            if link.target in nodes and self.is_constant(link.source) and link.source not in nodes:
                pairs.add((link.target, link.source))
            if link.source in nodes and self.is_summary(link.target) and link.target not in nodes:
                pairs.add((link.source, link.target))
        return pairs

    @cached_property
    def links(self) -> list[Link]:
        """Return the links between nodes, those of annotations carried over to their hosts."""
        nodes = self.nodes
        hosts = self.annotations
        links = [link for link in self.raw if link.source in nodes and link.target in nodes]
        for link in self.raw:
            if link.target in nodes or link.source not in nodes:
                continue
            onward = [each for each in self.raw if each.source == link.target]
            if self.is_constant(link.target):
                for host in {h for h, op in hosts if op == link.target} - {link.source}:
                    kinds = {each.kind for each in onward if each.target == host}
                    kind = link.kind if "tensor" in kinds else "control"
                    links.append(Link(link.source, host, kind, link.place))
            elif not self.is_constant(link.source):
                for each in onward:
                    if each.target in nodes - {link.source}:
                        kind = link.kind if each.kind == "tensor" else "control"
                        links.append(Link(link.source, each.target, kind, link.place))
        control = {(link.source, link.target) for link in links if link.kind == "control"}
        return [link for link in links if link.kind == "tensor"] + [
            Link(source, target, "control", 0) for source, target in sorted(control)
        ]

    @cached_property
    def paths(self) -> dict[str, str]:
        """Return the path of each node: its name, or `foo/(foo)` if that is a scope too."""
        nodes = self.nodes
        scopes = {name[:end] for name in nodes for end in _slashes(name)}
        return {n: f"{n}/({n.rpartition('/')[2]})" if n in scopes else n for n in nodes}

    @cached_property
    def scopes(self) -> set[str]:
        """Return the names of all scopes, the top level's included."""
        return {path[:end] for path in self.paths.values() for end in _slashes(path)} | {""}

    def edges(self, scope: str) -> Counter[tuple[str, str, Kind]]:
        """Return how many links of each kind run between which children of a scope."""
        paths = self.paths
        counter: Counter[tuple[str, str, Kind]] = Counter()
        for link in self.links:
            ends = paths[link.source], paths[link.target]
            if not all(_is_inside(end, scope) for end in ends):
                continue
            source, target = (_child(end, scope) for end in ends)
            if source != target or ends == (source, target):
                counter[source, target, link.kind] += 1
        return counter

    def bridges(self, scope: str) -> Counter[tuple[str, str, str, Kind]]:
        """Return how many links of each kind join which child to which neighbour, which way."""
        paths = self.paths
        counter: Counter[tuple[str, str, str, Kind]] = Counter()
        for link in self.links:
            source, target = paths[link.source], paths[link.target]
            if _is_inside(source, scope) == _is_inside(target, scope):
                continue
            leaving = _is_inside(source, scope)
            inside, outside = (source, target) if leaving else (target, source)
            neighbour = _child(outside, _common(scope, outside))
            way = "out" if leaving else "in"
            counter[_child(inside, scope), neighbour, way, link.kind] += 1
        return counter


def _slashes(path: str) -> list[int]:
    return [place for place, sign in enumerate(path) if sign == "/"]


def _is_inside(path: str, scope: str) -> bool:
    return not scope or path.startswith(scope + "/")


def _child(path: str, scope: str) -> str:
    """Return the child of a scope that a path inside it leads through."""
    start = len(scope) + 1 if scope else 0
    end = path.find("/", start)
    return path if end < 0 else path[:end]


def _common(scope: str, path: str) -> str:
    """Return the lowest scope that holds both."""
    while not _is_inside(path, scope):
        scope = scope.rpartition("/")[0]
    return scope
