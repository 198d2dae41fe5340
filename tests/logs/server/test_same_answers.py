"""Every method of a log answers alike, read here or asked of a server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scopeboard as sb
from graph.graphdefs import ops
from graph.run_metadatas import real_metadata
from logs.test_graph import measured_event
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.logs.log import Log
from scopeboard.logs.page_view import PageView
from scopeboard.logs.values.sequence import LoggedValue, Values
from scopeboard.state.state_file import StateFile
from scopeboard.state.state_path import find_state_file
from scopeboard.wire.event_pb2 import Event, SessionLog
from tools import writer
from tools.every_kind import write_every_kind
from tools.served import excerpt

TOKEN = "t0ken"
SMALL = ops("x Placeholder", "layer/w VariableV2", "layer/MatMul MatMul x layer/w")
SMALLER = ops("x Placeholder", "y Relu x")


def write_logs(logs: Path) -> None:
    """Write runs with values of every kind, restarts, damage, odd names and graphs."""
    write_every_kind(logs)
    start = Event(wall_time=1.7e9 + 9, step=5)
    start.session_log.status = SessionLog.START
    first = writer.scalar_file({"loss": [9.0, 8, 7, 6, 5, 4, 3, 2], "ä|ö/x.last": [float("nan")]})
    again = b"".join(
        writer.event(step, writer.tf1_scalar("loss", value), wall_time=1.7e9 + 10 + step)
        for step, value in ((5, 0.5), (6, float("inf")), (2**60, 0.1))
    )
    restarted = first + writer.record(start.SerializeToString()) + again
    writer.write_run(logs, "sweep/1/train", restarted)
    writer.write_run(logs, "sweep/1/eval", writer.scalar_file({"loss": [1.0, 0.1]}))
    damaged = bytearray(writer.scalar_file({"loss": range(20)}))
    damaged[len(damaged) // 2] ^= 0xFF
    writer.write_run(logs, "damaged", bytes(damaged))
    stats = measured_event("step099", 99, real_metadata())
    writer.write_run(logs, "mnist", writer.graph_event(excerpt("graph/seed_mnist.pb")) + stats)
    graphs = writer.graph_event(SMALL) + writer.graph_event(SMALLER)
    writer.write_run(logs, "two graphs", graphs)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Log, Log]]:
    """A log that is read here, and the same one of a server."""
    logs, state = (tmp_path_factory.mktemp("same") / name for name in ("logs", "state"))
    write_logs(logs)
    marks = [
        {"run": "a", "name": "the first", "tags": ["base"], "note": "n"},
        {"run": "b", "isAway": True},
    ]
    saved = StateFile(find_state_file(logs, state))
    saved.write("runs", {"version": 1, "marks": marks}, 0)
    muted = [{"kind": "nan", "run": "sweep/1/train", "tag": "ä|ö/x.last"}]
    saved.write("mutes", {"version": 1, "warnings": muted}, 0)
    saved.write("views", {"views": [{"name": "mine", "search": "runs=a&tags=loss"}]}, 0)
    saved.write("link:abc", {"search": "runs=re:sweep"}, 0)
    with (
        sb.serve(logs, no_index=True, state_dir=state, path_prefix="/board", token=TOKEN) as server,
        sb.open(server.url) as remote,
        sb.open(logs, use_index=False, state_dir=state) as local,
    ):
        yield local, remote


def plain(value: object) -> object:
    """Return a value as one that compares equal to another that has the same parts."""
    if isinstance(value, sb.Table):
        return {name: plain(column) for name, column in value.to_numpy().items()}
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tobytes() if value.dtype != object else value.tolist()
    if isinstance(value, Values):
        return [plain(value.listing), *(plain_value(each) for each in value)]
    return value


def plain_value(value: LoggedValue[Any]) -> object:
    columns = {name: plain(column) for name, column in value.columns().items()}
    return value.step, value.wall_time, columns, plain(getattr(value, "samples", None))


def by_row(table: sb.Table) -> list[str]:
    return sorted(map(repr, table))


def graph_of(graph: sb.LogGraph) -> list[object]:
    names = [name for name in graph.scopes["name"] if name]
    return [
        *(plain(table) for table in (graph.ops, graph.edges, graph.scopes, graph.costs())),
        *(plain(graph.scope(name).nodes) for name in names),
        *(plain(graph.scope(name).edges) for name in ("", *names)),
        plain(graph.find("op:*")),
        plain(graph.trace(graph.ops["name"][0])),
        graph.summary,
        plain(graph.measured_steps),
        graph.run,
        graph.tag,
        sorted(map(str, graph.to_networkx().edges(data=True))),
    ]


def followed(log: Log) -> list[object]:
    batches = [*log.follow(timeout=0)]
    return [
        (plain(batch), plain(batch.superseded), batch.removed, batch.cursor) for batch in batches
    ]


def runs_of(log: Log) -> list[object]:
    runs = log.runs
    models = [*runs["model"]], runs.filter("model:mnist").names
    return [plain(runs), runs.names, list(runs.columns), models]


Question = Callable[[Log], object]
QUESTIONS: dict[str, list[Question]] = {
    "tags": [lambda log: log.tags(), lambda log: log.tags("images"), lambda log: log.tags("text")],
    "series": [lambda log: by_row(log.series)],
    "files": [lambda log: plain(log.files)],
    "notices": [lambda log: log.notices],
    "damage": [lambda log: plain(log.damage)],
    "runs": [
        runs_of,
        lambda log: log.runs["loss.min<0.5"].names,
        lambda log: log.runs["state:done opt:adam lr>0"].names,
        lambda log: log.runs["tags:base or name:first"].names,
        lambda log: log.runs["warnings>0"].names,
        lambda log: log.runs["file_errors>0"].names,
        lambda log: log.runs["path:sweep phase:train"].names,
        lambda log: plain(log.runs["loss.best"]),
    ],
    "scalars": [
        lambda log: plain(log.scalars()),
        lambda log: plain(log.scalars("loss", superseded=True)),
        lambda log: plain(log.scalars("lo*", runs="sweep/*", steps=slice(1, 6))),
        lambda log: plain(log.scalars("loss", steps=slice(2**60, None))),
        lambda log: plain(log.scalars("loss", points=3)),
        lambda log: plain(log.scalars("loss", runs=[])),
        lambda log: plain(log.scalars("loss", runs=log.runs["sweep"])),
    ],
    "follow": [followed],
    "view": [
        lambda log: log.view("?runs=all&tags=loss"),
        lambda log: log.view("?tab=media"),
        lambda log: log.view("mine"),
        lambda log: log.view("http://elsewhere:1/?v=abc&token=x"),
        lambda log: log.view("?v=nothing"),
        lambda log: log.view("nothing"),
    ],
    "table": [lambda log: plain(log.table(["loss"], join="outer"))],
    "best": [
        lambda log: plain(log.best("loss", also=["lr", "opt"])),
        lambda log: plain(log.best("loss", "max", runs="sweep/*")),
    ],
    "hparams": [lambda log: plain(log.hparams()), lambda log: plain(log.hparams("a"))],
    "histograms": [lambda log: plain(log.histograms())],
    "images": [lambda log: plain(log.images()), lambda log: plain(log.images(superseded=True))],
    "audio": [lambda log: plain(log.audio(runs="b", steps=slice(0, 11)))],
    "text": [lambda log: plain(log.text())],
    "curves": [lambda log: plain(log.curves())],
    "graphs": [lambda log: plain(log.graphs)],
    "graph": [
        lambda log: graph_of(log.graph("mnist")),
        lambda log: graph_of(log.graph("two graphs", nth=-1)),
        lambda log: plain(log.graph("mnist").statistics()),
        lambda log: log.graph("mnist").statistics("nothing"),
        lambda log: log.graph("two graphs").statistics(),
        lambda log: log.graph("two graphs", nth=7),
        lambda log: log.graph("a"),
    ],
    "traffic": [lambda log: log.traffic],
    "refresh": [lambda log: log.refresh()],
}
NOT_COMPARED = {"close", "reader"}


def answer(question: Question, log: Log) -> object:
    """Return the answer to a question, or the error."""
    try:
        found = question(log)
    except Exception as error:  # noqa: BLE001 - compared
        return type(error).__name__, str(error)
    return (found.tab, found.runs.names, found.tags) if isinstance(found, PageView) else found


def test_every_method_is_compared() -> None:
    public = {name for name in dir(Log) if not name.startswith("_")}
    assert public - NOT_COMPARED == QUESTIONS.keys()


@pytest.mark.parametrize("method", QUESTIONS)
def test_a_server_answers_as_the_index_does(both: tuple[Log, Log], method: str) -> None:
    local, remote = both
    for number, question in enumerate(QUESTIONS[method]):
        expected = answer(question, local)
        assert answer(question, remote) == expected, number
        assert "Traceback" not in str(expected)


ERRORS: list[tuple[Question, type[Exception]]] = [
    (lambda log: log.scalars("nothing"), NotFoundError),
    (lambda log: log.scalars("loss", steps=slice(0, 9, 2)), QueryError),
    (lambda log: log.images("digits", runs="nothing"), NotFoundError),
    (lambda log: log.runs["nothing=1"], QueryError),
]


@pytest.mark.parametrize(("question", "kind"), ERRORS)
def test_errors_are_the_same(
    both: tuple[Log, Log], question: Question, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as here:
        question(both[0])
    with pytest.raises(kind) as there:
        question(both[1])
    assert str(here.value) == str(there.value)
