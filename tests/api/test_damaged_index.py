"""Answers over an index whose segments are damaged: never a wrong one, and soon the right one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import writer
from loading import Log
from scopeboard.app import create_app
from scopeboard.store.index import open_store
from scopeboard.store.store import Store

POINTS = 3000


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Return a log of two runs whose points are on disk, in the index."""
    for run in "ab":
        writer.write_run(tmp_path / "logs", run, writer.scalar_file({"x": range(POINTS)}))
    log = Log(tmp_path / "logs", store=open_store(tmp_path / "logs", tmp_path / "index"))
    log.load()
    log.store.flush(0.0, everything=True)
    return log


def segments(index: Path) -> list[Path]:
    return [path for path in index.rglob("*.columns") if path.stat().st_size]


def flip_last_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


DAMAGES: list[Callable[[Path], object]] = [
    flip_last_bit,
    lambda path: path.write_bytes(path.read_bytes()[:-7]),
    lambda path: path.write_bytes(b""),
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("asked_before", [False, True])
@pytest.mark.parametrize("query", ["points=0", "points=2", "points=2&x=relative"])
def test_what_is_damaged_is_left_out_and_then_read_again(
    log: Log, tmp_path: Path, damage: Callable[[Path], object], query: str, *, asked_before: bool
) -> None:
    client = client_of(log.store)
    right = client_of(whole(tmp_path / "logs"))
    url = f"/api/scalars?tag=x&{query}"
    if asked_before:
        assert client.get(url).json() == right.get(url).json()
    for path in segments(tmp_path / "index"):
        damage(path)
    answer = client.get(url)
    expected = {series["run"]: series for series in right.get(url).json()["series"]}
    for series in answer.json()["series"] if answer.status_code == 200 else []:
        assert series == expected[series["run"]]
    assert answer.status_code in {200, 404}
    for _ in range(2):  # what is void is noticed by one look, and read after the next
        log.load()
    assert client.get(url).json() == right.get(url).json()


def client_of(store: Store) -> TestClient:
    return TestClient(create_app(store), base_url="http://localhost")


def whole(log_directory: Path) -> Store:
    """Return a store that has read everything, without an index."""
    log = Log(log_directory)
    log.load()
    return log.store
