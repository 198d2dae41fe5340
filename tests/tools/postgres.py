"""A server of PostgreSQL for a test, in a directory of its own."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


def _programs() -> Path | None:
    """Return the folder of the newest server's programs, None if there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))  # of Debian, not on the path
    found = shutil.which("initdb")
    return folders[-1] if folders else Path(found).parent if found else None


PROGRAMS = _programs() if sys.platform != "win32" and hasattr(os, "chown") else None
needs_postgres = pytest.mark.skipif(PROGRAMS is None, reason="PostgreSQL is not installed")


class Postgres:
    """A server that accepts everyone of this machine.

    Attributes:
        url: of its database.
    """

    def __init__(self, folder: Path) -> None:
        assert PROGRAMS
        self._folder = folder
        # The server refuses to run as root.
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "scopeboard", "-N")
        self.url = f"postgresql://scopeboard@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c fsync=off -k {self._folder}"
        log = ("-l", str(self._folder / "log"))
        self._run("pg_ctl", "-D", str(self._folder / "data"), *log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop the server; connections end."""
        mode = ("-m", "immediate")
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", *mode, "stop", check=False)

    def _run(self, name: str, *arguments: str, check: bool = True) -> None:
        assert PROGRAMS
        subprocess.run(
            [PROGRAMS / name, *arguments],
            cwd=self._folder,
            user=self._user,
            check=check,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a server; its directory is not below that of the test, which is root's alone."""
    with TemporaryDirectory(prefix="scopeboard-postgres-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
