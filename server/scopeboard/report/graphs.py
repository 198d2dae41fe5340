"""Graphs, scope by scope: the open scopes of the view first, then one level after another."""

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any, Final

import msgspec

from scopeboard.report.graph_choices import GraphChoices, graph_choices
from scopeboard.report.question import JSON, PageRequest, PageResponse, Pairs
from scopeboard.report.recorder import Recorder
from scopeboard.report.view import View

_MOST_SCOPES: Final = 1000  # each request takes some milliseconds
_MOST_CARDS: Final = 2000
_SCOPE: Final = "scope of a graph"
_CARD: Final = "node card"
_COUNT_TIMEOUT: Final = 120.0  # seconds to wait until all graphs are counted
_POLL_SECONDS: Final = 0.2
_GROUPING: Final = ("group", "ungroup", "series")

Graph = dict[str, Any]
Scope = dict[str, Any]


class GraphRecorder:
    """Adds the graphs of a log to a report, the graph of the view first."""

    def __init__(self, recorder: Recorder, view: View) -> None:
        self._recorder = recorder
        self._view = view
        self._graphs = _record_list(recorder)
        chosen = view.value("graph")
        self._graphs.sort(key=lambda graph: graph["id"] != chosen)
        self._shown: list[tuple[Graph, GraphChoices, list[Scope]]] = []
        self.measured_steps = 0

    def record_first_scenes(self) -> None:
        """Add the scopes that each graph shows when it is opened."""
        for graph in self._graphs:
            self._record_measured(graph)
            self._recorder.keep(PageRequest(f"api/graphs/{graph['id']}/stage"))
            choices = self._choices(graph)
            scopes = [self._take(graph, choices, name, "graph") for name in ("", *choices.open)]
            self._shown.append((graph, choices, [scope for scope in scopes if scope]))

    def record_deeper(self) -> None:
        """Add the closed scopes, level by level, and the cards of their nodes."""
        for graph, choices, scopes in self._shown:
            self._record_below(graph, choices, scopes)
        for graph, choices, scopes in self._shown:
            self._record_cards(graph, choices, scopes)

    def _record_measured(self, graph: Graph) -> None:
        """Add an empty list of measured steps: profiles depend on step and scope."""
        request = PageRequest(f"api/graphs/{graph['id']}/run_metadata")
        answer = self._recorder.find(request)
        if answer is not None:
            self.measured_steps += len(answer.read()["steps"])
        self._recorder.put(request, PageResponse(JSON, msgspec.json.encode({"steps": []})))

    def _choices(self, graph: Graph) -> GraphChoices:
        part = PageRequest("api/state/part", (("name", f"graph:{graph['fingerprint']}"),))
        saved = self._recorder.find(part)
        return graph_choices(self._view, {} if saved is None else saved.read()["value"])

    def _record_below(self, graph: Graph, choices: GraphChoices, scopes: list[Scope]) -> None:
        held = self._recorder.held
        waiting = dict.fromkeys(_expandable(scopes))
        known = {scope["name"] for scope in scopes}
        while names := [name for name in waiting if name not in known]:
            for at, name in enumerate(names):
                if held.kept[_SCOPE] >= _MOST_SCOPES:
                    held.leave_beyond(_SCOPE, _titled(graph), len(names) - at, _MOST_SCOPES)
                    return
                known.add(name)
                scope = self._take(graph, choices, name, _SCOPE)
                if scope is not None:
                    scopes.append(scope)
            if held.is_full(_SCOPE):
                return
            waiting = dict.fromkeys(_expandable(scopes))

    def _take(self, graph: Graph, choices: GraphChoices, name: str, noun: str) -> Scope | None:
        """Add all pages of a scope; if series are regrouped, also with the default grouping."""
        path, split = f"api/graphs/{graph['id']}/scope", choices.of_scope(name)
        questions = list(self._pages(path, (("name", name), *split)))
        if any(key in _GROUPING for key, _ in split):
            questions += self._pages(path, (("name", name),))
        added = self._recorder.take_all(noun, _titled(graph), questions)
        if not added:
            return None
        pages = [answer.read() for answer in added]
        own = [page for page in pages if page["name"] == name]
        return {"name": name, "nodes": [node for page in own for node in page["nodes"]]}

    def _pages(self, path: str, pairs: Pairs) -> Iterator[PageRequest]:
        question: PageRequest | None = PageRequest(path, pairs)
        while question is not None:
            yield question
            answer = self._recorder.find(question)
            following = None if answer is None else answer.read()["next"]
            more = (*pairs, ("offset", str(following)))
            question = None if following is None else PageRequest(path, more)

    def _record_cards(self, graph: Graph, choices: GraphChoices, scopes: list[Scope]) -> None:
        names = dict.fromkeys(node["name"] for scope in scopes for node in scope["nodes"])
        path, grouping = f"api/graphs/{graph['id']}/node", choices.of_node()
        for at, name in enumerate(names):
            if self._recorder.held.kept[_CARD] >= _MOST_CARDS:
                left = len(names) - at
                self._recorder.held.leave_beyond(_CARD, _titled(graph), left, _MOST_CARDS)
                return
            self._recorder.take(
                _CARD, _titled(graph), PageRequest(path, (("name", name), *grouping))
            )


def _record_list(recorder: Recorder) -> list[Graph]:
    """Add the list of graphs, once all of them are counted or the timeout has passed."""
    request, deadline = PageRequest("api/graphs"), monotonic() + _COUNT_TIMEOUT
    while True:
        answer = recorder.find(request)
        listed = {"graphs": []} if answer is None else answer.read()
        is_ready = not any(graph["reading"] for graph in listed["graphs"])
        if is_ready or monotonic() > deadline:
            break
        sleep(_POLL_SECONDS)
    recorder.put(request, PageResponse(JSON, msgspec.json.encode(listed)))
    return list(listed["graphs"])


def _titled(graph: Graph) -> str:
    """Return the title of a graph in the list of omissions."""
    return " ".join(part for part in (graph["run"], graph["tag"]) if part) or str(graph["id"])


def _expandable(scopes: list[Scope]) -> Iterator[str]:
    return (node["name"] for scope in scopes for node in scope["nodes"] if node["expandable"])
