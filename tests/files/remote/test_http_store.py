"""Logs of another dashboard, which is a real one."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from scopeboard.files.opening import open_file
from scopeboard.files.remote.address import RemotePath, parse_address
from scopeboard.files.remote.dashboard_store import TOKEN_VARIABLE
from scopeboard.files.remote.stores import forget_stores, store_of
from tools import writer
from tools.loading import Log
from tools.served import dashboard
from tools.web_directory import web_directory

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))
TOKEN = "0123456789"


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    forget_stores()


def log_at(address: str) -> Log:
    return Log(Path(), place=parse_address(address))


@pytest.mark.parametrize("token", ["", TOKEN])
@pytest.mark.parametrize("prefix", ["", "some/prefix"])
def test_a_process_that_lists_nothing_reads_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str, token: str
) -> None:
    path = writer.write_run(tmp_path, "a/b", ONE)
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    arguments = ["--logdir", str(tmp_path), "--port", "0", "--path_prefix", f"/{prefix}"]
    with dashboard(*arguments, *(("--token", token) if token else ())) as served:
        served.token = token or None
        served.wait_until_read()
        place = parse_address(served.url) / f"a/b/{path.name}"
        with open_file(place) as file:
            assert file.read() == ONE
        counts = store_of(place).traffic.counts
        with open_file(place, range(3, 9)) as file:
            assert file.read_at(6, 3) == ONE[3:9]
        assert store_of(place).traffic.counts.get == counts.get + 1
        with pytest.raises(FileNotFoundError):
            open_file(place.parent / "none")


@pytest.mark.parametrize("prefix", ["", "some/prefix"])
def test_a_log_is_read_and_followed(tmp_path: Path, prefix: str) -> None:
    path = writer.write_run(tmp_path, "a", ONE)
    writer.write_run(tmp_path, "b c/ü", ONE)
    arguments = ["--logdir", str(tmp_path), "--port", "0", "--path_prefix", f"/{prefix}"]
    with dashboard(*arguments) as served:
        served.wait_until_read()
        log = log_at(served.url)
        log.load()
        assert list(log.runs()) == ["a", "b c/ü"]
        assert log.values("b c/ü", "x") == [1, 2]
        traffic = store_of(parse_address(served.url)).traffic
        before = traffic.counts
        with path.open("ab") as file:
            file.write(TWO)
        log.load()
        assert log.values("a", "x") == [1, 2, 3]
        after = traffic.counts
        assert (after.list - before.list, after.head, after.get - before.get) == (1, 0, 1)
        path.unlink()
        log.load()
        assert list(log.runs()) == ["b c/ü"]
        assert not any(run.warnings for run in log.runs().values())


def test_a_token_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.write_run(tmp_path, "a", ONE)
    with dashboard("--logdir", str(tmp_path), "--port", "0", "--token", TOKEN) as served:
        served.token = TOKEN
        served.wait_until_read()
        listing = store_of(parse_address(served.url)).listing("")
        listing.refresh()
        assert f"if it is a dashboard with a token, set {TOKEN_VARIABLE}" in str(listing.error)
        monkeypatch.setenv(TOKEN_VARIABLE, "wrong")
        listing.refresh()
        assert TOKEN_VARIABLE in str(listing.error)
        monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
        log = log_at(served.url)
        log.load()
        assert log.values("a", "x") == [1, 2]


def test_a_web_server_gets_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    path = writer.write_run(tmp_path / "logs", "a", ONE)
    os.utime(path, (time() - 1000, time() - 1000))
    with web_directory(tmp_path, has_ranges=True) as server:
        log = Log(Path(), place=RemotePath(server.url, "logs"))
        log.load()
        assert log.values("a", "x") == [1, 2]
        probes = [name for _, name, _ in server.requests if "api/files" in name]
        assert probes == ["/logs/api/files"]
        assert not any(server.tokens)
