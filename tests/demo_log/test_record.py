"""The archive in the package is what the programs beside it would record today."""

import tarfile
from pathlib import Path

import pytest

from programs.demo_log import session_notes
from programs.demo_log.graphdef import graph_def
from programs.demo_log.network import build_network
from programs.demo_log.recipe import DEMO
from programs.demo_log.record import pack
from scopeboard.demo.cache import find_or_unpack_demo
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.plugins_pb2 import HParamsPluginData
from scopeboard.wire.summary_pb2 import Summary

from .conftest import read_events

STALE = "The recorded demo is stale: run scripts/generate demo."


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return find_or_unpack_demo(tmp_path_factory.mktemp("cache"))


def events_of(demo: Path, run: str) -> list[Event]:
    (path,) = (demo / run).glob("events.out.tfevents.*")
    return read_events(path)


def test_it_has_the_runs_and_steps_of_the_recipe(recorded: Path) -> None:
    names = [f"lr={run.learning_rate:g}" for run in DEMO.runs]
    assert sorted(path.name for path in recorded.glob("lr=*")) == sorted(names), STALE
    for name in names:
        steps = [
            event.step for event in events_of(recorded, f"{name}/train") if event.summary.value
        ]
        assert steps == list(range(DEMO.steps)), STALE
        tested = [event.step for event in events_of(recorded, f"{name}/test")[1:]]
        assert tested == [*range(0, DEMO.steps, DEMO.test_every), DEMO.steps], STALE


def test_its_graphs_are_those_of_the_network(recorded: Path) -> None:
    for run in DEMO.runs:
        events = events_of(recorded, f"lr={run.learning_rate:g}/train")
        (graph,) = [GraphDef.FromString(e.graph_def) for e in events if e.HasField("graph_def")]
        assert graph == graph_def(build_network(run).graph), STALE


def test_its_notes_and_hyper_parameters_are_those_of_the_recipe(recorded: Path) -> None:
    for run in DEMO.runs:
        _, event, *_ = events_of(recorded, f"lr={run.learning_rate:g}")
        present = Summary.FromString(session_notes.start(DEMO, run, 0))
        assert list(map(timeless, event.summary.value)) == list(map(timeless, present.value)), STALE


def timeless(value: Summary.Value) -> Summary.Value:
    content = HParamsPluginData.FromString(value.metadata.plugin_data.content)
    content.session_start_info.ClearField("start_time_secs")
    value.metadata.plugin_data.content = content.SerializeToString(deterministic=True)
    return value


def test_an_archive_holds_the_files_and_nothing_of_the_machine(tmp_path: Path) -> None:
    log_directory = tmp_path / "log"
    for name in ("b/two", "a/one"):
        (log_directory / name).parent.mkdir(parents=True)
        (log_directory / name).write_bytes(name.encode())
    pack(log_directory, tmp_path / "archive")
    with tarfile.open(tmp_path / "archive", "r:xz") as packed:
        members = [(each.name, each.mtime, each.uid, each.uname) for each in packed]
    assert members == [("a/one", 0, 0, ""), ("b/two", 0, 0, "")]
