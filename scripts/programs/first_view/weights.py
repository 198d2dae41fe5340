"""What the server says of a graph: its scopes, the heaviest of them, names to search for."""

import json
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from programs.bench.serving import fetch
from programs.first_view.drawn import View


@dataclass(frozen=True)
class Graph:
    """A graph of a dashboard, by its API."""

    url: str
    id: str
    nodes: int
    fingerprint: str

    def scope(self, name: str) -> list[dict[str, Any]]:
        """Return the nodes of a scope, as many as the server sends at once."""
        query = urllib.parse.quote(name, safe="")
        answer = json.loads(fetch(f"{self.url}api/graphs/{self.id}/scope?name={query}"))
        nodes: list[dict[str, Any]] = answer["nodes"]
        return nodes


def graphs_of(url: str) -> list[Graph] | None:
    """Return the graphs with ops; None while some are not read."""
    answer = json.loads(fetch(f"{url}api/graphs"))
    listed = answer["graphs"]
    if answer["reading"] or any(graph["reading"] for graph in listed):
        return None
    return [
        Graph(url, graph["id"], graph["nodes"], graph["fingerprint"])
        for graph in listed
        if graph["nodes"] and graph["kind"] != "profile"
    ]


def heaviest(graph: Graph, view: View) -> tuple[str, bool | None]:
    """Return the scope with most parameters and whether it is in the main graph.

    A wrapper that is open is looked into: the heaviest scope in it counts. None for a graph in
    which no parameters are known.
    """
    name, is_main = "", None
    while True:
        nodes = [node for node in graph.scope(name) if _parameters(node) > 0]
        if not nodes:
            return name, is_main
        found = max(nodes, key=_parameters)
        box = view.box(found["name"])
        is_main = any(one.name == found["name"] for one in view.main)
        name = found["name"]
        if box is None or not box.is_open or not is_main:
            return name, is_main


def _parameters(node: Mapping[str, Any]) -> int:
    """Return how many parameters a node has, as far as that is known."""
    return int(node["costs"]["parameters"] or 0)


def deep_names(graph: Graph, count: int) -> list[str]:
    """Return names of ops in different branches of a graph, as deep as five scopes."""
    found: list[str] = []
    top = sorted(graph.scope(""), key=lambda node: -int(node["count"]))
    for node in top:
        if len(found) == count:
            break
        name = _deep_op(graph, node, 2 + len(found))
        if name:
            found.append(name)
    return found


def _deep_op(graph: Graph, node: dict[str, Any], depth: int) -> str:
    """Return an op below a node: the largest scope of each level, then its op in the middle."""
    for _ in range(depth):
        children = graph.scope(node["name"]) if node["expandable"] else []
        scopes = [child for child in children if child["expandable"]]
        if not scopes:
            ops = [child for child in children if child["kind"] == "op"]
            return str(ops[len(ops) // 2]["name"]) if ops else str(node["name"])
        node = max(scopes, key=lambda child: int(child["count"]))
    ops = [child for child in graph.scope(node["name"]) if child["kind"] == "op"]
    return str(ops[len(ops) // 2]["name"]) if ops else str(node["name"])


def words_for(name: str) -> str:
    """Return what a person types to find a node: the last two parts of its name."""
    return "/".join(name.split("/")[-2:])


def scopes_to_open(graph: Graph, view: View) -> Iterator[str]:
    """Yield closed scopes of the first view, the heaviest of the main graph first, then others."""
    counts = {node["name"]: int(node["count"]) for node in graph.scope("")}
    main = {box.name for box in view.main}
    closed = [box for box in view.boxes if not box.is_open and box.kind != "op"]
    in_order = sorted(closed, key=lambda box: (-counts.get(box.name, 0), box.name))
    inside = [box.name for box in in_order if box.name in main]
    beside = [box.name for box in in_order if box.name not in main]
    yield from inside[:1]
    yield from beside[:1]
    yield from inside[1:]
    yield from beside[1:]
