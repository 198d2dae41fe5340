"""Every route answers about a log elsewhere as about the same files here."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from scopeboard.files.location import Location
from scopeboard.files.remote.address import parse_address
from scopeboard.files.remote.stores import forget_stores
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools.object_store import Bucket, bucket
from tools.routes import ended
from tools.served import dashboard

from .everything import requests_of, write_everything

__all__ = ["bucket"]

CHANGES = re.compile(
    rb'"(instance|generation|state_revision|rate|changed_at)": ?[^,}]+'
    rb'|"traffic": ?(null|{[^}]*})'
)
"""Parts of answers that differ between two servers, or between two copies of a file."""

DIFFERENT = ("api/contents", "api/files")
"""Runs are read in the order of their last change, which a store states in seconds; tags differ."""


def client_of(place: Location) -> TestClient:
    store = Store()
    loader = Loader(store, place)
    loader.scan()
    while loader.read_next():
        pass
    app = create_app(store, AppSettings(ending=ended()))
    return TestClient(app, base_url="http://localhost:6006")


def require_same_answers(log: Path, place: Location) -> None:
    here, there = client_of(log), client_of(place)
    runs = {run["name"]: run["id"] for run in here.get("/api/runs").json()["runs"]}
    graph = here.get("/api/graphs").json()["graphs"][0]["id"]
    for request in requests_of(runs, graph):
        one, other = here.get(f"/{request}"), there.get(f"/{request}")
        assert (one.status_code, other.status_code) == (200, 200), request
        bodies = [
            CHANGES.sub(b"", answer.content).replace(address.encode(), b"ADDRESS")
            for answer, address in ((one, str(log)), (other, str(place)))
        ]
        if not request.startswith(DIFFERENT):
            assert bodies[0] == bodies[1], request


def test_a_log_in_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    log = tmp_path / "logs"
    write_everything(log)
    bucket.copy(log, "logs")
    require_same_answers(log, bucket.root / "logs")


def test_a_log_of_another_dashboard(tmp_path: Path) -> None:
    log = tmp_path / "logs"
    write_everything(log)
    with dashboard("--logdir", str(log), "--port", "0") as served:
        served.wait_until_read()
        require_same_answers(log, parse_address(served.url))
    forget_stores()
