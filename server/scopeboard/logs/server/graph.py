"""The graphs of a server."""

from collections.abc import Sequence
from pathlib import Path

from scopeboard.errors import DamagedDataError, UnavailableError
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.export.columns import CodedTexts, Graph, GraphColumns
from scopeboard.graph.export.prepared_file import read_prepared
from scopeboard.graph.profile.catalog import MeasuredStep
from scopeboard.logs.graph_source import write_graph
from scopeboard.logs.server.client import ServerClient


class ServedGraph:
    """A graph of a server; see `GraphSource`.

    Args:
        client: sends requests.
        graph_id: the id of the graph.
    """

    def __init__(self, client: ServerClient, graph_id: str) -> None:
        self._client = client
        self._path = f"/api/graphs/{graph_id}"
        data = client.raw(f"{self._path}/columns")
        try:
            self._sent = read_prepared(data)
        except DamagedDataError as error:
            raise UnavailableError(f"{client.address}: {error}") from error

    def graph(self) -> Graph:
        """Return the graph, without groups."""
        return self._sent.graph

    def summary(self) -> GraphSummary:
        """Return the size of the graph, and its faults."""
        return self._sent.summary

    def file(self, folder: Path, name: str) -> Path:
        """Return a file of this name in `folder`, with the ops of the graph."""
        data = self._client.raw(f"{self._path}/export", [("format", "pbtxt")])
        return write_graph(folder, name, "pbtxt", data)

    def steps(self) -> Sequence[MeasuredStep]:
        """Return the measured steps of the run."""
        answer = self._client.json(f"{self._path}/run_metadata")
        with self._client.understood():
            return [
                MeasuredStep(
                    step["tag"],
                    int(step["step"]),
                    float("nan") if step["wall_time"] is None else float(step["wall_time"]),
                    step["bytes"],
                    step["devices"],
                    step["error"],
                )
                for step in answer["steps"]
            ]

    def statistics(self, tag: str, step: int | None) -> GraphColumns:
        """Return a row for each op that ran."""
        query: list[tuple[str, object]] = [("tag", tag)]
        query += [] if step is None else [("step", step)]
        answer = self._client.columns(f"{self._path}/op_statistics", query)
        with self._client.understood():
            return {
                name: CodedTexts(column["codes"], column["texts"])
                if isinstance(column, dict)
                else column.copy()
                for name, column in answer.items()
            }
