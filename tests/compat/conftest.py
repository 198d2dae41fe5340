"""A server of TensorBoard's API over runs that a test writes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools import writer
from tools.loading import Log

Serve = Callable[[dict[str, bytes]], TestClient]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return a function that writes runs (name to bytes) and serves them."""

    def served(runs: dict[str, bytes]) -> TestClient:
        for name, data in runs.items():
            writer.write_run(tmp_path, name, data)
        log = Log(tmp_path)
        log.load()
        app = create_app(log.store, AppSettings(log_directory="logs"))
        return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)

    return served
