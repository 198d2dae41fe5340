"""What programs print, answer, write and request while a store fails, searched for credentials."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, fetch, served
from programs.remote_faults.mirrored_log import NEVER_SHOWN
from tasks.checkout import ROOT, program

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import Failure, FaultyProxy

ROUTES: Final = ("", "metrics", *(f"api/{name}" for name in ("status", "runs", "tags", "warnings")))
COMMANDS: Final = ("doctor", "inspect")
FLAGS: Final = "--index_dir {folder}/index --state_dir {folder}/state --log_requests"
PATIENCE_SECONDS: Final = 60.0
FAILURES: Final = {
    "throttled": Failure(503, "SlowDown"),
    "denied": Failure(403, "AccessDenied"),
    "expired": Failure(400, "ExpiredToken"),
    "cut": Failure(cut=True),
    "dropped": Failure(dropped=True),
}


def secrets_shown(proxy: FaultyProxy, place: str) -> tuple[int, list[str]]:
    """Return how many texts were searched, and in which of them a secret is.

    A dashboard and some commands read a log while every request fails in one way, and then while
    none does.
    """
    proxy.take()
    count, found = 0, list[str]()
    for name, failure in FAILURES.items():
        with tempfile.TemporaryDirectory(prefix="scopeboard-faults-") as folder:
            texts = _texts(proxy, failure, place, Path(folder))
        found += [f"{name}: {title}" for title, text in texts.items() if NEVER_SHOWN in text]
        count += len(texts)
    requests = proxy.take()
    if not any(NEVER_SHOWN in request.authorization for request in requests):
        found.append("no request was signed")  # then nothing could be shown
    found += [request.path for request in requests if NEVER_SHOWN in request.path]
    return count + len(requests), found


def _texts(proxy: FaultyProxy, failure: Failure, place: str, folder: Path) -> dict[str, str]:
    texts, own = dict[str, str](), folder / "own"
    own.mkdir()
    with served(f"{OURS} {FLAGS}", {"logdir": place, "folder": str(own)}) as dashboard:
        api = LogApi(dashboard.url, dashboard.check)
        proxy.fault = lambda _: failure
        api.wait_until_ready()
        for route in ROUTES:
            texts[f"{route}, failing"] = _text(fetch(dashboard.url + route))
        for name in COMMANDS:
            command = [program("dashboard"), name, place]
            done = subprocess.run(command, capture_output=True, check=False)
            texts[name] = _text(done.stdout + done.stderr)
        proxy.fault = None
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not json.loads(fetch(f"{dashboard.url}api/status"))["loading"]["points"]:
            if time.monotonic() > deadline:
                texts["nothing was read"] = NEVER_SHOWN
                break
            time.sleep(0.1)
        for route in ROUTES:
            texts[route] = _text(fetch(dashboard.url + route))
        texts["output"] = _text(Path(dashboard.log).read_bytes())
    texts |= {str(file): _text(file.read_bytes()) for file in own.rglob("*") if file.is_file()}
    return texts


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
