"""A real dashboard that shows a shared index in S3 on this machine, and real viewers.

The store and the proxy before it are threads of this process, the dashboard is a process, and the
viewers are coroutines of another one, so that they take no turns with one another.
"""

import asyncio
import json
import multiprocessing
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from programs.bench.log_api import LogApi
from programs.bench.made_logs import write_runs
from programs.bench.remote import BUCKET
from programs.bench.serving import BINARY, Served, fetch, served
from programs.scale.services import POINTS_SENT
from programs.scale.workload import Answered, Chart, Log, Viewers
from tasks.checkout import program
from tasks.errors import TaskError

_LARGEST_HEAD = 1 << 20
_OK = 200
_SEEDS = 10  # runs that differ


def made_log(folder: Path, log: Log) -> Path:
    """Write a log of a size: a few runs, and copies of them."""
    seeds = sorted(write_runs(folder / "seeds", _SEEDS, log.tags, log.steps).iterdir())
    place = folder / f"log{log.runs}"
    for run in range(log.runs):
        shutil.copytree(seeds[run % _SEEDS], place / f"run{run:06}")
    shutil.rmtree(folder / "seeds")
    return place


def write_index(log: Path, name: str) -> str:
    """Index a log into the store; return the address of the index."""
    place = f"s3://{BUCKET}/{name}"
    command: list[str | Path] = [program("dashboard"), "index", log, "--index", place]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return place


@contextmanager
def cold_reader(index: str) -> Iterator[Served]:
    """Start a dashboard that holds nothing of an index, and wait until it answers."""
    command = f"{shlex.quote(str(program('dashboard')))} --index {index} --port {{port}}"
    with served(command, {}) as reader:
        LogApi(reader.url, reader.check).wait_until_ready()
        yield reader


def run_names(reader: Served) -> list[str]:
    """Return the ids of all runs, in the order of their names."""
    runs = json.loads(fetch(f"{reader.url}api/runs"))["runs"]
    return [run["id"] for run in sorted(runs, key=lambda run: str(run["name"]))]


def chart_path(chart: Chart, ids: Sequence[str], points: int = POINTS_SENT) -> str:
    """Return the path of the request for a chart."""
    runs = ids[chart.first : chart.first + chart.runs]
    query = [("tag", tag_name(chart.tag)), ("points", points), *(("run", run) for run in runs)]
    return f"/api/scalars?{urlencode(query)}"


def tag_name(number: int) -> str:
    """Return the name of a tag of a made log."""
    return f"part{number // 100}/tag{number}"


def real_viewers(reader: Served, log: Log, viewers: Viewers) -> Answered:
    """Let viewers look at charts; return the seconds of those that came.

    Raises:
        TaskError: a request failed.
    """
    ids = run_names(reader)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(time.monotonic)  # it has started
        found = pool.apply(_look, (reader.url, log, viewers, ids))
    reader.check()
    return Answered(found, viewers.seconds)


def _look(url: str, log: Log, viewers: Viewers, ids: list[str]) -> list[float]:
    where, seconds = urlsplit(url), list[float]()

    async def viewer(number: int, start: float) -> None:
        await asyncio.sleep(viewers.opens_at(number))
        client = _Client(where.hostname or "", where.port or 0)
        for path in ("/api/runs", "/api/tags?kind=scalars"):
            await client.get(path)
        for chart in viewers.charts(number, log):
            if time.monotonic() - start >= viewers.seconds:
                break
            begun = time.monotonic()
            await client.get(chart_path(chart, ids))
            seconds.append(time.monotonic() - begun)
            await asyncio.sleep(chart.looking)
        client.close()

    async def all_viewers() -> list[float]:
        start = time.monotonic()
        await asyncio.gather(*(viewer(number, start) for number in range(viewers.count)))
        return seconds

    return asyncio.run(all_viewers())


class _Client:
    """A viewer's connection, which is opened again when the server has closed it."""

    def __init__(self, host: str, port: int) -> None:
        self._place = host, port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> None:
        """Read an answer.

        Raises:
            TaskError: it is an error.
        """
        try:
            await self._ask(path)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            await self._ask(path)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _ask(self, path: str) -> None:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._place, limit=_LARGEST_HEAD)
        reader, writer = self._streams
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {BINARY}\r\n\r\n"
        writer.write(head.encode())
        first, *headers = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        if int(first.split()[1]) != _OK:
            raise TaskError(f"A viewer got {first.decode()} for {path[:200]}")
        values = dict(header.split(b": ", 1) for header in headers if header)
        if values.get(b"transfer-encoding") != b"chunked":
            await reader.readexactly(int(values.get(b"content-length", b"0")))
            return
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + len(b"\r\n"))
        await reader.readline()
