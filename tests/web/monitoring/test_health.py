"""The address by which clusters ask whether the server works."""

from typing import Literal

import pytest

from scopeboard.ingest.heartbeat import Health
from scopeboard.web.security import Access
from tools.app_client import TOKEN, client


def test_health_alone_needs_neither_token_nor_host() -> None:
    for prefix in ("", "/x/y"):
        paths = frozenset({"/healthz", f"{prefix}/healthz"})
        probe = client(Access(token=TOKEN, open_paths=paths), path_prefix=prefix)
        for path in paths:
            answer = probe.get(path, headers={"Host": "10.1.2.3.cluster.example"})
            assert (answer.status_code, answer.json()) == (200, {"ok": True})
        assert probe.put("/healthz").status_code == 401
        assert probe.get("/healthz/../api/status").status_code == 401


@pytest.mark.parametrize("reason", ["stopped", "behind"])
def test_health_fails_where_reading_does_not_get_on(reason: Literal["stopped", "behind"]) -> None:
    access = Access(open_paths=frozenset({"/healthz"}))
    answer = client(access, health=lambda: Health(reason, 75.0)).get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "reason": reason})
