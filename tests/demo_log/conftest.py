"""A small demo, made once for all tests that read one."""

from pathlib import Path

import pytest

from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.recipe import Recipe
from programs.demo_log.training import write_demo
from scopeboard.events.records.record_reader import NEED_DATA, Record, RecordReader
from scopeboard.wire.event_pb2 import Event

SMALL = Recipe(
    runs=(HyperParameters(0.01), HyperParameters(0.5)),
    steps=161,
    training_digits=1500,
    test_digits=300,
)


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """What `log_directory` is made from."""
    return SMALL


@pytest.fixture(scope="session")
def log_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log directory with two runs."""
    directory = tmp_path_factory.mktemp("demo") / "log"
    write_demo(directory, SMALL)
    return directory


def read_events(path: Path) -> list[Event]:
    reader = RecordReader()
    reader.feed(path.read_bytes())
    events = []
    while (record := reader.next(settled=True)) is not NEED_DATA:
        assert isinstance(record, Record)
        events.append(Event.FromString(record.payload))
    assert reader.pending == 0
    return events
