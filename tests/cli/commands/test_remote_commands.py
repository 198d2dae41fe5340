"""Commands read logs in an object store as they read logs here."""

import json
from pathlib import Path
from typing import Any

from tools.every_kind import write_every_kind
from tools.object_store import Bucket, bucket
from tools.served import excerpt

from .test_commands import run

__all__ = ["bucket"]


def test_commands_print_the_same(bucket: Bucket, tmp_path: Path) -> None:
    write_every_kind(tmp_path / "runs")
    bucket.copy(tmp_path / "runs", "logs")
    address = f"s3://{bucket.name}/logs"
    for command in (["inspect", "--all"], ["query", "tag:loss"], ["best", "loss"]):
        here, there = (
            run(tmp_path, *command, "--json", "--logdir", place) for place in ("runs", address)
        )
        assert there.replace(address, "runs") == here
    report = tmp_path / "report.html"
    run(tmp_path, "export", "--logdir", address, "-o", str(report))
    assert b"</html>" in report.read_bytes()
    assert "never-to-be-shown" not in report.read_text("utf-8")


def test_doctor_states_what_following_takes(bucket: Bucket, tmp_path: Path) -> None:
    write_every_kind(tmp_path / "runs")
    bucket.copy(tmp_path / "runs", "logs")
    found: list[dict[str, Any]] = json.loads(
        run(tmp_path, "doctor", f"s3://{bucket.name}/logs", "--port", "0", "--json")
    )
    (check,) = [check for check in found if check["name"] == "requests"]
    assert "a dashboard takes about 17,280 requests a day to find changes" in check["message"]
    assert "4 requests" in check["message"]


def test_a_graph_file_in_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    local = tmp_path / "net.pb"
    local.write_bytes(excerpt("graph/seed_mnist.pb"))
    bucket.put("models/net.pb", local.read_bytes())
    address = f"s3://{bucket.name}/models/net.pb"
    found = json.loads(run(tmp_path, "graph", "summary", address, "--json"))
    assert found == json.loads(run(tmp_path, "graph", "summary", str(local), "--json"))
    assert "The graphs are the same." in run(tmp_path, "diff", address, str(local))
    missing = run(tmp_path, "graph", "summary", f"s3://{bucket.name}/none.pb", status=1)
    assert "none.pb cannot be read: there is no such object" in missing
