"""A log that grows here and in S3 on this machine, and what reads it there."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from programs.bench.remote import BUCKET
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import forget_stores
from scopeboard.ingest.limits import Limits
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from tasks.checkout import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from tools import writer
from tools.shared_indexes import points, read_here

RUNS = 6
STEPS = 900, 1800  # of a run, at least and at most
JOB_BYTES = 1 << 16  # so that a run takes several requests
PATIENCE_SECONDS = 90.0
PAUSE_SECONDS = 0.2  # between two attempts to complete what had failed
NEVER_SHOWN = "never-shown"  # is in every secret


class MirroredLog:
    """Runs of random lengths and values, the same here and in the store.

    Args:
        backend: has the objects, of moto.
        folder: of the files here, and of the credentials.
        prefix: of the keys; no two logs have the same.
        seed: of all choices.
    """

    def __init__(self, backend: Any, folder: Path, prefix: str, seed: int) -> None:  # noqa: ANN401 - of moto
        self.random = np.random.default_rng(seed)
        self.place = RemotePath(f"s3://{BUCKET}", prefix)
        self._backend, self._here = backend, folder / prefix
        self._contents: dict[str, bytes] = {}
        self._unread: set[str] = set()
        for number in range(RUNS):
            self.put(f"run{number}", self.made())
        forget_stores()
        self._store = Store(log_directory=self.place)
        self._loader = Loader(self._store, self.place, Limits(max_job_bytes=JOB_BYTES))

    @property
    def runs(self) -> list[str]:
        """The names of the runs."""
        return list(self._contents)

    @property
    def least_requests(self) -> int:
        """How many requests the next reading takes at least."""
        return 1 + len(self._unread)

    def made(self) -> bytes:
        """Return an event file."""
        values = self.random.standard_normal(int(self.random.integers(*STEPS)))
        return writer.scalar_file({"loss": values.tolist()})

    def key(self, run: str) -> str:
        """Return the key of the event file of a run."""
        return f"{self.place.key}/{run}/{writer.FILE_NAME}"

    def run_of(self, path: str) -> str | None:
        """Return the run whose file a request is for, None for a listing."""
        parts = path.partition("?")[0].split("/")
        return parts[-2] if parts[-1] == writer.FILE_NAME else None

    def put(self, run: str, data: bytes) -> None:
        """Write the file of a run, in both places."""
        self._contents[run] = data
        self._unread.add(run)
        writer.write_run(self._here, run, data)
        self._backend.put_object(BUCKET, self.key(run), data)

    def extend(self, run: str) -> None:
        """Append some points to the file of a run."""
        steps = range(10_000, 10_000 + int(self.random.integers(1, 40)))
        more = [writer.event(step, writer.tf1_scalar("loss", step / 7)) for step in steps]
        self.put(run, b"".join([self._contents[run], *more]))

    def grow(self) -> None:
        """Append to some runs, and begin another."""
        for run in self.random.choice(self.runs, RUNS // 2, replace=False):
            self.extend(str(run))
        self.put(f"run{len(self._contents)}", self.made())

    def read(self) -> None:
        """List the store, and read what it has gained; what fails is tried again later."""
        self._loader.scan()
        while self._loader.read_next():
            pass
        self._unread.clear()

    def notices(self) -> str:
        """Return the sentences on what cannot be read now."""
        found = [each.absence.message for each in self._store.searched if each.absence]
        found += [each.message for run in self._store.runs() for each in run.warnings]
        return " ".join(found)

    def is_right(self) -> bool:
        """Read the rest, and return whether every point is there once, as in the files here.

        A file that has failed is tried again after a second, then ever more rarely.
        """
        here = read_here(self._here)
        expected, deadline = points(here), time.monotonic() + PATIENCE_SECONDS
        while True:
            self.read()
            is_same = points(self._store) == expected
            is_same = is_same and self._store.progress.points == here.progress.points
            is_same = is_same and not self.notices()
            if is_same or time.monotonic() > deadline:
                return is_same
            time.sleep(PAUSE_SECONDS)

    def close(self) -> None:
        """End reading, and remove the objects."""
        self._loader.close()
        for run in self._contents:
            self._backend.delete_object(BUCKET, self.key(run))


class Credentials:
    """The keys of a profile, which are renewed now and then.

    Args:
        folder: of the file of the profile. The environment leads there.
        url: of the store.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self._file = folder / "credentials"
        self._count = 0
        for name in [name for name in os.environ if name.startswith(("AWS_", "S3_"))]:
            del os.environ[name]
        os.environ.update(
            AWS_ENDPOINT_URL=url,
            AWS_SHARED_CREDENTIALS_FILE=str(self._file),
            AWS_CONFIG_FILE=str(folder / "none"),
        )
        self.renew()

    @property
    def key(self) -> str:
        """The public part of those that are valid now."""
        return f"key{self._count}-{NEVER_SHOWN}"

    def expire(self) -> None:
        """Make those in the file invalid."""
        self._count += 1

    def renew(self) -> None:
        """Write valid ones into the file."""
        self._file.write_text(
            f"[default]\naws_access_key_id = {self.key}\n"
            f"aws_secret_access_key = secret{self._count}-{NEVER_SHOWN}\n"
            f"aws_session_token = token{self._count}-{NEVER_SHOWN}\n"
        )
