"""A graph id resolves to a handle, and later requests of a graph in memory open no file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from graph.graphdefs import real_graph
from scopeboard.errors import NotFoundError
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.scope.build import build_scope
from scopeboard.store.open import open_store
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.loading import Log


class Opens:
    """The paths that this process opens, as the interpreter audits them."""

    def __init__(self) -> None:
        self._paths: list[str] | None = None
        sys.addaudithook(self._note)  # a hook stays for good, so there is one for all tests

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and self._paths is not None and isinstance(arguments[0], str | Path):
            self._paths.append(str(arguments[0]))

    @contextmanager
    def recorded(self) -> Iterator[list[str]]:
        paths: list[str] = []
        self._paths = paths
        try:
            yield paths
        finally:
            self._paths = None


OPENS = Opens()


def chain(*names: str) -> bytes:
    nodes = [NodeDef(name=names[0], op="Placeholder")]
    nodes += [NodeDef(name=name, op="Relu", input=[before]) for before, name in pairwise(names)]
    return GraphDef(node=nodes).SerializeToString()


def names(graphs: LoggedGraphs, graph_id: str) -> list[str]:
    return [node.name for node in build_scope(graphs.open(graph_id), "").nodes]


def of_event_file(folder: Path) -> tuple[LoggedGraphs, Path, Callable[[], None]]:
    path = writer.write_run(folder, "a", writer.graph_event(chain("in", "s/x", "s/y")))
    log = Log(folder)
    log.load()
    return LoggedGraphs(log.store), path, log.load


def of_given_file(folder: Path) -> tuple[LoggedGraphs, Path, Callable[[], None]]:
    path = folder / "g.pb"
    path.write_bytes(chain("in", "s/x", "s/y"))
    log = Log(folder / "logs")
    return LoggedGraphs(log.store, [path]), path, log.load


@pytest.mark.parametrize("source", [of_event_file, of_given_file])
def test_a_scope_of_a_graph_in_memory_opens_no_file(
    tmp_path: Path, source: Callable[[Path], tuple[LoggedGraphs, Path, Callable[[], None]]]
) -> None:
    graphs, path, _ = source(tmp_path)
    (entry,) = graphs.entries()
    with OPENS.recorded() as opened:
        assert names(graphs, entry.id) == ["in", "s"]
    assert str(path) in opened
    with OPENS.recorded() as opened:
        assert names(graphs, entry.id) == ["in", "s"]
        assert graphs.open(entry.id, Grouping(threshold=2)).grouping.threshold == 2
        assert graphs.resolve(entry.id).stage() == "group"
    assert opened == []


def test_an_id_resolves_once_until_something_changes(tmp_path: Path) -> None:
    graphs, path, load = of_event_file(tmp_path)
    (entry,) = graphs.entries()
    handle = graphs.resolve(entry.id)
    assert graphs.resolve(entry.id) is handle
    writer.write_run(tmp_path, "b", writer.event(1, writer.tf1_scalar("loss", 1.0)))
    load()  # the store has another generation, the graph has not changed
    assert graphs.resolve(entry.id) is handle
    with path.open("ab") as file:
        file.write(writer.event(2, writer.tf1_scalar("loss", 1.0)))
    assert not handle.is_current()
    assert graphs.resolve(entry.id) is not handle
    path.unlink()
    with pytest.raises(NotFoundError, match="cannot be read"):
        graphs.resolve(entry.id)


def test_a_listed_graph_is_prepared_without_its_cache_file(tmp_path: Path) -> None:
    data = real_graph("seed_mnist")
    writer.write_run(tmp_path / "logs", "a", writer.graph_event(data))
    log = Log(tmp_path / "logs", store=open_store(tmp_path / "logs", tmp_path / "index"))
    log.load()
    graphs = LoggedGraphs(log.store)
    (entry,) = graphs.entries()
    (summary,) = graphs.find_summaries([entry])
    directory = log.store.key_values.directory
    assert directory is not None
    (cached,) = directory.glob("*.graph")
    cached.unlink()
    with OPENS.recorded() as opened:
        graph = graphs.open(entry.id)
    assert graph.annotated.ops.main_count == getattr(summary, "nodes", None)
    assert not any(path.endswith(cached.name) for path in opened)
    log.store.close()
