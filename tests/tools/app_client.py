"""Clients of an app that serves an empty log."""

from collections.abc import Callable

from starlette.testclient import TestClient

from scopeboard.ingest.heartbeat import Health
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.security import Access
from scopeboard.web.settings import AppSettings

from .routes import ended

TOKEN = "a-token-of-some-length"
LONG_TOKEN = "a-token-that-is-too-long-to-be-guessed"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def client(
    access: Access,
    base_url: str = "http://localhost:6006",
    path_prefix: str = "",
    health: Callable[[], Health] = Health,
) -> TestClient:
    settings = AppSettings(access=access, ending=ended(), path_prefix=path_prefix, health=health)
    app = create_app(Store(), settings)
    return TestClient(app, base_url=base_url, raise_server_exceptions=False)
