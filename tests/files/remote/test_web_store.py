"""Logs on a web server are found by its index pages."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.index_pages import Link, links_of
from scopeboard.files.remote.stores import forget_stores, store_of
from tools import writer
from tools.loading import Log
from tools.web_directory import web_directory

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))

NGINX = """<html><head><title>Index of /logs/</title></head><body><h1>Index of /logs/</h1><hr>
<pre><a href="../">../</a>
<a href="run%201/">run 1/</a>                         29-Nov-2026 10:00       -
<a href="a%26b.pb">a&amp;b.pb</a>                     29-Nov-2026 10:01    1234
</pre><hr></body></html>"""
APACHE = """<table><tr><th><a href="?C=N;O=D">Name</a></th></tr>
<tr><td><a href="/">Parent Directory</a></td><td>&nbsp;</td></tr>
<tr><td><a href="run%201/">run 1/</a></td><td>2026-11-29 10:00</td><td> - </td></tr>
<tr><td><a href="/logs/a&amp;b.pb">a&amp;b.pb</a></td><td>2026-11-29 10:01</td><td>1.2K</td></tr>
</table><a href="https://elsewhere.example/logs/x">x</a><a href="run%201/deep.pb">deep</a>"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    forget_stores()


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (NGINX, ("29-Nov-2026 10:00 -", "29-Nov-2026 10:01 1234")),
        (APACHE, ("2026-11-29 10:00 -", "2026-11-29 10:01 1.2K")),
    ],
)
def test_pages_of_servers_list_what_is_in_a_directory(page: str, texts: tuple[str, str]) -> None:
    assert links_of(page, "http://host/logs/") == [
        Link("run 1", True, texts[0]),
        Link("a&b.pb", False, texts[1]),
    ]


@pytest.mark.parametrize("has_ranges", [True, False])
def test_logs_are_read_and_followed(tmp_path: Path, *, has_ranges: bool) -> None:
    for run in ("a", "b c/ü"):
        path = writer.write_run(tmp_path / "logs", run, ONE)
        os.utime(path, (time() - 1000, time() - 1000))
    with web_directory(tmp_path, has_ranges=has_ranges) as server:
        log = Log(Path(), place=RemotePath(server.url, "logs"))
        log.load()
        assert list(log.runs()) == ["a", "b c/ü"]
        assert log.values("b c/ü", "x") == [1, 2]
        server.requests.clear()
        with path.open("ab") as file:
            file.write(TWO)
        log.load()
        assert log.values("b c/ü", "x") == [1, 2, 3]
        reads = [
            wanted
            for method, name, wanted in server.requests
            if "tfevents" in name
            if method == "GET"
        ]
        assert set(reads) == ({f"bytes=0-{len(ONE + TWO) - 1}"} if has_ranges else {"", reads[0]})
        assert not any(run.warnings for run in log.runs().values())
        path.unlink()
        log.load()
        assert list(log.runs()) == ["a"]


def test_what_is_no_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with web_directory(tmp_path, has_ranges=True) as server:
        for name, message in (("file", "not an index page"), ("none", "no such object")):
            listing = store_of(RemotePath(server.url)).listing(name)
            listing.refresh()
            assert message in str(listing.error)
