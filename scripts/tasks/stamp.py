"""Stamps: fingerprints of the sources of a result, written beside it when it is complete.

Modification times do not survive a clone, an unpacked sdist or a branch switch; contents do.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def fingerprint(root: Path, files: Iterable[Path], *words: str) -> str:
    """Return the SHA-256 of the files' contents and paths below `root`, and of `words`."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"\0{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def is_current(stamp: Path, expected: str) -> bool:
    """Return whether `stamp` exists and contains `expected`."""
    return stamp.is_file() and stamp.read_text("utf-8").strip() == expected


def write(stamp: Path, value: str) -> None:
    """Write a stamp; call it last, when the result is complete."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value + "\n", "utf-8")
