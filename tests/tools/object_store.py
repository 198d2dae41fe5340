"""S3 on this machine, by moto, with a bucket for each test and a proxy before it."""

import logging
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import forget_stores
from tools.faulty_proxy import FaultyProxy

_numbers: Final = count()
_ACCOUNT: Final = "123456789012"
"""The one that moto takes requests for."""


class Bucket:
    """A bucket of its own, empty at first, which everyone may read.

    Attributes:
        name: its name.
        proxy: what requests of the program pass through; those of the test do not.
    """

    def __init__(self, backend: Any, proxy: FaultyProxy) -> None:  # noqa: ANN401 - of moto
        self.name = f"bucket{next(_numbers)}"
        self.proxy = proxy
        self._backend = backend
        backend.create_bucket(self.name, "us-east-1")

    @property
    def root(self) -> RemotePath:
        """Its location."""
        return RemotePath(f"s3://{self.name}")

    def put(self, key: str, data: bytes) -> None:
        """Write an object, in place of one with this key."""
        from moto.s3.models import get_canned_acl  # noqa: PLC0415 - see below

        self._backend.put_object(self.name, key, data).set_acl(get_canned_acl("public-read"))

    def delete(self, key: str) -> None:
        """Remove an object."""
        self._backend.delete_object(self.name, key)

    def copy(self, directory: Path, prefix: str) -> None:
        """Write all files below a directory under a prefix."""
        for file in directory.rglob("*"):
            if file.is_file():
                self.put(f"{prefix}/{file.relative_to(directory).as_posix()}", file.read_bytes())


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Bucket]:
    """Return a bucket to which the environment leads."""
    backend, proxy = _s3()
    for name, value in {
        "AWS_ENDPOINT_URL": proxy.url,
        "AWS_ACCESS_KEY_ID": "known",
        "AWS_SECRET_ACCESS_KEY": "never-to-be-shown",
        "AWS_CONFIG_FILE": str(tmp_path / "none"),
        "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none"),
    }.items():
        monkeypatch.setenv(name, value)
    proxy.fault, proxy.latency = None, 0.0
    made = Bucket(backend, proxy)
    proxy.take()
    yield made
    proxy.fault, proxy.latency = None, 0.0
    forget_stores()


@lru_cache(maxsize=1)
def _s3() -> tuple[Any, FaultyProxy]:
    """Return what holds the objects of the server, and a proxy to it; they stay."""
    from moto.s3.models import s3_backends  # noqa: PLC0415 - loads for long, and few tests need it
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 - likewise

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    return s3_backends[_ACCOUNT]["aws"], FaultyProxy(*server.get_host_and_port())
