"""Many clients at once on charts and scopes of a graph, with and without heavy requests beside.

Each client asks for one chart or scope after the other, without a pause. A second turn has a client
that downloads everything and one that works out colours and structures of the whole graph, over and
over. The benchmark ends by itself after the given seconds.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote, urlsplit

import numpy as np

from programs.bench.log_api import LogApi
from programs.bench.made_graphs import probe_graph
from programs.bench.made_logs import write_runs
from programs.bench.serving import OURS, Served, fetch, served
from scopeboard.events.record import frame
from scopeboard.wire.event_pb2 import Event
from tasks.process_tree import tree_bytes

RUNS, TAGS, POINTS = 20, 20, 500
OK, NOT_MODIFIED = 200, 304


@dataclass
class Turn:
    """What clients met: seconds that answers took, and errors in words."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return a line for the terminal."""
        p50, p99, most = 1000 * np.percentile(self.seconds, [50, 99, 100])
        return (
            f"{len(self.seconds)} answers, {len(self.errors)} errors, "
            f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {most:.0f} ms"
        )


def main(arguments: Sequence[str]) -> int:
    """Serve a made-up log to a crowd; return 1 when a request failed."""
    parser = argparse.ArgumentParser("scripts/bench crowd", description=__doc__)
    parser.add_argument("--clients", type=int, default=50, help="at once (default: 50)")
    parser.add_argument("--seconds", type=float, default=30, help="for each turn (default: 30)")
    parser.add_argument("--ops", type=int, default=20_000, help="of the graph (default: 20000)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scopeboard-bench-") as folder:
        logs = write_runs(Path(folder), RUNS, TAGS, POINTS)
        event = Event(wall_time=1.0, graph_def=probe_graph(options.ops).SerializeToString())
        with (logs / "run000" / "events.out.tfevents.2").open("wb") as file:
            file.write(frame(event.SerializeToString()))
        with served(OURS, {"logdir": str(logs)}) as program:
            LogApi(program.url, program.check).wait_until_ready()
            light, heavy = _requests(program)
            alone = _turn(program.url, light, options.clients, [], options.seconds)
            beside = _turn(program.url, light, options.clients, heavy, options.seconds)
            memory = tree_bytes(program.pid)
    sys.stdout.write(f"{options.clients} clients: {alone}\n")
    sys.stdout.write(f"beside heavy requests: {beside}\nmemory {memory / 1e6:.0f} MB\n")
    for error in (alone.errors + beside.errors)[:5]:
        sys.stdout.write(f"{error}\n")
    return 1 if alone.errors or beside.errors else 0


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
    """Return what `clients` met while each of the heavy requests was made by one more."""
    turn, unmeasured, deadline = Turn(), Turn(), time.monotonic() + seconds
    orders = [light[n % len(light) :] + light[: n % len(light)] for n in range(clients)]
    work = [(order, turn) for order in orders] + [([path], unmeasured) for path in heavy]
    threads = [threading.Thread(target=_client, args=(url, *each, deadline)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    turn.errors += unmeasured.errors
    return turn


def _client(url: str, paths: list[str], turn: Turn, deadline: float) -> None:
    """Ask for one path after the other on one connection, until the time is up."""
    where = urlsplit(url)
    connection = HTTPConnection(where.hostname or "", where.port, timeout=60)
    while time.monotonic() < deadline:
        for path in paths:
            begun = time.perf_counter()
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
            except (OSError, HTTPException) as error:
                turn.errors.append(f"{path}: {error!r}")
                connection.close()
                continue
            turn.seconds.append(time.perf_counter() - begun)
            if answer.status not in {OK, NOT_MODIFIED}:
                turn.errors.append(f"{path}: {answer.status}")
    connection.close()
