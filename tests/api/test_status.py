"""What is served and how far reading is."""

from pathlib import Path

import writer
from scopeboard import __version__

from .conftest import Serve


def test_says_what_was_read(serve: Serve, tmp_path: Path) -> None:
    status = serve({"a": writer.scalar_file({"x": [1, 2]})}, reload_interval=3).get("/api/status")
    answer = status.json()
    assert (answer["name"], answer["version"]) == ("Scopeboard", __version__)
    assert answer["log_directories"] == [
        {"path": str(tmp_path), "exists": True, "entries": 1, "unreadable": 0}
    ]
    loading = answer["loading"]
    assert (loading["state"], loading["runs"], loading["points"]) == ("ready", 1, 2)
    assert loading["bytes_done"] == loading["bytes_total"] > 0
    assert answer["reload_interval"] == 3


def test_every_start_is_another_instance(serve: Serve) -> None:
    first, second = (serve().get("/api/status").json()["instance"] for _ in range(2))
    assert first != second
