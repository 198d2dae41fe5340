"""Answers over an index whose segments are damaged: never a wrong one, and soon the right one."""

import io
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.store.open import open_store
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import TagKey
from scopeboard.web.app import create_app
from scopeboard.writer.png import encode_png
from tools import writer
from tools.loading import Log
from tools.media_events import images, strings

POINTS = 3000
PNG = encode_png(np.zeros((2, 3, 1), np.uint8))


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
def test_damaged_files_are_left_out_and_read_again(
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
    for _ in range(2):  # one poll notices void blocks, the next reads them
        log.load()
    assert client.get(url).json() == right.get(url).json()


@pytest.fixture
def values(tmp_path: Path) -> Log:
    """Return a log of two runs with pictures and texts, whose places are on disk."""
    for run in "ab":
        of_run = b"".join(images(step, PNG) for step in range(3))
        texts = (writer.event(step, strings("t", "text", b"x", shape=())) for step in range(3))
        writer.write_run(tmp_path / "logs", run, writer.version() + of_run + b"".join(texts))
    log = Log(tmp_path / "logs", store=open_store(tmp_path / "logs", tmp_path / "index"))
    log.load()
    log.store.flush(0.0, everything=True)
    return log


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_of_values_is_whole_or_fails(
    values: Log, tmp_path: Path, damage: Callable[[Path], object], form: str
) -> None:
    client = client_of(values.store)
    url = f"/api/export/values?kind=text&format={form}"
    right = client.get(url).content
    for path in segments(tmp_path / "index"):
        damage(path)
    answer = client.get(url)
    assert answer.content == right or answer.status_code == 422
    for _ in range(2):
        values.load()
    assert client.get(url).content == right


def test_a_file_of_values_that_cannot_be_finished_ends_early(values: Log, tmp_path: Path) -> None:
    client = client_of(values.store)
    damage_run(values, tmp_path, "b", TagKey("text", "t"))
    with pytest.raises(RuntimeError, match="response already started"):
        client.get("/api/export/values?kind=text")


def test_an_archive_lists_lost_values(values: Log, tmp_path: Path) -> None:
    client = client_of(values.store)
    damage_run(values, tmp_path, "b", TagKey("images", "im"))
    zipped = ZipFile(io.BytesIO(client.get("/api/images/files").content))
    of_a = [f"a/im/step_{step}_sample_1.png" for step in range(3)]
    assert zipped.namelist() == [*of_a, "left out.txt"]
    assert zipped.read("left out.txt").startswith(b"b, im: 3 values could not be found: ")


def damage_run(log: Log, tmp_path: Path, run: str, key: TagKey) -> None:
    """Flip a bit in what the index holds of one tag of a run."""
    found = SeriesIndex(log.store.snapshot()).find_key(key, [log.runs()[run].id])
    assert found is not None
    (place,) = found.blocks["offset"].tolist()
    (path,) = segments(tmp_path / "index")
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def client_of(store: Store) -> TestClient:
    return TestClient(create_app(store), base_url="http://localhost")


def whole(log_directory: Path) -> Store:
    """Return a store that has read everything, without an index."""
    log = Log(log_directory)
    log.load()
    return log.store
