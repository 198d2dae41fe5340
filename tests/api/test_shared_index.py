"""Every route answers from a shared index as from the log directory itself."""

from pathlib import Path

from starlette.testclient import TestClient

from scopeboard.files.opening import open_objects
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools import writer
from tools.object_store import Bucket, bucket
from tools.routes import ended
from tools.shared_indexes import read_here, write_index

from .everything import requests_of, write_everything
from .test_remote_logs import CHANGES

__all__ = ["bucket"]

MOST_SPANS = 3


def client_of(store: Store) -> TestClient:
    app = create_app(store, AppSettings(ending=ended()))
    return TestClient(app, base_url="http://localhost:6006")


def test_all_answers_are_the_same(bucket: Bucket, tmp_path: Path) -> None:
    log, objects = tmp_path / "logs", open_objects(bucket.root / "index")
    write_everything(log)
    write_index(log, objects, group_rows=4)
    here, there = client_of(read_here(log)), client_of(SharedStore(objects))
    runs = {run["name"]: run["id"] for run in here.get("/api/runs").json()["runs"]}
    graph = here.get("/api/graphs").json()["graphs"][0]["id"]
    for request in requests_of(runs, graph):
        one, other = here.get(f"/{request}"), there.get(f"/{request}")
        assert (one.status_code, other.status_code) == (200, 200), request
        if request.startswith("api/status"):  # where the index is
            continue
        assert CHANGES.sub(b"", one.content) == CHANGES.sub(b"", other.content), request


def test_a_chart_of_many_runs_takes_few_requests(bucket: Bucket, tmp_path: Path) -> None:
    log, objects = tmp_path / "logs", open_objects(bucket.root / "index")
    for run in range(60):
        series = {tag: [run + n / 7 for n in range(40)] for tag in ("loss", "lr", "x")}
        writer.write_run(log, f"run{run}", writer.scalar_file(series))
    write_index(log, objects, group_rows=100)
    here = client_of(read_here(log))
    bucket.proxy.take()
    there = client_of(SharedStore(objects))
    assert len(bucket.proxy.take()) == 2  # the manifest and the catalogue
    for tag in ("lr", "loss"):
        request = f"/api/scalars?tag={tag}&points=0"
        assert there.get(request).content == here.get(request).content
        assert len(bucket.proxy.take()) == 1
    runs = [run["id"] for run in here.get("/api/runs").json()["runs"]]
    some = "".join(f"&run={run}" for run in runs[::9])
    request = f"/api/scalars?tag=x&points=0{some}"
    assert there.get(request).content == here.get(request).content
    assert 1 <= len(bucket.proxy.take()) <= MOST_SPANS
    assert there.get(request + "&axis=relative").status_code == 200
    assert not bucket.proxy.take()
