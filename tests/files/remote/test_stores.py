"""Each kind of store is read by its own protocol."""

from pathlib import Path

import pytest

from scopeboard.files.remote.address import parse_address
from tools import writer
from tools.loading import Log
from tools.object_store import Bucket, bucket

__all__ = ["bucket"]

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))


@pytest.mark.parametrize("scheme", ["s3", "gs"])
def test_public_buckets_need_no_credentials(
    bucket: Bucket, scheme: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", bucket.proxy.url)
    monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path))
    key = f"logs/a b/{writer.FILE_NAME}"
    bucket.put(key, ONE)
    log = Log(Path(), place=parse_address(f"{scheme}://{bucket.name}/logs"))
    log.load()
    assert log.values("a b", "x") == [1, 2]
    bucket.put(key, ONE + TWO)
    bucket.proxy.take()
    log.load()
    assert log.values("a b", "x") == [1, 2, 3]
    assert len(bucket.proxy.take()) == 2
    assert not log.runs()["a b"].warnings
