"""The generated wire code loads and works beside every protobuf that users bring along."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tasks import tool
from tasks.checkout import SERVER
from tasks.errors import TaskError

ROUND_TRIP = """
import importlib, pkgutil
from google import protobuf
import scopeboard.wire as wire

for module in pkgutil.iter_modules(wire.__path__):
    importlib.import_module(f"scopeboard.wire.{module.name}")
from scopeboard.wire.event_pb2 import Event
event = Event(wall_time=1.5, step=2**40)
event.summary.value.add(tag="loss", simple_value=0.25)
copy = Event.FromString(event.SerializeToString())
assert copy == event and copy.summary.value[0].tag == "loss"
print(protobuf.__version__)
"""


@pytest.mark.parametrize("major", [3, 4, 5, 6, 7])
def test_round_trip_beside_protobuf(major: int) -> None:
    found = _run_beside(_protobuf(major))
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith(f"{major}.")


def _protobuf(major: int) -> Path:
    try:
        return tool.install(f"protobuf-{major}", Path(sys.executable), "0.4 MB, for a test")
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


def _run_beside(protobuf: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ROUND_TRIP],
        env={**os.environ, "PYTHONPATH": f"{protobuf}{os.pathsep}{SERVER}"},
        capture_output=True,
        text=True,
        check=False,
    )
