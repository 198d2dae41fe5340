"""A graph of a log as one file: what the page's export menu downloads."""

from typing import Final

from scopeboard.errors import SettingsError
from scopeboard.report.client import AppClient, PageRequest
from scopeboard.state.view import View

GRAPH_FORMATS: Final = ("dot", "gexf", "graphml", "json", "pbtxt")
"""The formats of a graph, which are also the endings of its files."""


def graph_file(client: AppClient, view: View, form: str, scope: str) -> bytes:
    """Return the graph of a view, by default the first one of the log, in a format.

    Args:
        client: the application.
        view: the view.
        form: one of `GRAPH_FORMATS`.
        scope: the full name of a scope, empty for the whole graph.

    Raises:
        SettingsError: there is no such graph or scope, or it is too large for the format.
    """
    ids = [graph["id"] for graph in client.fetch(PageRequest("api/graphs")).read()["graphs"]]
    shown = view.value("graph") or next(iter(ids), "")
    if shown not in ids:
        raise SettingsError("The log has no graph." if not ids else "The log lacks this graph.")
    pairs = (("format", form), ("scope", scope))
    return client.fetch(PageRequest(f"api/graphs/{shown}/export", pairs)).body
