"""Reads logs from S3 on this machine: time, memory and requests of two starts and an idle hour.

The files of a log directory are copied into moto's server, in front of which a proxy counts
requests and delays each. The dashboard reads them from there, and from the disk for comparison.

With --faults, the store fails instead, in each way many times while a log of its own grows there:
every point is compared with those of the files here, requests of polls are counted, and all that
programs print, answer and write is searched for credentials.
"""

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, served
from tasks.checkout import ROOT
from tasks.process_tree import tree_bytes

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import FaultyProxy, Request

BUCKET, PREFIX = "bench", "logs"
ACCOUNT = "123456789012"
REST_SECONDS = 60.0
HOUR = 3600


def main(arguments: Sequence[str]) -> int:
    """Copy a log directory, read it here and there, and print times and requests."""
    parser = argparse.ArgumentParser("scripts/bench remote", description=__doc__)
    parser.add_argument("logdir", type=Path, nargs="?", metavar="LOGDIR")
    parser.add_argument("--latency", type=float, default=50, help="ms (default: 50)")
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    parser.add_argument("--faults", action="store_true", help="let the store fail instead")
    parser.add_argument("--times", type=int, default=20, help="turns of each fault (default: 20)")
    options = parser.parse_args(arguments)
    if (options.logdir is None) != options.faults:
        parser.error("give a LOGDIR or --faults")
    backend, proxy = store_behind()
    if options.faults:
        from programs.remote_faults.run import run_faults  # noqa: PLC0415 - which imports this

        return run_faults(backend, proxy, options.times)
    count = _copy(options.logdir, backend)
    proxy.latency = options.latency / 1000
    os.environ.update(
        AWS_ENDPOINT_URL=proxy.url, AWS_ACCESS_KEY_ID="known", AWS_SECRET_ACCESS_KEY=BUCKET
    )
    sys.stdout.write(f"{count} files, {options.latency:.0f} ms before each answer\n")
    here, there = str(options.logdir.absolute()), f"s3://{BUCKET}/{PREFIX}"
    with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
        for title, place in (
            ("here", here),
            ("here, again", here),
            ("there", there),
            ("there, again", there),
        ):
            rests = title == "there, again"
            sys.stdout.write(_line(title, place, index, options.flags, proxy, rests=rests))
            sys.stdout.flush()
    return 0


def _line(
    title: str, place: str, index: str, flags: str, proxy: FaultyProxy, *, rests: bool
) -> str:
    """Start, wait until everything is read, and return a line of figures."""
    proxy.take()
    command = f"{OURS} --index_dir {{index}} {flags}"
    with served(command, {"logdir": place, "index": index}) as program:
        status = LogApi(program.url, program.check).wait_until_ready()
        seconds, requests = program.seconds, proxy.take()
        points, memory = status["loading"]["points"], tree_bytes(program.pid) / 1e6
        line = f"{title:14}{seconds:8.2f} s {memory:6.0f} MB  {points:,} points  "
        line += f"{_counts(requests)}\n"
        if rests:
            time.sleep(REST_SECONDS)
            per_hour = len(proxy.take()) * HOUR / REST_SECONDS
            line += f"{'idle':14}{per_hour:8.0f} requests an hour\n"
    return line


def _counts(requests: Sequence[Request]) -> str:
    lists = sum(request.is_list for request in requests)
    return f"{lists} listings, {len(requests) - lists} reads" if requests else ""


def store_behind() -> tuple[Any, FaultyProxy]:
    """Return what holds the objects, and a proxy to its server."""
    from moto.s3.models import s3_backends  # noqa: PLC0415 - loads for long
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 - likewise

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    backend = s3_backends[ACCOUNT]["aws"]
    backend.create_bucket(BUCKET, "us-east-1")
    return backend, FaultyProxy(*server.get_host_and_port())


def _copy(directory: Path, backend: Any) -> int:  # noqa: ANN401 - of moto
    """Copy all files; return their number."""
    files = [file for file in directory.rglob("*") if file.is_file()]
    for file in files:
        key = f"{PREFIX}/{file.relative_to(directory).as_posix()}"
        backend.put_object(BUCKET, key, file.read_bytes())
    return len(files)
