"""The command as a user runs it: a process, its words and its exit."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGINT, SIGTERM
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from scopeboard import __version__
from scopeboard.events.records.record_reader import frame
from scopeboard.web.sign_in import LONG_TOKEN
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools import writer
from tools.platforms import needs_signals
from tools.served import PATIENCE, Dashboard, dashboard


def test_prints_its_address_first_and_serves_the_log(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    with dashboard(str(tmp_path), "--port", "0") as board:
        assert re.fullmatch(
            rf"Scopeboard {re.escape(__version__)} at http://localhost:\d+/ "
            r"\(Press CTRL\+C to quit\)\n",
            board.line,
        )
        assert board.wait_until_read()["loading"]["points"] == 3


def assert_ends_quietly(board: Dashboard, *signals: signal.Signals) -> None:
    """Send signals a moment apart; the command ends soon, well and without a word."""
    for number in signals:
        board.process.send_signal(number)
        sleep(0.05)
    assert board.process.wait(PATIENCE) == 0
    assert board.process.stderr
    assert not re.search(r"Traceback|ERROR", board.process.stderr.read())


@needs_signals
@pytest.mark.parametrize("signals", [[SIGINT], [SIGTERM], [SIGINT, SIGINT, SIGINT]])
@pytest.mark.parametrize("delay", [0.0, 0.3, 0.6])
def test_may_be_stopped_as_soon_as_the_address_is_there(
    tmp_path: Path, signals: list[signal.Signals], delay: float
) -> None:
    with dashboard(str(tmp_path), "--port", "0") as board:
        sleep(delay)
        assert_ends_quietly(board, *signals)


@needs_signals
@pytest.mark.parametrize("signals", [[SIGINT], [SIGTERM], [SIGINT, SIGINT, SIGINT]])
def test_may_be_stopped_while_it_serves(tmp_path: Path, signals: list[signal.Signals]) -> None:
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        assert_ends_quietly(board, *signals)


@needs_signals
@pytest.mark.parametrize("signals", [[SIGTERM], [SIGINT, SIGINT]])
def test_may_be_stopped_while_the_demo_is_unpacked_and_read(
    tmp_path: Path, signals: list[signal.Signals]
) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with dashboard("--demo", "--port", "0", environment=environment) as board:
        assert_ends_quietly(board, *signals)


@needs_signals
@pytest.mark.parametrize("signals", [[SIGTERM], [SIGINT, SIGINT]])
def test_may_be_stopped_while_it_answers(tmp_path: Path, signals: list[signal.Signals]) -> None:
    nodes = [NodeDef(name=f"op{n}", op="Add", input=[f"op{n - 1}"] * 3) for n in range(200_000)]
    event = Event(wall_time=1, graph_def=GraphDef(node=nodes).SerializeToString())
    writer.write_run(tmp_path, "a", frame(event.SerializeToString()))  # the writer's is too slow
    with dashboard(str(tmp_path), "--port", "0") as board, ThreadPoolExecutor() as pool:
        board.wait_until_read()
        with urlopen(f"{board.url}api/graphs") as answer:
            (found,) = json.load(answer)["graphs"]
        asked = pool.submit(urlopen, f"{board.url}api/graphs/{found['id']}/scope")
        sleep(0.3)
        assert not asked.done()
        assert_ends_quietly(board, *signals)
        with pytest.raises(OSError, match=r"closed|reset|refused"):
            asked.result()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["viewfs://host/logs"], 2, "is not on this machine"),
        (["--logdir_spec", "a:s3://me:it@x/y"], 2, "An address with a password in it"),
        (["--logdir", ""], 2, "--logdir is empty"),
        (["notes.txt"], 2, "notes.txt is a file, not a log directory"),
        ([r"C:\logs"], 2, "is a Windows path"),
        (["help"], 2, "`dashboard --help` lists the flags"),
        (["runs", "later"], 2, "2 log directories are named: runs, later"),
        (["later"], 0, "later: no such directory; waiting for it."),
        (["a:/x,b:/y"], 0, "--logdir_spec NAME:DIR,NAME:DIR"),
        (["runs/*"], 0, "Patterns are not expanded here"),
        (["gone"], 0, "gone: a symbolic link to nothing, which does not exist"),
        (["notes.txt/x"], 0, "notes.txt is a file, not a directory."),
        (["other"], 0, "other: 2 files in it, none of them an event file: 1 .csv, 1 .pt."),
        (["empty"], 0, "empty: there is no file in it."),
        (["model.pb"], 0, "model.pb is a graph file"),
        ([f"runs/{writer.FILE_NAME}"], 0, "is an event file; showing all of its directory"),
        (["runs "], 0, "without the spaces or quotes"),
        (["--logdir", "empty", "--logdir", "runs"], 0, "runs is shown, not empty"),
        (["--logdir_spec", "a:runs,b:later"], 0, "later, which does not exist; waiting for it."),
    ],
)
def test_an_odd_log_directory_is_reported(
    tmp_path: Path, arguments: list[str], status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.write_run(tmp_path, "runs", writer.scalar_file({"x": [1]}))
    for directory in ("other", "empty"):
        (tmp_path / directory).mkdir()
    for name in ("notes.txt", "model.pb", "other/a.pt", "other/b.csv"):
        (tmp_path / name).touch()
    (tmp_path / "gone").symlink_to("nothing")
    monkeypatch.chdir(tmp_path)
    with dashboard("--port", "0", *arguments) as board:
        if status:
            assert board.process.wait(PATIENCE) == status
            assert board.line == ""
            words = board.process.communicate()[1]
        else:
            board.wait_until_read()
            words = words_of(board)
    assert said in words
    assert "Traceback" not in words


def words_of(board: Dashboard) -> str:
    """Return the output of a dashboard, once it is stopped."""
    board.process.send_signal(SIGTERM)
    return board.process.communicate(timeout=PATIENCE)[1]


def asked(address: str, headers: dict[str, str] | None = None, method: str = "GET") -> int:
    try:
        with urlopen(Request(address, headers=headers or {}, method=method)) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return int(error.code)


@pytest.mark.parametrize("by_flag", [True, False])
def test_a_chosen_token_opens_the_server_and_stands_in_no_log(
    tmp_path: Path, by_flag: bool
) -> None:
    secret = "known-to-few"
    flags = ("--token", secret) if by_flag else ()
    environment = {**os.environ, "SCOPEBOARD_TOKEN": "of the variable" if by_flag else secret}
    with dashboard(str(tmp_path), "--port", "0", *flags, environment=environment) as board:
        assert secret not in board.line
        assert asked(f"{board.url}api/status") == 401
        assert asked(f"{board.url}api/status?token={secret}") == 200
        assert asked(f"{board.url}api/status?token={secret}x") == 401
        assert asked(f"{board.url}%zz?token={secret}", {"Accept": "text/html"}) == 200
        assert asked(f"{board.url}nowhere?token={secret}") == 404
        assert asked(f"{board.url}api/status", {"Authorization": f"Bearer {secret}"}) == 200
        assert asked(f"{board.url}healthz", {"Host": "probe.example"}) == 200
        words = words_of(board)
    assert secret not in words
    assert "requires the token that was set when the server was started" in words


@needs_signals
def test_every_line_is_an_object_where_programs_collect_them(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    flags = (
        "--log_format",
        "json",
        "--log_requests",
        "--token",
        "known-to-few",
        "--load_fast=auto",
    )
    with dashboard(str(tmp_path), "--port", "0", *flags) as board:
        # The token is the user's own, so it is not in the printed address.
        first = json.loads(board.line)
        url = str(first["message"]).split()[3]
        for path in ("healthz", "api/status?token=known-to-few", "nowhere?token=known-to-few"):
            asked(f"{url}{path}")
        while asked(f"{url}readyz") != 200:
            sleep(0.05)
        words = words_of(board)
    assert "known-to-few" not in words
    lines = [first, *map(json.loads, words.splitlines())]
    assert all({"time", "level", "message"} <= set(line) for line in lines)
    requests = [
        (line["method"], line["path"], line["route"], line["status"])
        for line in lines
        if line.get("logger") == "scopeboard.requests" and line["path"] != "/readyz"
    ]
    assert requests == [
        ("GET", "/api/status", "/api/status", 200),
        ("GET", "/nowhere", "other", 404),
    ]
    assert any("ready: 1 run, 1 tag, 3 points" in line["message"] for line in lines)


def test_requests_are_lines_of_text_too(tmp_path: Path) -> None:
    with dashboard(str(tmp_path), "--port", "0", "--log_requests") as board:
        assert asked(f"{board.url}nowhere") == 404
        words = words_of(board)
    assert re.search(r"\d\d:\d\d:\d\d,\d+ 127\.0\.0\.1 GET /nowhere 404, \d+ bytes in", words)


def test_deletion_requires_a_token_on_loopback_too(tmp_path: Path) -> None:
    with dashboard(str(tmp_path), "--port", "0", "--allow_delete") as board:
        assert board.token is not None
        assert len(board.token) >= LONG_TOKEN
        run = "api/event_files?run=a&name=a"
        for path in (run, "api/status", "api/state"):
            method = "DELETE" if path == run else "GET"
            assert asked(f"{board.url}{path}", method=method) == 401
        assert asked(f"{board.url}{run}", board.credentials, "DELETE") == 404
        assert asked(f"{board.url}api/status", board.credentials) == 200
        assert "Opening this address requires the token in it." in words_of(board)


def test_without_a_token_other_machines_are_warned_of(tmp_path: Path) -> None:
    flags = ("--bind_all", "--token", "none")
    with dashboard(str(tmp_path), "--port", "0", *flags) as board:
        address = re.sub(r"//[^:]+:", "//127.0.0.1:", board.url)
        assert "token" not in board.line
        assert asked(f"{address}api/status") == 200
        assert asked(f"{address}api/status", {"Host": "evil.example"}) == 400
        assert "Warning: other machines can reach this address and no token" in words_of(board)


def test_an_empty_token_is_a_sentence_and_a_failure(tmp_path: Path) -> None:
    environment = {**os.environ, "SCOPEBOARD_TOKEN": ""}
    with dashboard(str(tmp_path), environment=environment) as board:
        assert board.process.wait(PATIENCE) == 2
        assert board.process.stderr
        assert "SCOPEBOARD_TOKEN: it is empty" in board.process.stderr.read()


def test_a_missing_directory_starts_anyway_and_fills_by_itself(tmp_path: Path) -> None:
    logs = tmp_path / "later"
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.1") as board:
        found = board.wait_until_read()
        assert found["log_directories"][0]["exists"] is False
        writer.write_run(logs, "a", writer.scalar_file({"x": [1]}))
        deadline = monotonic() + PATIENCE
        while board.status()["loading"]["points"] == 0:
            assert monotonic() < deadline
            sleep(0.05)


def test_a_busy_port_is_a_sentence_and_a_failure(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with dashboard(str(tmp_path), "--port", str(port)) as board:
            assert board.line == ""
            assert board.process.wait(PATIENCE) == 2
            assert board.process.stderr
            message = board.process.stderr.read()
    assert message.startswith(f"dashboard: Port {port} is in use")
    assert "Traceback" not in message


def test_the_log_directory_is_never_written_to(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    before = sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
    assert sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before


def test_reads_on_if_the_output_is_closed(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    with dashboard(str(tmp_path), "--port", "0") as board:
        assert board.process.stderr
        board.process.stderr.close()
        assert board.wait_until_read()["loading"]["points"] == 3


def test_a_log_directory_whose_name_is_no_text_is_served(tmp_path: Path) -> None:
    logs = tmp_path / os.fsdecode(b"log\xff")
    writer.write_run(logs, "a", writer.scalar_file({"x": [1]}))
    with dashboard(str(logs), "--port", "0") as board:
        found = board.wait_until_read()
        assert found["log_directories"][0]["path"].endswith("log\N{REPLACEMENT CHARACTER}")
        with urlopen(board.url) as page:
            assert page.status == 200


def test_nothing_heavy_is_loaded_before_the_address_is_printed() -> None:
    program = "import sys, scopeboard.cli.main; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"numpy", "fastapi", "google.protobuf"} & set(loaded)


def test_garbage_is_collected_again_once_the_server_answers(tmp_path: Path) -> None:
    program = (
        "import gc, os, sys, time\n"
        "from threading import Thread\n"
        "from scopeboard.cli.main import main\n"
        "def watch():\n"
        "    while gc.isenabled(): time.sleep(0.01)\n"
        "    print('off', flush=True)\n"
        "    while not gc.isenabled(): time.sleep(0.01)\n"
        "    print('on', flush=True)\n"
        "    os._exit(0)\n"
        "Thread(target=watch, daemon=True).start()\n"
        "main(sys.argv[1:])\n"
    )
    printed = subprocess.check_output(
        [sys.executable, "-c", program, "--logdir", str(tmp_path), "--port", "0"],
        text=True,
        timeout=PATIENCE,
    )
    assert printed.split("\n")[-3:] == ["off", "on", ""]
