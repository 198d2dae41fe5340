"""Many clients at once on charts and scopes of a graph, with and without heavy requests beside.

Each client requests one chart or scope after the other, without a pause. What one client alone gets
done is measured first: many should get as much done together. The last two turns have a client that
downloads everything and one that works out colours and structures of the whole graph, over and
over; in the very last the crowd asks for the state of the server alone. Meanwhile another process
asks for that now and then. The benchmark ends by itself.

With --soak the crowd and the heavy requests go on for some minutes instead, and the memory of the
server after each half minute has to stay where it was.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import numpy as np

from programs.bench.log_api import LogApi
from programs.bench.made_graphs import probe_graph
from programs.bench.made_logs import write_runs
from programs.bench.serving import OURS, Served, fetch, served
from scopeboard.events.records.record_reader import frame
from scopeboard.wire.event_pb2 import Event
from tasks.process_tree import tree_bytes

RUNS, TAGS, POINTS = 20, 20, 500
OK, NOT_MODIFIED = 200, 304
STATUS: Final = "/api/status"
_STATUS_SECONDS: Final = 0.03  # between two requests for it
_PATIENCE_SECONDS: Final = 60.0
_SOAK_TURN_SECONDS: Final = 30.0
_REST_SECONDS: Final = 5.0  # after which the server has given back what it needs no longer
_MOST_GROWTH: Final = 1.05  # from the first half of a soak, without its first turn, to the second
_LARGEST_HEAD: Final = 1 << 20


@dataclass
class Turn:
    """What clients met: seconds that answers took, and errors in words."""

    lasted: float
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    status: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.seconds) / self.lasted

    def __str__(self) -> str:
        """Return a line for the terminal."""
        return (
            f"{self.rate:.0f} answers/s, {len(self.errors)} errors, {_percentiles(self.seconds)}; "
            f"{STATUS} {_percentiles(self.status)}"
        )


def main(arguments: Sequence[str]) -> int:
    """Serve a made-up log to a crowd; return 1 when a request failed."""
    parser = argparse.ArgumentParser("scripts/bench crowd", description=__doc__)
    parser.add_argument("--clients", type=int, default=50, help="at once (default: 50)")
    parser.add_argument("--seconds", type=float, default=30, help="for each turn (default: 30)")
    parser.add_argument("--ops", type=int, default=20_000, help="of the graph (default: 20000)")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="watch the memory instead")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scopeboard-bench-") as folder:
        logs = write_runs(Path(folder), RUNS, TAGS, POINTS)
        event = Event(wall_time=1.0, graph_def=probe_graph(options.ops).SerializeToString())
        with (logs / "run000" / "events.out.tfevents.2").open("wb") as file:
            file.write(frame(event.SerializeToString()))
        with served(OURS, {"logdir": str(logs)}) as program:
            LogApi(program.url, program.check).wait_until_ready()
            light, heavy = _requests(program)
            _turn(program.url, light, 1, [], 1)  # so that what is made once is there
            if options.soak:
                return _soak(program, light, heavy, options.clients, options.soak)
            alone = _turn(program.url, light, 1, [], options.seconds)
            crowd = _turn(program.url, light, options.clients, [], options.seconds)
            beside = _turn(program.url, light, options.clients, heavy, options.seconds)
            states = _turn(program.url, [STATUS], options.clients, heavy, options.seconds)
            memory = tree_bytes(program.pid)
    sys.stdout.write(f"1 client: {alone}\n{options.clients} clients: {crowd}\n")
    sys.stdout.write(f"{options.clients} clients beside heavy requests: {beside}\n")
    sys.stdout.write(f"{options.clients} clients of {STATUS} beside heavy requests: {states}\n")
    ratio = crowd.rate / alone.rate if alone.rate else 0.0
    sys.stdout.write(f"{ratio:.2f} of one client's answers/s; memory {memory / 1e6:.0f} MB\n")
    errors = [error for turn in (alone, crowd, beside, states) for error in turn.errors]
    for error in errors[:5]:
        sys.stdout.write(f"{error}\n")
    return 1 if errors else 0


def _soak(program: Served, light: list[str], heavy: list[str], clients: int, minutes: float) -> int:
    """Print the memory after each turn; return 1 when it grew, or a request failed."""
    memory: list[int] = []
    errors: list[str] = []
    deadline = time.monotonic() + 60 * minutes
    while time.monotonic() < deadline:
        turn = _turn(program.url, light, clients, heavy, _SOAK_TURN_SECONDS)
        time.sleep(_REST_SECONDS)
        memory.append(tree_bytes(program.pid))
        errors += turn.errors
        sys.stdout.write(f"{memory[-1] / 1e6:.0f} MB after {turn}\n")
        sys.stdout.flush()
    settled = memory[1:] or memory
    middle = (len(settled) + 1) // 2
    first, second = np.mean(settled[:middle]), np.mean(settled[middle:] or settled)
    sys.stdout.write(f"memory went from {first / 1e6:.0f} to {second / 1e6:.0f} MB\n")
    return 1 if errors or second > first * _MOST_GROWTH else 0


def _percentiles(seconds: list[float]) -> str:
    if not seconds:
        return "no answer"
    p50, p99, most = 1000 * np.percentile(seconds, [50, 99, 100])
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {most:.0f} ms"


def _requests(program: Served) -> tuple[list[str], list[str]]:
    """Return paths of charts and scopes, and those of heavy requests."""
    graph = ""
    while not graph:
        program.check()
        graphs = json.loads(fetch(f"{program.url}api/graphs"))["graphs"]
        graph = graphs[0]["id"] if graphs else ""
    at = f"/api/graphs/{graph}"
    top = json.loads(fetch(f"{program.url}{at[1:]}/scope"))
    scopes = ["", *(node["name"] for node in top["nodes"] if node["kind"] == "scope")]
    tags = [f"part0/tag{n}" for n in range(TAGS)]
    light = [f"/api/scalars?tag={quote(tag)}&points=1000" for tag in tags]
    light += [f"{at}/scope?name={quote(name)}" for name in scopes]
    return light, ["/api/export?format=csv", f"{at}/colours?by=structure"]


def _turn(url: str, light: list[str], clients: int, heavy: list[str], seconds: float) -> Turn:
    """Return what `clients` met while each of the heavy requests was made by one more.

    The clients are coroutines of one process: as threads they would take turns with one another.
    """
    orders = [light[n % len(light) :] + light[: n % len(light)] for n in range(clients)]

    async def ask() -> Turn:
        turn, unmeasured = Turn(seconds), Turn(seconds)
        deadline = time.monotonic() + seconds
        work = [(order, turn) for order in orders] + [([path], unmeasured) for path in heavy]
        await asyncio.gather(*(_client(url, *each, deadline) for each in work))
        turn.errors += unmeasured.errors
        return turn

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(time.monotonic)  # it has started
        status = pool.apply_async(_ask_for_status, (url, seconds))
        turn = asyncio.run(ask())
        turn.status, errors = status.get()
    turn.errors += errors
    return turn


def _ask_for_status(url: str, seconds: float) -> tuple[list[float], list[str]]:
    """Return the seconds that the state of the server took, and errors."""
    turn = Turn(seconds)
    deadline = time.monotonic() + seconds
    asyncio.run(_client(url, [STATUS], turn, deadline, pause=_STATUS_SECONDS))
    return turn.seconds, turn.errors


async def _client(
    url: str, paths: list[str], turn: Turn, deadline: float, *, pause: float = 0.0
) -> None:
    """Ask for one path after the other on one connection, until the time is up."""
    where = urlsplit(url)
    at = where.hostname or "", where.port
    reader, writer = await asyncio.open_connection(*at, limit=_LARGEST_HEAD)
    while time.monotonic() < deadline:
        for path in paths:
            begun = time.perf_counter()
            try:
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    status = await _ask(reader, writer, path)
            except (OSError, EOFError, ValueError) as error:
                turn.errors.append(f"{path}: {error!r}")
                writer.close()
                reader, writer = await asyncio.open_connection(*at, limit=_LARGEST_HEAD)
                continue
            turn.seconds.append(time.perf_counter() - begun)
            if status not in {OK, NOT_MODIFIED}:
                turn.errors.append(f"{path}: {status}")
            if time.monotonic() >= deadline:
                break
            await asyncio.sleep(pause)
    writer.close()


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> int:
    """Return the status of an answer that has been read."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    first, *headers = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
    values = dict(header.split(b": ", 1) for header in headers if header)
    if values.get(b"transfer-encoding") != b"chunked":
        await reader.readexactly(int(values.get(b"content-length", b"0")))
        return int(first.split()[1])
    while size := int(await reader.readline(), 16):
        await reader.readexactly(size + len(b"\r\n"))
    await reader.readline()
    return int(first.split()[1])
