"""Writes a shared index of logs to S3 on this machine, and shows it with a cold dashboard.

The first pass and the next one, which has nothing to do, are timed. Then a dashboard that holds
nothing starts at the latency, and its requests are counted: until it has the runs, the tags and the
first chart, for the chart of each tag over all runs, for the first scopes of graphs, and while
nobody looks. Every answer is compared with that of a dashboard that has read the log directory,
byte for byte; half of those of charts while the store fails: each third request is refused with
503, or its answer is cut.
"""

import argparse
import itertools
import json
import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from programs.bench.log_api import LogApi
from programs.bench.remote import BUCKET, store_behind
from programs.bench.serving import BINARY, OURS, Served, fetch, served
from tasks.checkout import ROOT, program
from tasks.process import run_quietly

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import Failure

if TYPE_CHECKING:
    from tools.faulty_proxy import Fault, FaultyProxy, Request

SHOWN = 4  # charts whose times are printed
REST_SECONDS = 20.0
MOST_REQUESTS = 3  # for a chart
LISTS = ("runs", "tags?kind=scalars")
INDEX = f"s3://{BUCKET}/index"
QUERIES: tuple[dict[str, object], ...] = (
    {"points": 1000},
    {"points": 100, "axis": "wall_time"},
    {"points": 0},
)
SHARED = f"{shlex.quote(str(program('dashboard')))} --index {INDEX} --port {{port}}"
GENERATION = re.compile(rb'"(generation|instance)": ?[^,}]+')


def main(arguments: Sequence[str]) -> int:
    """Index, show, compare, print figures, and return 1 when an answer differs."""
    parser = argparse.ArgumentParser("scripts/bench shared", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--latency", type=float, default=50, help="ms (default: 50)")
    parser.add_argument("--tags", type=int, default=20, help="tags to compare (default: 20)")
    options = parser.parse_args(arguments)
    _, proxy = store_behind()
    os.environ.update(
        AWS_ENDPOINT_URL=proxy.url, AWS_ACCESS_KEY_ID="known", AWS_SECRET_ACCESS_KEY=BUCKET
    )
    here = str(options.logdir.absolute())
    for title in ("index", "index, again"):
        proxy.take()
        begun = time.perf_counter()
        command: list[str | Path] = [program("dashboard"), "index", here, "--index", INDEX]
        output = run_quietly(command, "Is the log directory readable?")
        _print(title, time.perf_counter() - begun, proxy, output.strip())
    proxy.latency = options.latency / 1000
    with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
        places = {"logdir": here, "index": index}
        with served(f"{OURS} --index_dir {{index}}", places) as local:
            LogApi(local.url, local.check).wait_until_ready()
            proxy.take()
            with served(SHARED, {}) as reader:
                return _compare(local, reader, proxy, options.tags)


def _compare(local: Served, reader: Served, proxy: "FaultyProxy", most: int) -> int:
    """Ask both for runs, tags and charts; print what each took, and return 1 for a difference."""
    tags = sorted({tag for _, tag in LogApi(local.url, local.check).series()})[:most]
    LogApi(reader.url, reader.check).wait_until_ready()
    for path in LISTS:
        fetch(f"{reader.url}api/{path}", accept=BINARY)
    fetch(f"{reader.url}api/{_chart(tags[0], QUERIES[0])}", accept=BINARY)
    _print("cold: the first chart", reader.seconds, proxy)
    differ, charts, most_requests = sum(_same(local, reader, path) for path in LISTS), 0, 0
    for number, tag in enumerate(tags):
        proxy.fault = _failing() if number % 2 else None
        for query in QUERIES:
            proxy.take()
            begun, path = time.perf_counter(), _chart(tag, query)
            fetch(f"{reader.url}api/{path}", accept=BINARY)
            seconds, requests = time.perf_counter() - begun, proxy.take()
            if proxy.fault is None:  # what fails is requested again
                looks = sum(each.path.endswith("manifest.json") for each in requests)
                most_requests = max(most_requests, len(requests) - looks)
            if query is QUERIES[0] and 0 < number < SHOWN:
                sys.stdout.write(
                    f"chart {number + 1:<18}{seconds:8.2f} s  {len(requests):4} requests\n"
                )
            differ += _same(local, reader, path)
            charts += 1
    proxy.fault = None
    differ += _graphs(local, reader, proxy)
    proxy.take()
    time.sleep(REST_SECONDS)
    looks = len(proxy.take())
    sys.stdout.write(
        f"{charts} charts of {len(tags)} tags, at most {most_requests} requests for one; "
        f"{looks} requests in {REST_SECONDS:.0f} s of rest; {differ} answers differ\n"
    )
    return 1 if differ or most_requests > MOST_REQUESTS else 0


def _graphs(local: Served, reader: Served, proxy: "FaultyProxy") -> int:
    """Print what the first scopes of graphs take a reader that holds none; count differences."""
    graphs = json.loads(fetch(f"{local.url}api/graphs"))["graphs"]
    differ = 0
    for number, graph in enumerate(graphs[:SHOWN]):
        path = f"graphs/{graph['id']}/scope"
        begun = time.perf_counter()
        fetch(f"{local.url}api/{path}")
        here = time.perf_counter() - begun
        proxy.take()
        begun = time.perf_counter()
        fetch(f"{reader.url}api/{path}")
        seconds = time.perf_counter() - begun
        _print(f"graph {number + 1}", seconds, proxy, f"{here:.2f} s from the log, no latency")
        differ += int(fetch(f"{local.url}api/{path}") != fetch(f"{reader.url}api/{path}"))
    return differ


def _chart(tag: str, query: dict[str, object]) -> str:
    return f"scalars?{urlencode({'tag': tag, **query})}"


def _failing() -> "Fault":
    """Return a fault: of three requests, one is refused, or its answer is cut, by turns."""
    count = itertools.count()

    def fault(request: "Request") -> "Failure | None":
        number = next(count)
        if number % 3 or request.method != "GET":
            return None
        return Failure(cut=True) if number % 2 else Failure(503, "SlowDown")

    return fault


def _same(local: Served, reader: Served, path: str) -> int:
    """Return 1 if two answers differ in more than the number of the generation."""
    bodies = [fetch(f"{each.url}api/{path}", accept=BINARY) for each in (local, reader)]
    if path.startswith("scalars"):
        return int(bodies[0] != bodies[1])
    return int(GENERATION.sub(b"", bodies[0]) != GENERATION.sub(b"", bodies[1]))


def _print(title: str, seconds: float, proxy: "FaultyProxy", more: str = "") -> None:
    line = f"{title:24}{seconds:8.2f} s  {len(proxy.take()):4} requests  {more}"
    sys.stdout.write(f"{line.rstrip()}\n")
    sys.stdout.flush()
