"""`/metrics` says of a real log what is true of it."""

from pathlib import Path

from starlette.testclient import TestClient

from scopeboard import __version__
from scopeboard.ingest.heartbeat import Health
from scopeboard.web.app import create_app
from scopeboard.web.security import Access
from scopeboard.web.settings import AppSettings
from tools import writer
from tools.app_client import TOKEN
from tools.loading import Log
from tools.prometheus import Samples, parse
from tools.routes import ended


def _read(client: TestClient) -> Samples:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return parse(answer.text)


def test_tells_of_the_log_the_process_and_the_requests(tmp_path: Path) -> None:
    files = [writer.write_run(tmp_path, run, writer.scalar_file({"x": [1, 2, 3]})) for run in "ab"]
    log = Log(tmp_path)
    log.load()
    settings = AppSettings(
        access=Access(token=TOKEN), ending=ended(), health=lambda: Health("behind", 75.0)
    )
    client = TestClient(create_app(log.store, settings), base_url="http://localhost")
    assert client.get("/metrics").status_code == 401
    client.get("/api/tags", headers={"Authorization": f"Bearer {TOKEN}"})
    samples = _read(client)
    none: frozenset[tuple[str, str]] = frozenset()
    size = sum(file.stat().st_size for file in files)
    expected = {
        ("scopeboard_build_info", frozenset({("version", __version__)})): 1,
        ("scopeboard_runs", none): 2,
        ("scopeboard_event_files", none): 2,
        ("scopeboard_points", none): 6,
        ("scopeboard_log_bytes", none): size,
        ("scopeboard_log_read_bytes", none): size,
        ("scopeboard_healthy", none): 0,
        ("scopeboard_ready", none): 0,
        ("scopeboard_stalled_seconds", none): 75,
        ("scopeboard_http_requests_running", none): 1,
    }
    assert {key: samples[key] for key in expected} == expected
    statuses = {
        (dict(labels)["route"], dict(labels)["status"])
        for name, labels in samples
        if name == "scopeboard_http_requests_total"
    }
    assert statuses == {("/metrics", "401"), ("/api/tags", "200")}
    assert samples["process_cpu_seconds_total", none] > 0
    assert samples["process_start_time_seconds", none] > 1.7e9
    again = _read(client)
    assert again["process_cpu_seconds_total", none] >= samples["process_cpu_seconds_total", none]
