"""The dashboard where the interpreter lacks what Windows lacks; see `like_windows`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tools import media_events, writer
from tools.growing import GrowingFile
from tools.served import PATIENCE, Dashboard, dashboard, excerpt

LIKE_WINDOWS = Path(__file__).parents[1] / "like_windows"
PICTURE = (Path(__file__).parents[1] / "data" / "pictures").iterdir

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="only Linux can be made to look like Windows"
)


def environment(folder: Path, *, is_like_windows: bool) -> dict[str, str]:
    """Return variables with which a command keeps what it keeps in `folder`."""
    own = {name: str(folder) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    path = {"PYTHONPATH": str(LIKE_WINDOWS)} if is_like_windows else {}
    return {**os.environ, **own, **path}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return a log directory with scalars, pictures, texts and a graph, in nested runs."""
    logs = tmp_path / "logs"
    writer.write_run(logs, "a/train", writer.scalar_file({"loss": range(3000), "acc": [1, 2]}))
    writer.write_run(logs, "a/test", excerpt("events/tensorflow_v2.tfevents"))
    writer.write_run(logs, "b", excerpt("events/pytorch.tfevents"))
    graph = writer.graph_event(excerpt("graph/torch_cnn.pb"))
    picture = sorted(PICTURE())[0].read_bytes()
    writer.write_run(logs, "c", writer.version() + graph + media_events.images(3, picture))
    return logs


def ask(board: Dashboard, path: str, **query: str | list[str]) -> bytes:
    """Return the bytes of an answer."""
    address = f"{board.url}{path}?{urlencode(query, doseq=True)}"
    with urlopen(Request(address, headers=board.credentials), timeout=PATIENCE) as answer:
        data: bytes = answer.read()
    return data


def answers(board: Dashboard) -> dict[str, bytes]:
    """Return what the dashboard says of the log by what was asked."""
    board.wait_until_read()
    graphs = json.loads(ask(board, "api/graphs"))["graphs"]
    (graph,) = (one["id"] for one in graphs if one["run"] == "c")
    questions: list[tuple[str, dict[str, str]]] = [
        ("api/runs", {}),
        ("api/tags", {}),
        ("api/scalars", {"tag": "loss"}),
        ("api/images", {"tag": "im"}),
        ("api/images/files", {"tag": "im"}),
        ("api/export", {"tag": "loss", "format": "csv"}),
        (f"api/graphs/{graph}/scope", {}),
        ("data/plugin/scalars/tags", {}),
    ]
    found = {path: ask(board, path, **query) for path, query in questions}
    listed = json.loads(found["api/runs"])["runs"]
    found["api/runs"] = json.dumps(sorted(listed, key=lambda run: str(run["name"]))).encode()
    return {path: re.sub(rb'"generation":\d+', b"", body) for path, body in found.items()}


@pytest.mark.parametrize("processes", ["0", "2"])
def test_it_answers_what_it_answers_elsewhere(tmp_path: Path, log: Path, processes: str) -> None:
    found = []
    for is_like_windows in (False, True):
        own = tmp_path / f"user-{is_like_windows}"
        variables = environment(own, is_like_windows=is_like_windows)
        arguments = [str(log), "--port", "0", "--load_processes", processes]
        for _ in ("first", "from the index"):
            with dashboard(*arguments, environment=variables) as board:
                found.append(answers(board))
                assert board.status()["index"]["state"] == "kept"
    assert b"a/test" in found[0]["api/runs"]
    assert b"2999" in found[0]["api/export"]
    assert found[1:] == [found[0]] * 3


def test_it_follows_a_growing_file_beside_another_server(tmp_path: Path, log: Path) -> None:
    data = writer.scalar_file({"growing": range(200)})
    file = GrowingFile(log / "grows" / writer.FILE_NAME, data, [5000, 7])
    variables = environment(tmp_path / "user", is_like_windows=True)
    arguments = [str(log), "--port", "0", "--reload_interval", "0.1"]
    with (
        dashboard(*arguments, environment=variables) as first,
        dashboard(*arguments, environment=variables) as second,
    ):
        first.wait_until_read()
        second.wait_until_read()
        while file.grow():
            pass
        for board in (first, second):
            deadline = monotonic() + PATIENCE
            while len(points(board)) < 200 and monotonic() < deadline:
                sleep(0.05)
            assert points(board) == [float(value) for value in range(200)]
        assert {board.status()["index"]["state"] for board in (first, second)} == {
            "kept",
            "private",
        }


def points(board: Dashboard) -> list[float]:
    """Return the values of the run that grows."""
    try:
        series = json.loads(ask(board, "api/scalars", tag="growing"))["series"]
    except HTTPError:  # no point of the tag has been read
        return []
    return [value for one in series for value in one["value"]]


def test_state_of_viewers_is_kept_and_event_files_are_removed(tmp_path: Path, log: Path) -> None:
    variables = environment(tmp_path / "user", is_like_windows=True)
    with dashboard(str(log), "--port", "0", "--allow_delete", environment=variables) as board:
        board.wait_until_read()
        body = json.dumps({"based_on": 0, "value": {"a": 1}}).encode()
        origin = {"Content-Type": "application/json", "Origin": board.url.rstrip("/")}
        headers = origin | board.credentials
        put = Request(f"{board.url}api/state/part?name=runs", body, headers, method="PUT")
        with urlopen(put, timeout=PATIENCE) as answer:
            assert json.load(answer)["revision"] == 1
        runs = json.loads(ask(board, "api/runs"))["runs"]
        query = urlencode(
            {"run": next(run["id"] for run in runs if run["name"] == "b"), "name": "b"}
        )
        remove = Request(f"{board.url}api/event_files?{query}", None, headers, method="DELETE")
        with urlopen(remove, timeout=PATIENCE) as answer:
            assert json.load(answer)["files"] == 1
    assert list((log / "b").iterdir()) == []
    with dashboard(str(log), "--port", "0", environment=variables) as board:
        assert json.loads(ask(board, "api/state/part", name="runs"))["value"] == {"a": 1}


def test_several_log_directories_are_joined_by_junctions(tmp_path: Path, log: Path) -> None:
    variables = environment(tmp_path / "user", is_like_windows=True)
    spec = f"one:{log / 'a'},two:{log / 'b'}"
    with dashboard("--logdir_spec", spec, "--port", "0", environment=variables) as board:
        board.wait_until_read()
        found = sorted(run["name"] for run in json.loads(ask(board, "api/runs"))["runs"])
    assert found == ["one/test", "one/train", "two"]


def test_a_report_is_written(tmp_path: Path, log: Path) -> None:
    output = tmp_path / "report.html"
    done = run_like_windows(
        tmp_path, "-m", "scopeboard", "export", "--logdir", str(log), "-o", str(output)
    )
    assert done.returncode == 0, done.stderr
    assert b"loss" in output.read_bytes()


def run_like_windows(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with these words to its end."""
    return subprocess.run(
        [sys.executable, *words],
        env=environment(folder / "user", is_like_windows=True),
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


INDEX_TESTS = [
    "tests/store/segments/test_change_log.py",
    "tests/store/write/test_compaction.py",
    "tests/store/write/test_change_writer.py",
    "tests/state",
]


def test_the_index_and_the_state_keep_to_files_that_are_closed(tmp_path: Path) -> None:
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *INDEX_TESTS]
    done = run_like_windows(tmp_path, *words)
    assert done.returncode == 0, done.stdout[-4000:]
