"""Every route answers about a log in an object store as about the same files here."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from scopeboard.files.location import Location
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools.object_store import Bucket, bucket
from tools.routes import ended

from .everything import requests_of, write_everything

__all__ = ["bucket"]

CHANGES = re.compile(
    rb'"(instance|generation|state_revision|rate|changed_at)": ?[^,}]+'
    rb'|"traffic": ?(null|{[^}]*})'
)
"""Parts of answers that differ between two servers, or between two copies of a file."""

IN_ORDER_OF_READING = "api/contents"
"""Runs that were written last are read first, and a store states whole seconds."""


def client_of(place: Location) -> TestClient:
    store = Store()
    loader = Loader(store, place)
    loader.scan()
    while loader.read_next():
        pass
    app = create_app(store, AppSettings(ending=ended()))
    return TestClient(app, base_url="http://localhost:6006")


def test_all_answers_are_the_same(bucket: Bucket, tmp_path: Path) -> None:
    log = tmp_path / "logs"
    write_everything(log)
    bucket.copy(log, "logs")
    here, there = client_of(log), client_of(bucket.root / "logs")
    runs = {run["name"]: run["id"] for run in here.get("/api/runs").json()["runs"]}
    graph = here.get("/api/graphs").json()["graphs"][0]["id"]
    for request in requests_of(runs, graph):
        one, other = here.get(f"/{request}"), there.get(f"/{request}")
        assert (one.status_code, other.status_code) == (200, 200), request
        bodies = [
            CHANGES.sub(b"", each.content).replace(str(log).encode(), address)
            for each, address in ((one, b"ADDRESS"), (other, b"ADDRESS"))
        ]
        bodies[1] = bodies[1].replace(f"{bucket.root}/logs".encode(), b"ADDRESS")
        if not request.startswith(IN_ORDER_OF_READING):
            assert bodies[0] == bodies[1], request
