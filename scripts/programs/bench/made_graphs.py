"""Graphs made up for measurements: deep scopes of a few ops, and flat ones of many."""

from pathlib import Path
from typing import Final

from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.event_file import FILE_VERSION

PROBES: Final = (50, 200, 500, 5000)
LOSS: Final = Summary.Value(tag="loss", simple_value=1.0)


def probes_in(ops: int) -> list[int]:
    """Return the sizes of the flat scopes that fit into a graph of this number of ops."""
    return [count for count in PROBES if 2 * count <= ops]


def probe_graph(ops: int) -> GraphDef:
    """Return a graph of so many ops, with flat scopes."""
    graph = GraphDef()
    names = [f"probe_{count}/{_letters(n)}" for count in probes_in(ops) for n in range(count)]
    names += [
        f"model/stage_{n // 1000}/block_{n // 100 % 10}/layer_{n // 10 % 10}/{_letters(n)}"
        for n in range(ops - len(names))
    ]
    for n, name in enumerate(names):
        scope = name.rpartition("/")[0]
        before = [names[m] for m in (n - 1, n - 1 - n * 7919 % 9) if m >= 0]
        inputs = dict.fromkeys(other for other in before if n % 97 == 0 or other.startswith(scope))
        graph.node.append(NodeDef(name=name, op="Add", input=list(inputs)))
    return graph


def _letters(number: int) -> str:
    """Return a number in letters: digits at the end of names would make series of them."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number)) + "x"


def write_log(folder: Path, ops: int) -> Path:
    """Write a log directory that holds the graph, and a scalar for another tab; return it."""
    write_run(folder, probe_graph(ops))
    return folder


def write_run(folder: Path, graph: GraphDef) -> None:
    """Write an event file of a graph, and of a scalar for another tab, into a new folder."""
    folder.mkdir(parents=True)
    version = Event(wall_time=1.0, file_version=FILE_VERSION).SerializeToString()
    logged = Event(wall_time=1.0, graph_def=graph.SerializeToString())
    scalar = Event(wall_time=1.0, summary=Summary(value=[LOSS]))
    file = folder / "events.out.tfevents.1.bench"
    events = (version, logged.SerializeToString(), scalar.SerializeToString())
    file.write_bytes(b"".join(map(frame, events)))
