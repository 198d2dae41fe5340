"""The demo's log directory, unpacked once and kept in a cache directory.

It is written under a temporary name beside its place and renamed when it is whole, so a reader
never sees half of it, and of two processes that unpack it at once one wins and the other takes the
winner's. A manifest of digests, written last, tells a whole directory from a damaged one. The
name is a digest of the archive, so an upgrade unpacks a new one.
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
"""Age at which a temporary directory is taken to be left over from a process that was killed."""


def find_or_unpack_demo(cache_directory: Path, archive: bytes | None = None) -> Path:
    """Return the demo's log directory below `cache_directory`, unpacking it if need be.

    Args:
        cache_directory: the directory to unpack into; it is made where it is missing.
        archive: a tar file, compressed by xz; that of the package where it is None.

    Raises:
        OSError: the cache directory cannot be written to, or this Python cannot read xz.
    """
    if archive is None:
        archive = (files(__package__) / ARCHIVE).read_bytes()
    digest = hashlib.blake2b(archive, digest_size=6).hexdigest()
    demo = cache_directory / f"demo-{digest}"
    if _is_whole(demo):
        return demo
    cache_directory.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(cache_directory)
    with tempfile.TemporaryDirectory(
        prefix=LEFTOVER_PREFIX, dir=cache_directory, ignore_cleanup_errors=True
    ) as work:
        made = Path(work) / "made"
        _unpack(archive, made)
        (made / MANIFEST).write_text(json.dumps(_digests(made)), encoding="utf-8")
        _put_in_place(made, demo, Path(work) / "damaged")
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


def _put_in_place(made: Path, demo: Path, aside: Path) -> None:
    """Rename `made` to `demo`, unless another process did; move a damaged directory `aside`."""
    if demo.exists() and not _is_whole(demo):
        with suppress(FileNotFoundError):
            retried(lambda: demo.rename(aside))
    try:
        retried(lambda: made.rename(demo))
    except OSError:
        if not _is_whole(demo):
            raise


def _is_whole(demo: Path) -> bool:
    try:
        manifest = json.loads((demo / MANIFEST).read_text(encoding="utf-8"))
        return bool(manifest == _digests(demo))
    except (OSError, ValueError):
        return False


def _digests(demo: Path) -> dict[str, str]:
    """Digest of each event file, by its path below `demo`."""
    return {
        path.relative_to(demo).as_posix(): hashlib.blake2b(path.read_bytes()).hexdigest()
        for path in sorted(demo.rglob("*tfevents*"))
    }


def _remove_leftovers(cache_directory: Path) -> None:
    for path in cache_directory.glob(f"{LEFTOVER_PREFIX}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFTOVER_SECONDS:
                shutil.rmtree(path)
