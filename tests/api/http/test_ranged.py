"""Requests for ranges of bytes, over real files and bytes in memory."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from scopeboard.api.http.ranged import ReadRange, bytes_reader, file_reader, ranged_answer
from scopeboard.files.opening import open_file

DATA = bytes(range(256)) * 4


def client_of(size: int, read: ReadRange) -> TestClient:
    def answer(request: Request) -> Response:
        return ranged_answer(request, size, read, "one", "video/mp4")

    return TestClient(Starlette(routes=[Route("/", answer)]))


IN_MEMORY = client_of(len(DATA), bytes_reader(DATA))


@pytest.mark.parametrize(
    ("wanted", "start", "stop"),
    [
        ("bytes=0-9", 0, 10),
        ("bytes=1000-", 1000, 1024),
        ("bytes=-24", 1000, 1024),
        ("bytes=1020-4000", 1020, 1024),
        ("bytes=-4000", 0, 1024),
    ],
)
def test_a_range_is_sent_alone(wanted: str, start: int, stop: int) -> None:
    answer = IN_MEMORY.get("/", headers={"Range": wanted})
    assert answer.status_code == 206
    assert answer.content == DATA[start:stop]
    assert answer.headers["content-range"] == f"bytes {start}-{stop - 1}/1024"
    assert answer.headers["content-length"] == str(stop - start)


@pytest.mark.parametrize("wanted", ["bytes=0-1,4-5", "bytes=-", "lines=0-1", "bytes=a-b", ""])
def test_what_is_no_single_range_gets_all(wanted: str) -> None:
    answer = IN_MEMORY.get("/", headers={"Range": wanted})
    assert (answer.status_code, answer.content) == (200, DATA)
    assert answer.headers["accept-ranges"] == "bytes"


@pytest.mark.parametrize(("tag", "status"), [('"one"', 200), ("*", 200), ('"two"', 412)])
def test_bytes_of_another_version_are_not_sent(tag: str, status: int) -> None:
    assert IN_MEMORY.get("/", headers={"If-Match": tag}).status_code == status


@pytest.mark.parametrize("wanted", ["bytes=1024-", "bytes=-0", "bytes=9-3"])
def test_a_range_without_bytes_is_refused(wanted: str) -> None:
    answer = IN_MEMORY.get("/", headers={"Range": wanted})
    assert (answer.status_code, answer.headers["content-range"]) == (416, "bytes */1024")


def test_a_range_of_another_version_gets_all() -> None:
    headers = {"Range": "bytes=0-9", "If-Range": '"two"'}
    assert IN_MEMORY.get("/", headers=headers).content == DATA
    assert IN_MEMORY.get("/", headers={**headers, "If-Range": '"one"'}).content == DATA[:10]


def test_what_is_held_is_not_sent_again() -> None:
    assert IN_MEMORY.get("/", headers={"If-None-Match": '"one"'}).status_code == 304


@pytest.mark.parametrize("size", [0, 1, (1 << 20) + 7])
def test_a_file_is_sent_in_pieces(tmp_path: Path, size: int) -> None:
    path, data = tmp_path / "video", bytes(size)
    path.write_bytes(data)
    client = client_of(size, file_reader(lambda: open_file(path)))
    assert client.get("/").content == data
    if size:
        assert client.get("/", headers={"Range": "bytes=-1"}).content == data[-1:]


@given(st.integers(0, 1100), st.integers(0, 1100))
def test_ranges_are_slices(first: int, last: int) -> None:
    answer = IN_MEMORY.get("/", headers={"Range": f"bytes={first}-{last}"})
    expected = DATA[first : last + 1]
    assert answer.content == expected
    assert answer.status_code == (206 if expected else 416)
