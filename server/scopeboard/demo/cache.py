"""The log directory of the demo, unpacked once into a cache directory.

It is unpacked into a temporary directory and then renamed, so a reader never finds an incomplete
one, and of two processes that unpack it at once the second uses the directory of the first. A
manifest of digests detects damage. The name contains a digest of the archive, so an upgrade unpacks
its own.
"""

import errno
import hashlib
import json
import shutil
import tarfile
import tempfile
import time
from contextlib import suppress
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from scopeboard.system.files import retried

ARCHIVE: Final = "log.tar.xz"
MANIFEST = "manifest.json"
LEFTOVER_PREFIX = ".demo-"
LEFTOVER_SECONDS = 3600.0
"""The age at which a temporary directory must be from a process that was killed."""


def find_or_unpack_demo(cache_directory: Path, archive: bytes | None = None) -> Path:
    """Return the demo's log directory below `cache_directory`; unpack it if it is missing.

    Args:
        cache_directory: the directory to unpack into; it is created if it is missing.
        archive: a tar file, compressed with xz; None for the one in the package.

    Raises:
        OSError: the cache directory is not writable, or this Python cannot read xz.
    """
    if archive is None:
        archive = (files(__package__) / ARCHIVE).read_bytes()
    digest = hashlib.blake2b(archive, digest_size=6).hexdigest()
    demo = cache_directory / f"demo-{digest}"
    if _is_intact(demo):
        return demo
    cache_directory.mkdir(parents=True, exist_ok=True)
    for leftover in cache_directory.glob(f"{LEFTOVER_PREFIX}*"):
        with suppress(OSError):
            if time.time() - leftover.stat().st_mtime > LEFTOVER_SECONDS:
                shutil.rmtree(leftover)
    with tempfile.TemporaryDirectory(
        prefix=LEFTOVER_PREFIX, dir=cache_directory, ignore_cleanup_errors=True
    ) as temporary:
        unpacked = Path(temporary) / "unpacked"
        _unpack(archive, unpacked)
        if demo.exists() and not _is_intact(demo):
            with suppress(FileNotFoundError):
                retried(lambda: demo.rename(Path(temporary) / "damaged"))
        try:
            retried(lambda: unpacked.rename(demo))
        except OSError:  # another process renamed its own first
            if not _is_intact(demo):
                raise
    return demo


def _unpack(archive: bytes, directory: Path) -> None:
    """Write the files of an archive below `directory`, with the present as their time."""
    try:
        with tarfile.open(fileobj=BytesIO(archive), mode="r:xz") as packed:
            for member in packed:
                content = packed.extractfile(member)
                if content is not None:
                    path = directory / member.name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content.read())
    except tarfile.CompressionError as error:
        raise OSError(errno.ENOTSUP, "this Python has no lzma module") from error
    (directory / MANIFEST).write_text(json.dumps(_digests(directory)), encoding="utf-8")


def _is_intact(demo: Path) -> bool:
    try:
        manifest = json.loads((demo / MANIFEST).read_text(encoding="utf-8"))
        return bool(manifest == _digests(demo))
    except (OSError, ValueError):
        return False


def _digests(demo: Path) -> dict[str, str]:
    """Return the digest of each event file, by its path below `demo`."""
    return {
        path.relative_to(demo).as_posix(): hashlib.blake2b(path.read_bytes()).hexdigest()
        for path in sorted(demo.rglob("*tfevents*"))
    }
