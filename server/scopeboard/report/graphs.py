"""Graphs, scope by scope: the open scopes of the view first, then one level after another."""

from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any, Final

from scopeboard.report.client import PageRequest, PageResponse
from scopeboard.report.graph_choices import GROUPING_KEYS, GraphChoices, graph_choices
from scopeboard.report.recorder import Recorder
from scopeboard.state.view import View

_MAX_SCOPES: Final = 1000  # each request takes some milliseconds
_MAX_CARDS: Final = 2000
_SCOPE: Final = "scope of a graph"
_CARD: Final = "node card"
_COUNT_TIMEOUT: Final = 120.0  # seconds to wait until all graphs are counted
_POLL_SECONDS: Final = 0.2
_SEPARATOR: Final = "~"  # between the ids of a comparison

Node = dict[str, Any]
"""A node of a scope, as in the response."""


@dataclass(slots=True)
class _RecordedGraph:
    """A graph, its title in the list of omissions, and the nodes of its recorded scopes.

    `first_view` has the scopes that are open where the viewer chose nothing.
    """

    path: str
    title: str
    choices: GraphChoices
    scopes: dict[str, list[Node]] = field(default_factory=dict)
    first_view: list[str] = field(default_factory=list)


class GraphRecorder:
    """Adds the graphs of a log to a report, the graph of the view first."""

    def __init__(self, recorder: Recorder, view: View) -> None:
        self._recorder = recorder
        self._view = view
        self._graphs: list[_RecordedGraph] = []
        self.measured_steps = 0

    def record_first_scenes(self) -> None:
        """Add the list of graphs, and the scopes that each graph shows when it is opened.

        The list is added once all graphs are counted, or the timeout has passed.
        """
        request, deadline = PageRequest("api/graphs"), monotonic() + _COUNT_TIMEOUT
        listed = self._recorder.read(request) or {"graphs": []}
        while any(graph["reading"] for graph in listed["graphs"]) and monotonic() <= deadline:
            sleep(_POLL_SECONDS)
            listed = self._recorder.read(request) or {"graphs": []}
        self._recorder.put(request, PageResponse.of_json(listed))
        shown = self._view.value("graph")
        self._record_comparison(listed["graphs"], shown)
        for graph in sorted(listed["graphs"], key=lambda graph: graph["id"] != shown):
            path = f"api/graphs/{graph['id']}"
            measured = self._recorder.read(PageRequest(f"{path}/run_metadata")) or {"steps": []}
            self.measured_steps += len(measured["steps"])
            title = " ".join(name for name in (graph["run"], graph["tag"]) if name)
            self._record_first_scene(path, title or str(graph["id"]), graph["fingerprint"])

    def _record_comparison(self, graphs: list[dict[str, Any]], shown: str) -> None:
        """Add what differs between the graph of the view and the one that it is compared with."""
        by_id = {graph["id"]: graph for graph in graphs}
        against = self._view.value("against")
        if against not in by_id or shown not in by_id or against == shown:
            return
        path = f"api/graphs/{against}{_SEPARATOR}{shown}"
        choices = self._record_first_scene(path, "comparison", by_id[shown]["fingerprint"])
        self._recorder.require(PageRequest(f"{path}/changes", tuple(choices.of_node())))

    def _record_first_scene(self, path: str, title: str, fingerprint: str) -> GraphChoices:
        """Add what the page requests to show a graph, and return its settings."""
        # An empty list: profiles depend on step and scope.
        steps = PageRequest(f"{path}/run_metadata")
        self._recorder.put(steps, PageResponse.of_json({"steps": []}))
        self._recorder.require(PageRequest(f"{path}/stage"))
        part = PageRequest("api/state/part", (("name", f"graph:{fingerprint}"),))
        saved = self._recorder.read(part) or {"value": {}}
        choices = graph_choices(self._view, saved["value"])
        recorded = _RecordedGraph(path, title, choices)
        self._add_scope(recorded, "", "graph")
        for name in dict.fromkeys((*recorded.first_view, *choices.open)):
            self._add_scope(recorded, name, "graph")
        self._graphs.append(recorded)
        return choices

    def record_deeper(self) -> None:
        """Add the closed scopes, level by level, and the cards of their nodes."""
        responses = self._recorder.responses
        for graph in self._graphs:
            self._add_closed_scopes(graph)
        for graph in self._graphs:
            names = dict.fromkeys(node["name"] for nodes in graph.scopes.values() for node in nodes)
            for row, name in enumerate(names):
                if responses.counts[_CARD] >= _MAX_CARDS:
                    responses.omit_beyond(_CARD, graph.title, len(names) - row, _MAX_CARDS)
                    break
                request = PageRequest(
                    f"{graph.path}/node", (("name", name), *graph.choices.of_node())
                )
                self._recorder.add(_CARD, graph.title, request)

    def _add_closed_scopes(self, graph: _RecordedGraph) -> None:
        responses = self._recorder.responses
        requested = set(graph.scopes)
        while True:
            nodes = [node for nodes in graph.scopes.values() for node in nodes]
            names = dict.fromkeys(node["name"] for node in nodes if node["expandable"])
            closed = [name for name in names if name not in requested]
            if not closed:
                return
            for row, name in enumerate(closed):
                if responses.counts[_SCOPE] >= _MAX_SCOPES:
                    responses.omit_beyond(_SCOPE, graph.title, len(closed) - row, _MAX_SCOPES)
                    return
                requested.add(name)
                self._add_scope(graph, name, _SCOPE)
            # Not before the first level, which is counted as left out if it is too large.
            if responses.is_full(_SCOPE):
                return

    def _add_scope(self, graph: _RecordedGraph, name: str, noun: str) -> None:
        """Add all pages of a scope; if series are regrouped, also with the default grouping."""
        split = graph.choices.of_scope(name)
        queries = [(("name", name), *split)]
        if any(key in GROUPING_KEYS for key, _ in split):
            queries.append((("name", name),))
        requests = []
        for pairs in queries:
            offset: tuple[tuple[str, str], ...] | None = ()
            while offset is not None:
                request = PageRequest(f"{graph.path}/scope", (*pairs, *offset))
                requests.append(request)
                page = self._recorder.read(request)
                following = None if page is None else page["next"]
                offset = None if following is None else (("offset", str(following)),)
        pages = [
            response.read() for response in self._recorder.add_all(noun, graph.title, requests)
        ]
        if pages:
            of_scope = [page["nodes"] for page in pages if page["name"] == name]
            graph.scopes[name] = [node for nodes in of_scope for node in nodes]
            graph.first_view += pages[0]["first_view"]
