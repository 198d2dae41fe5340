"""The saved state of a log, in a file or in a database, as the dashboard and Python open it."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.errors import SettingsError
from scopeboard.state.opening import open_state
from scopeboard.state.state_file import StateFile
from tools import writer
from tools.postgres import Postgres, needs_postgres, postgres

MARKS = {"marks": [{"run": "a", "name": "the best", "tags": ["good"], "note": ""}]}


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as started:
        yield started


@pytest.fixture
def log(tmp_path: Path) -> Path:
    writer.write_run(tmp_path / "runs", "a", writer.scalar_file({"x": [1.0]}))
    return tmp_path / "runs"


def test_without_a_database_it_is_a_file(log: Path, tmp_path: Path) -> None:
    state = open_state(log, tmp_path / "state", None, read_only=False)
    assert type(state) is StateFile
    state.write("runs", MARKS, 0)
    state.close()
    (file,) = (tmp_path / "state").glob("*.state.json")
    again = open_state(log, file.parent, None, read_only=True)
    assert again.read("runs").value == MARKS


@needs_postgres
def test_python_reads_what_the_dashboard_saved_in_a_database(log: Path, server: Postgres) -> None:
    state = open_state(log, None, server.url, read_only=False)
    before = {*threading.enumerate()}
    with sb.open(log, state_dir=server.url) as opened:
        assert not len(opened.runs["tag:good"])
        state.write("runs", MARKS, 0)
        opened.refresh()
        assert [row["name"] for row in opened.runs["tag:good"]] == ["a"]
        assert not {*threading.enumerate()} - before
    with sb.open(log) as opened:
        assert not len(opened.runs["tag:good"])
    state.close()


@needs_postgres
def test_doctor_says_whether_a_database_answers(log: Path, server: Postgres) -> None:
    assert saved_state(log, server.url) == ("ok", f"{server.url} answers")
    gone = "postgresql://scopeboard@127.0.0.1:1/none"
    state, message = saved_state(log, gone)
    assert state == "problem"
    assert message.startswith(f"The saved state in {gone} cannot be reached: ")


def saved_state(log: Path, url: str) -> tuple[str, str]:
    command = [
        sys.executable,
        "-m",
        "scopeboard",
        "doctor",
        str(log),
        "--state_dir",
        url,
        "--json",
        "--port",
        "0",
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    (check,) = (each for each in json.loads(done.stdout) if each["name"] == "saved state")
    return check["state"], check["message"]


def test_a_password_in_the_address_is_refused(log: Path) -> None:
    with pytest.raises(SettingsError, match="PGPASSWORD"):
        sb.open(log, state_dir="postgresql://user:secret@host/name")
