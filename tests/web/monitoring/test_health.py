"""The addresses by which clusters learn whether the server works, and shows all of the log."""

from dataclasses import replace
from typing import Literal

import pytest

from scopeboard.ingest.heartbeat import Health
from scopeboard.store.progress import NO_PROGRESS, SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.web.monitoring.health import Readiness, probe_paths
from scopeboard.web.security import Access
from tools.app_client import TOKEN, client


def test_health_alone_needs_neither_token_nor_host() -> None:
    for prefix in ("", "/x/y"):
        access = Access(token=TOKEN, open_paths=probe_paths(prefix))
        probe = client(access, path_prefix=prefix)
        for path in ("/healthz", f"{prefix}/healthz"):
            answer = probe.get(path, headers={"Host": "10.1.2.3.cluster.example"})
            assert (answer.status_code, answer.json()) == (200, {"ok": True})
        for path in ("/readyz", f"{prefix}/readyz"):
            answer = probe.get(path, headers={"Host": "10.1.2.3.cluster.example"})
            assert (answer.status_code, answer.json()) == (503, {"ok": False, "reason": "reading"})
        assert probe.put("/healthz").status_code == 401
        assert probe.get("/healthz/../api/status").status_code == 401


@pytest.mark.parametrize("reason", ["stopped", "behind"])
def test_health_fails_where_reading_does_not_get_on(reason: Literal["stopped", "behind"]) -> None:
    access = Access(open_paths=frozenset({"/healthz"}))
    answer = client(access, health=lambda: Health(reason, 75.0)).get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "reason": reason})


def test_a_server_is_ready_once_it_has_read_all_that_was_there() -> None:
    store, health = Store(), Health()
    readiness = Readiness(store, lambda: health)
    walked = [SearchedDirectory("/logs", exists=True, entries=3)]
    reading, ready = (replace(NO_PROGRESS, state=state) for state in ("reading", "ready"))
    reasons = []
    # Before the first walk; while files are read; once they are; while new data is read.
    for searched, progress in (([], ready), (walked, reading), (walked, ready), (walked, reading)):
        store.searched, store.progress = searched, progress
        reasons.append(readiness.reason)
    health = Health("behind", 75.0)
    reasons.append(readiness.reason)
    assert reasons == ["reading", "reading", "ok", "ok", "behind"]
